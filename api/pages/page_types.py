"""TypeScript types of responses, from the OpenAPI document, and of a title's view, for its drawing.

`make types` writes the types of responses for the pages and for the TypeScript client, `stele title types` those of a
view. The pages use the common parts of all titles' events, moves and tables, in `web/types.d.ts`. The client has
separate types for each title, told apart by `type`, and its states by `rulebook`.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec

_OF_ANY_TITLE = ("Event", "Move", "Table")
_OF_ALL_TITLES = ("SharedEvent", "SharedMove")
_PLACE = "#/components/schemas/"
_JSON = "application/json"
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_HEAD = """// Written by `make types` from the OpenAPI document; do not change it by hand.

import type { GameEvent as Event, Json, Move } from "./types.js";
"""
_CLIENT_ROOTS = (
    "BotsResponse", "EventsResponse", "ForeseenResponse", "GameResponse", "LegalMovesResponse", "MoveResponse",
    "NoticesResponse", "PlayerResponse", "RulebookResponse", "RulebooksResponse", "StateResponse",
)  # fmt: skip
_CLIENT_HEAD = """// Written by `make types` from the OpenAPI document; do not change it by hand.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
"""

_VIEW_HEAD = """// Written by `stele title types` from the shape of the title's view; do not change it by hand.

import type { DrawingContext } from "../../types.js";

export type View = Table;
export type Context = DrawingContext<View>;
"""


def written(document: Mapping[str, Any]) -> str:
    """The module with the types of this document that are not a title's own."""
    schemas = whole_schemas(document)
    schemas["State"] = _state(schemas)
    roots = [name for name in schemas if "." not in name and name not in (*_OF_ANY_TITLE, *_OF_ALL_TITLES)]
    return _module(_HEAD, schemas, roots, _OF_ANY_TITLE) + _answers(document)


def _answers(document: Mapping[str, Any]) -> str:
    """The responses of the calls that have one type, by method and path, with `*` for each part that is filled in."""
    shared = document["components"]["responses"]
    lines = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            said = [one for status, one in operation["responses"].items() if status.startswith("2")]
            bodies = [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in said]
            kinds = {_type(one["content"][_JSON]["schema"], "") for one in bodies if _JSON in one.get("content", {})}
            if len(kinds) == 1:
                lines.append(f'  "{method.upper()} {re.sub("{.*?}", "*", path)}": {kinds.pop()};')
    return "\n".join(("", "/** The responses of calls. */", "export interface Answers {", *lines, "}", ""))


def written_for_client(document: Mapping[str, Any]) -> str:
    """The module with the types of this document's responses that a client reads, with those of each title."""
    return _module(_CLIENT_HEAD, whole_schemas(document), _CLIENT_ROOTS, ())


def whole_schemas(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document's schemas by name, each with the members of the schemas that it extends."""
    schemas = document["components"]["schemas"]

    def whole(schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "allOf" not in schema:
            return schema
        parts = [schemas[one["$ref"].removeprefix(_PLACE)] if "$ref" in one else one for one in schema["allOf"]]
        extended = [whole(one) for one in parts]
        properties = {name: one for base in (*extended, schema) for name, one in base.get("properties", {}).items()}
        required = [name for base in (*extended, schema) for name in base.get("required", ())]
        own = {name: one for name, one in schema.items() if name != "allOf"}
        return {**own, "type": "object", "properties": properties, "required": required}

    return {name: whole(schema) for name, schema in schemas.items()}


def written_for_drawing(table: Any) -> str:
    """The module with the types of a title's view, from its `Table`, with the names of choices in the same module."""
    _roots, schemas = msgspec.json.schema_components([table], ref_template=f"{_PLACE}{{name}}")
    named = {
        name: {"enum": list(get_args(one))}
        for name, one in vars(sys.modules[table.__module__]).items()
        if get_origin(one) is Literal
    }
    names = {frozenset(schema["enum"]): name for name, schema in named.items()}
    return _module(_VIEW_HEAD, {**_with_names(schemas, names), **named}, [*sorted(named), "Table"], ())


def _with_names(schema: Any, names: Mapping[frozenset[Any], str]) -> Any:
    """This schema with a reference in place of each choice of texts that has a name."""
    if isinstance(schema, list):
        return [_with_names(one, names) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    choices = frozenset(schema.get("enum", ()))
    if (name := names.get(choices - {None})) is None:
        return {key: _with_names(one, names) for key, one in schema.items()}
    reference = {"$ref": _PLACE + name}
    return {"anyOf": [reference, {"type": "null"}]} if None in choices else reference


def _module(head: str, schemas: Mapping[str, Any], roots: Sequence[str], left_out: Sequence[str]) -> str:
    names = list(roots)
    for name in names:  # grows meanwhile
        found = dict.fromkeys(_references(schemas[name]))
        names += [one for one in found if one not in names and one not in left_out]
    return "\n".join((head, *(_declared(name, schemas[name]) for name in sorted(names))))


def _state(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """The state of any title: the state of one title, with its title and table replaced by general ones."""
    state = schemas["State"]
    one = schemas[state["oneOf"][0]["$ref"].removeprefix(_PLACE)]
    table = {"anyOf": [{"$ref": f"{_PLACE}Table"}, {"type": "null"}]}
    properties = {**one["properties"], "rulebook": {"type": "string"}, "table": table}
    return {**one, "description": state["description"], "properties": properties}


def _references(schema: Any) -> Iterator[str]:
    """The names of the schemas that this one refers to."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(_PLACE)
        for inner in schema.values():
            yield from _references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _references(inner)


def _declared(name: str, schema: Mapping[str, Any]) -> str:
    shown = "State<Table = Json>" if name == "State" and "oneOf" not in schema else _named(name)
    return f"{_comment(schema, '')}export type {shown} = {_type(schema, '')};\n"


def _named(schema: str) -> str:
    return schema.replace(".", "_")


def _type(schema: Mapping[str, Any], indent: str) -> str:
    """The type of values that fit this schema."""
    if "$ref" in schema:
        return _named(schema["$ref"].removeprefix(_PLACE))
    if choices := schema.get("anyOf", schema.get("oneOf")):
        return " | ".join(_type(one, indent) for one in choices)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": one}, indent) for one in kind)
    if kind == "array":
        inner = _type(schema.get("items", {}), indent)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object" and "properties" in schema:
        return _object(schema, indent)
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}), indent)}>"
    return _SIMPLE[kind] if kind else "Json"


def _object(schema: Mapping[str, Any], indent: str) -> str:
    deeper, required = f"{indent}  ", schema.get("required", ())
    lines = [
        f"{_comment(said, deeper)}{deeper}{name}{'' if name in required else '?'}: {_type(said, deeper)};\n"
        for name, said in schema["properties"].items()
    ]
    return f"{{\n{''.join(lines)}{indent}}}"


def _comment(schema: Mapping[str, Any], indent: str) -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""
