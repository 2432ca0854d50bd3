"""Positions from games of sensible players, for fitting and measuring winning chances."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ai.search.playout_policy import WHIM, play_sensibly
from ai.simulation import Simulation, begin, play_on
from domain.game import Game
from domain.messages import Command
from domain.rulebook import Rulebook
from domain.title_loader import find_rulebooks

PARTS = 3
A_PART = 4
"""The number of positions drawn from each third of a game."""

WHIMS = (WHIM, 0.3, 0.6)
"""How often players of unequal strength answer at random."""


class Position(NamedTuple):
    """A position after a choice, the third of the game it is from, and each seat's share of the win in the end."""

    part: int
    game: Game[Any]
    shares: tuple[float, ...]


def positions_of(title: str, players: int, seed: str, *, unequal: bool = False) -> list[Position]:
    """Some positions of one game; `unequal` players answer at random more or less often."""
    lot = random.Random(seed)
    simulation = begin(find_rulebooks()[title], players, lot)
    whims = [lot.choice(WHIMS) if unequal else WHIM for _ in range(players)]

    def play(
        rulebook: Rulebook[Any], game: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
    ) -> Command:
        return play_sensibly(rulebook, game, seat, commands, lot, whim=whims[seat])

    games = list(_games(simulation, play))
    shares = simulation.shares()
    found = list[Position]()
    for part in range(PARTS):
        third = games[len(games) * part // PARTS : len(games) * (part + 1) // PARTS]
        found += [Position(part, game, shares) for game in lot.sample(third, min(A_PART, len(third)))]
    return found


def _games(simulation: Simulation, policy: Any) -> Iterator[Game[Any]]:
    while not simulation.is_over:
        yield simulation.game
        play_on(simulation, policy, 1)
