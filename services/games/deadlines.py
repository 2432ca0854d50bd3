"""Deadlines: time-outs and reminders, each exactly once with any number of workers.

The lobby's lists give the games to check; the deadlines are computed from the record, and a time-out is recorded only
once, under an idempotency key made from its deadline.
"""

import json
import logging
from collections.abc import Callable
from functools import partial

import msgspec

from domain.clocks.events import TimeOut
from domain.clocks.rules import deadlines, reminders
from domain.messages import Illegal
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.tables import Request, Tables

_log = logging.getLogger("stele.worker")
SIGN_MILLISECONDS = 10_000
_APART_MILLISECONDS = 5 * 60_000
_TOGETHER = 250


class Deadlines:
    """Acts on the deadlines of all games, once past outages are recorded in them.

    After an outage it waits for `grace` milliseconds, so that a wrong clock, which looks like an outage, can be
    corrected first.
    """

    def __init__(self, tables: Tables, lobby: Lobby, grace: int) -> None:
        self._tables = tables
        self._lobby = lobby
        self._grace = grace
        self._after_outage: tuple[int, list[str]] = (0, [])
        self._signed_at = 0
        self._set_aside: dict[str, int] = {}

    def act(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Act on everything that is due, in order, and return the number of time-outs."""
        now = self._tables.now()
        self.sign()
        self._tables.closures.check_time()
        until = self._tables.outages.unrecorded()
        if until is not None and not (now >= until + self._grace and self._say_outages(until, stop)):
            return 0
        self._set_aside = {game_id: until for game_id, until in self._set_aside.items() if until > now}
        for game_id in self._lobby.due("reminder", now, self._set_aside):
            if stop():
                return 0
            self._tried(self._remind, game_id, now)
        due = self._lobby.due("deadline", now, self._set_aside)
        acted = 0
        for game_id in due:
            if stop():
                break
            acted += self._tried(self._time_out, game_id, now)
        return acted

    def sign(self) -> None:
        """Record a sign of life of the worker at intervals; or `ClockLeapt`, which would look like an outage."""
        now = self._tables.now()
        self._tables.closures.check_time()
        if not 0 <= now - self._signed_at < SIGN_MILLISECONDS:
            self._tables.outages.sign(now)
            self._signed_at = now

    def _say_outages(self, until: int, stop: Callable[[], bool]) -> bool:
        """Record the outage that ended at this time in some more games, and return whether all games with running
        clocks have it.
        """
        if self._after_outage[0] != until:
            self._after_outage = (until, self._lobby.timed())
        _until, left = self._after_outage
        for _ in range(min(len(left), _TOGETHER)):
            if stop():
                return False
            game_id = left.pop()
            unattended(self._tables, game_id, partial(self._tables.say_outages, game_id))
        if not left:
            self._tables.outages.recorded(until)
        return not left

    def _tried(self, act: Callable[[str, int], int], game_id: str, now: int) -> int:
        """The result of this action; a game in which it fails is set aside and tried again later."""
        done = unattended(self._tables, game_id, lambda: act(game_id, now))
        if done is None:
            self._set_aside[game_id] = now + _APART_MILLISECONDS
        return done or 0

    def _remind(self, game_id: str, now: int) -> int:
        public = self._tables.seen(game_id)
        due = deadlines(public.rulebook, public.game)
        given = {
            f"{seat}:{due[seat]}": json.dumps(
                {"game": game_id, "seat": seat, "player": public.game.seats[seat].player, "deadline": due[seat]}
            )
            for seat, at in reminders(public.rulebook, public.game).items()
            if at <= now
        }
        return int(self._lobby.remind(game_id, given))

    def _time_out(self, game_id: str, now: int) -> int:
        """Act on every deadline of this game that has passed, earliest first."""
        acted = 0
        while True:
            public = self._tables.seen(game_id)
            past = sorted((at, seat) for seat, at in deadlines(public.rulebook, public.game).items() if at <= now)
            if public.game.is_over or not past:
                return acted
            deadline, seat = past[0]
            try:
                done = self._tables.command(
                    game_id,
                    TimeOut(seat, deadline, self._tables.asked_at(game_id, seat)),
                    "public",
                    request=Request(
                        f"time-out:{seat}:{deadline}:{public.position}", msgspec.json.encode((seat, deadline))
                    ),
                    by_computer=True,
                )
            except Illegal:
                # A player answered, or another worker acted, at this very moment: look again.
                if self._tables.seen(game_id).position == public.position:
                    raise
                continue
            acted += 1
            _log.info("timed out", extra={"game": game_id, "position": str(done.seen.position), "seat": seat})
