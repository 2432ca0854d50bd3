"""Forks: analysis games, of finished games and of running ones."""

from typing import Any

from flask import Response, request

from api.access import own_seat, public_game, required_player
from api.chapter import TOKEN, Chapter, header, respond
from api.games import summary
from api.limiting import limited
from api.limits import GAMES
from api.positions import position_of
from api.problem_kinds import (
    AGAINST_THE_RULES,
    DISK_SHORT,
    INVALID_REQUEST,
    NO_SUCH_POSITION,
    NOT_YET,
    READING,
    SENDING,
)
from api.problems import refuse
from api.request_schemas import NewFork
from api.response_schemas import GameResponse
from api.services import services
from correspondence.forking import open_fork
from domain.secrets import Viewer

forks_api = Chapter("forks", __name__, url_prefix="/api", description="Analysis games, copies of others")


@forks_api.route("/games/<game_id>/forks", methods=["POST"])
@forks_api.arguments(NewFork)
@forks_api.response(201, GameResponse, headers={"Location": header("The path of the analysis game.")})
@forks_api.refuses(*SENDING, *READING, INVALID_REQUEST, NO_SUCH_POSITION, NOT_YET, AGAINST_THE_RULES, DISK_SHORT)
@forks_api.doc(security=TOKEN)
def fork(body: dict[str, Any], game_id: str) -> Response:
    """Open an analysis game that begins as a copy of this game, to try another line from that position.

    It is private, in nobody's statistics, and says what it is a copy of. Of a game that still runs it is a copy of what
    the asking player's seat saw there, and everything that this seat did not see is dealt anew.
    """
    player = required_player()
    limited(GAMES)
    public = public_game(game_id)
    viewer: Viewer | None = "all" if public.game.is_over else own_seat(public)
    if viewer is None:
        refuse(NOT_YET, "While a game is played only its players can fork it; when it is over, everybody can.")
    tables = services().tables
    seen = tables.seen(game_id, viewer)
    at = tables.entry_at(seen, position_of(seen, body["at"], "at"))
    made = summary(tables.seen(open_fork(tables, seen, at, body["seats"], player)), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})
