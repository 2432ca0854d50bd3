"""Chat schemas: messages, notes, reports, muted and blocked players."""

from typing import Annotated, Literal

from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Body, Maybe, Shown, Time, about
from api.schemas.records import Position
from services.community.challenges import LONGEST_MESSAGE
from services.community.chat import LONGEST_TEXT, Room
from services.community.notes import LONGEST_NOTE
from services.community.reports import LONGEST_REASON, Outcome

_ID = validate.Regexp(r"^[0-9]{1,15}-[0-9]{1,6}$(?!\n)", error="Must be the id of a message.")
_POSITION = validate.Regexp(r"^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$(?!\n)", error="Must be a position: 17-0.")
MOST_DAYS = 365


RoomName = Annotated[
    Room, about("players: its players; onlookers: its spectators; comments: on the steps of a finished game.")
]


class RoomAsked(Body):
    """The requested room, and the first message."""

    room: Annotated[
        Literal[Room, "challenge"], about("As in messages; challenge: the one with which seats were reserved.")
    ]
    after: Annotated[
        str | None,
        _ID,
        about("The id of the last message that you have; by default the last 200 messages are returned."),
    ] = None


class NewMessage(Body):
    """A message to be sent."""

    room: RoomName
    text: Annotated[str, validate.Length(min=1, max=LONGEST_TEXT)]
    position: Annotated[
        str | None, _POSITION, about("The position of the record that it is about; by default the game's present one.")
    ] = None


class NewAnswer(Body):
    """The answer of a player who declines a challenge."""

    message: Annotated[
        str,
        validate.Length(max=LONGEST_MESSAGE),
        about("A message to the player who reserved the seat; by default none."),
    ] = ""


class ReadUpTo(Body):
    """The last message read in a room."""

    message: Annotated[str, _ID]


class NewNote(Body):
    """A note about a position, which replaces an earlier one; an empty text deletes it."""

    position: Annotated[str, _POSITION]
    text: Annotated[str, validate.Length(max=LONGEST_NOTE)]


class NewReport(Body):
    """The reason for reporting a message."""

    reason: Annotated[str, validate.Length(min=1, max=LONGEST_REASON)]


class Settlement(Body):
    """The settlement of a report: dismissed, message deleted, or its author muted for some days as well."""

    outcome: Literal["dismissed", "removed", "silenced"]
    days: Annotated[int, validate.Range(min=1, max=MOST_DAYS)] = 7


class Shun(Body):
    """Whether this player is muted or blocked; a missing field leaves its state unchanged."""

    muted: Maybe[Annotated[bool, about("You do not see their messages.")]] = UNSET
    blocked: Maybe[
        Annotated[
            bool, about("You do not see each other's messages, and neither can join a table where the other sits.")
        ]
    ] = UNSET


class ShownMessage(Shown, kw_only=True):
    """A message. `player` and `name` are null if its author's account has been deleted."""

    id: str
    player: str | None
    name: str | None
    seat: Maybe[Annotated[int, about("The author's seat in this game, if any.")]] = UNSET
    at: Time
    position: Annotated[Position, about("The position that it is about; in `challenge` the beginning of the game.")]
    text: str


class RoomResponse(Shown):
    """The messages in a room."""

    room: str
    messages: list[ShownMessage]
    unread: Annotated[int, about("The number of messages by others that you have not read.")]
    may_write: Annotated[bool, about("Whether you may write here.")]


class Spoken(Shown):
    """A new message in this room, to be read with GET /api/games/{id}/chat."""

    room: str


class ShownNote(Shown):
    """A private note."""

    position: Position
    at: Time
    text: str


class NotesResponse(Shown):
    """Your notes about a game, in the order of their positions."""

    notes: list[ShownNote]


class KnownPlayer(Shown):
    """A player, by id; `name` is null if their account has been deleted."""

    id: str
    name: str | None


class ShunnedResponse(Shown):
    """The players whom you have muted or blocked."""

    muted: list[KnownPlayer]
    blocked: list[KnownPlayer]


class ShownReport(Shown):
    """A report, and its settlement."""

    number: int
    by: KnownPlayer
    author: KnownPlayer
    game: str
    room: str
    message: str
    text: Annotated[str, about("The text of the message when it was reported.")]
    reason: str
    at: Time
    outcome: Outcome


class ReportsResponse(Shown):
    """The open reports, oldest first."""

    reports: list[ShownReport]
