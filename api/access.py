"""Who asks, and what they may see: bearer tokens, seats, viewers, private games."""

import hmac
import re
from typing import Any

from flask import g, request

from api.problems import refuse
from api.services import services
from correspondence.tables import Table, seat_of
from domain.game import Game
from domain.secrets import Viewer
from people.players import Player

_GAME_ID = re.compile(r"[a-z0-9-]{1,64}")


def asking_player() -> Player | None:
    """The player whose token came with the request, none without one; a token that nobody has is refused."""
    kept: tuple[Player | None] | None = g.get("player")
    if kept is None:
        kept = g.player = (_player_of(request.headers.get("Authorization")),)
    return kept[0]


def _player_of(header: str | None) -> Player | None:
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        refuse(401, "Not signed in", "The Authorization header must be: Bearer <token>.")
    player = services().players.by_token(token) if token.isascii() and len(token) <= 200 else None
    if player is None:
        refuse(401, "Not signed in", "No player has this token.")
    return player


def required_player() -> Player:
    """The player whose token came with the request; without one the request is refused."""
    player = asking_player()
    if player is None:
        refuse(401, "Not signed in", "This needs a player's token: Authorization: Bearer <token>.")
    return player


def readable_table(game_id: str) -> Table:
    """The game, if whoever asks may read it: a private one is for its players and those who hold its invitation."""
    if not _GAME_ID.fullmatch(game_id):
        refuse(404, "No such game", "There is no game with this id.")
    table = services().tables.load(game_id)
    if table.game.private and not _is_invited(table):
        refuse(403, "Private game", "This game is private: it needs its invitation or a seat in it.")
    return table


def _is_invited(table: Table) -> bool:
    player = asking_player()
    if player is not None and seat_of(table.game, player.id) is not None:
        return True
    return holds_invitation(table, request.args.get("invite"))


def holds_invitation(table: Table, invitation: str | None) -> bool:
    """Whether this is the game's invitation."""
    if invitation is None:
        return False
    return hmac.compare_digest(invitation.encode(), services().tables.invitation(table.game_id).encode())


def own_seat(game: Game[Any]) -> int | None:
    """The seat of whoever asks, or none."""
    player = asking_player()
    return None if player is None else seat_of(game, player.id)


def required_seat(game: Game[Any]) -> int:
    """The seat of whoever asks; who has none is refused."""
    required_player()
    seat = own_seat(game)
    if seat is None:
        refuse(403, "No seat", "You do not sit at this table.")
    return seat


def asked_viewer(game: Game[Any]) -> Viewer:
    """The viewer that `as` names: by default the asking player's seat, or the gallery.

    While the game runs, nobody but its player may look from a seat; when it is over, everybody may look from anywhere.
    """
    wanted = request.args.get("as")
    seat = own_seat(game)
    if wanted is None:
        return "public" if seat is None else seat
    if wanted == "public":
        return "public"
    if wanted == "all":
        if game.is_over:
            return "all"
        refuse(403, "Not yet", "Everything is shown when the game is over.")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and int(wanted) < game.players):
        refuse(422, "Invalid request", f"as: must be public, all, or a seat from 0 to {game.players - 1}")
    if int(wanted) == seat or game.is_over:
        return int(wanted)
    refuse(403, "Another's seat", "While the game runs, only its player looks from this seat.")
