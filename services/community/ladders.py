"""Ladders: all results, and the ratings computed from them.

A ladder's ratings are a fold of its rated results in the order in which the games ended (of two that ended at the same
moment, the smaller id first), so they do not depend on the order in which results arrive.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventstore.errors import reading
from eventstore.packed_texts import PackedTexts
from eventstore.projection import MemoryModel, Place, game_of
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.community.ratings import NEWCOMER, VERSION, Rating, rated
from services.community.results import GameResult, computer_kind

RATINGS = "stele:{ratings}"
MOST_PER_PAGE = 100
MOST_RESULTS = 1_000
_PACKED = PackedTexts(
    b'{"game":"","rulebook":"","started_at":17,"ended_at":17,"seats":[{"player":"","kind":"person","place":1,"points":10,'
    b'"answers":[[20,0,0,0,0,0,10]]},{"player":"","kind":"person","place":2,"points":1,"answers":[[20,0,0,0,0,0,10]]}],'
    b'"rated":true}'
)
"""A change of these words needs a new version of `Ladders`."""
_FIRST = f"{RATINGS}:"
"""Of the parts, the one with the ratings."""
# These have another name than the model: a forgotten person stays forgotten when it is rebuilt.
_FORGOTTEN = "stele:forgotten:{ratings}"
_GONE = "gone-"
_TIME_DIGITS = 15
_AT_ONCE = 500
_RESULT = Path(__file__).with_name("result.lua")
_LADDER = Path(__file__).with_name("ladder.lua")
_NOTHING = "0"
"""Sorts before every result."""
_UNFINISHED = -1
_ESTABLISHED = 1_000_000
"""Added to an established rating on the leaderboard, so that provisional ones come after all of these."""


class Ranked(NamedTuple):
    """A row of a leaderboard."""

    who: str
    rating: Rating


class _Folded(Struct, frozen=True, array_like=True):
    """The results from which a ladder's ratings were computed: their number, and the last one as a member of its list.

    `revision` and `replaced` are how often the ladder had changed by then (below 0: there are more results to count),
    and how often a result had been taken off it.
    """

    revision: int = _UNFINISHED
    replaced: int = 0
    counted: int = 0
    last: str = _NOTHING


class Ladders(MemoryModel[GameResult]):
    """All results and ratings. Unreadable data raises `RecordDamaged`, named `RATINGS`.

    In a cluster each part has the results of its games, and the first one has the ratings.
    """

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
            # These are read before the revisions, which are then at least as new.
            folded: Any = self._redis.hgetall(f"{_FIRST}folded")
            revisions = self._revisions()
            behind = [one for one in sorted(revisions) if _folded(folded.get(one.encode())).revision != revisions[one]]
            return sum(self._settle(ladder) for ladder in behind)

    def _settle(self, ladder: str) -> int:
        counted = 0
        while True:
            folded, revisions = f"{_FIRST}folded", f"{_FIRST}revisions"
            asked = ("GET", f"{_FIRST}making"), ("HGET", folded, ladder), ("HGET", revisions, ladder)
            build, before, own = self.ask_each(asked)
            revision, replaced = self._revisions()[ladder], self._sum("HGET", "replaced", ladder)
            done = _folded(before)
            if done.revision == revision:
                return counted
            among = self._sum("ZLEXCOUNT", f"rated:{ladder}", "-", f"[{done.last}")
            if (done.replaced, done.counted) != (replaced, among):
                done = _Folded()  # something has changed among what was counted
            limits = (f"({done.last}", "+", "LIMIT", 0, _AT_ONCE)
            found = self.members("ZRANGEBYLEX", f"rated:{ladder}", *limits)[:_AT_ONCE]
            now = _Folded(
                revision if len(found) < _AT_ONCE else _UNFINISHED,
                replaced,
                done.counted + len(found),
                found[-1][0].decode() if found else done.last,
            )
            guards = [one or b"" for one in (build, own, before)]
            if self._fold(ladder, guards, not done.counted, now, found):
                counted += len(found)

    def _fold(
        self, ladder: str, guards: Sequence[bytes], is_first: bool, now: _Folded, places: Sequence[Place]
    ) -> bool:
        """Count these results after those already counted, and return whether nothing had changed meanwhile."""
        results = self._results(places)
        everybody = list(dict.fromkeys(seat.who for result in results for seat in result.seats))
        known = [] if is_first or not everybody else zip(everybody, self._ratings(ladder, everybody), strict=True)
        ratings = {who: rating for who, rating in known if rating is not None}
        part_of = {game_of(member): part for member, part in places}
        after: list[tuple[Any, ...]] = []
        for result in results:
            ratings |= (found := rated(result, ratings))
            shown = [Rating(one.number, one.uncertainty, one.games) for one in found.values()]
            name = f"{self.prefixes[part_of[result.game]]}after:{ladder}"
            after.append(("HSET", name, result.game, msgspec.json.encode(shown)))
        self.ask_each(after)
        people: list[Any] = []
        for who, rating in ratings.items():
            order: float | str = rating.middle + (0 if rating.is_provisional else _ESTABLISHED)
            people += [who, msgspec.json.encode(rating), "" if who.startswith(_GONE) else order]
        keys = [_FIRST + name for name in ("making", "revisions", "folded", f"numbers:{ladder}", f"board:{ladder}")]
        arguments = [ladder, *guards, msgspec.json.encode(now), int(is_first), *people]
        return bool(script(_LADDER)(self._redis, keys, arguments))

    def _revisions(self) -> Counter[str]:
        """How often each ladder has changed."""
        found = self.ask_parts(lambda prefix: ("HGETALL", f"{prefix}revisions"))
        changed: Counter[str] = Counter()
        for of_part in found:
            changed.update({ladder.decode(): int(number) for ladder, number in of_part.items()})
        return changed

    def _sum(self, command: str, name: str, *rest: Any) -> int:
        """The sum of the numbers that this command gives for all parts."""
        return sum(int(one or 0) for one in self.ask_parts(lambda prefix: (command, prefix + name, *rest)))

    def results(self, game_ids: Sequence[str]) -> dict[str, GameResult]:
        """The results of these games, by id, without games that have none."""
        if not game_ids:
            return {}
        with reading(RATINGS):
            found = self.ask_parts(lambda prefix: ("HMGET", f"{prefix}results", *game_ids))
            return {result.game: result for result in map(_read, (one for own in found for one in own if one))}

    def _results(self, places: Sequence[Place]) -> list[GameResult]:
        return [_read(one) for one in self.values("results", places)]

    def ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        """These players' ratings on this ladder; none before their first rated game."""
        with reading(RATINGS):
            return self._ratings(ladder, everybody) if everybody else []

    def _ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        found: Any = self._redis.hmget(f"{_FIRST}numbers:{ladder}", list(everybody))
        return [None if one is None else msgspec.json.decode(one, type=Rating) for one in found]

    def rating(self, ladder: str, who: str) -> Rating:
        """A player's rating on this ladder; before their first rated game, the initial rating."""
        with reading(RATINGS):
            return self._ratings(ladder, [who])[0] or NEWCOMER

    def ladders(self) -> dict[str, int]:
        """All ladders with rated games, and the number of players on the leaderboard of each."""
        with reading(RATINGS):
            return {name: int(self._redis.zcard(f"{_FIRST}board:{name}")) for name in sorted(self._revisions())}

    def board(self, ladder: str, first: int, limit: int) -> list[Ranked]:
        """Up to `limit` players of this ladder, from this place on: highest first, provisional ratings last."""
        with reading(RATINGS):
            last = first + min(limit, MOST_PER_PAGE) - 1
            found: Any = self._redis.zrange(f"{_FIRST}board:{ladder}", first, last, desc=True)
            everybody = [who.decode() for who in found]
            ratings = self._ratings(ladder, everybody) if everybody else []
            return [Ranked(who, rating) for who, rating in zip(everybody, ratings, strict=True) if rating is not None]

    def results_of(self, who: str) -> list[GameResult]:
        """A player's latest results, oldest first."""
        with reading(RATINGS):
            return self._results(self.members("ZRANGE", f"of:{who}", -MOST_RESULTS, -1)[-MOST_RESULTS:])

    def after(self, ladder: str, results: Sequence[GameResult], who: str) -> list[Rating | None]:
        """A player's rating after each of the player's games, rounded as shown; none where it is not computed."""
        if not results:
            return []
        with reading(RATINGS):
            games = [one.game for one in results]
            replies = self.ask_parts(lambda prefix: ("HMGET", f"{prefix}after:{ladder}", *games))
            curves = [next(filter(None, of_game), b"[]") for of_game in zip(*replies, strict=True)]
            places = [list(dict.fromkeys(seat.who for seat in one.seats)).index(who) for one in results]
            found = (msgspec.json.decode(one, type=list[Rating]) for one in curves)
            return [curve[place] if curve else None for place, curve in zip(places, found, strict=True)]

    def forget(self, player_id: str) -> None:
        """Remove this person's id from all results and ratings; others' ratings do not change.

        In results, another id replaces it, which belongs to no player. Safe to repeat after an interruption.
        """
        with reading(RATINGS):
            self._redis.sadd(_FORGOTTEN, _gone(player_id))
            for member, part in self.members("ZRANGE", f"of:{player_id}", 0, -1):
                game, prefix = game_of(member), self.prefixes[part]
                results, places = f"{prefix}results", f"{prefix}places"
                packed, text = self.ask_each([("HGET", results, game), ("HGET", places, game)])
                if packed is not None:
                    result = _PACKED.unpack(packed).replace(player_id.encode(), _gone(player_id).encode())
                    self._redis.hset(results, game, _PACKED.pack(result))
                if text is not None:
                    self._redis.hset(places, game, text.replace(player_id.encode(), _gone(player_id).encode()))
            for ladder in self.ladders():
                self._redis.hincrby(f"{_FIRST}revisions", ladder, 1)  # makes a fold that is under way start again
                rating: Any = self._redis.hget(f"{_FIRST}numbers:{ladder}", player_id)
                if rating is not None:
                    self._redis.hset(f"{_FIRST}numbers:{ladder}", _gone(player_id), rating)
                    self._redis.hdel(f"{_FIRST}numbers:{ladder}", player_id)
                self._redis.zrem(f"{_FIRST}board:{ladder}", player_id)
            self.ask_parts(lambda prefix: ("DEL", f"{prefix}of:{player_id}"))

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


def _folded(stored: bytes | None) -> _Folded:
    return _Folded() if stored is None else msgspec.json.decode(stored, type=_Folded)


def _read(stored: bytes) -> GameResult:
    return msgspec.json.decode(_PACKED.unpack(stored), type=GameResult)


def _gone(player_id: str) -> str:
    """The id that replaces a forgotten person's."""
    return _GONE + hashlib.sha256(player_id.encode()).hexdigest()[:16]


def _member(result: GameResult) -> str:
    return f"{result.ended_at:0{_TIME_DIGITS}d}:{result.game}"
