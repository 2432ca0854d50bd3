"""Game history schemas: a player's finished games, their filters, and the score against each opponent."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema
from api.schemas.records import unit_field
from api.schemas.requests import Query, about
from services.community.game_history import OUTCOMES
from services.community.ladders import MOST_RESULTS

MOST_OPPONENTS = 100


class Score(ResponseSchema):
    """The number of games, and in how many of them the player was ahead, level and behind."""

    games = fields.Integer()
    won = fields.Integer()
    tied = fields.Integer()
    lost = fields.Integer()


class Opponent(Score):
    """A player's score against an opponent. In games of more than two only the places of these two count."""

    player = fields.String(metadata=about("The id of a person or of a kind of computer player."))
    name = fields.String()
    kind = fields.String(metadata=about("`person`, or the kind of computer player."))


class OpponentsResponse(ResponseSchema):
    """A player's opponents, the most frequent first."""

    opponents = fields.List(fields.Nested(Opponent))


class PlayedSeat(ResponseSchema):
    """A seat of a finished game. Its player is the one who had it at the start."""

    player = fields.String(
        allow_none=True, metadata=about("The id of a person or of a kind of computer player; null: a former player.")
    )
    name = fields.String(allow_none=True)
    kind = fields.String(metadata=about("`person`, or the kind of computer player."))
    place = fields.Integer(metadata=about("Players who did not stay are behind all others."))
    points = fields.Integer()
    stayed = fields.Boolean()


class NamedTournament(ResponseSchema):
    """A tournament by its name."""

    id = fields.String()
    name = fields.String()


class PlayedGame(ResponseSchema):
    """A finished game, from the view of one of its players."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("unit",)

    game = fields.String()
    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    unit = unit_field()
    started_at = fields.DateTime()
    ended_at = fields.DateTime()
    outcome = fields.String(
        validate=validate.OneOf(OUTCOMES),
        metadata=about("Compared with the requested opponent; without one, with the best of all others."),
    )
    seats = fields.List(fields.Nested(PlayedSeat))
    rated = fields.Boolean()
    private = fields.Boolean()
    tournament = fields.Nested(NamedTournament, allow_none=True)


class HistoryResponse(ResponseSchema):
    """One page of a player's finished games, newest first, and the score in all games of the filter."""

    score = fields.Nested(Score, metadata=about("In all games of the filter, whatever their outcome."))
    games = fields.List(fields.Nested(PlayedGame))
    next = fields.String(allow_none=True)


class HistoryFilter(Query):
    """The requested games; without parameters, all."""

    rulebook = fields.String(load_default="", validate=validate.Length(max=64), metadata=about("Only this title."))
    opponent = fields.String(
        load_default="",
        validate=validate.Length(max=64),
        metadata=about("Only games against this player: the id of a person or of a kind of computer player."),
    )
    outcome = fields.String(validate=validate.OneOf(OUTCOMES), metadata=about("Only this outcome."))
    tournament = fields.String(
        load_default="", validate=validate.Length(max=64), metadata=about("Only the games of this tournament.")
    )


class HistoryPage(HistoryFilter):
    """The requested page of the games."""

    cursor = fields.String(
        load_default="0",
        validate=validate.Regexp(r"^[0-9]{1,4}$(?!\n)", error="Must be a cursor that this call gave."),
        metadata=about("`next` of the previous page."),
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=MOST_RESULTS))
