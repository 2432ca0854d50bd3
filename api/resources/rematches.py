"""Rematches of finished games."""

from typing import Any

from flask import Response, request

from api.http.auth import public_game, required_place, required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, header, respond
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    DISK_SHORT,
    NO_SEAT,
    READING,
    RECORD_UNAVAILABLE,
    SENDING,
    SUSPENDED,
)
from api.http.rate_limiting import limited
from api.http.rate_limits import GAMES
from api.resources.games import summary
from api.schemas.requests import NewRematch
from api.schemas.responses import GameResponse
from api.services import services
from services.games.agreements import is_rated, may_be_rated_at
from services.games.rematches import open_rematch

rematches_api = ApiBlueprint(
    "rematches", __name__, url_prefix="/api", description="Rematches of finished games", scopes=PLAYING
)


@rematches_api.route("/games/<game_id>/rematch", methods=["POST"])
@rematches_api.arguments(NewRematch)
@rematches_api.response(201, GameResponse, headers={"Location": header("The path of the new game.")})
@rematches_api.refuses(SUSPENDED, *SENDING, *READING, NO_SEAT, AGAINST_THE_RULES, RECORD_UNAVAILABLE, DISK_SHORT)
@rematches_api.doc(security=TOKEN)
def play_again(_body: dict[str, Any], game_id: str) -> Response:
    """Play this finished game again: with the same people, for whom the seats are kept, each one seat further.

    There is one such game: whoever of its players asks again comes to the same one. Then sit down there.
    """
    player = required_player()
    limited(GAMES)
    public = public_game(game_id)
    required_place(game_id, player)
    tables = services().games.tables
    was_rated = is_rated(public.game, services().community.rating_updates.agreements.of(game_id))
    again = open_rematch(tables, public, rated=was_rated and may_be_rated_at(public.game.pace))
    made = summary(tables.seen(again), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})
