"""Record schemas: a game's state, its events, steps, moves, the audit.

A `Dict` without values contains data of the title.
"""

from typing import Annotated, Any, Literal

import msgspec
from marshmallow import fields, validate
from msgspec import UNSET

from api.schemas.clocks import Away, Deadlines, GamePace, PauseAgreed, Paused
from api.schemas.from_structs import AnyOf, Maybe, Metadata, Shown, Time, about
from api.schemas.requests import STATUSES
from audit.transparency.inclusion_proofs import Logged
from audit.verification.report import Check
from domain.disputes.events import Disclosure, Judge, Opinion, Outcome, Remedy
from domain.messages import Opening
from domain.rulebook import Better, Result
from replay.frames import DECIDED, NAMED, SCORED
from replay.narration import NamedSeat, NamedTime

POSITION = validate.Regexp(r"^[0-9]{1,15}-[0-9]{1,15}$")
DIGEST = validate.Regexp(r"^[0-9a-f]{64}$")
EVENT = "Event"
STATE = "State"
EVENT_SCHEMA = {"$ref": f"#/components/schemas/{EVENT}"}
"""Any event, with the fields of its type (`title_schemas`)."""
STATE_SCHEMA = {"$ref": f"#/components/schemas/{STATE}"}
"""A state, with the table of its title (`title_schemas`)."""
State = Annotated[Any, AnyOf(STATE_SCHEMA)]
EventShown = Annotated[Any, AnyOf(EVENT_SCHEMA)]
Move = Annotated[Any, AnyOf({"$ref": "#/components/schemas/Move"})]
MoveNumber = Annotated[
    int | None, validate.Range(min=0), about("The number of one of the `moves`, from 0, for a preview of it.")
]


A_POSITION = "A position in the record: `17-2` is the third effect of action 17."
Position = Annotated[
    str,
    validate.Regexp(r"^[0-9]{1,15}-[0-9]{1,15}$"),
    about(A_POSITION),
]
Digest = Annotated[str, DIGEST, about("The digest of the record up to there.")]
Key = Annotated[str, about("An Ed25519 public key: 32 bytes in base64.")]
ToAct = Annotated[list[int], about("The seats that must act now.")]
Teams = Annotated[
    list[int],
    about("The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29)."),
]
Options = Annotated[
    dict[str, Any], about("The title's own options, by name. A component file is named by its `name` and `digest`.")
]
ViewerShown = Annotated[
    Any,
    fields.Raw(),
    about("The viewer: a seat, `public` or `all`."),
    Metadata(anyOf=[{"type": "integer", "minimum": 0}, {"enum": ["public", "all"]}]),
]
GameStatus = Annotated[str, validate.OneOf(STATUSES)]


class Unit(Shown):
    """The unit of a title's points, in the reader's language, and whether most or fewest are better."""

    name: Annotated[str, about("The heading of a column.")]
    one: Annotated[str, about("The words for exactly one; `{number}` stands for it.")]
    many: Annotated[str, about("The words for any other `{number}`.")]
    better: Better


PointsUnit = Annotated[
    Unit | None,
    about("What the points count; missing: points, of which most are better; null: the title has no points."),
]


class Offer(Shown):
    """The player to whom a seat is offered."""

    player: Annotated[str, about("The player's id.")]
    name: Annotated[str, about("Their name.")]


class TakenSeat(Shown, kw_only=True):
    """A seat and its player."""

    seat: int
    player: Annotated[str | None, about("The player's id; null for a computer player.")]
    name: Annotated[str | None, about("Their present name; for a former player words that say so.")]
    former: Maybe[Annotated[bool, about("Only for a player whose account was deleted, and who has no name.")]] = UNSET
    kind: Annotated[str, about("`person`, `free`, or the kind of computer player.")]
    resigned: bool
    offered: Maybe[Annotated[Offer, about("Only for a seat that its player offers to another player (G22).")]] = UNSET
    freed: Maybe[
        Annotated[bool, about("Only for a seat whose player lost it by a decision: it may be taken over (G15).")]
    ] = UNSET
    absent: Maybe[
        Annotated[
            Literal["once", "seat"],
            about(
                "Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` "
                "until the player returns (G18)."
            ),
        ]
    ] = UNSET


class Referee(Shown):
    """The player who decides the disputes of a game."""

    player: Annotated[str, about("The player's id.")]
    name: Annotated[str, about("Their present name.")]
    former: Maybe[Annotated[bool, about("Only for a player whose account was deleted, and who has no name.")]] = UNSET


GameReferee = Annotated[Referee, about("Missing if the operator decides disputes.")]


class Decided(Shown):
    """The decision of a dispute."""

    by: Judge
    text: str
    remedy: Remedy


