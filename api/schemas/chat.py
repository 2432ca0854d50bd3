"""Chat schemas: messages, notes, reports, muted and blocked players."""

from typing import ClassVar, get_args

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import position_field
from api.schemas.requests import about, flag
from services.community.chat import LONGEST_TEXT, ROOMS
from services.community.notes import LONGEST_NOTE
from services.community.reports import LONGEST_REASON, Outcome

_ID = validate.Regexp(r"^[0-9]{1,15}-[0-9]{1,6}$(?!\n)", error="Must be the id of a message.")
_POSITION = validate.Regexp(r"^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$(?!\n)", error="Must be a position: 17-0.")
MOST_DAYS = 365


def _room() -> fields.String:
    words = "players: those who play; onlookers: those who do not; comments: on the steps of a game that is over."
    return fields.String(required=True, validate=validate.OneOf(ROOMS), metadata=about(words))


class RoomAsked(Strict):
    """Which room, and from where on."""

    room = _room()
    after = fields.String(
        load_default=None,
        validate=_ID,
        metadata=about("The id of the last message that you have; by default you get the last 200 that were said."),
    )


class NewMessage(Strict):
    """Something to be said."""

    room = _room()
    text = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))
    position = fields.String(
        load_default=None,
        allow_none=True,
        validate=_POSITION,
        metadata=about("The position of the record that it is about; by default where the game is now."),
    )


class ReadUpTo(Strict):
    """How far a room was read."""

    message = fields.String(required=True, validate=_ID)


class NewNote(Strict):
    """A note about a position, in the place of the one that is there; an empty text takes it away."""

    position = fields.String(required=True, validate=_POSITION)
    text = fields.String(required=True, validate=validate.Length(max=LONGEST_NOTE))


class NewReport(Strict):
    """Why a message is reported."""

    reason = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_REASON))


class Settlement(Strict):
    """What becomes of a report: nothing, the message goes, or its author is silenced as well, for so many days."""

    outcome = fields.String(required=True, validate=validate.OneOf(("dismissed", "removed", "silenced")))
    days = fields.Integer(strict=True, load_default=7, validate=validate.Range(min=1, max=MOST_DAYS))


class Shun(Strict):
    """Whether this player is shunned; what is left out stays."""

    muted = flag("You do not hear them.")
    blocked = flag("You do not hear each other, and neither sits down at a table at which the other sits.")


class ShownMessage(ResponseSchema):
    """What somebody said. `player` and `name` are null when the player is not here any more."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("seat",)

    id = fields.String()
    player = fields.String(allow_none=True)
    name = fields.String(allow_none=True)
    seat = fields.Integer(metadata=about("The author's seat in this game, if they have one."))
    at = fields.DateTime()
    position = position_field()
    text = fields.String()


class RoomResponse(ResponseSchema):
    """What was said in a room."""

    room = fields.String()
    messages = fields.List(fields.Nested(ShownMessage))
    unread = fields.Integer(metadata=about("How many of them others have said since you read the room."))
    may_write = fields.Boolean(metadata=about("Whether you may say something here."))


class Spoken(ResponseSchema):
    """Something was said in this room: GET /api/games/{id}/talk tells what."""

    room = fields.String()


class ShownNote(ResponseSchema):
    """A note of one's own."""

    position = position_field()
    at = fields.DateTime()
    text = fields.String()


class NotesResponse(ResponseSchema):
    """My notes about a game, in the order of their positions."""

    notes = fields.List(fields.Nested(ShownNote))


class KnownPlayer(ResponseSchema):
    """A player, by id; `name` is null when they are not here any more."""

    id = fields.String()
    name = fields.String(allow_none=True)


class ShunnedResponse(ResponseSchema):
    """Whom I shun."""

    muted = fields.List(fields.Nested(KnownPlayer))
    blocked = fields.List(fields.Nested(KnownPlayer))


class ShownReport(ResponseSchema):
    """A report, and what was decided."""

    number = fields.Integer()
    by = fields.Nested(KnownPlayer)
    author = fields.Nested(KnownPlayer)
    game = fields.String()
    room = fields.String()
    message = fields.String()
    text = fields.String(metadata=about("What was said, as it stood when it was reported."))
    reason = fields.String()
    at = fields.DateTime()
    outcome = fields.String(validate=validate.OneOf(get_args(Outcome)))


class ReportsResponse(ResponseSchema):
    """The reports that wait for an operator, the first one first."""

    reports = fields.List(fields.Nested(ShownReport))
