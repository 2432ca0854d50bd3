"""What was responded before is responded again while its game stands still: one look at the record's head, no more.

What a game is like now depends on nothing but its record, the names of its players, and who asks. So the last responses
about games as they stand are kept by what was asked and by whose token or session, with the digest that the record had;
they are good as long as it still has it, and no name has changed since. This stands before Flask: most of these
requests get no more than `304 Not Modified`, and to find the call, its arguments and its headers would take several
times as long.
"""

import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask

from api.compression import PACKED
from api.cookies import session_of
from api.limiting import counted_address
from api.limits import READS
from api.operator import tell_request
from api.services import CannotStart, Entrance
from eventstore.connection import StoreUnavailable
from eventstore.recent import Recent
from operations.clock import now
from operations.logs import begin_request
from people.credentials import HasEnded, Recalled

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_KEPT_BYTES = 16 * 1024 * 1024
_LARGEST_KEPT_BYTES = 256 * 1024
_STATE = re.compile(r"/api/games/([a-z0-9-]{1,64})(/state)?")
_ETAG = re.compile(r'"(([0-9a-f]{64})-[0-9a-z-]+)"')
_ELSEWHERE = re.compile(r"(^|&)at=|^.{200}")
_CALLS = {None: "games.one_game", "/state": "records.state"}
_OF_A_BODY = frozenset(("content-length", "content-type", "content-encoding"))


class _Asked(NamedTuple):
    """All that such a response depends on, but for the record."""

    path: str
    query: str
    token: str | None
    session: str | None
    encodings: str | None
    languages: str | None
    scheme: str


class _Responded(NamedTuple):
    digest: bytes
    name_changes: int
    tag: str
    headers: list[tuple[str, str]]
    headers_unchanged: list[tuple[str, str]]
    body: bytes


class Repeating:
    """Stands before the app and responds what it responded before, if the game in question has not moved on."""

    def __init__(self, app: Flask) -> None:
        self._entrance: Entrance = app.extensions["stele"]
        self._respond: WSGIApplication = app.wsgi_app
        self._kept: Recent[_Asked, _Responded] = Recent(MOST_KEPT_BYTES, lambda one: len(one.body))

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """The response to this request."""
        found = _STATE.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        if found is None or _ELSEWHERE.search(environ["QUERY_STRING"]):
            return self._respond(environ, start_response)
        began = time.perf_counter()
        asked = _Asked(
            environ["PATH_INFO"],
            environ["QUERY_STRING"],
            environ.get("HTTP_AUTHORIZATION"),
            session_of(environ.get("HTTP_COOKIE")),
            environ.get("HTTP_ACCEPT_ENCODING"),
            environ.get("HTTP_ACCEPT_LANGUAGE"),
            environ["wsgi.url_scheme"],
        )
        kept = self._kept.get(asked)
        wanted = environ.get("HTTP_IF_NONE_MATCH")
        if kept is None or wanted == "*" or not self._is_right(found[1], asked, kept, environ):
            return self._respond_anew(asked, environ, start_response)
        is_unchanged = wanted is not None and kept.tag in wanted
        request_id = ("X-Request-ID", begin_request(environ.get("HTTP_X_REQUEST_ID")))
        if is_unchanged:
            start_response("304 NOT MODIFIED", [*kept.headers_unchanged, request_id])
        else:
            start_response("200 OK", [*kept.headers, request_id])
        tell_request("GET", _CALLS[found[2]], 304 if is_unchanged else 200, began)
        return () if is_unchanged else (kept.body,)

    def _is_right(self, game_id: str, asked: _Asked, kept: _Responded, environ: "WSGIEnvironment") -> bool:
        """Whether Flask would respond the same: game and names stand still, who asks is known, and may so often."""
        try:
            # Asked before the look at the game, and read after it: this waits for the record's server once.
            known = self._recall(asked)
            tables = self._entrance().games.tables
            stands = tables.name_changes() == kept.name_changes and tables.is_at(game_id, kept.digest)
            if known is not None:
                known.check()
            return stands and (known is not None or self._is_known(asked)) and self._may(environ)
        except (StoreUnavailable, HasEnded):
            return False  # the call says so

    def _recall(self, asked: _Asked) -> Recalled | None:
        accounts, at = self._entrance().accounts, now()
        if asked.token is not None:
            return accounts.tokens.recall(_secret_in(asked.token), at)
        return None if asked.session is None else accounts.sessions.recall(asked.session, at)

    def _is_known(self, asked: _Asked) -> bool:
        """Whether the token or the session has not ended since it was asked with before."""
        accounts, at = self._entrance().accounts, now()
        if asked.token is not None:
            return accounts.tokens.find(_secret_in(asked.token), at) is not None
        return asked.session is None or accounts.sessions.find(asked.session, at) is not None

    def _name_changes(self) -> int | None:
        """How many names have changed before a response is made: if one changes meanwhile, it is made once more."""
        try:
            return self._entrance().games.tables.name_changes()
        except (StoreUnavailable, CannotStart):
            return None  # the call says so

    def _may(self, environ: "WSGIEnvironment") -> bool:
        """Count this read as Flask would; a request that is one too many is refused there."""
        address = counted_address(environ.get("REMOTE_ADDR"))
        return self._entrance().counts.count(READS, None, address) is None

    def _respond_anew(
        self, asked: _Asked, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        headers: list[tuple[str, str]] = []
        changes = self._name_changes()

        def start(status: str, given: list[tuple[str, str]], *more: object) -> object:
            if status.startswith("200 "):
                headers.extend(given)
            return start_response(status, given, *more)  # type: ignore[arg-type]

        response = self._respond(environ, start)  # type: ignore[arg-type]
        tag = _ETAG.fullmatch(next((value for name, value in headers if name == "ETag"), ""))
        if tag is None:
            return response
        try:
            body = b"".join(response)
        finally:
            if hasattr(response, "close"):
                response.close()
        if changes is not None and len(body) <= _LARGEST_KEPT_BYTES:
            headers = [(name, value) for name, value in headers if name != "X-Request-ID"]
            unchanged = [(name, value) for name, value in headers if name.lower() not in _OF_A_BODY]
            digest = bytes.fromhex(tag[2])
            self._kept.replace(
                asked, _Responded(digest, changes, tag[1].removesuffix(PACKED), headers, unchanged, body)
            )
        return (body,)


def _secret_in(authorization: str) -> str:
    return authorization.partition(" ")[2].strip()
