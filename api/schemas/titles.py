"""Title schemas in the OpenAPI document: each title's table, and the events of its games.

The shapes are those of the rules: a title's `Table`, and the types of its events.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from apispec import APISpec

from api.schemas.commands import title_prefix
from api.schemas.from_structs import schema_of
from api.schemas.records import EVENT, STATE, EventFields, StateFields
from domain.game import NAMES_IN, SHARED_EVENTS
from domain.messages import Event
from domain.redaction import secret_fields
from domain.title_loader import find_rulebooks, find_shown_table

_PLACE = "#/components/schemas/"
_HIDDEN = "Hidden"
SHARED_EVENT = "SharedEvent"
_HIDDEN_SCHEMA = {
    "description": "Replaces a value that this viewer may not see; a hidden pile with public height shows its height.",
    "type": "object",
    "properties": {"hidden": {"type": "boolean", "enum": [True]}, "height": {"type": "integer"}},
    "required": ["hidden"],
}


def put_titles(spec: APISpec, converter: Any) -> None:
    """Add to the document the schemas of events and states by title, discriminated by `type` and `rulebook`."""
    spec.components.schema(_HIDDEN, _HIDDEN_SCHEMA)
    for fields in (EventFields, StateFields):
        converter.resolve_nested_schema(schema_of(fields))
    text = "An event that the games of all titles have."
    shared = _union(spec, SHARED_EVENT, text, "type", _events(spec, "Event.", SHARED_EVENTS))
    events, states = [], {}
    for title, rulebook in find_rulebooks().items():
        prefix = title_prefix(title)
        text = f"An event of a game of {title}: one of the title's own, or one that all titles have."
        own = one_of("type", _events(spec, f"{prefix}Event.", rulebook.EVENTS))
        name = prefix.removesuffix(".") + EVENT
        spec.components.schema(name, {"description": text, "anyOf": [own, shared]})
        events.append({"$ref": _PLACE + name})
        states[title] = _state(spec, title)
    text = "An event, as one viewer may see it. The schema depends on the game's title."
    spec.components.schema(EVENT, {"description": text, "anyOf": events})
    _union(spec, STATE, "The state of a game as one viewer may see it, by the game's title.", "rulebook", states)


def one_of(told_by: str, parts: Mapping[str, dict[str, str]]) -> dict[str, Any]:
    """The union of these schemas, each of which has its own value of the member `told_by`."""
    mapping = {value: reference["$ref"] for value, reference in parts.items()}
    return {"oneOf": list(parts.values()), "discriminator": {"propertyName": told_by, "mapping": mapping}}


def _union(spec: APISpec, name: str, text: str, told_by: str, parts: Mapping[str, dict[str, str]]) -> dict[str, str]:
    spec.components.schema(name, {"description": text, **one_of(told_by, parts)})
    return {"$ref": _PLACE + name}


def _with_own(fields: type[msgspec.Struct], text: str, own: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object with these common fields, of which these have a form of their own."""
    return {"description": text, "properties": own, "allOf": [{"$ref": _PLACE + fields.__name__}]}


def _state(spec: APISpec, title: str) -> dict[str, str]:
    """Add a state of this title to the document."""
    name = f"{title_prefix(title)}State"
    text = f"The state of a game of {title} as one viewer may see it. The table is null until every seat is taken."
    own = {"rulebook": {"type": "string", "enum": [title]}, "table": {"anyOf": [_table(spec, title), {"type": "null"}]}}
    spec.components.schema(name, _with_own(StateFields, text, own))
    return {"$ref": _PLACE + name}


def _table(spec: APISpec, title: str) -> dict[str, Any]:
    """The title's table; a title without a declared shape has any."""
    shape = find_shown_table(title)
    if shape is None:
        return {"type": "object", "description": "The table in the title's own form.", "additionalProperties": {}}
    name = f"{title_prefix(title)}Table"
    for part, schema in _schemas([shape], f"{name}."):
        spec.components.schema(name if part == shape.__name__ else f"{name}.{part}", schema)
    return {"$ref": _PLACE + name}


def _events(spec: APISpec, prefix: str, types: tuple[type[Event], ...]) -> dict[str, dict[str, str]]:
    """Add events of these types to the document, each with its own `data`; their references, by type."""
    by_name = {kind.__name__: kind for kind in types}
    for part, schema in _schemas(types, prefix):
        kind = by_name.get(part)
        spec.components.schema(prefix + part, schema if kind is None else _event(kind, schema))
    return {name: {"$ref": f"{_PLACE}{prefix}{name}"} for name in by_name}


def _event(kind: type[Event], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an event of this type."""
    data = {name: one for name, one in schema["properties"].items() if name != "type"}
    always = {*schema["required"], *secret_fields(kind)}
    if kind in NAMES_IN:
        always.add(NAMES_IN[kind])
        data[NAMES_IN[kind]]["description"] = "Their present names, whatever the record contains."
    said = {
        "type": {"type": "string", "enum": [kind.__name__]},
        "data": {
            "type": "object",
            "properties": data,
            "required": [name for name in data if name in always],
        },
    }
    return _with_own(EventFields, schema["description"], said)


def _schemas(types: Iterable[Any], prefix: str) -> Iterable[tuple[str, dict[str, Any]]]:
    """The schemas of these types, and of the types of their parts, by name."""
    _roots, found = msgspec.json.schema_components(types, ref_template=f"{_PLACE}{prefix}{{name}}")
    hidden = _PLACE + prefix + _HIDDEN
    return [(name, _strict(schema, hidden)) for name, schema in found.items() if name != _HIDDEN]


def _strict(schema: Any, hidden: str) -> Any:
    """The schema of output: all fields are present, without defaults."""
    if isinstance(schema, list):
        return [_strict(one, hidden) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("$ref") == hidden:
        return {"$ref": _PLACE + _HIDDEN}
    found = {name: _strict(one, hidden) for name, one in schema.items() if name not in ("title", "default")}
    if found.get("items") is False:
        del found["items"]  # `maxItems` is enough; apispec mistakes the value for a schema's name
    if "description" in found:
        found["description"] = " ".join(found["description"].split())
    if isinstance(found.get("enum"), list) and all(isinstance(one, str) for one in found["enum"]):
        found["type"] = "string"
    if "properties" in found:
        had_default = [name for name, one in schema["properties"].items() if "default" in one]
        found["required"] = [*found["required"], *(name for name in had_default if name not in found["required"])]
    elif found.get("type") == "object" and "additionalProperties" not in found:
        found["description"] = "By name, in the title's own form."
    return found
