"""Dispute statements: the reasons of players who must not write in the record, for the judge alone."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from eventstore.errors import reading
from eventstore.valkey.connection import Client
from replay.viewer_state import Seen


class Statement(NamedTuple):
    """The text of a seat's player about the dispute with this number."""

    number: int
    seat: int
    text: str


class Statements:
    """All statements, by person: one for each dispute of a game, outside the record."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def write(self, player: str, game_id: str, number: int, text: str) -> None:
        """Store this player's statement about a dispute, replacing an earlier one."""
        self._redis.hset(_statements(player), f"{game_id} {number}", text)

    def of(self, public: Seen) -> Iterator[Statement]:
        """The statements of a game's present players, by dispute, for its judge."""
        numbers = range(1, len(public.game.disputes) + 1)
        names = [f"{public.game_id} {one}" for one in numbers]
        for seat, player in enumerate(one.player for one in public.game.seats):
            if player and names:
                with reading(public.game_id):
                    found: Any = self._redis.hmget(_statements(player), names)
                yield from (
                    Statement(one, seat, text.decode()) for one, text in zip(numbers, found, strict=True) if text
                )

    def all_of(self, player: str) -> dict[str, str]:
        """All statements of this person, by game and number of the dispute."""
        found: Any = self._redis.hgetall(_statements(player))
        return {name.decode(): text.decode() for name, text in found.items()}

    def forget(self, player: str) -> None:
        """Delete all statements of this person."""
        self._redis.unlink(_statements(player))


def _statements(player: str) -> str:
    return f"stele:person:{{{player}}}:statements"
