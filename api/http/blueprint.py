"""Blueprint of the API: its calls, and the OpenAPI document of their responses."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from apispec.ext.marshmallow.schema_resolver import SchemaResolver
from flask import Request, Response
from flask_smorest import Blueprint
from marshmallow import fields
from webargs.core import is_json, missing
from webargs.flaskparser import FlaskParser

from api.http.auth import (
    Asking,
    asking_player,
    required_asking,
    required_player,
)
from api.http.json_body import json_body
from api.http.operation import OPERATING, Operation, Operations, Scopes
from api.http.problem_kinds import (
    INVALID_REQUEST,
    MISSING_ROLE,
    NOT_OPERATOR,
    NOT_SIGNED_IN,
    PROBLEM,
    PROVE_AGAIN,
    RECORD_UNAVAILABLE,
    SENDING,
    SIGNING,
    TOO_MANY_REQUESTS,
    Kind,
)
from api.http.rate_limiting import limited
from api.http.rate_limits import Limit
from api.schemas.commands import shared_command_schemas, title_command_schemas, title_prefix
from api.schemas.from_structs import AnyOf, schema_of
from api.schemas.titles import one_of, put_titles
from services.accounts.credentials import Scope
from services.accounts.players import Player
from services.accounts.roles import Role

JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"
MOVE = "Move"
_SHARED_MOVE = "SharedMove"
KEPT_BY_NOBODY = "private, no-store"
UNKEPT = {"Cache-Control": KEPT_BY_NOBODY}
"""The header that forbids caching; the default for responses."""
TOKEN: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
TOKEN_OR_NONE: list[dict[str, list[str]]] = [{}, *TOKEN]

# The schema of each line in a body of lines; from OpenAPI 3.2 on it is called itemSchema.
_ITEM = "x-itemSchema"

Call = TypeVar("Call", bound=Callable[..., Any])


def respond(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON response with this body."""
    response = Response(msgspec.json.encode(body), status, content_type=JSON)
    if headers:
        response.headers.extend(headers)
    return response


def any_of(*schemas: type[msgspec.Struct] | dict[str, str]) -> Any:
    """The schema of JSON that fits one of these schemas."""
    items = [_schema(one) for one in schemas]
    return {"anyOf": items} if len(items) > 1 else items[0]


def lines_of(description: str, *schemas: type[msgspec.Struct] | dict[str, str]) -> dict[str, Any]:
    """The schema of a body of lines, each of which is JSON that fits one of these schemas."""
    return {"type": "string", "description": description, _ITEM: any_of(*schemas)}


