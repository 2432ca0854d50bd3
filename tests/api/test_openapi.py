"""The OpenAPI document: complete, and true for responses to generated requests."""

import itertools
import json
import re
import secrets
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.http.problem_kinds import HEAD_TOO_LARGE, INTERNAL_ERROR, KINDS, MISDIRECTED
from api.pages.page_types import whole_schemas
from api.schemas.commands import title_prefix
from api.schemas.openapi_document import PLAYING, with_shared_parts
from app import create_app
from domain.projector import projector_for
from domain.redaction import secret_fields
from domain.title_loader import find_rulebooks, find_shown_table
from replay.frames import frames
from replay.viewer_state import see
from tests.api.clients import Client, table_of
from tests.api.contract import Contract, contract_of_applications
from tests.audit.games import played, viewers

ROOT = Path(__file__).parents[2]

SETTINGS: dict[str, str] = {"STELE_LIMITS": "off"}
APP = create_app(SETTINGS)
CONTRACT = contract_of_applications()
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
DOCUMENT = schemathesis.openapi.from_dict(CONTRACT.document)
DOCUMENT.app = APP
QUICK = settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
THOROUGH = settings(QUICK, max_examples=400)

TOKENS = itertools.cycle([False, True, True, True])
"""Whether the next generated request has a token: most calls refuse a bad one."""

HIDDEN = {"$ref": "#/components/schemas/Hidden"}


@pytest.fixture(scope="module", autouse=True)
def record(data_directory):
    """The database that the app reaches with the first request that needs it."""
    SETTINGS["STELE_DATA"] = str(data_directory)


@pytest.fixture(scope="module")
def seated(record):
    """A started game, and the token of the player to move."""
    title, rulebook = next(iter(find_rulebooks().items()))
    bots = rulebook.meta.least_players - 1
    game_id, (player,) = table_of(Client(APP), title, [f"Fuzz {secrets.token_hex(6)}"], bots=bots)
    return game_id, player.token


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    """The body of lines of a generated text."""
    return str(value).encode(errors="replace")


def check(case):
    """Send the generated request; the response is documented."""
    headers = {name: value for name, value in (case.headers or {}).items() if name != "Accept"}
    # Uncompressed, as schemathesis reads it; and an event stream would never end.
    case.headers = {**headers, "Accept-Encoding": "identity"}
    case.call_and_validate(checks=CHECKS)


def ask(case, seated):
    """Send the generated request as a player of the game."""
    game_id, token = seated
    if case.path_parameters and "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game_id
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    check(case)


OPERATIONS = {one.ok().label: one.ok() for one in DOCUMENT.get_all_operations() if isinstance(one, Ok)}
assert len(OPERATIONS) == DOCUMENT.statistic.operations.total


def make_up(call, send, *more):
    """Send the generated requests of this call, in the number that the settings of `send` give.

    The requests are made up here and not, as by `DOCUMENT.parametrize()`, while tests are collected: there each process
    of each run would pay some ten seconds for it.
    """
    modes = [HypothesisTestMode.EXAMPLES, HypothesisTestMode.FUZZING, *more]
    create_test(
        operation=OPERATIONS[call], test_func=send, config=HypothesisTestConfig(project=DOCUMENT.config, modes=modes)
    )()


@pytest.mark.parametrize("call", OPERATIONS)
def test_generated_requests_get_documented_responses(call, seated):
    """Each call with generated parameters and bodies: without a token, and with one and a real game's id."""

    @QUICK
    def send(case):
        if next(TOKENS):
            ask(case, seated)
        else:
            check(case)

    make_up(call, send)


@pytest.mark.soak
@pytest.mark.parametrize("call", OPERATIONS)
def test_generated_requests_get_documented_responses_in_full(call, seated):
    """Many more requests get documented responses, with each value at its minimum, at its maximum, and missing."""

    @THOROUGH
    def send(case):
        ask(case, seated)

    make_up(call, send, HypothesisTestMode.COVERAGE)


def test_every_operation_has_a_name():
    """A unique one that a generated client can use."""
    names = [call.get("operationId", "") for calls in CONTRACT.document["paths"].values() for call in _calls(calls)]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name)] == []
    assert "change_account" in names


def _calls(calls):
    return [call for method, call in calls.items() if method in ("get", "post", "put", "patch", "delete")]


