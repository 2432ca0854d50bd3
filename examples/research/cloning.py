"""Learns to choose like the players of recorded games: behaviour cloning.

`python examples/research/cloning.py FILE`, with a file of `stele dataset` and the packages of `stele[research]`; if the
file has several titles, it takes the title of the first game. The chance of a command is the softmax of a linear value
of what `linear.py` beside it knows of the command, learnt from the part `train`. Prints, for the part `test`, how often
the most likely command is the recorded one and how often a random one would be, and then the mean reward against random
players, each seat in turn.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from linear import Features, Player, described, measure, things_in

from stele.research import RecordedGame, read_games

RATE = 0.5
"""The first change of a weight by a choice; the more a weight was changed, the less later choices change it."""
MEASURED = 100
"""Games against random players."""


class Choice(NamedTuple):
    """The commands that were possible, and which of them was played."""

    options: list[Features]
    played: int


def choices_in(games: Iterable[RecordedGame]) -> Iterator[Choice]:
    """All answers of these games with more than one legal command."""
    for game in games:
        for step in game.steps():
            commands = step.info["commands"]
            if len(commands) > 1:
                things = things_in(step.info["view"], int(step.agent.removeprefix("seat_")))
                options = [described(command, things) for command in commands.values()]
                yield Choice(options, list(commands).index(step.action))


class Clone(Player):
    """Plays the command that the recorded players would most likely choose."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._changed: dict[tuple[Any, ...], float] = defaultdict(float)

    def imitate(self, choice: Choice) -> None:
        """Make the command that was played more likely, by one step of stochastic gradient ascent (AdaGrad)."""
        values = np.array([self.value(one) for one in choice.options])
        chances = np.exp(values - values.max())
        chances /= chances.sum()
        chances[choice.played] -= 1
        slope: dict[tuple[Any, ...], float] = defaultdict(float)
        for features, chance in zip(choice.options, chances.tolist(), strict=True):
            for key, number in features.items():
                slope[key] -= chance * number
        for key, steep in slope.items():
            if steep:
                self._changed[key] += steep * steep
                self._weights[key] += RATE * steep / self._changed[key] ** 0.5

    def agrees(self, choice: Choice) -> bool:
        """Whether the player would have chosen the recorded command."""
        return int(np.argmax([self.value(one) for one in choice.options])) == choice.played

    def steadied(self, seed: int) -> Player:
        """This player with draws of its own."""
        player = Clone(seed)
        player._weights = self._weights
        return player


class Learnt(NamedTuple):
    """A clone, and the shares of choices in the part `test` in which it and a random player agree with the record."""

    clone: Clone
    agreed: float
    at_random: float


def learn(path: str | Path, seed: int = 1) -> Learnt:
    """Learn from one part of the file, and try the other."""
    title = next(read_games(path)).title
    clone = Clone(seed)
    for choice in choices_in(game for game in read_games(path, "train") if game.title == title):
        clone.imitate(choice)
    unseen = choices_in(game for game in read_games(path, "test") if game.title == title)
    tried = [(clone.agrees(choice), 1 / len(choice.options)) for choice in unseen]
    agreed, at_random = np.mean(tried, axis=0)
    return Learnt(clone, float(agreed), float(at_random))


def main(path: str) -> None:
    """Print what was learnt."""
    learnt = learn(path)
    print(f"the recorded choice: {learnt.agreed:.0%}, at random {learnt.at_random:.0%}", flush=True)
    first = next(read_games(path))
    mean, error = measure(first.title, first.players, MEASURED, learnt.clone)
    print(f"{first.title}, {first.players} players: {mean:.2f} ± {2 * error:.2f} a game against random players")


if __name__ == "__main__":
    main(*sys.argv[1:])
