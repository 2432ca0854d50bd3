"""Delayed removals: the last way to sign in to an account is removed only some days after the request.

They are told at once, and may keep it meanwhile: whoever has got hold of a browser for a moment takes no account so.
`stele:removals` holds who asked for what, by when it is due.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from domain.clocks.availability import DAY
from eventstore.valkey.connection import Client

WAITING_DAYS = 3
_REMOVALS = "stele:removals"


class Removal(Struct, frozen=True):
    """That a passkey (by its `id`) or the address of a player goes at `due`, in milliseconds since 1970 UTC."""

    player: str
    what: Literal["passkey", "address"]
    id: str
    due: int


class Removals:
    """The removals of all players; one of each player's at a time."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def ask(self, player: str, what: Literal["passkey", "address"], removed: str, now: int) -> None:
        """Let this go in some days; what was to go before stays."""
        self.forget(player)
        due = now + WAITING_DAYS * DAY
        self._redis.zadd(_REMOVALS, {msgspec.json.encode(Removal(player, what, removed, due)): due})

    def of(self, player: str) -> Removal | None:
        """What of this player's is to go; none if nothing is."""
        return next((one for one in self._until("+inf") if one.player == player), None)

    def due(self, now: int) -> list[Removal]:
        """What is to go now."""
        return self._until(now)

    def forget(self, player: str) -> None:
        """Forget what of this player's was to go."""
        self.keep(player)

    def keep(self, player: str) -> bool:
        """Nothing of this player's is to go any more; whether something was."""
        waiting = [msgspec.json.encode(one) for one in self._until("+inf") if one.player == player]
        return bool(waiting and self._redis.zrem(_REMOVALS, *waiting))

    def _until(self, time: int | str) -> list[Removal]:
        found: Any = self._redis.zrangebyscore(_REMOVALS, "-inf", time)
        return [msgspec.json.decode(one, type=Removal) for one in found]
