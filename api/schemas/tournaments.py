"""Tournament schemas."""

from datetime import UTC
from typing import Any, ClassVar, get_args

from marshmallow import fields, missing, validate

from api.schemas.chat import KnownPlayer
from api.schemas.clocks import pace_field
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.records import options_field
from api.schemas.requests import PACE, Query, about, flag
from services.community.pairing import Kind
from services.community.tournament_table import TieBreak
from services.community.tournaments import MOST_PLAYERS, MOST_ROUNDS, Status

LONGEST_NAME = 80


def _rounds(default: Any = None) -> fields.Integer:
    return fields.Integer(
        strict=True,
        load_default=default,
        allow_none=True,
        validate=validate.Range(min=0, max=MOST_ROUNDS),
        metadata=about("The number of rounds; 0: the number that its kind needs. A knock-out always has that number."),
    )


def _most(default: Any = None) -> fields.Integer:
    return fields.Integer(
        strict=True,
        load_default=default,
        allow_none=True,
        validate=validate.Range(min=3, max=MOST_PLAYERS),
        metadata=about("The maximum number of players; others who join wait as substitutes."),
    )


def _begins_at(default: Any = None) -> fields.AwareDateTime:
    return fields.AwareDateTime(
        format="iso",
        default_timezone=UTC,
        load_default=default,
        allow_none=True,
        metadata=about(
            "The time when it starts automatically, or is called off with too few players; without one you start it."
        ),
    )


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
        metadata=about(
            "round_robin: until all have met; swiss: players with similar standings meet; knockout: the winner of a "
            "game for two goes on."
        ),
    )
    options = fields.Dict(keys=fields.String(), load_default=dict, metadata=about("The title's own options, by name."))
    pace = fields.Nested(
        PACE.nested,
        load_default=dict,
        metadata=about("The players' time (G17); by default three days per answer. `outcome` can't be `never`."),
    )
    rated = flag("Whether its games are rated.")
    strict = flag("Whether its games are strict: every player contributes to the luck, or forfeits the game (G9).")
    rounds = _rounds()
    most = _most()
    begins_at = _begins_at()


class TournamentChange(Strict):
    """Changes to a tournament; a missing field changes nothing, and null takes a number or a time away."""

    closed = fields.Boolean(
        truthy={True},
        falsy={False},
        metadata=about("Whether registration is closed, also for substitutes."),
    )
    rounds = _rounds(missing)
    most = _most(missing)
    begins_at = _begins_at(missing)


class TournamentFilter(Query):
    """The filter of the tournaments."""

    player = fields.String(
        validate=validate.Length(max=64), metadata=about("Only the tournaments that this player plays or played in.")
    )


class Start(Strict):
    """The start of a tournament."""

    rounds = _rounds()


class ShownMeeting(ResponseSchema):
    """A cell of the cross table: a game against one opponent."""

    opponent = fields.String(metadata=about("The id of the `player` of the opponent's standing."))
    round = fields.Integer(metadata=about("The number of the round, from 1."))
    game = fields.String()
    points = fields.Float(allow_none=True, metadata=about("Null while the game runs."))


class ShownStanding(ResponseSchema):
    """A player's standing: 1 point for a game won, 0 for the last place or a forfeit, equal steps between.

    With two at a table a rest is a full point in a Swiss tournament; in a round robin only in place of a game against a
    player who has left or is suspended. With more at a table, and by the first rules, it is 1/2. In a knock-out every
    round survived is a point.
    """

    MAY_MISS: ClassVar[tuple[str, ...]] = ("substitute_for",)

    player = fields.Nested(KnownPlayer)
    substitute_for = fields.Nested(
        KnownPlayer, metadata=about("The player who had this place, and these points, at the start.")
    )
    place = fields.Integer()
    points = fields.Float()
    opponents = fields.Float(
        metadata=about(
            "The `tie_break`: the points of their opponents (Buchholz); in a round robin of two at a table those of "
            "beaten opponents, and half of drawn ones (Sonneborn-Berger)."
        )
    )
    games = fields.Integer()
    met = fields.List(fields.Nested(ShownMeeting), metadata=about("Their games, in order: a row of the cross table."))
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


class ScheduledRound(ResponseSchema):
    """A round to come of a round robin of two at a table: who will meet, and who will have a bye."""

    round = fields.Integer(metadata=about("The number of the round, from 1."))
    tables = fields.List(fields.List(fields.Nested(KnownPlayer)))
    resting = fields.List(fields.Nested(KnownPlayer))


class NextGame(ResponseSchema):
    """Your running game in a tournament, or the next one in its schedule."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("game",)

    round = fields.Integer(metadata=about("The number of the round, from 1."))
    game = fields.String(metadata=about("Its id; missing before the round begins."))
    opponents = fields.List(fields.Nested(KnownPlayer))


class ListedTournament(ResponseSchema):
    """A tournament."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("pace", "most", "begins_at", "place")

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
    strict = fields.Boolean(metadata=about("Whether its games are strict (G9)."))
    most = fields.Integer(metadata=about("The maximum number of players, if one is set."))
    begins_at = fields.DateTime(metadata=about("The time when it starts automatically, if one is set."))
    closed = fields.Boolean(metadata=about("Whether registration is closed."))
    rounds = fields.Integer(
        metadata=about("The number of rounds; before the start 0 if it is the number that its kind needs.")
    )
    played = fields.Integer(metadata=about("The number of rounds that have begun."))
    players = fields.Integer(metadata=about("The number of players."))
    created_at = fields.DateTime()
    entered = fields.Boolean(metadata=about("Whether you play in it."))
    waiting = fields.Boolean(metadata=about("Whether you wait for a place in it as a substitute."))
    place = fields.Integer(
        metadata=about("With the filter `player`, in a tournament that is over: the place of this player.")
    )


class TournamentResponse(ListedTournament):
    """A tournament, its standings and its rounds."""

    organises = fields.Boolean(metadata=about("Whether you may change, start and call it off."))
    tie_break = fields.String(
        validate=validate.OneOf(get_args(TieBreak)), metadata=about("How equal points are decided.")
    )
    substitutes = fields.List(fields.Nested(KnownPlayer), metadata=about("The players who wait for a place."))
    next_game = fields.Nested(NextGame, allow_none=True, metadata=about("Null if you have none."))
    standings = fields.List(fields.Nested(ShownStanding))
    schedule = fields.List(fields.Nested(ScheduledRound), metadata=about("The rounds to come, where they are fixed."))
    made = fields.List(fields.Nested(ShownRound))


class TournamentsResponse(ResponseSchema):
    """Tournaments, newest first."""

    tournaments = fields.List(fields.Nested(ListedTournament))
