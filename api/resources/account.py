"""Account: your sessions, tokens, passkeys and mail address, and deleting the account."""

from typing import Any, Literal

import msgspec
from flask import Response
from webauthn.helpers import bytes_to_base64url

from api.http.auth import Asking, required_asking
from api.http.blueprint import OF_ACCOUNT, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.cookies import asked_mail_link, drop_mail_link, drop_session, keep_mail_link
from api.http.languages import translate
from api.http.permissions import is_proven, ways_to_prove
from api.http.problem_kinds import (
    ADDRESS_REFUSED,
    ADDRESS_TAKEN,
    BAD_LINK,
    BAD_PASSKEY,
    INVALID_REQUEST,
    NO_MAIL,
    NO_SUCH_CREDENTIAL,
    NOT_OPERATOR,
    NOT_SIGNED_IN,
    PROVE_AGAIN,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
    SENDING,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.public_url import can_mail, public_url, site
from api.http.rate_limiting import limited
from api.http.rate_limits import ACCOUNTS, MAIL_LINKS
from api.resources.notification_channels import webhooks
from api.resources.sessions import player_json
from api.schemas.account import (
    AccountResponse,
    Challenge,
    ClubHandle,
    Farewell,
    FarewellResponse,
    LinkSent,
    MailAddress,
    Mailed,
    NewChallenge,
    NewPasskey,
    NewSettings,
    NewToken,
    SigningKey,
    TokenMade,
)
from api.services import services
from domain.clocks.availability import DAY
from domain.ed25519_points import is_public_key
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.credentials import Credential, Listed, hash_of, id_of
from services.accounts.delayed_removals import Removal
from services.accounts.mail_addresses import hash_of_address
from services.accounts.mail_links import LIFE_SECONDS, confirm_mail
from services.accounts.passkeys import Attested, Passkey
from services.notifications.account_notices import Change
from services.notifications.club_notices import mention
from services.notifications.webhooks import CLUB, Form

account_api = ApiBlueprint(
    "account", __name__, url_prefix="/api/me", description="One's own account", scopes=OF_ACCOUNT
)

OTHERS = "others"
_ASKING = (TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_UNAVAILABLE)


@account_api.route("/account")
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING)
@account_api.doc(security=TOKEN)
def account() -> Response:
    """Your account: all its credentials, and the data that is stored about you."""
    return _respond(required_asking())


@account_api.route("/settings", methods=["PUT"])
@account_api.arguments(NewSettings)
@account_api.response(200, AccountResponse)
@account_api.refuses(*SENDING, *_ASKING)
@account_api.doc(security=TOKEN)
def set_settings(body: dict[str, Any]) -> Response:
    """Set your language and time zone, and whether the server may give your answer when there is only one."""
    asking, players = _changing(), services().accounts.players
    players.set_settings(asking.player.id, body["language"], body["zone"])
    if "always_asked" in body:
        players.set_always_asked(asking.player.id, body["always_asked"])
    return _respond(asking)


@account_api.route("/club-handle", methods=["PUT"])
@account_api.arguments(ClubHandle)
@account_api.response(200, AccountResponse)
@account_api.refuses(*SENDING, *_ASKING, INVALID_REQUEST)
@account_api.doc(security=TOKEN)
def set_club_handle(body: dict[str, str]) -> Response:
    """Set the handle by which the club's webhook mentions you when a public game waits for you; empty: not at all."""
    asking, handle, form = _changing(), body["handle"], _club_form()
    if handle and form and not mention(form, handle):
        refuse(INVALID_REQUEST, "This is not a handle in the format of the club's chat.", field="handle")
    if not services().accounts.players.set_club_handle(asking.player.id, handle):
        refuse(INVALID_REQUEST, "Another member has this handle. Ask an operator if it is yours.", field="handle")
    return _respond(asking)


@account_api.route("/signing-key", methods=["PUT"])
@account_api.arguments(SigningKey)
@account_api.response(200, AccountResponse)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN, INVALID_REQUEST)
@account_api.doc(security=TOKEN)
def set_signing_key(body: dict[str, Any]) -> Response:
    """Set the key with which you sign decisions as a referee. Needs a recent proof of identity.

    Signed games that name you from now on contain it.
    """
    asking = _changing()
    if body["public_key"] and not is_public_key(body["public_key"]):
        refuse(INVALID_REQUEST, "Other people could sign with this key, too.", field="public_key")
    services().accounts.players.set_signing_key(asking.player.id, body["public_key"])
    return _respond(asking)


