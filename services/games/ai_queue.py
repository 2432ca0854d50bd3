"""AI queue: seats whose computer players must search for a move, and the processes that search.

The worker queues a seat at the position at which it is asked, and does not wait. A search process holds a lease on the
game; if the process dies the lease expires, the seat is still in the queue, and another process searches again. A move
is appended only at the position that it was searched for, so no seat moves twice.

While no game waits for a move, the processes judge single moves of finished games and analyse whole ones on request,
check candidates for puzzles, and analyse the games that no reader asked about, in this order and under the same lease.
"""

import logging
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from ai.player import choose, seats_to_play
from ai.search.search import Stopped, never
from domain.messages import Event, Illegal
from eventstore.append import GameClosed
from eventstore.entries import parse_position
from eventstore.valkey.connection import StoreUnavailable
from eventstore.valkey.lease import Lease
from operations.metrics import COMPUTER_MOVES
from replay.past_states import placed_records
from replay.viewer_state import Seen
from services.games.analysis.game_analyses import Analyst
from services.games.analysis.move_analyses import MoveAnalyst, OneAnswer
from services.games.failing_games import unattended
from services.games.forks import copy_of
from services.games.puzzles.puzzle_checks import PuzzleChecker
from services.games.standing_orders import AskedSeat
from services.games.tables import Busy, MovedOn, Request, Tables

_log = logging.getLogger("stele.search")
_QUEUE = "stele:search:queue"
_LEASE = "stele:search:lease:"
_SIGN = "stele:search:sign"
LEASE_SECONDS = 30.0
RENEWED_SECONDS = 5.0
SET_ASIDE_MILLISECONDS = 5 * 60_000
"""The delay before a failed search is tried again."""

_MOST_LOOKED_AT = 100
_PATIENCE_SECONDS = 0.5
# Larger than any time: games with waiting players come first, and equals in the order of their requests.
_A_CLASS = 10**13
_NICENESS = 10


def past_of(tables: Tables, seen: Seen) -> list[Event]:
    """The title's events that count in this game, as this viewer has seen them."""
    placed = placed_records(seen.projector, tables.store.read(seen.game_id, until=seen.position), seen.viewer)
    return [one.event for action in copy_of(seen.rulebook, placed, None) for one in action]


