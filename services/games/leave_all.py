"""Leaving all games of a person as the rules allow: before the start they leave (G21), later they resign (G5).

In signed games only the player can leave or resign (G10), and no player can leave while nonces are opened (G9): such
a seat remains, and time or the other players decide.
"""

from collections.abc import Iterator
from typing import Any

from domain.game import Game, LeaveSeat, Resign
from domain.lifecycle import must_sign
from domain.messages import Illegal
from eventstore.errors import ReadOnly, RecordDamaged
from services.accounts.deletion import Left
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables


def leave_tables(tables: Tables, lobby: Lobby, player_id: str) -> list[Left]:
    """Give up each seat that this person has in a game that is not over."""
    games = [game for status in ("waiting", "playing") for game in lobby.games_of(player_id, status)]
    return [left for game in games for left in _leave(tables, game["id"], player_id)]


def _leave(tables: Tables, game_id: str, player_id: str) -> Iterator[Left]:
    game = tables.seen(game_id).game
    for number, seat in enumerate(game.seats):
        if seat.player != player_id or not seat.is_played:
            continue
        yield _leave_seat(tables, game_id, game, number, player_id)


def _leave_seat(tables: Tables, game_id: str, game: Game[Any], seat: int, player_id: str) -> Left:
    command = LeaveSeat(seat) if game.status == "waiting" else Resign(seat)
    if must_sign(game, command):
        return Left(game_id, "stays", "in a signed game only its player can leave or resign")
    try:
        # As a computer player's action, so that a seat whose time has run out is given up, too.
        tables.command(game_id, command, "public", player=player_id, by_computer=True)
    except Illegal as refusal:
        return Left(game_id, "stays", str(refusal))
    except (ReadOnly, RecordDamaged) as damage:
        return Left(game_id, "stays", f"nothing can be written to this game: {damage}")
    return Left(game_id, "left" if game.status == "waiting" else "resigned")
