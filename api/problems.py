"""How every refusal looks: RFC 9457 `application/problem+json`, and for a broken rule its number."""

from typing import Any, NoReturn

import msgspec
from flask import Flask, Response, current_app, request
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from api.languages import translate
from api.schemas import ProblemResponse
from api.services import services
from correspondence.table import TitleMissing
from correspondence.tables import Busy, MovedOn, NoSuchGame, NoSuchPosition
from domain.messages import Illegal
from domain.rulebook import BadOption
from eventstore.append import GameClosed, IdempotencyKeyReused, StreamDiverged
from eventstore.canonical import NotCanonical
from eventstore.connection import StoreUnavailable
from people.players import BadName
from replay.narration import render

CONTENT_TYPE = "application/problem+json"


class Problem(Exception):
    """A refusal to be answered as it is."""

    def __init__(self, status: int, title: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.title = title
        self.detail = detail
        self.more = more


def problem(status: int, title: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """The response that says this problem; `type` is made from the title and explained in `docs/problems.md`."""
    kind = "about:blank" if not title else "urn:stele:problem:" + title.lower().replace(" ", "-").replace("'", "")
    say = translate()
    body = {"type": kind, "title": say(title), "status": status, "detail": say(detail), **more}
    response = Response(msgspec.json.encode(body), status, content_type=CONTENT_TYPE)
    response.headers.extend(headers or {})
    return response


def refuse(status: int, title: str, detail: str, **more: Any) -> NoReturn:
    """Stop here and answer this problem."""
    raise Problem(status, title, detail, **more)


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest's API with problems instead of its own form of errors."""

    ERROR_SCHEMA = ProblemResponse

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Answer an HTTP error (404, 405, 413, a body that fails its schema, …) as a problem."""
        status = error.code or 500
        data: dict[str, Any] = getattr(error, "data", None) or {}
        messages = data.get("messages")
        headers = {}
        if error.response is not None:
            headers = {name: value for name, value in error.response.headers if name in ("Retry-After", "Allow")}
        valid_methods = getattr(error, "valid_methods", None)
        if valid_methods:
            headers["Allow"] = ", ".join(sorted(valid_methods))
        if messages:
            where = next(iter(messages))
            inner = messages[where] if where in ("json", "query", "headers", "path") else messages
            return problem(status, "Invalid request", explain(inner), headers, errors=inner)
        return problem(status, error.name, error.description or error.name, headers)


def explain(errors: Any, path: str = "") -> str:
    """Validation errors as one sentence a field: `players: Must be at least 2.`"""
    if isinstance(errors, dict):
        return " ".join(explain(value, f"{path}.{key}" if path else str(key)) for key, value in errors.items())
    if isinstance(errors, list):
        return " ".join(explain(value, path) for value in errors)
    return f"{path}: {errors}" if path and path != "_schema" else str(errors)


def register_problems(app: Flask) -> None:
    """Say how each exception of the rooms behind the door is answered."""

    def on(kind: type[Exception], handler: Any) -> None:
        app.register_error_handler(kind, handler)

    on(Problem, lambda error: problem(error.status, error.title, error.detail, **error.more))
    on(Illegal, _against_the_rules)
    on(BadOption, lambda error: problem(422, "Invalid option", str(error), option=error.option))
    on(NotCanonical, lambda error: problem(422, "Invalid request", str(error)))
    on(BadName, lambda error: problem(422, "Invalid name", str(error)))
    on(NoSuchGame, lambda error: problem(404, "No such game", "There is no game with this id."))
    on(
        TitleMissing,
        lambda error: problem(503, "Title missing", f"The title {error} of this game is not installed here."),
    )
    on(StreamDiverged, _damaged)
    on(NoSuchPosition, lambda error: problem(404, "No such position", f"This game has no position {error}."))
    on(
        IdempotencyKeyReused,
        lambda error: problem(422, "Key reused", "This Idempotency-Key came with another request before."),
    )
    on(GameClosed, lambda error: problem(409, "Against the rules", "The game is over.", rule="G7"))
    on(
        MovedOn,
        lambda error: problem(
            412, "The game has moved on",
            _moved_on(error),
            position=str(error.head.position), digest=error.head.digest.hex(),
        ),
    )  # fmt: skip
    on(Busy, lambda error: problem(503, "Busy", "Too many moves at once; please send it again.", {"Retry-After": "1"}))
    on(
        StoreUnavailable,
        lambda error: problem(503, "Record unavailable", "The record cannot be reached now; nothing was lost.",
                              {"Retry-After": "2"}),
    )  # fmt: skip
    on(Exception, _unexpected)


def _against_the_rules(error: Illegal) -> Response:
    """The reason may name the players of the game that was asked for."""
    game_id = (request.view_args or {}).get("game_id")
    names = services().tables.seen(game_id).names if game_id else ()
    return problem(409, "Against the rules", render(error.sentence, names, translate()), rule=error.rule)


def _moved_on(error: MovedOn) -> str:
    say = translate()
    return say("It is now at position {position}.").format(position=error.head.position)


def _damaged(error: Exception) -> Response:
    """Somebody cut or changed a stream: the operator must hear of it, the client cannot mend it."""
    current_app.logger.critical("a record is damaged: %s", error)
    return problem(503, "Record damaged", "This game's record is not what it was; the operator must look at it.")


def _unexpected(error: Exception) -> Response:
    """A bug: loud in the log, a plain sentence to the client."""
    if current_app.testing and not isinstance(error, HTTPException):
        raise error
    current_app.logger.exception("unexpected error")
    return problem(500, "Internal error", "Something went wrong here. It has been logged; nothing was half-written.")
