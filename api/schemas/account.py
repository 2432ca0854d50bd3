"""Account schemas: sessions, tokens, passkeys and addresses."""

from typing import ClassVar

import marshmallow
from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import PUBLIC_KEY_OR_NONE, about
from api.schemas.responses import PlayerResponse
from replay.languages import LANGUAGES
from services.accounts.credentials import HOWS, SCOPES
from services.accounts.mailer import is_address
from services.accounts.roles import ROLES

_LONGEST_NAME = 60
_LONGEST_ANSWER = 32_000


def _bytes(text: str, most: int = _LONGEST_ANSWER) -> fields.String:
    form = validate.Regexp(r"^[A-Za-z0-9_-]+$(?!\n)", error="Must be base64 for addresses, without padding.")
    return fields.String(required=True, validate=[validate.Length(max=most), form], metadata=about(text))


def _name(text: str) -> fields.String:
    form = validate.Regexp(r"^[^\x00-\x1f\x7f]+$(?!\n)", error="Must be one line.")
    return fields.String(
        required=True, validate=[validate.Length(min=1, max=_LONGEST_NAME), form], metadata=about(text)
    )


class PasskeyAnswer(Strict):
    """A browser's answer that signs in with a passkey (WebAuthn's `AuthenticatorAssertionResponse`)."""

    credential_id = _bytes("`rawId`; like all of these in unpadded base64url.", 1400)
    client_data = _bytes("`clientDataJSON`.")
    authenticator_data = _bytes("`authenticatorData`.")
    signature = _bytes("`signature`.")


class NewPasskey(Strict):
    """A browser's answer that creates a passkey (WebAuthn's `AuthenticatorAttestationResponse`)."""

    name = _name("The owner's name for it.")
    credential_id = _bytes("`rawId`; like all of these in unpadded base64url.", 1400)
    client_data = _bytes("`clientDataJSON`.")
    attestation = _bytes("`attestationObject`.")
    transports = fields.List(
        fields.String(validate=validate.Regexp(r"^[a-z-]{1,20}$(?!\n)")),
        load_default=list,
        validate=validate.Length(max=8),
        metadata=about("`getTransports()`."),
    )


class NewSession(Strict):
    """The way of signing in: with a passkey, with a link from a mail or an operator, or with the request's token."""

    passkey = fields.Nested(PasskeyAnswer, load_default=None, allow_none=True)
    mail = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(min=6, max=100),
        metadata=about("The token of the link, or the six digits, in the mail that this browser requested."),
    )
    recovery = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(min=6, max=100),
        metadata=about("The token of an operator's recovery link."),
    )


