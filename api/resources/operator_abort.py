"""Abort of a game by an operator (G27)."""

from typing import Any

from flask import Response

from api.http.auth import required_operator
from api.http.blueprint import OPERATING, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import AGAINST_THE_RULES, BUSY, FINDING, READ_ONLY, SENDING
from api.resources.games import summary
from api.resources.operators import ASKING
from api.schemas.operators import CalledOff
from api.schemas.responses import GameResponse
from api.services import services
from services.games.operator_abort import call_off

operator_abort_api = ApiBlueprint(
    "calling off",
    __name__,
    url_prefix="/api/operator",
    description="For operators: calling games off",
    scopes=OPERATING,
)


@operator_abort_api.route("/games/<game_id>/called-off", methods=["PUT"])
@operator_abort_api.arguments(CalledOff)
@operator_abort_api.response(200, GameResponse)
@operator_abort_api.refuses(*SENDING, *ASKING, *FINDING, AGAINST_THE_RULES, BUSY, READ_ONLY)
@operator_abort_api.doc(security=TOKEN)
def call_game_off(body: dict[str, Any], game_id: str) -> Response:
    """Call off a game that is not over, and say why: it counts for nobody, and everybody who plays in it is told.

    The reason stands in the game's record for ever: it should name nobody.
    """
    operator = required_operator()
    done = call_off(
        services().games.tables, services().community.people.operator_log, operator.id, game_id, body["text"]
    )
    return respond(summary(done.seen), headers=UNKEPT)
