"""Tournaments: their players, the pairings of each round, and their state.

A tournament is open until its organiser starts it; then it is played round by round, and a round is paired when all
games of the one before are over. A player who leaves is not paired again; their current games go on. A tournament holds
no results: its table follows from those of its games (`standings`).
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.events import Pace
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.community.pairing import Kind, Round, has_schedule, next_round, rounds_needed

Status = Literal["open", "running", "over", "called off"]
MOST_PLAYERS = 256
MOST_ROUNDS = 30
_ALL = "stele:{tournaments}:all"
_OF_GAME = "stele:{tournaments}:games"
_CHANGE = script(Path(__file__).with_name("tournament_change.lua"))
Rules = Literal[1, 2]
RULES: Rules = 2
"""The rules that count new tournaments; each tournament keeps its rules to the end.

By rules 1 every rest is one half, and no results are struck.
"""


class TournamentRefused(ValueError):
    """The tournament's state does not allow this; the message says why."""


class Tournament(Struct, frozen=True):
    """A tournament. `games` are the game ids of each round, table by table; `void` games were called off.

    `rounds` is the planned number, 0 until it starts; `players` are all who entered, `left` those of them who left.
    While it is `opening`, the last round is paired, but not all its games are open yet, and the round is not shown.
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
    void: tuple[str, ...] = ()
    opening: bool = False
    rules: Rules = 1
    rated: bool = False

    @property
    def shown(self) -> tuple[Round, ...]:
        """The rounds whose games are open, so that every link leads to an existing game."""
        return self.made[:-1] if self.opening else self.made

    @property
    def staying(self) -> tuple[str, ...]:
        """The players who have not left."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def has_schedule(self) -> bool:
        """Whether all rounds are fixed at the start."""
        return has_schedule(self.kind, self.size)

    @property
    def all_games(self) -> tuple[str, ...]:
        """The games of all rounds."""
        return tuple(game for games in self.games for game in games)

    def waited_for(self, results: Collection[str]) -> tuple[str, ...]:
        """The games of the last round that are not over: those without a result in `results`."""
        last = self.games[-1] if self.games else ()
        return tuple(game for game in last if game not in results and game not in self.void)


def entered(tournament: Tournament, player: str) -> Tournament:
    """The tournament with this player; `TournamentRefused` if it is closed or full."""
    if tournament.status != "open":
        raise TournamentRefused("A tournament is entered before it starts.")
    if player in tournament.players:
        return tournament
    if len(tournament.players) >= MOST_PLAYERS:
        raise TournamentRefused("The tournament is full.")
    return replace(tournament, players=(*tournament.players, player))


def left(tournament: Tournament, player: str) -> Tournament:
    """The tournament without this player from now on."""
    if player not in tournament.players or tournament.status in ("over", "called off"):
        raise TournamentRefused("You do not play in this tournament.")
    if tournament.status == "open":
        return replace(tournament, players=tuple(one for one in tournament.players if one != player))
    return replace(tournament, left=tuple(dict.fromkeys((*tournament.left, player))))


def started(tournament: Tournament, rounds: int = 0) -> Tournament:
    """The started tournament, with this number of rounds or the one that its kind needs."""
    if tournament.status != "open":
        raise TournamentRefused("The tournament has started.")
    if len(tournament.players) < max(tournament.size, 3):
        raise TournamentRefused("A tournament needs three players, and as many as a table has seats.")
    needed = rounds_needed(tournament.kind, len(tournament.players), tournament.size)
    return replace(tournament, status="running", rounds=min(MOST_ROUNDS, rounds or needed))


def called_off(tournament: Tournament) -> Tournament:
    """The tournament, ended early; its games go on."""
    if tournament.status not in ("open", "running"):
        raise TournamentRefused("The tournament is over.")
    return replace(tournament, status="called off")


def paired(
    tournament: Tournament, order: Sequence[str], absent: Collection[str], game_id: Callable[[int, int], str]
) -> Tournament:
    """The tournament with its next round, or over; to be called when no game is waited for.

    `order` is the order of the standings. Players who are `absent` are not paired this time; if too few are present,
    nothing happens. `game_id(round, table)` gives the games' ids.
    """
    if tournament.status != "running":
        return tournament
    number = len(tournament.made)
    if number >= tournament.rounds or len(tournament.staying) < tournament.size:
        return replace(tournament, status="over")
    away = tuple(player for player in tournament.staying if player in absent)
    if len(tournament.staying) - len(away) < tournament.size:
        return tournament
    out = {*tournament.left, *away}
    made = replace(next_round(tournament.kind, order, tournament.size, tournament.made, out), absent=away)
    games = tuple(game_id(number, table) for table in range(len(made.tables)))
    return replace(tournament, made=(*tournament.made, made), games=(*tournament.games, games), opening=True)


def all_open(tournament: Tournament) -> Tournament:
    """The tournament with the games of the last round marked as open."""
    return replace(tournament, opening=False)


def with_void(tournament: Tournament, game: str) -> Tournament:
    """The tournament with this game marked as called off."""
    return replace(tournament, void=tuple(dict.fromkeys((*tournament.void, game))))


class Tournaments:
    """All tournaments of this server."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def get(self, tournament_id: str) -> Tournament | None:
        """The tournament with this id, or none."""
        found: Any = self._redis.hget(_ALL, tournament_id)
        return None if found is None else _read(found)

    def all(self) -> list[Tournament]:
        """All tournaments, newest first."""
        found: Any = self._redis.hvals(_ALL)
        return sorted(
            (_read(one) for one in found),
            key=lambda one: (one.created_at, one.id),
            reverse=True,
        )

    def of_game(self, game_id: str) -> str | None:
        """The id of the tournament to which this game belongs, or none."""
        found: Any = self._redis.hget(_OF_GAME, game_id)
        return None if found is None else found.decode()

    def make(self, tournament: Tournament) -> None:
        """Store a new tournament."""
        self._change(tournament.id, b"", tournament, ())

    def change(self, tournament_id: str, make: Callable[[Tournament], Tournament]) -> Tournament:
        """Change a tournament and return the result; `LookupError` if there is none, and what `make` raises."""
        while True:
            found: Any = self._redis.hget(_ALL, tournament_id)
            if found is None:
                raise LookupError(tournament_id)
            before = _read(found)
            after = make(before)
            known = set(before.all_games)
            fresh = [game for game in after.all_games if game not in known]
            if after == before or self._change(tournament_id, found, after, fresh):
                return after

    def forget(self, player: str) -> None:
        """Withdraw this person from their tournaments; the pairings keep the id of a deleted player."""
        for one in self.all():
            if player in one.staying and one.status in ("open", "running"):
                self.change(one.id, lambda tournament: left(tournament, player))

    def _change(self, tournament_id: str, before: bytes, after: Tournament, games: Sequence[str]) -> bool:
        written = msgspec.json.encode(after)
        return bool(_CHANGE(self._redis, (_ALL, _OF_GAME), (tournament_id, before, written, *games)))


def _read(kept: bytes) -> Tournament:
    """A tournament from its stored form; older forms hold places of its games, and none for one that was called off."""
    data = msgspec.json.decode(kept)
    places = data.pop("results", {})
    return msgspec.convert({"void": [game for game, seats in places.items() if not seats], **data}, Tournament)
