"""Notification schemas: the inbox, its events, the preferences, webhooks and push subscriptions."""

from typing import Any, ClassVar, get_args

import marshmallow
from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import Query, about
from eventstore.keys import GAME_ID
from services.notifications.account_notices import ACCOUNT
from services.notifications.inbox import MOST_PER_PAGE
from services.notifications.kinds import CONCERNS
from services.notifications.preferences import MAILED, MOST_MUTED, ON_REQUEST, Gathering
from services.notifications.webhooks import FORMS

_ID = validate.Length(min=1, max=200)
_TIME = validate.Regexp(r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", error="Must be a time of day, as in 22:30.")
_CHANNEL = validate.Regexp(r"^[a-z]{1,20}$(?!\n)", error="Must be a channel's name.")


class InboxPage(Strict):
    """The requested page of notifications."""

    before = fields.Integer(
        load_default=0, validate=validate.Range(min=0), metadata=about("`next` of the previous page; by default 0.")
    )
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=MOST_PER_PAGE))


class InboxFollowed(Query):
    """The start of the live inbox."""

    standing = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=about(
            "`true`: without `Last-Event-ID` the first event contains all standing notices: games where it is "
            "your turn, where a seat is reserved for you, and so on."
        ),
    )


class ReadNotices(Strict):
    """The notifications that were read; without `ids`, all."""

    ids = fields.List(fields.String(validate=_ID), validate=validate.Length(max=MOST_PER_PAGE), load_default=None)


class NoticeResponse(ResponseSchema):
    """A notification."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("seat", "by", "tournament")

    id = fields.String()
    kind = fields.String(validate=validate.OneOf([*CONCERNS, ACCOUNT]))
    game = fields.String(metadata=about("Empty for a notice without a game, such as one about your account."))
    position = fields.String(metadata=about("Its position in the game's record."))
    at = fields.DateTime()
    text = fields.String()
    unread = fields.Boolean()
    standing = fields.Boolean(metadata=about("Whether it still applies, for example whether it is still your turn."))
    seat = fields.Integer(metadata=about("Your seat in the game, if any."))
    by = fields.Integer(metadata=about("The seat that it is about, if it is another one."))
    tournament = fields.String(metadata=about("The id of the tournament that it is about, if any."))


class NoticesResponse(ResponseSchema):
    """One page of your notifications, newest first."""

    notices = fields.List(fields.Nested(NoticeResponse))
    next = fields.Integer(allow_none=True, metadata=about("`before` for the next page; null after the last one."))
    unread = fields.Integer(metadata=about("The number of all unread notices."))


class NewestNotice(ResponseSchema):
    """The newest notification, if it is unread and new to the client."""

    id = fields.String()
    kind = fields.String()
    game = fields.String()
    text = fields.String()


class InboxEvent(ResponseSchema):
    """The inbox now; in the stream also the notifications since the event before, oldest first."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("notices",)

    unread = fields.Integer()
    newest = fields.Nested(NewestNotice, allow_none=True)
    notices = fields.List(fields.Nested(NoticeResponse))


class QuietHours(Strict):
    """The hours of the day, in your time zone, in which nothing disturbing is sent."""

    since = fields.String(required=True, validate=_TIME)
    until = fields.String(required=True, validate=_TIME)


_GATHERED = "Whether a mail is sent soon (after five minutes), every hour, or every day at eight."


