"""Rating schemas: profiles, ladders, leaderboards and their queries."""

from typing import Annotated

from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Maybe, Query, Shown, Time, TrueOrFalse, about
from api.schemas.game_history import Opponent
from api.schemas.records import PointsUnit
from api.schemas.responses import PlayerResponse
from services.community.ladders import MOST_PER_PAGE

MOST_RANKED = 10_000
Bots = Annotated[bool, about("Whether it is for games with bots, which have ladders of their own.")]
FormerBots = Annotated[bool, about("Deprecated: the former name of `bots`.")]


class Ladder(Shown):
    """The ladder of a title, for any number of players: of games between persons, or of games with bots."""

    rulebook: Annotated[str, about("The title's id.")]
    title: str
    bots: Bots
    programs: FormerBots


class ShownRating(Shown):
    """A rating, to the nearest ten. In two of three cases the true strength is within the uncertainty."""

    rating: int
    uncertainty: int


class RatingThen(ShownRating):
    """A rating after a game."""

    at: Time
    game: Annotated[str | None, about("The game; null if you may not see it.")]


class PlayerRating(ShownRating):
    """A player's rating on one ladder."""

    provisional: Annotated[
        bool, about("Whether it is based on few games; the leaderboard lists these after the others.")
    ]
    games: Annotated[int, about("The number of rated games.")]


class OwnRating(PlayerRating):
    """A player's rating on one ladder, and its history."""

    rulebook: Annotated[str, about("The title's id.")]
    title: str
    bots: Bots
    programs: FormerBots
    curve: Annotated[list[RatingThen], about("After each of the last games, oldest first.")]


class TitleResults(Shown, kw_only=True):
    """A player's results in all finished games of a title with this number of players, rated or not."""

    rulebook: Annotated[str, about("The title's id.")]
    title: str
    unit: Maybe[PointsUnit] = UNSET
    players: Annotated[int, about("How many play.")]
    finished: int
    places: Annotated[
        list[int], about("For each place, from the first on, the number of games in which it was theirs.")
    ]
    average_place: float
    average_points: Annotated[float | None, about("Null for a title without points.")]


class UsualAnswer(Shown):
    """A player's usual answer time, over the time in which their clock ran or would have run."""

    number: Annotated[int, about("The number of answers in finished games.")]
    within_seconds: Annotated[int | None, about("Half of them came within this time; null if there are too few.")]


class ProfileResponse(Shown, kw_only=True):
    """A player's profile. Private games are included only for the player."""

    id: str
    name: str
    kind: Annotated[str, about("`person`, or the kind of computer player.")]
    owner: Maybe[Annotated[PlayerResponse, about("Only for bots: the owner.")]] = UNSET
    since: Maybe[Annotated[Time, about("The time when the person signed up.")]] = UNSET
    running: Maybe[Annotated[int, about("For persons: the number of running games, counted up to 200.")]] = UNSET
    called_off: Maybe[
        Annotated[int, about("For persons: the games that they called off after a draw, of the last 200.")]
    ] = UNSET
    demonstration: Annotated[
        bool, about("Whether these results are only those of the server's demonstration games: there are no others.")
    ]
    finished: Annotated[int, about("Finished games, of the last thousand, that they played from the start.")]
    stayed: Annotated[
        int,
        about("The number of those in which they stayed: they did not resign, hand over the seat, or run out of time."),
    ]
    answers: UsualAnswer
    titles: list[TitleResults]
    ratings: list[OwnRating]
    opponents: Annotated[
        list[Opponent], about("Yourself first, then the most frequent of the last thousand games; at most 100.")
    ]


class LadderWithBoard(Ladder):
    """A ladder, and the number of players on its leaderboard."""

    ranked: int


class LaddersResponse(Shown):
    """All ladders with rated games."""

    ladders: list[LadderWithBoard]


class RankedPlayer(PlayerRating):
    """A row of a leaderboard."""

    place: int
    player: Annotated[str, about("The id of a person or of a kind of computer player.")]
    name: str
    kind: Annotated[str, about("`person`, or the kind of computer player.")]


class BotRating(PlayerRating):
    """A bot's rating on one ladder."""

    rulebook: Annotated[str, about("The title's id.")]
    title: str
    bots: Bots
    programs: FormerBots


class ListedBot(Shown):
    """A bot account."""

    id: str
    name: str
    owner: Annotated[PlayerResponse | None, about("Null for an owner who is no longer known.")]
    since: Time
    used_at: Annotated[Time | None, about("The time of its last request, to the hour; null: it has made none.")]
    ratings: list[BotRating]


class BotsResponse(Shown):
    """The bot accounts of this server, by name."""

    bots: list[ListedBot]


class BoardResponse(Ladder):
    """One page of a leaderboard, and the cursor of the next page. Provisional ratings are last."""

    entries: list[RankedPlayer]
    next: str | None


class WhichLadders(Query):
    """The requested ladders."""

    bots: Annotated[
        TrueOrFalse, about("`true`: the ladders for games with bots; by default those for games without.")
    ] = False


class BoardPage(WhichLadders):
    """The requested page of a leaderboard."""

    cursor: Annotated[
        str,
        validate.Regexp(r"^[0-9]{1,4}$(?!\n)", error="Must be a cursor that this call gave."),
        about("`next` of the previous page."),
    ] = "0"
    limit: Annotated[int, validate.Range(min=1, max=MOST_PER_PAGE)] = 50
