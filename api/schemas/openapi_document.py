"""OpenAPI document: parts that several calls share are written once, in its components. A smaller document has only the
calls needed to play.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

from api.schemas.records import A_POSITION

METHODS = ("get", "post", "put", "patch", "delete")
PLAYING = (
    "sign_up", "open_game", "one_game", "sit_down", "legal_moves", "move", "state", "replay", "events", "bundle",
    "verify_record",
)  # fmt: skip
"""The calls with which a game is played, replayed and verified, by their operation ids."""
_PLACE = "#/components/"
_OF_ANY_TITLE: Mapping[str, Any] = {
    "Event": {"$ref": f"{_PLACE}schemas/EventFields"},
    "State": {"$ref": f"{_PLACE}schemas/StateFields"},
    "Move": {
        "description": "A command: its type and the title's own fields. Legal moves are ready to be sent.",
        "type": "object",
        "properties": {"type": {"type": "string"}},
        "required": ["type"],
    },
}
"""The schemas that the whole document has for each title, for any of them."""
_ANY_OBJECT = "AnyObject"
_OWN_MEMBERS = "An object with members of the title's own."
_WITHOUT_MEMBERS: Mapping[str, Any] = {"type": "object", "additionalProperties": {}}
_NAMED: Mapping[str, str] = {A_POSITION: "Position"}
"""The names of the schemas of texts that many schemas have, by their descriptions."""
_LEAST_REFUSED = 400
_REFUSED = "Refused"
_REFUSAL: Mapping[str, Any] = {
    "description": "A refusal. Its `type` is explained in docs/reference/problems.md.",
    "content": {"application/problem+json": {"schema": {"$ref": f"{_PLACE}schemas/Problem"}}},
}


def with_shared_parts(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with each response and parameter that several calls have in its components."""
    holders = [holder for calls in document["paths"].values() for holder in _holders(calls)]
    responses = _Shared("responses")
    for status, response in (pair for one in holders for pair in one.get("responses", {}).items()):
        responses.count(response, status, f"{status}.{_title(response.get('description', ''))}")
    parameters = _Shared("parameters")
    for parameter in (parameter for one in holders for parameter in one.get("parameters", ())):
        parameters.count(_needed(parameter), parameter["name"])
    components = {"responses": responses.parts(), "parameters": parameters.parts()}

    def shared(holder: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {name: shared(one) if name in METHODS else one for name, one in holder.items()}
        if "parameters" in found:
            found["parameters"] = [parameters.reference(_needed(one)) for one in found["parameters"]]
        if "responses" in found:
            found["responses"] = {status: responses.reference(one) for status, one in found["responses"].items()}
        return found

    paths = {path: shared(calls) for path, calls in document["paths"].items()}
    named: dict[str, Any] = {}
    schemas = _with_names(_with_constants(document["components"]["schemas"]), named)
    schemas = _with_added_members(_with_named_objects({**schemas, **named}))
    return {**document, "paths": paths, "components": {**document["components"], "schemas": schemas, **components}}


def _with_names(schema: Any, named: dict[str, Any]) -> Any:
    """The schemas with references to those that are `_NAMED`, which are added to `named`."""
    if isinstance(schema, list):
        return [_with_names(one, named) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    told = schema.get("description")
    name = _NAMED.get(told) if isinstance(told, str) else None
    if name is None or schema.keys() != {"type", "pattern", "description"}:
        return {key: _with_names(one, named) for key, one in schema.items()}
    named[name] = schema
    return {"$ref": f"{_PLACE}schemas/{name}"}


def _with_constants(schema: Any) -> Any:
    """The schemas, with `const` for a constant value, and without the type of an enumeration."""
    if isinstance(schema, list):
        return [_with_constants(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {name: _with_constants(one) for name, one in schema.items()}
    match found.get("enum"):
        case [value]:
            found = {name: one for name, one in found.items() if name not in ("enum", "type")} | {"const": value}
        case [*_]:
            found.pop("type", None)
    return found


def _with_named_objects(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas with a name for each object without members of its own.

    Generators name a type after the place of such an object, and refuse two types of the same name where one schema
    extends another.
    """
    extended = {name for one in schemas.values() for _kind, name in _references(one.get("allOf", []))}
    named: dict[str, Any] = {}

    def changed(schema: Any, place: str) -> Any:
        if isinstance(schema, list):
            return [changed(one, place) for one in schema]
        if not isinstance(schema, Mapping):
            return schema
        is_object, maybe = "additionalProperties" in schema and "properties" not in schema, schema.get("type")
        if is_object and maybe in ("object", ["object", "null"]):
            own = {"type": "object", "additionalProperties": schema["additionalProperties"]}
            name = _ANY_OBJECT if own == _WITHOUT_MEMBERS else place
            if name and set(schema) <= {"type", "additionalProperties", "description"}:
                named[name] = {"description": _OWN_MEMBERS, **own} if name == _ANY_OBJECT else own
                reference = {"$ref": f"{_PLACE}schemas/{name}"}
                rest = {key: one for key, one in schema.items() if key == "description"}
                return {**rest, **(reference if maybe == "object" else {"anyOf": [reference, {"type": "null"}]})}
        return {key: changed(one, place) for key, one in schema.items()}

    found: dict[str, Any] = {}
    for name, schema in schemas.items():
        members = schema.get("properties", {})
        own = {key: changed(one, f"{name}.{key.title()}" if name in extended else "") for key, one in members.items()}
        found[name] = {**schema, "properties": own} if members else schema
    return {**found, **named}


def _with_added_members(schemas: dict[str, Any]) -> dict[str, Any]:
    """The schemas; members that a schema adds to the one it extends become the second part of its `allOf`.

    Generators treat a schema with a single part as another name of that part. They cannot merge a member that narrows a
    member of the extended schema, so such a schema stays as it is.
    """

    def members(schema: Mapping[str, Any]) -> set[str]:
        bases = (schemas[name] for _kind, name in _references(schema.get("allOf", [])))
        return {*schema.get("properties", ()), *(name for one in bases for name in members(one))}

    found = {}
    for name, schema in schemas.items():
        added = {key: one for key, one in schema.items() if key in ("properties", "required")}
        base = {"allOf": schema.get("allOf", [])}
        if "allOf" in schema and not members(base) & schema.get("properties", {}).keys():
            rest = {key: one for key, one in schema.items() if key not in (*added, "allOf", "type")}
            found[name] = {**rest, "allOf": [*schema["allOf"], {"type": "object", **added}]}
        else:
            found[name] = schema
    return found


def _holders(calls: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The objects of a path that may hold parameters: its calls, and the path itself."""
    yield calls
    yield from (calls[method] for method in METHODS if method in calls)


def _needed(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """The parameter without saying that it may be missing, which all may that do not say otherwise."""
    return {name: one for name, one in parameter.items() if name != "required" or one}


def _title(text: str) -> str:
    """The words as a name."""
    return ".".join("".join(re.findall(r"\w+", one.title())) for one in text.split(";"))


class _Shared:
    """The parts of one kind that occur more than once, by name."""

    def __init__(self, kind: str) -> None:
        self._place = f"{_PLACE}{kind}/"
        self._number: Counter[str] = Counter()
        self._wanted: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, str] = {}

    def count(self, part: Mapping[str, Any], *names: str) -> None:
        """Count this part. Its name is the first of these names that is still free."""
        text = json.dumps(part, sort_keys=True)
        self._number[text] += 1
        self._wanted[text] = names

    def parts(self) -> dict[str, Any]:
        """The parts by name. If several parts would have one name, the most frequent one gets it, and the others get a
        number.
        """
        found: dict[str, Any] = {}
        for text, number in self._number.most_common():
            if number > 1:
                names = self._wanted[text]
                more = (f"{names[-1]}.{one}" for one in count(2))
                self._names[text] = next(name for name in chain(names, more) if name not in found)
                found[self._names[text]] = json.loads(text)
        return found

    def reference(self, part: dict[str, Any]) -> dict[str, Any]:
        """The reference to this part, or the part itself if it occurs once."""
        name = self._names.get(json.dumps(part, sort_keys=True))
        return part if name is None else {"$ref": self._place + name}


def part_for_playing(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of only those calls and schemas that are needed to play a game of any title.

    Refusals have their common form; the whole document lists the refusals of each call.
    """
    paths = {
        path: {name: _for_playing(one) if name in METHODS else one for name, one in calls.items()}
        for path, calls in document["paths"].items()
    }
    paths = {path: {name: one for name, one in calls.items() if one} for path, calls in paths.items()}
    paths = {path: calls for path, calls in paths.items() if calls.keys() & METHODS}
    components = {**document["components"], "schemas": {**document["components"]["schemas"], **_OF_ANY_TITLE}}
    components["responses"] = {**components["responses"], _REFUSED: _REFUSAL}
    wanted = dict.fromkeys(_references(paths))
    for kind, name in (places := list(wanted)):  # grows meanwhile
        new = [one for one in dict.fromkeys(_references(components[kind][name])) if one not in wanted]
        wanted.update(dict.fromkeys(new))
        places += new
    kept = {
        kind: {name: one for name, one in parts.items() if kind == "securitySchemes" or (kind, name) in wanted}
        for kind, parts in components.items()
    }
    tags = {tag for calls in paths.values() for name in calls.keys() & METHODS for tag in calls[name]["tags"]}
    said = [tag for tag in document["tags"] if tag["name"] in tags]
    return {**document, "paths": paths, "components": kept, "tags": said}


def _for_playing(call: Mapping[str, Any]) -> dict[str, Any]:
    """The call with its refusals in their common form; empty if no game is played with it."""
    if call["operationId"] not in PLAYING:
        return {}
    answers = {status: one for status, one in call["responses"].items() if int(status) < _LEAST_REFUSED}
    return {**call, "responses": {**answers, "default": {"$ref": f"{_PLACE}responses/{_REFUSED}"}}}


def _references(part: Any) -> Iterator[tuple[str, str]]:
    """The kind and the name of each component to which this part refers."""
    if isinstance(part, Mapping):
        if "$ref" in part:
            kind, _, name = part["$ref"].removeprefix(_PLACE).partition("/")
            yield kind, name
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)
