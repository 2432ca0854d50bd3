"""Analysis schemas: an analysis of a finished game, and a verdict on one move."""

from marshmallow import fields, validate

from api.schemas.from_structs import AnyOf, ResponseSchema, Strict
from api.schemas.records import STATE_SCHEMA, LegalMove, position_field
from api.schemas.requests import about


class NewAnalysis(Strict):
    """A request for an analysis: an empty object."""


def _chance_field(text: str) -> fields.Float:
    return fields.Float(validate=validate.Range(min=0, max=1), metadata=about(text))


class Chances(ResponseSchema):
    """Each seat's chance to win after an action, whose last position this is."""

    position = position_field()
    chances = fields.List(_chance_field("From 0 to 1."))
    luck = fields.List(
        fields.Float(validate=validate.Range(min=-1, max=1)),
        metadata=about("How far the draws of this action moved each seat's chance; 0 without draws."),
    )
    known = fields.List(
        _chance_field("From 0 to 1."),
        metadata=about("Each seat's own chance by what it knew at the time; their sum need not be 1."),
    )


class JudgedMove(ResponseSchema):
    """A move that had alternatives, compared with the best of them.

    It lost this much of its seat's chance to win, with this standard `error`; less than nothing if the best alternative
    was worse. `better` is that alternative if it is certainly better.
    """

    position = position_field()
    seat = fields.Integer()
    played = fields.Nested(LegalMove)
    better = fields.Nested(LegalMove, allow_none=True)
    lost = fields.Float(validate=validate.Range(min=-1, max=1))
    error = fields.Float(validate=validate.Range(min=0))
    accuracy = fields.Float(
        validate=validate.Range(min=0, max=100), metadata=about("From 0 to 100, by the chance that it probably lost.")
    )


class PlayerBalance(ResponseSchema):
    """A player's moves that had alternatives, the chance to win that these lost together, and the player's luck."""

    seat = fields.Integer()
    answers = fields.Integer(metadata=about("The number of moves judged so far."))
    lost = fields.Float(validate=validate.Range(min=0))
    error = fields.Float(validate=validate.Range(min=0))
    accuracy = fields.Float(
        allow_none=True,
        validate=validate.Range(min=0, max=100),
        metadata=about("The mean accuracy of these moves, from 0 to 100; null before the first."),
    )
    luck = fields.Float(metadata=about("The sum of chances to win that draws gave this player."))
    luck_error = fields.Float(validate=validate.Range(min=0), metadata=about("The standard error of `luck`."))


class TurningPoint(ResponseSchema):
    """One of the moves that lost most: `better` would have raised the chance to win by `gain`."""

    position = position_field()
    seat = fields.Integer()
    played = fields.Nested(LegalMove)
    better = fields.Nested(LegalMove, allow_none=True)
    before = _chance_field("The chance to win before it.")
    after = _chance_field("The chance to win after it.")
    gain = _chance_field("How much more often the better move wins; 0 if there is none.")


class AnalysisResponse(ResponseSchema):
    """The progress of the analysis, `done` of `pieces`, and its results so far.

    It is `done`, `under way` (waiting or in progress), or `failed`.
    """

    game = fields.String()
    state = fields.String(validate=validate.OneOf(("under way", "done", "failed")))
    is_attended = fields.Boolean(metadata=about("Whether a process that analyses games is running."))
    done = fields.Integer()
    pieces = fields.Integer(metadata=about("At most; 0 before the start."))
    moments = fields.List(fields.Nested(Chances))
    decisions = fields.List(fields.Nested(JudgedMove), metadata=about("In the order of play, as far as judged."))
    players = fields.List(fields.Nested(PlayerBalance), metadata=about("Seat by seat."))
    luck_share = fields.Float(
        allow_none=True,
        validate=validate.Range(min=0, max=1),
        metadata=about("The share of draws in the variance of the chances; the rest is the moves'. Null if unknown."),
    )
    turning_points = fields.List(fields.Nested(TurningPoint), metadata=about("The five largest certain losses."))


class AlternativesResponse(ResponseSchema):
    """A decision in a finished game: the state before it as its seat saw it, and the legal moves of that seat."""

    game = fields.String()
    action = fields.Integer()
    seat = fields.Integer()
    position = position_field()
    state = AnyOf(STATE_SCHEMA)
    moves = fields.List(fields.Nested(LegalMove))


class NewVerdict(Strict):
    """A request for a verdict: an empty object."""


class ChancesSeen(ResponseSchema):
    """Each seat's chance to win, from this number of simulated games; 0 of them if the game was over."""

    games = fields.Integer()
    chances = fields.List(_chance_field("From 0 to 1."))


class Rival(LegalMove):
    """An alternative, and its result compared with the move that was played, with the same deals and luck.

    It would have won `gain` of all games more often, with this standard `error`; less often if it is negative.
    """

    games = fields.Integer(
        metadata=about("The number of games in which each of the two was tried; 0 before the start.")
    )
    gain = fields.Float(validate=validate.Range(min=-1, max=1))
    error = fields.Float(validate=validate.Range(min=0))
    is_better = fields.Boolean(metadata=about("Whether it would certainly have won more often."))
    is_settled = fields.Boolean(metadata=about("Whether more games would give the same result."))


class VerdictResponse(ResponseSchema):
    """The progress of the verdict, `done` of `pieces`, and its results so far for the move in this action.

    `seat` is null if there is no result yet, or no move was made; without `others` there was no alternative.
    """

    game = fields.String()
    action = fields.Integer()
    state = fields.String(validate=validate.OneOf(("under way", "done", "failed")))
    is_attended = fields.Boolean(metadata=about("Whether a process that judges moves is running."))
    done = fields.Integer()
    pieces = fields.Integer(metadata=about("At most."))
    seat = fields.Integer(allow_none=True)
    played = fields.Nested(LegalMove, allow_none=True)
    before = fields.Nested(ChancesSeen, allow_none=True)
    after = fields.Nested(ChancesSeen, allow_none=True)
    others = fields.List(fields.Nested(Rival), metadata=about("The move that a short search prefers."))
