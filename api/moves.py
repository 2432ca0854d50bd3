"""Moves: what my seat may do, and doing it."""

import hashlib
import re
from typing import Any

import marshmallow
import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from api.access import own_seat, readable_table, required_player, required_seat
from api.command_schemas import all_command_schemas, read_command, write_command
from api.languages import translate
from api.problems import explain, refuse
from api.schemas import LegalMovesResponse, Looking, MoveResponse, respond
from api.services import services
from audit.receipts import receipt_of
from correspondence.tables import Action
from domain import game as shared
from replay.frames import event_json, names_of, render_state
from replay.narration import describe

moves_api = Blueprint("moves", __name__, url_prefix="/api", description="Playing")

_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_DIGEST = re.compile(r'(?:W/)?"?([0-9a-f]{64})"?')


@moves_api.route("/games/<game_id>/legal-moves")
@moves_api.arguments(Looking, location="query", as_kwargs=True)
@moves_api.response(200, LegalMovesResponse)
@moves_api.doc(security=[{"token": []}])
def legal_moves(game_id: str, **_looking: Any) -> Response:
    """Every legal move of my seat, each ready to be sent; none when it is not my turn."""
    table = readable_table(game_id)
    seat = required_seat(table.game)
    table, head, seen = services().tables.seen_by(game_id, seat)
    assert table.projector is not None
    rulebook = table.projector.rulebook
    commands = () if seen.seats[seat].resigned else shared.legal(rulebook, seen, seat)
    names, say = names_of(seen), translate()
    moves = [{"move": write_command(one), "text": describe(rulebook, one, names, say)} for one in commands]
    return respond({"position": str(head.position), "digest": head.digest.hex(), "moves": moves})


@moves_api.route("/games/<game_id>/moves", methods=["POST"])
@moves_api.response(201, MoveResponse)
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
def move(game_id: str) -> Response:
    """Make a move: one of the title's commands, or `Resign`, or (before the first move) `Abort`."""
    player = required_player()
    tables = services().tables
    table = tables.warm(game_id)
    seat = own_seat(table.game)
    if seat is None:
        table = tables.load(game_id)
        seat = required_seat(table.game)
    assert table.projector is not None
    body = _body()
    try:
        command = read_command(table.projector, seat, body)
    except marshmallow.ValidationError as error:
        refuse(422, "Invalid request", explain(error.messages), errors=error.messages)
    key, expected = _idempotency_key(), _expected_digest()
    action = tables.command(
        game_id,
        command,
        seat,
        idempotency_key=None if key is None else f"{player.id}:{key}",
        request_digest=b"" if key is None else hashlib.sha256(msgspec.json.encode(command, order="sorted")).digest(),
        expected_digest=expected,
    )
    return respond(_move_response(game_id, seat, action), 201)


def _move_response(game_id: str, seat: int, action: Action) -> dict[str, Any]:
    last = action.entries[-1]
    names, say = names_of(action.game), translate()
    return {
        "position": str(last.position),
        "digest": last.digest.hex(),
        "events": [event_json(action.projector, entry, seat, names, say) for entry in action.entries],
        "state": render_state(action.projector, action.game, seat),
        "to_act": list(shared.to_act(action.projector.rulebook, action.game)),
        "receipt": receipt_of(services().signing, game_id, last),
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
