"""Analysis schemas: an analysis of a finished game, and a verdict on one move."""

from typing import Annotated, Literal

from marshmallow import fields, validate

from api.schemas.from_structs import Body, Shown, about
from api.schemas.records import LegalMove, MoveNumber, Position, State
from api.schemas.requests import Invited


class OneMove(Invited):
    """The requested move."""

    move: MoveNumber = None


class AnalysisPart(Invited):
    """The requested part of an analysis."""

    at: Annotated[
        str | None, about("An action (`17`) or one of its positions (`17-2`): the verdict on the move in it.")
    ] = None


class NewAnalysis(Body):
    """A request for an analysis: an empty object."""


Chance = Annotated[float, fields.Float(), validate.Range(min=0, max=1)]


class Chances(Shown):
    """Each seat's chance to win after an action, whose last position this is."""

    position: Position
    chances: list[Annotated[Chance, about("From 0 to 1.")]]
    luck: Annotated[
        list[Annotated[float, validate.Range(min=-1, max=1)]],
        about("How far the draws of this action moved each seat's chance; 0 without draws."),
    ]
    known: Annotated[
        list[Annotated[Chance, about("From 0 to 1.")]],
        about("Each seat's own chance by what it knew at the time; their sum need not be 1."),
    ]


class JudgedMove(Shown):
    """A move that had alternatives, compared with the best of them.

    `loss` is the loss of its seat's chance to win, with this standard `error`; negative if the best alternative was
    worse. `better` is that alternative if it is certainly better.
    """

    position: Position
    seat: int
    played: LegalMove
    better: LegalMove | None
    lost: Annotated[float, validate.Range(min=-1, max=1)]
    error: Annotated[float, validate.Range(min=0)]
    accuracy: Annotated[
        float, validate.Range(min=0, max=100), about("From 0 to 100, by the chance that it probably lost.")
    ]


class PlayerBalance(Shown):
    """A player's moves that had alternatives, the chance to win that these lost together, and the player's luck."""

    seat: int
    answers: Annotated[int, about("The number of moves judged so far.")]
    lost: Annotated[float, validate.Range(min=0)]
    error: Annotated[float, validate.Range(min=0)]
    accuracy: Annotated[
        float | None,
        validate.Range(min=0, max=100),
        about("The mean accuracy of these moves, from 0 to 100; null before the first."),
    ]
    luck: Annotated[float, about("The sum of chances to win that draws gave this player.")]
    luck_error: Annotated[float, validate.Range(min=0), about("The standard error of `luck`.")]


class TurningPoint(Shown):
    """One of the moves that lost most: `better` would have raised the chance to win by `gain`."""

    position: Position
    seat: int
    played: LegalMove
    better: LegalMove | None
    before: Annotated[Chance, about("The chance to win before it.")]
    after: Annotated[Chance, about("The chance to win after it.")]
    gain: Annotated[Chance, about("How much more often the better move wins; 0 if there is none.")]


class AnalysisResponse(Shown):
    """The progress of the analysis, `done` of `pieces`, and its results so far.

    It is `done`, `under way` (waiting or in progress), or `failed`.
    """

    game: str
    state: Literal["under way", "done", "failed"]
    is_attended: Annotated[bool, about("Whether a process that analyses games is running.")]
    ahead: Annotated[int, about("The number of analyses that come before it.")]
    done: int
    pieces: Annotated[int, about("At most; 0 before the start.")]
    seconds_left: Annotated[
        float | None,
        validate.Range(min=0),
        about("How long it still takes, as busy as the server is now; null before the start."),
    ]
    moments: Annotated[list[Chances], about("In the order of play; those of the end come first.")]
    decisions: Annotated[list[JudgedMove], about("In the order of play, as far as judged.")]
    players: Annotated[list[PlayerBalance], about("Seat by seat.")]
    luck_share: Annotated[
        float | None,
        validate.Range(min=0, max=1),
        about("The share of draws in the variance of the chances; the rest is the moves'. Null if unknown."),
    ]
    turning_points: Annotated[list[TurningPoint], about("The five largest certain losses.")]


class AlternativesResponse(Shown):
    """A decision in a finished game: the state before it as its seat saw it, and the legal moves of that seat."""

    game: str
    action: int
    seat: int
    position: Position
    state: State
    moves: list[LegalMove]


class ChancesSeen(Shown):
    """Each seat's chance to win, from this number of simulated games; 0 of them if the game was over."""

    games: int
    chances: list[Annotated[Chance, about("From 0 to 1.")]]


class Rival(LegalMove):
    """An alternative, and its result compared with the move that was played, with the same deals and draws.

    It would have won `gain` of all games more often, with this standard `error`; less often if it is negative.
    """

    games: Annotated[int, about("The number of games in which each of the two was tried; 0 before the start.")]
    gain: Annotated[float, validate.Range(min=-1, max=1)]
    error: Annotated[float, validate.Range(min=0)]
    is_better: Annotated[bool, about("Whether it would certainly have won more often.")]
    is_settled: Annotated[bool, about("Whether more games would give the same result.")]


class VerdictResponse(Shown):
    """The progress of the verdict, `done` of `pieces`, and its results so far for the move in this action.

    `seat` is null if there is no result yet, or no move was made; without `others` there was no alternative.
    """

    game: str
    action: int
    state: Literal["under way", "done", "failed"]
    is_attended: Annotated[bool, about("Whether a process that judges moves is running.")]
    done: int
    pieces: Annotated[int, about("At most.")]
    seat: int | None
    played: LegalMove | None
    before: ChancesSeen | None
    after: ChancesSeen | None
    others: Annotated[list[Rival], about("The move that a short search prefers.")]
