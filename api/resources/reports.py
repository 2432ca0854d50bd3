"""Reports and blocks: reported messages, their settlement by operators, and muted and blocked players."""

import re
from typing import Annotated, Any

from flask import Response
from msgspec import UNSET

from api.http.auth import PublicGame, required_role
from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.operation import PLAYING
from api.http.problem_kinds import (
    ALREADY_SETTLED,
    INVALID_REQUEST,
    MISSING_ROLE,
    NO_SUCH_MESSAGE,
    NO_SUCH_PLAYER,
    PROVE_AGAIN,
    READING,
)
from api.http.problems import refuse
from api.http.rate_limits import CHAT
from api.resources.challenges import readable_messages
from api.resources.chat import may_hear, message_of
from api.resources.operators import known
from api.schemas.chat import NewReport, ReportsResponse, Settlement, ShownReport, Shun, ShunnedResponse
from api.schemas.from_structs import shown
from api.services import services
from domain.clocks.availability import DAY
from operations.clock import now
from services.accounts.operator_log import OperatorAction
from services.accounts.players import Player
from services.accounts.suspensions import Suspension
from services.community.blocks import WAYS, TooManyBlocks
from services.community.challenges import ChallengeMessage
from services.community.chat import Message
from services.community.reports import AlreadySettled, Report

reports_api = ApiBlueprint(
    "reports", __name__, url_prefix="/api", description="Reports, mutes and blocks", scopes=PLAYING
)
_NUMBER = re.compile(r"[1-9][0-9]{0,14}")


@reports_api.post(
    "/games/<game_id>/chat/<room>/<message>/reports", status=201, refuses=[*READING, NO_SUCH_MESSAGE], limit=CHAT
)
def report(
    game_id: str, room: str, message: str, body: NewReport, player: Player, public: PublicGame
) -> Annotated[Response, ShownReport]:
    """Report a message to the operators and moderators. Reporting it again has no effect."""
    found: Message | ChallengeMessage | None = None
    if room == "challenge":
        found = next((one for one in readable_messages(public, player) if one.id == message), None)
    elif may_hear(public, room, player):
        found = message_of(game_id, room, message)
    if found is None:
        refuse(NO_SUCH_MESSAGE, "There is no message with this id.")
    made = services().community.people.reports.make(
        Report(0, player.id, found.player, game_id, room, message, found.text, body.reason.strip(), now())  # type: ignore[arg-type]
    )
    return respond(shown_report(made), 201)


@reports_api.get("/reports", refuses=[PROVE_AGAIN, MISSING_ROLE], scope="operate", role="moderator")
def open_reports() -> Annotated[Response, ReportsResponse]:
    """The open reports. Only operators get those about moderators, operators and their bots."""
    asking = required_role("moderator")
    found = (one for one in services().community.people.reports.open() if _may_settle(asking, one))
    return respond({"reports": [shown_report(one) for one in found]})


def _may_settle(player: Player, report: Report) -> bool:
    author = services().accounts.players.get(report.about)
    person = report.about if author is None else author.owner or author.id
    return services().community.people.roles.may_discipline(player.id, person)


@reports_api.put(
    "/reports/<number>",
    refuses=[PROVE_AGAIN, MISSING_ROLE, NO_SUCH_MESSAGE, ALREADY_SETTLED],
    scope="operate",
    role="moderator",
)
def settle(number: str, body: Settlement) -> Annotated[Response, ShownReport]:
    """Settle a report: dismiss it, delete the message, or mute its author as well."""
    settler, people = required_role("moderator"), services().community.people
    asked = int(number) if _NUMBER.fullmatch(number) else 0
    if not all(_may_settle(settler, one) for one in people.reports.open() if one.number == asked):
        refuse(MISSING_ROLE, "Only operators settle reports about moderators and operators.", role="operator")
    try:
        settled = people.reports.settle(asked, body.outcome, settler.id, now())
    except LookupError:
        refuse(NO_SUCH_MESSAGE, "There is no report with this number.")
    except AlreadySettled:
        refuse(ALREADY_SETTLED, "Another moderator has already settled this report.")
    people.operator_log.write(
        OperatorAction(settled.settled_at, settler.id, settled.outcome, settled.about, f"report {number}")
    )
    if settled.outcome != "dismissed":
        if settled.room == "challenge":
            people.challenges.remove(settled.game, settled.message)
        else:
            people.chat.remove(settled.game, settled.room, settled.message)
    if settled.outcome == "silenced":
        people.silences.suspend(settled.about, Suspension(settled.settled_at + body.days * DAY))
    return respond(shown_report(settled))


@reports_api.get("/me/shunned")
def shunned(player: Player) -> Annotated[Response, ShunnedResponse]:
    """The players whom you have muted or blocked."""
    return _shunned(player)


@reports_api.put("/me/shunned/<player_id>", refuses=[NO_SUCH_PLAYER], limit=CHAT)
def shun(player_id: str, body: Shun, player: Player) -> Annotated[Response, ShunnedResponse]:
    """Mute or block a player, or undo it. They are not notified."""
    blocks = services().community.people.blocks
    other = services().accounts.players.get(player_id) if player_id.isalnum() and player_id.isascii() else None
    if other is None or other.id == player.id:
        refuse(NO_SUCH_PLAYER, "There is no other player with this id.")
    try:
        for way in WAYS:
            if (wanted := getattr(body, way)) is not UNSET:
                blocks.shun(player.id, other.id, way, wanted)
    except TooManyBlocks:
        refuse(
            INVALID_REQUEST,
            "You have reached the limit of muted or blocked players. Unmute or unblock a player first.",
            field="muted",
        )
    return _shunned(player)


def _shunned(player: Player) -> Response:
    found = services().community.people.blocks.of(player.id)
    told = {way: [known(one) for one in ids] for way, ids in found.items()}
    return respond(told, headers=UNKEPT)


def shown_report(report: Report) -> dict[str, Any]:
    """A report, as operators and its author see it."""
    return shown(ShownReport, report, by=known(report.by), author=known(report.about))
