"""Record schemas: a game's state, its events, frames, moves, the audit.

A `Dict` without values contains data of the title.
"""

from typing import Any, ClassVar, get_args

from marshmallow import fields, validate

from api.schemas.clocks import Away, deadlines_field, pace_field, pause_agreed_field, paused_field
from api.schemas.from_structs import AnyOf, ResponseSchema, field_of, schema_of
from api.schemas.requests import STATUSES, about
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


def position_field(
    text: str = "A position in the record: `17-2` is the third effect of action 17.",
) -> fields.String:
    """A position in the record."""
    return fields.String(validate=POSITION, metadata={**about(text), "examples": ["17-2"]})


def digest_field(text: str = "The digest of the record up to there.") -> fields.String:
    """Thirty-two bytes in hexadecimal."""
    return fields.String(validate=DIGEST, metadata=about(text))


def key_field() -> fields.String:
    """A public key of the server."""
    return fields.String(metadata=about("An Ed25519 public key: 32 bytes in base64."))


def to_act_field() -> fields.List[int]:
    """The seats that must act."""
    return fields.List(fields.Integer(), metadata=about("The seats that must act now."))


class Unit(ResponseSchema):
    """The unit of a title's points, in the reader's language, and whether most or fewest are better."""

    name = fields.String(metadata=about("The heading of a column."))
    one = fields.String(metadata=about("The words for exactly one; `{number}` stands for it."))
    many = fields.String(metadata=about("The words for any other `{number}`."))
    better = fields.String(validate=validate.OneOf(get_args(Better)))


def unit_field() -> fields.Nested:
    """The unit in a response that may miss it."""
    return fields.Nested(Unit, metadata=about("What the points count; missing: points, of which most are better."))


def teams_field() -> fields.List[int]:
    """The teams of a game's seats in a response that may miss them."""
    text = "The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29)."
    return fields.List(fields.Integer(), metadata=about(text))


def options_field() -> fields.Dict:
    """The options of a game."""
    text = "The title's own options, by name. A component file is named by its `name` and `digest`."
    return fields.Dict(keys=fields.String(), metadata=about(text))


def viewer_field() -> fields.Raw:
    """The viewer."""
    kinds = [{"type": "integer", "minimum": 0}, {"enum": ["public", "all"]}]
    return fields.Raw(data_key="as", metadata={**about("The viewer: a seat, `public` or `all`."), "anyOf": kinds})


def status_field() -> fields.String:
    """The status of a game."""
    return fields.String(validate=validate.OneOf(STATUSES))


class Offer(ResponseSchema):
    """The player to whom a seat is offered."""

    player = fields.String(metadata=about("The player's id."))
    name = fields.String(metadata=about("Their name."))


class TakenSeat(ResponseSchema):
    """A seat and its player."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("former", "freed", "absent", "offered")

    seat = fields.Integer()
    player = fields.String(allow_none=True, metadata=about("The player's id; null for a computer player."))
    name = fields.String(allow_none=True, metadata=about("Their present name; for a former player words that say so."))
    former = fields.Boolean(metadata=about("Only for a player whose account was deleted, and who has no name."))
    kind = fields.String(metadata=about("`person`, `free`, or the kind of computer player."))
    resigned = fields.Boolean()
    offered = fields.Nested(Offer, metadata=about("Only for a seat that its player offers to another player (G22)."))
    freed = fields.Boolean(
        metadata=about("Only for a seat whose player lost it by a decision: it may be taken over (G15).")
    )
    absent = fields.String(
        validate=validate.OneOf(("once", "seat")),
        metadata=about(
            "Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` "
            "until the player returns (G18)."
        ),
    )


class Referee(ResponseSchema):
    """The player who decides the disputes of a game."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("former",)

    player = fields.String(metadata=about("The player's id."))
    name = fields.String(metadata=about("Their present name."))
    former = fields.Boolean(metadata=about("Only for a player whose account was deleted, and who has no name."))


def referee_field() -> fields.Field[Any]:
    """The referee of a game, if it names one."""
    return fields.Nested(Referee, metadata=about("Missing if the operator decides disputes."))


class Decided(ResponseSchema):
    """The decision of a dispute."""

    by = field_of(Judge)
    text = fields.String()
    remedy = field_of(Remedy)


class ShownDispute(ResponseSchema):
    """A dispute: its subject, the players' statements, and its outcome."""

    number = fields.Integer(metadata=about("Disputes are numbered from 1."))
    seat = fields.Integer()
    position = position_field()
    text = fields.String()
    remedy = field_of(Remedy)
    answers = field_of(tuple[Opinion, ...])
    outcome = field_of(Outcome)
    decided = fields.Nested(Decided, allow_none=True)
    disclosed = field_of(tuple[Disclosure, ...])


