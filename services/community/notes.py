"""Notes: a person's private notes about positions of a game."""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.errors import reading
from eventstore.valkey.connection import Client

LONGEST_NOTE = 4000
MOST_NOTES = 500


class Note(Struct, frozen=True):
    """A text about a position. `at`: the time of writing, in milliseconds since 1970 UTC."""

    position: str
    at: int
    text: str


class TooManyNotes(ValueError):
    """The game has the maximum number of notes."""


class Notes:
    """All notes, by person and game."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, player: str, game_id: str) -> list[Note]:
        """This person's notes about a game, in the order of their positions."""
        with reading(game_id):
            found: Any = self._redis.hgetall(_notes(player, game_id))
            notes = [_note(position, kept) for position, kept in found.items()]
        return sorted(notes, key=lambda note: tuple(map(int, note.position.split("-"))))

    def write(self, player: str, game_id: str, note: Note) -> None:
        """Store this note, replacing an earlier one at its position; an empty text deletes it."""
        name = _notes(player, game_id)
        if not note.text:
            self._redis.hdel(name, note.position)
            return
        if not self._redis.hexists(name, note.position) and int(self._redis.hlen(name)) >= MOST_NOTES:
            raise TooManyNotes
        self._redis.hset(name, note.position, msgspec.json.encode((note.at, note.text)))
        self._redis.sadd(_noted(player), game_id)

    def all_of(self, player: str) -> dict[str, list[Note]]:
        """All notes of this person, by game."""
        return {game_id: found for game_id in self._games(player) if (found := self.of(player, game_id))}

    def forget(self, player: str) -> None:
        """Delete all notes of this person."""
        self._redis.unlink(_noted(player), *(_notes(player, game_id) for game_id in self._games(player)))

    def _games(self, player: str) -> list[str]:
        """The games about which this person has written."""
        found: Any = self._redis.smembers(_noted(player))
        return sorted(one.decode() for one in found)


def _note(position: bytes, kept: bytes) -> Note:
    at, text = msgspec.json.decode(kept, type=tuple[int, str])
    return Note(position.decode(), at, text)


def _notes(player: str, game_id: str) -> str:
    return f"stele:person:{{{player}}}:notes:{game_id}"


def _noted(player: str) -> str:
    return f"stele:person:{{{player}}}:noted"
