"""Account: your sessions, tokens, passkeys, mail address and notification preferences, and deleting the account."""

from typing import Annotated, Any, Literal

import msgspec
from flask import Response
from msgspec import UNSET
from webauthn.helpers import bytes_to_base64url

from api.http.auth import Asking
from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.cookies import asked_mail_link, drop_mail_link, drop_session, keep_mail_link
from api.http.languages import asked_language
from api.http.operation import OF_ACCOUNT
from api.http.permissions import check_proof, is_proven, ways_to_prove
from api.http.problem_kinds import (
    ADDRESS_REFUSED,
    ADDRESS_TAKEN,
    BAD_LINK,
    BAD_PASSKEY,
    INVALID_REQUEST,
    NO_MAIL,
    NO_SUCH_CREDENTIAL,
    NOT_OPERATOR,
    PROVE_AGAIN,
    RECORD_DAMAGED,
)
from api.http.problems import refuse
from api.http.public_url import can_mail, public_url, site
from api.http.rate_limiting import limited
from api.http.rate_limits import ACCOUNTS, MAIL_LINKS
from api.resources.feeds import feeds_json
from api.resources.notification_channels import devices_json, webhooks, webhooks_json
from api.resources.notifications import change_preferences, preferences_json
from api.resources.sessions import player_json
from api.schemas.account import (
    AccountResponse,
    Challenge,
    Farewell,
    FarewellResponse,
    HeldPasskey,
    HeldSession,
    HeldToken,
    LinkSent,
    MailAddress,
    Mailed,
    NewChallenge,
    NewPasskey,
    NewSettings,
    NewToken,
    TokenMade,
)
from api.schemas.from_structs import shown
from api.services import services
from domain.clocks.availability import DAY
from domain.ed25519_points import is_public_key
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.credentials import Credential, Listed, hash_of, id_of
from services.accounts.delayed_removals import Removal
from services.accounts.mail_addresses import hash_of_address
from services.accounts.mail_links import LIFE_SECONDS, confirm_mail
from services.accounts.passkeys import Attested
from services.notifications.account_notices import Change
from services.notifications.channels.club import chosen_kinds
from services.notifications.club_notices import TURN, mention
from services.notifications.webhooks import CLUB, Form

account_api = ApiBlueprint(
    "account", __name__, url_prefix="/api/me", description="One's own account", scopes=OF_ACCOUNT
)

OTHERS = "others"


@account_api.get("/account")
def account(asking: Asking) -> Annotated[Response, AccountResponse]:
    """Your account: its credentials and bots, the data about you, and your notification preferences and channels."""
    return _respond(asking)


@account_api.patch("/account", itself=[PROVE_AGAIN], limit=ACCOUNTS)
def change_account(body: NewSettings, asking: Asking) -> Annotated[Response, AccountResponse]:
    """Change the settings that are sent: language, time zone, the single legal answer, the handle in the club's chat.

    `preferences` replaces your notification preferences. `keep_way` cancels the pending removal of your last way to
    sign in. `signing_key` is the key with which you sign decisions as a referee, which signed games that name you from
    now on contain; it needs a recent proof of identity.
    """
    players, player_id = services().accounts.players, asking.player.id
    if body.signing_key is not UNSET:
        check_proof(asking)
        if body.signing_key and not is_public_key(body.signing_key):
            refuse(INVALID_REQUEST, "This key is weak and other people could sign with it, too.", field="signing_key")
    if body.club_handle is not UNSET:
        _set_club_handle(player_id, body.club_handle)
    if body.language is not UNSET or body.zone is not UNSET:
        reached = players.reached(player_id)
        language = reached.language if body.language is UNSET else body.language
        players.set_settings(player_id, language, reached.zone if body.zone is UNSET else body.zone)
    if body.always_asked is not UNSET:
        players.set_always_asked(player_id, body.always_asked)
    if body.signing_key is not UNSET:
        players.set_signing_key(player_id, body.signing_key)
    if body.preferences is not UNSET:
        change_preferences(player_id, body.preferences)
    if body.keep_way and services().accounts.removals.keep(player_id):
        _tell(asking, "way-kept")
    return _respond(asking)


def _set_club_handle(player_id: str, handle: str) -> None:
    form = _club_form()
    if handle and form and not mention(form, handle):
        refuse(INVALID_REQUEST, "This is not a handle in the format of the club's chat.", field="club_handle")
    if not services().accounts.players.set_club_handle(player_id, handle):
        refuse(INVALID_REQUEST, "Another member has this handle. Ask an operator if it is yours.", field="club_handle")


