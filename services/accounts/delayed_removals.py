"""Delayed removals: the last sign-in method of an account is removed only some days after the request.

The player is notified immediately and can cancel the removal until then, so that brief access to a browser is not
enough to take over an account. `stele:removals` holds the requests by due time.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.clocks.availability import DAY
from eventstore.outages import Outages
from eventstore.valkey.connection import Client

WAITING_DAYS = 3
_REMOVALS = "stele:removals"


class Removal(Struct, frozen=True):
    """The pending removal of a player's passkey (by its `id`) or address at `due`, in milliseconds since 1970 UTC.

    It is later if the server is down meanwhile.
    """

    player: str
    what: Literal["passkey", "address"]
    id: str
    due: int


class Removals:
    """The pending removals of all players, at most one for each player."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._outages = Outages(redis)

    def ask(self, player: str, what: Literal["passkey", "address"], removed: str, now: int) -> None:
        """Schedule this removal; an earlier one of the player's remains in place."""
        self.forget(player)
        due = now + WAITING_DAYS * DAY
        self._redis.zadd(_REMOVALS, {msgspec.json.encode(Removal(player, what, removed, due)): due})

    def of(self, player: str) -> Removal | None:
        """The player's pending removal, or none."""
        return next((one for one in self._until("+inf") if one.player == player), None)

    def ends_at(self, removal: Removal, now: int) -> int:
        """The time of the removal. Outages, during which the player could not cancel it, do not count."""
        return self._outages.waits_until(removal.due - WAITING_DAYS * DAY, WAITING_DAYS * DAY, now)

    def due(self, now: int) -> list[Removal]:
        """The removals that are due."""
        return [one for one in self._until(now) if self.ends_at(one, now) <= now]

    def forget(self, player: str) -> None:
        """Delete the player's pending removal."""
        self.keep(player)

    def keep(self, player: str) -> bool:
        """Cancel the player's pending removal, and return whether there was one."""
        waiting = [msgspec.json.encode(one) for one in self._until("+inf") if one.player == player]
        return bool(waiting and self._redis.zrem(_REMOVALS, *waiting))

    def _until(self, time: int | str) -> list[Removal]:
        found: Any = self._redis.zrangebyscore(_REMOVALS, "-inf", time)
        return [msgspec.json.decode(one, type=Removal) for one in found]
