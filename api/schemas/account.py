"""Account schemas: sessions, tokens, passkeys and addresses."""

from typing import Annotated, Literal

import marshmallow
import msgspec
from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Body, LenientBool, Maybe, Shown, Time, about
from api.schemas.notifications import (
    DevicesResponse,
    FeedsResponse,
    NewPreferences,
    PreferencesResponse,
    WebhookResponse,
)
from api.schemas.requests import PUBLIC_KEY_OR_NONE
from api.schemas.responses import PlayerResponse
from replay.languages import LANGUAGES
from services.accounts.credentials import SCOPES, How, Scope
from services.accounts.mailer import is_address
from services.accounts.roles import Role

_LONGEST_NAME = 60
_LONGEST_ANSWER = 32_000


Bytes = Annotated[
    str,
    validate.Length(max=_LONGEST_ANSWER),
    validate.Regexp(r"^[A-Za-z0-9_-]+$(?!\n)", error="Must be base64 for addresses, without padding."),
]
CredentialId = Annotated[Bytes, about("`rawId`; like all of these in unpadded base64url."), validate.Length(max=1400)]
Name = Annotated[
    str,
    validate.Length(min=1, max=_LONGEST_NAME),
    validate.Regexp(r"^[^\x00-\x1f\x7f]+$(?!\n)", error="Must be one line."),
    about("The owner's name for it."),
]


class PasskeyAnswer(Body):
    """A browser's answer that signs in with a passkey (WebAuthn's `AuthenticatorAssertionResponse`)."""

    credential_id: CredentialId
    client_data: Annotated[Bytes, about("`clientDataJSON`.")]
    authenticator_data: Annotated[Bytes, about("`authenticatorData`.")]
    signature: Annotated[Bytes, about("`signature`.")]


class NewPasskey(Body):
    """A browser's answer that creates a passkey (WebAuthn's `AuthenticatorAttestationResponse`)."""

    name: Name
    credential_id: CredentialId
    client_data: Annotated[Bytes, about("`clientDataJSON`.")]
    attestation: Annotated[Bytes, about("`attestationObject`.")]
    transports: Annotated[
        list[Annotated[str, validate.Regexp(r"^[a-z-]{1,20}$(?!\n)")]],
        validate.Length(max=8),
        about("`getTransports()`."),
    ] = msgspec.field(default_factory=list)


class NewSession(Body):
    """The way of signing in: with a passkey, with a link from a mail or an operator, or with the request's token."""

    passkey: PasskeyAnswer | None = None
    mail: Annotated[
        str | None,
        validate.Length(min=6, max=100),
        about("The token of the link, or the six digits, in the mail that this browser requested."),
    ] = None
    recovery: Annotated[
        str | None, validate.Length(min=6, max=100), about("The token of an operator's recovery link.")
    ] = None


class Challenge(Shown):
    """A challenge for a browser's passkey to sign, once and within five minutes, and the site that it is bound to."""

    challenge: Annotated[str, about("In base64url.")]
    rp_id: Annotated[str, about("The host to which this server's passkeys are bound.")]
    user: Maybe[Annotated[str, about("For adding a passkey: the player's handle, in base64url.")]] = UNSET
    name: Maybe[Annotated[str, about("For adding a passkey: the player's name.")]] = UNSET
    known: Maybe[Annotated[list[str], about("For adding a passkey: the ids of the player's passkeys.")]] = UNSET


class NewChallenge(Body):
    """A request for a challenge: an empty object."""


class SessionResponse(Shown):
    """The signed-in player. `is_secured` says that they can sign in from another browser, too."""

    player: PlayerResponse
    is_secured: bool


class MailAddress(Body):
    """The address for a link."""

    address: Annotated[str, validate.Length(max=254)]

    @marshmallow.validates("address")
    def _is_address(self, address: str, **_more: object) -> None:
        if not is_address(address):
            raise marshmallow.ValidationError("Must be an address that mail can be sent to.")


class Mailed(Body):
    """The content of the mail: the token of the link, or the six digits."""

    mail: Annotated[str, validate.Length(min=6, max=100)]


class LinkSent(Shown):
    """The validity of the link in seconds. The response is the same if no mail was sent."""

    seconds: int


class NewBotToken(Body):
    """A further token of a bot; it always has the scopes `read` and `play`."""

    name: Name
    days: Annotated[
        int | None,
        validate.Range(min=1, max=3650),
        about("The number of days until it expires; by default it does not."),
    ] = None


class NewToken(NewBotToken, kw_only=True):
    """A token to be created."""

    scopes: Annotated[
        list[Scope],
        validate.Length(min=1, max=len(SCOPES)),
        about("`read`: read what the player sees. `play`: act for the player in games. `account`: change the account."),
    ]


class TokenMade(Shown):
    """A new token, which is shown only this once."""

    id: str
    token: str


