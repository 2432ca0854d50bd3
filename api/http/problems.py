"""Problem responses: RFC 9457 `application/problem+json`, with the number of the broken rule, if any."""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, NoReturn

import msgspec
from flask import Flask, Response, current_app, request
from flask_smorest import Api, Blueprint
from werkzeug.exceptions import HTTPException

from api.http.languages import translate
from api.http.problem_kinds import (
    ADDRESS_TAKEN,
    AGAINST_THE_RULES,
    BAD_LINK,
    BAD_PASSKEY,
    BAD_SIGNATURE,
    BUSY,
    DISK_SHORT,
    INTERNAL_ERROR,
    INVALID_NAME,
    INVALID_OPTION,
    INVALID_REQUEST,
    INVITATION_NEEDED,
    KEY_REUSED,
    MOVED_ON,
    NAME_TAKEN,
    NO_SUCH_GAME,
    NO_SUCH_POSITION,
    NOT_LOGGED,
    PROBLEM,
    READ_ONLY,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
    SIGN_UP_CLOSED,
    TITLE_MISSING,
    Kind,
    type_of,
)
from api.schemas.openapi_document import part_for_playing, with_shared_parts
from api.services import CannotStart, services, settings
from audit.transparency.public_log import NotLogged
from domain.messages import Illegal, IllegalMove
from domain.projector import NewerRecord
from domain.rulebook import BadOption, gettext_noop
from domain.title_loader import refused_titles
from eventstore.append import GameClosed, IdempotencyKeyReused, StreamDiverged
from eventstore.canonical_json import NotCanonical
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.disk_space import DiskShort, DiskSpace
from eventstore.errors import ReadOnly, RecordDamaged
from eventstore.unsafe_settings import UnsafeNow
from eventstore.valkey.connection import NotReplicated, StoreFull, StoreUnavailable
from eventstore.wall_clock import ClockLeapt
from replay.narration import render
from services.accounts.credentials import TooMany
from services.accounts.invitations import NotInvited, TooManyInvitations
from services.accounts.mail_addresses import AddressTaken
from services.accounts.mail_links import BadLink
from services.accounts.name_rules import BadName, NameTaken
from services.accounts.passkeys import BadPasskey
from services.accounts.players import SignUpClosed
from services.accounts.recovery_links import BadRecovery
from services.games.signed_moves import BadSignature
from services.games.tables import Busy, MovedOn, NoSuchGame, NoSuchPosition
from services.games.warm_game import TitleMissing

LARGEST_BODY_BYTES = 128 * 1024
LARGEST_RECORD_BYTES = 1024 * 1024
"""The maximum size of an uploaded record."""


