"""The referee's decision of a dispute. Players open, answer and withdraw disputes by moves like any other."""

from typing import Any

import msgspec
from flask import Response

from api.access import public_game, required_player
from api.chapter import PLAYING, TOKEN, Chapter, respond
from api.games import summary
from api.limiting import limited
from api.limits import SEATS
from api.problem_kinds import AGAINST_THE_RULES, BUSY, FINDING, NO_SEAT, READ_ONLY, READING, SENDING
from api.problems import refuse
from api.request_schemas import Decision
from api.response_schemas import GameResponse
from api.services import services
from domain.disputes import DecideDispute, Remedy

disputes_api = Chapter("disputes", __name__, url_prefix="/api", description="Disputes", scopes=PLAYING)


@disputes_api.route("/games/<game_id>/decisions", methods=["POST"])
@disputes_api.arguments(Decision)
@disputes_api.response(201, GameResponse)
@disputes_api.refuses(*SENDING, *READING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BUSY, READ_ONLY)
@disputes_api.doc(security=TOKEN)
def decide(body: dict[str, Any], game_id: str) -> Response:
    """Decide a dispute, as the referee whom the game names: what is said, and the remedy."""
    player = required_player()
    limited(SEATS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    command = DecideDispute(-1, body["number"], "referee", body["text"], msgspec.convert(body["remedy"], Remedy))
    done = services().games.tables.command(game_id, command, "public")
    return respond(summary(done.seen), 201)
