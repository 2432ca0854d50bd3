"""The record, read back: the state at any position, the events (whole, paged or live), replay frames, the bundle."""

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request, stream_with_context
from flask_smorest import Blueprint

from api.access import asked_viewer, readable_table
from api.languages import translate
from api.positions import position_of
from api.problems import refuse
from api.schemas import (
    AuditResponse,
    EventRange,
    EventsResponse,
    FrameRange,
    FramesResponse,
    Looking,
    LookingAt,
    StateResponse,
    respond,
)
from api.services import services
from audit.bundle import export_bundle
from audit.receipts import receipt_of
from audit.verification import verify
from correspondence.tables import NoSuchPosition, Table, whole_action
from domain.secrets import Viewer
from eventstore.entries import BEGINNING, Entry, Position, parse_position
from replay.frames import event_json, frames, names_of, render_state

records_api = Blueprint("records", __name__, url_prefix="/api", description="The record, read back")

_HEARTBEAT_SECONDS = 15.0
_PAGE = 500
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"


@records_api.route("/games/<game_id>/state")
@records_api.arguments(LookingAt, location="query", as_kwargs=True)
@records_api.response(200, StateResponse)
def state(game_id: str, at: str | None = None, **_looking: Any) -> Response:
    """The game at a position, an action or a time, as a viewer may see it. The ETag is the record's digest there."""
    table = readable_table(game_id)
    viewer = asked_viewer(table.game)
    if at is None:
        table, head, seen = services().tables.seen_by(game_id, viewer)
        assert table.projector is not None
        projector, position, digest = table.projector, head.position, head.digest
    else:
        projector, entry, seen = services().tables.seen_at(game_id, viewer, position_of(table, at, "at"))
        position, digest = entry.position, entry.digest
    headers = {"ETag": f'"{digest.hex()}"', "Vary": "Authorization", "Cache-Control": "private, no-cache"}
    if request.if_none_match.contains_weak(digest.hex()):
        return Response(status=304, headers=headers)
    body = {
        "game": game_id,
        "position": str(position),
        "digest": digest.hex(),
        "as": viewer,
        "state": render_state(projector, seen, viewer),
    }
    return respond(body, headers=headers)


@records_api.route("/games/<game_id>/events")
@records_api.arguments(EventRange, location="query", as_kwargs=True)
@records_api.response(200, EventsResponse)
def events(game_id: str, limit: int, after: str | None = None, **_looking: Any) -> Response:
    """The record as a viewer may see it: a page as JSON, whole as NDJSON, or followed live as an event stream."""
    table = readable_table(game_id)
    viewer = asked_viewer(table.game)
    wanted = request.accept_mimetypes.best_match(["application/json", NDJSON, EVENT_STREAM], "application/json")
    last_seen = request.headers.get("Last-Event-ID")
    if last_seen and wanted == EVENT_STREAM:
        try:
            start = parse_position(last_seen)
        except ValueError as error:
            refuse(422, "Invalid request", f"Last-Event-ID: {error}")
    else:
        start = BEGINNING if after is None else position_of(table, after, "after")
    if wanted == EVENT_STREAM:
        if table.game.is_over and start >= table.head.position:
            return Response(status=204)  # tells a browser's EventSource not to come back: there is nothing more
        return _streamed(_follow(table, viewer, start), EVENT_STREAM)
    if wanted == NDJSON:
        return _streamed((line + b"\n" for line in _all_events(table, viewer, start)), NDJSON)
    entries = services().store.read(game_id, after=start, count=limit + 1)
    names, say = names_of(table.game), translate()
    assert table.projector is not None
    shown = [event_json(table.projector, entry, viewer, names, say) for entry in entries[:limit]]
    following = shown[-1]["position"] if len(entries) > limit else None
    return respond({"events": shown, "next": following}, headers={"Vary": "Authorization, Accept"})


def _streamed(lines: Iterator[bytes], content_type: str) -> Response:
    response = Response(stream_with_context(lines), content_type=content_type)
    # A proxy that collects the answer before passing it on would hold live events back.
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Accept"
    return response