class Problem(Exception):
    """A refusal, with its kind and the kind's members."""

    def __init__(self, kind: Kind, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.more = more


def problem(kind: Kind, detail: str, **more: Any) -> Response:
    """The response for this problem."""
    response = _response(kind.status, kind.title, detail, **more)
    if kind.waits:
        response.headers["Retry-After"] = str(kind.waits)
    return response


def _response(status: int, title: str, detail: str, *, field: str = "", **more: Any) -> Response:
    say = translate()
    told = say(detail)
    errors = {"errors": {field: [told]}} if field else {}
    body = {"type": type_of(title), "title": say(title), "status": status, "detail": told, **errors, **more}
    return Response(msgspec.json.encode(body), status, content_type=PROBLEM)


def refuse(kind: Kind, detail: str, **more: Any) -> NoReturn:
    """Stop and respond with this problem. With a `field` of the request, `errors` has the detail under its name."""
    raise Problem(kind, detail, **more)


class ProblemApi(Api):  # type: ignore[misc]
    """flask-smorest's API with problems in place of its own form of errors.

    Its document is made when it is first requested, because most processes never need it.
    """

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _init_spec(self, **options: Any) -> None:
        self._spec_options = options
        self._blueprints: list[Blueprint] = []
        self._making = Lock()
        self._document: dict[str, Any] | None = None

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Register this blueprint's calls in the app, and, once the document exists, their documentation."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._blueprints.append(blueprint)

    def document(self) -> dict[str, Any]:
        """The OpenAPI document of all calls; it must not be modified."""
        with self._making:
            if self._document is None:
                super()._init_spec(**self._spec_options)
                for blueprint in self._blueprints:
                    blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
                    self.spec.tag({"name": blueprint.name, "description": blueprint.description})
                self._document = with_shared_parts(self.spec.to_dict())
            return self._document

    def _register_responses(self) -> None:
        """Register no refusals here, because each call declares its own."""

    def _register_pagination_header(self) -> None:
        """Register no pagination headers here, because each call declares its own."""

    def _openapi_json(self) -> Response:
        """The document, or its part for playing, with the path on this host below which its calls are."""
        document = self.document()
        if request.args:
            if request.args.to_dict(flat=False) != {"part": ["play"]}:
                refuse(INVALID_REQUEST, "There is one parameter: part=play.")
            document = part_for_playing(document)
        if request.script_root:
            document = {**document, "servers": [{"url": request.script_root}]}
        return Response(msgspec.json.encode(document), content_type="application/json")

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Respond to an HTTP error (404, 405, 413, a body that fails its schema, …) with a problem."""
        data: dict[str, Any] = getattr(error, "data", None) or {}
        messages = data.get("messages")
        if messages:
            where = next(iter(messages))
            inner = messages[where] if where in ("json", "query") else messages
            return problem(INVALID_REQUEST, explain(inner), errors=inner)
        response = _response(error.code or 500, error.name, error.description or error.name)
        valid_methods = getattr(error, "valid_methods", None)
        if valid_methods:
            response.headers["Allow"] = ", ".join(sorted(valid_methods))
        return response


def explain(errors: Any, path: str = "") -> str:
    """Validation errors as one sentence per field, with its name at the end: `Must be at least 2 (players).`"""
    if isinstance(errors, dict):
        return " ".join(explain(value, f"{path}.{key}" if path else str(key)) for key, value in errors.items())
    if isinstance(errors, list):
        return " ".join(explain(value, path) for value in errors)
    return f"{str(errors).removesuffix('.')} ({path})." if path and path != "_schema" else str(errors)


def _not_invited(error: NotInvited) -> Response:
    if error.was_given:
        return problem(
            INVITATION_NEEDED, "This invitation is invalid, has expired or has been used up. Ask for a new one."
        )
    return problem(INVITATION_NEEDED, "New players need an invitation. Ask a member or the operator for one.")


def _unavailable(error: StoreUnavailable) -> Response:
    """Full memory is reported as such, and a full disk, whether it was detected or a server crashed because of it."""
    if DiskSpace.from_settings(settings()).is_full:
        return problem(RECORD_UNAVAILABLE, "The server's disk is full, so nothing can be recorded. Nothing was lost.")
    if isinstance(error, StoreFull):
        return problem(RECORD_UNAVAILABLE, "The server's memory is full, so nothing can be recorded. Nothing was lost.")
    return problem(RECORD_UNAVAILABLE, "The game database is unavailable. Nothing was lost; try again.")


def against_the_rules(error: Illegal | GameClosed, **more: Any) -> Response:
    """The response to a command that breaks a rule, with these further members of its kind.

    The reason may contain the names of the requested game's players.
    """
    if isinstance(error, GameClosed):
        return problem(AGAINST_THE_RULES, "The game is over.", rule="G7", **more)
    game_id = (request.view_args or {}).get("game_id")
    names = services().games.tables.seen(game_id).names if game_id else ()
    which = {"move": error.number} if isinstance(error, IllegalMove) else {}
    return problem(AGAINST_THE_RULES, render(error.sentence, names, translate()), rule=error.rule, **which, **more)


def _moved_on(error: MovedOn) -> Response:
    say, position = translate(), str(error.head.position)
    detail = say("The game is now at position {position}.").format(position=position)
    return problem(MOVED_ON, detail, position=position, digest=error.head.digest.hex())


def _title_missing(error: TitleMissing) -> Response:
    title = str(error)
    reason = "; ".join(refused_titles().get(title, ()))
    if not reason:
        return problem(TITLE_MISSING, f"The title {title} of this game is not installed here.")
    return problem(TITLE_MISSING, f"The title {title} of this game cannot be played here: {reason}.")


def _damaged(error: Exception) -> Response:
    """A stream was cut or changed, or a newer Stele wrote it: the operator is notified, the client cannot repair it."""
    current_app.logger.critical("a record is damaged: %s", error)
    if isinstance(error, RecordDamaged):
        services().games.tables.closures.report(error)
    if isinstance(error.__cause__, NewerRecord):
        return problem(RECORD_DAMAGED, "A newer Stele wrote this game's record. Please contact the operator.")
    return problem(RECORD_DAMAGED, "This game's record has been altered. Please contact the operator.")


def _read_only(error: Exception) -> Response:
    """The operator has been notified; the player is informed of what to expect."""
    current_app.logger.warning("a move in a read-only game: %s", error)
    return problem(READ_ONLY, "Part of this game was lost on the server. The game is read-only until it is repaired.")


def _cannot_start(error: CannotStart) -> Response:
    """The reason why the server cannot start, in a process that serves before checking its record."""
    current_app.logger.critical("%s", error)
    return problem(RECORD_UNAVAILABLE, "The game database is unavailable. Nothing was lost; try again.")


def _unexpected(error: Exception) -> Response:
    """A bug: logged as an error, with a plain sentence for the client."""
    if current_app.testing and not isinstance(error, HTTPException):
        raise error
    current_app.logger.exception("unexpected error")
    return problem(INTERNAL_ERROR, "Something went wrong. The error has been logged, and nothing was saved.")


_BY_KIND: dict[type[Exception], tuple[Kind, str]] = {
    NotCanonical: (INVALID_REQUEST, ""),
    BadName: (INVALID_NAME, ""),
    NameTaken: (NAME_TAKEN, ""),
    SignUpClosed: (SIGN_UP_CLOSED, gettext_noop("This server accepts no new players.")),
    TooManyInvitations: (INVALID_REQUEST, gettext_noop("There are too many invitations. Revoke one first.")),
    NoSuchGame: (NO_SUCH_GAME, gettext_noop("There is no game with this id.")),
    IdempotencyKeyReused: (KEY_REUSED, gettext_noop("This Idempotency-Key was already used for a different request.")),
    BadPasskey: (BAD_PASSKEY, ""),
    BadRecovery: (BAD_LINK, gettext_noop("This link is invalid or has expired. Request a new one.")),
    BadLink: (BAD_LINK, gettext_noop("This link or code is invalid here or has expired. Request a new one.")),
    AddressTaken: (ADDRESS_TAKEN, gettext_noop("Another player uses this address.")),
    TooMany: (INVALID_REQUEST, gettext_noop("You have reached the limit. Remove one first.")),
    NotLogged: (NOT_LOGGED, ""),
    BadSignature: (BAD_SIGNATURE, ""),
    Busy: (BUSY, gettext_noop("Too many moves at once. Send this one again.")),
    NotReplicated: (
        RECORD_UNAVAILABLE,
        gettext_noop("It may have been saved. Send it again with the same Idempotency-Key."),
    ),
    DoorShut: (
        RECORD_UNAVAILABLE,
        gettext_noop("The game database has lost data. Nothing can be recorded until it is restored."),
    ),
    UnsafeNow: (
        RECORD_UNAVAILABLE,
        gettext_noop("The game database is not safe now. Nothing can be recorded until the operator has repaired it."),
    ),
    ClockLeapt: (
        RECORD_UNAVAILABLE,
        gettext_noop("The server's clock may be wrong. Nothing can be recorded until the operator confirms it."),
    ),
    DiskShort: (DISK_SHORT, gettext_noop("The server's disk is nearly full, so new games can't be created for now.")),
}
"""The kind of problem and its detail; without a detail the exception's own words are it."""

_BY_HANDLER: dict[type[Exception], Callable[[Any], Response]] = {
    Problem: lambda error: problem(error.kind, error.detail, **error.more),
    Illegal: against_the_rules,
    GameClosed: against_the_rules,
    BadOption: lambda error: problem(INVALID_OPTION, str(error), option=error.option),
    NotInvited: _not_invited,
    TitleMissing: _title_missing,
    StreamDiverged: _damaged,
    RecordDamaged: _damaged,
    ReadOnly: _read_only,
    CannotStart: _cannot_start,
    NoSuchPosition: lambda error: problem(NO_SUCH_POSITION, f"This game has no {error}."),
    MovedOn: _moved_on,
    StoreUnavailable: _unavailable,
    Exception: _unexpected,
}


def register_problems(app: Flask) -> None:
    """Register the refusal for each exception of the services."""
    for error, handler in _BY_HANDLER.items():
        app.register_error_handler(error, handler)
    for error, (kind, detail) in _BY_KIND.items():
        app.register_error_handler(error, partial(_refused, kind, detail))


def _refused(kind: Kind, detail: str, error: Exception) -> Response:
    return problem(kind, detail or str(error))
