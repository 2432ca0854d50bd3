"""Puzzle schemas: puzzles, the daily ones, and answers to them."""

from typing import Annotated, Any, Literal

from marshmallow import fields, validate
from msgspec import UNSET

from api.schemas.from_structs import Body, Maybe, Query, Shown, TrueOrFalse, about
from api.schemas.records import LegalMove, MoveNumber, Position, State

MOST_PER_PAGE = 20


class PuzzlePage(Query):
    """The requested page of a title's puzzles, or today's puzzles."""

    title: Annotated[str | None, about("The title's id. Only with `daily` it may be missing: then all titles.")] = None
    daily: Annotated[TrueOrFalse, about("Today's puzzles, which are one page.")] = False
    cursor: Annotated[
        str,
        validate.Regexp(r"^[0-9]{1,6}$(?!\n)", error="Must be a cursor that this call gave."),
        about("`next` of the previous page."),
    ] = "0"
    limit: Annotated[int, validate.Range(min=1, max=MOST_PER_PAGE)] = 10


class NewAttempt(Body):
    """An answer to a puzzle."""

    move: Annotated[dict[str, Any], about("One of the puzzle's moves: its type and its own fields.")]


class PuzzleSummary(Shown):
    """A puzzle, and how often players have solved it at once."""

    id: str
    rulebook: Annotated[str, about("The title's id.")]
    title: str
    players: Annotated[int, about("The number of players of its game.")]
    seat: Annotated[int, about("The seat that is to move.")]
    difficulty: Annotated[
        Literal["easy", "medium", "hard"] | None,
        about("By the share of players who solved it; null while too few have tried."),
    ]
    tried: Annotated[int, about("The number of signed-in players who have tried it.")]
    solved: Annotated[int, about("The number of those who solved it with their first answer.")]
    yours: Annotated[bool | None, about("Whether your first answer was right; null before it, or without an account.")]


class ListedPuzzle(PuzzleSummary):
    """A puzzle in a list."""

    streak: Maybe[
        Annotated[
            int,
            about(
                "Of a puzzle of the day: the number of consecutive days, up to now, whose puzzle you solved with your "
                "first answer."
            ),
        ]
    ] = UNSET


class PuzzlesResponse(Shown):
    """A page of a title's puzzles, newest first, or the puzzles of the day; a title without puzzles has none."""

    puzzles: list[ListedPuzzle]
    next: Annotated[str | None, about("The cursor of the next page; null on the last.")]
    day: Maybe[Annotated[str, fields.Date(), about("The day of the puzzles of the day, in UTC.")]] = UNSET


class PuzzleMove(Query):
    """The requested move."""

    move: MoveNumber = None


class PuzzleResponse(PuzzleSummary):
    """A puzzle: the state as its seat saw it, without the players' names, and all legal moves."""

    state: State
    moves: list[LegalMove]
    following: Annotated[str | None, about("The id of another puzzle of this title; null: none.")]


class PuzzlePreview(Shown):
    """The state after one of the puzzle's moves, as far as its seat can know it.

    It is not `complete` if a random draw, another player's secret or another player's answer decides how the move ends.
    """

    state: State
    complete: bool


class AttemptResponse(Shown):
    """The result of an answer, and the solution."""

    solved: bool
    best: LegalMove
    gain: Annotated[
        float,
        validate.Range(min=0, max=1),
        about("By how much the best move raises the chance to win above the second best."),
    ]
    counts: Annotated[bool, about("Whether this was your first answer to this puzzle, with an account.")]
    streak: Annotated[int | None, about("As in the daily puzzles; null if it is not today's.")]
    game: Annotated[str, about("The game that the puzzle comes from.")]
    position: Annotated[Position, about("The position of the move that was played there.")]