@account_api.route("/sessions/<session_id>", methods=["DELETE"])
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING, NO_SUCH_CREDENTIAL)
@account_api.doc(security=TOKEN)
def end_session(session_id: str) -> Response:
    """End one of your sessions; `others` ends all but the current one. Ending the current one signs the browser out."""
    asking = _changing()
    sessions = services().accounts.sessions
    if session_id == OTHERS:
        if sessions.end_others(asking.player.id, asking.held.id if asking.is_session else ""):
            _tell(asking, "sessions-ended")
    elif not sessions.end(asking.player.id, session_id):
        refuse(NO_SUCH_CREDENTIAL, "You have no such session.")
    elif not asking.is_session or session_id != asking.held.id:
        _tell(asking, "sessions-ended")
    response = _respond(asking)
    if asking.is_session and session_id == asking.held.id:
        drop_session(response)
    return response


@account_api.route("/tokens", methods=["POST"])
@account_api.arguments(NewToken)
@account_api.response(201, TokenMade)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN, NOT_OPERATOR)
@account_api.doc(security=TOKEN)
def make_token(body: dict[str, Any]) -> Response:
    """Create an API token. It is shown only this once, and stored as a hash. Needs a recent proof of identity.

    The scope `operate` is for operators, moderators and organisers; their tokens without it cannot use these roles.
    """
    asking, at = _changing(), now()
    if "operate" in body["scopes"] and not services().community.people.roles.of(asking.player.id):
        refuse(NOT_OPERATOR, "Only operators, moderators and organisers can do this.")
    ends_at = 0 if body["days"] is None else at + body["days"] * DAY
    credential = Credential(asking.player.id, body["name"], at, ends_at, tuple(dict.fromkeys(body["scopes"])))
    token = services().accounts.tokens.add(credential, at)
    _tell(asking, "token-made")
    return respond({"id": id_of(hash_of(token)), "token": token}, 201)


@account_api.route("/tokens/<token_id>", methods=["DELETE"])
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING, NO_SUCH_CREDENTIAL)
@account_api.doc(security=TOKEN)
def end_token(token_id: str) -> Response:
    """Revoke a token of yours."""
    asking = _changing()
    if not services().accounts.tokens.end(asking.player.id, token_id):
        refuse(NO_SUCH_CREDENTIAL, "You have no such token.")
    _tell(asking, "token-revoked")
    return _respond(asking)


@account_api.route("/passkeys/challenges", methods=["POST"])
@account_api.arguments(NewChallenge)
@account_api.response(201, Challenge)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN)
@account_api.doc(security=TOKEN)
def passkey_challenge(_body: dict[str, Any]) -> Response:
    """Get a challenge for a new passkey to sign. Needs a recent proof of identity."""
    player, passkeys = _changing().player, services().accounts.passkeys
    made = {
        "challenge": bytes_to_base64url(passkeys.challenges.give(player.id)),
        "rp_id": site().rp_id,
        "user": bytes_to_base64url(player.id.encode()),
        "name": player.name,
        "known": list(passkeys.ids(player.id)),
    }
    return respond(made, 201)


@account_api.route("/passkeys", methods=["POST"])
@account_api.arguments(NewPasskey)
@account_api.response(201, AccountResponse)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN, BAD_PASSKEY)
@account_api.doc(security=TOKEN)
def add_passkey(body: dict[str, Any]) -> Response:
    """Add a passkey that this browser has created. Needs a recent proof of identity."""
    asking = _changing()
    name = body.pop("name")
    services().accounts.passkeys.add(asking.player.id, name, msgspec.convert(body, Attested), site(), now())
    _tell(asking, "passkey-added")
    return _respond(asking, 201)