class ShownDispute(Shown):
    """A dispute: its subject, the players' statements, and its outcome."""

    number: Annotated[int, about("Disputes are numbered from 1.")]
    seat: int
    position: Position
    text: str
    remedy: Remedy
    answers: tuple[Opinion, ...]
    outcome: Outcome
    decided: Decided | None
    disclosed: tuple[Disclosure, ...]


class Disclosed(Shown):
    """A secret that a player opened to the referee: the value, and the salt with which it gives the commitment."""

    number: Annotated[int, about("The dispute.")]
    seat: int
    position: Position
    field: Annotated[str, about("The member of the event at this position.")]
    type: Annotated[str, about("The event's type.")]
    value: Any
    salt: str
    commitment: Annotated[Digest, about("In the record's public form, in place of the value.")]
    text: Annotated[str, about("The event in words, for a reader who knows this member and no other secret.")]


class ShownStatement(Shown):
    """A statement by a suspended or muted player, for the judge of a dispute."""

    number: Annotated[int, about("The dispute.")]
    seat: int
    text: str


class DisclosuresResponse(Shown):
    """The secrets that players opened to the referee of a game, and the statements for the referee alone."""

    disclosures: list[Disclosed]
    statements: list[ShownStatement]


class SeatInState(TakenSeat, kw_only=True):
    """A seat, its player, their contribution to the random draws, and the key that they sign with."""

    nonce: str
    public_key: Maybe[Annotated[str, about("Ed25519, 32 bytes in base64; missing for a seat that does not sign.")]] = (
        UNSET
    )


class StateFields(Shown, kw_only=True):
    """The fields of all states of games, as one viewer may see them. The title's id tells the form of the table."""

    rulebook: Annotated[str, about("The title's id.")]
    table: Annotated[dict[str, Any] | None, about("The title's own view; null until every seat is taken.")]
    viewer: ViewerShown = msgspec.field(name="as")
    status: GameStatus
    title: str
    players: int
    options: Options
    commitment: Annotated[Digest, about("The SHA-256 of the key of the game's random draws.")]
    seats: list[SeatInState]
    to_act: ToAct
    moves: Annotated[int, about("The number of moves so far.")]
    points: Annotated[list[int] | None, about("Seat by seat; null before the start, and for a title without points.")]
    unit: Maybe[PointsUnit] = UNSET
    teams: Maybe[Teams] = UNSET
    eliminated: Maybe[
        Annotated[list[int], about("The seats that are out of the game (G29); missing for a title without.")]
    ] = UNSET
    result: Result | None
    referee: Maybe[GameReferee] = UNSET
    disputes: Maybe[Annotated[list[ShownDispute], about("Missing if there are no disputes.")]] = UNSET
    key: Maybe[Annotated[Digest, about("The key of the game's random draws, published when the game is over.")]] = UNSET
    called_off: Maybe[Annotated[str, about("Why the operator called the game off (G27).")]] = UNSET
    pace: Maybe[GamePace] = UNSET
    paused: Maybe[Paused] = UNSET
    pause_agreed: Maybe[PauseAgreed] = UNSET
    deadlines: Maybe[Deadlines] = UNSET
    away: Maybe[Annotated[dict[str, Away], about("Seat by seat: present or future vacations, and playing times.")]] = (
        UNSET
    )


class StateResponse(Shown):
    """The game at one position, as one viewer may see it."""

    game: str
    position: Position
    digest: Digest
    viewer: ViewerShown = msgspec.field(name="as")
    state: State


EventText = Annotated[str, about("The event as a sentence, in the reader's language.")]
EventParts = Annotated[
    list[Annotated[Any, AnyOf({"type": "string"}, {"type": "integer"}, NamedSeat, NamedTime)]],
    about("The same text in parts: words, numbers, and the seats and times that it names."),
]
EventData = Annotated[dict[str, Any], about("The event's own fields, as in the schema `Event` for each type.")]


class Step(Shown, kw_only=True):
    """One step of a record, however briefly it is shown: an event, as one viewer may see it."""

    position: Position
    type: str
    seat: Annotated[int | None, about("The seat that moved; null for what followed by the rules.")]
    at: Time
    text: EventText
    seats: Annotated[list[int], about("The seats that the text names, each once.")]
    luck: Maybe[Annotated[int, about("The number of draws of chance, if any.")]] = UNSET
    opens: Maybe[tuple[Opening, ...]] = UNSET


class EventFields(Step, kw_only=True):
    """The fields of all events of the record, as one viewer may see them. The type tells the form of the data."""

    data: EventData
    parts: EventParts
    digest: Digest


class EventsResponse(Shown):
    """A page of the record, and the `cursor` of the next one, or null at its end."""

    events: list[EventShown]
    next: Annotated[str | None, POSITION]


class AddOperation(Shown):
    """A value that a patch adds, replaces or compares."""

    op: Literal["add", "replace", "test"]
    path: str
    value: Any


