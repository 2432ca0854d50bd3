"""Operator schemas: the overview, suspensions, the announcement, the log of operator actions."""

from typing import get_args

from marshmallow import fields, validate

from api.schemas.chat import KnownPlayer
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from domain.disputes.events import LONGEST_TEXT
from services.community.announcements import LONGEST_ANNOUNCEMENT
from services.community.reports import LONGEST_REASON
from services.games.stalled_games import Trouble


class NewSuspension(Strict):
    """A suspension: the player, its length and its reason."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    days = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=3650))
    reason = fields.String(load_default="", validate=validate.Length(max=LONGEST_REASON))
    only_talk = fields.Boolean(load_default=False, metadata=about("Whether the player is only muted."))


class NewAnnouncement(Strict):
    """An announcement for every page, and its duration."""

    text = fields.String(required=True, validate=validate.Length(max=LONGEST_ANNOUNCEMENT))
    hours = fields.Integer(load_default=24, strict=True, validate=validate.Range(min=1, max=8760))


class Announced(ResponseSchema):
    """The announcement on every page."""

    text = fields.String()
    number = fields.Integer(metadata=about("The announcement's id."))
    until = fields.DateTime()


class ShownStandstill(ResponseSchema):
    """A stalled game."""

    game = fields.String()
    title = fields.String(metadata=about("Empty if the game cannot be read."))
    trouble = fields.String(validate=validate.OneOf(get_args(Trouble)))
    since = fields.DateTime()


class ShownSuspension(ResponseSchema):
    """A suspended player."""

    player = fields.Nested(KnownPlayer)
    until = fields.DateTime()
    reason = fields.String()
    only_talk = fields.Boolean(metadata=about("Whether the player is only muted."))


class OverviewResponse(ResponseSchema):
    """The matters that need an operator's attention."""

    standstills = fields.List(fields.Nested(ShownStandstill))
    suspended = fields.List(fields.Nested(ShownSuspension))
    announcement = fields.Nested(Announced, allow_none=True)
    reports = fields.Integer(metadata=about("The number of open reports."))
    searches_wait = fields.Boolean(metadata=about("Whether searches are waiting and no search process is running."))
    backup_failed = fields.DateTime(allow_none=True, metadata=about("The time of the last backup, if it failed."))


class CalledOff(Strict):
    """The reason for calling a game off, which remains in its record."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))


class ShownDelivery(ResponseSchema):
    """A failed notification: its receiver, channel and reason, in the words of the refusing server."""

    id = fields.String()
    at = fields.DateTime()
    player = fields.Nested(KnownPlayer)
    channel = fields.String()
    notice = fields.String()
    reason = fields.String()


class DeliveriesResponse(ResponseSchema):
    """The failed notifications, latest first."""

    deliveries = fields.List(fields.Nested(ShownDelivery))


class SettledDelivery(Strict):
    """The settlement of a failed notification: it is sent again, or given up."""

    outcome = fields.String(required=True, validate=validate.OneOf(("again", "given up")))


class ShownDeed(ResponseSchema):
    """An operator action. `by` without a name: the command line, or a deleted player."""

    at = fields.DateTime()
    by = fields.Nested(KnownPlayer)
    what = fields.String()
    whom = fields.Nested(KnownPlayer)
    text = fields.String()


class DeedsResponse(ResponseSchema):
    """The operator actions, latest first."""

    deeds = fields.List(fields.Nested(ShownDeed))
