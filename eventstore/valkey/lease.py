"""Leases: held by one process at a time, which renews them; the lease of a process that died expires."""

from pathlib import Path

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

_KEEP = script(Path(__file__).with_name("lease.lua"))


class Lease:
    """A lease of this name for this holder, who must renew it before so many seconds are over."""

    def __init__(self, redis: Client, name: str, holder: str, seconds: float) -> None:
        self._redis = redis
        self._name = name
        self._holder = holder
        self._milliseconds = int(1000 * seconds)

    def take(self) -> bool:
        """Take it; whether nobody had it."""
        return bool(self._redis.set(self._name, self._holder, nx=True, px=self._milliseconds))

    def renew(self) -> bool:
        """Have it for longer; whether the holder has it still."""
        return bool(_KEEP(self._redis, [self._name], [self._holder, self._milliseconds]))

    def release(self) -> None:
        """Let others have it. What another one holds since stays."""
        _KEEP(self._redis, [self._name], [self._holder, 0])

    def holder(self) -> str:
        """Who has it; nothing, if nobody does."""
        found: bytes = self._redis.get(self._name) or b""  # type: ignore[assignment]
        return found.decode(errors="replace")
