"""Puzzle schemas: puzzles, the daily ones, and answers to them."""

from marshmallow import fields, validate

from api.schemas.from_structs import AnyOf, ResponseSchema, Strict
from api.schemas.records import STATE_SCHEMA, LegalMove, position_field
from api.schemas.requests import Query, about

MOST_PER_PAGE = 20


class WhichDailyPuzzles(Query):
    """The requested daily puzzles."""

    title = fields.String(metadata=about("A title's id; by default the puzzles of all titles."))


class PuzzlePage(Query):
    """The requested page of a title's puzzles."""

    title = fields.String(required=True, metadata=about("The title's id."))
    cursor = fields.String(
        load_default="0",
        validate=validate.Regexp(r"^[0-9]{1,6}$(?!\n)", error="Must be a cursor that this call gave."),
        metadata=about("`next` of the previous page."),
    )
    limit = fields.Integer(load_default=10, validate=validate.Range(min=1, max=MOST_PER_PAGE))


class NewAttempt(Strict):
    """An answer to a puzzle."""

    move = fields.Dict(
        keys=fields.String(), required=True, metadata=about("One of the puzzle's moves: its type and its own fields.")
    )


class PuzzleSummary(ResponseSchema):
    """A puzzle, and how often players have solved it at once."""

    id = fields.String()
    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    players = fields.Integer(metadata=about("The number of players of its game."))
    seat = fields.Integer(metadata=about("The seat that is to move."))
    difficulty = fields.String(
        allow_none=True,
        validate=validate.OneOf(("easy", "medium", "hard")),
        metadata=about("By the share of players who solved it; null while too few have tried."),
    )
    tried = fields.Integer(metadata=about("The number of signed-in players who have tried it."))
    solved = fields.Integer(metadata=about("The number of those who solved it with their first answer."))
    yours = fields.Boolean(
        allow_none=True, metadata=about("Whether your first answer was right; null before it, or without an account.")
    )


class PuzzlesResponse(ResponseSchema):
    """A page of a title's puzzles, newest first."""

    puzzles = fields.List(fields.Nested(PuzzleSummary))
    next = fields.String(allow_none=True, metadata=about("The cursor of the next page; null on the last."))


class DailyPuzzle(PuzzleSummary):
    """The puzzle of the day of one title."""

    streak = fields.Integer(
        metadata=about("The number of consecutive days, up to now, whose puzzle you solved with your first answer.")
    )


class DailyPuzzlesResponse(ResponseSchema):
    """The puzzles of the day, which are the same for all; a title without puzzles has none."""

    day = fields.Date(metadata=about("In UTC."))
    puzzles = fields.List(fields.Nested(DailyPuzzle))


class PuzzleResponse(PuzzleSummary):
    """A puzzle: the state as its seat saw it, without the players' names, and all legal moves."""

    state = AnyOf(STATE_SCHEMA)
    moves = fields.List(fields.Nested(LegalMove))
    following = fields.String(allow_none=True, metadata=about("The id of another puzzle of this title; null: none."))


class PuzzlePreview(ResponseSchema):
    """The state after one of the puzzle's moves, as far as its seat can know it.

    It is not `complete` if luck, another player's secret or another player's answer decides how the move ends.
    """

    state = AnyOf(STATE_SCHEMA)
    complete = fields.Boolean()


class AttemptResponse(ResponseSchema):
    """The result of an answer, and the solution."""

    solved = fields.Boolean()
    best = fields.Nested(LegalMove)
    gain = fields.Float(
        validate=validate.Range(min=0, max=1),
        metadata=about("By how much the best move raises the chance to win above the second best."),
    )
    counts = fields.Boolean(metadata=about("Whether this was your first answer to this puzzle, with an account."))
    streak = fields.Integer(allow_none=True, metadata=about("As in the daily puzzles; null if it is not today's."))
    game = fields.String(metadata=about("The game that the puzzle comes from."))
    position = position_field("The position of the move that was played there.")
