"""Command schemas: marshmallow schemas of moves, generated from the commands' types.

A client sends the command's type and its fields; the seat follows from the token and is not part of the message.
"""

from functools import cache
from typing import Any

import marshmallow
import msgspec
from marshmallow import fields, validate

from api.schemas.from_structs import Limits, Strict, fields_of, make_schema
from domain.clocks.rules import CLOCKS
from domain.disputes.events import LONGEST_TEXT
from domain.disputes.rules import DISPUTES
from domain.messages import Command
from domain.projector import Projector, projector_for
from domain.title_loader import find_rulebooks

_LIMITS = Limits(longest_list=200, longest_text=200, largest_number=2**31 - 1)
_TIME_LIMITS = Limits(longest_list=200, longest_text=200, largest_number=2**53 - 1)
TEXT_LIMITS = Limits(longest_list=200, longest_text=LONGEST_TEXT, largest_number=2**31 - 1)
"""The limits for texts in disputes."""


@cache
def command_schema(command_type: type[Command], prefix: str = "") -> Strict:
    """The schema of one command type; its name in the OpenAPI document begins with the title's."""
    name = command_type.__name__
    limits = TEXT_LIMITS if command_type in DISPUTES.types else _LIMITS
    members: dict[str, Any] = fields_of(command_type, _TIME_LIMITS if command_type in CLOCKS.types else limits)
    del members["seat"]
    for member in command_type.ANY_ORDER:
        names = " and ".join(command_type.ANY_ORDER)
        members[member].metadata = {"description": f"The order of the values of {names} does not matter."}
    kind = fields.String(required=True, validate=validate.Equal(name))
    return make_schema(prefix + name, command_type.__doc__, {"type": kind, **members})()


@cache
def title_prefix(rulebook_id: str) -> str:
    """The title's prefix of a schema's name: `amun-re` gives `AmunRe.`"""
    return "".join(part.capitalize() for part in rulebook_id.split("-")) + "."


def title_command_schemas() -> dict[str, dict[str, Strict]]:
    """The schemas of each title's own commands, by the commands' types."""
    return {
        rulebook_id: {
            kind.__name__: command_schema(kind, title_prefix(rulebook_id))
            for kind in projector_for(rulebook_id).rulebook.COMMANDS
        }
        for rulebook_id in find_rulebooks()
    }


def shared_command_schemas() -> dict[str, Strict]:
    """The schemas of the commands of all titles, by the commands' types."""
    projector = projector_for(next(iter(find_rulebooks())))
    shared = [kind for kind in projector.command_types.values() if kind not in projector.rulebook.COMMANDS]
    return {kind.__name__: command_schema(kind) for kind in shared}


def read_command(projector: Projector, seat: int, body: Any) -> Command:
    """The command in this body, for this seat; raises marshmallow's ValidationError."""
    if not isinstance(body, dict):
        raise marshmallow.ValidationError('A move is an object: {"type": …}.')
    kind = body.get("type")
    command_type = projector.command_types.get(kind) if isinstance(kind, str) else None
    if command_type is None:
        known = ", ".join(sorted(projector.command_types))
        raise marshmallow.ValidationError({"type": [f"Must be one of: {known}."]})
    own = command_type in projector.rulebook.COMMANDS
    prefix = title_prefix(projector.rulebook.meta.id) if own else ""
    loaded = dict(command_schema(command_type, prefix).load(body))
    del loaded["type"]
    return msgspec.convert({**loaded, "seat": seat, "type": command_type.__name__}, command_type)
