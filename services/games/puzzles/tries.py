"""Tries: each player's first answer to each puzzle and to each daily puzzle, and the streaks that follow from these."""

from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.players import person_key

_TRIED = "puzzle-tries"
_DAILY = "daily-puzzles"


class Tries:
    """The tries of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def note(self, player: str, puzzle_id: str, is_solved: bool) -> bool:
        """Note this answer if it is the player's first to this puzzle, and return whether it is."""
        return bool(self._redis.hsetnx(person_key(player, _TRIED), puzzle_id, int(is_solved)))

    def note_daily(self, player: str, rulebook: str, day: int, is_solved: bool) -> None:
        """Note this answer if it is the player's first to a title's puzzle of this day."""
        self._redis.hsetnx(person_key(player, _DAILY), f"{rulebook} {day}", int(is_solved))

    def of(self, player: str, puzzle_id: str) -> bool | None:
        """Whether this player's first answer to this puzzle was right; none before it."""
        found: Any = self._redis.hget(person_key(player, _TRIED), puzzle_id)
        return None if found is None else found == b"1"

    def streak(self, player: str, rulebook: str, day: int) -> int:
        """The number of consecutive days, up to this one or the one before, whose puzzle this player solved at once."""
        found: Any = self._redis.hgetall(person_key(player, _DAILY))
        solved = {key.decode() for key, value in found.items() if value == b"1"}
        is_open = f"{rulebook} {day}".encode() not in found  # today can still be added
        last = day - 1 if is_open else day
        length = 0
        while f"{rulebook} {last - length}" in solved:
            length += 1
        return length

    def all_of(self, player: str) -> dict[str, bool]:
        """Whether each first answer of this player was right, by puzzle, or by title and day since 1970."""
        found: Any = {
            **self._redis.hgetall(person_key(player, _TRIED)),
            **self._redis.hgetall(person_key(player, _DAILY)),
        }
        return {name.decode(): value == b"1" for name, value in found.items()}

    def forget(self, player: str) -> None:
        """Delete all tries of this player."""
        for what in (_TRIED, _DAILY):
            self._redis.delete(person_key(player, what))
