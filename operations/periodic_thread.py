"""Periodic thread: work beside a process's own, repeated after a pause until its context ends."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated(work: Callable[[], object], seconds: float, name: str, log: logging.Logger) -> Iterator[None]:
    """A context in which a thread of this name does the work at once, and again after each pause.

    A failure of the work is logged, and does not end the thread: without it the work would stop unnoticed.
    """
    stopping = threading.Event()

    def keep_on() -> None:
        while True:
            try:
                work()
            except Exception:
                log.exception("%s: the work failed; trying again", name)
            if stopping.wait(seconds):
                return

    threading.Thread(target=keep_on, name=name, daemon=True).start()
    try:
        yield
    finally:
        stopping.set()
