"""Operator schemas: the overview, suspensions, the announcement, the log of operator actions."""

from typing import get_args

from marshmallow import fields, validate

from api.schemas.chat import KnownPlayer
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import DisclosuresResponse, ShownDispute
from api.schemas.requests import about
from api.schemas.responses import GameResponse
from domain.disputes.events import LONGEST_TEXT
from services.community.announcements import LONGEST_ANNOUNCEMENT
from services.community.reports import LONGEST_REASON
from services.games.operator_tasks import Trouble


class NewSuspension(Strict):
    """A suspension: the player, its length and its reason."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    days = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=3650))
    reason = fields.String(load_default="", validate=validate.Length(max=LONGEST_REASON))
    only_talk = fields.Boolean(load_default=False, metadata=about("Whether the player is only muted."))


class NewName(Strict):
    """Another name for a player."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    new_name = fields.String(required=True, validate=validate.Length(max=100))


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


class DisputeToDecide(ResponseSchema):
    """An open dispute of a game without a referee: the operator decides it."""

    game = fields.String()
    title = fields.String()
    number = fields.Integer(metadata=about("Its number in the game, from 1."))


class GameInDispute(DisclosuresResponse):
    """A game without a referee, its disputes, and the secrets that its players opened to the operator."""

    game = fields.Nested(GameResponse)
    disputes = fields.List(fields.Nested(ShownDispute))


class WaitingTable(ResponseSchema):
    """A table that has not started."""

    game = fields.String()
    title = fields.String()
    free_seats = fields.Integer()
    since = fields.DateTime()


class UnfinishedTournament(ResponseSchema):
    """A tournament that is open or running."""

    id = fields.String()
    name = fields.String()
    organiser = fields.Nested(KnownPlayer)
    status = fields.String(validate=validate.OneOf(("open", "running")))
    players = fields.Integer()
    played = fields.Integer(metadata=about("The number of rounds that have begun."))
    rounds = fields.Integer(metadata=about("The planned number of rounds; 0: the number that its kind needs."))


class ShownChannel(ResponseSchema):
    """A channel of notifications."""

    channel = fields.String()
    due = fields.Integer(metadata=about("People with notices to be sent now, at most 50."))
    failed = fields.Integer(metadata=about("Failed notices."))


class ServerResponse(ResponseSchema):
    """The state of the server; sizes are in bytes."""

    version = fields.String()
    notes = fields.List(fields.String(), metadata=about("The notes of `/health/ready`."))
    disk_free = fields.Integer(metadata=about("Free space on the disk of the data directory."))
    memory = fields.Integer(metadata=about("Memory of the record's servers."))
    log_size = fields.Integer(metadata=about("Append-only files of the record's servers."))
    last_backup = fields.DateTime(allow_none=True)
    last_checkpoint = fields.DateTime(
        allow_none=True, metadata=about("The last signed checkpoint; a new one follows when something is recorded.")
    )
    channels = fields.List(fields.Nested(ShownChannel))
    disputes = fields.List(fields.Nested(DisputeToDecide))
    waiting = fields.List(fields.Nested(WaitingTable), metadata=about("At most 100, the longest wait first."))
    tournaments = fields.List(fields.Nested(UnfinishedTournament), metadata=about("The newest first."))


class SignedUp(ResponseSchema):
    """A player and the time of their sign-up."""

    id = fields.String()
    name = fields.String()
    since = fields.DateTime()


class PeopleResponse(ResponseSchema):
    """The players of this server."""

    players = fields.Integer(metadata=about("The number of accounts of people."))
    bots = fields.Integer()
    week = fields.Integer(metadata=about("The number of sign-ups of the last seven days."))
    refused = fields.List(
        fields.Nested(KnownPlayer), metadata=about("The players whose email addresses rejected too many notifications.")
    )
    newest = fields.List(fields.Nested(SignedUp), metadata=about("The last 50 sign-ups, latest first."))


class CalledOff(Strict):
    """The reason for calling a game off, which remains in its record."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))


class TournamentCalledOff(Strict):
    """The reason for calling a tournament off, which is kept in the operators' log."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_REASON))


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
