"""Alternatives: the legal moves of a decision in a finished game, and a preview of each.

Both contain what the deciding seat could know then. They are a part of the analysis, which running games do not have.
"""

from typing import Annotated

from flask import Response

from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, any_of, respond
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import NO_SUCH_POSITION, NOT_FINISHED, READING
from api.http.problems import refuse
from api.http.rate_limits import DRY_RUNS
from api.resources.analysis.analyses import game_with_action
from api.resources.moves import foreseen_json, legal_json, numbered_move
from api.schemas.analysis import AlternativesResponse, OneMove
from api.schemas.records import ForeseenResponse
from api.services import services
from domain.preview import foresee
from eventstore.entries import Position
from replay.state_json import state_of
from replay.viewer_state import Seen
from services.games.tables import whole_action

alternatives_api = ApiBlueprint(
    "alternatives", __name__, url_prefix="/api", description="Alternatives in finished games", scopes=PLAYING
)


@alternatives_api.get(
    "/games/<game_id>/alternatives/<action>",
    refuses=[*READING, NOT_FINISHED, NO_SUCH_POSITION],
    security=TOKEN_OR_NONE,
    limit=DRY_RUNS,
)
def alternatives(
    game_id: str, action: str, query: OneMove
) -> Annotated[Response, any_of(AlternativesResponse, ForeseenResponse)]:
    """All legal moves of the seat that moved in this action, and the state that it saw before.

    Or a preview of one of these moves, as far as the seat could know its consequences then.
    """
    (seen, number), say = _before(game_id, action), translate()
    if query.move is not None:
        command = numbered_move(seen, query.move)
        return respond(foreseen_json(seen, foresee(seen.rulebook, seen.game, command), command.seat), headers=UNKEPT)
    body = {
        "game": game_id,
        "action": number,
        "seat": seen.viewer,
        "position": str(seen.position),
        "state": state_of(seen, say),
        "moves": legal_json(seen, say),
    }
    return respond(body, headers=UNKEPT)


def _before(game_id: str, action: str) -> tuple[Seen, int]:
    """The game before this action, as the seat that moved in it saw it, and the action's number."""
    (seen, number), tables = game_with_action(game_id, action), services().games.tables
    entry = tables.entry_at(seen, Position(number, 0)) if number > 1 else None
    seat = None if entry is None else seen.projector.decode(entry.public).actor
    before = None if seat is None else tables.seen_at(tables.seen(game_id, seat), whole_action(number - 1))
    if before is None or not before.legal():
        refuse(NO_SUCH_POSITION, "No player chose a move in this action.")
    return before, number
