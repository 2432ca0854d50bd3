"""Club schemas: the club's name and texts, its sign-up, invitations and roles."""

from typing import Annotated, Literal

from marshmallow import validate
from msgspec import UNSET

from api.schemas.chat import KnownPlayer
from api.schemas.from_structs import Body, LenientBool, Maybe, Query, Shown, Time, about
from api.schemas.notifications import NewWebhook, WebhookResponse
from replay.languages import LANGUAGES
from services.accounts.club_settings import LONGEST_NAME, LONGEST_RULES, LONGEST_WELCOME, SIGN_UPS
from services.accounts.invitations import LONGEST_NOTE, MOST_USES
from services.notifications.club_notices import ClubKind

Appointed = Literal["moderator", "organiser"]
MOST_MEMBERS = 100
_SIGN_UP = "open: all may sign up; invited: only with an invitation; closed: no player may."


class ClubResponse(Shown):
    """The club on this server: its name and texts, which may be empty, and its choices."""

    name: str
    welcome: str
    rules: str
    imprint: str
    sign_up: Annotated[str, validate.OneOf(SIGN_UPS), about(_SIGN_UP)]
    organisers_only: Annotated[bool, about("Whether only organisers may open tournaments.")]
    language: Annotated[str, about("The language of the posts to the club's webhook.")]


class NewClubWebhook(NewWebhook):
    """The club's webhook, and the news that it gets."""

    kinds: Annotated[list[ClubKind] | None, about("The kinds of news, as in its posts; by default all.")] = None


class NewClub(Body):
    """The club's name and texts, in plain text with paragraphs, choices and webhook; a missing field is unchanged."""

    name: Maybe[Annotated[str, validate.Length(max=LONGEST_NAME)]] = UNSET
    welcome: Maybe[Annotated[str, validate.Length(max=LONGEST_WELCOME)]] = UNSET
    rules: Maybe[Annotated[str, validate.Length(max=LONGEST_RULES)]] = UNSET
    imprint: Maybe[Annotated[str, validate.Length(max=LONGEST_RULES)]] = UNSET
    sign_up: Maybe[Annotated[str, validate.OneOf(SIGN_UPS), about(_SIGN_UP)]] = UNSET
    organisers_only: Maybe[LenientBool] = UNSET
    language: Maybe[Annotated[str, validate.OneOf(LANGUAGES)]] = UNSET
    club_webhook: Maybe[Annotated[NewClubWebhook | None, about("Null removes it.")]] = UNSET


class ClubWebhookResponse(Shown):
    """The club's webhook for all public games, with its secret, or none. `language` is the language of its news."""

    webhook: WebhookResponse | None
    kinds: Annotated[list[ClubKind], about("The kinds of news that it gets.")]


class ChangedClub(ClubResponse):
    """The club after a change."""

    club_webhook: ClubWebhookResponse


class NewInvitation(Body):
    """A new invitation: a note for operators and moderators, and its limits."""

    note: Annotated[str, validate.Length(max=LONGEST_NOTE)] = ""
    most: Annotated[int, validate.Range(min=1, max=MOST_USES)] = 1
    days: Annotated[int, validate.Range(min=1, max=365)] = 7


class ShownInvitation(Shown):
    """A valid invitation."""

    id: str
    by: KnownPlayer
    note: str
    most: Annotated[int, about("The maximum number of players who can sign up with it.")]
    used: Annotated[int, about("The number of players who have signed up with it.")]
    made_at: Time
    ends_at: Time


class InvitationsResponse(Shown):
    """The valid invitations, newest first. `link` is the new one's link, which is shown only this once."""

    invitations: list[ShownInvitation]
    link: Maybe[str] = UNSET


class MembersPage(Query):
    """The requested page of members."""

    cursor: Annotated[int, validate.Range(min=0, max=10**9), about("`next` of the previous page.")] = 0
    limit: Annotated[int, validate.Range(min=1, max=MOST_MEMBERS)] = MOST_MEMBERS


class Member(Shown):
    """A member of the club."""

    id: str
    name: str
    since: Annotated[str, about("The month of the sign-up, such as `2026-11`.")]


class MembersResponse(Shown):
    """A page of the members, newest first, and the operators, moderators and organisers."""

    members: list[Member]
    next: Annotated[int | None, about("The `cursor` of the next page; null after the last one.")]
    operators: list[KnownPlayer]
    moderators: list[KnownPlayer]
    organisers: list[KnownPlayer]


class Appointment(Body):
    """A role that a player is given or loses."""

    name: Annotated[str, validate.Length(min=1, max=40)]
    role: Appointed
    held: Annotated[LenientBool, about("Whether the player has it from now on.")]


class RolesResponse(Shown):
    """The players with each role."""

    operators: list[KnownPlayer]
    moderators: list[KnownPlayer]
    organisers: list[KnownPlayer]