@account_api.route("/passkeys/<passkey_id>", methods=["DELETE"])
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING, PROVE_AGAIN, NO_SUCH_CREDENTIAL)
@account_api.doc(security=TOKEN)
def remove_passkey(passkey_id: str) -> Response:
    """Remove a passkey of yours: it can no longer be used to sign in. Needs a recent proof of identity.

    If it is the last way to sign in, it is removed after three days, and you can cancel the removal until then.
    """
    asking, accounts = _changing(), services().accounts
    player_id = asking.player.id
    if passkey_id not in accounts.passkeys.ids(player_id):
        refuse(NO_SUCH_CREDENTIAL, "You have no such passkey.")
    if not _waits(asking, "passkey", passkey_id):
        accounts.passkeys.remove(player_id, passkey_id)
        _tell(asking, "passkey-removed")
    return _respond(asking)


@account_api.route("/address", methods=["POST"])
@account_api.arguments(MailAddress)
@account_api.response(202, LinkSent)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN, NO_MAIL, ADDRESS_REFUSED)
@account_api.doc(security=TOKEN)
def ask_to_confirm(body: dict[str, str]) -> Response:
    """Request a mail to an address of yours, to confirm it in this browser within a quarter of an hour.

    Needs a recent proof of identity. If the mail server rejects the address within a few seconds, the call is refused.
    """
    asking = required_asking()
    limited(MAIL_LINKS, f"mailbox:{hash_of_address(body['address'])}")
    if not can_mail():
        refuse(NO_MAIL, "This server is not set up to send email.")
    player = asking.player
    asked = services().accounts.mail_links.to_confirm(player.id, body["address"])
    club = services().community.people.club.recent().called
    mail = confirm_mail(body["address"], public_url(), asked, player.name, club, translate())
    if services().notifications.background_mail.is_refused(mail):
        refuse(ADDRESS_REFUSED, "The mail server does not accept email for this address. Check the spelling.")
    response = respond({"seconds": LIFE_SECONDS}, 202)
    keep_mail_link(response, asked.browser)
    return response


@account_api.route("/address", methods=["PUT"])
@account_api.arguments(Mailed)
@account_api.response(200, AccountResponse)
@account_api.refuses(*SENDING, *_ASKING, BAD_LINK, ADDRESS_TAKEN)
@account_api.doc(security=TOKEN)
def confirm_address(body: dict[str, str]) -> Response:
    """Confirm an address with the token or the digits from the mail; it replaces your previous address."""
    asking, accounts = _changing(), services().accounts
    link = accounts.mail_links.redeem("confirm", asked_mail_link(), body["mail"])
    if link.player != asking.player.id:
        refuse(BAD_LINK, "This link belongs to another player.")
    before = accounts.players.reached(asking.player.id).address
    accounts.addresses.confirm(asking.player.id, link.address)
    _tell(asking, "address-confirmed", before or None)
    response = _respond(asking)
    drop_mail_link(response)
    return response


@account_api.route("/address", methods=["DELETE"])
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING, PROVE_AGAIN)
@account_api.doc(security=TOKEN)
def remove_address() -> Response:
    """Remove your address. Needs a recent proof of identity.

    If it is the last way to sign in, it is removed after three days, and you can cancel the removal until then.
    """
    asking, accounts = _changing(), services().accounts
    address = accounts.players.reached(asking.player.id).address
    if address and not _waits(asking, "address", address):
        accounts.addresses.forget(asking.player.id)
        _tell(asking, "address-removed", address)
    return _respond(asking)


@account_api.route("/removal", methods=["DELETE"])
@account_api.response(200, AccountResponse)
@account_api.refuses(*_ASKING)
@account_api.doc(security=TOKEN)
def keep_way() -> Response:
    """Cancel the pending removal of your last way to sign in."""
    asking = _changing()
    if services().accounts.removals.keep(asking.player.id):
        _tell(asking, "way-kept")
    return _respond(asking)


@account_api.route("/deletion", methods=["POST"])
@account_api.arguments(Farewell)
@account_api.response(200, FarewellResponse)
@account_api.refuses(*SENDING, *_ASKING, PROVE_AGAIN, RECORD_DAMAGED)
@account_api.doc(security=TOKEN)
def delete_account(body: dict[str, str]) -> Response:
    """Delete your account: name, address, passkeys, sessions and tokens are deleted, and your seats are given up.

    The games' records remain. A minute later the worker removes data that was being written during the deletion. If you
    have a passkey or an address, you must have signed in with it less than ten minutes ago.
    """
    asking = _changing()
    if body["name"] != asking.player.name:
        refuse(INVALID_REQUEST, "This is not your name.", field="name")
    left, _traces = services().accounts.deletion.forget(asking.player.id)
    response = respond({"games": [{"game": one.game, "outcome": one.outcome} for one in left]})
    drop_session(response)
    return response


