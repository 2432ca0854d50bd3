"""Moves, made before Flask where they come as nearly all do: with a token, without a query.

To find a move's call, its arguments and its headers takes Flask longer than the rules take to decide the move. What is
refused here, and what comes in any other way, goes on to Flask: refusals are worded in one place, and a move is made in
one place, `make_moves`, however it came. Hooks of Flask's (`before_request`, `after_request`) are not called here.
"""

import hashlib
import io
import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import marshmallow
import msgspec
from flask import Flask

from api.access import player_with, required_place
from api.bodies import json_of
from api.chapter import JSON, KEPT_BY_NOBODY
from api.compression import LEAST_BYTES, accepts_gzip, pack
from api.languages import best_language
from api.limiting import counted_address
from api.limits import MOVES
from api.operator import BEGUN, Begun, tell_request
from api.problem_kinds import BAD_SIGNATURE, INVALID_REQUEST
from api.problems import LARGEST_BODY_BYTES, explain, refuse
from api.services import Entrance, services, working_with
from api.several_moves import read_sent
from api.signed import signed_by
from correspondence.deciding import Sent
from correspondence.tables import Done
from domain.projector import Projector
from operations.logs import begin_request
from people.credentials import HasEnded
from people.players import Player
from replay.languages import translator
from replay.messages import event_json
from replay.narration import Translate
from replay.states import state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CALL = "moves.move"
IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_PATH = re.compile(r"/api/games/([^/]+)/moves")
_DIGEST = re.compile(r'(?:W/)?"?([0-9a-f]{64})(?:-[0-9a-z-]{1,40})?"?')


def make_moves(
    game_id: str,
    player: Player,
    raw: bytes,
    environ: "WSGIEnvironment",
    say: Translate,
    check: Callable[[], None] = lambda: None,
) -> bytes:
    """Make the move in this body, or the several, at the player's seat; what to respond, as JSON.

    `check` may still refuse it: it is called when all is ready, before anything is recorded.
    """
    seat, projector = required_place(game_id, player)
    sent = read_moves(projector, seat, json_of(raw))
    if (signed := signed_by(seat, environ)) is not None:
        if len(sent) > 1:
            refuse(BAD_SIGNATURE, "Several moves are signed in the body, each on its own.")
        sent = [Sent(sent[0].command, signed)]
    key, expected = _idempotency_key(environ), _expected_digest(environ)
    asked: Any = sent[0].command if len(sent) == 1 else [one.command for one in sent]
    records, request = services().games.records, hashlib.sha256(raw).hexdigest()

    def respond(done: Done) -> bytes:
        seen = done.seen
        then, state = seen.names_then(), state_of(seen, say)
        response = msgspec.json.encode(
            {
                "position": str(seen.position),
                "digest": seen.digest.hex(),
                "events": [event_json(seen.rulebook, one, then.at(one.position), say) for one in done.records],
                "state": state,
                "to_act": state["to_act"],
                "receipt": records.receipt(seen, request),
            }
        )
        check()
        return response

    return services().games.tables.commands(
        game_id,
        sent,
        seat,
        respond,
        idempotency_key=None if key is None else f"{player.id}:{key}",
        request_digest=b"" if key is None else hashlib.sha256(msgspec.json.encode(asked, order="sorted")).digest(),
        expected_digest=expected,
        player=player.id,
    )


def read_moves(projector: Projector, seat: int, body: Any) -> list[Sent]:
    """The commands that this body says, or a refusal that names what is wrong with it."""
    try:
        return read_sent(projector, seat, body)
    except marshmallow.ValidationError as error:
        errors = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
        refuse(INVALID_REQUEST, explain(errors), errors=errors)


def _idempotency_key(environ: "WSGIEnvironment") -> str | None:
    key: str | None = environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not IDEMPOTENCY_KEY.fullmatch(key):
        refuse(INVALID_REQUEST, "Idempotency-Key: must be 1 to 200 printable ASCII characters without spaces.")
    return key


def _expected_digest(environ: "WSGIEnvironment") -> bytes | None:
    given: str | None = environ.get("HTTP_IF_MATCH")
    if given is None or given.strip() == "*":
        return None
    found = _DIGEST.fullmatch(given.strip())
    if found is None:
        refuse(INVALID_REQUEST, "If-Match: must be a digest as the game's ETag gives it.")
    return bytes.fromhex(found.group(1))


class Playing:
    """Stands before the app and makes moves. What is refused goes on to the app, which raises it where it words it."""

    def __init__(self, app: Flask) -> None:
        self._entrance: Entrance = app.extensions["stele"]
        self._respond: WSGIApplication = app.wsgi_app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """The response to this request."""
        found = _PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if found is None or not _is_as_most(environ):
            return self._respond(environ, start_response)
        began = time.perf_counter()
        raw = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        # Whoever is asked next reads it again.
        environ["wsgi.input"] = io.BytesIO(raw)
        if len(raw) != int(environ["CONTENT_LENGTH"]):
            return self._respond(environ, start_response)
        request_id = begin_request(environ.get("HTTP_X_REQUEST_ID"))
        language = best_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        try:
            with working_with(self._entrance()):
                player, check = player_with(environ["HTTP_AUTHORIZATION"])
                try:
                    is_counted = _count(player, environ)
                    say = translator(language)
                    body = make_moves(found[1], player, raw, environ, say, check) if is_counted else b""
                finally:
                    check()  # also before anything is told of why it is refused
        except HasEnded:
            is_counted = False  # the call says so
        except Exception as error:
            environ[BEGUN] = Begun(began, request_id, error)
            is_counted = False
        if not is_counted:
            return self._respond(environ, start_response)
        headers = [("Content-Type", JSON)]
        if len(body) >= LEAST_BYTES and accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")):
            body = pack(body)
            headers.append(("Content-Encoding", "gzip"))
        headers += (
            ("Content-Length", str(len(body))),
            ("Content-Language", language),
            ("Cache-Control", KEPT_BY_NOBODY),
            ("Vary", "Accept-Language, Accept-Encoding, Authorization, Cookie"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("X-Request-ID", request_id),
        )
        start_response("201 CREATED", headers)
        tell_request("POST", CALL, 201, began)
        return (body,)


def _count(player: Player, environ: "WSGIEnvironment") -> bool:
    """Count this move as Flask would; one too many is not counted, and is refused there."""
    address = counted_address(environ.get("REMOTE_ADDR"))
    return services().counts.count(MOVES, f"player:{player.id}", address) is None


def _is_as_most(environ: "WSGIEnvironment") -> bool:
    length = environ.get("CONTENT_LENGTH") or ""
    return (
        not environ["QUERY_STRING"]
        and "HTTP_AUTHORIZATION" in environ
        and environ.get("CONTENT_TYPE") == JSON
        and "HTTP_TRANSFER_ENCODING" not in environ
        and length.isascii()
        and length.isdigit()
        and len(length) < 8
        and int(length) <= LARGEST_BODY_BYTES
    )
