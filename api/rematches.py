"""Rematches of finished games."""

from typing import Any

from flask import Response, request

from api.access import public_game, required_place, required_player
from api.chapter import TOKEN, Chapter, header, respond
from api.games import summary
from api.limiting import limited
from api.limits import GAMES
from api.problem_kinds import AGAINST_THE_RULES, DISK_SHORT, NO_SEAT, READING, RECORD_UNAVAILABLE, SENDING
from api.request_schemas import NewRematch
from api.response_schemas import GameResponse
from api.services import services
from correspondence.rematches import open_rematch
from people.agreements import Agreement, may_be_rated_at

rematches_api = Chapter("rematches", __name__, url_prefix="/api", description="Rematches of finished games")


@rematches_api.route("/games/<game_id>/rematch", methods=["POST"])
@rematches_api.arguments(NewRematch)
@rematches_api.response(201, GameResponse, headers={"Location": header("The path of the new game.")})
@rematches_api.refuses(*SENDING, *READING, NO_SEAT, AGAINST_THE_RULES, RECORD_UNAVAILABLE, DISK_SHORT)
@rematches_api.doc(security=TOKEN)
def play_again(_body: dict[str, Any], game_id: str) -> Response:
    """Play this finished game again: with the same people, for whom the seats are kept, each one seat further.

    There is one such game: whoever of its players asks again comes to the same one. Then sit down there.
    """
    player = required_player()
    limited(GAMES)
    public = public_game(game_id)
    required_place(game_id, player)
    tables = services().tables
    again, agreements = open_rematch(tables, public), services().standing.agreements
    is_rated = agreements.of(game_id).rated and may_be_rated_at(public.game.pace)
    agreements.settle(again, Agreement(rated=is_rated))
    made = summary(tables.seen(again), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})
