"""Club: its name, texts and rules, who may sign up, invitations, roles."""

from typing import Any

from flask import Response, request
from msgspec.structs import replace

from api.http.auth import required_operator, required_player
from api.http.blueprint import OPERATING, PLAYING, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import (
    INVALID_REQUEST,
    MISSING_ROLE,
    NO_SUCH_INVITATION,
    NO_SUCH_PLAYER,
    NOT_SIGNED_IN,
    RECORD_UNAVAILABLE,
    SENDING,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.public_url import site
from api.resources.notification_channels import webhook_json, webhooks
from api.resources.operators import ASKING, known
from api.schemas.club import (
    Appointment,
    ClubResponse,
    ClubWebhookResponse,
    InvitationsResponse,
    MembersPage,
    MembersResponse,
    NewClub,
    NewInvitation,
    RolesResponse,
)
from api.schemas.notifications import NewWebhook
from api.services import services
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.club import Club
from services.accounts.operator_log import OperatorAction
from services.accounts.roles import ROLES
from services.notifications.webhooks import CLUB, BadWebhook, check_url

club_api = ApiBlueprint("club", __name__, url_prefix="/api", description="The club on this server", scopes=PLAYING)
_MOST_MEMBERS = 100
operator_club_api = ApiBlueprint(
    "operator club",
    __name__,
    url_prefix="/api/operator",
    description="For operators and moderators: the club, invitations and roles",
    scopes=OPERATING,
)


@club_api.route("/club")
@club_api.response(200, ClubResponse)
@club_api.refuses(TOO_MANY_REQUESTS, RECORD_UNAVAILABLE)
def club() -> Response:
    """The club on this server: its name, welcome text and rules, and whether new players may sign up."""
    return _club(services().community.people.club.get())


@club_api.route("/club/members")
@club_api.arguments(MembersPage, location="query", as_kwargs=True)
@club_api.response(200, MembersResponse)
@club_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, INVALID_REQUEST, RECORD_UNAVAILABLE)
@club_api.doc(security=TOKEN)
def members(first: int) -> Response:
    """The members of the club, newest first, for its members; without suspended players and bots."""
    required_player()
    found, suspended = services(), services().community.people.suspensions.all()
    joined = found.accounts.players.joined(first, _MOST_MEMBERS)
    names = found.accounts.names([one for one, _at in joined if one not in suspended])
    shown = {
        "members": [{"id": one, "name": names[one], "since": time_text(at)[:7]} for one, at in joined if one in names],
        "next": first + len(joined) if len(joined) == _MOST_MEMBERS else None,
    }
    return respond({**shown, **_held_roles()}, headers=UNKEPT)


@operator_club_api.route("/club", methods=["PATCH"])
@operator_club_api.arguments(NewClub)
@operator_club_api.response(200, ClubResponse)
@operator_club_api.refuses(*SENDING, *ASKING)
@operator_club_api.doc(security=TOKEN)
def change_club(body: dict[str, Any]) -> Response:
    """Change the club's name and texts, who may sign up, and who may open tournaments."""
    operator, people = required_operator(), services().community.people
    if "name" in body:
        body["name"] = " ".join(body["name"].split())
        if not body["name"].isprintable():
            refuse(INVALID_REQUEST, "This name has characters that can't be seen.", field="name")
    for field in ("welcome", "rules"):
        if field in body:
            body[field] = _plain(body[field])
    changed = replace(people.club.get(), **body)
    people.set_club(operator.id, changed)
    return _club(changed)


@operator_club_api.route("/webhook")
@operator_club_api.response(200, ClubWebhookResponse)
@operator_club_api.refuses(*ASKING)
@operator_club_api.doc(security=TOKEN)
def club_webhook() -> Response:
    """The club's webhook for all public games, with its secret, and the reason if it is switched off."""
    return _webhook()


@operator_club_api.route("/webhook", methods=["PUT"])
@operator_club_api.arguments(NewWebhook)
@operator_club_api.response(200, ClubWebhookResponse)
@operator_club_api.refuses(*SENDING, *ASKING)
@operator_club_api.doc(security=TOKEN)
def set_club_webhook(body: dict[str, Any]) -> Response:
    """Post news of all public games to this webhook, in place of an earlier one: start, end, and whose turn it is.

    News of the same five minutes is one post. Private games are never mentioned.
    """
    operator = required_operator()
    try:
        check_url(body["url"])
        services().notifications.outbox.forget(CLUB)
        webhooks().add(CLUB, body["url"], body["form"])
    except BadWebhook as error:
        refuse(INVALID_REQUEST, str(error), field="url")
    services().community.people.operator_log.write(OperatorAction(now(), operator.id, "set the club's webhook"))
    return _webhook()