class Disclosed(ResponseSchema):
    """A secret that a player opened to the referee: the value, and the salt with which it gives the commitment."""

    number = fields.Integer(metadata=about("The dispute."))
    seat = fields.Integer()
    position = position_field()
    field = fields.String(metadata=about("The member of the event at this position."))
    type = fields.String(metadata=about("The event's type."))
    value = fields.Raw()
    salt = fields.String()
    commitment = digest_field("In the record's public form, in place of the value.")
    text = fields.String(metadata=about("The event in words, for a reader who knows this member and no other secret."))


class ShownStatement(ResponseSchema):
    """A statement by a suspended or muted player, for the judge of a dispute."""

    number = fields.Integer(metadata=about("The dispute."))
    seat = fields.Integer()
    text = fields.String()


class DisclosuresResponse(ResponseSchema):
    """The secrets that players opened to the referee of a game, and the statements for the referee alone."""

    disclosures = fields.List(fields.Nested(Disclosed))
    statements = fields.List(fields.Nested(ShownStatement))


class SeatInState(TakenSeat):
    """A seat, its player, their contribution to the random draws, and the key that they sign with."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("public_key", *TakenSeat.MAY_MISS)

    nonce = fields.String()
    public_key = fields.String(metadata=about("Ed25519, 32 bytes in base64; missing for a seat that does not sign."))


class StateFields(ResponseSchema):
    """The fields of all states of games, as one viewer may see them, besides `rulebook` and `table`."""

    MAY_MISS: ClassVar[tuple[str, ...]] = (
        "key", "referee", "disputes", "pace", "paused", "pause_agreed", "deadlines", "away", "called_off",
        "unit", "teams", "eliminated",
    )  # fmt: skip

    viewer = viewer_field()
    status = status_field()
    title = fields.String()
    players = fields.Integer()
    options = options_field()
    commitment = digest_field("The SHA-256 of the key of the game's luck.")
    seats = fields.List(fields.Nested(SeatInState))
    to_act = to_act_field()
    moves = fields.Integer(metadata=about("The number of moves so far."))
    points = fields.List(fields.Integer(), allow_none=True)
    unit = unit_field()
    teams = teams_field()
    eliminated = fields.List(
        fields.Integer(), metadata=about("The seats that are out of the game (G29); missing for a title without.")
    )
    result = field_of(Result | None)
    referee = referee_field()
    disputes = fields.List(fields.Nested(ShownDispute), metadata=about("Missing if there are no disputes."))
    key = digest_field("The key of the game's luck, published when the game is over.")
    called_off = fields.String(metadata=about("Why the operator called the game off (G27)."))
    pace = pace_field()
    paused = paused_field()
    pause_agreed = pause_agreed_field()
    deadlines = deadlines_field()
    away = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(Away),
        metadata=about("Seat by seat: present or future vacations, and playing times."),
    )


class StateResponse(ResponseSchema):
    """The game at one position, as one viewer may see it."""

    game = fields.String()
    position = position_field()
    digest = digest_field()
    viewer = viewer_field()
    state = AnyOf(STATE_SCHEMA)


class EventFields(ResponseSchema):
    """The fields of all events of the record, as one viewer may see them, besides `type` and `data`."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("luck", "opens")

    position = position_field()
    seat = fields.Integer(allow_none=True, metadata=about("The seat that moved; null for what followed by the rules."))
    at = fields.DateTime()
    text = fields.String(metadata=about("The event as a sentence, in the reader's language."))
    parts = fields.List(
        AnyOf({"type": "string"}, {"type": "integer"}, schema_of(NamedSeat), schema_of(NamedTime)),
        metadata=about("The same text in parts: words, numbers, and the seats and times that it names."),
    )
    seats = fields.List(fields.Integer(), metadata=about("The seats that the text names, each once."))
    digest = digest_field()
    luck = fields.Integer(metadata=about("The number of draws of chance, if any."))
    opens = field_of(tuple[Opening, ...])


class AnyEvent(EventFields):
    """An event of any type."""

    type = fields.String()
    data = fields.Dict(
        keys=fields.String(),
        metadata=about("The event's own fields, as in the schema `Event` for each type."),
    )


class EventsResponse(ResponseSchema):
    """A part of the record, and the next page's `after`, or null at its end."""

    events = fields.List(AnyOf(EVENT_SCHEMA))
    next = fields.String(validate=POSITION, allow_none=True)


class AddOperation(ResponseSchema):
    """A value that a patch adds, replaces or compares."""

    op = fields.String(validate=validate.OneOf(("add", "replace", "test")))
    path = fields.String()
    value = fields.Raw()


class MoveOperation(ResponseSchema):
    """A value that a patch moves or copies."""

    op = fields.String(validate=validate.OneOf(("move", "copy")))
    path = fields.String()
    origin = fields.String(data_key="from")


class RemoveOperation(ResponseSchema):
    """A value that a patch removes."""

    op = fields.String(validate=validate.Equal("remove"))
    path = fields.String()


