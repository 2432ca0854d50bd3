"""Tournament schemas."""

from typing import ClassVar, get_args

from marshmallow import fields, validate

from api.schemas.chat import KnownPlayer
from api.schemas.clocks import pace_field
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import options_field
from api.schemas.requests import PACE, about
from services.community.pairing import Kind
from services.community.tournaments import MOST_ROUNDS, Status

LONGEST_NAME = 80


class NewTournament(Strict):
    """A tournament to be opened. The server opens its games, and takes seats for missing players."""

    name = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_NAME))
    rulebook = fields.String(required=True, validate=validate.Length(max=64))
    size = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=2, max=12),
        metadata=about("The number of players at a table."),
    )
    kind = fields.String(
        load_default="round_robin",
        validate=validate.OneOf(get_args(Kind)),
        metadata=about("round_robin: until all have met; swiss: players with similar standings meet."),
    )
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata=about("The title's own options, by name."))
    pace = PACE
    rated = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata=about("Whether its games are rated; that needs a clock that ends them."),
    )


class Start(Strict):
    """The start of a tournament."""

    rounds = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(min=0, max=MOST_ROUNDS),
        metadata=about("The number of rounds; 0: the number that its kind needs."),
    )


class ShownStanding(ResponseSchema):
    """A player's standing: 1 point for a game won, 0 for the last place or a forfeit, equal steps between.

    With two at a table a rest is a full point in a Swiss tournament; in a round robin only in place of a game against a
    player who has left or is suspended. With more at a table, and by the first rules, it is 1/2.
    """

    player = fields.Nested(KnownPlayer)
    place = fields.Integer()
    points = fields.Float()
    opponents = fields.Float(
        metadata=about(
            "The tie-break: the points of their opponents (Buchholz); in a round robin of two at a table those of "
            "beaten opponents, and half of drawn ones (Sonneborn-Berger)."
        )
    )
    games = fields.Integer()
    left = fields.Boolean()
    struck = fields.Boolean(
        metadata=about("Whether they left before playing half of their games, so that none of their results count.")
    )


class ShownTable(ResponseSchema):
    """A game of a round: its players in the order of their seats, and their places when it is over."""

    game = fields.String()
    players = fields.List(fields.Nested(KnownPlayer))
    places = fields.List(
        fields.Integer(), allow_none=True, metadata=about("Null while the game runs; empty: it has no result.")
    )
    forfeited = fields.List(fields.Integer(), metadata=about("The seats whose players forfeited the game."))


class ShownRound(ResponseSchema):
    """A round: its tables, its resting players, and those absent because they were suspended."""

    tables = fields.List(fields.Nested(ShownTable))
    resting = fields.List(fields.Nested(KnownPlayer))
    absent = fields.List(fields.Nested(KnownPlayer))


class ListedTournament(ResponseSchema):
    """A tournament."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("pace",)

    id = fields.String()
    name = fields.String()
    organiser = fields.Nested(KnownPlayer)
    rulebook = fields.String(metadata=about("The title's id."))
    title = fields.String()
    size = fields.Integer(metadata=about("The number of players at a table."))
    kind = fields.String(validate=validate.OneOf(get_args(Kind)))
    options = options_field()
    pace = pace_field()
    rated = fields.Boolean(metadata=about("Whether its games are rated."))
    status = fields.String(validate=validate.OneOf(get_args(Status)))
    rounds = fields.Integer(metadata=about("The number of rounds; 0 before the start."))
    played = fields.Integer(metadata=about("The number of rounds that have begun."))
    players = fields.Integer(metadata=about("The number of players."))
    created_at = fields.DateTime()
    entered = fields.Boolean(metadata=about("Whether you play in it."))


class TournamentResponse(ListedTournament):
    """A tournament, its standings and its rounds."""

    standings = fields.List(fields.Nested(ShownStanding))
    made = fields.List(fields.Nested(ShownRound))


class TournamentsResponse(ResponseSchema):
    """Tournaments, newest first."""

    tournaments = fields.List(fields.Nested(ListedTournament))
