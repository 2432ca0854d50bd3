"""Variations: analysis games that their owners have shared as other lines of a finished public game.

A shared variation may be read by everyone, even while it is still played. Comments explain its steps.
"""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.errors import reading
from replay.viewer_state import Seen
from services.accounts.players import person_key
from services.games.tables import Tables

MOST_OF_A_GAME = 50
MOST_OF_A_PLAYER = 10
_OWN = "variations"


class Variation(Struct, frozen=True):
    """The analysis game with this id, shared by its owner `by` at `at` (milliseconds since 1970 UTC)."""

    game: str
    by: str
    at: int


class TooManyVariations(ValueError):
    """The game has the maximum number of variations, in all or by this player."""


class Variations:
    """The variations of all games, by the game that they are a copy of."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._redis = tables.store.redis

    def of(self, game_id: str) -> list[Variation]:
        """A game's variations, oldest first."""
        with reading(game_id):
            found: Any = self._redis.hgetall(_of_game(game_id))
            kept = [_variation(fork.decode(), value) for fork, value in found.items()]
        return sorted(kept, key=lambda one: (one.at, one.game))

    def share(self, original: Seen, fork: Seen, by: str) -> Variation:
        """Share a fork of a game that `takes_variations`; sharing it again changes nothing."""
        known = self.of(original.game_id)
        for one in known:
            if one.game == fork.game_id:
                return one
        if len(known) >= MOST_OF_A_GAME or sum(one.by == by for one in known) >= MOST_OF_A_PLAYER:
            raise TooManyVariations
        made = Variation(fork.game_id, by, self._tables.now())
        self._redis.sadd(person_key(by, _OWN), f"{original.game_id} {made.game}")
        self._redis.hset(_of_game(original.game_id), made.game, msgspec.json.encode((made.by, made.at)))
        return made

    def find(self, game_id: str, fork_id: str) -> Variation | None:
        """The variation of this game with this fork's id, or none."""
        with reading(game_id):
            found: Any = self._redis.hget(_of_game(game_id), fork_id)
            return None if found is None else _variation(fork_id, found)

    def remove(self, game_id: str, variation: Variation) -> None:
        """Stop sharing the fork, which is then private again."""
        self._redis.hdel(_of_game(game_id), variation.game)
        self._redis.srem(person_key(variation.by, _OWN), f"{game_id} {variation.game}")

    def includes(self, seen: Seen) -> bool:
        """Whether this game is a variation that everyone may read now."""
        fork = seen.game.fork
        if fork is None or self.find(fork.game, seen.game_id) is None:
            return False
        return takes_variations(self._tables.seen(fork.game))

    def shared_by(self, player: str) -> list[tuple[str, str]]:
        """The variations of this person: each game, and the analysis game that they share there."""
        own: Any = self._redis.smembers(person_key(player, _OWN))
        names = (one.decode().partition(" ") for one in own)
        return sorted((game_id, fork_id) for game_id, _, fork_id in names)

    def forget(self, player: str) -> None:
        """Delete all variations of this person."""
        for game_id, fork_id in self.shared_by(player):
            self._redis.hdel(_of_game(game_id), fork_id)
        self._redis.unlink(person_key(player, _OWN))


def takes_variations(original: Seen) -> bool:
    """Whether variations of this game may be shared: it is public, finished, and no analysis game itself."""
    game = original.game
    return game.status == "finished" and not game.private and game.fork is None


def is_variation_by(fork: Seen, original: Seen, player: str) -> bool:
    """Whether this game is a fork of the original that this player alone plays, with a move that is not copied."""
    forked = fork.game.fork
    people = {seat.player for seat in fork.game.seats if seat.is_person}
    return (
        forked is not None
        and forked.game == original.game_id
        and people == {player}
        and fork.position.action > forked.actions
    )


def _variation(fork_id: str, kept: bytes) -> Variation:
    by, at = msgspec.json.decode(kept, type=tuple[str, int])
    return Variation(fork_id, by, at)


def _of_game(game_id: str) -> str:
    return f"stele:variations:{{{game_id}}}"
