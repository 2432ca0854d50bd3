"""Tournaments of people: who enters, who meets whom in each round, and how they stand.

A tournament is open until its organiser starts it; then it is played round by round, and a round is paired when all
games of the one before are over. Who leaves is not paired any more; what they play goes on, and what they won counts.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks import Pace
from eventstore.connection import Client
from eventstore.scripts import script
from people.pairing import Kind, Round, next_round, rounds_needed

Status = Literal["open", "running", "over", "called off"]
MOST_PLAYERS = 256
MOST_ROUNDS = 30
_ALL = "stele:{tournaments}:all"
_OF_GAME = "stele:{tournaments}:games"
_CHANGE = script(Path(__file__).with_name("tournament_change.lua"))
_RESTED = 0.5
"""A rest, and a game without a result, count as half of a game that was won alone."""


class Refused(ValueError):
    """What cannot be done with a tournament as it is now; the message says why."""


class Tournament(Struct, frozen=True):
    """A tournament. `games` are the ids of each round's games, table by table; `results` the places of a game's seats.

    `rounds` is how many there will be, 0 until it starts; `players` those who entered, `left` those of them who left.
    While it is `opening`, the last round is paired and its games are not all open yet: nobody is shown it.
    """

    id: str
    name: str
    organiser: str
    rulebook: str
    size: int
    kind: Kind
    created_at: int
    options: dict[str, Any] = {}
    pace: Pace | None = None
    status: Status = "open"
    rounds: int = 0
    players: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    made: tuple[Round, ...] = ()
    games: tuple[tuple[str, ...], ...] = ()
    results: dict[str, tuple[int, ...]] = {}
    opening: bool = False

    @property
    def shown(self) -> tuple[Round, ...]:
        """The rounds whose games are open: what is shown leads to games that are there."""
        return self.made[:-1] if self.opening else self.made

    @property
    def staying(self) -> tuple[str, ...]:
        """Who still plays."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def waited_for(self) -> tuple[str, ...]:
        """The games of the last round that have no result yet."""
        return tuple(game for game in (self.games[-1] if self.games else ()) if game not in self.results)


class Standing(Struct, frozen=True):
    """How a player stands: place, points, the points of those they met (which decide ties), and how many games."""

    player: str
    place: int
    points: float
    opponents: float
    games: int


def entered(tournament: Tournament, player: str) -> Tournament:
    """The tournament with this player; `Refused` if it is closed, or full."""
    if tournament.status != "open":
        raise Refused("A tournament is entered before it starts.")
    if player in tournament.players:
        return tournament
    if len(tournament.players) >= MOST_PLAYERS:
        raise Refused("The tournament is full.")
    return replace(tournament, players=(*tournament.players, player))


def left(tournament: Tournament, player: str) -> Tournament:
    """The tournament without this player from now on."""
    if player not in tournament.players or tournament.status in ("over", "called off"):
        raise Refused("You do not play in this tournament.")
    if tournament.status == "open":
        return replace(tournament, players=tuple(one for one in tournament.players if one != player))
    return replace(tournament, left=tuple(dict.fromkeys((*tournament.left, player))))


def started(tournament: Tournament, rounds: int = 0) -> Tournament:
    """The tournament, running, with so many rounds, by default as many as its kind needs."""
    if tournament.status != "open":
        raise Refused("The tournament has started.")
    if len(tournament.players) < max(tournament.size, 3):
        raise Refused("A tournament needs three players, and as many as a table has seats.")
    needed = rounds_needed(tournament.kind, len(tournament.players), tournament.size)
    return replace(tournament, status="running", rounds=min(MOST_ROUNDS, rounds or needed))


def called_off(tournament: Tournament) -> Tournament:
    """The tournament, ended before its time; its games go on."""
    if tournament.status not in ("open", "running"):
        raise Refused("The tournament is over.")
    return replace(tournament, status="called off")


def paired(tournament: Tournament, game_id: Callable[[int, int], str]) -> Tournament:
    """The tournament with its next round, or over; as it is while a game is waited for.

    `game_id(round, table)` gives the games' ids.
    """
    if tournament.status != "running" or tournament.waited_for:
        return tournament
    number = len(tournament.made)
    if number >= tournament.rounds or len(tournament.staying) < tournament.size:
        return replace(tournament, status="over")
    ranked = [one.player for one in standings(tournament) if one.player not in tournament.left]
    made = next_round(tournament.kind, ranked, tournament.size, tournament.made)
    games = tuple(game_id(number, table) for table in range(len(made.tables)))
    return replace(tournament, made=(*tournament.made, made), games=(*tournament.games, games), opening=True)