def _entries(table: Table, after: Position) -> Iterator[Entry]:
    while page := services().store.read(table.game_id, after=after, count=_PAGE):
        yield from page
        after = page[-1].position


def _all_events(table: Table, viewer: Viewer, after: Position) -> Iterator[bytes]:
    assert table.projector is not None
    names, say = names_of(table.game), translate()
    for entry in _entries(table, after):
        yield msgspec.json.encode(event_json(table.projector, entry, viewer, names, say))


def _follow(table: Table, viewer: Viewer, after: Position) -> Iterator[bytes]:
    """Server-sent events until the game is over; the id of each is its position, so that a client can come back."""
    tables, store, say = services().tables, services().store, translate()
    assert table.projector is not None
    yield b"retry: 2000\n\n"
    while True:
        entries = store.wait(table.game_id, after, _HEARTBEAT_SECONDS)
        if not entries:
            # Also how a client that went away is noticed: writing to it fails.
            yield b": still here\n\n"
            continue
        current = tables.load(table.game_id)
        names = names_of(current.game)
        for entry in entries:
            line = msgspec.json.encode(event_json(table.projector, entry, viewer, names, say))
            yield b"id: " + str(entry.position).encode() + b"\ndata: " + line + b"\n\n"
        after = entries[-1].position
        if current.game.is_over and after >= current.head.position:
            return


@records_api.route("/games/<game_id>/replay")
@records_api.arguments(FrameRange, location="query", as_kwargs=True)
@records_api.response(200, FramesResponse)
def replay(
    game_id: str, state: str, digests: bool, from_: str | None = None, to: str | None = None, **_looking: Any
) -> Response:
    """Frames, one per effect: what happened, and the whole state after it or a patch (RFC 6902) from the one before."""
    table = readable_table(game_id)
    viewer = asked_viewer(table.game)
    first = BEGINNING if from_ is None else position_of(table, from_, "from", first=True)
    last = whole_action(10**14) if to is None else position_of(table, to, "to")
    if first > table.head.position:
        raise NoSuchPosition(str(first))
    if last < first:
        refuse(422, "Invalid request", "to: Must not be before from.")
    assert table.projector is not None
    entries = services().store.read(game_id, until=last)
    found = frames(table.projector, entries, viewer, first, state, translate(), digests)
    if request.accept_mimetypes.best_match(["application/json", NDJSON], "application/json") == NDJSON:
        return _streamed((msgspec.json.encode(frame) + b"\n" for frame in found), NDJSON)
    return respond({"frames": list(found)}, headers={"Vary": "Authorization, Accept"})


@records_api.route("/games/<game_id>/audit")
@records_api.arguments(Looking, location="query", as_kwargs=True)
@records_api.response(200, AuditResponse)
def audit(game_id: str, **_looking: Any) -> Response:
    """The record verified here and now: each check, its verdict, the first bad position."""
    table = readable_table(game_id)
    assert table.projector is not None
    viewer: Viewer = "all" if table.game.is_over else "public"
    entries = services().store.read(game_id)
    proofs = [receipt_of(services().signing, game_id, entries[-1])]
    report = verify(b"".join(export_bundle(table.projector, game_id, entries, viewer, proofs)))
    return respond({"game": game_id, "ok": report.ok, "first_bad": report.first_bad, "checks": report.checks})


@records_api.route("/games/<game_id>/bundle")
@records_api.arguments(Looking, location="query", as_kwargs=True)
@records_api.response(200, content_type=NDJSON, schema={"type": "string"})
def bundle(game_id: str, **_looking: Any) -> Response:
    """The portable record for a viewer (the whole of it when the game is over), to be verified by `flask verify`."""
    table = readable_table(game_id)
    over = table.game.is_over and "as" not in request.args
    viewer: Viewer = "all" if over else asked_viewer(table.game)
    assert table.projector is not None
    entries = services().store.read(game_id)
    proofs = [receipt_of(services().signing, game_id, entries[-1])]
    lines = export_bundle(table.projector, game_id, entries, viewer, proofs)
    response = _streamed(lines, NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
    return response
