"""Statistics schemas: counts over a title's finished games, the facts of each game, and the answers in a position."""

from typing import Annotated, Any, Literal

from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Maybe, Query, Shown, Time, TrueOrFalse, about
from api.schemas.records import PointsUnit
from api.schemas.requests import Invited

People = Annotated[TrueOrFalse, about("`true`: only games between people, without computer players and bots.")]


class WhichGames(Query):
    """The requested games of a title."""

    players: Annotated[
        int | None, validate.Range(min=1, max=12), about("The number of players; by default the one with most games.")
    ] = None
    people: People = False
    format: Annotated[
        Literal["json", "jsonl"], about("`jsonl`: the facts of all counted games, with any players, one game a line.")
    ] = "json"


class AtPosition(Invited):
    """The requested position of a game."""

    at: Annotated[str | None, about("A position (`17-2`), an action (`17`: all of it) or a time (RFC 3339).")] = None
    people: People = False


class GamesWithPlayers(Shown):
    """The number of counted games with this number of players."""

    players: int
    games: int


class SeatWins(Shown):
    """How often a seat was in first place, alone or shared."""

    seat: int
    wins: int


class ValueCount(Shown):
    """How often a value occurred, and how often its seat won."""

    value: int | None
    number: int
    wins: int


class GamesWithValue(Shown):
    """The number of games with this value."""

    value: int
    games: int


class AnswerCount(Shown):
    """An answer, how often it was given, and how often its seat won."""

    text: str
    number: int
    wins: int


class OpeningCount(AnswerCount):
    """A first answer, and a finished game to show its board; without one if no recent game had it."""

    game: Maybe[str] = UNSET
    action: Maybe[Annotated[int, about("The number of the answer's action in the game.")]] = UNSET


class CountedThing(Shown):
    """A title's counts of one thing, in one round (0: in any)."""

    which: Annotated[str, about("Its name in the reader's language.")]
    id: Annotated[str, about("Its name in the exported facts.")]
    round: int
    number: int
    wins: Annotated[int, about("How often its seat won the game.")]
    average: float | None
    values: list[ValueCount]


class CountedTopic(Shown):
    """A table of the title's own numbers."""

    id: str
    label: str
    of: Annotated[str, about("The heading of what is counted.")]
    unit: Annotated[str, about("The heading of its values; empty: it has none.")]
    wins: Annotated[bool, about("Whether it tells how often the seat won; if not, `wins` below say nothing.")]
    entries: list[CountedThing]


class StatisticsResponse(Shown, kw_only=True):
    """Statistics of all public finished games of a title with a number of players.

    Games that were resigned, agreed or adjudicated count as games and for wins; the distributions of points, length and
    days are those of the `complete` games, played to the end of their rules.
    """

    rulebook: str
    title: str
    unit: Maybe[PointsUnit] = UNSET
    players: int
    people: bool
    current: Annotated[bool, about("Whether all games that have ended are counted; if not, ask again soon.")]
    demonstration: Annotated[
        bool, about("Whether only the server's demonstration game is counted, because no other one is finished.")
    ]
    available: Annotated[list[GamesWithPlayers], about("The numbers of players with counted games.")]
    games: int
    complete: int
    seats: list[SeatWins]
    points: Annotated[list[ValueCount], about("Of all seats, ascending; empty for a title without points.")]
    actions: Annotated[list[GamesWithValue], about("The number of answers in a game, ascending.")]
    days: Annotated[list[GamesWithValue], about("The length in whole days, ascending.")]
    openings: Annotated[list[OpeningCount], about("The most frequent first answers of the players.")]
    topics: list[CountedTopic]


class PositionStatisticsResponse(Shown):
    """The answers in the same situation in all counted games; none if there are fewer than five games."""

    game: str
    position: str
    compared: Annotated[bool, about("Whether this title compares this position, and a player was asked.")]
    games: Annotated[int, about("The number of games in which it occurred.")]
    answers: Annotated[list[AnswerCount], about("The most frequent first.")]


class SeatEnd(Shown):
    """One seat's end of a game."""

    place: int
    points: Annotated[int | None, about("Null for a title without points.")]
    person: Annotated[bool, about("Whether a person had the seat, or a computer player.")]


class FactLine(Shown):
    """A fact of a game, as its title counts it."""

    topic: str
    which: str
    seat: int | None
    value: int | None
    round: int


class GameFactsLine(Shown):
    """The facts of one game. It names no player."""

    game: str
    rulebook: str
    started_at: Time
    ended_at: Time
    actions: int
    people: bool
    complete: bool
    options: Annotated[dict[str, Any], about("The title's own options.")]
    seats: list[SeatEnd]
    facts: list[FactLine]