class HeldSession(Shown):
    """A session: a signed-in browser."""

    id: str
    browser: Annotated[str, about("The browser's family and system; empty if unknown.")]
    how: How
    is_this: Annotated[bool, about("Whether it is the session of this request.")]
    created_at: Annotated[Time, about("When it began.")]
    used_at: Annotated[Time | None, about("The time of its last use, to the hour; null: not used again.")]
    ends_at: Annotated[Time, about("The time of its expiry at the latest.")]


class HeldToken(Shown):
    """An API token."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: Annotated[Time | None, about("The time of its creation; null: unknown.")]
    used_at: Annotated[Time | None, about("The time of its last use, to the hour; null: never, as far as is known.")]
    ends_at: Annotated[Time | None, about("The time of its expiry; null: it does not expire.")]


class OwnBot(Shown):
    """A bot of yours and its tokens."""

    player: PlayerResponse
    tokens: list[HeldToken]


class HeldPasskey(Shown):
    """A passkey."""

    id: str
    name: str
    created_at: Annotated[Time, about("The time when it was added.")]
    used_at: Annotated[Time | None, about("The time of the last sign-in with it; null: never.")]


class WaitingRemoval(Shown):
    """The pending removal of a way to sign in, and its time."""

    what: Literal["passkey", "address"]
    id: Annotated[str, about("The passkey's id, or the address.")]
    at: Annotated[Time, about("The time of the removal.")]


class AccountResponse(Shown):
    """A player's account: its credentials, and the data that is stored about the person."""

    player: PlayerResponse
    is_secured: Annotated[bool, about("Whether the player can sign in from any browser.")]
    address: Annotated[str, about("The confirmed address; empty if there is none.")]
    address_refused: Annotated[
        bool, about("Whether it rejected too many mails: no notifications are mailed until it is confirmed again.")
    ]
    has_mail: Annotated[bool, about("Whether this server mails links.")]
    language: Annotated[str, about("The player's language; empty: not set.")]
    zone: Annotated[str, about("The player's time zone, such as `Europe/Rome`; empty: not set.")]
    always_asked: Annotated[
        bool, about("Whether the player is asked even if all players can see that there is only one legal answer.")
    ]
    signing_key: Annotated[
        str, about("The key with which the player signs decisions as a referee, in base64; empty: not set.")
    ]
    proves: Annotated[list[str], about("The player's ways to sign in again: `passkey`, `mail`.")]
    is_proven: Annotated[
        bool, about("Whether this session is recent enough for changes that need a proof of identity.")
    ]
    sessions: list[HeldSession]
    tokens: list[HeldToken]
    passkeys: list[HeldPasskey]
    operates: Annotated[bool, about("Whether the player is an operator.")]
    club_handle: Annotated[str, about("The handle by which the club's webhook mentions the player.")]
    club_form: Annotated[str, about("The format of the club's webhook; empty: it has none that gets turns.")]
    roles: list[Role]
    removal: Annotated[
        WaitingRemoval | None,
        about("The pending removal of the last way to sign in, three days after the request; null: none."),
    ]
    bots: Annotated[list[OwnBot], about("The player's bots.")]
    preferences: PreferencesResponse
    webhooks: list[WebhookResponse]
    push: DevicesResponse
    feeds: FeedsResponse


class NewSettings(Body):
    """Changes of an account; a missing member is unchanged."""

    language: Maybe[
        Annotated[str, validate.OneOf(("", *LANGUAGES)), about("The player's language; empty: not set.")]
    ] = UNSET
    zone: Maybe[
        Annotated[
            str,
            validate.Regexp(r"^([A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2})?$(?!\n)"),
            about("The player's time zone; empty: not set."),
        ]
    ] = UNSET
    always_asked: Maybe[
        Annotated[
            LenientBool,
            about("Whether to be asked even if all players can see that there is only one legal answer."),
        ]
    ] = UNSET
    club_handle: Maybe[
        Annotated[
            str,
            validate.Regexp(r"^[!-~]{0,100}$(?!\n)"),
            about(
                "The handle by which the club's webhook mentions the player when a public game waits for them, such as "
                "a Discord user's number or `@ada:matrix.example`; empty: none."
            ),
        ]
    ] = UNSET
    signing_key: Maybe[Annotated[str, PUBLIC_KEY_OR_NONE, about("As in the account; empty: none.")]] = UNSET
    preferences: Maybe[NewPreferences] = UNSET
    keep_way: Annotated[LenientBool, about("Whether to cancel the pending removal of the last way to sign in.")] = False


class Farewell(Body):
    """A request to delete the account, with the player's own name, to prevent mistakes."""

    name: Annotated[str, validate.Length(max=40)]


class LeftGame(Shown):
    """A game in which the player had a seat, and its outcome."""

    game: str
    outcome: Literal["left", "resigned", "stays"]


class FarewellResponse(Shown):
    """The outcome for the seats of a deleted person."""

    games: list[LeftGame]
