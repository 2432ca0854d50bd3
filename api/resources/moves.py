"""Moves: the legal moves of your seat, and making one or several."""

import hashlib
import re
from typing import Annotated, Any

import marshmallow
import msgspec
from flask import Response, request

from api.http.auth import own_view, required_place
from api.http.blueprint import MOVE, ApiBlueprint, asked_header, respond
from api.http.json_body import json_of, raw_body
from api.http.languages import translate
from api.http.move_signatures import SIGNATURE, SIGNED, signed_by, signed_in
from api.http.operation import PLAYING
from api.http.permissions import check_may_record
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    ANOTHERS_SEAT,
    BAD_SIGNATURE,
    BUSY,
    FINDING,
    INVALID_REQUEST,
    KEY_REUSED,
    MOVED_ON,
    NO_SEAT,
    NO_SUCH_POSITION,
    READ_ONLY,
    READING,
    SENDING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import explain, refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import DRY_RUNS, MOVES
from api.schemas.commands import read_command
from api.schemas.records import ForeseenResponse, LegalMovesResponse, MoveResponse
from api.schemas.requests import DryRun, OwnSeat
from api.services import services
from domain.messages import Command
from domain.preview import Foreseen
from domain.projector import Projector
from replay.message_json import command_json
from replay.narration import Translate, describe, narrate
from replay.state_json import state_of
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.games.command_reply import Wanted
from services.games.decide import MOST_TOGETHER, SentCommand
from services.games.tables import Request

_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_DIGEST = re.compile(r'(?:W/)?"?([0-9a-f]{64})(?:-[0-9a-z-]{1,40})?"?')

_ONE: dict[str, Any] = {"$ref": f"#/components/schemas/{MOVE}"}
_SIGNATURE = {"type": "string", "pattern": SIGNATURE}
_SEVERAL = {
    "type": "object",
    "description": "Moves of the title's play, made one after another, or none of them.",
    "properties": {
        "moves": {"type": "array", "items": _ONE, "minItems": 1, "maxItems": MOST_TOGETHER},
        "signatures": {
            "type": "array",
            "items": _SIGNATURE,
            "minItems": 1,
            "maxItems": MOST_TOGETHER,
            "description": "One for each move, in order; docs/reference/record-signatures.md describes the text.",
        },
    },
    "required": ["moves"],
    "additionalProperties": False,
}
_ONE_OR_SEVERAL = {"anyOf": [_ONE, _SEVERAL]}

moves_api = ApiBlueprint("moves", __name__, url_prefix="/api", description="Playing", scopes=PLAYING)


@moves_api.get("/games/<game_id>/legal-moves", refuses=[*READING, NO_SEAT, ANOTHERS_SEAT])
def legal_moves(game_id: str, _query: OwnSeat) -> Annotated[Response, LegalMovesResponse]:
    """All legal moves of your seat, each ready to be sent; none if it is not your turn."""
    seen, say = own_view(game_id), translate()
    return respond({"position": str(seen.position), "digest": seen.digest.hex(), "moves": legal_json(seen, say)})


@moves_api.post(
    "/games/<game_id>/moves",
    status=201,
    refuses=[*SENDING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, MOVED_ON, KEY_REUSED, BUSY, READ_ONLY],
    itself=[SILENCED, SUSPENDED],
    parameters=[
        asked_header(
            "Idempotency-Key",
            "A repetition with the same key gets the first response again; another move with it is refused (422).",
            pattern=f"^{_IDEMPOTENCY_KEY.pattern}$",
        ),
        asked_header("If-Match", "The digest that you expect, plain or as an ETag; 412 if the game has moved on."),
        SIGNED,
    ],
)
@moves_api.alt_response(200, schema=ForeseenResponse, description="With dry_run: the consequences of the move.")
@moves_api.doc(requestBody={"required": True, "content": {"application/json": {"schema": _ONE_OR_SEVERAL}}})
def move(game_id: str, query: DryRun, player: Player) -> Annotated[Response, MoveResponse]:
    """Make a move: one of the title's commands, Resign, or, before the first move, Abort.

    Or make several of them, as `moves`: each becomes a separate action, and if one is refused none is made (G25).
    Only the last may have consequences that the seat cannot foresee: `complete` in the dry run of those before it is
    true. With `dry_run` nothing is recorded: the response contains the consequences, as far as the seat can know them.

    A suspended or muted player opens and answers disputes with the text `…`, and writes the reasons to the judge alone
    with `PUT /api/games/{id}/disputes/{number}/statement`.
    """
    limited(DRY_RUNS if query.dry_run else MOVES)
    raw = raw_body()
    seat, projector = required_place(game_id, player)
    sent = _read_moves(projector, seat, raw)
    for one in sent:
        check_may_record(player, one.command)
    if query.dry_run:
        return respond(_foreseen(game_id, player.id, [one.command for one in sent]))
    if (signed := signed_by(seat)) is not None:
        if len(sent) > 1:
            refuse(BAD_SIGNATURE, "Several moves must be signed in the request body, each separately.")
        sent = [SentCommand(sent[0].command, signed)]
    key, of_request = _idempotency_key(), Request(expected=_expected_digest())
    if key is not None:
        asked: Any = sent[0].command if len(sent) == 1 else [one.command for one in sent]
        digest = hashlib.sha256(msgspec.json.encode(asked, order="sorted")).digest()
        of_request = Request(f"{player.id}:{key}", digest, of_request.expected)
    done = services().games.tables.commands(
        game_id,
        sent,
        seat,
        wanted=Wanted(services().games.records, translate(), hashlib.sha256(raw).hexdigest()),
        request=of_request,
        player=player.id,
    )
    return respond(done.answer, 201)


