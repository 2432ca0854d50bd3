"""A live stream lasts no longer than the session or token with which it was asked for: it ends within seconds after it.

Nobody asks the record for each stream: one thread of a process hears what is ended, and looks whose own end has come.
"""

import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from eventstore.connection import StoreUnavailable
from eventstore.recent import Recent
from people.credentials import Listed
from people.ended import Ended

_log = logging.getLogger("stele.followers")
_LOOK_SECONDS = 5.0
_PATIENCE_SECONDS = 1.0
_MOST_REMEMBERED = 1_000


class Lease(NamedTuple):
    """The session or token of a stream, by its id, and when it ends by itself, in milliseconds; 0: it does not."""

    credential: str
    ends_at: int


def lease_of(held: Listed) -> Lease:
    """What a stream has that was asked for with this."""
    return Lease(held.id, held.credential.ends_at)


class Leases:
    """Knows which leases are over."""

    def __init__(self, ended: Ended) -> None:
        self._ended = ended
        self._recently: Recent[str, bool] = Recent(_MOST_REMEMBERED)
        self._mark = ""

    def begin(self) -> None:
        """Hear from now on."""
        self._mark = self._ended.last()

    def is_over(self, lease: Lease | None) -> bool:
        """Whether what is asked for with this lease may last no longer; without one it may."""
        if lease is None:
            return False
        is_late = 0 < lease.ends_at <= time.time_ns() // 1_000_000
        return is_late or self._recently.get(lease.credential) is not None

    def watch(self, look: Callable[[], object]) -> None:
        """Call this again and again: soon after something was ended, and now and then."""
        while True:
            try:
                self._mark, ended = self._ended.wait(self._mark, _LOOK_SECONDS)
                for credential in ended:
                    self._recently.keep(credential, True)
                look()
            except StoreUnavailable:
                time.sleep(_PATIENCE_SECONDS)
            except Exception:
                _log.exception("what was ended cannot be read; live streams stay open until it can")
                time.sleep(_PATIENCE_SECONDS)
