"""Club: its name, texts and rules, who may sign up, invitations, roles."""

from typing import Annotated

import msgspec
from flask import Response, request
from msgspec import UNSET
from msgspec.structs import replace

from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.operation import OPERATING, PLAYING
from api.http.problem_kinds import INVALID_REQUEST, NO_SUCH_INVITATION, NO_SUCH_PLAYER, RECORD_UNAVAILABLE
from api.http.problems import refuse
from api.http.public_url import site
from api.resources.notification_channels import club_webhook_json, webhooks
from api.resources.operators import held_roles, known
from api.schemas.club import (
    Appointment,
    ChangedClub,
    ClubResponse,
    InvitationsResponse,
    MembersPage,
    MembersResponse,
    NewClub,
    NewClubWebhook,
    NewInvitation,
    RolesResponse,
    ShownInvitation,
)
from api.schemas.from_structs import shown
from api.services import services
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.operator_log import OperatorAction
from services.accounts.players import Player
from services.notifications.channels.club import choose_kinds
from services.notifications.club_notices import CLUB_KINDS
from services.notifications.webhooks import CLUB, BadWebhook, check_url

club_api = ApiBlueprint("club", __name__, url_prefix="/api", description="The club on this server", scopes=PLAYING)
operator_club_api = ApiBlueprint(
    "operator club",
    __name__,
    url_prefix="/api/operator",
    description="For operators and moderators: the club, invitations and roles",
    scopes=OPERATING,
)


@club_api.get("/club", refuses=[RECORD_UNAVAILABLE], security=None)
def club() -> Annotated[Response, ClubResponse]:
    """The club on this server: its name, welcome text and rules, and whether new players may sign up."""
    return respond(shown(ClubResponse, services().community.people.club.get()), headers=UNKEPT)


@club_api.get("/club/members")
def members(query: MembersPage) -> Annotated[Response, MembersResponse]:
    """The members of the club, newest first, for its members; without suspended players and bots."""
    found, suspended = services(), services().community.people.suspensions.all()
    joined = found.accounts.players.joined(query.cursor, query.limit)
    names = found.accounts.names([one for one, _at in joined if one not in suspended])
    told = {
        "members": [{"id": one, "name": names[one], "since": time_text(at)[:7]} for one, at in joined if one in names],
        "next": query.cursor + len(joined) if len(joined) == query.limit else None,
    }
    return respond({**told, **held_roles()}, headers=UNKEPT)


@operator_club_api.patch("/club")
def change_club(body: NewClub, operator: Player) -> Annotated[Response, ChangedClub]:
    """Change the club's name and texts, who may sign up, who may open tournaments, and the club's webhook.

    News of all public games is posted to the webhook: start, end, and whose turn it is; of the same five minutes in one
    post. Private games are never mentioned. The webhook that works now keeps its secret if only the kinds of news
    change. What has not been posted yet is dropped when it is removed.
    """
    people = services().community.people
    told = {field: one for field, one in msgspec.structs.asdict(body).items() if one is not UNSET}
    webhook = told.pop("club_webhook", UNSET)
    if "name" in told:
        told["name"] = " ".join(told["name"].split())
        if not told["name"].isprintable():
            refuse(INVALID_REQUEST, "This name has characters that can't be seen.", field="name")
    for field in ("welcome", "rules", "imprint"):
        if field in told:
            told[field] = _plain(told[field])
    if webhook is not UNSET:
        _set_webhook(webhook)
        what = "removed the club's webhook" if webhook is None else "set the club's webhook"
        people.operator_log.write(OperatorAction(now(), operator.id, what))
    if told:
        people.set_club(operator.id, replace(people.club.get(), **told))
    return respond(shown(ChangedClub, people.club.get(), club_webhook=club_webhook_json()), headers=UNKEPT)


def _set_webhook(wanted: NewClubWebhook | None) -> None:
    outbox = services().notifications.outbox
    if wanted is None:
        outbox.forget(CLUB)
        return
    if [(one.url, one.form) for one in webhooks().of(CLUB) if not one.off] != [(wanted.url, wanted.form)]:
        try:
            check_url(wanted.url)
            outbox.forget(CLUB)
            webhooks().add(CLUB, wanted.url, wanted.form)
        except BadWebhook as error:
            refuse(INVALID_REQUEST, str(error), field="club_webhook.url")
    choose_kinds(outbox.redis, CLUB_KINDS if wanted.kinds is None else wanted.kinds)


@operator_club_api.get("/invitations", role="moderator")
def invitations() -> Annotated[Response, InvitationsResponse]:
    """The valid invitations to sign up, without their links, newest first."""
    return _invitations()


@operator_club_api.post("/invitations", status=201, role="moderator")
def invite(body: NewInvitation, player: Player) -> Annotated[Response, InvitationsResponse]:
    """Create an invitation link. It is shown only this once, and its code is stored as a hash.

    The code is behind the `#` of the link, which browsers do not send.
    """
    _made, code = services().community.people.invite(player.id, body.note.strip(), body.most, body.days)
    return _invitations(201, link=f"{site().origin}{request.script_root}/club#invitation={code}")


@operator_club_api.delete("/invitations/<invitation_id>", refuses=[NO_SUCH_INVITATION], role="moderator")
def revoke_invitation(invitation_id: str, player: Player) -> Annotated[Response, InvitationsResponse]:
    """Revoke an invitation, so that no one else can sign up with it."""
    if not services().community.people.revoke_invitation(player.id, invitation_id):
        refuse(NO_SUCH_INVITATION, "There is no valid invitation with this id.")
    return _invitations()


@operator_club_api.put("/roles", refuses=[NO_SUCH_PLAYER])
def appoint(body: Appointment, operator: Player) -> Annotated[Response, RolesResponse]:
    """Make a player a moderator or an organiser, or end this. Only the command line appoints operators.

    A player who has a passkey or an email address must have signed in with it within the last hour to use the role.
    """
    player = services().accounts.players.named(body.name)
    if player is None or player.owner:
        refuse(NO_SUCH_PLAYER, "There is no player with this name.")
    services().community.people.appoint(operator.id, player.id, body.role, body.held)
    return _roles()


def _plain(text: str) -> str:
    """The text with clean line ends, without characters that can't be seen."""
    lines = ("".join(one for one in line if one.isprintable()).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip()


def _invitations(status: int = 200, **more: str) -> Response:
    found = [
        shown(ShownInvitation, one.invitation, by=known(one.invitation.by), used=one.used)
        for one in services().community.people.invitations.all(now())
    ]
    return respond({"invitations": found, **more}, status, UNKEPT)


def _roles() -> Response:
    return respond(held_roles(), headers=UNKEPT)
