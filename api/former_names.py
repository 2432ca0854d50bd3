"""Former names and defaults: those of the API's first version, accepted beside the present ones until version 2.2.

The manual lists them (`docs/guides/upgrading.md`). Names are accepted in every request, defaults in those that ask for
version 1 of the API by the header `Stele-API: 1`. Responses to both say that this ends.
"""

import io
import re
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response, request

from api.http.blueprint import NDJSON
from api.http.problems import LARGEST_BODY_BYTES

Json = dict[str, Any]


class _Former(NamedTuple):
    """A former call, as its method and path, and the present one, with the query that it adds.

    `body` makes the present body of the former one and the parts of the path, and `answer` the former body of a
    successful response of the present one, whose status was `status`. `line` makes the former line of each one,
    in a body of lines.
    """

    former: re.Pattern[str]
    present: str
    body: Callable[[Json, tuple[str, ...]], Json] | None = None
    answer: Callable[[Json], Json] | None = None
    status: int | None = None
    line: Callable[[Json], Json] | None = None


def _call(
    former: str,
    present: str,
    body: Callable[[Json, tuple[str, ...]], Json] | None = None,
    answer: Callable[[Json], Json] | None = None,
    status: int | None = None,
    line: Callable[[Json], Json] | None = None,
) -> _Former:
    """A former call that differs from the present one in more than its path. `{}` is a part of the path."""
    parts = re.escape(former).replace(r"\{\}", "([^/]+)")
    return _Former(re.compile(f"{parts}$"), present, body, answer, status, line)


def _with(present: str, former: str) -> Callable[[Json], Json]:
    return lambda body: {**body, former: body[present]} if present in body else body


def _only(*members: str) -> Callable[[Json], Json]:
    return lambda body: {name: body[name] for name in members}


def _members(**names: str) -> Callable[[Json, tuple[str, ...]], Json]:
    """The body with these members, each from the one with the former name; others are kept, and refused.

    So is a former name beside the present one.
    """
    present = {former: name for name, former in names.items()}

    def change(body: Json, _parts: tuple[str, ...]) -> Json:
        return {name if present.get(name) in body else present.get(name, name): one for name, one in body.items()}

    return change


def _started(body: Json, _parts: tuple[str, ...]) -> Json:
    return {**{name: value for name, value in body.items() if value}, "status": "running"}


def _inside(member: str) -> Callable[[Json, tuple[str, ...]], Json]:
    return lambda body, _parts: {member: body}


def _always(**members: Any) -> Callable[[Json, tuple[str, ...]], Json]:
    return lambda _body, _parts: members


def _frame(step: Json) -> Json:
    """A step of a replay as the first version had it: with a separate event, which repeats the members beside it."""
    is_brief = "digest" not in step
    around: Json = {name: step.pop(name) for name in ("weights", "to_act", "state", "patch") if name in step}
    told: Json = {name: step[name] for name in ("position", "text", "digest") if name in step}
    event = {name: one for name, one in step.items() if not (is_brief and name in told)}
    return {**told, "event": event, **around}


