"""Club schemas: the club's name and texts, its sign-up, invitations and roles."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.chat import KnownPlayer
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.notifications import WebhookResponse
from api.schemas.requests import about
from replay.languages import LANGUAGES
from services.accounts.club import LONGEST_NAME, LONGEST_RULES, LONGEST_WELCOME, SIGN_UPS
from services.accounts.invitations import LONGEST_NOTE, MOST_USES

_APPOINTED = ("moderator", "organiser")
_SIGN_UP = "open: all may sign up; invited: only with an invitation; closed: no player may."


class ClubResponse(ResponseSchema):
    """The club on this server: its name and texts, which are empty if there are none, and its choices."""

    name = fields.String()
    welcome = fields.String()
    rules = fields.String()
    sign_up = fields.String(validate=validate.OneOf(SIGN_UPS), metadata=about(_SIGN_UP))
    organisers_only = fields.Boolean(metadata=about("Whether only organisers may open tournaments."))
    language = fields.String(metadata=about("The language of the posts to the club's webhook."))


class NewClub(Strict):
    """The club's name and texts, in plain text with paragraphs, and its choices; a missing field is unchanged."""

    name = fields.String(validate=validate.Length(max=LONGEST_NAME))
    welcome = fields.String(validate=validate.Length(max=LONGEST_WELCOME))
    rules = fields.String(validate=validate.Length(max=LONGEST_RULES))
    sign_up = fields.String(validate=validate.OneOf(SIGN_UPS), metadata=about(_SIGN_UP))
    organisers_only = fields.Boolean()
    language = fields.String(validate=validate.OneOf(LANGUAGES))


class ClubWebhookResponse(ResponseSchema):
    """The club's webhook for all public games, with its secret, or none; its language is the club's."""

    webhook = fields.Nested(WebhookResponse, allow_none=True)


class NewInvitation(Strict):
    """An invitation to be made: a note for operators and moderators, and its limits."""

    note = fields.String(load_default="", validate=validate.Length(max=LONGEST_NOTE))
    most = fields.Integer(load_default=1, strict=True, validate=validate.Range(min=1, max=MOST_USES))
    days = fields.Integer(load_default=7, strict=True, validate=validate.Range(min=1, max=365))


class ShownInvitation(ResponseSchema):
    """A valid invitation."""

    id = fields.String()
    by = fields.Nested(KnownPlayer)
    note = fields.String()
    most = fields.Integer(metadata=about("The maximum number of players who can sign up with it."))
    used = fields.Integer(metadata=about("The number of players who have signed up with it."))
    made_at = fields.DateTime()
    ends_at = fields.DateTime()


class InvitationsResponse(ResponseSchema):
    """The valid invitations, newest first. `link` is the new one's link, which is shown only this once."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("link",)

    invitations = fields.List(fields.Nested(ShownInvitation))
    link = fields.String()


class MembersPage(Strict):
    """The requested page of members."""

    first = fields.Integer(
        load_default=0, validate=validate.Range(min=0, max=10**9), metadata=about("`next` of the previous page.")
    )


class Member(ResponseSchema):
    """A member of the club."""

    id = fields.String()
    name = fields.String()
    since = fields.String(metadata=about("The month of the sign-up, such as `2026-11`."))


class MembersResponse(ResponseSchema):
    """A page of the members, newest first, and the operators, moderators and organisers."""

    members = fields.List(fields.Nested(Member))
    next = fields.Integer(allow_none=True, metadata=about("`first` for the next page; null after the last one."))
    operators = fields.List(fields.Nested(KnownPlayer))
    moderators = fields.List(fields.Nested(KnownPlayer))
    organisers = fields.List(fields.Nested(KnownPlayer))


class Appointment(Strict):
    """A role that a player is given or loses."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=40))
    role = fields.String(required=True, validate=validate.OneOf(_APPOINTED))
    held = fields.Boolean(required=True, metadata=about("Whether the player has it from now on."))


class RolesResponse(ResponseSchema):
    """The players with each role."""

    operators = fields.List(fields.Nested(KnownPlayer))
    moderators = fields.List(fields.Nested(KnownPlayer))
    organisers = fields.List(fields.Nested(KnownPlayer))
