"""What a move must look like: marshmallow schemas generated from the commands' types.

A client sends the command's type and its fields; the seat is known from the token and is not part of the message.
"""

import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import marshmallow
import msgspec
from marshmallow import fields, validate

from domain.messages import Command
from domain.projector import Projector, projector_for
from domain.rulebooks import find_rulebooks
from domain.secrets import Hidden

_LONGEST_LIST = 200
_LONGEST_TEXT = 200
_LARGEST_NUMBER = 2**31 - 1


class CommandSchema(marshmallow.Schema):
    """The base of all: what the type does not know is refused."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.RAISE


def field_for(annotation: Any, required: bool = True, default: Any = None) -> fields.Field[Any]:
    """The marshmallow field of one annotated type; a type without one is an error at start-up."""
    settings: dict[str, Any] = {"required": True} if required else {"required": False, "load_default": default}
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        inner = [argument for argument in arguments if argument not in (type(None), Hidden)]
        if len(inner) != 1:
            raise TypeError(f"a command's field is of one type, not {annotation}")
        field = field_for(inner[0], required, default)
        field.allow_none = type(None) in arguments
        return field
    if origin is Literal:
        return fields.Raw(validate=validate.OneOf(arguments), **settings)
    if origin is tuple:
        length = validate.Length(max=_LONGEST_LIST)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return fields.List(field_for(arguments[0]), validate=length, **settings)
        return fields.Tuple(tuple(field_for(argument) for argument in arguments), **settings)
    if annotation is bool:
        return fields.Boolean(truthy={True}, falsy={False}, **settings)
    if annotation is int:
        number = validate.Range(min=-_LARGEST_NUMBER, max=_LARGEST_NUMBER)
        return fields.Integer(strict=True, validate=number, **settings)
    if annotation is str:
        return fields.String(validate=validate.Length(max=_LONGEST_TEXT), **settings)
    raise TypeError(f"no schema is known for a command's field of type {annotation}")


@cache
def schema_of(command_type: type[Command], prefix: str = "") -> CommandSchema:
    """The schema of one command type; its name in the OpenAPI document begins with the title's."""
    members: dict[str, Any] = {
        "type": fields.String(
            required=True, validate=validate.Equal(command_type.__name__), metadata={"enum": [command_type.__name__]}
        )
    }
    for field in msgspec.structs.fields(command_type):
        if field.name != "seat":
            member = members[field.name] = field_for(field.type, field.required, field.default)
            if field.name in command_type.ANY_ORDER:
                names = " and ".join(command_type.ANY_ORDER)
                member.metadata = {"description": f"The order of the values of {names} does not matter."}
    made = type(f"{prefix}{command_type.__name__}", (CommandSchema,), members)
    instance: CommandSchema = made()
    return instance


def title_prefix(rulebook_id: str) -> str:
    """The title's part in a schema's name: `amun-re` gives `AmunRe.`"""
    return "".join(part.capitalize() for part in rulebook_id.split("-")) + "."


def all_command_schemas() -> list[CommandSchema]:
    """The schemas of every command of every title, each once."""
    found: list[CommandSchema] = []
    for rulebook_id in find_rulebooks():
        projector = projector_for(rulebook_id)
        for command_type in projector.rulebook.COMMANDS:
            found.append(schema_of(command_type, title_prefix(rulebook_id)))
    shared = [kind for kind in projector.command_types.values() if kind not in projector.rulebook.COMMANDS]
    return [*found, *(schema_of(command_type) for command_type in shared)]


def read_command(projector: Projector, seat: int, body: Any) -> Command:
    """The command that this body says, for this seat; raises marshmallow's ValidationError."""
    if not isinstance(body, dict):
        raise marshmallow.ValidationError('A move is an object: {"type": …}.')
    kind = body.get("type")
    command_type = projector.command_types.get(kind) if isinstance(kind, str) else None
    if command_type is None:
        known = ", ".join(sorted(projector.command_types))
        raise marshmallow.ValidationError({"type": [f"Must be one of: {known}."]})
    own = command_type in projector.rulebook.COMMANDS
    prefix = title_prefix(projector.rulebook.meta.id) if own else ""
    loaded = dict(schema_of(command_type, prefix).load(body))
    del loaded["type"]
    return msgspec.convert({**loaded, "seat": seat, "type": kind}, command_type)


def write_command(command: Command) -> dict[str, Any]:
    """The message that would say this command: its type and its fields without the seat."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    del plain["seat"]
    return plain
