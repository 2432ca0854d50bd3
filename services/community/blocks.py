"""Blocks and mutes: players whose messages a person hides (muted), or with whom they do not play (blocked).

A player is not notified of being muted. A blocked player cannot take a seat at a table where the other sits, and
neither sees the other's messages.
"""

from collections.abc import Iterable
from typing import Any, Literal, get_args

from eventstore.valkey.connection import Client

Way = Literal["muted", "blocked"]
WAYS: tuple[Way, ...] = get_args(Way)
MOST_SHUNNED = 500


class TooManyBlocks(ValueError):
    """The player has the maximum number of mutes or blocks."""


class Blocks:
    """Mutes and blocks of all players. `blocked_by` is the reverse index, for fast checks."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, player: str) -> dict[Way, list[str]]:
        """The ids of the players whom this person mutes or blocks, by way."""
        return {way: sorted(self._members(_shunned(player, way))) for way in WAYS}

    def shun(self, player: str, other: str, way: Way, wanted: bool) -> None:
        """Mute or block a player, or undo it."""
        if not wanted:
            self._redis.srem(_shunned(player, way), other)
            if way == "blocked":
                self._redis.srem(_blocked_by(other), player)
            return
        if int(self._redis.scard(_shunned(player, way))) >= MOST_SHUNNED:
            raise TooManyBlocks
        self._redis.sadd(_shunned(player, way), other)
        if way == "blocked":
            self._redis.sadd(_blocked_by(other), player)

    def unheard(self, player: str) -> set[str]:
        """The players whose messages this person does not see: those they mute or block, and those who block them."""
        names = [*(_shunned(player, way) for way in WAYS), _blocked_by(player)]
        found: Any = self._redis.sunion(names)
        return {one.decode() for one in found}

    def has_blocked(self, player: str, other: str) -> bool:
        """Whether this person has blocked the other."""
        return bool(self._redis.sismember(_shunned(player, "blocked"), other))

    def keeps_away(self, player: str, others: Iterable[str]) -> bool:
        """Whether one of these players has blocked this person, or has been blocked by them."""
        there = {other for other in others if other}
        if not there:
            return False
        found: Any = self._redis.sunion([_shunned(player, "blocked"), _blocked_by(player)])
        return not there.isdisjoint(one.decode() for one in found)

    def forget(self, player: str) -> None:
        """Delete this person's lists, and remove them from the lists of others."""
        for other in self._members(_shunned(player, "blocked")):
            self._redis.srem(_blocked_by(other), player)
        for other in self._members(_blocked_by(player)):
            self._redis.srem(_shunned(other, "blocked"), player)
        self._redis.unlink(*(_shunned(player, way) for way in WAYS), _blocked_by(player))

    def _members(self, name: str) -> list[str]:
        found: Any = self._redis.smembers(name)
        return [one.decode() for one in found]


def _shunned(player: str, way: Way) -> str:
    return f"stele:person:{{{player}}}:{way}"


def _blocked_by(player: str) -> str:
    return f"stele:person:{{{player}}}:blocked-by"
