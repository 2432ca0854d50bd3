"""Leases: held by one process at a time, which renews them; the lease of a crashed process expires."""

from pathlib import Path

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

_KEEP = script(Path(__file__).with_name("lease.lua"))


class Lease:
    """A lease with this name and holder, which must be renewed before `seconds` have passed."""

    def __init__(self, redis: Client, name: str, holder: str, seconds: float) -> None:
        self._redis = redis
        self._name = name
        self._holder = holder
        self._milliseconds = int(1000 * seconds)

    def take(self) -> bool:
        """Take the lease, and return whether it was free."""
        return bool(self._redis.set(self._name, self._holder, nx=True, px=self._milliseconds))

    def renew(self) -> bool:
        """Extend the lease, and return whether the holder still had it."""
        return bool(_KEEP(self._redis, [self._name], [self._holder, self._milliseconds]))

    def release(self) -> None:
        """Release the lease. Another holder's lease stays."""
        _KEEP(self._redis, [self._name], [self._holder, 0])

    def holder(self) -> str:
        """The current holder; empty if the lease is free."""
        found: bytes = self._redis.get(self._name) or b""  # type: ignore[assignment]
        return found.decode(errors="replace")
