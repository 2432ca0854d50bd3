"""Forks: analysis games, of finished games and of running ones."""

from typing import Any

from flask import Response, request

from api.http.auth import copied_game, required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, header, respond
from api.http.positions import position_of
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    DISK_SHORT,
    INVALID_REQUEST,
    NO_SUCH_POSITION,
    NOT_YET,
    READING,
    SENDING,
    SUSPENDED,
)
from api.http.rate_limiting import limited
from api.http.rate_limits import GAMES
from api.resources.games import summary
from api.schemas.requests import NewFork
from api.schemas.responses import GameResponse
from api.services import services
from services.games.forks import open_fork

forks_api = ApiBlueprint(
    "forks", __name__, url_prefix="/api", description="Analysis games, copies of others", scopes=PLAYING
)


@forks_api.route("/games/<game_id>/forks", methods=["POST"])
@forks_api.arguments(NewFork)
@forks_api.response(201, GameResponse, headers={"Location": header("The path of the analysis game.")})
@forks_api.refuses(
    SUSPENDED, *SENDING, *READING, INVALID_REQUEST, NO_SUCH_POSITION, NOT_YET, AGAINST_THE_RULES, DISK_SHORT
)
@forks_api.doc(security=TOKEN)
def fork(body: dict[str, Any], game_id: str) -> Response:
    """Open an analysis game that begins as a copy of this game, to try another line from that position.

    It is private, in nobody's statistics, and says what it is a copy of. Of a game that still runs it is a copy of what
    the asking player's seat saw there, and everything that this seat did not see is dealt anew.
    """
    player = required_player()
    limited(GAMES)
    seen, tables = copied_game(game_id), services().games.tables
    at = tables.entry_at(seen, position_of(seen, body["at"], "at"))
    made = summary(tables.seen(open_fork(tables, seen, at, body["seats"], player)), opens=True)
    return respond(made, 201, {"Location": f"{request.script_root}/api/games/{made['id']}"})