def _changing() -> Asking:
    """The caller, whose account changes are counted for the rate limit."""
    asking = required_asking()
    limited(ACCOUNTS)
    return asking


def _waits(asking: Asking, what: Literal["passkey", "address"], removed: str) -> bool:
    """Whether this is removed only after some days, because it is the player's last way to sign in."""
    accounts, player_id = services().accounts, asking.player.id
    ways = {*accounts.passkeys.ids(player_id)}
    if can_mail():
        ways.add(accounts.players.reached(player_id).address)
    waiting = accounts.removals.of(player_id)
    if removed not in ways or ways - {"", removed, waiting.id if waiting is not None else ""}:
        return False
    accounts.removals.ask(player_id, what, removed, now())
    _tell(asking, "way-waits")
    return True


def _tell(asking: Asking, change: Change, address: str | None = None) -> None:
    """Notify the player of the change, also at the `address` from before it."""
    services().notifications.account_notices.tell(asking.player.id, change, now(), address)


def _removal_json(waiting: Removal) -> dict[str, str]:
    at = services().accounts.removals.ends_at(waiting, now())
    return {"what": waiting.what, "id": waiting.id, "at": time_text(at)}


def _respond(asking: Asking, status: int = 200) -> Response:
    """The account after the change."""
    player, accounts = asking.player, services().accounts
    reached = accounts.players.reached(player.id)
    proves = ways_to_prove(player.id)
    waiting = accounts.removals.of(player.id)
    shown = {
        "player": player_json(player),
        "is_secured": bool(proves),
        "address": reached.address,
        "address_refused": accounts.addresses.is_refused(player.id),
        "has_mail": can_mail(),
        "language": reached.language,
        "zone": reached.zone,
        "always_asked": bool(reached.always_asked),
        "signing_key": accounts.players.signing_key(player.id),
        "proves": proves,
        "is_proven": not proves or is_proven(asking),
        "sessions": [_session_json(one, asking) for one in accounts.sessions.all(player.id)],
        "tokens": [token_json(one) for one in accounts.tokens.all(player.id)],
        "passkeys": [_passkey_json(one) for one in accounts.passkeys.all(player.id)],
        "operates": "operator" in (roles := services().community.people.roles.of(player.id)),
        "roles": list(roles),
        "club_handle": accounts.players.club_handle(player.id),
        "club_form": _club_form() or "",
        "removal": None if waiting is None else _removal_json(waiting),
    }
    return respond(shown, status, UNKEPT)


def _club_form() -> Form | None:
    """The format of the club's active webhook, if it has one."""
    return next((one.form for one in webhooks().of(CLUB) if not one.off), None)


def _session_json(held: Listed, asking: Asking) -> dict[str, Any]:
    credential = held.credential
    return {
        "id": held.id,
        "browser": credential.name,
        "how": credential.how,
        "is_this": asking.is_session and held.id == asking.held.id,
        "created_at": time_text(credential.created_at),
        "used_at": _time_or_none(held.used_at),
        "ends_at": time_text(credential.ends_at),
    }


def token_json(held: Listed) -> dict[str, Any]:
    """A token as shown to its owner."""
    credential = held.credential
    return {
        "id": held.id,
        "name": credential.name,
        "scopes": list(credential.scopes),
        "created_at": _time_or_none(credential.created_at),
        "used_at": _time_or_none(held.used_at),
        "ends_at": _time_or_none(credential.ends_at),
    }


def _passkey_json(passkey: Passkey) -> dict[str, Any]:
    times = {"created_at": time_text(passkey.created_at), "used_at": _time_or_none(passkey.used_at)}
    return {"id": passkey.id, "name": passkey.name, **times}


def _time_or_none(milliseconds: int) -> str | None:
    return time_text(milliseconds) if milliseconds else None
