"""What happens when time is over: time-outs and reminders, each exactly once, however many workers look.

The lobby's lists say which games to look at; what is due there is computed from the record, and the record takes a
time-out only once, under an idempotency key made of its deadline.
"""

import json
import logging
from collections.abc import Callable

import msgspec

from correspondence.lobby import Lobby
from correspondence.tables import Tables
from correspondence.unattended import unattended
from domain.clocks import TimeOut
from domain.messages import Illegal
from domain.timing import deadlines, reminders
from eventstore.connection import Client
from replay.times import time_text

_log = logging.getLogger("stele.worker")
_SIGN = "stele:worker:sign"
_HELD = "stele:worker:held"
OUTAGE_MILLISECONDS = 5 * 60_000
"""If no worker gave a sign for so long, players could not rely on the server."""
SIGN_MILLISECONDS = 10_000


class Deadlines:
    """Acts on the deadlines of all games. For `grace` milliseconds after an outage nobody's time is over."""

    def __init__(self, tables: Tables, lobby: Lobby, redis: Client, grace: int) -> None:
        self._tables = tables
        self._lobby = lobby
        self._redis = redis
        self._grace = grace
        self._signed_at = 0
        self._set_aside: dict[str, int] = {}

    def act(self, stop: Callable[[], bool] = lambda: False) -> int:
        """Do what is due now, in the order in which it became due; how many time-outs there were."""
        now = self._tables.now()
        self._sign(now)
        self._set_aside = {game_id: until for game_id, until in self._set_aside.items() if until > now}
        for game_id in self._lobby.due("reminder", now, self._set_aside):
            if stop():
                return 0
            self._tried(self._remind, game_id, now)
        due = self._lobby.due("deadline", now, self._set_aside)
        if not due or now < self._held_until():
            return 0
        acted = 0
        for game_id in due:
            if stop():
                break
            acted += self._tried(self._time_out, game_id, now)
        return acted

    def _sign(self, now: int) -> None:
        """Show that somebody looks at the deadlines. After an outage nobody's time is over for a while."""
        if 0 <= now - self._signed_at < SIGN_MILLISECONDS:
            return
        before = self._number(_SIGN)
        if before and now - before > OUTAGE_MILLISECONDS and self._grace:
            self._redis.set(_HELD, now + self._grace)
            _log.warning("nobody looked at the deadlines since %s; none is acted on until %s",
                         time_text(before), time_text(now + self._grace))  # fmt: skip
        if now > before or now < before - OUTAGE_MILLISECONDS:
            self._redis.set(_SIGN, now)
        self._signed_at = now

    def _held_until(self) -> int:
        return self._number(_HELD)

    def _number(self, name: str) -> int:
        found = self._redis.get(name)
        return int(found) if isinstance(found, bytes) and found.isdigit() else 0

    def _tried(self, act: Callable[[str, int], int], game_id: str, now: int) -> int:
        """What this did; a game in which it cannot be done is set aside, and tried later again."""
        done = unattended(self._tables, game_id, lambda: act(game_id, now))
        if done is None:
            self._set_aside[game_id] = now + OUTAGE_MILLISECONDS
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
        """Act on every deadline of this game that has passed, the earliest first."""
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
                    TimeOut(seat, deadline),
                    "public",
                    idempotency_key=f"time-out:{seat}:{deadline}:{public.position}",
                    request_digest=msgspec.json.encode((seat, deadline)),
                    by_computer=True,
                )
            except Illegal:
                # Somebody answered, or another worker acted, in this very moment: look again.
                if self._tables.seen(game_id).position == public.position:
                    raise
                continue
            acted += 1
            _log.info("timed out", extra={"game": game_id, "position": str(done.seen.position), "seat": seat})