class Challenge(ResponseSchema):
    """A challenge for a browser's passkey to sign, once and within five minutes, and the site that it is bound to."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("user", "name", "known")

    challenge = fields.String(metadata=about("In base64url."))
    rp_id = fields.String(metadata=about("The host to which this server's passkeys are bound."))
    user = fields.String(metadata=about("For adding a passkey: the player's handle, in base64url."))
    name = fields.String(metadata=about("For adding a passkey: the player's name."))
    known = fields.List(fields.String(), metadata=about("For adding a passkey: the ids of the player's passkeys."))


class NewChallenge(Strict):
    """A request for a challenge: an empty object."""


class SessionResponse(ResponseSchema):
    """The signed-in player; `is_secured`: they could sign in from another browser, too."""

    player = fields.Nested(PlayerResponse)
    is_secured = fields.Boolean()


class MailAddress(Strict):
    """The address for a link."""

    address = fields.String(required=True, validate=validate.Length(max=254))

    @marshmallow.validates("address")
    def _is_address(self, address: str, **_more: object) -> None:
        if not is_address(address):
            raise marshmallow.ValidationError("Must be an address that mail can be sent to.")


class Mailed(Strict):
    """The content of the mail: the token of the link, or the six digits."""

    mail = fields.String(required=True, validate=validate.Length(min=6, max=100))


class LinkSent(ResponseSchema):
    """The validity of the link in seconds; the same whether or not a mail was sent."""

    seconds = fields.Integer()


class NewToken(Strict):
    """A token to be created."""

    name = _name("The owner's name for it.")
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(min=1, max=len(SCOPES)),
        metadata=about(
            "`read`: read what the player sees. `play`: act for the player in games. `account`: change the account."
        ),
    )
    days = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=3650),
        metadata=about("The number of days until it expires; by default it does not."),
    )


class TokenMade(ResponseSchema):
    """A new token, which is shown only this once."""

    id = fields.String()
    token = fields.String()


def _time(text: str, may_be_none: bool = False) -> fields.DateTime:
    return fields.DateTime(allow_none=may_be_none, metadata=about(text))


class HeldSession(ResponseSchema):
    """A session: a signed-in browser."""

    id = fields.String()
    browser = fields.String(metadata=about("The browser's family and system; empty if unknown."))
    how = fields.String(validate=validate.OneOf(HOWS))
    is_this = fields.Boolean(metadata=about("Whether it is the session of this request."))
    created_at = _time("When it began.")
    used_at = _time("The time of its last use, to the hour; null: not used again.", may_be_none=True)
    ends_at = _time("The time of its expiry at the latest.")


class HeldToken(ResponseSchema):
    """An API token."""

    id = fields.String()
    name = fields.String()
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)))
    created_at = _time("The time of its creation; null: unknown.", may_be_none=True)
    used_at = _time("The time of its last use, to the hour; null: never, as far as is known.", may_be_none=True)
    ends_at = _time("The time of its expiry; null: it does not expire.", may_be_none=True)


class HeldPasskey(ResponseSchema):
    """A passkey."""

    id = fields.String()
    name = fields.String()
    created_at = _time("The time when it was added.")
    used_at = _time("The time of the last sign-in with it; null: never.", may_be_none=True)


class WaitingRemoval(ResponseSchema):
    """The pending removal of a way to sign in, and its time."""

    what = fields.String(validate=validate.OneOf(("passkey", "address")))
    id = fields.String(metadata=about("The passkey's id, or the address."))
    at = _time("The time of the removal.")


class AccountResponse(ResponseSchema):
    """A player's account: its credentials, and the data that is stored about the person."""

    player = fields.Nested(PlayerResponse)
    is_secured = fields.Boolean(metadata=about("Whether the player can sign in from any browser."))
    address = fields.String(metadata=about("The confirmed address; empty if there is none."))
    address_refused = fields.Boolean(
        metadata=about("Whether it rejected too many mails: no notifications are mailed until it is confirmed again.")
    )
    has_mail = fields.Boolean(metadata=about("Whether this server mails links."))
    language = fields.String(metadata=about("The player's language; empty: not set."))
    zone = fields.String(metadata=about("The player's time zone, such as `Europe/Rome`; empty: not set."))
    always_asked = fields.Boolean(
        metadata=about("Whether the player is asked even if all players can see that there is only one legal answer.")
    )
    signing_key = fields.String(
        metadata=about("The key with which the player signs decisions as a referee, in base64; empty: not set.")
    )
    proves = fields.List(fields.String(), metadata=about("The player's ways to sign in again: `passkey`, `mail`."))
    is_proven = fields.Boolean(
        metadata=about("Whether this session is recent enough for changes that need a proof of identity.")
    )
    sessions = fields.List(fields.Nested(HeldSession))
    tokens = fields.List(fields.Nested(HeldToken))
    passkeys = fields.List(fields.Nested(HeldPasskey))
    operates = fields.Boolean(metadata=about("Whether the player is an operator."))
    club_handle = fields.String(metadata=about("The handle by which the club's webhook mentions the player."))
    club_form = fields.String(metadata=about("The format of the club's webhook; empty: the club has none."))
    roles = fields.List(fields.String(validate=validate.OneOf(ROLES)))
    removal = fields.Nested(
        WaitingRemoval,
        allow_none=True,
        metadata=about("The pending removal of the last way to sign in, three days after the request; null: none."),
    )


class NewSettings(Strict):
    """The player's language and time zone; empty: not set."""

    language = fields.String(required=True, validate=validate.OneOf(("", *LANGUAGES)))
    zone = fields.String(
        required=True,
        validate=validate.Regexp(r"^([A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2})?$(?!\n)"),
    )
    always_asked = fields.Boolean(
        metadata=about(
            "Whether to be asked even if all players can see that there is only one legal answer; missing: unchanged."
        )
    )


class ClubHandle(Strict):
    """The player's handle in the club's chat, such as a Discord user's number or `@ada:matrix.example`; empty: none."""

    handle = fields.String(required=True, validate=validate.Regexp(r"^[!-~]{0,100}$(?!\n)"))


class SigningKey(Strict):
    """The key with which a player signs decisions as a referee; empty: none."""

    public_key = fields.String(required=True, validate=PUBLIC_KEY_OR_NONE)


class Farewell(Strict):
    """A request to delete the account: it contains the player's own name, to prevent mistakes."""

    name = fields.String(required=True, validate=validate.Length(max=40))


class LeftGame(ResponseSchema):
    """A game in which the player had a seat, and its outcome."""

    game = fields.String()
    outcome = fields.String(validate=validate.OneOf(("left", "resigned", "stays")))


class FarewellResponse(ResponseSchema):
    """The outcome for the seats of a deleted person."""

    games = fields.List(fields.Nested(LeftGame))
