"""Response schemas: players, games and titles."""

from typing import Annotated, Any, Literal

import msgspec
from marshmallow import validate
from msgspec import UNSET

from api.schemas.clocks import Deadlines, GamePace, PauseAgreed, Paused
from api.schemas.from_structs import Maybe, Shown, Time, about
from api.schemas.records import (
    AnyStep,
    Digest,
    GameReferee,
    GameStatus,
    Key,
    LegalMove,
    Move,
    Options,
    PointsUnit,
    Position,
    Succession,
    TakenSeat,
    Teams,
    ToAct,
    Unit,
    ViewerShown,
)
from domain.proposals.events import Ending
from domain.rulebook import ComponentStatus, Option, Result


class PlayerResponse(Shown):
    """A player."""

    id: str
    name: str
    owner: Maybe[Annotated[str, about("Only for bots: the owner's id.")]] = UNSET


class FoundPlayersResponse(Shown):
    """The players that a search has found."""

    players: list[PlayerResponse]


class NewPlayerResponse(Shown):
    """A new player and the token, which is shown only this once; without a token if a session was requested."""

    player: PlayerResponse
    token: Maybe[str] = UNSET


class AnySeat(TakenSeat):
    """A seat, taken or not."""

    reserved: Maybe[Annotated[str, about("Only for a free seat: the id of the player it is reserved for (G21).")]] = (
        UNSET
    )
    reserved_name: Maybe[
        Annotated[
            str | None,
            about("Only in the summary of one game: that player's name, or null if their account was deleted."),
        ]
    ] = UNSET
    reserved_until: Maybe[
        Annotated[
            Time, about("Only in the summary of one game, except a tournament's: when it becomes open to all players.")
        ]
    ] = UNSET


class Import(Shown):
    """The time of a game's import, and its signer; empty if unsigned. The game was not played here."""

    at: Time
    origin: Annotated[str, about("The name of the signing server, as it calls itself.")]
    key: Annotated[str, about("The public key that signed it, in base64.")]


class Origin(Shown):
    """The game and the position from which an analysis game was copied."""

    game: str
    position: Position
    seen_by: Maybe[
        Annotated[
            int,
            about("If that game was still running: the seat whose view was copied; the rest was dealt again (G26)."),
        ]
    ] = UNSET


class ShownTakeBack(Shown):
    """A requested take-back (G20)."""

    seat: Annotated[int, about("The player whose last move it concerns.")]
    position: Position
    agreed: list[int]
    waits_for: Annotated[list[int], about("The seats that have not agreed yet.")]


class ShownEnd(Shown):
    """A proposed end of the game (G23)."""

    seat: Annotated[int, about("Who proposes it.")]
    kind: Ending
    agreed: list[int]
    waits_for: Annotated[list[int], about("The seats that have not agreed yet.")]


class ShownBounds(Shown):
    """The rating bounds of a game's free seats; null: no bound."""

    least: int | None
    most: int | None


class ListedGame(Shown, kw_only=True):
    """The public summary of a game."""

    id: str
    rulebook: Annotated[str, about("The title's id.")]
    title: str
    players: Annotated[int, about("How many play.")]
    options: Options
    private: bool
    status: GameStatus
    seats: list[AnySeat]
    free_seats: int
    position: Position
    digest: Digest
    commitment: Annotated[
        Digest, about("The SHA-256 of the key of the game's random draws, published before any seat was taken.")
    ]
    to_act: ToAct
    points: Annotated[list[int] | None, about("Seat by seat; null before the start, and for a title without points.")]
    unit: Maybe[PointsUnit] = UNSET
    teams: Maybe[Teams] = UNSET
    result: Result | None
    deadlines: Deadlines
    pace: Maybe[GamePace] = UNSET
    paused: Maybe[Paused] = UNSET
    pause_agreed: Maybe[PauseAgreed] = UNSET
    created_at: Time
    updated_at: Time
    imported: Maybe[Annotated[Import, about("Only for an imported game: no player here has a seat in it.")]] = UNSET
    signed: Maybe[Annotated[bool, about("In signed games only: persons sign all their moves (G10).")]] = UNSET
    signing: Maybe[
        Annotated[
            Literal["1", "2"], about("The scheme of players' signatures; docs/reference/records.md describes both.")
        ]
    ] = UNSET
    strict: Maybe[Annotated[bool, about("In strict games only: players commit to a nonce when joining (G9).")]] = UNSET
    to_open: Maybe[
        Annotated[list[int], about("In strict games only: the seats whose nonces are missing for the start.")]
    ] = UNSET
    referee: Maybe[GameReferee] = UNSET
    fork: Maybe[
        Annotated[Origin, about("In analysis games only: the game and position it was copied from (G16, G26).")]
    ] = UNSET
    take_back: Maybe[Annotated[ShownTakeBack, about("Only while a take-back is requested.")]] = UNSET
    proposed_end: Maybe[Annotated[ShownEnd, about("Only while an end is proposed.")]] = UNSET
    rated: Maybe[Annotated[bool, about("Only in rated games.")]] = UNSET
    ratings: Maybe[Annotated[ShownBounds, about("Only in games with rating bounds.")]] = UNSET
    called_off: Maybe[Annotated[str, about("Why the operator called the game off (G27); missing otherwise.")]] = UNSET
    aborted_by: Maybe[
        Annotated[int, about("The seat whose player called the game off after a draw (G6); missing otherwise.")]
    ] = UNSET
    disputed: Maybe[Annotated[list[int], about("The numbers of the open disputes; missing if there are none.")]] = UNSET


class StandingOrder(Shown):
    """A standing order of yours, as it was placed, and in the reader's language."""

    guard: str
    when: str
    note: str
    moves: list[Annotated[dict[str, Any], about("The title's own: a command in full, with named places.")]]
    text: str


