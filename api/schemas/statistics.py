"""Statistics schemas: what finished games of a title tell, the facts of each game, and what followed a position."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.from_structs import ResponseSchema
from api.schemas.records import unit_field
from api.schemas.requests import Invited, Query, about


def _people() -> fields.Boolean:
    return fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=about("`true`: only games between people, without computer players and bots."),
    )


class WhichGames(Query):
    """The requested games of a title."""

    players = fields.Integer(
        validate=validate.Range(min=1, max=12),
        metadata=about("The number of players; by default the one with most games."),
    )
    people = _people()


class AtPosition(Invited):
    """The requested position of a game."""

    at = fields.String(metadata=about("A position (`17-2`), an action (`17`: all of it) or a time (RFC 3339)."))
    people = _people()


class GamesWithPlayers(ResponseSchema):
    """The number of counted games with this number of players."""

    players = fields.Integer()
    games = fields.Integer()


class SeatWins(ResponseSchema):
    """How often a seat was in first place, alone or shared."""

    seat = fields.Integer()
    wins = fields.Integer()


class ValueCount(ResponseSchema):
    """How often a value occurred, and how often its seat won."""

    value = fields.Integer(allow_none=True)
    number = fields.Integer()
    wins = fields.Integer()


class GamesWithValue(ResponseSchema):
    """The number of games with this value."""

    value = fields.Integer()
    games = fields.Integer()


class AnswerCount(ResponseSchema):
    """An answer, how often it was given, and how often its seat won."""

    text = fields.String()
    number = fields.Integer()
    wins = fields.Integer()


class CountedThing(ResponseSchema):
    """A title's counts of one thing, in one round (0: in any)."""

    which = fields.String(metadata=about("Its name in the reader's language."))
    id = fields.String(metadata=about("Its name in the exported facts."))
    round = fields.Integer()
    number = fields.Integer()
    wins = fields.Integer(metadata=about("How often its seat won the game."))
    average = fields.Float(allow_none=True)
    values = fields.List(fields.Nested(ValueCount))


class CountedTopic(ResponseSchema):
    """A table of the title's own numbers."""

    id = fields.String()
    label = fields.String()
    of = fields.String(metadata=about("The heading of what is counted."))
    unit = fields.String(metadata=about("The heading of its values; empty: it has none."))
    wins = fields.Boolean(metadata=about("Whether it tells how often the seat won; if not, `wins` below say nothing."))
    entries = fields.List(fields.Nested(CountedThing))


class StatisticsResponse(ResponseSchema):
    """Statistics of all public finished games of a title with a number of players.

    Games that were resigned, agreed or adjudicated count as games and for wins; the distributions of points, length and
    days are those of the `complete` games, played to the end of their rules.
    """

    MAY_MISS: ClassVar[tuple[str, ...]] = ("unit",)

    rulebook = fields.String()
    title = fields.String()
    unit = unit_field()
    players = fields.Integer()
    people = fields.Boolean()
    current = fields.Boolean(metadata=about("Whether all games that have ended are counted; if not, ask again soon."))
    available = fields.List(
        fields.Nested(GamesWithPlayers), metadata=about("The numbers of players with counted games.")
    )
    games = fields.Integer()
    complete = fields.Integer()
    seats = fields.List(fields.Nested(SeatWins))
    points = fields.List(fields.Nested(ValueCount), metadata=about("Of all seats, ascending."))
    actions = fields.List(fields.Nested(GamesWithValue), metadata=about("The number of answers in a game, ascending."))
    days = fields.List(fields.Nested(GamesWithValue), metadata=about("The length in whole days, ascending."))
    openings = fields.List(
        fields.Nested(AnswerCount), metadata=about("The most frequent first answers of the players.")
    )
    topics = fields.List(fields.Nested(CountedTopic))


class PositionStatisticsResponse(ResponseSchema):
    """The answers in the same situation in all counted games; none if there are fewer than five games."""

    game = fields.String()
    position = fields.String()
    compared = fields.Boolean(metadata=about("Whether this title compares this position, and a player was asked."))
    games = fields.Integer(metadata=about("The number of games in which it occurred."))
    answers = fields.List(fields.Nested(AnswerCount), metadata=about("The most frequent first."))


class SeatEnd(ResponseSchema):
    """One seat's end of a game."""

    place = fields.Integer()
    points = fields.Integer()
    person = fields.Boolean(metadata=about("Whether a person had the seat, or a computer player."))


class FactLine(ResponseSchema):
    """A fact of a game, as its title counts it."""

    topic = fields.String()
    which = fields.String()
    seat = fields.Integer(allow_none=True)
    value = fields.Integer(allow_none=True)
    round = fields.Integer()


class GameFactsLine(ResponseSchema):
    """The facts of one game. It names no player."""

    game = fields.String()
    rulebook = fields.String()
    started_at = fields.DateTime()
    ended_at = fields.DateTime()
    actions = fields.Integer()
    people = fields.Boolean()
    complete = fields.Boolean()
    options = fields.Dict(keys=fields.String(), metadata=about("The title's own options."))
    seats = fields.List(fields.Nested(SeatEnd))
    facts = fields.List(fields.Nested(FactLine))