class MoveOperation(Shown):
    """A value that a patch moves or copies."""

    op: Literal["move", "copy"]
    path: str
    origin: str = msgspec.field(name="from")


class RemoveOperation(Shown):
    """A value that a patch removes."""

    op: Annotated[str, validate.Equal("remove")]
    path: str


class ReplayStep(Step, kw_only=True):
    """One step of a replay; with `brief=false` it has all members of its event.

    A brief one keeps the parts of a sentence with times, so that pages can show them in the reader's time zone, and the
    data of an event with which play goes back.
    """

    data: Maybe[EventData] = UNSET
    parts: Maybe[EventParts] = UNSET
    digest: Maybe[Digest] = UNSET
    to_act: Maybe[ToAct] = UNSET
    weights: Annotated[
        list[int],
        about(
            f"How much the step matters to each seat, as this viewer sees it: {NAMED} if the text names the seat, "
            f"{SCORED} if its points change, {DECIDED} if the step decides the places of all; added up."
        ),
    ]


class FullStep(ReplayStep, kw_only=True):
    """One step of a replay, and the whole state after it."""

    state: State


class PatchStep(ReplayStep, kw_only=True):
    """One step of a replay, and the patch (RFC 6902) from the state before it to the one after it."""

    patch: list[Annotated[Any, AnyOf(AddOperation, MoveOperation, RemoveOperation)]]


AnyStep = Annotated[Any, AnyOf(FullStep, PatchStep)]


class ReplayResponse(Shown):
    """A page of the steps of a replay, and the `cursor` of the next one, or null at the end."""

    steps: list[AnyStep]
    next: Annotated[str | None, POSITION]


class DigestAt(Shown):
    """The digest of the record up to a position; null if the record has no such entry."""

    position: Position
    digest: Annotated[str | None, DIGEST]


class DigestsResponse(Shown):
    """The record's current digests at the requested positions, and at its end."""

    game: str
    position: Annotated[Position, about("The record's last position.")]
    digest: Annotated[Digest, about("The digest at its end.")]
    digests: list[DigestAt]


class AuditResponse(Shown):
    """The result of verifying the record: each check and its verdict, and the position of the first failure."""

    game: Annotated[str, about("Empty for a file that is not a record.")]
    ok: bool
    first_bad: str | None
    checks: tuple[Check, ...]


class LegalMove(Shown):
    """A move that is ready to be sent, and its effect in the reader's language."""

    move: Move
    text: str


class LegalMovesResponse(Shown):
    """All legal moves of your seat now."""

    position: Position
    digest: Digest
    moves: list[LegalMove]


class ForeseenEvent(Shown):
    """An event that a move would cause."""

    type: str
    text: str


class ForeseenResponse(Shown):
    """The consequences of one or several moves, as far as their seat can know them.

    `position` and `digest` are those of the initial state. The preview is not `complete` if a random draw, another
    player's secret or another player's answer decides; moves after that point are not examined. `moves` are those that
    the seat could make next, if the preview is complete and the same seat is asked again.
    """

    position: Position
    digest: Digest
    events: list[ForeseenEvent]
    state: State
    to_act: ToAct
    complete: bool
    moves: list[LegalMove]


class Receipt(Shown):
    """The server's signed statement of a game's position, its time, and the request. `stele verify` checks it."""

    scheme: Annotated[str, validate.Equal("stele/receipt/2")]
    origin: Annotated[str, about("The server's origin.")]
    game: str
    position: Position
    digest: Digest
    at: Annotated[int, about("When the action was recorded, in milliseconds since 1970 UTC.")]
    request: Annotated[str, about("The SHA-256 of the request's body in hexadecimal; empty in a bundle.")]
    public_key: Key
    signature: Annotated[str, about("64 bytes in base64.")]


class Succession(Shown):
    """The statement that one of the server's keys succeeds another; both have signed it."""

    scheme: Annotated[str, validate.Equal("stele/succession/1")]
    origin: Annotated[str, about("The server's origin.")]
    previous: Key
    next: Key
    at: Annotated[int, about("In milliseconds since 1970 UTC.")]
    previous_signature: Annotated[str, about("64 bytes in base64.")]
    next_signature: Annotated[str, about("64 bytes in base64.")]


class BundleProofs(Shown):
    """The last line of a bundle: receipts, successions, proofs of the log, and a checksum of all lines before it."""

    proofs: list[Annotated[Any, AnyOf(Receipt, Succession, Logged)]]
    sha256: Annotated[Digest, about("The SHA-256 of all lines before this one.")]


class MoveResponse(Shown):
    """The events that a move caused, and the state after them."""

    position: Position
    digest: Digest
    events: list[EventShown]
    state: State
    to_act: ToAct
    receipt: Receipt
