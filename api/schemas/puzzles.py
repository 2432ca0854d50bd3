"""Puzzle schemas: puzzles, the daily ones, and answers to them."""

from typing import Annotated, Any, Literal

from marshmallow import fields, validate

from api.schemas.from_structs import Body, Query, Shown, about
from api.schemas.records import LegalMove, Position, State

MOST_PER_PAGE = 20


class WhichDailyPuzzles(Query):
    """The requested daily puzzles."""

    title: Annotated[str | None, about("A title's id; by default the puzzles of all titles.")] = None


class PuzzlePage(Query):
    """The requested page of a title's puzzles."""

    title: Annotated[str, about("The title's id.")]
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


class PuzzlesResponse(Shown):
    """A page of a title's puzzles, newest first."""

    puzzles: list[PuzzleSummary]
    next: Annotated[str | None, about("The cursor of the next page; null on the last.")]


class DailyPuzzle(PuzzleSummary):
    """The puzzle of the day of one title."""

    streak: Annotated[
        int, about("The number of consecutive days, up to now, whose puzzle you solved with your first answer.")
    ]


class DailyPuzzlesResponse(Shown):
    """The puzzles of the day, which are the same for all; a title without puzzles has none."""

    day: Annotated[str, fields.Date(), about("In UTC.")]
    puzzles: list[DailyPuzzle]


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