_CALLED_OFF, _WEBHOOK = {"status": "called off"}, itemgetter("club_webhook")
_CALLS = (
    _call("POST /api/games", "POST /api/games", _members(computer_players="bots", computer_kind="bot_kind")),
    _Former(re.compile(r"(\w+ /api/me)/programs(?=/|$)"), r"\1/bots", answer=_with("bots", "programs")),
    _Former(re.compile(r"(\w+ /api/me)/wishes$"), r"\1/preferences"),
    _call("GET /api/me/preferences", "GET /api/me/account", answer=itemgetter("preferences")),
    _call("PUT /api/me/preferences", "PATCH /api/me/account", _inside("preferences"), itemgetter("preferences")),
    _call("GET /api/me/webhooks", "GET /api/me/account", answer=_only("webhooks")),
    _call("GET /api/me/devices", "GET /api/me/account", answer=itemgetter("push")),
    _call("GET /api/me/feeds", "GET /api/me/account", answer=itemgetter("feeds")),
    _Former(re.compile(r"(\w+ /api/operator)/deeds$"), r"\1/log", answer=_with("actions", "deeds")),
    _Former(re.compile(r"(\w+ /api/games/[^/]+)/talk(?=/|$)"), r"\1/chat"),
    _call("PUT /api/me/settings", "PATCH /api/me/account"),
    _call("PUT /api/me/club-handle", "PATCH /api/me/account", _members(club_handle="handle")),
    _call("PUT /api/me/signing-key", "PATCH /api/me/account", _members(signing_key="public_key")),
    _call("DELETE /api/me/removal", "PATCH /api/me/account", _always(keep_way=True)),
    _Former(re.compile(r"DELETE /api/me/(?:sessions|tokens)/([^/]+)$"), r"DELETE /api/me/credentials/\1"),
    _call("DELETE /api/me/bots/{}/tokens/{}", r"DELETE /api/me/credentials/\2", answer=_only("bots")),
    _call("POST /api/games/{}/nonce", r"PATCH /api/games/\1/seat", status=201),
    _call("POST /api/games/{}/key", r"PATCH /api/games/\1/seat", status=201),
    _call("POST /api/games/{}/offers", r"PATCH /api/games/\1/seat", _members(offer_to="name"), status=201),
    _call("GET /api/players/{}/opponents", r"GET /api/players/\1", answer=_only("opponents")),
    _call("GET /api/operator/log", "GET /api/operator/server", answer=_only("actions")),
    _call("GET /api/operator/deliveries", "GET /api/operator/server", answer=_only("deliveries")),
    _call("GET /api/operator/roles", "GET /api/operator/server", answer=itemgetter("roles")),
    _call("PUT /api/operator/webhook", "PATCH /api/operator/club", _inside("club_webhook"), _WEBHOOK),
    _call("DELETE /api/operator/webhook", "PATCH /api/operator/club", _always(club_webhook=None), _WEBHOOK),
    _call("GET /api/operator/webhook", "GET /api/operator/server", answer=_WEBHOOK),
    _call("GET /api/rulebooks/{}/statistics/facts.jsonl", r"GET /api/rulebooks/\1/statistics?format=jsonl"),
    _call("GET /api/tournaments/{}/standings", r"GET /api/tournaments/\1?format=csv"),
    _call("DELETE /api/tournaments/{}/entries", r"DELETE /api/tournaments/\1/entries/me"),
    _call("POST /api/tournaments/{}/start", r"PATCH /api/tournaments/\1", _started, status=201),
    _call("DELETE /api/tournaments/{}", r"PATCH /api/tournaments/\1", _always(**_CALLED_OFF)),
    _call(
        "PUT /api/operator/tournaments/{}/called-off",
        r"PATCH /api/tournaments/\1",
        lambda body, _parts: {**_members(reason="text")(body, ()), **_CALLED_OFF},
    ),
    _call("DELETE /api/operator/games/{}/variations/{}", r"DELETE /api/games/\1/variations/\2"),
    _call("GET /api/operator/members.csv", "GET /api/operator/people?format=csv"),
    _call("{} /api/games/{}/verdicts/{}", r"\1 /api/games/\2/analysis?at=\3"),
    _call("GET /api/games/{}/alternatives/{}/{}", r"GET /api/games/\1/alternatives/\2?move=\3"),
    _call("GET /api/puzzles/{}/moves/{}", r"GET /api/puzzles/\1?move=\2"),
    _call("GET /api/me/bots", "GET /api/me/account", answer=_only("bots")),
    _call("GET /api/players", "GET /api/players/search?exact=true", answer=lambda body: body["players"][0]),
    _call("GET /api/puzzles/daily", "GET /api/puzzles?daily=true", answer=_only("day", "puzzles")),
    _call("DELETE /api/games/{}/orders", r"PUT /api/games/\1/orders", _always(orders=[])),
    _call("GET /api/games/{}/challenge", r"GET /api/games/\1/chat?room=challenge", answer=_only("messages")),
    _Former(re.compile(r"POST (/api/games/[^/]+)/challenge/([^/]+)/reports$"), r"POST \1/chat/challenge/\2/reports"),
)
"""Each is looked for in what the ones before it made of the request."""
_PARAMETERS = (
    (re.compile(r"/api/ratings(/|$)"), re.compile(r"(^|&)programs="), r"\1bots="),
    (re.compile(r"/api/me/notices$"), re.compile(r"(^|&)before="), r"\1cursor="),
    (re.compile(r"/api/club/members$"), re.compile(r"(^|&)first="), r"\1cursor="),
    (re.compile(r"/api/games/[^/]+/replay$"), re.compile(r"(^|&)digests=[^&]*"), ""),
)
"""The path, the former name of a parameter there, and the present one."""
_VERSION_1 = (
    _call(
        "GET /api/games/{}/replay",
        r"GET /api/games/\1/replay?state=full&brief=false&limit=100000",
        answer=lambda body: {"frames": [_frame(one) for one in body["steps"]], "next": body["next"]},
        line=_frame,
    ),
    _call(
        "GET /api/rulebooks/{}/lesson",
        r"GET /api/rulebooks/\1/lesson",
        answer=lambda body: {**body, "frames": [_frame(one) for one in body["record"]]},
    ),
    _call(
        "GET /api/rulebooks/{}/examples/{}",
        r"GET /api/rulebooks/\1/examples/\2",
        answer=lambda body: {**body, "frames": [_frame(one) for one in body["steps"]]},
    ),
)
"""The calls whose defaults or responses differ in version 1, for requests that ask for it."""
_FORMER = "stele.former"
_ENDS = {"Deprecation": "@1796083200", "Sunset": "Thu, 01 Jul 2027 00:00:00 GMT"}
"""The headers of responses to former requests (RFC 9745, RFC 8594): since December 2026, until July 2027 at least."""


