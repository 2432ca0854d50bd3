"""Suspensions: players who are banned from starting games, or muted, for a while.

A suspended player cannot open games, take a seat or send messages, but can continue their games. A silenced player
cannot send messages in any room.
"""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from operations.clock import now


class Suspension(Struct, frozen=True):
    """The end of a suspension, in milliseconds since 1970 UTC, and its reason, which the player is shown."""

    until: int
    reason: str = ""


class Suspensions:
    """All suspensions, or all mutes, stored under this name."""

    def __init__(self, redis: Client, name: str) -> None:
        self._redis = redis
        self._name = name

    def of(self, player: str) -> Suspension | None:
        """The player's current suspension, or none."""
        found: Any = self._redis.hget(self._name, player)
        return None if found is None else _holding(found)

    def all(self) -> dict[str, Suspension]:
        """All current suspensions, by player id."""
        found: Any = self._redis.hgetall(self._name)
        held = {player.decode(): _holding(kept) for player, kept in found.items()}
        return {player: one for player, one in sorted(held.items()) if one is not None}

    def suspend(self, player: str, suspension: Suspension) -> None:
        """Suspend this player; a suspension with a past end lifts the current one."""
        if now() < suspension.until:
            self._redis.hset(self._name, player, msgspec.json.encode(suspension))
        else:
            self._redis.hdel(self._name, player)

    def forget(self, player: str) -> None:
        """Lift the player's suspension."""
        self._redis.hdel(self._name, player)


def _holding(kept: bytes) -> Suspension | None:
    found = msgspec.json.decode(kept, type=Suspension)
    return found if now() < found.until else None
