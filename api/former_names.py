"""Former names and defaults: those of the API's first version, accepted beside the present ones until version 2.2.

The manual lists them (`docs/guides/upgrading.md`). Names are accepted in every request, defaults in those that ask for
version 1 of the API by the header `Stele-API: 1`. Responses to both say that this ends.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from flask import Flask, Response, request

_PATHS = (
    (re.compile(r"(/api/me)/programs(?=/|$)"), r"\1/bots", ("bots", "programs")),
    (re.compile(r"(/api/me)/wishes$"), r"\1/preferences", None),
    (re.compile(r"(/api/operator)/deeds$"), r"\1/log", ("actions", "deeds")),
    (re.compile(r"(/api/games/[^/]+)/talk(?=/|$)"), r"\1/chat", None),
)
"""The former path, the present one, and a member of the response with its former name."""
_PARAMETERS = (
    (re.compile(r"/api/ratings(/|$)"), re.compile(r"(^|&)programs="), r"\1bots="),
    (re.compile(r"/api/me/notices$"), re.compile(r"(^|&)before="), r"\1cursor="),
    (re.compile(r"/api/club/members$"), re.compile(r"(^|&)first="), r"\1cursor="),
)
"""The path, the former name of a parameter there, and the present one."""
_DEFAULTS = ((re.compile(r"/api/games/[^/]+/replay$"), "state=full&brief=false&limit=100000"),)
"""The path, and the parameters that version 1 has by default."""
_MEMBER = "stele.former_member"
_FORMER = "stele.former"
_ENDS = {"Deprecation": "@1796083200", "Sunset": "Thu, 01 Jul 2027 00:00:00 GMT"}
"""The headers of responses to former requests (RFC 9745, RFC 8594): since December 2026, until July 2027 at least."""


def accept_former_names(app: Flask) -> None:
    """Let the app respond to calls by their former names as it did."""
    app.wsgi_app = _renamed(app.wsgi_app)  # type: ignore[method-assign]
    app.after_request(_with_former_member)
    app.after_request(_which_ends)


def _renamed(app: Callable[[dict[str, Any], Any], Iterable[bytes]]) -> Any:
    def answer(environment: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environment.get("PATH_INFO", "")
        for former, present, member in _PATHS:
            if former.match(path):
                environment |= {"PATH_INFO": former.sub(present, path), _MEMBER: member, _FORMER: True}
        query = environment.get("QUERY_STRING", "")
        for place, former, present in _PARAMETERS:
            if place.match(path) and former.search(query):
                environment |= {"QUERY_STRING": former.sub(present, query), _FORMER: True}
        if environment.get("HTTP_STELE_API") == "1":
            defaults = "&".join(one for place, one in _DEFAULTS if place.match(path))
            # Of a parameter that comes twice the first one counts.
            environment |= {"QUERY_STRING": "&".join(filter(None, (query, defaults))), _FORMER: True}
        return app(environment, start_response)

    return answer


def _with_former_member(response: Response) -> Response:
    if (member := request.environ.get(_MEMBER)) and response.status_code == 200 and response.is_json:
        present, former = member
        body = msgspec.json.decode(response.get_data())
        if present in body:
            response.set_data(msgspec.json.encode({**body, former: body[present]}))
    return response


def _which_ends(response: Response) -> Response:
    if _FORMER in request.environ:
        response.headers.update(_ENDS)
    return response