def events_of(description: str, schema: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of server-sent events whose `data` is JSON that fits this schema."""
    return {"description": description, _ITEM: schema_of(schema)}


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


class _Declaration(msgspec.Struct, frozen=True):
    """The declaration of a call beside its signature.

    `refuses` lists the refusals that do not follow from a body, a token, a limit or an operator's scope; those in
    `itself` the call checks itself, because they depend on its body. `limit` counts the request once it is well-formed.
    `scope` replaces the blueprint's, and players with this `role` may make an operator's call, too. `kept` is the
    `Cache-Control` of responses, which are else not cached. With `lasts`, the headers of a 304, the call may respond
    that the client has the response already.
    """

    status: int = 200
    refuses: Sequence[Kind] = ()
    itself: Sequence[Kind] = ()
    security: list[dict[str, list[str]]] | None = msgspec.field(default_factory=lambda: TOKEN)
    headers: dict[str, Any] | None = None
    parameters: Sequence[dict[str, Any]] = ()
    limit: Limit | None = None
    scope: Scope | None = None
    role: Role | None = None
    kept: str = ""
    lasts: dict[str, Any] | None = None


class ApiBlueprint(Blueprint):  # type: ignore[misc]
    """A blueprint whose calls declare every kind of problem they can return, and create their own responses."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, *said: Any, scopes: Scopes | None = None, **more: Any) -> None:
        super().__init__(*said, **more)
        self._scopes = scopes
        self.operations: Operations = {}

    def _method_route(self, method: str, path: str, options: dict[str, Any]) -> Callable[[Call], Call]:
        """Register a call (`get`, `post`, `put`, `patch`, `delete`), documented by its signature and a `_Declaration`.

        `body` and `query` are sent by the client; the other parameters are parts of the path, or are provided from the
        request. The returned struct is the response, unless the call makes the response itself and the struct only
        describes its body.
        """
        said = _Declaration(**options)
        parameters = [*said.parameters, *((KNOWN,) if said.lasts else ())]

        def decorate(call: Call) -> Call:
            typed: Any = self._typed(call, said)
            # An invitation is in the address of a game's page, which may send it with any call about the game.
            typed._parameters |= {"invite"} if "<game_id>" in path else set()
            self.route(path, methods=[method], parameters=parameters)(typed)
            return call

        return decorate

    def _typed(self, call: Callable[..., Any], said: "_Declaration") -> Callable[..., Any]:
        """The call as Flask makes it, with its documentation and its demands."""
        hints = get_type_hints(call, include_extras=True)
        answers = hints.pop("return")
        sent = {name: hints.pop(name) for name in list(hints) if name.lstrip("_") in ("body", "query")}
        kinds = {*said.refuses, *((NOT_SIGNED_IN, RECORD_UNAVAILABLE) if said.security else ())}
        kinds.update((TOO_MANY_REQUESTS,) if self.url_prefix or said.limit else ())
        kinds.update((INVALID_REQUEST,) if self.url_prefix else ())
        kinds.update((NOT_OPERATOR, PROVE_AGAIN) if self._scopes is OPERATING else ())
        kinds.update((MISSING_ROLE,) if self._scopes is OPERATING and said.role else ())
        answer: Any = _answering(call, said.limit, said.status, {name: _provider(hint) for name, hint in hints.items()})
        answer._scope, answer._role, answer._kept = said.scope, said.role, said.kept
        if said.lasts:
            answer._kept, known = "private, no-cache", "`If-None-Match` already names this response."
            answer = self.alt_response(304, description=known, headers=said.lasts)(answer)
        if answers is type(None):
            answer = self.response(204)(answer)
        elif answers is not Response:
            answer = self.response(said.status, _schema(answers), headers=said.headers)(answer)
        for name, hint in reversed(sent.items()):
            is_body = name.endswith("body")
            kinds.update(SENDING if is_body else ())
            location = "json" if is_body else "query"
            answer = self.arguments(_schema(hint)(), location=location, arg_name=name)(answer)
        answer = self.doc(security=said.security)(answer) if said.security else answer
        typed: Callable[..., Any] = self.refuses(*kinds, itself=said.itself)(answer)
        query = next((schema_of(hint) for name, hint in sent.items() if name.endswith("query")), None)
        names = {one.data_key or name for name, one in query().fields.items()} if query else set()
        typed._parameters = names  # type: ignore[attr-defined]
        return typed

    def response(self, status: int, schema: Any = None, **more: Any) -> Callable[[Call], Call]:
        """Document a call's response."""
        return _only_says(super().response(status, _schema(schema), **more))

    def alt_response(self, status: int, *, schema: Any = None, **more: Any) -> Callable[[Call], Call]:
        """Document an alternative response of a call."""
        return _only_says(super().alt_response(status, schema=_schema(schema), **more))

    @staticmethod
    def doc(**said: Any) -> Callable[[Call], Call]:
        """Add documentation to a call."""
        return _only_says(Blueprint.doc(**said))

    def refuses(self, *kinds: Kind, itself: Iterable[Kind] = ()) -> Callable[[Call], Call]:
        """Declare the problems that this call can return. Declared problems of authority are also checked.

        The call itself must check those in `itself`, because they depend on its body.
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
        parameters = frozenset(call._parameters) if self.url_prefix else None
        return Operation(scope, bool(security) and {} not in security, kinds, kept, role, parameters)

    def _prepare_arguments_doc(self, doc: Any, doc_info: Any, **more: Any) -> Any:
        """Omit the refusal that flask-smorest adds to the document: `refuses` declares them."""
        doc_info.get("arguments", {}).pop("responses", None)
        return super()._prepare_arguments_doc(doc, doc_info, **more)

    @staticmethod
    def _prepare_response_doc(doc: Any, doc_info: Any, **more: Any) -> Any:
        """Sort the responses by status."""
        found = Blueprint._prepare_response_doc(doc, doc_info, **more)
        return {**found, "responses": dict(sorted(found["responses"].items()))}


def _schema(hint: Any) -> Any:
    """The schema of what is sent or returned: the struct's schema, or the one that the annotation names."""
    said = get_args(hint)[1] if get_origin(hint) is Annotated else hint
    return schema_of(said) if isinstance(said, type) and issubclass(said, msgspec.Struct) else said


def _provider(hint: Any) -> Callable[..., Any] | None:
    """The provider of a parameter of this type: the caller, or an annotation's function of the path's parameters."""
    if get_origin(hint) is Annotated:
        found: Callable[..., Any] = get_args(hint)[1]
        return found
    return _CALLERS.get(hint)


_CALLERS: dict[Any, Callable[..., Any]] = {
    Player: required_player,
    Player | None: asking_player,
    Asking: required_asking,
}


def _answering(
    call: Callable[..., Any], limit: Limit | None, status: int, providers: dict[str, Callable[..., Any] | None]
) -> Callable[..., Any]:
    """The call as a view function: it gets its arguments from the request, and its result becomes a response."""
    named = signature(call).parameters
    provided = {name: (one, tuple(signature(one).parameters)) for name, one in providers.items() if one}

    @wraps(call)
    def answer(**given: Any) -> Response:
        if limit is not None:
            limited(limit)
        for name, (provide, needed) in provided.items():
            given[name] = provide(**{one: given[one] for one in needed})
        answered = call(**{name: given[name] for name in named})
        if isinstance(answered, Response):
            return answered
        return Response(status=204) if answered is None else respond(answered, status)

    return answer


class _Said(dict[str, Any]):
    """The documentation of a call. A copy shares the schemas, which are the expensive part."""

    def __deepcopy__(self, _memo: object) -> "_Said":
        return _Said((name, _own(value)) for name, value in self.items())


def _own(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _own(one) for name, one in value.items()}
    return [_own(one) for one in value] if isinstance(value, list) else value


def _only_says(decorate: Callable[[Any], Any]) -> Callable[[Call], Call]:
    """The decorator without its effect on requests, so that it only adds to the document."""

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
    """Converts schemas for the document: each is described by its docstring, and refers to the one it extends."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        kind = schema if isinstance(schema, type) else type(schema)
        shown: dict[str, Any] = super().schema2jsonschema(kind())  # type: ignore[no-untyped-call]
        described = {"description": " ".join((kind.__doc__ or "").split()), **shown}
        base = kind.__base__
        if base is None or not getattr(base, "_declared_fields", None):
            return described
        whole = super().schema2jsonschema(base())  # type: ignore[no-untyped-call]
        own = {name: one for name, one in shown["properties"].items() if one != whole["properties"].get(name)}
        needed = [name for name in shown.get("required", ()) if name not in whole.get("required", ())]
        reference = self.resolve_nested_schema(base)  # type: ignore[no-untyped-call]
        found = {**described, "allOf": [reference], "properties": own, "required": needed}
        return {name: one for name, one in found.items() if one or name not in ("properties", "required")}


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

        def union(commands: Mapping[str, Any]) -> dict[str, Any]:
            return one_of("type", {kind: converter.resolve_nested_schema(one) for kind, one in commands.items()})

        text = "A move that the games of all titles have."
        spec.components.schema(_SHARED_MOVE, {"description": text, **union(shared_command_schemas())})
        moves = [_title_moves(spec, title, union(own)) for title, own in title_command_schemas().items()]
        text = "A command of the game's title, or one of all titles."
        spec.components.schema(MOVE, {"description": text, "anyOf": moves})
        put_titles(spec, converter)


def _title_moves(spec: APISpec, rulebook_id: str, own: dict[str, Any]) -> dict[str, str]:
    """Add a title's moves to the document: its own ones, discriminated by `type`, and those of all titles."""
    name = title_prefix(rulebook_id).removesuffix(".") + MOVE
    text = f"A move in a game of {rulebook_id}: one of the title's own, or one that all titles have."
    shared = {"$ref": f"#/components/schemas/{_SHARED_MOVE}"}
    spec.components.schema(name, {"description": text, "anyOf": [own, shared]})
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
