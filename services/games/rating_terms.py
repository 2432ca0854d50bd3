"""Rating terms beside a game's record: its rating bounds, and, for old games, whether it is rated.

They are set before the game is opened and never change.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.events import Pace
from domain.game import Game
from eventstore.lru import LruCache
from eventstore.valkey.connection import Client

_AGREED = "stele:agreed:{ratings}"
_MOST_KEPT = 10_000


class EntryTerms(Struct, frozen=True, omit_defaults=True):
    """The rating bounds for the game's seats (none: no bound).

    `rated` is used only for games of the first edition; other games have it in their record (`is_rated`). `opener` is
    the id of the player who opened the game; the bounds do not apply to them.
    """

    rated: bool = False
    least: int | None = None
    most: int | None = None
    opener: str = ""

    @property
    def is_bounded(self) -> bool:
        """Whether the seats have rating bounds."""
        return self.least is not None or self.most is not None

    def admits(self, player: str, number: int) -> bool:
        """Whether a player with this rating may take a seat."""
        if player and player == self.opener:
            return True
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


NOTHING = EntryTerms()


def is_rated(game: Game[Any], terms: EntryTerms) -> bool:
    """Whether the game was agreed to be rated: by its record, or, for older games, by its terms."""
    return terms.rated if game.edition < 2 else game.rated


def may_be_rated_at(pace: Pace | None) -> bool:
    """Whether a game of this pace may be rated, which it may not if a losing player could leave it open forever."""
    return pace is not None and pace.has_end


class EntryTermsStore:
    """The entry terms of all games; older games have none."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._kept: LruCache[str, EntryTerms] = LruCache(_MOST_KEPT)

    def settle(self, game_id: str, terms: EntryTerms) -> None:
        """Set these terms before the game is opened; terms that are set already remain."""
        if terms != NOTHING:
            self._redis.hsetnx(_AGREED, game_id, msgspec.json.encode(terms))

    def forget(self, player: str) -> None:
        """Remove this person as the opener of games."""
        for game_id, text in self._redis.hscan_iter(_AGREED):
            terms = msgspec.json.decode(text, type=EntryTerms)
            if terms.opener == player:
                self._redis.hset(_AGREED, game_id, msgspec.json.encode(replace(terms, opener="")))

    def of(self, game_id: str) -> EntryTerms:
        """The terms of this game."""
        return self.of_all([game_id])[0]

    def of_all(self, game_ids: Sequence[str]) -> list[EntryTerms]:
        """The terms of each of these games."""
        unknown = [game_id for game_id in game_ids if self._kept.get(game_id) is None]
        found: Any = self._redis.hmget(_AGREED, unknown) if unknown else []
        read = {
            game_id: NOTHING if text is None else msgspec.json.decode(text, type=EntryTerms)
            for game_id, text in zip(unknown, found, strict=True)
        }
        for game_id, terms in read.items():
            if terms != NOTHING:  # missing terms may still be set when the game is opened
                self._kept.keep(game_id, terms)
        return [self._kept.get(game_id) or read.get(game_id, NOTHING) for game_id in game_ids]