class AiQueue:
    """The queue of searches of all games."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._redis = tables.store.redis

    def ask(self, public: Seen, seats: Sequence[int]) -> None:
        """Queue a search for each of these seats, which are asked now."""
        score = _A_CLASS * _class_of(public) + self._tables.now()
        asked = (AskedSeat(public.game_id, seat, public.position) for seat in seats)
        self._redis.zadd(_QUEUE, {_member(one): score for one in asked}, nx=True)

    def waiting(self) -> list[AskedSeat]:
        """The queued seats, in the order in which they are searched."""
        most = 3 * _A_CLASS + self._tables.now()
        found: Any = self._redis.zrangebyscore(_QUEUE, "-inf", most, 0, _MOST_LOOKED_AT)
        parts = (member.decode().split() for member in found)
        return [AskedSeat(game_id, int(seat), parse_position(position)) for game_id, seat, position in parts]

    def sign(self) -> None:
        """Record a sign of life of a search process; it is valid for as long as a lease."""
        self._redis.set(_SIGN, 1, px=int(1000 * LEASE_SECONDS))

    @property
    def are_attended(self) -> bool:
        """Whether a search process has given a sign of life recently."""
        return bool(self._redis.exists(_SIGN))

    @property
    def are_neglected(self) -> bool:
        """Whether the queue is not empty and no search process is running."""
        return not self.are_attended and bool(self.waiting())

    def done(self, asked: AskedSeat) -> None:
        """Remove this seat from the queue."""
        self._redis.zrem(_QUEUE, _member(asked))

    def set_aside(self, asked: AskedSeat) -> None:
        """Move this seat to the end of the queue, after a failed search; it is not tried for a while."""
        until = self._tables.now() + SET_ASIDE_MILLISECONDS
        self._redis.zadd(_QUEUE, {_member(asked): 3 * _A_CLASS + until}, xx=True)

    def lease(self, game_id: str, holder: str) -> bool:
        """Take the lease on this game, and return whether this holder has it now, until it stops renewing it."""
        return self._lease(game_id, holder).take()

    def renew(self, game_id: str, holder: str) -> bool:
        """Renew the lease, and return whether the holder still has it."""
        return self._lease(game_id, holder).renew()

    def release(self, game_id: str, holder: str) -> None:
        """Release the lease if this holder still has it."""
        self._lease(game_id, holder).release()

    def _lease(self, game_id: str, holder: str) -> Lease:
        return Lease(self._redis, _LEASE + game_id, holder, LEASE_SECONDS)


class Searcher:
    """A process that works through the queue, one search after another, until it is stopped.

    While the queue is empty its judge judges single moves of finished games, its analyst analyses whole games, and its
    checker checks candidates for puzzles, before the analyses that no reader asked for.
    """

    def __init__(
        self,
        tables: Tables,
        searches: AiQueue,
        judge: MoveAnalyst,
        analyst: Analyst,
        checker: PuzzleChecker,
        name: str,
    ) -> None:
        self._tables = tables
        self._searches = searches
        self._judge = judge
        self._analyst = analyst
        self._checker = checker
        self._name = name
        self._lot = random.Random()
        self._signed_at = -RENEWED_SECONDS
        self._stopping = threading.Event()

    def stop(self, *_signal: object) -> None:
        """Abandon the current search to other processes, and return from `run`."""
        self._stopping.set()

    def run(self) -> None:
        """Search until a signal stops it, at the lowest process priority."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self.stop)
            signal.signal(signal.SIGINT, self.stop)
            os.nice(_NICENESS)
        while not self._stopping.is_set():
            try:
                if self._tables.is_disk_full or not self.work():
                    self._stopping.wait(_PATIENCE_SECONDS)
            except StoreUnavailable as error:
                _log.warning("the database is unavailable: %s; trying again", error)
                self._stopping.wait(4 * _PATIENCE_SECONDS)

    def work(self) -> bool:
        """Search for the first queued move whose game is free, or judge a move, or continue an analysis or a check.

        Returns whether there was work.
        """
        self._sign()
        searched = (self._alone(asked.game_id, partial(self._answer, asked)) for asked in self._searches.waiting())
        judged = (self._alone(one.game_id, partial(self._judge_one, one)) for one in self._judge.waiting())
        explained = (self._alone(game_id, partial(self._explain, game_id)) for game_id in self._analyst.requested())
        checked = (self._alone(one.game_id, partial(self._check, one)) for one in self._checker.waiting())
        planned = (self._alone(game_id, partial(self._explain, game_id)) for game_id in self._analyst.waiting())
        return any(searched) or any(judged) or any(explained) or any(checked) or any(planned)

    def _alone(self, game_id: str, act: Callable[[], None]) -> bool:
        """Do this under this game's lease, and return whether it was free."""
        if not self._searches.lease(game_id, self._name):
            return False
        try:
            act()
        finally:
            self._searches.release(game_id, self._name)
        return True

    def _judge_one(self, one: OneAnswer) -> None:
        self._judge.work(one, self._watching(one.game_id, self._is_searched_for))

    def _explain(self, game_id: str) -> None:
        self._analyst.work(game_id, self._watching(game_id, self._is_waited_for))

    def _check(self, one: OneAnswer) -> None:
        self._checker.work(one, self._watching(one.game_id, self._is_anything_else_due))

    def _is_anything_else_due(self) -> bool:
        return self._is_waited_for() or bool(self._analyst.requested())

    def _is_waited_for(self) -> bool:
        return self._is_searched_for() or bool(self._judge.waiting())

    def _is_searched_for(self) -> bool:
        return bool(self._searches.waiting())

    def _sign(self) -> bool:
        """Give a sign of life if the last one is old enough, and return whether one was given."""
        is_due = time.monotonic() - self._signed_at > RENEWED_SECONDS
        if is_due:
            self._signed_at = time.monotonic()
            self._searches.sign()
        return is_due

    def _answer(self, asked: AskedSeat) -> None:
        is_done = unattended(self._tables, asked.game_id, lambda: self._search(asked))
        if is_done:
            self._searches.done(asked)
        elif is_done is None:
            self._searches.set_aside(asked)

    def _search(self, asked: AskedSeat) -> bool:
        """Search for and make this seat's move, and return whether that is done, or left to another process.

        If the game has moved on no move is made: the worker queues the seat again.
        """
        tables = self._tables
        seen = tables.seen(asked.game_id, asked.seat)
        kind = dict(seats_to_play(seen)).get(asked.seat)
        if kind is None or seen.position != asked.position:
            return True
        stop = self._watching(asked.game_id)
        try:
            past = partial(past_of, tables, seen)
            command = choose(seen.rulebook, seen.game, asked.seat, kind, self._lot, past, stop=stop)
        except Stopped:
            return False
        try:
            done = tables.command(
                asked.game_id,
                command,
                asked.seat,
                request=Request(f"computer:{asked.seat}:{seen.position}", msgspec.json.encode(asked.seat), seen.digest),
                by_computer=True,
            )
        except (Illegal, MovedOn, GameClosed, Busy):
            return True
        COMPUTER_MOVES.inc()
        _log.info("played", extra={"game": asked.game_id, "position": str(done.seen.position), "seat": asked.seat})
        return True

    def _watching(self, game_id: str, gives_way: Callable[[], bool] = never) -> Callable[[], bool]:
        """A function that renews this game's lease at intervals, and returns whether the search must stop."""
        is_ours = True

        def stop() -> bool:
            nonlocal is_ours
            if self._tables.is_disk_full:
                return True  # a renewed lease would be written, too
            if self._sign():
                is_ours = self._searches.renew(game_id, self._name) and not gives_way()
            return not is_ours or self._stopping.is_set()

        return stop


def _class_of(public: Seen) -> int:
    """0 if persons play and none of them is asked, 1 if one of them is asked too, 2 if no person plays."""
    if not any(seat.is_person for seat in public.game.seats):
        return 2
    return int(any(public.game.seats[seat].is_person for seat in public.to_act))


def _member(asked: AskedSeat) -> str:
    return f"{asked.game_id} {asked.seat} {asked.position}"