def test_a_parameter_that_a_call_does_not_have_is_refused(seated):
    """Every call refuses unknown parameters and lists the known ones; an invitation may come with any call about a
    game.
    """
    client, (game_id, token), refused = APP.test_client(), seated, 0
    for path, calls in CONTRACT.document["paths"].items():
        address = path.replace("{game_id}", game_id).replace("{", "").replace("}", "")
        for method in calls.keys() & {"get", "post", "put", "patch", "delete"} if path.startswith("/api/") else ():
            headers = {"Authorization": f"Bearer {token}"}
            answer = client.open(
                f"{address}?nothing=1", method=method, json=None if method == "get" else {}, headers=headers
            )
            if answer.status_code in (401, 403):
                continue  # this token may not make the call
            assert answer.status_code == 422, (method, path, answer.json)
            (told,) = answer.json["errors"]["nothing"]
            said = [CONTRACT.resolved(one) for one in calls[method].get("parameters", ())]
            parameters = {one["name"] for one in said if one["in"] == "query"}
            names = sorted(parameters | ({"invite"} if "{game_id}" in path else set()))
            assert told.partition(" It has: ")[2].rstrip(".") == ", ".join(names), (method, path)
            refused += 1
    assert refused > 80


def test_the_type_of_a_move_is_its_discriminator():
    """Each title's union of moves maps each type to the one schema with this type, and all schemas are mapped."""
    schemas = CONTRACT.document["components"]["schemas"]
    for reference in schemas["Move"]["anyOf"]:
        assert "Resign" in told_by("type", reference)
    assert len(find_rulebooks()) == len(schemas["Move"]["anyOf"])


def schema_at(place):
    """The schema of this reference in the document."""
    return CONTRACT.document["components"]["schemas"][place.rpartition("/")[2]]


def required_in(schema):
    """The members that this schema and those that it extends require."""
    whole = schema_at(schema["$ref"]) if "$ref" in schema else schema
    return {*whole.get("required", ()), *(name for one in whole.get("allOf", ()) for name in required_in(one))}


def told_by(member, reference):
    """The schemas of this union, or of the unions in it, keyed by the value of their discriminator."""
    union = schema_at(reference["$ref"]) if "$ref" in reference else reference
    if "anyOf" in union:
        return {value: said for one in union["anyOf"] for value, said in told_by(member, one).items()}
    mapping = union["discriminator"]["mapping"]
    assert member == union["discriminator"]["propertyName"]
    assert [{"$ref": place} for place in mapping.values()] == union["oneOf"]
    found = {value: schema_at(place) for value, place in mapping.items()}
    for value, said in found.items():
        assert value == said["properties"][member]["const"]
        assert member in required_in(said)
    return found


def test_each_type_of_event_has_its_own_fields():
    """Each title's union of events has one schema for each type, with its fields; secret ones may be hidden."""
    titles = {title: {"$ref": f"{title_prefix(title).removesuffix('.')}Event"} for title in find_rulebooks()}
    for title, reference in titles.items():
        told = told_by("type", reference)
        types = projector_for(title).event_types
        assert types.keys() == told.keys()
        for name, kind in types.items():
            data = told[name]["properties"]["data"]
            assert {*kind.__struct_fields__} == {*data["properties"]}
            hidden = {field for field, one in data["properties"].items() if HIDDEN in one.get("anyOf", ())}
            assert secret_fields(kind).keys() == hidden <= {*data["required"]}
    assert len(titles) == len(schema_at("Event")["anyOf"])


def test_each_title_has_a_table_of_its_own():
    """The table's shape follows from the title's id, as the title itself declares it."""
    states = told_by("rulebook", {"$ref": "State"})
    assert states.keys() == find_rulebooks().keys()
    for title, state in states.items():
        place, _none = state["properties"]["table"]["anyOf"]
        assert find_shown_table(title).__annotations__.keys() == schema_at(place["$ref"])["properties"].keys()


@pytest.mark.parametrize("title", find_rulebooks())
def test_every_viewers_events_fit(title):
    """Each event and its states, of a game with all options on; and no event fits another type."""
    projector, game = played(title)
    event, state = (CONTRACT.validator(CONTRACT.strict["components"]["schemas"][name]) for name in ("Event", "State"))
    hidden = 0
    for viewer in viewers(title):
        records = (see(projector, entry, viewer) for entry in game.entries)
        for number, frame in enumerate(frames(projector, records, viewer)):
            told = json.loads(msgspec.json.encode(frame))
            del told["weights"], told["to_act"]
            shown = told.pop("state")
            assert event.is_valid(told), [*event.iter_errors(told)][:3]
            hidden += {"hidden": True} in told["data"].values()
            if number % 7 == 0:
                assert state.is_valid(shown), [*state.iter_errors(shown)][:3]
    assert hidden
    told["data"]["more"] = 1
    shown["table"].popitem()
    assert not event.is_valid(told) and not state.is_valid(shown)


