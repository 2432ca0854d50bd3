"""Suspensions: players who may not do something for a while.

Whoever is suspended opens no games, sits down nowhere and says nothing, and may play on where they sit. Whoever is
silenced says nothing in any room.
"""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from operations.clock import now


class Suspension(Struct, frozen=True):
    """Until when somebody is suspended, in milliseconds since 1970 UTC, and why: they are told."""

    until: int
    reason: str = ""


class Suspensions:
    """Who is suspended, or silenced; they are kept under this name."""

    def __init__(self, redis: Client, name: str) -> None:
        self._redis = redis
        self._name = name

    def of(self, player: str) -> Suspension | None:
        """The suspension that holds for this player now, or none."""
        found: Any = self._redis.hget(self._name, player)
        return None if found is None else _holding(found)

    def all(self) -> dict[str, Suspension]:
        """All that hold now, by the players' ids."""
        found: Any = self._redis.hgetall(self._name)
        held = {player.decode(): _holding(kept) for player, kept in found.items()}
        return {player: one for player, one in sorted(held.items()) if one is not None}

    def suspend(self, player: str, suspension: Suspension) -> None:
        """Suspend this player; one that is over already lifts what was before."""
        if now() < suspension.until:
            self._redis.hset(self._name, player, msgspec.json.encode(suspension))
        else:
            self._redis.hdel(self._name, player)

    def forget(self, player: str) -> None:
        """Lift whatever there is."""
        self._redis.hdel(self._name, player)


def _holding(kept: bytes) -> Suspension | None:
    found = msgspec.json.decode(kept, type=Suspension)
    return found if now() < found.until else None
