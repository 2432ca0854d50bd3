"""Learns to play any title: values a command linearly, by its own features and those of the things it names.

`python examples/research/linear.py [TITLE] [PLAYERS] [GAMES]`, with the packages of `stele[research]`. A command is
described by its type and fields, in pairs, and by the parts of the view in which a text of its fields or an id occurs:
for *place a pawn in b4* these are the tile in b4 and the dungeon that b4 belongs to. It learns from games against
itself with some random choices: each moves the values of its commands towards the rewards, once for the whole game. It
is measured with the mean of its weights after all games, of which the later ones count more. Prints the learning curve:
the mean reward against random players, each seat in turn. The curve may fall again if values depend on how things are
arranged, so take the number of games with the best mean, not the last.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from math import log1p
from typing import Any

import numpy as np

from stele.research import Environment, raw_env

PRIOR = 3
"""The number of commands without an error that are added to those of a game: a single command changes little."""
SLOWER = 20
"""After this number of games a game corrects half as much as the first, after twice the number a third, and so on."""
RANDOM = 0.3
"""The share of random choices while learning."""
OF_SEATS = frozenset({"seat", "owner", "winner"})
"""Members of views that hold a seat's number: what counts is whether it is the player's own."""

Features = dict[tuple[Any, ...], float]


def things_in(view: Mapping[str, Any], seat: int) -> Mapping[Any, list[Features]]:
    """For each text and id, the parts of the view in which it occurs, each with its own values and the values below
    it.
    """
    found: dict[Any, list[Features]] = defaultdict(list)

    def walk(part: Any, path: tuple[str, ...]) -> None:
        if isinstance(part, list):
            for each in part:
                walk(each, path)
        elif isinstance(part, dict):
            names = [value for value in part.values() if isinstance(value, str)]
            names += [one for value in part.values() if isinstance(value, list) for one in value if type(one) is str]
            if "id" in part:
                names.append(part["id"])
            if names:
                values = dict(_values(part, path, seat))
                for name in names:
                    found[name].append(values)
            for key, value in part.items():
                if isinstance(value, (dict, list)):
                    walk(value, (*path, key))

    walk(view, ())
    return found


def _values(part: Mapping[str, Any], path: tuple[str, ...], seat: int) -> Iterator[tuple[tuple[Any, ...], float]]:
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _values(value, (*path, key), seat)
        elif key in OF_SEATS:
            yield (path, key, "none" if value is None else "own" if value == seat else "other"), 1.0
        elif isinstance(value, (str, bool)) or value is None:
            yield (path, key, value), 1.0
        elif isinstance(value, (int, float)):
            yield (path, key), log1p(abs(value))


def described(command: Any, things: Mapping[Any, list[Features]]) -> Features:
    """The features of a command: its type and fields, in pairs, and the parts of the view that they name."""
    name = type(command).__name__
    fields = [(field, getattr(command, field)) for field in command.__struct_fields__ if field != "seat"]
    found: Features = {(name,): 1.0}
    for place, (field, value) in enumerate(fields):
        found[name, field, value] = 1.0
        for other in fields[place + 1 :]:
            found[name, field, value, other] = 1.0
        if type(value) in (str, int):
            for values in things.get(value, ()):
                for key, number in values.items():
                    found[name, field, key] = found.get((name, field, key), 0.0) + number
    return found


class Player:
    """The weights, and the choices that follow from them."""

    def __init__(self, seed: int) -> None:
        self._weights: dict[tuple[Any, ...], float] = defaultdict(float)
        self._mean: dict[tuple[Any, ...], float] = defaultdict(float)
        self._lot = np.random.default_rng(seed)
        self.games = 0
        self.random = 0.0
        """The share of random choices."""

    def at_random(self, game: Environment) -> int:
        """Any legal action."""
        legal = list(game.legal())
        return legal[int(self._lot.integers(len(legal)))]

    def choose(self, game: Environment) -> tuple[int, Features]:
        """The legal action with the highest value, or one at random, and its features."""
        info = game.info(game.agent_selection)
        things = things_in(info["view"], game.possible_agents.index(game.agent_selection))
        options = [described(command, things) for command in info["commands"].values()]
        values = np.array([self.value(one) for one in options])
        best = int(self._lot.choice(np.flatnonzero(values >= values.max() - 1e-9)))
        if self._lot.random() < self.random:
            best = int(self._lot.integers(len(options)))
        return int(info["legal"][best]), options[best]

    def value(self, features: Features) -> float:
        """The expected reward of a command with these features."""
        get = self._weights.get
        return sum(get(key, 0.0) * number for key, number in features.items())

    def learn(self, chosen: Collection[tuple[Features, float]]) -> None:
        """Move the values of the commands of a game towards their rewards."""
        errors: dict[tuple[Any, ...], float] = defaultdict(float)
        examples: dict[tuple[Any, ...], int] = defaultdict(int)
        for features, reward in chosen:
            error = (reward - self.value(features)) / sum(number * number for number in features.values())
            for key, number in features.items():
                errors[key] += error * number
                examples[key] += 1
        rate = 1 / (1 + self.games / SLOWER)
        for key, error in errors.items():
            self._weights[key] += rate * error / (examples[key] + PRIOR)
        self.games += 1
        for key, weight in self._weights.items():
            self._mean[key] += 2 / (self.games + 2) * (weight - self._mean[key])

    def steadied(self, seed: int) -> "Player":
        """A player with the mean of the weights after all games, and draws of its own."""
        player = Player(seed)
        player._weights = self._mean
        return player


def play(game: Environment, player: Player, seats: Collection[int]) -> list[tuple[Features, float]]:
    """Play a game, with random choices in all other seats, and return the features of the player's commands with their
    rewards.
    """
    game.reset()
    chosen: list[tuple[str, Features]] = []
    own = {game.possible_agents[seat] for seat in seats}
    while not game.is_over:
        agent = game.agent_selection
        if agent not in own or len(game.legal()) == 1:
            game.step(player.at_random(game))
            continue
        action, features = player.choose(game)
        chosen.append((agent, features))
        game.step(action)
    return [(features, game.rewards[agent]) for agent, features in chosen]


def train(game: Environment, player: Player) -> None:
    """One more game of the player against itself, from which it learns."""
    player.random = RANDOM
    chosen = play(game, player, range(game.players))
    player.random = 0.0
    player.learn(chosen)


def measure(title: str, players: int, games: int, player: Player, seed: int = 1_000_000) -> tuple[float, float]:
    """The mean reward of the player against random players, each seat in turn, and its standard error."""
    game, steady = raw_env(title, players, seed=seed), player.steadied(seed)
    gained = []
    for number in range(games):
        play(game, steady, (number % players,))
        gained.append(game.rewards[game.possible_agents[number % players]])
    return float(np.mean(gained)), float(np.std(gained) / np.sqrt(games))


def curve(
    title: str, players: int, numbers: list[int], measured: int, seed: int = 1
) -> Iterator[tuple[int, float, float]]:
    """A learning curve: after each of these numbers of games, the number, the mean reward and its standard error."""
    game, player = raw_env(title, players, seed=seed), Player(seed)
    for number in numbers:
        while player.games < number:
            train(game, player)
        yield number, *measure(title, players, measured, player)


def main(title: str = "amun-re-card-game", players: str = "3", games: str = "400", measured: str = "100") -> None:
    """Print the curve."""
    numbers = [0, *(int(games) // part for part in (16, 4, 1))]
    for number, mean, error in curve(title, int(players), numbers, int(measured)):
        print(f"{title}, {players} players, after {number} games: {mean:.2f} ± {2 * error:.2f} a game", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
