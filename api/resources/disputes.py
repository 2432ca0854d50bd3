"""Disputes: the referee's decision. Players open, answer and withdraw disputes by moves like any other."""

from typing import Any

import msgspec
from flask import Response

from api.http.auth import public_game, required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, respond
from api.http.move_signatures import SIGNED, signed_by
from api.http.problem_kinds import AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, FINDING, NO_SEAT, READ_ONLY, READING, SENDING
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import SEATS
from api.resources.games import summary
from api.schemas.requests import Decision
from api.schemas.responses import GameResponse
from api.services import services
from domain.disputes.events import DecideDispute, Remedy
from domain.game import REFEREE

disputes_api = ApiBlueprint("disputes", __name__, url_prefix="/api", description="Disputes", scopes=PLAYING)


@disputes_api.route("/games/<game_id>/decisions", methods=["POST"], parameters=[SIGNED])
@disputes_api.arguments(Decision)
@disputes_api.response(201, GameResponse)
@disputes_api.refuses(*SENDING, *READING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY)
@disputes_api.doc(security=TOKEN)
def decide(body: dict[str, Any], game_id: str) -> Response:
    """Decide a dispute, as the game's referee, with an explanation and a remedy."""
    player = required_player()
    limited(SEATS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    command = DecideDispute(-1, body["number"], "referee", body["text"], msgspec.convert(body["remedy"], Remedy))
    done = services().games.tables.command(game_id, command, "public", signed=signed_by(REFEREE))
    return respond(summary(done.seen), 201)