def _read_moves(projector: Projector, seat: int, raw: bytes) -> list[SentCommand]:
    """The commands in this body, or a refusal that explains the error."""
    try:
        return _read_sent(projector, seat, json_of(raw))
    except marshmallow.ValidationError as error:
        errors = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
        refuse(INVALID_REQUEST, explain(errors), errors=errors)


def _read_sent(projector: Projector, seat: int, body: Any) -> list[SentCommand]:
    """The commands in this body, one or several with their signatures where moves are signed (G25).

    Raises marshmallow's ValidationError.
    """
    if not isinstance(body, dict) or "moves" not in body or "type" in body:
        return [SentCommand(read_command(projector, seat, body))]
    moves, signatures = body["moves"], body.get("signatures")
    if len(body) > 1 + ("signatures" in body):
        raise marshmallow.ValidationError("Several moves come as moves and, where they are signed, signatures.")
    if not isinstance(moves, list) or not 1 <= len(moves) <= MOST_TOGETHER:
        raise marshmallow.ValidationError({"moves": [f"Must be a list of 1 to {MOST_TOGETHER} moves."]})
    commands = [read_command(projector, seat, move) for move in moves]
    if signatures is None:
        return [SentCommand(command) for command in commands]
    are_texts = isinstance(signatures, list) and all(isinstance(one, str) for one in signatures)
    if not are_texts or len(signatures) != len(moves):
        raise marshmallow.ValidationError({"signatures": ["Must be a list of texts, one for each move."]})
    signed = [signed_in(one, seat, f"signatures.{place}") for place, one in enumerate(signatures)]
    return [SentCommand(*one) for one in zip(commands, signed, strict=True)]


def _idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _IDEMPOTENCY_KEY.fullmatch(key):
        refuse(INVALID_REQUEST, "Idempotency-Key: must be 1 to 200 printable ASCII characters, without spaces.")
    return key


def _expected_digest() -> bytes | None:
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    found = _DIGEST.fullmatch(given.strip())
    if found is None:
        refuse(INVALID_REQUEST, "If-Match: must be a digest from the game's ETag.")
    return bytes.fromhex(found.group(1))


def _foreseen(game_id: str, player: str, commands: list[Command]) -> dict[str, Any]:
    seen, foreseen = services().games.tables.foresee(game_id, player, commands)
    return foreseen_json(seen, foreseen, commands[0].seat)


def foreseen_json(seen: Seen, foreseen: Foreseen, seat: int) -> dict[str, Any]:
    """A preview of this seat's moves, which `seen` was made for, as the response has it."""
    say, after = translate(), msgspec.structs.replace(seen, game=foreseen.game)
    return {
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "events": [
            {"type": type(event).__name__, "text": narrate(seen.rulebook, event, after.names, say).text}
            for event in foreseen.events
        ],
        "state": state_of(after, say),
        "to_act": list(after.to_act),
        "complete": foreseen.is_complete,
        "moves": legal_json(after, say) if foreseen.is_complete and seat in after.to_act else [],
    }


def numbered_move(seen: Seen, number: int) -> Command:
    """The viewer's legal move with this number, from 0, or a refusal."""
    legal = seen.legal()
    if number >= len(legal):
        refuse(NO_SUCH_POSITION, "There is no legal move with this number.")
    return legal[number]


def legal_json(seen: Seen, say: Translate) -> list[dict[str, Any]]:
    """All legal moves of the viewer's seat, with their texts."""
    names = seen.names
    return [{"move": command_json(one), "text": describe(seen.rulebook, one, names, say)} for one in seen.legal()]
