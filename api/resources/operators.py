"""Operators: the overview, and actions such as suspensions, the announcement and calling games off (G27).

Also the state of the server, its players, the log of operator actions, and failed notifications, which can be sent
again or given up.
"""

from collections import Counter
from typing import Annotated, Any

from flask import Response

from api.http.auth import required_role
from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.csv_table import CSV, csv_schema, csv_table
from api.http.operation import OPERATING
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    BUSY,
    FINDING,
    INVALID_NAME,
    MISSING_ROLE,
    NAME_TAKEN,
    NO_SUCH_DELIVERY,
    NO_SUCH_PLAYER,
    READ_ONLY,
    RECORD_DAMAGED,
)
from api.http.problems import refuse
from api.resources.games import summary
from api.resources.health import operator_notes
from api.resources.notification_channels import club_webhook_json
from api.schemas.from_structs import shown
from api.schemas.operators import (
    Announced,
    CalledOff,
    DeliveriesResponse,
    NewAnnouncement,
    NewName,
    NewSuspension,
    OverviewResponse,
    PeopleFormat,
    PeopleResponse,
    ServerResponse,
    SettledDelivery,
    ShownAction,
    ShownDelivery,
    UnfinishedTournament,
)
from api.schemas.responses import GameResponse
from api.services import services, settings
from domain.clocks.availability import DAY
from eventstore.disk_space import DiskSpace
from operations.clock import now
from operations.version import VERSION
from replay.timestamps import time_text
from services.accounts.operator_log import OperatorAction
from services.accounts.players import Player
from services.accounts.roles import ROLES
from services.community.announcements import Announcement
from services.games.operator_tasks import call_off, open_for_operator, standstills
from services.notifications.webhooks import CLUB

operators_api = ApiBlueprint(
    "host", __name__, url_prefix="/api/operator", description="For operators: overview and actions", scopes=OPERATING
)
_MOST_SHOWN = 100
_MOST_NEWEST = 50
_ALL = 10**9


@operators_api.get("/overview", refuses=[RECORD_DAMAGED], role="moderator")
def overview() -> Annotated[Response, OverviewResponse]:
    """The stalled games and the reasons, suspensions, mutes, the announcement, and the number of open reports.

    A moderator sees no stalled games, and nothing of the server's state.
    """
    return _overview(required_role("moderator"))


def _overview(asking: Player) -> Response:
    found, people = services(), services().community.people
    is_operator = people.roles.may(asking.id, "operator")
    still = standstills(found.games.lobby, found.games.tables, found.games.tables.now())
    told = {
        "standstills": [
            {"game": one.game, "title": one.title, "trouble": one.trouble, "since": time_text(one.since)}
            for one in (still if is_operator else ())
        ],
        "suspended": [
            {"player": known(player), "until": time_text(one.until), "reason": one.reason, "only_talk": only_talk}
            for held, only_talk in ((people.suspensions, False), (people.silences, True))
            for player, one in held.all().items()
        ],
        "announcement": shown_announcement(people.announcements.now()),
        "reports": len(people.reports.open()),
        "searches_wait": is_operator and found.games.searches.are_neglected,
        "backup_failed": _time_or_none(found.storage.integrity.failed_backup()) if is_operator else None,
    }
    return respond(told, headers=UNKEPT)


