"""Sessions: signing in with a passkey, a mailed link, or a token; a browser gets a cookie."""

from typing import Annotated

import msgspec
from flask import Response, request
from webauthn.helpers import bytes_to_base64url

from api.http.auth import required_player
from api.http.blueprint import TOKEN_OR_NONE, ApiBlueprint, respond
from api.http.cookies import asked_mail_link, asked_session, drop_mail_link, keep_mail_link, keep_session
from api.http.languages import asked_language
from api.http.operation import OF_ACCOUNT
from api.http.permissions import ways_to_prove
from api.http.problem_kinds import ADDRESS_REFUSED, BAD_LINK, BAD_PASSKEY, NO_MAIL, NOT_SIGNED_IN, RECORD_UNAVAILABLE
from api.http.problems import refuse
from api.http.public_url import can_mail, public_url, site
from api.http.rate_limiting import limited
from api.http.rate_limits import MAIL_LINKS, SIGN_INS
from api.http.user_agent import browser_of
from api.schemas.account import Challenge, LinkSent, MailAddress, NewChallenge, NewSession, SessionResponse
from api.services import services
from domain.clocks.availability import DAY
from operations.clock import now
from services.accounts.credentials import SESSION_DAYS, Credential, How, Listed
from services.accounts.mail_addresses import hash_of_address
from services.accounts.mail_links import LIFE_SECONDS, sign_in_mail
from services.accounts.passkeys import Asserted
from services.accounts.players import Player

sessions_api = ApiBlueprint("sessions", __name__, url_prefix="/api", description="Signing in", scopes=OF_ACCOUNT)


def player_json(player: Player) -> dict[str, str]:
    """A player's public data."""
    return {"id": player.id, "name": player.name, **({"owner": player.owner} if player.owner else {})}


def begin_session(response: Response, player_id: str, how: How) -> Response:
    """The response with a new session for its browser, in place of an earlier one."""
    sessions, at = services().accounts.sessions, now()
    held = _held()
    if held is not None:
        sessions.end(held.credential.player, held.id)
    browser = browser_of(request.headers.get("User-Agent", ""))
    credential = Credential(player_id, browser, at, ends_at=at + SESSION_DAYS * DAY, how=how)
    keep_session(response, sessions.add(credential, at))
    return response


def _held() -> Listed | None:
    """The browser's session, if it has a valid one."""
    secret = asked_session()
    return services().accounts.sessions.find(secret, now()) if secret else None


@sessions_api.post("/sessions", status=201, refuses=[BAD_PASSKEY, BAD_LINK], security=TOKEN_OR_NONE, limit=SIGN_INS)
def sign_in(body: NewSession) -> Annotated[Response, SessionResponse]:
    """Sign in a browser: it gets a session as a cookie, in place of an earlier one.

    The body has a passkey's answer; the token or the digits of a mail, in the browser that requested it; or the token
    of an operator's link (`recovery`). Without any of these, the token in `Authorization` signs in.
    """
    accounts = services().accounts
    how: How
    if body.passkey is not None:
        how = "passkey"
        player_id = accounts.passkeys.signed_in(
            msgspec.convert(body.passkey, Asserted, from_attributes=True), site(), now()
        )
    elif body.mail is not None:
        how = "mail"
        player_id = accounts.mail_links.redeem("sign-in", asked_mail_link(), body.mail).player
    elif body.recovery is not None:
        how = "recovery"
        player_id = accounts.recovery.redeem(body.recovery)
        services().notifications.account_notices.tell(player_id, "recovered", now())
    else:
        how = "token"
        player_id = _of_token_alone()
    player = services().accounts.players.get(player_id)
    if player is None:
        refuse(NOT_SIGNED_IN, "This player no longer exists.")
    response = respond({"player": player_json(player), "is_secured": bool(ways_to_prove(player_id))}, 201)
    if how == "mail":
        drop_mail_link(response)
    return begin_session(response, player_id, how)


def _of_token_alone() -> str:
    """The player of the request's token; a session in the request is ignored."""
    if "Authorization" not in request.headers:
        refuse(NOT_SIGNED_IN, "No token was sent. Send one in the Authorization header.")
    return required_player().id


@sessions_api.post("/sessions/challenges", status=201, refuses=[RECORD_UNAVAILABLE], security=None, limit=SIGN_INS)
def challenge(_body: NewChallenge) -> Annotated[Response, Challenge]:
    """Get a challenge for a browser's passkey to sign, for signing in."""
    given = services().accounts.passkeys.challenges.give()
    return respond({"challenge": bytes_to_base64url(given), "rp_id": site().rp_id}, 201)


@sessions_api.post("/sessions/mails", status=202, refuses=[NO_MAIL, ADDRESS_REFUSED, RECORD_UNAVAILABLE], security=None)
def mail_link(body: MailAddress) -> Annotated[Response, LinkSent]:
    """Request a mail with a sign-in link, which is valid once, for 15 minutes, in this browser.

    The response is the same whether or not the address is known; only its signed-in owner is told if the mail server
    rejects it.
    """
    limited(MAIL_LINKS, f"mailbox:{hash_of_address(body.address)}")
    if not can_mail():
        refuse(NO_MAIL, "This server is not set up to send email.")
    accounts = services().accounts
    asked = accounts.mail_links.to_sign_in(body.address)
    if asked.player:
        # To the address as confirmed: a mail server may treat similar ones as equal.
        to = accounts.players.reached(asked.player).address
        club = services().community.people.club.recent().called
        mail, held = sign_in_mail(to, public_url(), asked, club, asked_language()), _held()
        if held is None or held.credential.player != asked.player:
            services().notifications.background_mail.send(mail)
        elif services().notifications.background_mail.is_refused(mail):
            refuse(ADDRESS_REFUSED, "The mail server does not accept email for this address.")
    response = respond({"seconds": LIFE_SECONDS}, 202)
    keep_mail_link(response, asked.browser)
    return response
