"""Notification schemas: the inbox, its events, the preferences, webhooks and push subscriptions."""

from typing import Annotated, Any

import marshmallow
import msgspec
from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Body, Maybe, Query, Shown, Time, TrueOrFalse, about
from eventstore.keys import GAME_ID
from services.notifications.account_notices import ACCOUNT
from services.notifications.inbox import MOST_PER_PAGE
from services.notifications.kinds import NOTICE_KINDS
from services.notifications.preferences import MAILED, MOST_MUTED, ON_REQUEST, Gathering
from services.notifications.webhooks import Form

_ID = validate.Length(min=1, max=200)
_TIME = validate.Regexp(r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", error="Must be a time of day, as in 22:30.")
_CHANNEL = validate.Regexp(r"^[a-z]{1,20}$(?!\n)", error="Must be a channel's name.")


class InboxPage(Query):
    """The requested page of notifications."""

    cursor: Annotated[int, validate.Range(min=0), about("`next` of the previous page; by default 0.")] = 0
    limit: Annotated[int, validate.Range(min=1, max=MOST_PER_PAGE)] = 20


class InboxFollowed(Query):
    """The start of the live inbox."""

    standing: Annotated[
        TrueOrFalse,
        about(
            "`true`: without `Last-Event-ID` the first event contains all standing notices: games where it is your "
            "turn, where a seat is reserved for you, and so on."
        ),
    ] = False


class ReadNotices(Body):
    """The notifications that were read; without `ids`, all."""

    ids: Annotated[list[Annotated[str, _ID]] | None, validate.Length(max=MOST_PER_PAGE)] = None


class NoticeResponse(Shown):
    """A notification."""

    id: str
    kind: Annotated[str, validate.OneOf([*NOTICE_KINDS, ACCOUNT])]
    game: Annotated[str, about("Empty for a notice without a game, such as one about your account.")]
    position: Annotated[str, about("Its position in the game's record.")]
    at: Time
    text: str
    unread: bool
    standing: Annotated[bool, about("Whether it still applies, for example whether it is still your turn.")]
    seat: Maybe[Annotated[int, about("Your seat in the game, if any.")]] = UNSET
    by: Maybe[Annotated[int, about("The seat that it is about, if it is another one.")]] = UNSET
    tournament: Maybe[Annotated[str, about("The id of the tournament that it is about, if any.")]] = UNSET


class NoticesResponse(Shown):
    """One page of your notifications, newest first."""

    notices: list[NoticeResponse]
    next: Annotated[int | None, about("The `cursor` of the next page; null after the last one.")]
    unread: Annotated[int, about("The number of all unread notices.")]


class NewestNotice(Shown):
    """The newest notification, if it is unread and new to the client."""

    id: str
    kind: str
    game: str
    text: str


class InboxEvent(Shown):
    """The inbox now; in the stream also the notifications since the event before, oldest first."""

    unread: int
    newest: NewestNotice | None
    notices: Maybe[list[NoticeResponse]] = UNSET


class QuietHours(Body):
    """The hours of the day, in your time zone, in which nothing disturbing is sent."""

    since: Annotated[str, _TIME]
    until: Annotated[str, _TIME]


_GATHERED = "Whether a mail is sent soon (after five minutes), every hour, or every day at eight."


class NewPreferences(Body):
    """Your notification preferences, by channel and time."""

    off: Annotated[
        dict[Annotated[str, _CHANNEL], list[Annotated[str, validate.OneOf(list(NOTICE_KINDS))]]],
        validate.Length(max=20),
        about("By channel, the kinds that are switched off."),
    ] = msgspec.field(default_factory=dict)
    muted: Annotated[
        list[Annotated[str, validate.Regexp(GAME_ID.pattern + "$(?!\\n)")]],
        validate.Length(max=MOST_MUTED),
        about("The muted games, for which no notices are sent."),
    ] = msgspec.field(default_factory=list)
    on: Annotated[
        dict[Annotated[str, _CHANNEL], list[Annotated[str, validate.OneOf((*ON_REQUEST, *MAILED))]]],
        validate.Length(max=20),
        about("By channel, the kinds on request that are switched on."),
    ] = msgspec.field(default_factory=dict)
    quiet: QuietHours | None = None
    mail: Annotated[Gathering, about(_GATHERED)] = "soon"

    @marshmallow.validates_schema
    def _lasts(self, body: dict[str, Any], **_more: Any) -> None:
        quiet = body["quiet"]
        if quiet is not None and quiet.since == quiet.until:
            raise marshmallow.ValidationError({"quiet": ["Must begin and end at different times."]})


class KindResponse(Shown):
    """A kind of notification."""

    name: str
    label: str
    on_request: Annotated[bool, about("Whether it appears only on the page unless a channel has it switched on.")]
    mailed: Annotated[bool, about("Whether only email has it, and other channels if they have it switched on.")]


class ChannelResponse(Shown):
    """A channel of this server."""

    name: str
    reached: Annotated[bool, about("Whether you have an address in this channel.")]


class QuietResponse(Shown):
    """The hours in which nothing disturbing is sent."""

    since: str
    until: str


class PreferencesResponse(Shown):
    """Your preferences, and the available choices."""

    off: dict[str, list[str]]
    on: dict[str, list[str]]
    muted: list[str]
    quiet: QuietResponse | None
    mail: Annotated[str, about(_GATHERED)]
    kinds: list[KindResponse]
    channels: list[ChannelResponse]
    zone: Annotated[str, about("Your time zone, for quiet hours.")]


class UnsubscribedResponse(Shown):
    """Mails have been stopped."""

    mail: bool


class NewWebhook(Body):
    """A webhook to be created."""

    url: Annotated[str, validate.Length(min=1, max=500)]
    form: Annotated[Form, about("Standard Webhooks, or a chat service's format.")] = "standard"


class WebhookResponse(Shown):
    """One of your webhooks."""

    id: str
    url: str
    form: Form
    secret: Annotated[str, about("The key that signs its posts, as in Standard Webhooks.")]
    failures: Annotated[int, about("The number of failed tries in a row.")]
    off: Annotated[str, about("The reason if it is switched off; empty: it is active.")]


class WebhooksResponse(Shown):
    """Your webhooks."""

    webhooks: list[WebhookResponse]


class FeedsResponse(Shown):
    """The links to your feed and your calendar. Anyone with a link can read its content."""

    feed: Annotated[str, about("An Atom feed of your notifications.")]
    calendar: Annotated[str, about("An iCalendar of your deadlines.")]


class NewDevice(Body):
    """A browser's push subscription, in the browser's format."""

    endpoint: Annotated[str, validate.Length(min=1, max=1000)]
    p256dh: Annotated[str, validate.Length(min=1, max=100)]
    auth: Annotated[str, validate.Length(min=1, max=50)]


class DeviceResponse(Shown):
    """A subscribed browser."""

    id: Annotated[str, about("The first 16 digits of the SHA-256 of its endpoint.")]
    service: Annotated[str, about("The host of its push service.")]


class DevicesResponse(Shown):
    """Your subscribed browsers, and the key for subscribing another."""

    key: Annotated[str, about("The server's key (`applicationServerKey`), in base64url.")]
    devices: list[DeviceResponse]
