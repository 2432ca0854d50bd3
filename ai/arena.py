"""Arena: many games between computer players, in which each kind sits in every seat equally often.

The log of an arena is a file with a line for each game, so that it can be resumed and extended. Its first line has the
arena's settings. An incomplete last line is discarded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ai.search.search import Budget
from ai.self_play import Match
from ai.table_visits import VisitCounter, Visits
from domain.projector import Projector
from domain.rulebook import Rulebook

_OF_95_PERCENT = 1.959964


class Score(Struct, frozen=True):
    """A computer player's results: games, outright wins (with partners), shared wins, and games and wins by seat."""

    kind: str
    games: int
    wins: int
    shared: int
    by_seat: tuple[tuple[int, int], ...]

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share of wins."""
        return wilson(self.wins, self.games)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of the share of wins."""
    share, each = wins / games, _OF_95_PERCENT**2 / games
    middle = share + each / 2
    reach = sqrt(each * (share * (1 - share) + each / 4))
    return max(0.0, (middle - reach) / (1 + each)), min(1.0, (middle + reach) / (1 + each))


class ArenaResult(Struct, frozen=True):
    """Every computer player's results, and the total number of visits to the table."""

    games: int
    scores: tuple[Score, ...]
    visits: Visits


class GameOver(Struct, frozen=True):
    """One finished game: its number, the winning seats, and the number of visits that its players made."""

    number: int
    winners: tuple[int, ...]
    visits: Visits


def play_arena(
    projector: Projector,
    kinds: Sequence[str],
    numbers: Iterable[int],
    seed: str,
    options: Mapping[str, Any] | None = None,
    orders: bool = False,
    budget: Budget | None = None,
) -> Iterator[GameOver]:
    """Play the games with these numbers, from 0; each rotates the seats by one. The same seed gives the same games.

    With `orders` they bid by standing orders. Kinds that search use their own budget or this one; if it is in
    seconds, answers may vary.
    """
    for number in numbers:
        counting = VisitCounter(projector.rulebook)
        seated = [kinds[player] for player in _players(number, len(kinds))]
        final = Match(projector, seated, f"{seed}/{number}", options, counting.watch, orders, budget).finish().final
        assert final.result is not None
        yield GameOver(number, tuple(final.result.winners()), counting.counted)


def _players(number: int, seats: int) -> list[int]:
    """The player in each seat of the game with this number."""
    return [(seat + number) % seats for seat in range(seats)]


def arena_result(rulebook: Rulebook[Any], kinds: Sequence[str], games: Sequence[GameOver]) -> ArenaResult:
    """The results of each of these computer players over these games."""
    teams = rulebook.meta.teams_of(len(kinds))
    seats = len(kinds)
    wins, shared = [0] * seats, [0] * seats
    by_seat = [[[0, 0] for _ in range(seats)] for _ in range(seats)]
    visits = Visits()
    for game in games:
        visits += game.visits
        has_one_winner = len({teams[seat] for seat in game.winners}) == 1
        for seat, player in enumerate(_players(game.number, seats)):
            alone = has_one_winner and seat in game.winners
            wins[player] += alone
            shared[player] += seat in game.winners and not alone
            by_seat[player][seat][0] += 1
            by_seat[player][seat][1] += alone
    scores = tuple(
        Score(kind, len(games), wins[player], shared[player], tuple((count, won) for count, won in by_seat[player]))
        for player, kind in enumerate(kinds)
    )
    return ArenaResult(len(games), scores, visits)


class Terms(Struct, frozen=True):
    """The settings that determine an arena's games."""

    title: str
    kinds: tuple[str, ...]
    seed: str
    options: Mapping[str, Any]
    orders: bool
    seconds: float | None


class OtherTerms(Exception):
    """The games of this file were played with other settings."""


class ArenaLog:
    """The finished games in this file; new games are appended."""

    def __init__(self, path: Path, terms: Terms) -> None:
        self._path = path
        found = path.read_bytes() if path.exists() else b""
        whole = found[: found.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if found and not lines and not (msgspec.json.encode(terms) + b"\n").startswith(found):
            raise OtherTerms
        try:
            if lines and msgspec.json.decode(lines[0], type=Terms) != terms:
                raise OtherTerms
            self.games: Sequence[GameOver] = [msgspec.json.decode(line, type=GameOver) for line in lines[1:]]
        except msgspec.MsgspecError:
            raise OtherTerms from None
        # Rewritten, so that the next line is not joined to an incomplete one.
        path.write_bytes(whole or msgspec.json.encode(terms) + b"\n")

    def add(self, game: GameOver) -> None:
        """Append one game."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
