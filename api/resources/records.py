"""Records: the state at any position, the events (whole, by page or live), the steps of a replay, the bundle."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import msgspec
from flask import Response, request, stream_with_context

from api.http.auth import PublicGame, VisibleGame, asked_onlooker, asking, public_game, visible_game
from api.http.blueprint import (
    ETAG,
    EVENT_STREAM,
    JSON,
    NDJSON,
    TOKEN_OR_NONE,
    UNKEPT,
    ApiBlueprint,
    asked_header,
    header,
    lines_of,
    respond,
)
from api.http.etags import EtagResponse
from api.http.languages import asked_language, translate
from api.http.live_streams import StreamBody, TooMany
from api.http.operation import PLAYING
from api.http.positions import is_settled, position_of
from api.http.problem_kinds import FULL, INVALID_REQUEST, LOOKING, NO_SUCH_POSITION, READING, TOO_MANY_STREAMS
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import AUDITS, RECORDS
from api.http.stream_expiry import lease_of
from api.resources.verifications import report_json
from api.schemas.chat import Spoken
from api.schemas.dossier import DossierResponse
from api.schemas.records import (
    EVENT_SCHEMA,
    AuditResponse,
    BundleProofs,
    DigestsResponse,
    EventsResponse,
    FullStep,
    PatchStep,
    ReplayResponse,
    StateResponse,
)
from api.schemas.requests import Doubting, EventRange, Invited, Looking, LookingAt, Places, ReplayRange
from api.services import services
from audit.bundle import BundleEntry, Header
from eventstore.entries import BEGINNING, Position, parse_position
from replay.frames import FrameForm
from replay.message_json import event_json
from replay.state_json import state_of
from replay.viewer_state import Seen
from services.games.live_events import Subject, Watch
from services.games.tables import most_shown, no_such_position, whole_action

records_api = ApiBlueprint("records", __name__, url_prefix="/api", description="Game records", scopes=PLAYING)


@records_api.get(
    "/games/<game_id>/state", refuses=[*LOOKING, NO_SUCH_POSITION], security=TOKEN_OR_NONE, headers=ETAG, lasts=ETAG
)
def state(game_id: str, query: LookingAt) -> Annotated[Response, StateResponse]:
    """The game at a position, an action or a time, as a viewer may see it. The ETag begins with the record's digest."""
    seen, say = services().games.tables.with_outages(visible_game(game_id)), translate()
    entry = None if query.at is None else services().games.tables.entry_at(seen, position_of(seen, query.at, "at"))

    def body() -> bytes:
        found = seen if entry is None else services().games.tables.seen_at(seen, entry)
        shown = {"game": game_id, "position": str(found.position), "digest": found.digest.hex(), "as": found.viewer}
        return msgspec.json.encode({**shown, "state": state_of(found, say)})

    digest = seen.digest if entry is None else entry.digest
    etag = EtagResponse(seen, digest, is_kept=is_settled(seen, query.at), says_texts=True)
    return etag.unchanged() or etag.respond(JSON, body)


