"""EntryTermsStore beside a game's record: for whom its seats are, and of an old game whether it is rated.

It is settled before the game is opened and never changes.
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
    """From which rating to which the game's seats are open (none: no such bound).

    `rated` is only of games of the first edition; of all others the record says it (`is_rated`).
    `opener` is the id of whoever opened the game: the bounds are theirs, and not for them.
    """

    rated: bool = False
    least: int | None = None
    most: int | None = None
    opener: str = ""

    @property
    def is_bounded(self) -> bool:
        """Whether the seats are not for everybody."""
        return self.least is not None or self.most is not None

    def admits(self, player: str, number: int) -> bool:
        """Whether a player with this rating may sit down."""
        if player and player == self.opener:
            return True
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


NOTHING = EntryTerms()


def is_rated(game: Game[Any], terms: EntryTerms) -> bool:
    """Whether the game was agreed to count for ratings: its record says so, or, if it is older, what was agreed to."""
    return terms.rated if game.edition < 2 else game.rated


def may_be_rated_at(pace: Pace | None) -> bool:
    """Whether a game of this pace may be rated: not where whoever is losing can leave it open for ever."""
    return pace is not None and pace.outcome != "never"


class EntryTermsStore:
    """The entry terms of each game; none of games that are older than this."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._kept: LruCache[str, EntryTerms] = LruCache(_MOST_KEPT)

    def settle(self, game_id: str, terms: EntryTerms) -> None:
        """Agree on this, before the game is opened; what was settled before stays."""
        if terms != NOTHING:
            self._redis.hsetnx(_AGREED, game_id, msgspec.json.encode(terms))

    def forget(self, player: str) -> None:
        """Keep no longer which games this person opened."""
        for game_id, text in self._redis.hscan_iter(_AGREED):
            terms = msgspec.json.decode(text, type=EntryTerms)
            if terms.opener == player:
                self._redis.hset(_AGREED, game_id, msgspec.json.encode(replace(terms, opener="")))

    def of(self, game_id: str) -> EntryTerms:
        """What was agreed to of this game."""
        return self.of_all([game_id])[0]

    def of_all(self, game_ids: Sequence[str]) -> list[EntryTerms]:
        """What was agreed to of each of these games."""
        unknown = [game_id for game_id in game_ids if self._kept.get(game_id) is None]
        found: Any = self._redis.hmget(_AGREED, unknown) if unknown else []
        read = {
            game_id: NOTHING if text is None else msgspec.json.decode(text, type=EntryTerms)
            for game_id, text in zip(unknown, found, strict=True)
        }
        for game_id, terms in read.items():
            if terms != NOTHING:  # what is not agreed yet may be agreed when the game is opened
                self._kept.keep(game_id, terms)
        return [self._kept.get(game_id) or read.get(game_id, NOTHING) for game_id in game_ids]
