"""Response schemas: players, games and titles."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.clocks import deadlines_field, pace_field, pause_agreed_field, paused_field
from api.schemas.from_structs import AnyOf, ResponseSchema, field_of
from api.schemas.records import (
    FullFrame,
    LegalMove,
    PatchFrame,
    Succession,
    TakenSeat,
    Unit,
    digest_field,
    key_field,
    options_field,
    position_field,
    referee_field,
    status_field,
    teams_field,
    to_act_field,
    unit_field,
    viewer_field,
)
from api.schemas.requests import about
from domain.proposals.events import Ending
from domain.rulebook import ComponentStatus, Option, Result


class PlayerResponse(ResponseSchema):
    """A player."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("owner",)

    id = fields.String()
    name = fields.String()
    owner = fields.String(metadata=about("Only for bots: the owner's id."))


class FoundPlayersResponse(ResponseSchema):
    """The players that a search has found."""

    players = fields.List(fields.Nested(PlayerResponse))


class NewPlayerResponse(ResponseSchema):
    """A new player and the token, which is shown only this once; without a token if a session was requested."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("token",)

    player = fields.Nested(PlayerResponse)
    token = fields.String()


class AnySeat(TakenSeat):
    """A seat, taken or not."""

    MAY_MISS: ClassVar[tuple[str, ...]] = (*TakenSeat.MAY_MISS, "reserved", "reserved_name", "reserved_until")

    reserved = fields.String(metadata=about("Only for a free seat: the id of the player it is reserved for (G21)."))
    reserved_name = fields.String(
        allow_none=True,
        metadata=about("Only in the summary of one game: that player's name, or null if their account was deleted."),
    )
    reserved_until = fields.DateTime(
        metadata=about("Only in the summary of one game, except a tournament's: when it becomes open to all players.")
    )


class Import(ResponseSchema):
    """The time of a game's import, and its signer; empty if unsigned. The game was not played here."""

    at = fields.DateTime()
    origin = fields.String(metadata=about("The name of the signing server, as it calls itself."))
    key = fields.String(metadata=about("The public key that signed it, in base64."))


class Origin(ResponseSchema):
    """The game and the position from which an analysis game was copied."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("seen_by",)

    game = fields.String()
    position = position_field()
    seen_by = fields.Integer(
        metadata=about(
            "If that game was still running: the seat whose view was copied; the rest was dealt again (G26)."
        )
    )


class ShownTakeBack(ResponseSchema):
    """A requested take-back (G20)."""

    seat = fields.Integer(metadata=about("The player whose last move it concerns."))
    position = position_field()
    agreed = fields.List(fields.Integer())
    waits_for = fields.List(fields.Integer(), metadata=about("The seats that have not agreed yet."))


class ShownEnd(ResponseSchema):
    """A proposed end of the game (G23)."""

    seat = fields.Integer(metadata=about("Who proposes it."))
    kind = field_of(Ending)
    agreed = fields.List(fields.Integer())
    waits_for = fields.List(fields.Integer(), metadata=about("The seats that have not agreed yet."))


class ShownBounds(ResponseSchema):
    """The rating bounds of a game's free seats; null: no bound."""

    least = fields.Integer(allow_none=True)
    most = fields.Integer(allow_none=True)


