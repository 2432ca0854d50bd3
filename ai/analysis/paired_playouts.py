"""Paired playouts: a seat's answers compared on the same deals and with the same draws.

A playout continues for some choices and ends with the title's estimate of the seat's winning chance; a title without
one is played to the end.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ai.search.playout_policy import play_and_estimate
from ai.search.search import GAMES_OF_A_DEAL, Budget, Stopped, never
from ai.simulation import LotChance, Simulation
from domain import game as shared
from domain.determinization import determinize
from domain.game import Game
from domain.messages import Command, Event
from domain.rulebook import Rulebook
from domain.title_loader import find_chances
from domain.winning_chances import WinningChances

SURE = 1.64
"""An answer is better if the difference is this many standard errors: by chance that happens once in twenty times."""

LEAST_GAIN = 0.03
"""Smaller differences do not count as better."""

AHEAD = 12
"""The choices after an answer that are played before the winning chances are estimated."""


class Compared(Struct, frozen=True):
    """The difference in winning chance between two answers, and its standard error."""

    gain: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether the first answer is better, with a gain beyond chance."""
        return self.is_better(SURE)

    def is_better(self, errors: float) -> bool:
        """Whether the first answer is better by this many standard errors, and by a relevant amount."""
        return self.gain >= max(LEAST_GAIN, errors * self.error)

    @property
    def is_hopeless(self) -> bool:
        """Whether the first answer is very unlikely to be better than the second."""
        return self.gain + SURE * self.error < LEAST_GAIN


class Tally(Struct, frozen=True, array_like=True):
    """The results of two answers in pairs of games: the sum of their differences, and of their squares."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.pairs + other.pairs, self.total + other.total, self.squares + other.squares)

    def compared(self) -> Compared:
        """The result for the first answer. There must be a pair."""
        gain = self.total / self.pairs
        # A single pair shows nothing about the variance.
        spread = max(0.0, self.squares / self.pairs - gain * gain) if self.pairs > 1 else 1.0
        return Compared(round(gain, 4), sqrt(spread / self.pairs))


def tally(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    past: Sequence[Event],
    rivals: Sequence[Command],
    played: Command,
    budget: Budget,
    lot: random.Random,
    stop: Callable[[], bool] = never,
) -> list[Tally]:
    """Each rival's results against the played answer, always from the same deal and with the same draws.

    All players continue sensibly for `AHEAD` choices. `seen` and `past` are what the seat knew, as for a search; the
    table in `seen` is not used.
    """
    spending, found, pairs = budget.begin(), [Tally() for _ in rivals], 0
    chance_after = partial(_chance_after, chances=find_chances(seen.rulebook), stop=stop)
    while spending.lasts((1 + len(rivals)) * pairs):
        if pairs % GAMES_OF_A_DEAL == 0:
            table = determinize(rulebook, past, LotChance(lot))
            deal = Simulation(rulebook, replace(seen, table=table), lot)
        luck = lot.random()
        lots = (deal.copy(random.Random(luck)) for _ in range(1 + len(rivals)))
        *shares, share = map(chance_after, lots, (*rivals, played))
        differences = [one - share for one in shares]
        found = [one + Tally(1, by, by * by) for one, by in zip(found, differences, strict=True)]
        pairs += 1
    return found


def _chance_after(
    simulation: Simulation, answer: Command, chances: WinningChances | None, stop: Callable[[], bool]
) -> float:
    """The winning chance of this answer's seat after it, in one playout."""
    if stop():
        raise Stopped
    simulation.apply(answer)
    return play_and_estimate(simulation, chances, AHEAD)[answer.seat]


def command_of(rulebook: Rulebook[Any], game: Game[Any], seat: int, fact: Event) -> Command:
    """The legal command that led to this, in the full state before it."""
    decided = (
        command
        for command in shared.legal(rulebook, game, seat)
        if fact in rulebook.decide(game.table, command, LotChance(random.Random(0), game.draws))
    )
    return next(decided)