@account_api.delete("/credentials/<credential_id>", refuses=[NO_SUCH_CREDENTIAL], limit=ACCOUNTS)
def end_credential(credential_id: str, asking: Asking) -> Annotated[Response, AccountResponse]:
    """End a session, or revoke a token of yours or of a bot of yours; `others` ends all sessions but the current one.

    Ending the current session signs the browser out.
    """
    accounts, player_id = services().accounts, asking.player.id
    own_session = asking.held.id if asking.is_session else ""
    if credential_id == OTHERS:
        if accounts.sessions.end_others(player_id, own_session):
            _tell(asking, "sessions-ended")
    elif accounts.tokens.end(player_id, credential_id):
        _tell(asking, "token-revoked")
    elif accounts.sessions.end(player_id, credential_id):
        if credential_id != own_session:
            _tell(asking, "sessions-ended")
    elif not any(accounts.tokens.end(bot.id, credential_id) for bot in accounts.bots.all(player_id)):
        refuse(NO_SUCH_CREDENTIAL, "You have no such session or token.")
    response = _respond(asking)
    if own_session and credential_id == own_session:
        drop_session(response)
    return response


@account_api.post("/tokens", status=201, refuses=[PROVE_AGAIN, NOT_OPERATOR], limit=ACCOUNTS)
def make_token(body: NewToken, asking: Asking) -> Annotated[Response, TokenMade]:
    """Create an API token. It is shown only this once, and stored as a hash. Needs a recent proof of identity.

    The scope `operate` is for operators, moderators and organisers; their tokens without it cannot use these roles.
    """
    at = now()
    if "operate" in body.scopes and not services().community.people.roles.of(asking.player.id):
        refuse(NOT_OPERATOR, "Only operators, moderators and organisers can do this.")
    ends_at = 0 if body.days is None else at + body.days * DAY
    credential = Credential(asking.player.id, body.name, at, ends_at, tuple(dict.fromkeys(body.scopes)))
    token = services().accounts.tokens.add(credential, at)
    _tell(asking, "token-made")
    return respond({"id": id_of(hash_of(token)), "token": token}, 201)


@account_api.post("/passkeys/challenges", status=201, refuses=[PROVE_AGAIN], limit=ACCOUNTS)
def passkey_challenge(_body: NewChallenge, asking: Asking) -> Annotated[Response, Challenge]:
    """Get a challenge for a new passkey to sign. Needs a recent proof of identity."""
    player, passkeys = asking.player, services().accounts.passkeys
    made = {
        "challenge": bytes_to_base64url(passkeys.challenges.give(player.id)),
        "rp_id": site().rp_id,
        "user": bytes_to_base64url(player.id.encode()),
        "name": player.name,
        "known": list(passkeys.ids(player.id)),
    }
    return respond(made, 201)


@account_api.post("/passkeys", status=201, refuses=[PROVE_AGAIN, BAD_PASSKEY], limit=ACCOUNTS)
def add_passkey(body: NewPasskey, asking: Asking) -> Annotated[Response, AccountResponse]:
    """Add a passkey that this browser has created. Needs a recent proof of identity."""
    attested = msgspec.convert(body, Attested, from_attributes=True)
    services().accounts.passkeys.add(asking.player.id, body.name, attested, site(), now())
    _tell(asking, "passkey-added")
    return _respond(asking, 201)


@account_api.delete("/passkeys/<passkey_id>", refuses=[PROVE_AGAIN, NO_SUCH_CREDENTIAL], limit=ACCOUNTS)
def remove_passkey(passkey_id: str, asking: Asking) -> Annotated[Response, AccountResponse]:
    """Remove a passkey of yours: it can no longer be used to sign in. Needs a recent proof of identity.

    If it is the last way to sign in, it is removed after three days, and you can cancel the removal until then.
    """
    accounts = services().accounts
    player_id = asking.player.id
    if passkey_id not in accounts.passkeys.ids(player_id):
        refuse(NO_SUCH_CREDENTIAL, "You have no such passkey.")
    if not _waits(asking, "passkey", passkey_id):
        accounts.passkeys.remove(player_id, passkey_id)
        _tell(asking, "passkey-removed")
    return _respond(asking)


