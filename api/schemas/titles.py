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
_HIDDEN_SCHEMA = {
    "description": "Replaces a value that this viewer may not see; a hidden pile with public height shows its height.",
    "type": "object",
    "properties": {"hidden": {"type": "boolean", "enum": [True]}, "height": {"type": "integer"}},
    "required": ["hidden"],
    "additionalProperties": False,
}


def put_titles(spec: APISpec, converter: Any) -> None:
    """Add to the document the schemas of events and states by title, discriminated by `type` and `rulebook`."""
    spec.components.schema(_HIDDEN, _HIDDEN_SCHEMA)
    told, seen = (converter.schema2jsonschema(schema_of(one)) for one in (EventFields, StateFields))
    shared = _events(spec, "Event.", SHARED_EVENTS, told)
    events, states = [], {}
    for title, rulebook in find_rulebooks().items():
        prefix = title_prefix(title)
        own = {**_events(spec, f"{prefix}Event.", rulebook.EVENTS, told), **shared}
        text = f"An event of a game of {title}: one of the title's own, or one that all titles have."
        events.append(_union(spec, prefix.removesuffix(".") + "Event", text, "type", own))
        states[title] = _state(spec, title, seen)
    text = "An event, as one viewer may see it. The schema depends on the game's title."
    spec.components.schema(EVENT, {"description": text, "anyOf": events})
    _union(spec, STATE, "The state of a game as one viewer may see it, by the game's title.", "rulebook", states)


def _union(spec: APISpec, name: str, text: str, told_by: str, parts: Mapping[str, dict[str, str]]) -> dict[str, str]:
    mapping = {value: reference["$ref"] for value, reference in parts.items()}
    discriminator = {"propertyName": told_by, "mapping": mapping}
    spec.components.schema(name, {"description": text, "oneOf": list(parts.values()), "discriminator": discriminator})
    return {"$ref": _PLACE + name}


def _state(spec: APISpec, title: str, seen: Mapping[str, Any]) -> dict[str, str]:
    """Add a state of this title to the document; `seen` are the fields of all states."""
    name = f"{title_prefix(title)}State"
    text = f"The state of a game of {title} as one viewer may see it. The table is null until every seat is taken."
    own = {"rulebook": {"type": "string", "enum": [title]}, "table": {"anyOf": [_table(spec, title), {"type": "null"}]}}
    # The discriminator comes first, so that a validator rejects the wrong alternatives immediately.
    said = {"description": text, "properties": {**own, **seen["properties"]}, "required": [*own, *seen["required"]]}
    spec.components.schema(name, {**seen, **said})
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


def _events(
    spec: APISpec, prefix: str, types: tuple[type[Event], ...], told: Mapping[str, Any]
) -> dict[str, dict[str, str]]:
    """Add events of these types to the document, each with its own `data`; their references, by type."""
    by_name = {kind.__name__: kind for kind in types}
    for part, schema in _schemas(types, prefix):
        kind = by_name.get(part)
        spec.components.schema(prefix + part, schema if kind is None else _event(kind, schema, told))
    return {name: {"$ref": f"{_PLACE}{prefix}{name}"} for name in by_name}


def _event(kind: type[Event], schema: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an event of this type; `told` are the fields of all events."""
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
            "additionalProperties": False,
        },
    }
    properties = {**said, **told["properties"]}
    return {
        **told,
        "description": schema["description"],
        "properties": properties,
        "required": list(said) + told["required"],
    }


def _schemas(types: Iterable[Any], prefix: str) -> Iterable[tuple[str, dict[str, Any]]]:
    """The schemas of these types, and of the types of their parts, by name."""
    _roots, found = msgspec.json.schema_components(types, ref_template=f"{_PLACE}{prefix}{{name}}")
    hidden = _PLACE + prefix + _HIDDEN
    return [(name, _strict(schema, hidden)) for name, schema in found.items() if name != _HIDDEN]


def _strict(schema: Any, hidden: str) -> Any:
    """The schema of output: all fields are present, without others and without defaults."""
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
        found["additionalProperties"] = False
    elif found.get("type") == "object" and "additionalProperties" not in found:
        found["description"] = "By name, in the title's own form."
    return found
