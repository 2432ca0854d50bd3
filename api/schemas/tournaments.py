"""Tournament schemas."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from marshmallow import fields, validate
from msgspec import UNSET

from api.schemas.chat import KnownPlayer
from api.schemas.clocks import GamePace
from api.schemas.from_structs import Body, Maybe, Query, Shown, Time, about
from api.schemas.records import Options
from api.schemas.requests import Bound, NewPace
from domain.clocks.availability import DAY, HOUR
from services.community.pairing import Kind
from services.community.reports import LONGEST_REASON
from services.community.tournament_standings import TieBreak
from services.community.tournaments import (
    LONGEST_MESSAGE,
    MOST_ADVANCING,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    RepairKind,
    Seeding,
    Status,
    TournamentForm,
)

LONGEST_NAME = 80


Rounds = Annotated[
    int,
    validate.Range(min=0, max=MOST_ROUNDS),
    about("The number of rounds; 0: the number that its kind needs. A knock-out always has that number."),
]
Most = Annotated[
    int,
    validate.Range(min=3, max=MOST_PLAYERS),
    about("The maximum number of players; others who join wait as substitutes."),
]
BeginsAt = Annotated[
    datetime,
    fields.AwareDateTime(format="iso", default_timezone=UTC),
    about("The time when it starts automatically, or is called off with too few players; without one you start it."),
]


Name = Annotated[str, validate.Length(min=1, max=LONGEST_NAME)]
Wait = Annotated[
    int,
    validate.Range(min=HOUR, max=14 * DAY),
    about(
        "How long a game waits for its players, in milliseconds, without outages and their vacations; by default as "
        "long as for an answer, at most two days."
    ),
]


class NewTournamentForm(Body):
    """The form of a tournament, see `TournamentForm`; a missing field has its default."""

    seeding: Seeding = "lot"
    cycles: Annotated[int, validate.Range(min=1, max=2)] = 1
    third_place: bool = False
    round_limit: Annotated[int, validate.Range(min=0, max=90 * DAY)] = 0
    least_rating: Bound | None = None
    most_rating: Bound | None = None
    by_invitation: bool = False
    groups: Annotated[int, validate.Range(min=0, max=MOST_GROUPS)] = 0
    advancing: Annotated[int, validate.Range(min=1, max=MOST_ADVANCING)] = 2


Invited = Annotated[
    list[Annotated[str, validate.Length(max=40)]],
    validate.Length(max=MOST_PLAYERS),
    about("The names of all players who may join by invitation; the new ones are notified."),
]


class NewTournament(Body):
    """A tournament to be opened. The server opens its games, and takes seats for missing players."""

    name: Name
    rulebook: Annotated[str, validate.Length(max=64)]
    size: Annotated[int, validate.Range(min=2, max=12), about("The number of players at a table.")]
    kind: Annotated[
        Kind,
        about(
            "round_robin: until all have met; swiss: players with similar standings meet; knockout: the winner of a "
            "game for two goes on; groups: all players of a group meet, then its first go on to a knock-out."
        ),
    ] = "round_robin"
    options: Annotated[dict[str, Any], about("The title's own options, by name.")] = msgspec.field(default_factory=dict)
    pace: Annotated[
        dict[str, Any],
        fields.Nested(NewPace),
        about("The players' time (G17); by default three days per answer. `outcome` can't be `never`."),
    ] = msgspec.field(default_factory=dict)
    rated: Annotated[bool, about("Whether its games are rated.")] = False
    strict: Annotated[
        bool, about("Whether its games are strict: every player contributes to the draws, or forfeits the game (G9).")
    ] = False
    rounds: Rounds | None = None
    most: Most | None = None
    begins_at: BeginsAt | None = None
    wait: Wait | None = None
    form: NewTournamentForm | None = None


class TournamentChange(Body):
    """Changes to a tournament; a missing field changes nothing, and null takes a number or a time away."""

    closed: Maybe[Annotated[bool, about("Whether registration is closed, also for substitutes.")]] = UNSET
    rounds: Maybe[Rounds | None] = UNSET
    most: Maybe[Most | None] = UNSET
    begins_at: Maybe[BeginsAt | None] = UNSET
    wait: Maybe[Wait | None] = UNSET
    name: Maybe[Name] = UNSET
    pace: Maybe[Annotated[dict[str, Any], fields.Nested(NewPace), about("The players' time (G17).")]] = UNSET
    rated: Maybe[Annotated[bool, about("Whether its games are rated.")]] = UNSET
    form: Maybe[NewTournamentForm] = UNSET
    invited: Maybe[Invited] = UNSET
    status: Maybe[Annotated[Literal["running", "called off"], about("Start it, or call it off.")]] = UNSET
    reason: Annotated[
        str,
        validate.Length(max=LONGEST_REASON),
        about("Why another player's tournament is called off, for the operators' log."),
    ] = ""


class TournamentRepair(Body):
    """A repair of a game of a tournament.

    `play-again`: a game of the last round that is over is played again, and its first result no longer counts; this
    also reopens a tournament that is over. `decide`: the game counts with these places, whatever its record says, and
    can be decided again. `more-time`: a game of the last round waits longer for its players. Where the next round would
    change and none of its games is over, that round is called off and paired again.
    """

    kind: RepairKind
    game: Annotated[str, validate.Length(max=64)]
    reason: Annotated[str, validate.Length(min=1, max=LONGEST_REASON), about("What its players read.")]
    places: Annotated[
        list[Annotated[int, validate.Range(min=0)]] | None,
        validate.Length(max=12),
        about("For `decide`: the place of each seat, from 1; equal players share one, and 0 is a forfeit."),
    ] = None
    longer: Annotated[
        int | None,
        validate.Range(min=HOUR, max=14 * DAY),
        about("For `more-time`: how much longer the game waits, in milliseconds."),
    ] = None


class TournamentFormat(Query):
    """The requested format."""

    format: Annotated[
        Literal["json", "csv", "trf"],
        about("`csv`: the standings for spreadsheets; `trf`: TRF16, for tournament programs."),
    ] = "json"


class TournamentFilter(Query):
    """The filter of the tournaments."""

    player: Annotated[
        str | None, validate.Length(max=64), about("Only the tournaments that this player plays or played in.")
    ] = None


class NewTournamentMessage(Body):
    """A message to all players and substitutes of a tournament."""

    text: Annotated[str, validate.Length(min=1, max=LONGEST_MESSAGE)]


class ShownMeeting(Shown):
    """A cell of the cross table: a game against one opponent."""

    opponent: Annotated[str, about("The id of the `player` of the opponent's standing.")]
    round: Annotated[int, about("The number of the round, from 1.")]
    game: str
    points: Annotated[float | None, about("Null while the game runs.")]


class ShownStanding(Shown, kw_only=True):
    """A player's standing: 1 point for a game won, 0 for the last place or a forfeit, equal steps between.

    With two at a table a rest is a full point in a Swiss tournament; in a round robin only in place of a game against a
    player who has left or is suspended. With more at a table, and by the first rules, it is 1/2. In a knock-out every
    round survived is a point.
    """

    player: KnownPlayer
    substitute_for: Maybe[
        Annotated[KnownPlayer, about("The player who had this place, and these points, at the start.")]
    ] = UNSET
    place: int
    points: float
    opponents: Annotated[
        float,
        about(
            "The `tie_break`: the points of their opponents (Buchholz); in a round robin of two at a table those of "
            "beaten opponents, and half of drawn ones (Sonneborn-Berger)."
        ),
    ]
    games: int
    met: Annotated[list[ShownMeeting], about("Their games, in order: a row of the cross table.")]
    left: bool
    group: Maybe[Annotated[int, about("The number of their group, from 1. Its games alone count for the points.")]] = (
        UNSET
    )
    group_place: Maybe[Annotated[int, about("Their place in the group.")]] = UNSET
    struck: Annotated[
        bool, about("Whether they left before playing half of their games, so that none of their results count.")
    ]


class ShownTable(Shown):
    """A game of a round: its players in the order of their seats, and their places when it is over."""

    game: str
    players: list[KnownPlayer]
    places: Annotated[list[int] | None, about("Null while the game runs; empty: it has no result.")]
    forfeited: Annotated[list[int], about("The seats whose players forfeited the game.")]
    decided: Annotated[bool, about("Whether an organiser decided the game.")]


class ShownRound(Shown, kw_only=True):
    """A round: its tables, the players with a bye, and the players absent because of a suspension."""

    tables: list[ShownTable]
    resting: list[KnownPlayer]
    absent: list[KnownPlayer]
    third_place: Maybe[Annotated[str, about("The game for the third place.")]] = UNSET


class ShownRepair(Shown, kw_only=True):
    """A repair by an organiser, as everyone may read it."""

    kind: Literal["play-again", "decide", "more-time", "time-limit"]
    round: Annotated[int, about("The number of the round, from 1.")]
    game: str
    players: list[KnownPlayer]
    reason: Annotated[str, about("Empty if the account of its author is deleted.")]
    by: KnownPlayer
    at: Time
    instead: Maybe[Annotated[str, about("The game that is played in its place.")]] = UNSET
    places: Maybe[Annotated[list[int], about("The decided places of its seats; 0: a forfeit.")]] = UNSET
    longer: Maybe[Annotated[int, about("How much longer it waits, in milliseconds.")]] = UNSET


class ScheduledRound(Shown):
    """A future round of a round robin with two players a table: who will meet, and who will have a bye."""

    round: Annotated[int, about("The number of the round, from 1.")]
    tables: list[list[KnownPlayer]]
    resting: list[KnownPlayer]


class NextGame(Shown, kw_only=True):
    """Your running game in a tournament, or the next one in its schedule."""

    round: Annotated[int, about("The number of the round, from 1.")]
    game: Maybe[Annotated[str, about("Its id; missing before the round begins.")]] = UNSET
    opponents: list[KnownPlayer]


class ListedTournament(Shown, kw_only=True):
    """A tournament."""

    id: str
    name: str
    organiser: KnownPlayer
    rulebook: Annotated[str, about("The title's id.")]
    title: str
    size: Annotated[int, about("The number of players at a table.")]
    kind: Kind
    options: Options
    pace: Maybe[GamePace] = UNSET
    rated: Annotated[bool, about("Whether its games are rated.")]
    status: Status
    strict: Annotated[bool, about("Whether its games are strict (G9).")]
    most: Maybe[Annotated[int, about("The maximum number of players, if one is set.")]] = UNSET
    begins_at: Maybe[Annotated[Time, about("The time when it starts automatically, if one is set.")]] = UNSET
    wait: Annotated[int, about("How long a game waits for its players, in milliseconds.")]
    form: TournamentForm
    closed: Annotated[bool, about("Whether registration is closed.")]
    rounds: Annotated[int, about("The number of rounds; before the start 0 if it is the number that its kind needs.")]
    group_rounds: Maybe[Annotated[int, about("The number of rounds of the groups, before the knock-out.")]] = UNSET
    played: Annotated[int, about("The number of rounds that have begun.")]
    players: Annotated[int, about("The number of players.")]
    full: Annotated[bool, about("Whether others who join wait as substitutes.")]
    created_at: Time
    entered: Annotated[bool, about("Whether you play in it.")]
    waiting: Annotated[bool, about("Whether you wait for a place in it as a substitute.")]
    place: Maybe[
        Annotated[int, about("With the filter `player`, in a tournament that is over: the place of this player.")]
    ] = UNSET


class TournamentResponse(ListedTournament, kw_only=True):
    """A tournament, its standings and its rounds."""

    organises: Annotated[bool, about("Whether you may change, start and call it off.")]
    tie_break: Annotated[TieBreak, about("How equal points are decided.")]
    substitutes: Annotated[list[KnownPlayer], about("The players who wait for a place.")]
    invited: list[KnownPlayer]
    next_game: Annotated[NextGame | None, about("Null if you have none.")]
    standings: list[ShownStanding]
    schedule: Annotated[list[ScheduledRound], about("The rounds to come, where they are fixed.")]
    made: list[ShownRound]
    repairs: Annotated[list[ShownRepair], about("What organisers have repaired, in order.")]


class TournamentsResponse(Shown):
    """Tournaments, newest first."""

    tournaments: list[ListedTournament]
