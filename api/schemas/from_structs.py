"""Schemas generated from structs, so that no shape is written twice.

`Body`, `Query` and `Shown` are the bases of the API's own structs: bodies and queries of requests, and responses. A
type is annotated with its description (`about`), marshmallow's validators, or, for another form than the type's own,
marshmallow's field. Schemas are also generated from types of other packages: those of commands validate input
(`command_schemas`), the others describe output.
"""

import types
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import marshmallow
import msgspec
from marshmallow import fields, validate

from domain.redaction import Hidden
from replay.timestamps import time_text

S = TypeVar("S", bound=marshmallow.Schema)
T = TypeVar("T")
Maybe = Union[T, msgspec.UnsetType]  # noqa: UP007 - a generic alias
"""A member that may be missing, and by default is."""
Time = Annotated[str, fields.DateTime()]
"""A time by RFC 3339."""
TrueOrFalse = Annotated[bool, fields.Boolean(truthy={"true"}, falsy={"false"})]
"""A parameter that accepts no other words."""
LenientBool = Annotated[bool, fields.Boolean()]
"""A member that also accepts words such as `yes` and `off`."""

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


class Open(marshmallow.Schema):
    """The base of all schemas of responses: a later version may add members. A response's schema extends its base's."""

    class Meta:
        """marshmallow's settings."""

        unknown = marshmallow.EXCLUDE


class Body(msgspec.Struct):
    """The base of bodies of requests: unknown members are refused."""


class Query(msgspec.Struct):
    """The base of queries: unknown parameters are refused, and those without a value are None."""


class Shown(msgspec.Struct):
    """The base of responses: members are always present, unless they are `Maybe`."""


class Metadata(dict[str, Any]):
    """Documentation of a member beyond its type; hashable, as parts of a union of types must be."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def shown(kind: type[Shown], source: object, **more: Any) -> dict[str, Any]:
    """A response with the given members, and with attributes of `source` for all others; times in milliseconds become
    text.

    A time of 0 is null where the response allows it. Members that may be missing are left out if they are empty.
    """
    found = dict(more)
    for name, field in _shown_fields(kind).items():
        value = getattr(source, name, msgspec.UNSET)
        if name in more or value is msgspec.UNSET or not (value or field.required):
            continue
        is_time = isinstance(field, fields.DateTime)
        found[name] = (time_text(value) if value or not field.allow_none else None) if is_time else value
    return found


@cache
def _shown_fields(kind: type[Shown]) -> dict[str, fields.Field[Any]]:
    return schema_of(kind)().fields


def about(text: str, **more: Any) -> Metadata:
    """The description of a member or a parameter, and `more` of its schema."""
    return Metadata(description=text, **more)


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


@cache
def schema_of(struct: type[msgspec.Struct]) -> type[marshmallow.Schema]:
    """The schema of a struct of the API, which is what a body or a query is loaded as; for output of any other type."""
    if not issubclass(struct, Body | Query | Shown):
        return extending(Open, struct.__name__, struct.__doc__, fields_of(struct))
    base = struct.__base__
    extended = base is not None and issubclass(base, Shown) and base is not Shown
    known = msgspec.structs.fields(base) if extended and base else ()
    own = [one for one in msgspec.structs.fields(struct) if one not in known]
    members: dict[str, Any] = {one.name: _own_member(one, struct) for one in own}
    members |= {name: one for name, one in vars(struct).items() if hasattr(one, "__marshmallow_hook__")}
    if issubclass(struct, Shown):
        return extending(schema_of(base) if extended and base else Open, struct.__name__, struct.__doc__, members)
    members["load"] = lambda self, sent, **more: struct(**Strict.load(self, sent, **more))
    return make_schema(struct.__name__, struct.__doc__, members)


def _own_member(member: msgspec.structs.FieldInfo, struct: type[msgspec.Struct]) -> fields.Field[Any]:
    """The field of a member of a struct of the API."""
    field = _own_field(member.type, struct)
    field.required = member.required
    if member.encode_name != member.name:
        field.data_key = member.encode_name
    if issubclass(struct, Query):
        field.allow_none = False
    has_default = member.default not in (msgspec.NODEFAULT, msgspec.UNSET)
    if has_default and (member.default is not None or field.allow_none):
        with suppress(marshmallow.ValidationError):  # an empty text that may not be sent stands for none
            for validate_one in field.validators if member.default == "" else ():
                validate_one("")
            field.load_default = msgspec.to_builtins(member.default)
    return field


def _own_field(annotation: Any, struct: type[msgspec.Struct]) -> fields.Field[Any]:
    """The field of an annotated type in a struct of the API."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        form = next((one for one in arguments[1:] if isinstance(one, fields.Field)), None)
        field = _own_field(arguments[0], struct) if form is None else deepcopy(form)
        for one in arguments[1:]:
            if isinstance(one, Metadata):
                field.metadata = {**field.metadata, **one}
            elif one is not form:
                field.validators.append(one)
        field.allow_none |= form is not None and type(None) in get_args(arguments[0])
        return field
    if origin in (Union, types.UnionType):
        inner = [one for one in arguments if one not in (type(None), msgspec.UnsetType)]
        field = _own_field(inner[0], struct)
        field.allow_none |= type(None) in arguments
        return field
    if origin is list:
        return fields.List(_own_field(arguments[0], struct))
    if origin is dict:
        keys, values = arguments
        return fields.Dict(keys=_own_field(keys, struct), values=None if values is Any else _own_field(values, struct))
    if origin is Literal and all(isinstance(one, str) for one in arguments):
        return fields.String(validate=validate.OneOf(arguments))
    if annotation is bool and issubclass(struct, Query):
        return fields.Boolean()
    if annotation is int:
        return fields.Integer(strict=issubclass(struct, Body))
    if annotation is float:
        return fields.Float()
    return _field(annotation, None, {})


def make_schema(name: str, text: str | None, members: dict[str, Any]) -> type[Strict]:
    """A strict schema with this name, description and fields."""
    return extending(Strict, name, text, members)


def extending(base: type[S], name: str, text: str | None, members: dict[str, Any]) -> type[S]:
    """A schema that extends this one, with this name, description and fields of its own."""
    return type(name, (base,), {**members, "__doc__": text})


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

    def __init__(self, *schemas: type[msgspec.Struct] | dict[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self.schemas = [one if isinstance(one, dict) else schema_of(one) for one in schemas]
