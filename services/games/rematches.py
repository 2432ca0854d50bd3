"""Rematches: a finished game is played again by the same people, each one seat further (G21).

Its id follows from the finished game's id and the server's secret, so all who ask for it come to the same table.
"""

import base64

from domain.game import PERSON, Game
from domain.messages import Illegal
from replay.viewer_state import Seen
from services.games.tables import Tables

_ATTEMPTS = 3


def open_rematch(tables: Tables, seen: Seen, rated: bool) -> str:
    """The id of the game in which this one is played again; it is opened if nobody has asked for it before.

    Raises `Illegal` for a game that is not finished, or that counts for nothing.
    """
    game = seen.game
    if game.status != "finished" or game.fork is not None:
        raise Illegal("only a finished game can have a rematch", "G21")
    value = tables.store.secret_value(seen.game_id, "stele/rematch/1")
    game_id = base64.b32encode(value)[:16].decode().lower()
    for _ in range(_ATTEMPTS):
        if tables.exists(game_id):
            break
        try:
            tables.open(
                game.rulebook,
                game.players,
                game.options,
                computers=game.computers,
                private=game.private,
                strict=game.strict,
                signed=game.signed,
                referee=game.referee,
                pace=game.pace,
                reserved=_rotated(game),
                rated=rated,
                game_id=game_id,
            )
        except ValueError:
            continue  # somebody else is just opening it
    return game_id


def _rotated(game: Game[object]) -> tuple[str, ...]:
    """For whom the seats are kept: each player's is the one before their last, the first one's the last."""
    persons = [seat.player if seat.is_owned else "" for seat in game.seats if seat.kind == PERSON]
    return (*persons[1:], *persons[:1], *("" for _ in game.computers))
