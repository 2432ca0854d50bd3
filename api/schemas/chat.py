"""Chat schemas: messages, notes, reports, muted and blocked players."""

from typing import ClassVar, get_args

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import position_field
from api.schemas.requests import about, flag
from services.community.challenges import LONGEST_MESSAGE
from services.community.chat import LONGEST_TEXT, ROOMS
from services.community.notes import LONGEST_NOTE
from services.community.reports import LONGEST_REASON, Outcome

_ID = validate.Regexp(r"^[0-9]{1,15}-[0-9]{1,6}$(?!\n)", error="Must be the id of a message.")
_POSITION = validate.Regexp(r"^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$(?!\n)", error="Must be a position: 17-0.")
MOST_DAYS = 365


def _room() -> fields.String:
    words = "players: its players; onlookers: its spectators; comments: on the steps of a finished game."
    return fields.String(required=True, validate=validate.OneOf(ROOMS), metadata=about(words))


class RoomAsked(Strict):
    """The requested room, and the first message."""

    room = _room()
    after = fields.String(
        load_default=None,
        validate=_ID,
        metadata=about("The id of the last message that you have; by default the last 200 messages are returned."),
    )


class NewMessage(Strict):
    """A message to be sent."""

    room = _room()
    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))
    position = fields.String(
        load_default=None,
        allow_none=True,
        validate=_POSITION,
        metadata=about("The position of the record that it is about; by default the game's present one."),
    )


class NewAnswer(Strict):
    """The answer of a player who declines a challenge."""

    message = fields.String(
        load_default=str,
        validate=validate.Length(max=LONGEST_MESSAGE),
        metadata=about("A message to the player who reserved the seat; by default none."),
    )


class ReadUpTo(Strict):
    """The last message read in a room."""

    message = fields.String(required=True, validate=_ID)


class NewNote(Strict):
    """A note about a position, which replaces an earlier one; an empty text deletes it."""

    position = fields.String(required=True, validate=_POSITION)
    text = fields.String(required=True, validate=validate.Length(max=LONGEST_NOTE))


class NewReport(Strict):
    """The reason for reporting a message."""

    reason = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_REASON))


class Settlement(Strict):
    """The settlement of a report: dismissed, message deleted, or its author muted for some days as well."""

    outcome = fields.String(required=True, validate=validate.OneOf(("dismissed", "removed", "silenced")))
    days = fields.Integer(strict=True, load_default=7, validate=validate.Range(min=1, max=MOST_DAYS))


class Shun(Strict):
    """Whether this player is muted or blocked; a missing field leaves its state unchanged."""

    muted = flag("You do not see their messages.")
    blocked = flag("You do not see each other's messages, and neither can join a table where the other sits.")


class ShownMessage(ResponseSchema):
    """A message. `player` and `name` are null if its author's account has been deleted."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("seat",)

    id = fields.String()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    seat = fields.Integer(metadata=about("The author's seat in this game, if any."))
    at = fields.DateTime()
    position = position_field()
    text = fields.String()


class RoomResponse(ResponseSchema):
    """The messages in a room."""

    room = fields.String()
    messages = fields.List(fields.Nested(ShownMessage))
    unread = fields.Integer(metadata=about("The number of messages by others that you have not read."))
    may_write = fields.Boolean(metadata=about("Whether you may write here."))


class ShownChallengeMessage(ResponseSchema):
    """A message of a challenge. `player` and `name` are null if its author's account has been deleted."""

    id = fields.String(metadata=about("`challenge`, or the id of an answer."))
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    at = fields.DateTime()
    text = fields.String()


class ChallengeResponse(ResponseSchema):
    """The messages of a challenge, oldest first."""

    messages = fields.List(fields.Nested(ShownChallengeMessage))


class Spoken(ResponseSchema):
    """A new message in this room, to be read with GET /api/games/{id}/talk."""

    room = fields.String()


class ShownNote(ResponseSchema):
    """A private note."""

    position = position_field()
    at = fields.DateTime()
    text = fields.String()


class NotesResponse(ResponseSchema):
    """Your notes about a game, in the order of their positions."""

    notes = fields.List(fields.Nested(ShownNote))


class KnownPlayer(ResponseSchema):
    """A player, by id; `name` is null if their account has been deleted."""

    id = fields.String()
    name = fields.String(allow_none=True)


class ShunnedResponse(ResponseSchema):
    """The players whom you have muted or blocked."""

    muted = fields.List(fields.Nested(KnownPlayer))
    blocked = fields.List(fields.Nested(KnownPlayer))


class ShownReport(ResponseSchema):
    """A report, and its settlement."""

    number = fields.Integer()
    by = fields.Nested(KnownPlayer)
    author = fields.Nested(KnownPlayer)
    game = fields.String()
    room = fields.String()
    message = fields.String()
    text = fields.String(metadata=about("The text of the message when it was reported."))
    reason = fields.String()
    at = fields.DateTime()
    outcome = fields.String(validate=validate.OneOf(get_args(Outcome)))


class ReportsResponse(ResponseSchema):
    """The open reports, oldest first."""

    reports = fields.List(fields.Nested(ShownReport))
