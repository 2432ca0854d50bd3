"""Paired playouts: a seat's answers compared on the same deals and with the same luck."""

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ai.search.playout_policy import play_sensibly
from ai.search.search import GAMES_OF_A_DEAL, Budget, Stopped, never
from ai.simulation import LotChance, Simulation, play_on
from domain import game as shared
from domain.determinization import determinize
from domain.game import Game
from domain.messages import Command, Event
from domain.rulebook import Rulebook

SURE = 1.64
"""An answer is better if the difference is this many standard errors: by chance that happens once in twenty times."""

LEAST_GAIN = 0.03
"""Smaller differences do not count as better."""


class Compared(Struct, frozen=True):
    """How much more often one answer won than the other, as a share of all games, and the uncertainty."""

    gain: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether the one is better."""
        return self.is_better(SURE)

    def is_better(self, errors: float) -> bool:
        """Whether the one is better by this many standard errors, and by a relevant amount."""
        return self.gain >= max(LEAST_GAIN, errors * self.error)

    @property
    def is_hopeless(self) -> bool:
        """Whether the one is very unlikely to be better."""
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


def compare(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    past: Sequence[Event],
    answers: tuple[Command, Command],
    budget: Budget,
    lot: random.Random,
    stop: Callable[[], bool] = never,
) -> Compared:
    """Whether the first of these answers wins more often than the second; see `tally` for the arguments."""
    return tally(rulebook, seen, past, answers[:1], answers[1], budget, lot, stop)[0].compared()


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
    """Each rival's results against the played answer, always from the same deal and with the same luck.

    All players continue sensibly. `seen` and `past` are what the seat knew, as for a search; the table in `seen` is not
    used.
    """
    spending, found, pairs = budget.begin(), [Tally() for _ in rivals], 0
    while spending.lasts((1 + len(rivals)) * pairs):
        if pairs % GAMES_OF_A_DEAL == 0:
            table = determinize(rulebook, past, LotChance(lot))
            deal = Simulation(rulebook, replace(seen, table=table), lot)
        luck = lot.random()
        *shares, share = (_share_after(deal.copy(random.Random(luck)), one, stop) for one in (*rivals, played))
        differences = [one - share for one in shares]
        found = [one + Tally(1, by, by * by) for one, by in zip(found, differences, strict=True)]
        pairs += 1
    return found


def _share_after(simulation: Simulation, answer: Command, stop: Callable[[], bool]) -> float:
    """The share that this answer's seat wins after it, in one game."""
    if stop():
        raise Stopped
    simulation.apply(answer)
    play_on(simulation, play_sensibly)
    return simulation.shares()[answer.seat]


def command_of(rulebook: Rulebook[Any], game: Game[Any], seat: int, fact: Event) -> Command:
    """The legal command that led to this, in the full state before it."""
    decided = (
        command
        for command in shared.legal(rulebook, game, seat)
        if fact in rulebook.decide(game.table, command, LotChance(random.Random(0), game.draws))
    )
    return next(decided)
