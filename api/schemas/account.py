"""Account schemas: sessions, tokens, passkeys and addresses."""

from typing import ClassVar

import marshmallow
from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from api.schemas.responses import PlayerResponse
from replay.languages import LANGUAGES
from services.accounts.credentials import HOWS, SCOPES
from services.accounts.mailer import is_address

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

    credential_id = _bytes("`rawId`, as are all of these in base64 for addresses.", 1400)
    client_data = _bytes("`clientDataJSON`.")
    authenticator_data = _bytes("`authenticatorData`.")
    signature = _bytes("`signature`.")


class NewPasskey(Strict):
    """A browser's answer that creates a passkey (WebAuthn's `AuthenticatorAttestationResponse`)."""

    name = _name("What its owner calls it.")
    credential_id = _bytes("`rawId`, as are all of these in base64 for addresses.", 1400)
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
        metadata=about("The token of the link, or the six digits, of the mail that this browser asked for."),
    )
    recovery = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(min=6, max=100),
        metadata=about("The token of a link with which an operator gives an account back."),
    )


class Challenge(ResponseSchema):
    """A challenge for a browser's passkey to sign, once and within five minutes, and the site that it is bound to."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("user", "name", "known")

    challenge = fields.String(metadata=about("In base64 for addresses."))
    rp_id = fields.String(metadata=about("The host that the passkeys of this server are bound to."))
    user = fields.String(metadata=about("To add one: the player's handle, in base64 for addresses."))
    name = fields.String(metadata=about("To add one: the player's name."))
    known = fields.List(fields.String(), metadata=about("To add one: the ids of those that the player has."))


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

    name = _name("What its owner calls it.")
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(min=1, max=len(SCOPES)),
        metadata=about(
            "`read`: what the player sees. `play`: whatever the player does in games. `account`: the account itself."
        ),
    )
    days = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=3650),
        metadata=about("After how many days it ends; by default it does not."),
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
    browser = fields.String(metadata=about("Its family and its system; empty if it does not say them."))
    how = fields.String(validate=validate.OneOf(HOWS))
    is_this = fields.Boolean(metadata=about("Whether it is the one that asks."))
    created_at = _time("When it began.")
    used_at = _time("When it was last used, to the hour; null: not since.", may_be_none=True)
    ends_at = _time("When it ends at the latest.")


class HeldToken(ResponseSchema):
    """An API token."""

    id = fields.String()
    name = fields.String()
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)))
    created_at = _time("When it was made; null: before that was noted.", may_be_none=True)
    used_at = _time("When it was last used, to the hour; null: never, as far as is known.", may_be_none=True)
    ends_at = _time("When it ends; null: it does not.", may_be_none=True)


class HeldPasskey(ResponseSchema):
    """A passkey."""

    id = fields.String()
    name = fields.String()
    created_at = _time("When it was added.")
    used_at = _time("When somebody last signed in with it; null: never.", may_be_none=True)


class WaitingRemoval(ResponseSchema):
    """The pending removal of a way to sign in, and its time."""

    what = fields.String(validate=validate.OneOf(("passkey", "address")))
    id = fields.String(metadata=about("The passkey's id, or the address."))
    at = _time("When it is removed.")


class AccountResponse(ResponseSchema):
    """A player's account: its credentials, and the data that is stored about the person."""

    player = fields.Nested(PlayerResponse)
    is_secured = fields.Boolean(metadata=about("Whether it can be opened from any browser."))
    address = fields.String(metadata=about("The confirmed address; empty if there is none."))
    address_refused = fields.Boolean(
        metadata=about("Whether it refused so many mails that no notice is mailed there until it is confirmed again.")
    )
    has_mail = fields.Boolean(metadata=about("Whether this server sends links by mail."))
    language = fields.String(metadata=about("In which language the player is told; empty: they have not said."))
    zone = fields.String(metadata=about("In which zone of time, as in `Europe/Rome`; empty: they have not said."))
    always_asked = fields.Boolean(
        metadata=about("Whether the player is asked even where everyone can see that there is only one legal answer.")
    )
    proves = fields.List(fields.String(), metadata=about("How the player can sign in again: `passkey`, `mail`."))
    is_proven = fields.Boolean(
        metadata=about("Whether this session began so lately that it may change what cannot be taken back.")
    )
    sessions = fields.List(fields.Nested(HeldSession))
    tokens = fields.List(fields.Nested(HeldToken))
    passkeys = fields.List(fields.Nested(HeldPasskey))
    operates = fields.Boolean(metadata=about("Whether the player is an operator."))
    removal = fields.Nested(
        WaitingRemoval,
        allow_none=True,
        metadata=about("The last way to sign in, if it is to be removed: it goes after three days; null: nothing is."),
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
            "Whether to be asked even where everyone can see that there is only one legal answer; left out: as before."
        )
    )


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
