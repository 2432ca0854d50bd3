"""Moves: what my seat may do, and doing it."""

import hashlib
import re
from typing import Any

import marshmallow
import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api.access import own_view, required_place, required_player
from api.command_schemas import all_command_schemas, read_command, write_command
from api.languages import translate
from api.problems import explain, refuse
from api.schemas import DryRun, ForeseenResponse, LegalMovesResponse, Looking, MoveResponse, respond
from api.services import services
from domain.messages import Command
from replay.frames import event_json, state_of
from replay.narration import describe, narrate

moves_api = Blueprint("moves", __name__, url_prefix="/api", description="Playing")

_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_DIGEST = re.compile(r'(?:W/)?"?([0-9a-f]{64})"?')


@moves_api.route("/games/<game_id>/legal-moves")
@moves_api.arguments(Looking, location="query", as_kwargs=True)
@moves_api.response(200, LegalMovesResponse)
@moves_api.doc(security=[{"token": []}])
def legal_moves(game_id: str, **_looking: Any) -> Response:
    """Every legal move of my seat, each ready to be sent; none when it is not my turn."""
    seen, say = own_view(game_id), translate()
    moves = [
        {"move": write_command(one), "text": describe(seen.rulebook, one, seen.names, say)} for one in seen.legal()
    ]
    return respond({"position": str(seen.position), "digest": seen.digest.hex(), "moves": moves})


@moves_api.route("/games/<game_id>/moves", methods=["POST"])
@moves_api.arguments(DryRun, location="query", as_kwargs=True)
@moves_api.response(201, MoveResponse)
@moves_api.alt_response(200, schema=ForeseenResponse, description="With dry_run: what the move would lead to.")
@moves_api.doc(
    security=[{"token": []}],
    parameters=[
        {
            "in": "header",
            "name": "Idempotency-Key",
            "schema": {"type": "string", "maxLength": 200},
            "description": "A resend under the same key gets the first answer again; another body is refused (422).",
        },
        {
            "in": "header",
            "name": "If-Match",
            "schema": {"type": "string"},
            "description": "The digest that you know; 412 when the game has moved on.",
        },
    ],
    requestBody={
        "required": True,
        "content": {"application/json": {"schema": {"oneOf": all_command_schemas()}}},
    },
)
def move(game_id: str, dry_run: bool) -> Response:
    """Make a move: one of the title's commands, or `Resign`, or (before the first move) `Abort`.

    With `dry_run` nothing is recorded: the answer tells what the move would lead to, as far as its seat can know.
    """
    player = required_player()
    seat, projector = required_place(game_id, player)
    body = _body()
    try:
        command = read_command(projector, seat, body)
    except marshmallow.ValidationError as error:
        refuse(422, "Invalid request", explain(error.messages), errors=error.messages)
    if dry_run:
        return respond(_foreseen(game_id, command))
    key, expected = _idempotency_key(), _expected_digest()
    done = services().tables.command(
        game_id,
        command,
        seat,
        idempotency_key=None if key is None else f"{player.id}:{key}",
        request_digest=b"" if key is None else hashlib.sha256(msgspec.json.encode(command, order="sorted")).digest(),
        expected_digest=expected,
    )
    seen, say = done.seen, translate()
    made = {
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "events": [event_json(seen.rulebook, one, seen.names, say) for one in done.records],
        "state": state_of(seen),
        "to_act": list(seen.to_act),
        "receipt": services().records.receipt(seen),
    }
    return respond(made, 201)


def _foreseen(game_id: str, command: Command) -> dict[str, Any]:
    seen, foreseen = services().tables.foresee(game_id, command)
    say = translate()
    return {
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "events": [
            {"type": type(event).__name__, "text": narrate(seen.rulebook, event, seen.names, say)}
            for event in foreseen.events
        ],
        "state": state_of(seen),
        "to_act": list(seen.to_act),
        "complete": foreseen.is_complete,
    }


def _body() -> Any:
    try:
        return msgspec.json.decode(request.get_data(cache=False))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        refuse(400, "Bad JSON", f"The body is not JSON: {error}")


def _idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _IDEMPOTENCY_KEY.fullmatch(key):
        refuse(422, "Invalid request", "Idempotency-Key: must be 1 to 200 printable ASCII characters without spaces.")
    return key


def _expected_digest() -> bytes | None:
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    found = _DIGEST.fullmatch(given.strip())
    if found is None:
        refuse(422, "Invalid request", "If-Match: must be a digest as the game's ETag gives it.")
    return bytes.fromhex(found.group(1))
