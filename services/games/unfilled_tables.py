"""Unfilled tables: games that wait for players start, or release their seats, in time (G9, G21)."""

from collections.abc import Callable
from functools import partial

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import NOT_OPENED, CallOff, ReleaseSeat, SeatTaken
from eventstore.entries import read_records
from replay.viewer_state import Seen
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.lobby.reservations import reservations
from services.games.tables import Tables
from services.games.waiting_times import waits_until

KEPT_MILLISECONDS = 7 * DAY
"""The time for which a seat is reserved."""
LEAST_OPENING_MILLISECONDS = 60 * 60_000
OPENING_MILLISECONDS = 2 * DAY


def reserved_until(tables: Tables, lobby: Lobby, seen: Seen) -> dict[int, int]:
    """The time at which each reserved seat of a waiting game is released, in milliseconds since 1970 UTC.

    It is a week after the game was opened, or after the seat was reserved for its present player; outages and the
    player's vacations do not count.
    """
    kept = seen.game.kept_seats
    if not kept or seen.game.status != "waiting":
        return {}
    since = {one.seat: one.at for one in reservations(tables, seen)}

    def until(seat: int) -> int:
        guest = seen.game.reserved[seat]
        return waits_until(tables, lobby, since[seat], KEPT_MILLISECONDS, seen.game.pace, (guest,))

    return {seat: until(seat) for seat in kept}


def opening_time(pace: Pace | None) -> int:
    """How long a strict game waits for the last nonce after all seats are taken, in milliseconds: the answer time, at
    least an hour.
    """
    return OPENING_MILLISECONDS if pace is None else max(pace.time, LEAST_OPENING_MILLISECONDS)


class WaitingTables:
    """Acts on tables that have waited too long. The seats of games that are `apart` are filled elsewhere."""

    def __init__(self, tables: Tables, lobby: Lobby, apart: Callable[[str], bool]) -> None:
        self._tables = tables
        self._lobby = lobby
        self._apart = apart

    def act(self) -> None:
        """Check every waiting table."""
        for summary in self._lobby.waiting():
            unattended(self._tables, summary["id"], partial(self.look, summary["id"]))

    def look(self, game_id: str) -> None:
        """Call this game off if its nonces are not opened in time; release seats that were reserved for a week."""
        seen = self._tables.seen(game_id)
        if seen.game.status != "waiting" or seen.imported is not None:
            return
        now = self._tables.now()
        if seen.game.to_open:
            game, since = seen.game, self._filled_at(seen)
            late = (game.seats[seat].player for seat in game.to_open)
            if now >= waits_until(self._tables, self._lobby, since, opening_time(game.pace), game.pace, late):
                self._tables.command(game_id, CallOff(-1, NOT_OPENED), "public")
        elif now >= seen.created_at + KEPT_MILLISECONDS and not self._apart(game_id):
            for seat, until in reserved_until(self._tables, self._lobby, seen).items():
                if now >= until:
                    command = ReleaseSeat(-1, seat, "expired", seen.game.reserved[seat])
                    self._tables.command(game_id, command, "public")

    def _filled_at(self, seen: Seen) -> int:
        """The time at which the last person took a seat."""
        records = read_records(seen.projector, self._tables.store.read(seen.game_id), "public")
        return max(record.at for record in records if isinstance(record.data, SeatTaken))