class NewWishes(Strict):
    """Your notification preferences, by channel and time."""

    off = fields.Dict(
        keys=fields.String(validate=_CHANNEL),
        values=fields.List(fields.String(validate=validate.OneOf(list(CONCERNS)))),
        load_default=dict,
        validate=validate.Length(max=20),
        metadata=about("By channel, the kinds that are switched off."),
    )
    muted = fields.List(
        fields.String(validate=validate.Regexp(GAME_ID.pattern + r"$(?!\n)")),
        load_default=list,
        validate=validate.Length(max=MOST_MUTED),
        metadata=about("The muted games, for which no notices are sent."),
    )
    on = fields.Dict(
        keys=fields.String(validate=_CHANNEL),
        values=fields.List(fields.String(validate=validate.OneOf((*ON_REQUEST, *MAILED)))),
        load_default=dict,
        validate=validate.Length(max=20),
        metadata=about("By channel, the kinds on request that are switched on."),
    )
    quiet = fields.Nested(QuietHours, load_default=None, allow_none=True)
    mail = fields.String(load_default="soon", validate=validate.OneOf(get_args(Gathering)), metadata=about(_GATHERED))

    @marshmallow.validates_schema
    def _lasts(self, body: dict[str, Any], **_more: Any) -> None:
        quiet = body["quiet"]
        if quiet is not None and quiet["since"] == quiet["until"]:
            raise marshmallow.ValidationError({"quiet": ["Must begin and end at different times."]})


class KindResponse(ResponseSchema):
    """A kind of notification."""

    name = fields.String()
    label = fields.String()
    on_request = fields.Boolean(
        metadata=about("Whether it appears only on the page unless a channel has it switched on.")
    )
    mailed = fields.Boolean(
        metadata=about("Whether only email has it, and other channels if they have it switched on.")
    )


class ChannelResponse(ResponseSchema):
    """A channel of this server."""

    name = fields.String()
    reached = fields.Boolean(metadata=about("Whether you have an address in this channel."))


class QuietResponse(ResponseSchema):
    """The hours in which nothing disturbing is sent."""

    since = fields.String()
    until = fields.String()


class WishesResponse(ResponseSchema):
    """Your preferences, and the available choices."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ()

    off = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    on = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    muted = fields.List(fields.String())
    quiet = fields.Nested(QuietResponse, allow_none=True)
    mail = fields.String(metadata=about(_GATHERED))
    kinds = fields.List(fields.Nested(KindResponse))
    channels = fields.List(fields.Nested(ChannelResponse))
    zone = fields.String(metadata=about("Your time zone, for quiet hours."))


class UnsubscribedResponse(ResponseSchema):
    """Mails have been stopped."""

    mail = fields.Boolean()


class NewWebhook(Strict):
    """A webhook to be created."""

    url = fields.String(required=True, validate=validate.Length(min=1, max=500))
    form = fields.String(
        load_default="standard",
        validate=validate.OneOf(FORMS),
        metadata=about("Standard Webhooks, or a chat service's format."),
    )


class WebhookResponse(ResponseSchema):
    """One of your webhooks."""

    id = fields.String()
    url = fields.String()
    form = fields.String(validate=validate.OneOf(FORMS))
    secret = fields.String(metadata=about("The key that signs its posts, as in Standard Webhooks."))
    failures = fields.Integer(metadata=about("The number of failed tries in a row."))
    off = fields.String(metadata=about("The reason if it is switched off; empty: it is active."))


class WebhooksResponse(ResponseSchema):
    """Your webhooks."""

    webhooks = fields.List(fields.Nested(WebhookResponse))


class NewDevice(Strict):
    """A browser's push subscription, in the browser's format."""

    endpoint = fields.String(required=True, validate=validate.Length(min=1, max=1000))
    p256dh = fields.String(required=True, validate=validate.Length(min=1, max=100))
    auth = fields.String(required=True, validate=validate.Length(min=1, max=50))


class DeviceResponse(ResponseSchema):
    """A subscribed browser."""

    id = fields.String(metadata=about("The first 16 digits of the SHA-256 of its endpoint."))
    service = fields.String(metadata=about("The host of its push service."))


class DevicesResponse(ResponseSchema):
    """Your subscribed browsers, and the key for subscribing another."""

    key = fields.String(metadata=about("The server's key (`applicationServerKey`), in base64url."))
    devices = fields.List(fields.Nested(DeviceResponse))