@records_api.get(
    "/games/<game_id>/events",
    refuses=[*LOOKING, NO_SUCH_POSITION, TOO_MANY_STREAMS, FULL],
    security=TOKEN_OR_NONE,
    parameters=[
        asked_header(
            "Last-Event-ID", "For an event stream, instead of `after`: the position of the last event that you have."
        ),
    ],
    lasts=ETAG,
)
@records_api.alt_response(
    200, content_type=NDJSON, schema=lines_of("The whole of the record, each line an event as JSON.", EVENT_SCHEMA)
)
@records_api.alt_response(
    200,
    content_type=EVENT_STREAM,
    schema=lines_of(
        "The events as they come until the game is over: `id` is the position, `data` the event. An `event` of "
        "type `chat` names the game's room that has a new message.",
        EVENT_SCHEMA,
        Spoken,
    ),
)
@records_api.alt_response(204, description="For an event stream: the game is over, and no more events will come.")
def events(game_id: str, query: EventRange) -> Annotated[Response, EventsResponse]:
    """The record as a viewer sees it. `Accept` chooses a page as JSON, the whole record as NDJSON, or a live event
    stream.
    """
    wanted = request.accept_mimetypes.best_match([JSON, NDJSON, EVENT_STREAM], JSON)
    if wanted == EVENT_STREAM:
        services().followers.start()  # listen before the game is read, so that no event is missed
    seen, say = visible_game(game_id), translate()
    last_seen = request.headers.get("Last-Event-ID")
    if last_seen and wanted == EVENT_STREAM:
        try:
            start = parse_position(last_seen)
        except ValueError as error:
            refuse(INVALID_REQUEST, f"Last-Event-ID: {error}")
    else:
        after = query.after if query.cursor is None else query.cursor
        start = BEGINNING if after is None else position_of(seen, after, "after")
    if wanted == EVENT_STREAM:
        if seen.game.is_over and start >= seen.position:
            return Response(status=204)  # tells a browser's EventSource not to reconnect: there is nothing more
        return _follow(seen, start)
    etag = EtagResponse(seen, seen.digest, is_kept=seen.game.is_over, says_texts=True, form=wanted)
    if (unchanged := etag.unchanged()) is not None:
        return unchanged
    records, then = services().games.records, seen.names_then()

    def lines() -> Iterator[bytes]:
        for one in records.all(seen, start):
            yield msgspec.json.encode(event_json(seen.rulebook, one, then.at(one.position), say)) + b"\n"

    if wanted == NDJSON:
        limited(RECORDS)
        return etag.stream(NDJSON, lines)
    shown, following = records.page(seen, start, query.limit)
    body = {
        "events": [event_json(seen.rulebook, one, then.at(one.position), say) for one in shown],
        "next": None if following is None else str(following),
    }
    return etag.respond(JSON, lambda: msgspec.json.encode(body))


def streamed(lines: Iterator[bytes], content_type: str) -> Response:
    """A response with these lines as they are produced."""
    response = Response(stream_with_context(lines), content_type=content_type)
    # A proxy that buffers the response would delay live events.
    response.headers["X-Accel-Buffering"] = "no"
    response.headers.extend(UNKEPT)
    response.headers["Vary"] = "Authorization, Cookie, Accept"
    return response


def _follow(seen: Seen, after: Position) -> Response:
    """Server-sent events until the game is over; the id of each is its position, for reconnecting."""
    watch = Watch(Subject(seen.game_id, seen.viewer, asked_language()), asked_onlooker(seen))
    missed = services().followers.live_events.between(watch.subject, after, seen)
    told = missed.told[watch.subject]
    if missed.is_last:
        return streamed(iter([told]), EVENT_STREAM)
    return followed(watch, missed.to, told)


def followed(watch: Watch, position: Position, told: bytes) -> Response:
    """The events up to this position, followed by the live stream."""
    followers, asked = services().followers, asking()
    is_chunked = request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
    try:
        who = () if asked is None else (asked.player.id, lease_of(asked.held))
        follower = followers.admit(watch, position, is_chunked, request.remote_addr or "", *who)
    except TooMany as error:
        refuse(FULL if error.is_full else TOO_MANY_STREAMS, "Too many live streams are open. Close some first.")
    handed = StreamBody(followers, follower, told, request.environ.get("gunicorn.socket"))
    response = streamed(iter(handed), EVENT_STREAM)
    response.call_on_close(handed.close)
    return response


@records_api.get("/games/<game_id>/replay", refuses=[*LOOKING, NO_SUCH_POSITION], security=TOKEN_OR_NONE, lasts=ETAG)
@records_api.alt_response(
    200, content_type=NDJSON, schema=lines_of("All steps, each line a step as JSON.", FullStep, PatchStep)
)
def replay(query: ReplayRange, seen: VisibleGame) -> Annotated[Response, ReplayResponse]:
    """The steps of the game, one per event. `Accept` chooses a page as JSON, or all steps as NDJSON.

    A step has the event, and the state after it, whole or as a patch (RFC 6902) of the state before.
    """
    begin = query.from_ if query.cursor is None else query.cursor
    first = BEGINNING if begin is None else position_of(seen, begin, "from", first=True)
    last = whole_action(10**14) if query.to is None else position_of(seen, query.to, "to")
    if first > seen.position:
        raise no_such_position(seen, first)
    if last < first:
        refuse(INVALID_REQUEST, "Must not be before from.", field="to")
    form = request.accept_mimetypes.best_match([JSON, NDJSON], JSON)
    is_settled_part = is_settled(seen, query.to) and (begin is None or is_settled(seen, begin))
    is_kept = seen.game.is_over or is_settled_part
    etag = EtagResponse(seen, seen.digest, is_kept=is_kept, says_texts=True, form=form)
    if (unchanged := etag.unchanged()) is not None:
        return unchanged
    limited(RECORDS)
    records, shown = services().games.records, FrameForm(query.state, translate(), query.brief)

    def steps() -> Iterator[dict[str, Any]]:
        return records.frames(seen, first, last, shown)

    if form == NDJSON:
        return etag.stream(NDJSON, lambda: (msgspec.json.encode(step) + b"\n" for step in steps()))

    def page() -> bytes:
        found = list(islice(steps(), query.limit + 1))
        following = found[query.limit]["position"] if len(found) > query.limit else None
        return msgspec.json.encode({"steps": found[: query.limit], "next": following})

    return etag.respond(JSON, page)