class FrameEvent(AnyEvent):
    """An event in a frame; with `digests=false` without digest, with `brief=true` only type, seat, seats and time.

    A sentence with times keeps its parts, so that pages can show them in the reader's time zone.
    """

    MAY_MISS: ClassVar[tuple[str, ...]] = (*AnyEvent.MAY_MISS, "digest", "position", "data", "text", "parts")


class Frame(ResponseSchema):
    """One effect of a replay; with `brief=true` only the state shows whose turn it is."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("digest", "to_act")

    position = position_field()
    text = fields.String()
    weights = fields.List(
        fields.Integer(),
        metadata=about(
            f"How much the step matters to each seat, as this viewer sees it: {NAMED} if the text names the seat, "
            f"{SCORED} if its points change, {DECIDED} if the step decides the places of all; added up."
        ),
    )
    event = fields.Nested(FrameEvent)
    to_act = to_act_field()
    digest = digest_field()


class FullFrame(Frame):
    """One effect of a replay, and the whole state after it."""

    state = AnyOf(STATE_SCHEMA)


class PatchFrame(Frame):
    """One effect of a replay, and the patch (RFC 6902) from the state before it to the one after it."""

    patch = fields.List(AnyOf(AddOperation, MoveOperation, RemoveOperation))


class FramesResponse(ResponseSchema):
    """The frames of a replay."""

    frames = fields.List(AnyOf(FullFrame, PatchFrame))


class DigestAt(ResponseSchema):
    """The digest of the record up to a position; null if the record has no such entry."""

    position = position_field()
    digest = fields.String(validate=DIGEST, allow_none=True)


class DigestsResponse(ResponseSchema):
    """The record's current digests at the requested positions, and at its end."""

    game = fields.String()
    position = position_field("The record's last position.")
    digest = digest_field("The digest at its end.")
    digests = fields.List(fields.Nested(DigestAt))


class AuditResponse(ResponseSchema):
    """The result of verifying the record: each check and its verdict, and the position of the first failure."""

    game = fields.String(metadata=about("Empty for a file that is not a record."))
    ok = fields.Boolean()
    first_bad = fields.String(allow_none=True)
    checks = field_of(tuple[Check, ...])


class LegalMove(ResponseSchema):
    """A move that is ready to be sent, and its effect in the reader's language."""

    move = AnyOf({"$ref": "#/components/schemas/Move"})
    text = fields.String()


class LegalMovesResponse(ResponseSchema):
    """All legal moves of your seat now."""

    position = position_field()
    digest = digest_field()
    moves = fields.List(fields.Nested(LegalMove))


class ForeseenEvent(ResponseSchema):
    """An event that a move would cause."""

    type = fields.String()
    text = fields.String()


class ForeseenResponse(ResponseSchema):
    """The consequences of one or several moves, as far as their seat can know them.

    `position` and `digest` are those of the initial state. The preview is not `complete` if luck, another player's
    secret or another player's answer decides; moves after that point are not examined. `moves` are those that the seat
    could make next, if the preview is complete and the same seat is asked again.
    """

    position = position_field()
    digest = digest_field()
    events = fields.List(fields.Nested(ForeseenEvent))
    state = AnyOf(STATE_SCHEMA)
    to_act = to_act_field()
    complete = fields.Boolean()
    moves = fields.List(fields.Nested(LegalMove))


class Receipt(ResponseSchema):
    """The server's signed statement of a game's position, its time, and the request. `flask verify` checks it."""

    scheme = fields.String(validate=validate.Equal("stele/receipt/2"))
    origin = fields.String(metadata=about("The server's origin."))
    game = fields.String()
    position = position_field()
    digest = digest_field()
    at = fields.Integer(metadata=about("When the action was recorded, in milliseconds since 1970 UTC."))
    request = fields.String(metadata=about("The SHA-256 of the request's body in hexadecimal; empty in a bundle."))
    public_key = key_field()
    signature = fields.String(metadata=about("64 bytes in base64."))


class Succession(ResponseSchema):
    """The statement that one of the server's keys succeeds another; both have signed it."""

    scheme = fields.String(validate=validate.Equal("stele/succession/1"))
    origin = fields.String(metadata=about("The server's origin."))
    previous = key_field()
    next = key_field()
    at = fields.Integer(metadata=about("In milliseconds since 1970 UTC."))
    previous_signature = fields.String(metadata=about("64 bytes in base64."))
    next_signature = fields.String(metadata=about("64 bytes in base64."))


class BundleProofs(ResponseSchema):
    """The last line of a bundle: receipts, successions, proofs of the log, and a checksum of all lines before it."""

    proofs = fields.List(AnyOf(Receipt, Succession, schema_of(Logged)))
    sha256 = digest_field("The SHA-256 of all lines before this one.")


class MoveResponse(ResponseSchema):
    """The events that a move caused, and the state after them."""

    position = position_field()
    digest = digest_field()
    events = fields.List(AnyOf(EVENT_SCHEMA))
    state = AnyOf(STATE_SCHEMA)
    to_act = to_act_field()
    receipt = fields.Nested(Receipt)