class ListedGame(ResponseSchema):
    """The public summary of a game."""

    MAY_MISS: ClassVar[tuple[str, ...]] = (
        "pace", "paused", "pause_agreed", "imported", "signed", "strict", "to_open", "referee", "disputed", "fork",
        "take_back", "proposed_end", "rated", "ratings", "called_off", "aborted_by", "signing",
        "unit", "teams",
    )  # fmt: skip

    id = fields.String()
    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    players = fields.Integer(metadata=about("How many play."))
    options = options_field()
    private = fields.Boolean()
    status = status_field()
    seats = fields.List(fields.Nested(AnySeat))
    free_seats = fields.Integer()
    position = position_field()
    digest = digest_field()
    commitment = digest_field("The SHA-256 of the key of the game's luck, published before any seat was taken.")
    to_act = to_act_field()
    points = fields.List(fields.Integer(), allow_none=True, metadata=about("Seat by seat; null before the start."))
    unit = unit_field()
    teams = teams_field()
    result = field_of(Result | None)
    deadlines = deadlines_field()
    pace = pace_field()
    paused = paused_field()
    pause_agreed = pause_agreed_field()
    created_at = fields.DateTime()
    updated_at = fields.DateTime()
    imported = fields.Nested(Import, metadata=about("Only for an imported game: no player here has a seat in it."))
    signed = fields.Boolean(metadata=about("In signed games only: persons sign all their moves (G10)."))
    signing = fields.String(
        validate=validate.OneOf(("1", "2")),
        metadata=about("The scheme of players' signatures; docs/reference/records.md describes both."),
    )
    strict = fields.Boolean(metadata=about("In strict games only: players commit to a nonce when joining (G9)."))
    to_open = fields.List(
        fields.Integer(),
        metadata=about("In strict games only: the seats whose nonces are missing for the start."),
    )
    referee = referee_field()
    fork = fields.Nested(
        Origin, metadata=about("In analysis games only: the game and position it was copied from (G16, G26).")
    )
    take_back = fields.Nested(ShownTakeBack, metadata=about("Only while a take-back is requested."))
    proposed_end = fields.Nested(ShownEnd, metadata=about("Only while an end is proposed."))
    rated = fields.Boolean(metadata=about("Only in rated games."))
    ratings = fields.Nested(ShownBounds, metadata=about("Only in games with rating bounds."))
    called_off = fields.String(metadata=about("Why the operator called the game off (G27); missing otherwise."))
    aborted_by = fields.Integer(
        metadata=about("The seat whose player called the game off after luck was drawn (G6); missing otherwise.")
    )
    disputed = fields.List(
        fields.Integer(), metadata=about("The numbers of the open disputes; missing if there are none.")
    )


class StandingOrder(ResponseSchema):
    """A standing order of yours, as it was placed, and in the reader's language."""

    guard = fields.String()
    when = fields.String()
    note = fields.String()
    moves = fields.List(
        fields.Dict(keys=fields.String(), metadata=about("The title's own: a command in full, with named places."))
    )
    text = fields.String()


class DroppedOrder(StandingOrder):
    """An order that did not apply when its seat was asked, and was dropped."""

    position = position_field("The position at which its seat was asked.")
    reason = fields.String(
        validate=validate.OneOf(("guard", "moves")), metadata=about("The condition that was not met.")
    )


class OrdersResponse(ResponseSchema):
    """A seat's standing orders, and notices of dropped ones, for its player only."""

    orders = fields.List(fields.Nested(StandingOrder))
    notices = fields.List(fields.Nested(DroppedOrder), metadata=about("Shown until orders are placed or deleted."))


class Loss(ResponseSchema):
    """Data of a game that was lost on this server; the operator has accepted that the game goes on without it."""

    lost = fields.String(metadata=about("The game's former position; empty if unknown."))
    kept = fields.String(metadata=about("The position from which it went on."))
    accepted_at = fields.DateTime()


class TournamentOfGame(ResponseSchema):
    """The tournament of a game."""

    id = fields.String()
    name = fields.String()
    round = fields.Integer(metadata=about("The number of its round, from 1."))


class GameResponse(ListedGame):
    """The summary of a game, with the caller's own data."""

    MAY_MISS: ClassVar[tuple[str, ...]] = (
        *ListedGame.MAY_MISS, "invite", "loss", "previous", "tournament",
    )  # fmt: skip

    tournament = fields.Nested(TournamentOfGame, metadata=about("The tournament to which it belongs, if any."))

    loss = fields.Nested(Loss)
    your_seat = fields.Integer(allow_none=True)
    previous = fields.String(
        metadata=about("The SHA-256 of your last signed text in this game, which the next one must name, or `first`.")
    )
    invite = fields.String(
        metadata=about("The invitation of a private game, for its players and the caller who opens it.")
    )


class GamesResponse(ResponseSchema):
    """One page of games, and the cursor of the next."""

    games = fields.List(fields.Nested(ListedGame))
    next = fields.String(allow_none=True)


class PlayerNumbers(ResponseSchema):
    """A title's numbers of players."""

    min = fields.Integer()
    max = fields.Integer()