@operators_api.get("/server", refuses=[RECORD_DAMAGED])
def server() -> Annotated[Response, ServerResponse]:
    """The state of the server: its resources, backups and deliveries, and the unfinished matters of its players.

    These are disputes for the operator, tables that have not started, and tournaments that are not over. Also the
    holders of roles, the operator actions, and the club's webhook with its secret and the reason if it is switched off.
    """
    found = services()
    integrity, lobby, outbox = found.storage.integrity, found.games.lobby, found.notifications.outbox
    failed = Counter(failure.channel for _at, failure in outbox.failures())
    told = {
        "version": VERSION,
        "notes": list(operator_notes(found.games.tables.writable())),
        "disk_free": DiskSpace.from_settings(settings()).free(),
        "memory": integrity.memory(),
        "log_size": integrity.log_bytes(),
        "last_backup": _time_or_none(integrity.last_backup()),
        "last_checkpoint": _time_or_none(integrity.last_signed()),
        "channels": [
            {"channel": one, "due": len(outbox.waiting(one)), "failed": failed[one]} for one in outbox.channels
        ],
        "disputes": [
            {"game": seen.game_id, "title": seen.rulebook.meta.title, "number": number}
            for seen, number in open_for_operator(found.games.tables, lobby)
        ],
        "waiting": [
            {"game": one["id"], "title": one["title"], "free_seats": one["free_seats"], "since": one["created_at"]}
            for one in lobby.waiting()[:_MOST_SHOWN]
        ],
        "tournaments": [
            shown(
                UnfinishedTournament,
                one,
                organiser=known(one.organiser),
                players=len(one.players),
                played=len(one.shown),
            )
            for one in found.community.tournaments.all()
            if one.status in ("open", "running")
        ],
        **_failures_json(),
        "roles": held_roles(),
        "club_webhook": club_webhook_json(),
        "actions": [
            shown(ShownAction, one, by=known(one.by), whom=known(one.about))
            for one in found.community.people.operator_log.latest()
        ],
    }
    return respond(told, headers=UNKEPT)


@operators_api.get("/people")
@operators_api.alt_response(200, schema=csv_schema("A line for each member, newest first"), content_type=CSV)
def people(query: PeopleFormat) -> Annotated[Response, PeopleResponse]:
    """The number of players and bots, the latest sign-ups, and the players who can't be reached by email.

    Or all members as a table for spreadsheets: id, name, sign-up, roles, and the end of a suspension.
    """
    return _members_table() if query.format == "csv" else _people()


def _members_table() -> Response:
    found, people = services().accounts, services().community.people
    joined = dict(found.players.joined(0, _ALL))
    names, suspended = found.names(list(joined)), people.suspensions.all()
    roles = {role: {*people.roles.all(role)} for role in ROLES}
    rows = (
        (
            one,
            names[one],
            time_text(at),
            ", ".join(role for role, holders in roles.items() if one in holders),
            time_text(suspended[one].until) if one in suspended else "",
        )
        for one, at in joined.items()
        if one in names
    )
    return csv_table("members", ("id", "name", "since", "roles", "suspended until"), rows)


def _people() -> Response:
    everyone = services().accounts.players.all()
    persons = [one for one in everyone if not one.owner]
    week_ago = now() - 7 * DAY
    told = {
        "players": len(persons),
        "bots": len(everyone) - len(persons),
        "week": sum(one.created_at >= week_ago for one in persons),
        "refused": [known(one) for one in services().accounts.addresses.refused([one.id for one in persons])],
        "newest": [
            {"id": one.id, "name": one.name, "since": time_text(one.created_at)} for one in persons[:_MOST_NEWEST]
        ],
    }
    return respond(told, headers=UNKEPT)


def _time_or_none(at: int | None) -> str | None:
    return None if at is None else time_text(at)


@operators_api.put("/suspensions", refuses=[NO_SUCH_PLAYER, RECORD_DAMAGED], role="moderator")
def suspend(body: NewSuspension) -> Annotated[Response, OverviewResponse]:
    """Suspend a player for some days: they cannot open games, take seats or send messages; 0 lifts it.

    They can finish their current games, so that others do not suffer. They are shown the reason. A suspension from chat
    only mutes them. Moderators can't suspend moderators and operators.
    """
    asking, people = required_role("moderator"), services().community.people
    player = services().accounts.players.named(body.name)
    if player is None or player.id == asking.id:
        refuse(NO_SUCH_PLAYER, "There is no other player with this name.")
    if not people.roles.may_discipline(asking.id, player.owner or player.id):
        refuse(MISSING_ROLE, "Only operators can suspend moderators and operators.", role="operator")
    people.suspend(asking.id, player.id, body.days, body.reason, body.only_talk)
    return _overview(asking)