@records_api.get("/games/<game_id>/digests", refuses=READING, security=TOKEN_OR_NONE)
def digests(game_id: str, query: Places, seen: PublicGame) -> Annotated[Response, DigestsResponse]:
    """The record's digests at these positions, read from the record now, for comparison with receipts."""
    found = services().games.records.digests(seen, map(parse_position, query.at.split(",")))
    body = {
        "game": game_id,
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "digests": [
            {"position": str(position), "digest": None if digest is None else digest.hex()}
            for position, digest in found
        ],
    }
    return respond(body, headers=UNKEPT)


@records_api.get("/games/<game_id>/dossier", refuses=[*LOOKING, NO_SUCH_POSITION], security=TOKEN_OR_NONE, lasts=ETAG)
def dossier(game_id: str, query: Doubting) -> Annotated[Response, DossierResponse]:
    """One action in full, as a viewer may see it: what was known and asked, the consequences, the rules, the proofs.

    The action is decided again with the game's key by the current rules.
    """
    seen, tables = visible_game(game_id), services().games.tables
    place = tables.entry_at(seen, position_of(seen, query.at, "at")).position
    whole = tables.entry_at(seen, whole_action(place.action))
    etag = EtagResponse(seen, whole.digest, is_kept=seen.game.is_over, says_texts=True)
    if (unchanged := etag.unchanged()) is not None:
        return unchanged
    limited(RECORDS)
    # The current rules' result is computed again for every caller who does not have it yet.
    return etag.respond(
        JSON,
        lambda: msgspec.json.encode(services().games.records.dossier(tables.seen_at(seen, whole), translate())),
        is_kept=False,
    )


@records_api.get("/games/<game_id>/audit", refuses=READING, security=TOKEN_OR_NONE, lasts=ETAG)
def audit(game_id: str, _query: Invited) -> Annotated[Response, AuditResponse]:
    """Verify the record now: each check, its verdict, the first bad position."""
    public_game(game_id)
    seen = services().games.tables.seen(game_id, most_shown)

    def body() -> bytes:
        return msgspec.json.encode(report_json(services().games.records.audit(seen)))

    etag = EtagResponse(seen, seen.digest, is_kept=services().games.records.is_settled(seen))
    if (unchanged := etag.unchanged()) is not None:
        return unchanged
    limited(AUDITS)
    # A cached verdict could be about an earlier state of the store.
    return etag.respond(JSON, body, is_kept=False)


@records_api.get("/games/<game_id>/bundle", refuses=LOOKING, security=TOKEN_OR_NONE, lasts=ETAG)
@records_api.response(
    200,
    content_type=NDJSON,
    schema=lines_of(
        "The bundle as docs/reference/records.md describes it: a header, the entries, the proofs.",
        Header,
        BundleEntry,
        BundleProofs,
    ),
    headers={"Content-Disposition": header("A name for the file.")},
)
def bundle(game_id: str, _query: Looking, seen: VisibleGame) -> Response:
    """The portable record for a viewer (the whole of it when the game is over), for `stele verify`."""
    if "as" not in request.args and seen.game.is_over:
        seen = services().games.tables.seen(game_id, "all")
    records = services().games.records
    # All proofs that the log has an entry are equally good, whatever the log's size.
    etag = EtagResponse(seen, seen.digest, is_kept=records.is_settled(seen), is_weak=True)
    response = etag.unchanged()
    if response is None:
        limited(RECORDS)
        response = etag.stream(NDJSON, lambda: records.bundle(seen))
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
    return response
