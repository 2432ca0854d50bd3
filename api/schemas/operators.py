"""Operator schemas: the overview, suspensions, the announcement, the log of operator actions."""

from typing import Annotated, Literal

from marshmallow import validate

from api.schemas.chat import KnownPlayer
from api.schemas.club import ClubWebhookResponse, RolesResponse
from api.schemas.from_structs import Body, LenientBool, Query, Shown, Time, about
from api.schemas.records import DisclosuresResponse, ShownDispute
from api.schemas.responses import GameResponse
from domain.disputes.events import LONGEST_TEXT
from services.community.announcements import LONGEST_ANNOUNCEMENT
from services.community.reports import LONGEST_REASON
from services.games.operator_tasks import Trouble


class NewSuspension(Body):
    """A suspension: the player, its length and its reason."""

    name: Annotated[str, validate.Length(min=1, max=40)]
    days: Annotated[int, validate.Range(min=0, max=3650)]
    reason: Annotated[str, validate.Length(max=LONGEST_REASON)] = ""
    only_talk: Annotated[LenientBool, about("Whether the player is only muted.")] = False


class NewName(Body):
    """Another name for a player."""

    name: Annotated[str, validate.Length(min=1, max=40)]
    new_name: Annotated[str, validate.Length(max=100)]


class NewAnnouncement(Body):
    """An announcement for every page, and its duration."""

    text: Annotated[str, validate.Length(max=LONGEST_ANNOUNCEMENT)]
    hours: Annotated[int, validate.Range(min=1, max=8760)] = 24


class Announced(Shown):
    """The announcement on every page."""

    text: str
    number: Annotated[int, about("The announcement's id.")]
    until: Time


class ShownStandstill(Shown):
    """A stalled game."""

    game: str
    title: Annotated[str, about("Empty if the game cannot be read.")]
    trouble: Trouble
    since: Time


class ShownSuspension(Shown):
    """A suspended player."""

    player: KnownPlayer
    until: Time
    reason: str
    only_talk: Annotated[bool, about("Whether the player is only muted.")]


class OverviewResponse(Shown):
    """The matters that need an operator's attention."""

    standstills: list[ShownStandstill]
    suspended: list[ShownSuspension]
    announcement: Announced | None
    reports: Annotated[int, about("The number of open reports.")]
    searches_wait: Annotated[bool, about("Whether searches are waiting and no search process is running.")]
    backup_failed: Annotated[Time | None, about("The time of the last backup, if it failed.")]


class DisputeToDecide(Shown):
    """An open dispute of a game without a referee, which the operator decides."""

    game: str
    title: str
    number: Annotated[int, about("Its number in the game, from 1.")]


class GameInDispute(DisclosuresResponse):
    """A game without a referee, its disputes, and the secrets that its players opened to the operator."""

    game: GameResponse
    disputes: list[ShownDispute]


class WaitingTable(Shown):
    """A table that has not started."""

    game: str
    title: str
    free_seats: int
    since: Time


class UnfinishedTournament(Shown):
    """A tournament that is open or running."""

    id: str
    name: str
    organiser: KnownPlayer
    status: Literal["open", "running"]
    players: int
    played: Annotated[int, about("The number of rounds that have begun.")]
    rounds: Annotated[int, about("The planned number of rounds; 0: the number that its kind needs.")]


class ShownChannel(Shown):
    """A channel of notifications."""

    channel: str
    due: Annotated[int, about("People with notices to be sent now, at most 50.")]
    failed: Annotated[int, about("Failed notices.")]


class ShownDelivery(Shown):
    """A failed notification: its receiver, channel and reason, in the words of the refusing server."""

    id: str
    at: Time
    player: KnownPlayer
    channel: str
    notice: str
    reason: str


class ShownAction(Shown):
    """An operator action. `by` without a name: the command line, or a deleted player."""

    at: Time
    by: KnownPlayer
    what: str
    whom: KnownPlayer
    text: str


class ServerResponse(Shown):
    """The state of the server; sizes are in bytes."""

    version: str
    notes: Annotated[list[str], about("The notes of `/health/ready`.")]
    disk_free: Annotated[int, about("Free space on the disk of the data directory.")]
    memory: Annotated[int, about("Memory of the database servers.")]
    log_size: Annotated[int, about("Append-only files of the database servers.")]
    last_backup: Time | None
    last_checkpoint: Annotated[
        Time | None, about("The last signed checkpoint; a new one follows when something is recorded.")
    ]
    channels: list[ShownChannel]
    disputes: list[DisputeToDecide]
    waiting: Annotated[list[WaitingTable], about("At most 100, the longest wait first.")]
    tournaments: Annotated[list[UnfinishedTournament], about("The newest first.")]
    deliveries: Annotated[list[ShownDelivery], about("The failed notifications, latest first.")]
    roles: RolesResponse
    club_webhook: ClubWebhookResponse
    actions: Annotated[list[ShownAction], about("The operator actions, latest first.")]


class SignedUp(Shown):
    """A player and the time of their sign-up."""

    id: str
    name: str
    since: Time


class PeopleFormat(Query):
    """The requested format."""

    format: Annotated[Literal["json", "csv"], about("`csv`: all members in one table for spreadsheets.")] = "json"


class PeopleResponse(Shown):
    """The players of this server."""

    players: Annotated[int, about("The number of accounts of people.")]
    bots: int
    week: Annotated[int, about("The number of sign-ups of the last seven days.")]
    refused: Annotated[list[KnownPlayer], about("The players whose email addresses rejected too many notifications.")]
    newest: Annotated[list[SignedUp], about("The last 50 sign-ups, latest first.")]


class CalledOff(Body):
    """The reason for calling a game off, which remains in its record."""

    text: Annotated[str, validate.Length(min=1, max=LONGEST_TEXT)]


class DeliveriesResponse(Shown):
    """The failed notifications, latest first."""

    deliveries: list[ShownDelivery]


class SettledDelivery(Body):
    """The settlement of a failed notification: it is sent again, or given up."""

    outcome: Literal["again", "given up"]
