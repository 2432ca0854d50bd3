"""Blueprint of the API: its calls, and the OpenAPI document of their responses."""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from apispec.ext.marshmallow.schema_resolver import SchemaResolver
from flask import Request, Response, current_app, request
from flask_smorest import Blueprint
from marshmallow import fields
from webargs.core import is_json, missing
from webargs.flaskparser import FlaskParser

from api.http.json_body import json_body
from api.http.problem_kinds import NOT_SIGNED_IN, PROBLEM, SIGNING, TOO_MANY_REQUESTS, Kind
from api.schemas.commands import shared_command_schemas, title_command_schemas, title_prefix
from api.schemas.from_structs import AnyOf, Strict
from api.schemas.titles import put_titles
from services.accounts.credentials import Scope
from services.accounts.roles import Role

JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
MOVE = "Move"
KEPT_BY_NOBODY = "private, no-store"
UNKEPT = {"Cache-Control": KEPT_BY_NOBODY}
"""The header that forbids caching; the default for responses."""
TOKEN: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
TOKEN_OR_NONE: list[dict[str, list[str]]] = [{}, *TOKEN]

# The schema of each line in a body of lines; from OpenAPI 3.2 on it is called itemSchema.
_ITEM = "x-itemSchema"

Call = TypeVar("Call", bound=Callable[..., Any])


class Scopes(NamedTuple):
    """The scopes of a chapter's calls: for those that read, and those that change something."""

    reading: Scope
    changing: Scope


PLAYING = Scopes("read", "play")
OF_ACCOUNT = Scopes("account", "account")
"""For calls about the account, and for those that show or create something that outlives a token."""
OPERATING = Scopes("operate", "operate")


class Operation(NamedTuple):
    """The demands of a call: the caller's scope, whether the caller must be signed in, and its refusals.

    `kept` is the `Cache-Control` of its responses; empty: no caching. `role`: whose holders may make it; a call with
    another scope than `operate` checks the role itself, because its owner may make it too.
    """

    scope: Scope | None
    is_personal: bool
    kinds: frozenset[Kind]
    kept: str
    role: Role | None = None


def asked_operation() -> Operation | None:
    """The demands of the requested call; none outside the chapters."""
    chapter = current_app.blueprints.get(request.blueprint or "")
    if not isinstance(chapter, ApiBlueprint):
        return None
    endpoint = (request.endpoint or "").rpartition(".")[2]
    return chapter.operations.get((endpoint, "get" if request.method == "HEAD" else request.method.lower()))


