"""Game history schemas: a player's finished games, their filters, and the score against each opponent."""

from typing import Annotated, Literal

from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Maybe, Query, Shown, Time, about
from api.schemas.records import PointsUnit
from services.community.game_history import OUTCOMES
from services.community.ladders import MOST_RESULTS

MOST_OPPONENTS = 100


class Score(Shown):
    """The number of games, and in how many of them the player was ahead, level and behind."""

    games: int
    won: int
    tied: int
    lost: int


class Opponent(Score):
    """A player's score against an opponent. In games of more than two only the places of these two count."""

    player: Annotated[str, about("The id of a person or of a kind of computer player.")]
    name: str
    kind: Annotated[str, about("`person`, or the kind of computer player.")]


class PlayedSeat(Shown):
    """A seat of a finished game. Its player is the one who had it at the start."""

    player: Annotated[str | None, about("The id of a person or of a kind of computer player; null: a former player.")]
    name: str | None
    kind: Annotated[str, about("`person`, or the kind of computer player.")]
    place: Annotated[int, about("Players who did not stay are behind all others.")]
    points: Annotated[int | None, about("Null for a title without points.")]
    stayed: bool


class NamedTournament(Shown):
    """A tournament by its name."""

    id: str
    name: str


class PlayedGame(Shown, kw_only=True):
    """A finished game, from the view of one of its players."""

    game: str
    rulebook: Annotated[str, about("The title's id.")]
    title: str
    unit: Maybe[PointsUnit] = UNSET
    started_at: Time
    ended_at: Time
    outcome: Annotated[
        str,
        validate.OneOf(OUTCOMES),
        about("Compared with the requested opponent; without one, with the best of all others."),
    ]
    seats: list[PlayedSeat]
    rated: bool
    private: bool
    tournament: NamedTournament | None


class HistoryResponse(Shown):
    """One page of a player's finished games, newest first, and the score in all games of the filter."""

    score: Annotated[Score, about("In all games of the filter, whatever their outcome.")]
    games: list[PlayedGame]
    next: str | None


class HistoryPage(Query):
    """The requested page of the games; without filters, of all."""

    rulebook: Annotated[str, validate.Length(max=64), about("Only this title.")] = ""
    opponent: Annotated[
        str,
        validate.Length(max=64),
        about("Only games against this player: the id of a person or of a kind of computer player."),
    ] = ""
    outcome: Annotated[str | None, validate.OneOf(OUTCOMES), about("Only this outcome.")] = None
    tournament: Annotated[str, validate.Length(max=64), about("Only the games of this tournament.")] = ""
    format: Annotated[
        Literal["json", "csv"], about("`csv`: all games of the filter in one table for spreadsheets.")
    ] = "json"
    cursor: Annotated[
        str,
        validate.Regexp(r"^[0-9]{1,4}$(?!\n)", error="Must be a cursor that this call gave."),
        about("`next` of the previous page."),
    ] = "0"
    limit: Annotated[int, validate.Range(min=1, max=MOST_RESULTS)] = 50