class DroppedOrder(StandingOrder):
    """An order that did not apply when its seat was asked, and was dropped."""

    position: Annotated[Position, about("The position at which its seat was asked.")]
    reason: Annotated[Literal["guard", "moves"], about("The condition that was not met.")]


class OrdersResponse(Shown):
    """A seat's standing orders, and notices of dropped ones, for its player only."""

    orders: list[StandingOrder]
    notices: Annotated[list[DroppedOrder], about("Shown until orders are placed or deleted.")]


class Loss(Shown):
    """Data of a game that was lost on this server; the operator has accepted that the game continues without it."""

    lost: Annotated[str, about("The game's former position; empty if unknown.")]
    kept: Annotated[str, about("The position from which it went on.")]
    accepted_at: Time


class TournamentOfGame(Shown):
    """The tournament of a game."""

    id: str
    name: str
    round: Annotated[int, about("The number of its round, from 1.")]


class GameResponse(ListedGame, kw_only=True):
    """The summary of a game, with the caller's own data."""

    tournament: Maybe[Annotated[TournamentOfGame, about("The tournament to which it belongs, if any.")]] = UNSET

    loss: Maybe[Loss] = UNSET
    your_seat: int | None
    previous: Maybe[
        Annotated[
            str, about("The SHA-256 of your last signed text in this game, which the next one must name, or `first`.")
        ]
    ] = UNSET
    invite: Maybe[
        Annotated[str, about("The invitation of a private game, for its players and the caller who opens it.")]
    ] = UNSET


class GamesResponse(Shown):
    """One page of games, and the cursor of the next."""

    games: list[ListedGame]
    next: str | None


class PlayerNumbers(Shown):
    """A title's numbers of players."""

    min: int
    max: int


class Title(Shown):
    """A title: the options for a new game, and how certain its component data is."""

    id: str
    title: str
    designer: str
    publisher: str
    year: int
    players: PlayerNumbers
    unit: Annotated[Unit | None, about("What its players' points count; null: it has no points.")]
    teams: Annotated[
        list[list[int]], about("The team of each seat, once for each number of players who play in teams.")
    ]
    options: tuple[Option, ...]
    components: tuple[ComponentStatus, ...]
    visits: Annotated[
        list[int],
        about(
            "About how often a game brings each player back, for each number of players from the lowest on; empty "
            "if not measured."
        ),
    ]
    visits_ordered: Annotated[
        list[int], about("The same for players who use standing orders where they can; empty for a title without them.")
    ]
    lesson: Annotated[bool, about("Whether there is a lesson with the first moves of a game.")]


class ComputerKind(Shown):
    """A kind of computer player, and how it plays, in the reader's language."""

    id: str
    text: str
    level: Annotated[
        int | None, about("Its level, from 0 on, each stronger than the one before; null for one without a level.")
    ]


class RulebooksResponse(Shown):
    """All titles, and all kinds of computer players."""

    rulebooks: list[Title]
    computers: list[ComputerKind]


class RuleChapter(Shown):
    """A chapter of a title's rules: its text, and the numbers of its rules."""

    title: str
    level: Annotated[int, about("1: the whole title; 2: a chapter; 3 and more: a part of the one before.")]
    words: Annotated[
        list[str], about("Paragraphs, with `code`, **strong** and *emphasis*; a list or table has a line for each row.")
    ]
    rules: list[str]
    example: Annotated[str | None, about("The rule that the chapter has an example for.")]


class ExampleResponse(Shown):
    """An example: its viewer, and its steps; the first has the whole state."""

    viewer: ViewerShown = msgspec.field(name="as")
    steps: list[AnyStep]


class RulebookResponse(Title):
    """A title with its rules by number and in chapters, and the fields of each of its moves by the move's type.

    The rules of all titles (`G1` and following) are included, in the last chapters.
    """

    rules: dict[str, str]
    rules_language: Annotated[str, about("The language of the rules: yours, if they are translated.")]
    chapters: list[RuleChapter]
    moves: dict[str, list[str]]


class InsteadOf(Shown):
    """The text for moves with these fields, which are not the answer."""

    having: Annotated[dict[str, Any], about("Some of a move's own fields, or its type; none: any move.")]
    text: str


class LessonTask(Shown):
    """The reader's task: all legal moves, and the one with which the lesson continues."""

    text: str
    moves: list[LegalMove]
    answer: Move
    instead: Annotated[list[InsteadOf], about("The first that fits is shown; one always does.")]


class LessonStep(Shown):
    """The text beside the table at this position."""

    position: Position
    text: str
    task: LessonTask | None


class LessonResponse(Shown):
    """A title's lesson: its steps, and the part of a record that they show, as its reader's seat sees it."""

    rulebook: Annotated[str, about("The title's id.")]
    title: str
    seat: int
    steps: list[LessonStep]
    record: list[AnyStep]


class PublishedKey(Shown):
    """One of the server's keys, and its succession from the one before; null for the first."""

    key: Key
    succession: Succession | None


class KeysResponse(Shown):
    """The server's signature: the origin, the current key, and all keys from the first on."""

    origin: Annotated[str, about("The server's origin.")]
    key: Key
    keys: list[PublishedKey]


class LiveResponse(Shown):
    """The process is running."""

    status: Annotated[str, validate.Equal("alive")]
    version: Annotated[str, about("The version of Stele that this process runs.")]


class ReadyResponse(Shown):
    """A move can be recorded."""

    status: Annotated[
        Literal["ready", "degraded"],
        about("`degraded`: a server of a cluster is down, and only the games on the others go on."),
    ]
    notes: Annotated[
        list[str],
        about(
            "Settings of the database with which it could lose moves; a missing worker, or a missing search "
            "process that games wait for."
        ),
    ]