def respond(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response with this body."""
    response = Response(msgspec.json.encode(body), status, content_type=JSON)
    if headers:
        response.headers.extend(headers)
    return response


def lines_of(description: str, *schemas: type[Strict] | dict[str, str]) -> dict[str, Any]:
    """The schema of a body of lines, each of which is JSON that fits one of these schemas."""
    item: Any = {"anyOf": list(schemas)} if len(schemas) > 1 else schemas[0]
    return {"type": "string", "description": description, _ITEM: item}


def events_of(description: str, schema: type[Strict]) -> dict[str, Any]:
    """The schema of server-sent events whose `data` is JSON that fits this schema."""
    return {"description": description, _ITEM: schema}


def asked_header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """The documentation of a header that a client may send."""
    return {"in": "header", "name": name, "description": description, "schema": {"type": "string", **schema}}


def header(description: str, required: bool = True) -> dict[str, Any]:
    """The documentation of a response's header."""
    return {"description": description, "schema": {"type": "string"}, "required": required}


KNOWN = asked_header(
    "If-None-Match", "The ETags of the responses that you have: if one is still valid, the response is 304."
)
ETAG = {"ETag": header("It begins with the digest of the displayed record.")}


class _Parser(FlaskParser):
    """Parses the arguments of calls."""

    def _raw_load_json(self, req: Request) -> Any:
        return json_body() if is_json(req.mimetype) else missing


class ApiBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint whose calls declare every kind of problem they can return, and create their own responses."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, *said: Any, scopes: Scopes | None = None, **more: Any) -> None:
        super().__init__(*said, **more)
        self._scopes = scopes
        self.operations: dict[tuple[str, str], Operation] = {}

    @staticmethod
    def needs(scope: Scope) -> Callable[[Call], Call]:
        """Declare that a call needs another scope than its chapter."""

        def decorate(call: Call) -> Call:
            call._scope = scope  # type: ignore[attr-defined]
            return call

        return decorate

    @staticmethod
    def for_role(role: Role) -> Callable[[Call], Call]:
        """Declare the role of the players who may make a call; operators' calls are else for operators only."""

        def decorate(call: Call) -> Call:
            call._role = role  # type: ignore[attr-defined]
            return call

        return decorate

    def response(self, *said: Any, **more: Any) -> Callable[[Call], Call]:
        """Document a call's response."""
        return _only_says(super().response(*said, **more))

    def alt_response(self, *said: Any, **more: Any) -> Callable[[Call], Call]:
        """Document an alternative response of a call."""
        return _only_says(super().alt_response(*said, **more))

    def lasts(self, call: Call) -> Call:
        """Declare that a call may respond 304; its route names the parameter `KNOWN`."""
        call = self.kept("private, no-cache")(call)
        return self.alt_response(304, description="`If-None-Match` already names this response.", headers=ETAG)(call)

    @staticmethod
    def kept(how: str) -> Callable[[Call], Call]:
        """Set the `Cache-Control` of a call's responses. Other calls' responses are not cached."""

        def decorate(call: Call) -> Call:
            call._kept = how  # type: ignore[attr-defined]
            return call

        return decorate

    @staticmethod
    def doc(**said: Any) -> Callable[[Call], Call]:
        """Add documentation to a call."""
        return _only_says(Blueprint.doc(**said))

    def refuses(self, *kinds: Kind, itself: Sequence[Kind] = ()) -> Callable[[Call], Call]:
        """Declare the problems that this call can return. Declared problems of authority are also checked.

        The call checks `itself` for those that depend on its body.
        """

        def decorate(call: Call) -> Call:
            by_status = attrgetter("status")
            told = {*kinds, *itself, *(SIGNING if NOT_SIGNED_IN in kinds else ())}
            for status, group in groupby(sorted(told, key=lambda kind: (kind.status, kind.title)), by_status):
                call = self._refusal(status, list(group))(call)
            call._kinds = frozenset(told.difference(itself))  # type: ignore[attr-defined]
            return call

        return decorate

    def _refusal(self, status: int, kinds: list[Kind]) -> Callable[[Call], Call]:
        schemas = [kind.schema for kind in kinds]
        found: Callable[[Call], Call] = self.alt_response(
            status,
            schema=schemas[0] if len(schemas) == 1 else {"oneOf": schemas},
            content_type=PROBLEM,
            description="; ".join(kind.title for kind in kinds),  # their schemas say more
            headers=_retry_after(kinds),
        )
        return found

    def _store_endpoint_docs(self, endpoint: str, obj: Any, parameters: Any, tags: Any, **options: Any) -> None:
        """Use the function's name as the operation's id, and store the call's demands."""
        super()._store_endpoint_docs(endpoint, obj, parameters, tags, **options)
        for method, doc in self._docs[endpoint].items():
            if method != "parameters":
                said = doc.setdefault("manual_doc", {})
                said["operationId"] = obj.__name__
                self.operations[endpoint, method] = self._demands(obj, method, said)

    def _demands(self, call: Any, method: str, said: dict[str, Any]) -> Operation:
        """The demands of the call, which are also documented; a call without a scope is an error."""
        security = said.get("security", ())
        scope: Scope | None = None
        if security:
            scope = getattr(call, "_scope", None) or (self._scopes and self._scopes[method != "get"])
            if scope is None:
                raise TypeError(f"{self.name}.{call.__name__} does not say which scope it needs")
            said["security"] = [{**one, "token": [scope]} if "token" in one else one for one in security]
        kinds: frozenset[Kind] = getattr(call, "_kinds", frozenset())
        kept, role = getattr(call, "_kept", ""), getattr(call, "_role", None)
        return Operation(scope, bool(security) and {} not in security, kinds, kept, role)

    def _prepare_arguments_doc(self, doc: Any, doc_info: Any, **more: Any) -> Any:
        """Omit the refusal that flask-smorest adds to the document: `refuses` declares them."""
        doc_info.get("arguments", {}).pop("responses", None)
        return super()._prepare_arguments_doc(doc, doc_info, **more)

    @staticmethod
    def _prepare_response_doc(doc: Any, doc_info: Any, **more: Any) -> Any:
        """Sort the responses by status."""
        found = Blueprint._prepare_response_doc(doc, doc_info, **more)
        return {**found, "responses": dict(sorted(found["responses"].items()))}


class _Said(dict[str, Any]):
    """The documentation of a call. A copy shares the schemas, which are the expensive part."""

    def __deepcopy__(self, _memo: object) -> "_Said":
        return _Said((name, _own(value)) for name, value in self.items())


def _own(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _own(one) for name, one in value.items()}
    return [_own(one) for one in value] if isinstance(value, list) else value


def _only_says(decorate: Callable[[Any], Any]) -> Callable[[Call], Call]:
    """The decorator without its effect on requests: it only adds to the document."""

    def say(call: Call) -> Call:
        call._apidoc = _Said(decorate(call)._apidoc)  # type: ignore[attr-defined]
        return call

    return say


_AGAIN = "The seconds after which the request may be sent again."
_HEADERS = {
    "RetryAfter": header(_AGAIN),
    "MayRetryAfter": header(_AGAIN, required=False),
    "RateLimitPolicy": header("The limit's name, its number (`q`) and its seconds (`w`)."),
    "RateLimit": header("The limit's name, the remaining requests (`r`), and the seconds to wait (`t`)."),
}
"""The headers of refusals, which most calls share."""


def _retry_after(kinds: Sequence[Kind]) -> dict[str, Any] | None:
    waits = [kind.waits for kind in kinds]
    if not any(waits):
        return None
    wait = "RetryAfter" if all(waits) else "MayRetryAfter"
    limits = {"RateLimit-Policy": "RateLimitPolicy", "RateLimit": "RateLimit"} if TOO_MANY_REQUESTS in kinds else {}
    return {name: {"$ref": f"#/components/headers/{one}"} for name, one in {"Retry-After": wait, **limits}.items()}


class _Converter(OpenAPIConverter):
    """Converts schemas for the document: each is described by its docstring."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        instance = schema() if isinstance(schema, type) else schema
        shown: dict[str, Any] = super().schema2jsonschema(instance)  # type: ignore[no-untyped-call]
        return {"description": " ".join((type(instance).__doc__ or "").split()), **shown}


class _Resolver(SchemaResolver):
    """Resolves the schemas of lines, too."""

    def resolve_schema_dict(self, schema: Any) -> Any:
        if isinstance(schema, dict) and _ITEM in schema:
            schema[_ITEM] = self.resolve_schema_dict(schema[_ITEM])
        return super().resolve_schema_dict(schema)  # type: ignore[no-untyped-call]


class DocumentPlugin(MarshmallowPlugin):
    """Adds marshmallow's schemas to the OpenAPI document."""

    Converter = _Converter
    Resolver = _Resolver

    def init_spec(self, spec: APISpec) -> None:
        """Take the document, and add the unions of all commands, events and states."""
        super().init_spec(spec)
        converter = self.converter
        assert converter is not None
        converter.add_attribute_function(_tuple_properties)
        converter.add_attribute_function(_any_of_properties)
        for name, one in _HEADERS.items():
            spec.components.header(name, one)
        shared = shared_command_schemas()
        moves = []
        for rulebook_id, own in title_command_schemas().items():
            commands = {kind: converter.resolve_nested_schema(one) for kind, one in {**own, **shared}.items()}
            moves.append(_title_moves(spec, rulebook_id, commands))
        text = "A command of the game's title, or one of all titles."
        spec.components.schema(MOVE, {"description": text, "anyOf": moves})
        put_titles(spec, converter)


def _title_moves(spec: APISpec, rulebook_id: str, commands: dict[str, dict[str, str]]) -> dict[str, str]:
    """Add the union of a title's commands to the document, discriminated by `type`."""
    name = title_prefix(rulebook_id).removesuffix(".") + MOVE
    mapping = {kind: reference["$ref"] for kind, reference in commands.items()}
    discriminator = {"propertyName": "type", "mapping": mapping}
    text = f"A move in a game of {rulebook_id}: one of the title's own, or one that all titles have."
    spec.components.schema(
        name, {"description": text, "oneOf": list(commands.values()), "discriminator": discriminator}
    )
    return {"$ref": f"#/components/schemas/{name}"}


def _tuple_properties(converter: Any, field: Any, **_more: Any) -> dict[str, Any]:
    if not isinstance(field, fields.Tuple):
        return {}
    parts = [converter.field2property(part) for part in field.tuple_fields]
    return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}


def _any_of_properties(converter: Any, field: Any, **_more: Any) -> dict[str, Any]:
    if not isinstance(field, AnyOf):
        return {}
    found = [one if isinstance(one, dict) else converter.resolve_nested_schema(one) for one in field.schemas]
    return found[0] if len(found) == 1 else {"anyOf": found}
