"""Schemas generated from the types of the other packages, so that no shape is written twice.

A command's schema validates input (`command_schemas`); the others describe output.
"""

import types
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, Union, get_args, get_origin

import marshmallow
import msgspec
from marshmallow import fields, validate

from domain.redaction import Hidden

_SIMPLE = {bool: "boolean", int: "integer", str: "string", type(None): "null"}


class Limits(NamedTuple):
    """The limits for a field of a client's input."""

    longest_list: int
    longest_text: int
    largest_number: int


class Strict(marshmallow.Schema):
    """The base of all schemas of bodies: unknown fields are refused."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.RAISE


class ResponseSchema(Strict):
    """A part of a response. All of its fields are always present, except those in `MAY_MISS`."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ()

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Require the field, unless it may be missing."""
        field_obj.required = field_name not in self.MAY_MISS


def fields_of(struct: type[msgspec.Struct], limits: Limits | None = None) -> dict[str, fields.Field[Any]]:
    """The fields of this type, by name. With `limits` they validate input and have defaults."""
    found: dict[str, fields.Field[Any]] = {}
    for member in msgspec.structs.fields(struct):
        is_always_there = limits is None and not struct.__struct_config__.omit_defaults
        if member.required or is_always_there:
            settings: dict[str, Any] = {"required": True}
        elif limits is None:
            settings = {}
        else:
            settings = {"load_default": member.default}
        found[member.encode_name] = _field(member.type, limits, settings)
    return found


def field_of(annotation: Any) -> fields.Field[Any]:
    """The field for output of this type."""
    return _field(annotation, None, {})


@cache
def schema_of(struct: type[msgspec.Struct]) -> type[Strict]:
    """The schema for output of this type."""
    return make_schema(struct.__name__, struct.__doc__, fields_of(struct))


def make_schema(name: str, text: str | None, members: dict[str, Any]) -> type[Strict]:
    """A strict schema with this name, description and fields."""
    return type(name, (Strict,), {**members, "__doc__": text})


def _field(annotation: Any, limits: Limits | None, settings: dict[str, Any]) -> fields.Field[Any]:
    """The field of one annotated type; a type without one is an error at startup."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _one_of(arguments, limits, settings)
    if origin is Literal:
        return fields.Raw(validate=validate.OneOf(arguments), **settings)
    if origin is tuple:
        if len(arguments) != 2 or arguments[1] is not Ellipsis:
            return fields.Tuple(tuple(_field(argument, limits, {}) for argument in arguments), **settings)
        length = None if limits is None else validate.Length(max=limits.longest_list)
        return fields.List(_field(arguments[0], limits, {}), validate=length, **settings)
    if annotation is bool:
        return fields.Boolean(truthy={True}, falsy={False}, **settings)
    if annotation is int:
        largest = None if limits is None else limits.largest_number
        number = None if largest is None else validate.Range(min=-largest, max=largest)
        return fields.Integer(strict=True, validate=number, **settings)
    if annotation is str:
        text = None if limits is None else validate.Length(max=limits.longest_text)
        return fields.String(validate=text, **settings)
    if limits is None:
        return _sent_field(annotation, settings)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return fields.Nested(_checked_schema(annotation, limits), **_as_plain(settings))
    raise TypeError(f"no schema is known for a command's field of type {annotation}")


@cache
def _checked_schema(struct: type[msgspec.Struct], limits: Limits) -> type[Strict]:
    """The schema for input of this type."""
    return make_schema(f"Given.{struct.__name__}", struct.__doc__, fields_of(struct, limits))


def _as_plain(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with a default in the form of a client's input."""
    if "load_default" not in settings:
        return settings
    return {**settings, "load_default": msgspec.to_builtins(settings["load_default"])}


def _one_of(arguments: tuple[Any, ...], limits: Limits | None, settings: dict[str, Any]) -> fields.Field[Any]:
    inner = [argument for argument in arguments if argument not in (type(None), Hidden)]
    if len(inner) == 1:
        field = _field(inner[0], limits, settings)
        field.allow_none = type(None) in arguments
        return field
    if limits is None and all(argument in _SIMPLE for argument in arguments):
        return fields.Raw(metadata={"type": [_SIMPLE[argument] for argument in arguments]}, **settings)
    raise TypeError(f"a field is of one type, not {arguments}")


def _sent_field(annotation: Any, settings: dict[str, Any]) -> fields.Field[Any]:
    """The field of a type that occurs only in output."""
    if annotation is Any:
        return fields.Raw(**settings)
    if get_origin(annotation) is dict:
        return fields.Dict(keys=fields.String(), values=_field(get_args(annotation)[1], None, {}), **settings)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        if annotation.__struct_config__.array_like:
            return fields.Tuple(tuple(fields_of(annotation).values()), **settings)
        return fields.Nested(schema_of(annotation), **settings)
    raise TypeError(f"no schema is known for {annotation}")


class AnyOf(fields.Raw):
    """A field whose value fits at least one of these schemas, which may be references into the document."""

    def __init__(self, *schemas: type[Strict] | dict[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self.schemas = schemas