def all_open(tournament: Tournament) -> Tournament:
    """The tournament, in which the games of the last round are open."""
    return replace(tournament, opening=False)


def with_result(tournament: Tournament, game: str, places: Sequence[int]) -> Tournament:
    """The tournament, in which this game has ended with these places, seat by seat; none: without a result."""
    return replace(tournament, results={**tournament.results, game: tuple(places)})


def standings(tournament: Tournament) -> list[Standing]:
    """How everybody stands, the first one first; equals share a place, and stand in the order in which they entered.

    The winner of a game gets one point, the last none, those between in equal steps; who share places share points.
    """
    points: dict[str, float] = defaultdict(float)
    played: dict[str, int] = defaultdict(int)
    met: dict[str, list[str]] = defaultdict(list)
    for one, games in zip(tournament.made, tournament.games, strict=True):
        for player in one.resting:
            points[player] += _RESTED
        for table, game in zip(one.tables, games, strict=True):
            places = tournament.results.get(game)
            if places is None:
                continue
            for seat, player in enumerate(table):
                played[player] += 1
                points[player] += _share(places, seat)
                met[player] += [other for other in table if other != player]
    against = {player: sum(points[other] for other in met[player]) for player in tournament.players}
    merits = {player: (round(points[player], 6), round(against[player], 6)) for player in tournament.players}
    order = sorted(tournament.players, key=lambda player: merits[player], reverse=True)
    return [
        Standing(player, 1 + sum(merits[other] > merits[player] for other in order), *merits[player], played[player])
        for player in order
    ]


def _share(places: Sequence[int], seat: int) -> float:
    """The points of a seat: from 1 for the first place to 0 for the last."""
    if not places:
        return _RESTED
    equals = places.count(places[seat])
    place = places[seat] + (equals - 1) / 2
    return (len(places) - place) / (len(places) - 1)


class Tournaments:
    """All tournaments of this server."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def get(self, tournament_id: str) -> Tournament | None:
        """The tournament with this id, or none."""
        found: Any = self._redis.hget(_ALL, tournament_id)
        return None if found is None else msgspec.json.decode(found, type=Tournament)

    def all(self) -> list[Tournament]:
        """All tournaments, the newest first."""
        found: Any = self._redis.hvals(_ALL)
        return sorted(
            (msgspec.json.decode(one, type=Tournament) for one in found),
            key=lambda one: (one.created_at, one.id),
            reverse=True,
        )

    def of_game(self, game_id: str) -> str | None:
        """The id of the tournament in which this game is played, or none."""
        found: Any = self._redis.hget(_OF_GAME, game_id)
        return None if found is None else found.decode()

    def make(self, tournament: Tournament) -> None:
        """Keep a new tournament."""
        self._change(tournament.id, b"", tournament, ())

    def change(self, tournament_id: str, make: Callable[[Tournament], Tournament]) -> Tournament:
        """Change a tournament, and what it is then; `LookupError` if there is none, and what `make` raises."""
        while True:
            found: Any = self._redis.hget(_ALL, tournament_id)
            if found is None:
                raise LookupError(tournament_id)
            before = msgspec.json.decode(found, type=Tournament)
            after = make(before)
            known = {game for games in before.games for game in games}
            fresh = [game for games in after.games for game in games if game not in known]
            if after == before or self._change(tournament_id, found, after, fresh):
                return after

    def forget(self, player: str) -> None:
        """Let this person leave wherever they play; the pairings keep an id that nobody has any more."""
        for one in self.all():
            if player in one.staying and one.status in ("open", "running"):
                self.change(one.id, lambda tournament: left(tournament, player))

    def _change(self, tournament_id: str, before: bytes, after: Tournament, games: Sequence[str]) -> bool:
        written = msgspec.json.encode(after)
        return bool(_CHANGE(self._redis, (_ALL, _OF_GAME), (tournament_id, before, written, *games)))
