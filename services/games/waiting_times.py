"""Waiting times: until when a waiting game waits for its players, without outages and their vacations (G19)."""

from collections.abc import Iterable, Iterator

from domain.clocks.availability import DAY, Span
from domain.clocks.events import Pace
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables


def waits_until(
    tables: Tables, lobby: Lobby, since: int, length: int, pace: Pace | None, players: Iterable[str]
) -> int:
    """The end of a game's wait of this length, in milliseconds, for these players, each of whom has the whole time.

    A waiting game has no vacations of its own, so vacations in the players' running games count, up to the days that
    its pace allows.
    """
    days = 0 if pace is None else pace.vacation
    now = tables.now()
    absences = [tuple(_absences(tables, lobby, player, since, days)) for player in players] if days else []
    return max(tables.outages.waits_until(since, length, now, away) for away in (*absences, ()))


def _absences(tables: Tables, lobby: Lobby, player: str, since: int, days: int) -> Iterator[Span]:
    """The player's vacations from this time on, earliest first, up to this number of days."""
    left, last = days * DAY, since
    for start, end in sorted(_vacations(tables, lobby, player)):
        first = max(start, last)
        last = max(last, min(end, first + left))
        if first < last:
            yield first, last
            left -= last - first


def _vacations(tables: Tables, lobby: Lobby, player: str) -> set[Span]:
    """The vacations in this player's running games with clocks."""
    found: set[Span] = set()
    for game_id in (one["id"] for one in lobby.games_of(player, "playing") if one.get("pace")):
        seen = unattended(tables, game_id, lambda: tables.seen(game_id))  # noqa: B023
        if seen is not None and seen.game.clock is not None:
            found.update(span for seat in seen.seats_of(player) for span in seen.game.clock.seats[seat].away)
    return found
