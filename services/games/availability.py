"""Availability: a player's vacations and playing times, set once and recorded in each of their games (G19).

Games may have different rules, so one may refuse what another accepts. The player sees the outcome for each.
"""

from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.events import Clock, EndVacation, SetPlayTimes, TakeVacation
from domain.messages import Illegal
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables

Availability = TakeVacation | EndVacation | SetPlayTimes


class GameAvailability(Struct, frozen=True):
    """A game in which the change was recorded, or the reason why it was not: the rules refuse it, or the game is
    unavailable.
    """

    game_id: str
    rulebook: str
    is_said: bool
    refusal: Illegal | None = None


def say_in_every_game(tables: Tables, lobby: Lobby, player: str, command: Availability) -> list[GameAvailability]:
    """Record this in every running game with clocks in which this player has a seat, unless it is set already."""
    told = []
    for game_id, rulebook, seat in _timed_games(lobby, player):
        found = unattended(tables, game_id, lambda: _said(tables, game_id, player, replace(command, seat=seat)))  # noqa: B023
        is_said = found is True
        told.append(GameAvailability(game_id, rulebook, is_said, found if isinstance(found, Illegal) else None))
    return told


def _timed_games(lobby: Lobby, player: str) -> list[tuple[str, str, int]]:
    """The running games with clocks in which this player has a seat, each with the seat."""
    found = []
    for game in lobby.games_of(player, "playing"):
        mine = [seat["seat"] for seat in game["seats"] if seat["player"] == player and not seat.get("resigned")]
        if mine and game.get("pace"):
            found.append((game["id"], game["rulebook"], mine[0]))
    return found


def _said(tables: Tables, game_id: str, player: str, command: Availability) -> bool | Illegal:
    try:
        if not _is_so(tables.seen(game_id).game.clock, command):
            tables.command(game_id, command, command.seat, player=player)
    except Illegal as refusal:
        return _is_so(tables.seen(game_id).game.clock, command) or refusal
    return True


def _is_so(clock: Clock | None, command: Availability) -> bool:
    """Whether this is set already on the seat's clock."""
    if clock is None:
        return False
    own = clock.seats[command.seat]
    match command:
        case TakeVacation(_, since, until):
            return (since, until) in own.away
        case EndVacation():
            return not any(until > clock.at for _since, until in own.away)
        case SetPlayTimes(_, times):
            return own.times == times
