"""Rematches: a finished game is played again by the same players, each moved on by one seat (G21).

Its id is derived from the finished game's id and the server's secret, so all players who ask for it join the same
table.
"""

import base64
from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from domain.game import EDITION, PERSON, Game
from domain.messages import Illegal
from domain.terms import GameTerms
from replay.viewer_state import Seen
from services.games.tables import Tables

_ATTEMPTS = 3


def open_rematch(tables: Tables, seen: Seen, rated: bool, referee_key: str, opening: Callable[[str], None]) -> str:
    """The id of this game's rematch, which is opened on the first request, with this key of its judge.

    `opening` is called with the id before it is opened. Raises `Illegal` for a game that is not finished, or that
    counts for nothing.
    """
    game = seen.game
    if game.status != "finished" or game.fork is not None:
        raise Illegal("only a finished game can have a rematch", "G21")
    game_id = _id_of_rematch(tables, seen.game_id)
    for _ in range(_ATTEMPTS):
        if tables.exists(game_id):
            break
        opening(game_id)
        try:
            # By the edition and the schemes of today, whatever the first game was played by.
            terms = replace(
                GameTerms.of(game), reserved=_rotated(game), rated=rated, referee_key=referee_key,
                luck="2", edition=EDITION, signing="2",
            )  # fmt: skip
            tables.open(terms, game_id=game_id)
        except ValueError:
            continue  # another request is just opening it
    return game_id


def _id_of_rematch(tables: Tables, game_id: str) -> str:
    """The id of the first rematch that was not called off; possibly it has not been opened yet."""
    for number in count():
        value = tables.store.secret_value(game_id, f"stele/rematch/1/{number}" if number else "stele/rematch/1")
        rematch = base64.b32encode(value)[:16].decode().lower()
        if not tables.exists(rematch) or tables.seen(rematch).game.status != "aborted":
            return rematch
    raise AssertionError("the numbers have no end")


def _rotated(game: Game[object]) -> tuple[str, ...]:
    """The players for whom the seats are reserved: each moves to the seat before, the first to the last."""
    persons = [seat.player if seat.is_owned else "" for seat in game.seats if seat.kind == PERSON]
    return (*persons[1:], *persons[:1], *("" for _ in game.computers))
