"""Stream leases: a live stream ends within seconds after the session or token that it was opened with.

Nobody asks the record for each stream: a process hears what is ended, and looks which of its streams that was.
"""

from typing import NamedTuple

from eventstore.lru import LruCache
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS
from operations.clock import now
from services.accounts.credentials import Listed
from services.accounts.revocations import Revocations

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

    def __init__(self, ended: Revocations) -> None:
        self._ended = ended
        self._recently: LruCache[str, bool] = LruCache(_MOST_REMEMBERED)

    def begin(self) -> str:
        """Where `wait` begins to hear of what ends from now on."""
        return self._ended.last()

    def wait(self, after: str) -> tuple[str, list[str]]:
        """What was ended after this place, which is remembered, and the next place."""
        following, ended = self._ended.wait(after, LONGEST_WAIT_SECONDS)
        for credential in ended:
            self._recently.keep(credential, True)
        return following, ended

    def is_over(self, lease: Lease | None) -> bool:
        """Whether what was asked for with this lease may last no longer; without one it may."""
        if lease is None:
            return False
        return 0 < lease.ends_at <= now() or self._recently.get(lease.credential) is not None