class Title(ResponseSchema):
    """A title: the options for a new game, and how certain its component data is."""

    id = fields.String()
    title = fields.String()
    designer = fields.String()
    publisher = fields.String()
    year = fields.Integer()
    players = fields.Nested(PlayerNumbers)
    unit = fields.Nested(Unit, metadata=about("What its players' points count."))
    teams = fields.List(
        fields.List(fields.Integer()),
        metadata=about("The team of each seat, once for each number of players who play in teams."),
    )
    options = field_of(tuple[Option, ...])
    components = field_of(tuple[ComponentStatus, ...])
    visits = fields.List(
        fields.Integer(),
        metadata=about(
            "About how often a game brings each player back, for each number of players from the lowest on; empty "
            "if not measured."
        ),
    )
    visits_ordered = fields.List(
        fields.Integer(),
        metadata=about("The same for players who use standing orders where they can; empty for a title without them."),
    )
    lesson = fields.Boolean(metadata=about("Whether there is a lesson with the first moves of a game."))


class ComputerKind(ResponseSchema):
    """A kind of computer player, and how it plays, in the reader's language."""

    id = fields.String()
    text = fields.String()
    level = fields.Integer(
        allow_none=True,
        metadata=about("Its level, from 0 on, each stronger than the one before; null for one without a level."),
    )


class RulebooksResponse(ResponseSchema):
    """All titles, and all kinds of computer players."""

    rulebooks = fields.List(fields.Nested(Title))
    computers = fields.List(fields.Nested(ComputerKind))


class RuleChapter(ResponseSchema):
    """A chapter of a title's rules: its text, and the numbers of its rules."""

    title = fields.String()
    level = fields.Integer(metadata=about("1: the whole title; 2: a chapter; 3 and more: a part of the one before."))
    words = fields.List(
        fields.String(),
        metadata=about("Paragraphs, with `code`, **strong** and *emphasis*; a list or table has a line for each row."),
    )
    rules = fields.List(fields.String())
    example = fields.String(allow_none=True, metadata=about("The rule that the chapter has an example for."))


class ExampleResponse(ResponseSchema):
    """An example: its viewer, and its frames; the first has the whole state."""

    viewer = viewer_field()
    frames = fields.List(AnyOf(FullFrame, PatchFrame))


class RulebookResponse(Title):
    """A title with its rules by number and in chapters, and the fields of each of its moves by the move's type.

    The rules of all titles (`G1` and following) are included, in the last chapters.
    """

    rules = fields.Dict(keys=fields.String(), values=fields.String())
    rules_language = fields.String(metadata=about("The language of the rules: yours, if they are translated."))
    chapters = fields.List(fields.Nested(RuleChapter))
    moves = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))


class InsteadOf(ResponseSchema):
    """The text for moves with these fields, which are not the answer."""

    having = fields.Dict(
        keys=fields.String(), metadata=about("Some of a move's own fields, or its type; none: any move.")
    )
    text = fields.String()


class LessonTask(ResponseSchema):
    """The reader's task: all legal moves, and the one with which the lesson continues."""

    text = fields.String()
    moves = fields.List(fields.Nested(LegalMove))
    answer = AnyOf({"$ref": "#/components/schemas/Move"})
    instead = fields.List(fields.Nested(InsteadOf), metadata=about("The first that fits is shown; one always does."))


class LessonStep(ResponseSchema):
    """The text beside the table at this position."""

    position = position_field()
    text = fields.String()
    task = fields.Nested(LessonTask, allow_none=True)


class LessonResponse(ResponseSchema):
    """A title's lesson: its steps, and the part of a record that they show, as its reader's seat sees it."""

    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    seat = fields.Integer()
    steps = fields.List(fields.Nested(LessonStep))
    frames = fields.List(AnyOf(FullFrame, PatchFrame))


class PublishedKey(ResponseSchema):
    """One of the server's keys, and its succession from the one before; null for the first."""

    key = key_field()
    succession = fields.Nested(Succession, allow_none=True)


class KeysResponse(ResponseSchema):
    """The server's signature: the origin, the current key, and all keys from the first on."""

    origin = fields.String(metadata=about("The server's origin."))
    key = key_field()
    keys = fields.List(fields.Nested(PublishedKey))


class LiveResponse(ResponseSchema):
    """The process is running."""

    status = fields.String(validate=validate.Equal("alive"))
    version = fields.String(metadata=about("The version of Stele that this process runs."))


class ReadyResponse(ResponseSchema):
    """A move can be recorded."""

    status = fields.String(
        validate=validate.OneOf(("ready", "degraded")),
        metadata=about("`degraded`: a server of a cluster is down, and only the games on the others go on."),
    )
    notes = fields.List(
        fields.String(),
        metadata=about(
            "Settings of the record's server with which it could lose moves; a missing worker, or a missing "
            "search process that games wait for."
        ),
    )