@operators_api.put("/names", refuses=[NO_SUCH_PLAYER, INVALID_NAME, NAME_TAKEN])
def rename(body: NewName, operator: Player) -> Annotated[Response, PeopleResponse]:
    """Give a player another name; they are notified. Records name players by their ids, so no record changes."""
    found = services()
    player = found.accounts.players.named(body.name)
    if player is None or found.accounts.rename(player.id, body.new_name) is None:
        refuse(NO_SUCH_PLAYER, "There is no player with this name.")
    found.community.people.operator_log.write(OperatorAction(now(), operator.id, "renamed", player.id))
    found.notifications.account_notices.tell(player.owner or player.id, "renamed", now())
    return _people()


@operators_api.put("/announcement", refuses=[RECORD_DAMAGED])
def announce(body: NewAnnouncement, operator: Player) -> Annotated[Response, OverviewResponse]:
    """Show an announcement on every page for some hours; an empty text removes it."""
    services().community.people.announce(operator.id, body.text, body.hours)
    return _overview(operator)


def known(player_id: str) -> dict[str, str | None]:
    """A player's id and name; without a name if the account has been deleted."""
    return {"id": player_id, "name": services().accounts.names((player_id,)).get(player_id)}


def held_roles() -> dict[str, list[dict[str, str | None]]]:
    """The players with each role."""
    held = services().community.people.roles
    return {f"{role}s": [known(one) for one in held.all(role)] for role in ROLES}


def shown_announcement(found: Announcement | None) -> dict[str, Any] | None:
    """The announcement as pages get it, or none."""
    return None if found is None else shown(Announced, found)


operator_abort_api = ApiBlueprint(
    "calling off",
    __name__,
    url_prefix="/api/operator",
    description="For operators: calling games off",
    scopes=OPERATING,
)


@operator_abort_api.put("/games/<game_id>/called-off", refuses=[*FINDING, AGAINST_THE_RULES, BUSY, READ_ONLY])
def call_game_off(game_id: str, body: CalledOff, operator: Player) -> Annotated[Response, GameResponse]:
    """Call off a game that is not over, with a reason. It then does not count, and its players are notified.

    The reason remains in the game's record permanently, so it should not name anyone.
    """
    done = call_off(services().games.tables, services().community.people.operator_log, operator.id, game_id, body.text)
    return respond(summary(done.seen), headers=UNKEPT)


failed_deliveries_api = ApiBlueprint(
    "deliveries",
    __name__,
    url_prefix="/api/operator",
    description="For operators: failed notifications",
    scopes=OPERATING,
)


@failed_deliveries_api.put("/deliveries/<delivery>", refuses=[NO_SUCH_DELIVERY])
def settle_delivery(delivery: str, body: SettledDelivery, operator: Player) -> Annotated[Response, DeliveriesResponse]:
    """Send a failed notification again, or drop it. If the first attempt was interrupted, it may arrive twice."""
    outbox = services().notifications.outbox
    failure = next((one for _at, one in outbox.failures() if one.id == delivery), None)
    if failure is None:
        refuse(NO_SUCH_DELIVERY, "There is no failed delivery with this id. It may already be settled.")
    what = "sent once more" if body.outcome == "again" else "gave up sending"
    services().community.people.operator_log.write(
        OperatorAction(now(), operator.id, what, failure.person, failure.channel)
    )
    if body.outcome == "again":
        outbox.retry(failure)
    else:
        outbox.give_up(failure)
    return respond(_failures_json(), headers=UNKEPT)


def _failures_json() -> dict[str, Any]:
    club = {"id": CLUB, "name": "Webhook"}
    found = [
        shown(ShownDelivery, one, at=time_text(at), player=club if one.person == CLUB else known(one.person))
        for at, one in reversed(services().notifications.outbox.failures())
    ]
    return {"deliveries": found}
