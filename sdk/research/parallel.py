"""Parallel form of the environments: all seats that are asked at the same time answer in one step."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from sdk.research.environment import Environment, Observation


def parallel_env(title: str, players: int | None = None, **settings: Any) -> "ParallelEnvironment":
    """The environment for PettingZoo's parallel interface; `settings` are those of `Environment`."""
    return ParallelEnvironment(Environment(title, players, **settings))


class ParallelEnvironment(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A form of `game` in which every agent acts at every step.

    An agent that is not asked has one legal action: `wait`, the last number. Answers count in the order of the seats.
    An answer that an earlier one has made illegal is dropped, and its agent is asked again in the next step.
    """

    def __init__(self, game: Environment) -> None:
        self.game = game
        self.wait = game.actions.size
        """The number of the action of an agent that is not asked."""
        self.metadata = {**game.metadata, "is_parallelizable": True}
        self.render_mode = None
        self.possible_agents = game.possible_agents
        self.agents: list[str] = []
        size = self.wait + 1
        seen = game.observation_space(game.possible_agents[0])["observation"]
        space = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (size,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The observation of every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the commands, and `wait`."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new game, as `Environment.reset` does: observations and infos."""
        self.game.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Make the answers of all agents, and return observations, rewards, terminations, truncations and infos.

        An illegal command, or `wait` by an agent that is asked, raises `ValueError` and changes nothing.
        """
        asked = self.asked()
        for agent in self.agents:
            legal = self.game.legal(agent) if agent in asked else (self.wait,)
            if actions.get(agent) not in legal:
                raise ValueError(f"{actions.get(agent)} is no legal action of {agent} now")
        for agent in asked:
            if agent in self.asked() and actions[agent] in self.game.legal(agent):
                self.game.agent_selection = agent  # even if an earlier seat is asked again
                self.game.step(actions[agent])
        game, agents = self.game, self.agents
        told = (
            self._observations(),
            dict(game.rewards),
            dict(game.terminations),
            dict(game.truncations),
            self._infos(),
        )
        self.agents = [] if game.is_over else agents
        return told

    def asked(self) -> list[str]:
        """The agents that must answer."""
        return [] if self.game.is_over else [self.possible_agents[seat] for seat in self.game.table.asked()]

    def _observations(self) -> dict[str, Observation]:
        asked = self.asked()
        told = {}
        for agent in self.agents:
            seen = self.game.observe(agent)
            mask = np.append(seen["action_mask"], np.int8(agent not in asked))
            told[agent] = {"observation": seen["observation"], "action_mask": mask}
        return told

    def _infos(self) -> dict[str, dict[str, Any]]:
        asked = self.asked()
        infos = self.game.infos
        return {agent: self.game.info(agent) if agent in asked else infos[agent] for agent in self.agents}

    def state(self) -> Any:
        """The full state as numbers, with all that is hidden: for a critic, never for a player."""
        return self.game.state()

    def render(self) -> str:
        """The table as the first asked agent sees it."""
        return self.game.render()

    def close(self) -> None:
        """There is nothing to close."""