def responses():
    """Each response of each call in the document: the call, the status, the response."""
    for path, calls in CONTRACT.document["paths"].items():
        for method in calls.keys() & {"get", "post"}:
            for status, response in calls[method]["responses"].items():
                yield f"{method} {path}", status, CONTRACT.resolved(response)


def test_every_response_has_a_schema():
    """No body is undocumented, no status is a wildcard, and a refusal is a problem."""
    empty = []
    for call, status, response in responses():
        types = {kind: body.get("schema") for kind, body in response.get("content", {}).items()}
        if int(status) >= 400:
            assert list(types) == ["application/problem+json"], (call, status)
        if not all(types.values()) or (not types and status not in ("204", "304")):
            empty.append((call, status))
    assert empty == []


def test_schemas_are_strict():
    """All fields of each object are named, but for titles' own and maps; each default fits its own schema.

    Bodies have no others. Responses may have more in a later version.
    """
    loose = []

    def look(schema, where):
        if not isinstance(schema, dict):
            return
        if schema.get("type") == "object" or "properties" in schema:
            more = schema.get("additionalProperties", "properties" not in schema and "allOf" not in schema and {})
            if more == {} and "own" not in schema.get("description", ""):
                loose.append(where)
            elif more is not False:
                look(more, f"{where}.*")
        for part in (schema, *schema.get("allOf", ())):
            for name, inner in part.get("properties", {}).items():
                look(inner, f"{where}.{name}")
        for inner in (schema.get("items"), *schema.get("prefixItems", ())):
            look(inner, f"{where}[]")

    schemas = CONTRACT.document["components"]["schemas"]
    adding = {name: one for name, one in schemas.items() if len(one.get("allOf", ())) == 1 and "properties" in one}
    extended = {f"extended {name}": {"allOf": schema["allOf"]} for name, schema in adding.items()}
    whole = whole_schemas({"components": {"schemas": {**schemas, **extended}}})
    for name, schema in adding.items():
        known = whole[f"extended {name}"]["properties"]
        assert schema["properties"].keys() & known.keys(), f"generators lose what {name} adds"
    for name, schema in schemas.items():
        look(schema, name)
    assert loose == []
    defaults = _with_defaults(CONTRACT.document)
    assert [(where, one) for where, one in defaults if not CONTRACT.validator(one).is_valid(one["default"])] == []


def _with_defaults(node, where=""):
    """The schemas with a default, each with its place."""
    parts = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if isinstance(node, dict) and "default" in node and not where.endswith("/properties"):
        yield where, node
    for name, part in parts:
        yield from _with_defaults(part, f"{where}/{name}")


def test_what_calls_share_stands_once():
    """Responses and parameters of several calls are components; with them in place the document is the same."""
    refused, other = ({"description": text, "content": {}} for text in ("No such game; Private game", "Full"))
    invite, *limits = ({"name": name, "max": most} for name, most in (("invite", 9), ("limit", 1), ("limit", 2)))
    first = {"parameters": [invite, *limits], "responses": {"403": refused, "503": other}}
    second = {"parameters": limits, "responses": {"403": refused}}
    calls = {"parameters": [invite], "get": first, "put": second}
    shared = with_shared_parts({"paths": {"/a": calls}, "components": {"schemas": {}}})
    names = {kind: [*parts] for kind, parts in shared["components"].items()}
    assert names == {"schemas": [], "responses": ["403"], "parameters": ["invite", "limit", "limit.2"]}
    contract, told = Contract(shared), shared["paths"]["/a"]
    for holder, said in ((told, calls), (told["get"], first), (told["put"], second)):
        assert [contract.resolved(one) for one in holder["parameters"]] == said["parameters"]
        responses = holder.get("responses", {})
        assert {status: contract.resolved(one) for status, one in responses.items()} == said.get("responses", {})


