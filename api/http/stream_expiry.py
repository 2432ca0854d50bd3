"""Stream expiry: a live stream ends within seconds after the session or token that it was opened with.

A process receives the ids of ended credentials, and checks its streams, without a query for each.
"""

from typing import NamedTuple

from eventstore.lru import LruCache
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS
from operations.clock import now
from services.accounts.credentials import Listed
from services.accounts.revocations import Revocations

_MOST_REMEMBERED = 1_000


class Lease(NamedTuple):
    """The id of a stream's session or token, and the time of its expiry, in milliseconds; 0: none."""

    credential: str
    ends_at: int


def lease_of(held: Listed) -> Lease:
    """The lease of a stream that is requested with this credential."""
    return Lease(held.id, held.credential.ends_at)


class Leases:
    """The leases that are over."""

    def __init__(self, ended: Revocations) -> None:
        self._ended = ended
        self._recently: LruCache[str, bool] = LruCache(_MOST_REMEMBERED)

    def begin(self) -> str:
        """The place from which `wait` returns ended credentials."""
        return self._ended.last()

    def wait(self, after: str) -> tuple[str, list[str]]:
        """The credentials ended after this place, which are remembered, and the next place."""
        following, ended = self._ended.wait(after, LONGEST_WAIT_SECONDS)
        for credential in ended:
            self._recently.keep(credential, True)
        return following, ended

    def is_over(self, lease: Lease | None) -> bool:
        """Whether a stream with this lease must end; without a lease it may continue."""
        if lease is None:
            return False
        return 0 < lease.ends_at <= now() or self._recently.get(lease.credential) is not None
