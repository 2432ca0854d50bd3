"""Learns which commands tend to win, from games between players who choose at random, and then plays by what it
learned.

`python examples/research/bandit.py [TITLE] [PLAYERS] [GAMES]`, with the packages of `stele[research]`. It ignores the
observations. For each action it keeps the average reward of the games in which it was chosen, and it takes the legal
action with the best average. For the card game that is enough to beat random players nearly always, after a few
seconds.
"""

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from stele.research import Environment, raw_env

Values = NDArray[np.float64]
Policy = Callable[[NDArray[np.int64]], int]

PRIOR = 20
"""The number of games without a reward that are added to each action: a rarely tried action is not yet trusted."""


def play(game: Environment, policies: dict[str, Policy]) -> tuple[list[tuple[str, int]], dict[str, float]]:
    """One game: which actions were chosen by whom, and each agent's reward."""
    game.reset()
    chosen: list[tuple[str, int]] = []
    rewards: dict[str, float] = {}
    for agent in game.agent_iter():
        seen, reward, is_over, is_cut, _info = game.last()
        if is_over or is_cut:
            rewards[agent] = reward
            game.step(None)
            continue
        action = policies[agent](np.flatnonzero(seen["action_mask"]))
        chosen.append((agent, action))
        game.step(action)
    return chosen, rewards


def at_random(lot: np.random.Generator) -> Policy:
    """Any legal action."""
    return lambda legal: int(legal[lot.integers(len(legal))])


def by(values: Values) -> Policy:
    """The legal action with the best value."""
    return lambda legal: int(legal[np.argmax(values[legal])])


def train(title: str, players: int, games: int, seed: int = 1) -> Values:
    """The average reward of each action, in this number of games between random players."""
    game, lot = raw_env(title, players, seed=seed), np.random.default_rng(seed)
    sums, counts = np.zeros(game.actions.size), np.zeros(game.actions.size)
    policies = dict.fromkeys(game.possible_agents, at_random(lot))
    for _ in range(games):
        chosen, rewards = play(game, policies)
        for agent, action in chosen:
            sums[action] += rewards[agent]
            counts[action] += 1
    return sums / (counts + PRIOR)


def measure(title: str, players: int, games: int, values: Values, seed: int = 1_000_000) -> tuple[float, float]:
    """The mean reward of playing by these values against random players, each seat in turn, and its standard error."""
    game, lot = raw_env(title, players, seed=seed), np.random.default_rng(seed)
    gained = []
    for number in range(games):
        learned = game.possible_agents[number % players]
        policies = {**dict.fromkeys(game.possible_agents, at_random(lot)), learned: by(values)}
        gained.append(play(game, policies)[1][learned])
    return float(np.mean(gained)), float(np.std(gained) / np.sqrt(games))


def main(title: str = "amun-re-card-game", players: str = "3", games: str = "400") -> None:
    """Train, measure, tell."""
    values = train(title, int(players), int(games))
    mean, error = measure(title, int(players), 200, values)
    print(f"{title}, {players} players: {mean:.2f} ± {2 * error:.2f} a game, where random play gets 0")


if __name__ == "__main__":
    main(*sys.argv[1:])
