"""Notifications: your inbox, live and by page, and your preferences."""

from typing import Annotated, Any

from flask import Response, request
from msgspec.structs import replace

from api.http.blueprint import EVENT_STREAM, UNKEPT, ApiBlueprint, asked_header, events_of, respond
from api.http.languages import asked_language, translate
from api.http.operation import PLAYING
from api.http.problem_kinds import FULL, INVALID_REQUEST, RECORD_UNAVAILABLE, TOO_MANY_STREAMS
from api.http.problems import refuse
from api.http.rate_limits import READS
from api.resources.records import followed
from api.schemas.notifications import (
    InboxEvent,
    InboxFollowed,
    InboxPage,
    NewPreferences,
    NoticesResponse,
    ReadNotices,
    UnsubscribedResponse,
)
from api.services import services
from eventstore.entries import parse_position
from replay.narration import render
from services.accounts.players import Player, reached
from services.games.live_events import Watch
from services.notifications.channels.club import CHANNEL
from services.notifications.kinds import NOTICE_KINDS
from services.notifications.live_inbox import inbox_subject, notice_json
from services.notifications.preferences import MAILED, ON_REQUEST, Preferences, keep_preferences, preferences_of

notifications_api = ApiBlueprint("notices", __name__, url_prefix="/api", description="What concerns me", scopes=PLAYING)
_MAIL = "mail"


@notifications_api.get("/me/notices")
def my_notices(query: InboxPage, player: Player) -> Annotated[Response, NoticesResponse]:
    """Your notifications, newest first: your turns, questions to you, finished games."""
    person = player.id
    page, say = (
        services().notifications.outbox.inbox.page(person, query.cursor, query.limit),
        services().notifications.wording.sentence,
    )
    return respond(
        {
            "notices": [notice_json(one, say(person, one.notice, asked_language())) for one in page.notices],
            "next": page.next or None,
            "unread": page.unread,
        },
        headers=UNKEPT,
    )


@notifications_api.post("/me/notices/read", limit=READS)
def read_notices(body: ReadNotices, player: Player) -> Annotated[Response, InboxEvent]:
    """Mark these notifications, or all, as read."""
    person = player.id
    inbox = services().notifications.outbox.inbox
    inbox.read(person, body.ids)
    return respond({"unread": inbox.unread(person)[0], "newest": None})


@notifications_api.get(
    "/me/events",
    refuses=[TOO_MANY_STREAMS, FULL],
    parameters=[asked_header("Last-Event-ID", "The `id` of the last event that you have.")],
)
@notifications_api.response(
    200,
    content_type=EVENT_STREAM,
    schema=events_of("The number of unread notices, and new ones; at the start and whenever that changes.", InboxEvent),
)
def my_events(query: InboxFollowed, player: Player) -> Response:
    """Your inbox, live: an event at the start, and one for every change.

    Each event contains the notifications since the one before, in order; a client that reconnects with `Last-Event-ID`
    misses none of the last 500. A `turn` is sent when you begin to be asked; the response to your move shows whether
    you are asked again.
    """
    person = player.id
    followers = services().followers
    last_seen = request.headers.get("Last-Event-ID")
    try:
        start = parse_position(last_seen) if last_seen else None
    except ValueError as error:
        refuse(INVALID_REQUEST, f"Last-Event-ID: {error}")
    followers.start()
    subject, inboxes = inbox_subject(person, asked_language()), followers.inboxes
    name = subject.game_id
    watch = Watch(subject)
    news = inboxes.begin(name, query.standing, (subject,)) if start is None else inboxes.since(name, start, (watch,))
    return followed(watch, news.to, news.told[subject])


def change_preferences(person: str, body: NewPreferences) -> None:
    """Replace a person's notification preferences."""
    quiet = body.quiet
    hours = None if quiet is None else (_minutes(quiet.since), _minutes(quiet.until))
    off, on = ({channel: tuple(kinds) for channel, kinds in one.items() if kinds} for one in (body.off, body.on))
    keep_preferences(
        services().notifications.outbox.redis, person, Preferences(off, tuple(body.muted), hours, body.mail, on)
    )


def preferences_json(person: str) -> dict[str, Any]:
    """A person's notification preferences, by channel and time, and the available choices."""
    outbox, say = services().notifications.outbox, translate()
    preferences = preferences_of(outbox.redis, person)
    quiet = preferences.quiet
    return {
        "off": {channel: list(kinds) for channel, kinds in preferences.off.items()},
        "on": {channel: list(kinds) for channel, kinds in preferences.on.items()},
        "muted": list(preferences.muted),
        "quiet": None if quiet is None else {"since": _time(quiet[0]), "until": _time(quiet[1])},
        "mail": preferences.mail,
        "kinds": [
            {
                "name": one.name,
                "label": render(one.label, (), say),
                "on_request": one.name in ON_REQUEST,
                "mailed": one.name in MAILED,
            }
            for one in NOTICE_KINDS.values()
        ],
        "channels": [
            {"name": name, "reached": bool(channel.targets(person))}
            for name, channel in outbox.channels.items()
            if name != CHANNEL
        ],
        "zone": reached(outbox.redis, person).zone or "UTC",
    }


@notifications_api.post("/unsubscribe/<token>", refuses=[RECORD_UNAVAILABLE], security=None, limit=READS)
def unsubscribe(token: str) -> Annotated[Response, UnsubscribedResponse]:
    """Stop all mails to the receiver of the mail with this link (RFC 8058); nothing else changes."""
    person = services().notifications.unsubscribe_links.person(token)
    if person is None or services().accounts.players.is_former(person):
        refuse(INVALID_REQUEST, "This unsubscribe link is invalid.", field="token")
    redis = services().notifications.outbox.redis
    preferences = preferences_of(redis, person)
    keep_preferences(redis, person, replace(preferences, off={**preferences.off, _MAIL: tuple(NOTICE_KINDS)}))
    return respond({"mail": False})


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


def _time(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
