"""Batch: many games of one title, stepped together as arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from sdk.research.environment import Environment


class Step(Struct, frozen=True):
    """The games of a batch after a step, one row a game.

    `agents` are the seats that must answer now, with their `observations` and `masks`. `rewards` are those of all
    seats for the step before; where it ended a game, `terminations` or `truncations` is true, and the rest of the row
    belongs to the next game.
    """

    agents: NDArray[np.int64]
    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]


class Batch:
    """This number of games, each of which begins again when it ends. `games` are their environments.

    The settings are those of `Environment`. The games begin with consecutive seeds from `seed` on, so the same
    actions give the same games.
    """

    def __init__(self, count: int, title: str, players: int | None = None, seed: int | None = None, **settings: Any):
        if count < 1:
            raise ValueError("a batch has one game at least")
        self.games = [Environment(title, players, **settings) for _ in range(count)]
        self.actions = self.games[0].actions
        self.players = self.games[0].players
        self._next_seed = seed

    def reset(self, seed: int | None = None) -> Step:
        """Begin every game."""
        if seed is not None:
            self._next_seed = seed
        for game in self.games:
            self._begin(game)
        return self._step(np.zeros((len(self.games), self.players), np.float32), [False] * len(self.games), [])

    def step(self, actions: ArrayLike) -> Step:
        """Answer in every game; the number of an illegal command raises `ValueError`, and then no game has changed."""
        chosen = np.asarray(actions).tolist()
        if len(chosen) != len(self.games):
            raise ValueError(f"{len(chosen)} actions for {len(self.games)} games")
        for number, (game, action) in enumerate(zip(self.games, chosen, strict=True)):
            if action not in game.legal():
                raise ValueError(f"{action} is no legal action in game {number}")
        rewards = np.zeros((len(self.games), self.players), np.float32)
        terminated: list[bool] = []
        truncated: list[int] = []
        for number, (game, action) in enumerate(zip(self.games, chosen, strict=True)):
            game.step(action)
            terminated.append(all(game.terminations.values()))
            if all(game.truncations.values()):
                truncated.append(number)
            if game.is_over:
                rewards[number] = list(game.rewards.values())
                self._begin(game)
        return self._step(rewards, terminated, truncated)

    def _begin(self, game: Environment) -> None:
        game.reset(self._next_seed)
        if self._next_seed is not None:
            self._next_seed += 1

    def _step(self, rewards: NDArray[np.float32], terminated: Sequence[bool], truncated: Sequence[int]) -> Step:
        seen = [game.observe(game.agent_selection) for game in self.games]
        cut = np.zeros(len(self.games), np.bool_)
        cut[list(truncated)] = True
        return Step(
            np.array([game.possible_agents.index(game.agent_selection) for game in self.games]),
            np.stack([one["observation"] for one in seen]),
            np.stack([one["action_mask"] for one in seen]),
            rewards,
            np.array(terminated),
            cut,
        )