@operator_club_api.route("/webhook", methods=["DELETE"])
@operator_club_api.response(200, ClubWebhookResponse)
@operator_club_api.refuses(*ASKING)
@operator_club_api.doc(security=TOKEN)
def remove_club_webhook() -> Response:
    """Remove the club's webhook; what has not been posted yet is dropped."""
    operator = required_operator()
    services().community.people.operator_log.write(OperatorAction(now(), operator.id, "removed the club's webhook"))
    services().notifications.outbox.forget(CLUB)
    return _webhook()


@operator_club_api.route("/invitations")
@operator_club_api.for_role("moderator")
@operator_club_api.response(200, InvitationsResponse)
@operator_club_api.refuses(*ASKING, MISSING_ROLE)
@operator_club_api.doc(security=TOKEN)
def invitations() -> Response:
    """The valid invitations to sign up, without their links, newest first."""
    return _invitations()


@operator_club_api.route("/invitations", methods=["POST"])
@operator_club_api.for_role("moderator")
@operator_club_api.arguments(NewInvitation)
@operator_club_api.response(201, InvitationsResponse)
@operator_club_api.refuses(*SENDING, *ASKING, MISSING_ROLE)
@operator_club_api.doc(security=TOKEN)
def invite(body: dict[str, Any]) -> Response:
    """Create an invitation link. It is shown only this once, and its code is stored as a hash.

    The code is behind the `#` of the link, which browsers do not send.
    """
    _made, code = services().community.people.invite(
        required_player().id, body["note"].strip(), body["most"], body["days"]
    )
    return _invitations(201, link=f"{site().origin}{request.script_root}/club#invitation={code}")


@operator_club_api.route("/invitations/<invitation_id>", methods=["DELETE"])
@operator_club_api.for_role("moderator")
@operator_club_api.response(200, InvitationsResponse)
@operator_club_api.refuses(*ASKING, MISSING_ROLE, NO_SUCH_INVITATION)
@operator_club_api.doc(security=TOKEN)
def revoke_invitation(invitation_id: str) -> Response:
    """Revoke an invitation: no one else can sign up with it."""
    if not services().community.people.revoke_invitation(required_player().id, invitation_id):
        refuse(NO_SUCH_INVITATION, "There is no valid invitation with this id.")
    return _invitations()


@operator_club_api.route("/roles")
@operator_club_api.response(200, RolesResponse)
@operator_club_api.refuses(*ASKING)
@operator_club_api.doc(security=TOKEN)
def roles() -> Response:
    """The operators, moderators and organisers."""
    return _roles()


@operator_club_api.route("/roles", methods=["PUT"])
@operator_club_api.arguments(Appointment)
@operator_club_api.response(200, RolesResponse)
@operator_club_api.refuses(*SENDING, *ASKING, NO_SUCH_PLAYER)
@operator_club_api.doc(security=TOKEN)
def appoint(body: dict[str, Any]) -> Response:
    """Make a player a moderator or an organiser, or end this. Only the command line appoints operators.

    A player who has a passkey or an email address must have signed in with it within the last hour to use the role.
    """
    operator, player = required_operator(), services().accounts.players.named(body["name"])
    if player is None or player.owner:
        refuse(NO_SUCH_PLAYER, "There is no player with this name.")
    services().community.people.appoint(operator.id, player.id, body["role"], body["held"])
    return _roles()


def _club(found: Club) -> Response:
    shown = {
        "name": found.name,
        "welcome": found.welcome,
        "rules": found.rules,
        "sign_up": found.sign_up,
        "organisers_only": found.organisers_only,
        "language": found.language,
    }
    return respond(shown, headers=UNKEPT)


def _webhook() -> Response:
    found = [webhook_json(one) for one in webhooks().of(CLUB)]
    return respond({"webhook": found[0] if found else None}, headers=UNKEPT)


def _plain(text: str) -> str:
    """The text with clean line ends, without characters that can't be seen."""
    lines = ("".join(one for one in line if one.isprintable()).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip()


def _invitations(status: int = 200, **more: str) -> Response:
    shown = [
        {
            "id": one.invitation.id,
            "by": known(one.invitation.by),
            "note": one.invitation.note,
            "most": one.invitation.most,
            "used": one.used,
            "made_at": time_text(one.invitation.made_at),
            "ends_at": time_text(one.invitation.ends_at),
        }
        for one in services().community.people.invitations.all(now())
    ]
    return respond({"invitations": shown, **more}, status, UNKEPT)


def _roles() -> Response:
    return respond(_held_roles(), headers=UNKEPT)


def _held_roles() -> dict[str, list[dict[str, str | None]]]:
    held = services().community.people.roles
    return {f"{role}s": [known(one) for one in held.all(role)] for role in ROLES}
