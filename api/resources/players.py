"""Players: signing up, and the games that wait for me."""

from typing import Any

from flask import Response

from api.http.auth import required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, respond
from api.http.etags import NAMES
from api.http.languages import translate
from api.http.problem_kinds import (
    INVALID_NAME,
    NAME_TAKEN,
    NOT_SIGNED_IN,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
    SENDING,
    TOO_MANY_REQUESTS,
)
from api.http.rate_limiting import limited
from api.http.rate_limits import PLAYERS
from api.resources.sessions import begin_session, player_json
from api.schemas.requests import NewPlayer
from api.schemas.responses import GamesResponse, NewPlayerResponse, PlayerResponse
from api.services import services
from operations.clock import now

players_api = ApiBlueprint(
    "players", __name__, url_prefix="/api", description="Players and their tokens", scopes=PLAYING
)


@players_api.route("/players", methods=["POST"])
@players_api.arguments(NewPlayer)
@players_api.response(201, NewPlayerResponse)
@players_api.refuses(*SENDING, INVALID_NAME, NAME_TAKEN, RECORD_UNAVAILABLE)
def sign_up(body: dict[str, Any]) -> Response:
    """Sign up under a name. The token is shown this once and stored only as a hash: keep it.

    With `session` a browser gets a session instead, as a cookie, and there is no token.
    """
    limited(PLAYERS)
    players, at = services().accounts.players, now()
    if body["session"]:
        player = players.enrol(body["name"], at)
        return begin_session(respond({"player": player_json(player)}, 201), player.id, "name")
    player, token = players.create(body["name"], at)
    return respond({"player": player_json(player), "token": token}, 201)


@players_api.route("/me")
@players_api.response(200, PlayerResponse)
@players_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@players_api.doc(security=TOKEN)
def me() -> Response:
    """Who I am."""
    player = required_player()
    return respond(player_json(player))


@players_api.route("/me/turns")
@players_api.response(200, GamesResponse)
@players_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_DAMAGED, RECORD_UNAVAILABLE)
@players_api.doc(security=TOKEN)
def my_turns() -> Response:
    """The games that wait for me, the one that has waited longest first."""
    waiting = services().games.lobby.turns(required_player().id, translate())
    return respond({"games": waiting, "next": None}, headers={NAMES: str(services().games.tables.name_changes())})
