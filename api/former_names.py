"""Former names of calls, parameters and members, accepted beside the present ones until version 2.

The manual lists them (`docs/guides/upgrading.md`).
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
_PARAMETERS = ((re.compile(r"/api/ratings(/|$)"), re.compile(r"(^|&)programs="), r"\1bots="),)
"""The path, the former name of a parameter there, and the present one."""
_MEMBER = "stele.former_member"


def accept_former_names(app: Flask) -> None:
    """Let the app respond to calls by their former names as it did."""
    app.wsgi_app = _renamed(app.wsgi_app)  # type: ignore[method-assign]
    app.after_request(_with_former_member)


def _renamed(app: Callable[[dict[str, Any], Any], Iterable[bytes]]) -> Any:
    def answer(environment: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        path = environment.get("PATH_INFO", "")
        for former, present, member in _PATHS:
            if former.match(path):
                environment |= {"PATH_INFO": former.sub(present, path), _MEMBER: member}
        for place, former, present in _PARAMETERS:
            if place.match(path):
                environment["QUERY_STRING"] = former.sub(present, environment.get("QUERY_STRING", ""))
        return app(environment, start_response)

    return answer


def _with_former_member(response: Response) -> Response:
    if (member := request.environ.get(_MEMBER)) and response.status_code == 200 and response.is_json:
        present, former = member
        body = msgspec.json.decode(response.get_data())
        if present in body:
            response.set_data(msgspec.json.encode({**body, former: body[present]}))
    return response
