"""Suspensions: who opens no games, sits down nowhere and says nothing for a while. They may play on where they sit."""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.connection import Client
from operations.clock import now

_SUSPENDED = "stele:suspended"


class Suspension(Struct, frozen=True):
    """Until when somebody is suspended, in milliseconds since 1970 UTC, and why: they are told."""

    until: int
    reason: str


class Suspensions:
    """Who is suspended."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, player: str) -> Suspension | None:
        """The suspension that holds for this player now, or none."""
        found: Any = self._redis.hget(_SUSPENDED, player)
        return None if found is None else _holding(found)

    def all(self) -> dict[str, Suspension]:
        """All that hold now, by the players' ids."""
        found: Any = self._redis.hgetall(_SUSPENDED)
        held = {player.decode(): _holding(kept) for player, kept in found.items()}
        return {player: one for player, one in sorted(held.items()) if one is not None}

    def suspend(self, player: str, suspension: Suspension) -> None:
        """Suspend this player; one that is over already lifts what was before."""
        if now() < suspension.until:
            self._redis.hset(_SUSPENDED, player, msgspec.json.encode(suspension))
        else:
            self._redis.hdel(_SUSPENDED, player)

    def forget(self, player: str) -> None:
        """Lift whatever there is."""
        self._redis.hdel(_SUSPENDED, player)


def _holding(kept: bytes) -> Suspension | None:
    found = msgspec.json.decode(kept, type=Suspension)
    return found if now() < found.until else None