def accept_former_names(app: Flask) -> None:
    """Let the app respond to calls by their former names as it did."""
    app.wsgi_app = _renamed(app.wsgi_app)  # type: ignore[method-assign]
    app.after_request(_as_formerly)


def _renamed(app: Callable[[dict[str, Any], Any], Iterable[bytes]]) -> Any:
    def answer(environment: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        found: list[_Former] = []
        has_former = environment.get("HTTP_STELE_API") == "1"
        # Of a parameter that comes twice the first one counts.
        for one in (*_CALLS, *(_VERSION_1 if has_former else ())):
            asked = f"{environment['REQUEST_METHOD']} {environment.get('PATH_INFO', '')}"
            if (match := one.former.match(asked)) is not None:
                present, _, query = one.present.partition("?")
                now_asked = one.former.sub(present, asked)
                method, _, path = now_asked.partition(" ")
                queries = filter(None, (environment.get("QUERY_STRING", ""), match.expand(query)))
                environment |= {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "&".join(queries)}
                is_changed = one.body is not None and _change_body(environment, one.body, match.groups())
                if is_changed or now_asked != asked or has_former:
                    found.append(one)
        path, query = environment.get("PATH_INFO", ""), environment.get("QUERY_STRING", "")
        has_former = has_former or bool(found)
        for place, former, present in _PARAMETERS:
            if place.match(path) and former.search(query):
                environment |= {"QUERY_STRING": former.sub(present, query)}
                has_former = True
        return app({**environment, **({_FORMER: found} if has_former else {})}, start_response)

    return answer


def _change_body(
    environment: dict[str, Any], change: Callable[[Json, tuple[str, ...]], Json], parts: tuple[str, ...]
) -> bool:
    """Change the body of a request, and return whether that changed it.

    A body that is not an object, or too deep, stays as it is, and is refused as in the present call.
    """
    length = int(environment.get("CONTENT_LENGTH") or 0)
    if length > LARGEST_BODY_BYTES:  # it is refused as it is
        return False
    sent = environment["wsgi.input"].read(length) if length else b""
    if sent:
        environment["wsgi.input"] = io.BytesIO(sent)
    try:
        body = msgspec.json.decode(sent) if sent else {}
    except (msgspec.DecodeError, RecursionError):
        return False
    if not isinstance(body, dict) or (changed := change(body, parts)) == body:
        return False
    written = msgspec.json.encode(changed)
    environment |= {"wsgi.input": io.BytesIO(written), "CONTENT_LENGTH": str(len(written))}
    if not length:
        environment["CONTENT_TYPE"] = "application/json"
    return True


def _as_formerly(response: Response) -> Response:
    """The response to a former call, as it was."""
    asked = f"{request.method} {request.path}"
    if any(one.former.match(asked) for one in _VERSION_1):
        response.vary.add("Stele-API")
    former: list[_Former] | None = request.environ.get(_FORMER)
    if former is None:
        return response
    is_made = response.status_code in (200, 201) and response.is_json
    for one in reversed(former):
        if response.mimetype == NDJSON and one.line is not None:
            lines, change = response.iter_encoded(), one.line
            response.response = (msgspec.json.encode(change(msgspec.json.decode(line))) + b"\n" for line in lines)
        if is_made and one.answer is not None:
            response.set_data(msgspec.json.encode(one.answer(msgspec.json.decode(response.get_data()))))
        if is_made and one.status is not None:
            response.status_code = one.status
    response.headers.update(_ENDS)
    return response