def test_pages_of_results_have_one_vocabulary():
    """Each call that may answer with `next` takes it as `cursor`, with a `limit`; no other call has a cursor."""
    schemas, paged, turned = whole_schemas(CONTRACT.document), set(), set()
    for path, calls in CONTRACT.document["paths"].items():
        if "get" in calls:
            parameters = {CONTRACT.resolved(one)["name"] for one in calls["get"].get("parameters", ())}
            answer = CONTRACT.resolved(calls["get"]["responses"].get("200", {}))
            answer = answer.get("content", {}).get("application/json", {})
            schema = schemas.get(answer.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
            paged |= {path} if "next" in schema.get("properties", ()) else set()
            turned |= {path} if {"cursor", "limit"} <= parameters else set()
            assert not {"before", "first", "page", "offset"} & parameters, path
    assert paged - {"/api/me/turns"} == turned, "the list of turns is whole"
    assert len(turned) == 8


def test_the_part_for_playing_is_small():
    """The part for playing has the calls of a game with their references and fits a page.

    The whole is below 500 kB, and has 120 calls at most.
    """
    asking = create_app(SETTINGS).test_client()
    whole, part = asking.get("/api/openapi.json"), asking.get("/api/openapi.json?part=play")
    assert len(whole.get_data()) < 500_000 and len(part.get_data()) < 60_000
    assert sum(len(_calls(calls)) for calls in whole.json["paths"].values()) <= 120
    names = [call["operationId"] for calls in part.json["paths"].values() for call in _calls(calls)]
    assert sorted(names) == sorted(PLAYING)
    assert jsonschema_rs.meta.is_valid(part.json["components"]["schemas"]["StateFields"])
    for reference in re.findall(r'"#/([^"]+)"', part.text):
        found = part.json
        for name in reference.split("/"):
            found = found[name]
    assert asking.get("/api/openapi.json?part=all").status_code == 422


def test_the_problems_of_the_document_are_those_of_the_table():
    """The page of problems has each kind with status, sentence and members; the document has all but one."""
    table = {}
    for line in (ROOT / "docs/reference/problems.md").read_text("utf-8").splitlines():
        if line.startswith("| `urn:"):
            urn, status, when, members = (cell.strip() for cell in line.strip("|").split("|"))
            plain = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", when)
            table[urn.strip("`")] = (int(status), plain, re.findall(r"`(\w+)`(?=[,:])", members))
    assert table == {kind.urn: (kind.status, kind.when, list(kind.members)) for kind in KINDS}
    named = json.dumps(CONTRACT.document)
    assert [kind.urn for kind in KINDS if f'"{kind.urn}"' not in named] == [
        HEAD_TOO_LARGE.urn,
        INTERNAL_ERROR.urn,
        MISDIRECTED.urn,
    ]


PROBLEM = {"Content-Type": "application/problem+json"}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "status", "headers", "body"),
    [
        ("GET", "/api/me", 200, JSON, {"id": "a"}),
        ("GET", "/api/me", 200, JSON, {"id": "a", "name": "Ann", "more": 1}),
        ("GET", "/api/me", 200, {"Content-Type": "text/html"}, {"id": "a", "name": "Ann"}),
        ("GET", "/api/me", 404, PROBLEM, {"type": "urn:stele:problem:no-such-game", "title": "", "status": 404}),
        ("GET", "/api/nowhere", 200, JSON, {}),
        ("GET", "/api/games/x", 404, PROBLEM, {"type": "about:blank", "title": "", "status": 404, "detail": ""}),
        ("GET", "/api/games/x/events", 200, {"Content-Type": "application/x-ndjson"}, {"position": "1-0"}),
        ("GET", "/api/games/x/events", 200, {"Content-Type": "text/event-stream"}, None),
        ("GET", "/api/games/x/state", 304, {}, None),
        ("DELETE", "/api/me", 200, JSON, {}),
    ],
)
def test_broken_contracts(method, path, status, headers, body):
    """A field too many or too few, another type, status or content, a missing header: each is found."""
    sent = b'data: {"position": 1}\n\n' if body is None and status == 200 else json.dumps(body).encode() + b"\n"
    with pytest.raises(AssertionError):
        CONTRACT.check(method, path, status, headers, b"" if status == 304 else sent)


def test_the_document_is_made_once_and_names_its_server():
    """Below another path the same document names that path, and other requests get theirs unchanged."""
    asking = create_app(SETTINGS).test_client()
    below = asking.get("/api/openapi.json", environ_overrides={"SCRIPT_NAME": "/stele"}).get_json()
    assert below.pop("servers") == [{"url": "/stele"}]
    assert asking.get("/api/openapi.json").get_json() == below == CONTRACT.document