@account_api.post("/address", status=202, refuses=[PROVE_AGAIN, NO_MAIL, ADDRESS_REFUSED])
def ask_to_confirm(body: MailAddress, asking: Asking) -> Annotated[Response, LinkSent]:
    """Request a mail to an address of yours, to confirm it in this browser within a quarter of an hour.

    Needs a recent proof of identity. If the mail server rejects the address within a few seconds, the call is refused.
    """
    limited(MAIL_LINKS, f"mailbox:{hash_of_address(body.address)}")
    if not can_mail():
        refuse(NO_MAIL, "This server is not set up to send email.")
    player = asking.player
    asked = services().accounts.mail_links.to_confirm(player.id, body.address)
    club = services().community.people.club.recent().called
    mail = confirm_mail(body.address, public_url(), asked, player.name, club, asked_language())
    if services().notifications.background_mail.is_refused(mail):
        refuse(ADDRESS_REFUSED, "The mail server does not accept email for this address. Check the spelling.")
    response = respond({"seconds": LIFE_SECONDS}, 202)
    keep_mail_link(response, asked.browser)
    return response


@account_api.put("/address", refuses=[BAD_LINK, ADDRESS_TAKEN], limit=ACCOUNTS)
def confirm_address(body: Mailed, asking: Asking) -> Annotated[Response, AccountResponse]:
    """Confirm an address with the token or the digits from the mail; it replaces your previous address."""
    accounts = services().accounts
    link = accounts.mail_links.redeem("confirm", asked_mail_link(), body.mail)
    if link.player != asking.player.id:
        refuse(BAD_LINK, "This link belongs to another player.")
    before = accounts.players.reached(asking.player.id).address
    accounts.addresses.confirm(asking.player.id, link.address)
    _tell(asking, "address-confirmed", before or None)
    response = _respond(asking)
    drop_mail_link(response)
    return response


@account_api.delete("/address", refuses=[PROVE_AGAIN], limit=ACCOUNTS)
def remove_address(asking: Asking) -> Annotated[Response, AccountResponse]:
    """Remove your address. Needs a recent proof of identity.

    If it is the last way to sign in, it is removed after three days, and you can cancel the removal until then.
    """
    accounts = services().accounts
    address = accounts.players.reached(asking.player.id).address
    if address and not _waits(asking, "address", address):
        accounts.addresses.forget(asking.player.id)
        _tell(asking, "address-removed", address)
    return _respond(asking)


@account_api.post("/deletion", refuses=[PROVE_AGAIN, RECORD_DAMAGED], limit=ACCOUNTS)
def delete_account(body: Farewell, asking: Asking) -> Annotated[Response, FarewellResponse]:
    """Delete your account: name, address, passkeys, sessions and tokens are deleted, and your seats are given up.

    The games' records remain. A minute later the worker removes data that was being written during the deletion. If you
    have a passkey or an address, you must have signed in with it less than ten minutes ago.
    """
    if body.name != asking.player.name:
        refuse(INVALID_REQUEST, "This is not your name.", field="name")
    left, _traces = services().accounts.deletion.forget(asking.player.id)
    response = respond({"games": [{"game": one.game, "outcome": one.outcome} for one in left]})
    drop_session(response)
    return response


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
    told = {
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
        "tokens": [_token_json(one) for one in accounts.tokens.all(player.id)],
        "passkeys": [shown(HeldPasskey, one) for one in accounts.passkeys.all(player.id)],
        "operates": "operator" in (roles := services().community.people.roles.of(player.id)),
        "roles": list(roles),
        "club_handle": accounts.players.club_handle(player.id),
        "club_form": _club_form() or "",
        "removal": None if waiting is None else _removal_json(waiting),
        "bots": [
            {"player": player_json(bot), "tokens": [_token_json(one) for one in accounts.tokens.all(bot.id)]}
            for bot in accounts.bots.all(player.id)
        ],
        "preferences": preferences_json(player.id),
        "webhooks": webhooks_json(player.id),
        "push": devices_json(player.id),
        "feeds": feeds_json(services().notifications.feed_links.token(player.id)),
    }
    return respond(told, status, UNKEPT)


def _club_form() -> Form | None:
    """The format of the club's active webhook, if it gets turns; only news of turns mention members."""
    if TURN not in chosen_kinds(services().notifications.outbox.redis):
        return None
    return next((one.form for one in webhooks().of(CLUB) if not one.off), None)


def _session_json(held: Listed, asking: Asking) -> dict[str, Any]:
    credential = held.credential
    is_this, used_at = asking.is_session and held.id == asking.held.id, _time_or_none(held.used_at)
    return shown(HeldSession, credential, id=held.id, browser=credential.name, is_this=is_this, used_at=used_at)


def _token_json(held: Listed) -> dict[str, Any]:
    return shown(HeldToken, held.credential, id=held.id, used_at=_time_or_none(held.used_at))


def _time_or_none(milliseconds: int) -> str | None:
    return time_text(milliseconds) if milliseconds else None
