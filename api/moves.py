"""Moves: what my seat may do, and doing it."""

from typing import Any

from flask import Response, request

from api.access import own_view, required_place, required_player
from api.bodies import json_body, raw_body
from api.chapter import JSON, PLAYING, TOKEN, Chapter, asked_header, respond
from api.languages import translate
from api.limiting import limited
from api.limits import DRY_RUNS, MOVES
from api.operator import BEGUN
from api.playing import IDEMPOTENCY_KEY, make_moves, read_moves
from api.problem_kinds import (
    AGAINST_THE_RULES,
    ANOTHERS_SEAT,
    BAD_SIGNATURE,
    BUSY,
    FINDING,
    KEY_REUSED,
    MOVED_ON,
    NO_SEAT,
    READ_ONLY,
    READING,
    SENDING,
)
from api.record_schemas import ForeseenResponse, LegalMovesResponse, MoveResponse
from api.request_schemas import DryRun, OwnSeat
from api.services import services
from api.several_moves import ONE_OR_SEVERAL
from api.signed import SIGNED
from domain.messages import Command
from replay.messages import command_json
from replay.narration import Translate, describe, narrate
from replay.seen import Seen
from replay.states import state_of

moves_api = Chapter("moves", __name__, url_prefix="/api", description="Playing", scopes=PLAYING)


@moves_api.route("/games/<game_id>/legal-moves")
@moves_api.arguments(OwnSeat, location="query", as_kwargs=True)
@moves_api.response(200, LegalMovesResponse)
@moves_api.refuses(*READING, NO_SEAT, ANOTHERS_SEAT)
@moves_api.doc(security=TOKEN)
def legal_moves(game_id: str, **_looking: Any) -> Response:
    """Every legal move of my seat, each ready to be sent; none when it is not my turn."""
    seen, say = own_view(game_id), translate()
    return respond({"position": str(seen.position), "digest": seen.digest.hex(), "moves": _legal(seen, say)})


@moves_api.route(
    "/games/<game_id>/moves",
    methods=["POST"],
    parameters=[
        asked_header(
            "Idempotency-Key",
            "A resend under the same key gets the first response again; another move under it is refused (422).",
            pattern=f"^{IDEMPOTENCY_KEY.pattern}$",
        ),
        asked_header("If-Match", "The digest that you know, as it is or as an ETag; 412 when the game has moved on."),
        SIGNED,
    ],
)
@moves_api.arguments(DryRun, location="query", as_kwargs=True)
@moves_api.response(201, MoveResponse)
@moves_api.alt_response(200, schema=ForeseenResponse, description="With dry_run: what the move would lead to.")
@moves_api.refuses(*SENDING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, MOVED_ON, KEY_REUSED, BUSY, READ_ONLY)
@moves_api.doc(
    security=TOKEN,
    requestBody={"required": True, "content": {"application/json": {"schema": ONE_OR_SEVERAL}}},
)
def move(game_id: str, dry_run: bool) -> Response:
    """Make a move: one of the title's commands, Resign, or, before the first move, Abort.

    Or several of the title's, as `moves`: each becomes an action of its own, and if one is refused none is made (G25).
    Only the last may lead to what the seat cannot foresee: `complete` of the dry run of those before it is true.
    With `dry_run` nothing is recorded: the response tells what would follow, as far as the seat can know.
    """
    if BEGUN in request.environ:
        raise request.environ[BEGUN].error
    player = required_player()
    limited(DRY_RUNS if dry_run else MOVES)
    if dry_run:
        seat, projector = required_place(game_id, player)
        commands = [one.command for one in read_moves(projector, seat, json_body())]
        return respond(_foreseen(game_id, player.id, commands))
    made = make_moves(game_id, player, raw_body(), request.environ, translate())
    return Response(made, 201, content_type=JSON)


def _foreseen(game_id: str, player: str, commands: list[Command]) -> dict[str, Any]:
    seen, foreseen = services().games.tables.foresee(game_id, player, commands)
    say, seat, names = translate(), commands[0].seat, seen.names
    return {
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "events": [
            {"type": type(event).__name__, "text": narrate(seen.rulebook, event, names, say)}
            for event in foreseen.events
        ],
        "state": state_of(seen, say),
        "to_act": list(seen.to_act),
        "complete": foreseen.is_complete,
        "moves": _legal(seen, say) if foreseen.is_complete and seat in seen.to_act else [],
    }


def _legal(seen: Seen, say: Translate) -> list[dict[str, Any]]:
    names = seen.names
    return [{"move": command_json(one), "text": describe(seen.rulebook, one, names, say)} for one in seen.legal()]
