"""Worker: follows the logs, plays computer players, carries out standing orders, and acts on deadlines.

Each log record is delivered at least once. A move is applied once: it is decided at the head of the stream and appended
under an idempotency key made from that position, so a second worker or a second delivery adds nothing.
"""

import logging
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from ai.kinds import kind_named, searches
from ai.player import choose, seats_to_play
from domain.messages import Illegal
from eventstore.append import GameClosed
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.log import LogFollower
from eventstore.valkey.connection import StoreUnavailable
from operations.metrics import COMPUTER_MOVES
from services.games.ai_queue import AiQueue, past_of
from services.games.deadlines import Deadlines
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.standing_orders import AskedSeat, Orders
from services.games.tables import Busy, Request, Tables

_log = logging.getLogger("stele.worker")
SIGN_SECONDS = 5.0
"""A running worker gives a sign of life about this often, unless a single move takes longer."""

COMPUTER_PLAYERS = "computer-players"
"""The consumer group that follows the logs for the computer players."""

_PERIOD_SECONDS = 30.0  # seats players who do not come to a game in time
_PATIENCE_SECONDS = 2.0
_READERS_SECONDS = 1.0  # log readers that are not urgent, and deadlines
_MOST_REFUSALS = 50


def play_computers(
    tables: Tables,
    game_id: str,
    lot: random.Random,
    stop: Callable[[], bool] = lambda: False,
    queue: AiQueue | None = None,
) -> int:
    """Play this game's computer players until a person must answer or the game is over, and return the number of moves.

    With a queue, computer players that search are queued after all others have answered, without waiting for them.
    """
    played = refused = 0
    while not stop():
        public = tables.seen(game_id)
        waiting = seats_to_play(public)
        if queue is not None:
            slow = [seat for seat, kind in waiting if searches(kind_named(kind))]
            waiting = [one for one in waiting if one[0] not in slow]
            if slow and not waiting:
                queue.ask(public, slow)
        if not waiting:
            return played
        position = public.position
        for seat, kind in waiting:
            seen = tables.seen(game_id, seat)
            if seen.position != position:
                break
            command = choose(seen.rulebook, seen.game, seat, kind, lot, partial(past_of, tables, seen))
            try:
                done = tables.command(
                    game_id,
                    command,
                    seat,
                    request=Request(f"computer:{seat}:{position}", msgspec.json.encode(seat)),
                    by_computer=True,
                )
                played += 1
                COMPUTER_MOVES.inc()
                _log.info("played", extra={"game": game_id, "position": str(done.seen.position), "seat": seat})
            except (Illegal, GameClosed, Busy):
                # Another move came first: look again.
                refused += 1
                if refused > _MOST_REFUSALS:
                    raise
                break
            position = done.seen.position
    return played


class Worker:
    """Runs until it is stopped; on a signal it finishes the current move.

    `readers` are called to update other followers of the logs, `periodic` less often to look at what waits, and `ended`
    with the id of each game that is over.
    """

    def __init__(
        self,
        tables: Tables,
        follower: LogFollower,
        lobby: Lobby,
        orders: Orders,
        deadlines: Deadlines,
        readers: Sequence[Callable[[], object]] = (),
        periodic: Sequence[Callable[[], object]] = (),
        ended: Sequence[Callable[[str], object]] = (),
    ) -> None:
        self._tables = tables
        self._follower = follower
        self._lobby = lobby
        self._orders = orders
        self._deadlines = deadlines
        self._searches = AiQueue(tables)
        self._last_periodic = float("-inf")
        self._readers = readers
        self._periodic = periodic
        self._ended = ended
        self._stopping = threading.Event()
        self._lot = random.Random()
        self._sign_at = self._read_at = 0.0

    def stop(self, *_signal: object) -> None:
        """Finish the current move, then return from `run`."""
        self._stopping.set()

    def run(self, until_idle: bool = False) -> None:
        """Follow the logs; with `until_idle`, return when there is nothing left to do."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self.stop)
            signal.signal(signal.SIGINT, self.stop)
        while not self._stopping.is_set():
            try:
                if not self._work(until_idle):
                    return
            except DoorShut:
                # The cause is logged elsewhere. A waiting worker is alive.
                self._stopping.wait(_PATIENCE_SECONDS)
            except StoreUnavailable as error:
                # The store may come back; giving up would take the web server down with the worker.
                _log.warning("the database is unavailable: %s; trying again", error)
                self._stopping.wait(_PATIENCE_SECONDS)

    def _work(self, until_idle: bool) -> bool:
        """Handle new records, and return whether there may be more to do."""
        if self._tables.is_disk_full:  # nothing may be written, not even a sign of life
            self._stopping.wait(_PATIENCE_SECONDS)
            return not until_idle
        records = self._follower.next(0.05 if until_idle else _PATIENCE_SECONDS, 100)
        self._tables.closures.check_door()
        for game_id in dict.fromkeys(record.game_id for record in records):
            unattended(self._tables, game_id, partial(self._play, game_id))
            unattended(self._tables, game_id, partial(self._orders.look, game_id))
            if any(record.closed for record in records if record.game_id == game_id):
                for act in self._ended:
                    unattended(self._tables, game_id, partial(act, game_id))
        if time.monotonic() - self._last_periodic > _PERIOD_SECONDS:
            for look in self._periodic:
                look()
            self._last_periodic = time.monotonic()
        if not (self._follower.done([] if self._stopping.is_set() else records) or until_idle):
            return True
        due = self._orders.due()
        for asked in due:
            self._carry_out(asked)
        self._lobby.catch_up()
        acted = 0
        if until_idle or time.monotonic() >= self._read_at:
            self._read_at = time.monotonic() + _READERS_SECONDS
            for catch_up in self._readers:
                self._tables.closures.check_time()  # some of them delete data that is due
                catch_up()
            acted = self._deadlines.act(self._is_stopping)
        return bool(records or due or acted) or not until_idle

    def _play(self, game_id: str) -> None:
        play_computers(self._tables, game_id, self._lot, self._is_stopping, self._searches)

    def _carry_out(self, asked: AskedSeat) -> None:
        """Make the move of a standing order; if the worker is stopped first, the order remains due."""
        if not self._is_stopping():
            unattended(self._tables, asked.game_id, lambda: self._orders.carry_out(asked))
            self._orders.done(asked)

    def _is_stopping(self) -> bool:
        """Whether to stop; checked between moves, with a sign of life at intervals."""
        if time.monotonic() - self._sign_at > SIGN_SECONDS:
            self._sign_at = time.monotonic()
            self._follower.give_sign()
            self._deadlines.sign()
        return self._stopping.is_set()
