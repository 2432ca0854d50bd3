"""Move bodies: one move, or several with a signature for each where moves are signed (G25)."""

from typing import Any

import marshmallow

from api.http.blueprint import MOVE
from api.http.move_signatures import SIGNATURE, signed_in
from api.schemas.commands import read_command
from domain.projector import Projector
from services.games.decide import MOST_TOGETHER, SentCommand

_ONE: dict[str, Any] = {"$ref": f"#/components/schemas/{MOVE}"}
_SIGNATURE = {"type": "string", "pattern": SIGNATURE}
_SEVERAL = {
    "type": "object",
    "description": "Moves of the title's play, which are made one after the other, or none of them.",
    "properties": {
        "moves": {"type": "array", "items": _ONE, "minItems": 1, "maxItems": MOST_TOGETHER},
        "signatures": {
            "type": "array",
            "items": _SIGNATURE,
            "minItems": 1,
            "maxItems": MOST_TOGETHER,
            "description": "One for each move, in their order; docs/records.md says what is signed.",
        },
    },
    "required": ["moves"],
    "additionalProperties": False,
}
ONE_OR_SEVERAL = {"anyOf": [_ONE, _SEVERAL]}


def read_sent(projector: Projector, seat: int, body: Any) -> list[SentCommand]:
    """The commands that this body says, one or several with their signatures; raises marshmallow's ValidationError."""
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
