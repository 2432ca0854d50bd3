"""Ladders: every result, and the ratings of all players that follow from them.

A ladder's ratings are a fold of its rated results in the order in which the games ended (of two at the same moment the
smaller id first), so they follow from the results alone, in whatever order these came. Result and checkpoint change in
one step: a record counts exactly once. Everything is in one hash slot.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from eventstore.errors import reading
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.community.ratings import NEWCOMER, VERSION, Rating, rated
from services.community.results import GameResult, computer_kind

RATINGS = "stele:{ratings}"
MOST_PER_PAGE = 100
MOST_RESULTS = 1_000
_CHECKPOINTS = f"{RATINGS}:checkpoints"
_MAKING = f"{RATINGS}:making"
_RESULTS = f"{RATINGS}:results"
_PLACES = f"{RATINGS}:places"
_REVISIONS = f"{RATINGS}:revisions"
_FOLDED = f"{RATINGS}:folded"
_LISTS = f"{RATINGS}:"
# Not among what `clear` forgets: who is forgotten stays so.
_FORGOTTEN = "stele:forgotten:{ratings}"
_GONE = "gone-"
_TIME_DIGITS = 15
_AT_ONCE = 500
_TOGETHER = 100  # nobody else is answered while a script runs
_RESULT = Path(__file__).with_name("result.lua")
_LADDER = Path(__file__).with_name("ladder.lua")
_CLEAR = Path(__file__).with_name("ratings_clear.lua")
_NOTHING = "0"
"""Stands before every result."""


class Ranked(NamedTuple):
    """A line of a board."""

    who: str
    rating: Rating


class ResultRecord(NamedTuple):
    """What a record makes of its game: nothing of one that goes on, which has no id here, or that came to nothing."""

    partition: int
    number: int
    game_id: str = ""
    result: GameResult | None = None


class Ladders:
    """All results and ratings. What cannot be read of them is `RecordDamaged`, and named `RATINGS`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def making(self) -> str | None:
        """Which making of the ratings this is: another each time they are made anew; none if today's model made none.

        What belongs to another making is not taken in, so that nobody's old record counts before all the others do.
        """
        found: Any = self._redis.get(_MAKING)
        making = (found or b"").decode(errors="replace")
        return making if making.partition(" ")[0] == VERSION else None

    def checkpoints(self) -> dict[int, int]:
        """The number of the last record of each partition that is counted here."""
        with reading(RATINGS):
            found: Any = self._redis.hgetall(_CHECKPOINTS)
            return {int(partition): int(number) for partition, number in found.items()}

    def apply(self, making: str, taken: Sequence[ResultRecord]) -> int:
        """Store what these records make of their games; how many were new: one that already counted changes nothing.

        Those of a partition are in its order.
        """
        keys = (_MAKING, _CHECKPOINTS, _RESULTS, _PLACES, _REVISIONS, _FOLDED)
        new = 0
        with reading(RATINGS):
            for start in range(0, len(taken), _TOGETHER):
                some = taken[start : start + _TOGETHER]
                arguments = [making, _LISTS, *(one for record in some for one in self._arguments(record))]
                new += int(script(_RESULT)(self._redis, keys, arguments))
        return new

    def _arguments(self, taken: ResultRecord) -> Iterator[Any]:
        """What `result.lua` is told of a record."""
        result = None if taken.result is None else self._without_forgotten(taken.result)
        yield from (taken.partition, taken.number, taken.game_id)
        if result is None:
            yield from ("", "", "", 0)
            return
        ladder, concerned = result.ladder if result.rated else "", result.concerned
        yield from (msgspec.json.encode(result), _member(result), ladder, len(concerned), *concerned)

    def settle(self) -> int:
        """Bring the ratings of every ladder up to date with its results; how many games were counted."""
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
        """Count these results behind those that were counted; whether nothing had changed meanwhile."""
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
                is_shown = not (rating.is_provisional or who.startswith(_GONE))
                people += [who, msgspec.json.encode(rating), rating.middle if is_shown else ""]
        names = (f"{_LISTS}{what}:{ladder}" for what in ("numbers", "after", "board"))
        keys = (_REVISIONS, _FOLDED, *names)
        arguments = [ladder, revision, before, reached, len(people) // 3, *people, *games]
        return bool(script(_LADDER)(self._redis, keys, arguments))

    def results(self, game_ids: Sequence[str]) -> dict[str, GameResult]:
        """The results of those of these games that have one, by the games' ids."""
        with reading(RATINGS):
            return {result.game: result for result in self._read(game_ids)}

    def _results(self, members: Iterable[bytes]) -> list[GameResult]:
        return self._read([member.decode().partition(":")[2] for member in members])

    def _read(self, game_ids: Sequence[str]) -> list[GameResult]:
        found: Any = self._redis.hmget(_RESULTS, list(game_ids)) if game_ids else []
        return [msgspec.json.decode(one, type=GameResult) for one in found if one is not None]

    def _ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        found: Any = self._redis.hmget(f"{_LISTS}numbers:{ladder}", list(everybody))
        return [None if one is None else msgspec.json.decode(one, type=Rating) for one in found]

    def rating(self, ladder: str, who: str) -> Rating:
        """The rating that somebody has on this ladder: a newcomer's before their first rated game."""
        with reading(RATINGS):
            return self._ratings(ladder, [who])[0] or NEWCOMER

    def ladders(self) -> dict[str, int]:
        """Every ladder on which games were rated, and how many stand on its board."""
        with reading(RATINGS):
            found: Any = self._redis.hkeys(_REVISIONS)
            names = sorted(ladder.decode() for ladder in found)
            return {name: int(self._redis.zcard(f"{_LISTS}board:{name}")) for name in names}

    def board(self, ladder: str, first: int, limit: int) -> list[Ranked]:
        """So many of those whose rating on this ladder is not provisional, the highest first, from this place on."""
        with reading(RATINGS):
            last = first + min(limit, MOST_PER_PAGE) - 1
            found: Any = self._redis.zrange(f"{_LISTS}board:{ladder}", first, last, desc=True)
            everybody = [who.decode() for who in found]
            ratings = self._ratings(ladder, everybody) if everybody else []
            return [Ranked(who, rating) for who, rating in zip(everybody, ratings, strict=True) if rating is not None]

    def results_of(self, who: str) -> list[GameResult]:
        """The last results of somebody, the oldest first."""
        with reading(RATINGS):
            members: Any = self._redis.zrange(f"{_LISTS}of:{who}", -MOST_RESULTS, -1)
            return self._results(members)

    def after(self, ladder: str, game_ids: Sequence[str], who: str) -> list[Rating | None]:
        """What somebody's rating was after each of these games."""
        with reading(RATINGS):
            found: Any = self._redis.hmget(f"{_LISTS}after:{ladder}", list(game_ids)) if game_ids else []
            read = (None if one is None else msgspec.json.decode(one, type=dict[str, Rating]) for one in found)
            return [None if one is None else one.get(who) for one in read]

    def forget(self, player_id: str) -> None:
        """Keep nothing under this person's id any more; what others' ratings owe to their games stays.

        In their results another name stands in their place, which leads to nobody. What breaks off is done again.
        """
        with reading(RATINGS):
            self._redis.sadd(_FORGOTTEN, _gone(player_id))
            members: Any = self._redis.zrange(f"{_LISTS}of:{player_id}", 0, -1)
            for game in (member.partition(b":")[2].decode() for member in members):
                for name in (_RESULTS, _PLACES, *(f"{_LISTS}after:{ladder}" for ladder in self.ladders())):
                    text: Any = self._redis.hget(name, game)
                    if text is not None:
                        self._redis.hset(name, game, text.replace(player_id.encode(), _gone(player_id).encode()))
            for ladder in self.ladders():
                self._redis.hincrby(_REVISIONS, ladder, 1)  # whoever is just counting begins again
                rating: Any = self._redis.hget(f"{_LISTS}numbers:{ladder}", player_id)
                if rating is not None:
                    self._redis.hset(f"{_LISTS}numbers:{ladder}", _gone(player_id), rating)
                    self._redis.hdel(f"{_LISTS}numbers:{ladder}", player_id)
                self._redis.zrem(f"{_LISTS}board:{ladder}", player_id)
            self._redis.delete(f"{_LISTS}of:{player_id}")

    def has_forgotten(self, player_id: str) -> bool:
        """Whether nothing of this person is shown any more."""
        return bool(self._redis.sismember(_FORGOTTEN, _gone(player_id)))

    def _without_forgotten(self, result: GameResult) -> GameResult:
        """The result with another name in the place of each person who is forgotten."""
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

    def clear(self) -> None:
        """Forget all results and ratings: the next reader of the logs makes them anew."""
        names = [name.decode() for name in self._redis.scan_iter(f"{RATINGS}:*", 1000)]
        script(_CLEAR)(self._redis, [_MAKING, *names], [f"{VERSION} {secrets.token_hex(8)}"])


def _gone(player_id: str) -> str:
    """What stands in the place of a person who is forgotten."""
    return _GONE + hashlib.sha256(player_id.encode()).hexdigest()[:16]


def _member(result: GameResult) -> str:
    return f"{result.ended_at:0{_TIME_DIGITS}d}:{result.game}"
