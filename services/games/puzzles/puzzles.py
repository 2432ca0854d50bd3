"""Puzzles: the checked positions, the daily puzzle of each title, and how often each is solved.

A puzzle shows what its seat saw, without anything that identifies its game. It can be found only while all may read its
game.
"""

import hashlib
from math import sqrt
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.availability import DAY
from domain.game import PERSON, Seat
from domain.messages import Command
from domain.proposals.events import NO_PROPOSALS
from replay.viewer_state import Seen
from services.accounts.players import new_id
from services.games.failing_games import unattended
from services.games.tables import Tables, whole_action

_ONE = "stele:puzzle:"
_OF_TITLE = "stele:puzzles:of:"
_PLACES = "stele:puzzles:places"
_TALLY = "stele:puzzles:tally:"
_NO_DIGEST = "0" * 64
_LIKELY = 1.64
_UNCERTAIN = 0.2

Difficulty = Literal["easy", "medium", "hard"]


class Puzzle(Struct, frozen=True):
    """A puzzle: its game, the action whose answer is asked for, the seat, and the best answer as plain values.

    That answer raises the winning chance by `gain` above the second best. `at` is the time of the check, in
    milliseconds since 1970 UTC.
    """

    id: str
    rulebook: str
    players: int
    game: str
    action: int
    seat: int
    best: dict[str, Any]
    gain: float
    at: int


class PuzzleTally(Struct, frozen=True):
    """The number of players who have tried a puzzle, and of those who solved it at once."""

    tried: int = 0
    solved: int = 0

    @property
    def difficulty(self) -> Difficulty | None:
        """The difficulty by the share of those who solved it (Wilson's interval); none while that is uncertain."""
        square = _LIKELY * _LIKELY
        whole = self.tried + square
        middle = (self.solved + square / 2) / whole
        spread = _LIKELY * sqrt(self.solved * (self.tried - self.solved) / max(1, self.tried) + square / 4) / whole
        if spread > _UNCERTAIN:
            return None
        if middle >= 2 / 3:
            return "easy"
        return "hard" if middle <= 1 / 3 else "medium"


def day_of(milliseconds: int) -> int:
    """The day of this time: the number of days since 1970, UTC."""
    return milliseconds // DAY


def may_be_asked(seen: Seen) -> bool:
    """Whether positions of this game may become puzzles: it is public, and was played here to its end."""
    game = seen.game
    return game.status == "finished" and not game.private and seen.imported is None and game.fork is None


class Puzzles:
    """All puzzles."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._redis = tables.store.redis

    def add(self, seen: Seen, action: int, best: Command, gain: float) -> str | None:
        """Add a checked puzzle of this game and return its id; none if the game or its action may not be one."""
        if not may_be_asked(seen):
            return None
        puzzle_id, place = new_id(), f"{seen.game_id} {action}"
        plain = msgspec.json.decode(msgspec.json.encode(best))
        rulebook, now = seen.game.rulebook, self._tables.now()
        puzzle = Puzzle(
            puzzle_id, rulebook, seen.game.players, seen.game_id, action, best.seat, plain, round(gain, 4), now
        )
        self._redis.set(f"{_ONE}{puzzle_id}", msgspec.json.encode(puzzle))
        if not self._redis.hsetnx(_PLACES, place, puzzle_id):
            self._redis.delete(f"{_ONE}{puzzle_id}")
            return None
        self._redis.zadd(f"{_OF_TITLE}{rulebook}", {puzzle_id: now})
        return puzzle_id

    def has(self, game_id: str, action: int) -> bool:
        """Whether this action of this game is a puzzle."""
        return bool(self._redis.hexists(_PLACES, f"{game_id} {action}"))

    def of(self, puzzle_id: str) -> Puzzle | None:
        """The puzzle with this id, if its game can be read by all."""
        kept: Any = self._redis.get(f"{_ONE}{puzzle_id}")
        if kept is None:
            return None
        puzzle = msgspec.json.decode(kept, type=Puzzle)
        is_there = unattended(self._tables, puzzle.game, lambda: may_be_asked(self._tables.seen(puzzle.game)))
        return puzzle if is_there else None

    def asked(self, puzzle: Puzzle) -> Seen:
        """The game before the answer, as the puzzle's seat saw it, without anything that identifies the game."""
        seen = self._tables.seen(puzzle.game, puzzle.seat)
        return _unnamed(self._tables.seen_at(seen, whole_action(puzzle.action - 1)))

    def page(self, rulebook: str, first: int, limit: int) -> tuple[list[Puzzle], bool]:
        """A title's puzzles from this one on, newest first, and whether there may be more."""
        found: Any = self._redis.zrevrange(f"{_OF_TITLE}{rulebook}", first, first + limit)
        puzzles = (self.of(one.decode()) for one in found[:limit])
        return [one for one in puzzles if one is not None], len(found) > limit

    def following(self, puzzle: Puzzle) -> str | None:
        """The id of the title's puzzle after this one; after the oldest puzzle, the newest."""
        found: Any = self._redis.zrevrange(f"{_OF_TITLE}{puzzle.rulebook}", 0, -1)
        ids = [one.decode() for one in found]
        place = ids.index(puzzle.id) if puzzle.id in ids else -1
        others = (one for one in (*ids[place + 1 :], *ids[: max(0, place)]) if one != puzzle.id)
        return next((one for one in others if self.of(one) is not None), None)

    def daily(self, rulebook: str, day: int) -> Puzzle | None:
        """A title's puzzle of this day, which is the same for all.

        Puzzles that are added on a day do not change its puzzle, which is one of the earlier ones, or the very first.
        """
        name = f"{_OF_TITLE}{rulebook}"
        known: Any = self._redis.zrangebyscore(name, "-inf", f"({day * DAY}") or self._redis.zrange(name, 0, 0)
        drawn = sorted(
            (one.decode() for one in known), key=lambda one: hashlib.sha256(f"{day} {one}".encode()).digest()
        )
        return next((found for one in drawn if (found := self.of(one)) is not None), None)

    def tally(self, puzzle_id: str) -> PuzzleTally:
        """How often this puzzle has been tried and solved."""
        found: Any = self._redis.hmget(f"{_TALLY}{puzzle_id}", ("tried", "solved"))
        return PuzzleTally(*(int(one or 0) for one in found))

    def count(self, puzzle_id: str, is_solved: bool) -> None:
        """Count a player's first try."""
        self._redis.hincrby(f"{_TALLY}{puzzle_id}", "tried", 1)
        if is_solved:
            self._redis.hincrby(f"{_TALLY}{puzzle_id}", "solved", 1)


def _unnamed(seen: Seen) -> Seen:
    """The position without players, clocks, disputes, and the commitments that identify the game."""
    game = replace(
        seen.game,
        commitment=_NO_DIGEST,
        computers=(),
        id="",
        nonce_commitments=(),
        signed=False,
        referee="",
        referee_name="",
        pace=None,
        reserved=(),
        seats=(Seat("", "", PERSON, ""),) * seen.game.players,
        key="",
        disputes=(),
        clock=None,
        proposals=NO_PROPOSALS,
        rated=False,
    )
    return replace(seen, game_id="", game=game)
