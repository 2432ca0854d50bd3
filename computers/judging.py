"""Which of two answers wins more often, by what their seat knew: both are tried on the same deals and the same luck."""

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from computers.search.playing import play_sensibly
from computers.search.searching import GAMES_OF_A_DEAL, Budget, Stopped, never
from computers.simulation import LotChance, Simulation, play_on
from domain import game as shared
from domain.dealing import determinize
from domain.game import Game
from domain.messages import Command, Event
from domain.rulebook import Rulebook

SURE = 1.64
"""An answer is better if it was so by this many standard errors: by chance alone that comes once in twenty times."""

LEAST_GAIN = 0.03
"""Less than that is not called better."""


class Compared(Struct, frozen=True):
    """How much more often one answer won than the other, as a share of all games, and how sure that is."""

    gain: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Whether the one is better."""
        return self.gain >= max(LEAST_GAIN, SURE * self.error)


def compare(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    past: Sequence[Event],
    answers: tuple[Command, Command],
    budget: Budget,
    lot: random.Random,
    stop: Callable[[], bool] = never,
) -> Compared:
    """Play on after both answers of a seat, always from the same deal; everybody goes on sensibly.

    `seen` and `past` are what the seat knew, as for a search; of `seen` the table is not looked at.
    """
    spending, pairs, total, squares = budget.begin(), 0, 0.0, 0.0
    while spending.lasts(2 * pairs):
        if pairs % GAMES_OF_A_DEAL == 0:
            table = determinize(rulebook, past, LotChance(lot))
            deal = Simulation(rulebook, replace(seen, table=table), lot)
        luck = lot.random()
        one, other = (_share_after(deal.copy(random.Random(luck)), answer, stop) for answer in answers)
        pairs, total, squares = pairs + 1, total + one - other, squares + (one - other) ** 2
    gain = total / pairs
    # A single pair tells nothing of how much pairs differ.
    spread = max(0.0, squares / pairs - gain * gain) if pairs > 1 else 1.0
    return Compared(round(gain, 4), sqrt(spread / pairs))


def _share_after(simulation: Simulation, answer: Command, stop: Callable[[], bool]) -> float:
    """What this answer's seat wins after it, in one game."""
    if stop():
        raise Stopped
    simulation.apply(answer)
    play_on(simulation, play_sensibly)
    return simulation.shares()[answer.seat]


def command_of(rulebook: Rulebook[Any], game: Game[Any], seat: int, fact: Event) -> Command:
    """The legal command by which this happened, in the full state before it."""
    decided = (
        command
        for command in shared.legal(rulebook, game, seat)
        if fact in rulebook.decide(game.table, command, LotChance(random.Random(0), game.draws))
    )
    return next(decided)
