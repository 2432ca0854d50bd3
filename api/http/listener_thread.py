"""Listener thread: runs for as long as its process lives."""

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from eventstore.valkey.connection import StoreUnavailable

_log = logging.getLogger("stele.followers")
PATIENCE_SECONDS = 1.0
_GATHERING_SECONDS = 0.02

Mark = TypeVar("Mark")
Heard = TypeVar("Heard")


def listen(name: str, wait: Callable[[Mark], tuple[Mark, Heard]], mark: Mark, hear: Callable[[Heard], object]) -> None:
    """Hear in a thread of this name whatever comes after `mark`.

    `wait` gives what came after a mark, if anything did, and the next mark. Without the thread nobody would hear
    anything any more, and nobody would know: whatever fails is tried again.
    """

    def go_on(mark: Mark) -> None:
        while True:
            try:
                mark, heard = wait(mark)
            except StoreUnavailable:
                time.sleep(PATIENCE_SECONDS)
                continue
            except Exception:
                _log.exception("%s: nothing can be read; followers hear nothing of it until it can", name)
                time.sleep(PATIENCE_SECONDS)
                continue
            if heard:
                hear(heard)
                # Much that comes meanwhile costs little more than one.
                time.sleep(_GATHERING_SECONDS)

    threading.Thread(target=go_on, args=(mark,), name=name, daemon=True).start()
