"""Ladders: all results, and the ratings computed from them.

A ladder's ratings are a fold of its rated results in the order in which the games ended (of two that ended at the same
moment, the smaller id first), so they do not depend on the order in which results arrive.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from eventstore.errors import reading
from eventstore.packed_texts import PackedTexts
from eventstore.projection import MemoryModel
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.community.ratings import NEWCOMER, VERSION, Rating, rated
from services.community.results import GameResult, computer_kind

RATINGS = "stele:{ratings}"
MOST_PER_PAGE = 100
MOST_RESULTS = 1_000
_RESULTS = f"{RATINGS}:results"
_PACKED = PackedTexts(
    b'{"game":"","rulebook":"","started_at":17,"ended_at":17,"seats":[{"player":"","kind":"person","place":1,"points":10,'
    b'"answers":[[20,0,0,0,0,0,10]]},{"player":"","kind":"person","place":2,"points":1,"answers":[[20,0,0,0,0,0,10]]}],'
    b'"rated":true}'
)
"""A change of these words needs a new version of `Ladders`."""
_PLACES = f"{RATINGS}:places"
_REVISIONS = f"{RATINGS}:revisions"
_FOLDED = f"{RATINGS}:folded"
_LISTS = f"{RATINGS}:"
# These have another name than the model: a forgotten person stays forgotten when it is rebuilt.
_FORGOTTEN = "stele:forgotten:{ratings}"
_GONE = "gone-"
_TIME_DIGITS = 15
_AT_ONCE = 500
_RESULT = Path(__file__).with_name("result.lua")
_LADDER = Path(__file__).with_name("ladder.lua")
_NOTHING = "0"
"""Sorts before every result."""
_ESTABLISHED = 1_000_000
"""Added to an established rating on the leaderboard, so that provisional ones come after all of these."""


class Ranked(NamedTuple):
    """A row of a leaderboard."""

    who: str
    rating: Rating


class Ladders(MemoryModel[GameResult]):
    """All results and ratings. Unreadable data raises `RecordDamaged`, named `RATINGS`."""

    def __init__(self, redis: Client) -> None:
        super().__init__(redis, RATINGS, _RESULT)

    def version(self) -> str:
        """The version of the computation."""
        return VERSION

    def stored(self, game_id: str, fact: GameResult | None) -> tuple[bytes, dict[str, Any]]:
        """The result, and the arguments of `result.lua`, which lists it."""
        if fact is None:
            return b"", {}
        result = self._without_forgotten(fact)
        ladder = result.ladder if result.rated else ""
        return _PACKED.pack(msgspec.json.encode(result)), {
            "member": _member(result), "ladder": ladder, "people": list(result.concerned),
        }  # fmt: skip

    def settle(self) -> int:
        """Update the ratings of every ladder from its results, and return how many games were counted."""
        with reading(RATINGS):
            revisions: Any = self._redis.hgetall(_REVISIONS)
            folded: Any = self._redis.hgetall(_FOLDED)
            behind = [
                ladder.decode()
                for ladder, revision in sorted(revisions.items())
                if folded.get(ladder, b"").partition(b" ")[0] != revision
            ]
            return sum(self._settle(ladder) for ladder in behind)

    def _settle(self, ladder: str) -> int:
        counted = 0
        while True:
            revision: Any = self._redis.hget(_REVISIONS, ladder)
            found: Any = self._redis.hget(_FOLDED, ladder)
            before = (found or b"").decode()
            upto, _, last = before.partition(" ")
            if upto == revision.decode():
                return counted
            members: Any = self._redis.zrangebylex(f"{_LISTS}rated:{ladder}", f"({last or _NOTHING}", "+", 0, _AT_ONCE)
            is_last = len(members) < _AT_ONCE
            reached = (
                f"{revision.decode() if is_last else ''} {(members[-1].decode() if members else last or _NOTHING)}"
            )
            if self._fold(ladder, revision.decode(), before, reached, self._results(members)):
                counted += len(members)

    def _fold(self, ladder: str, revision: str, before: str, reached: str, results: Sequence[GameResult]) -> bool:
        """Count these results after those already counted. Returns false if the ladder changed meanwhile."""
        everybody = list(dict.fromkeys(seat.who for result in results for seat in result.seats))
        ratings = dict(zip(everybody, self._ratings(ladder, everybody), strict=True)) if before and everybody else {}
        games: list[Any] = []
        for result in results:
            now = rated(result, {who: rating for who, rating in ratings.items() if rating is not None})
            ratings |= now
            games += [result.game, msgspec.json.encode(now)]
        people: list[Any] = []
        for who, rating in ratings.items():
            if rating is not None:
                order: float | str = rating.middle + (0 if rating.is_provisional else _ESTABLISHED)
                people += [who, msgspec.json.encode(rating), "" if who.startswith(_GONE) else order]
        names = (f"{_LISTS}{what}:{ladder}" for what in ("numbers", "after", "board"))
        keys = (_REVISIONS, _FOLDED, *names)
        arguments = [ladder, revision, before, reached, len(people) // 3, *people, *games]
        return bool(script(_LADDER)(self._redis, keys, arguments))

    def results(self, game_ids: Sequence[str]) -> dict[str, GameResult]:
        """The results of these games, by id, without games that have none."""
        with reading(RATINGS):
            return {result.game: result for result in self._read(game_ids)}

    def _results(self, members: Iterable[bytes]) -> list[GameResult]:
        return self._read([member.decode().partition(":")[2] for member in members])

    def _read(self, game_ids: Sequence[str]) -> list[GameResult]:
        found: Any = self._redis.hmget(_RESULTS, list(game_ids)) if game_ids else []
        return [msgspec.json.decode(_PACKED.unpack(one), type=GameResult) for one in found if one is not None]

    def ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        """These players' ratings on this ladder; none before their first rated game."""
        with reading(RATINGS):
            return self._ratings(ladder, everybody) if everybody else []

    def _ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        found: Any = self._redis.hmget(f"{_LISTS}numbers:{ladder}", list(everybody))
        return [None if one is None else msgspec.json.decode(one, type=Rating) for one in found]

    def rating(self, ladder: str, who: str) -> Rating:
        """A player's rating on this ladder; before their first rated game, the initial rating."""
        with reading(RATINGS):
            return self._ratings(ladder, [who])[0] or NEWCOMER

    def ladders(self) -> dict[str, int]:
        """All ladders with rated games, and the number of players on the leaderboard of each."""
        with reading(RATINGS):
            found: Any = self._redis.hkeys(_REVISIONS)
            names = sorted(ladder.decode() for ladder in found)
            return {name: int(self._redis.zcard(f"{_LISTS}board:{name}")) for name in names}

    def board(self, ladder: str, first: int, limit: int) -> list[Ranked]:
        """Up to `limit` players of this ladder, from this place on: highest first, provisional ratings last."""
        with reading(RATINGS):
            last = first + min(limit, MOST_PER_PAGE) - 1
            found: Any = self._redis.zrange(f"{_LISTS}board:{ladder}", first, last, desc=True)
            everybody = [who.decode() for who in found]
            ratings = self._ratings(ladder, everybody) if everybody else []
            return [Ranked(who, rating) for who, rating in zip(everybody, ratings, strict=True) if rating is not None]

    def results_of(self, who: str) -> list[GameResult]:
        """A player's latest results, oldest first."""
        with reading(RATINGS):
            members: Any = self._redis.zrange(f"{_LISTS}of:{who}", -MOST_RESULTS, -1)
            return self._results(members)

    def after(self, ladder: str, game_ids: Sequence[str], who: str) -> list[Rating | None]:
        """A player's rating after each of these games."""
        with reading(RATINGS):
            found: Any = self._redis.hmget(f"{_LISTS}after:{ladder}", list(game_ids)) if game_ids else []
            read = (None if one is None else msgspec.json.decode(one, type=dict[str, Rating]) for one in found)
            return [None if one is None else one.get(who) for one in read]

    def forget(self, player_id: str) -> None:
        """Remove this person's id from all results and ratings; others' ratings do not change.

        In results, another id replaces it, which belongs to no player. Safe to repeat after an interruption.
        """
        with reading(RATINGS):
            self._redis.sadd(_FORGOTTEN, _gone(player_id))
            members: Any = self._redis.zrange(f"{_LISTS}of:{player_id}", 0, -1)
            for game in (member.partition(b":")[2].decode() for member in members):
                packed: Any = self._redis.hget(_RESULTS, game)
                if packed is not None:
                    result = _PACKED.unpack(packed).replace(player_id.encode(), _gone(player_id).encode())
                    self._redis.hset(_RESULTS, game, _PACKED.pack(result))
                for name in (_PLACES, *(f"{_LISTS}after:{ladder}" for ladder in self.ladders())):
                    text: Any = self._redis.hget(name, game)
                    if text is not None:
                        self._redis.hset(name, game, text.replace(player_id.encode(), _gone(player_id).encode()))
            for ladder in self.ladders():
                self._redis.hincrby(_REVISIONS, ladder, 1)  # makes a fold that is under way start again
                rating: Any = self._redis.hget(f"{_LISTS}numbers:{ladder}", player_id)
                if rating is not None:
                    self._redis.hset(f"{_LISTS}numbers:{ladder}", _gone(player_id), rating)
                    self._redis.hdel(f"{_LISTS}numbers:{ladder}", player_id)
                self._redis.zrem(f"{_LISTS}board:{ladder}", player_id)
            self._redis.delete(f"{_LISTS}of:{player_id}")

    def has_forgotten(self, player_id: str) -> bool:
        """Whether this person has been removed from the results."""
        return bool(self._redis.sismember(_FORGOTTEN, _gone(player_id)))

    def _without_forgotten(self, result: GameResult) -> GameResult:
        """The result, with the id of each forgotten person replaced."""
        ids = [who for who in result.concerned if computer_kind(who) is None]
        found: Any = self._redis.smismember(_FORGOTTEN, [_gone(one) for one in ids]) if ids else []
        gone = {one: _gone(one) for one, is_gone in zip(ids, found, strict=True) if is_gone}
        if not gone:
            return result
        seats = (
            replace(seat, player=gone.get(seat.player, seat.player), heir=gone.get(seat.heir, seat.heir))
            for seat in result.seats
        )
        return replace(result, seats=tuple(seats))


def _gone(player_id: str) -> str:
    """The id that replaces a forgotten person's."""
    return _GONE + hashlib.sha256(player_id.encode()).hexdigest()[:16]


def _member(result: GameResult) -> str:
    return f"{result.ended_at:0{_TIME_DIGITS}d}:{result.game}"
