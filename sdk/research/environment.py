"""Environment of each title in which agents act in turn, as in PettingZoo's AEC interface."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from domain.messages import Command
from domain.rulebook import Result, settle_options
from domain.title_loader import find_rulebooks
from sdk.research.encoding import ACTIONS, FEATURES, HIGHEST, features_of, mask_of, slots_of
from sdk.research.table import Table

Observation = dict[str, Any]


def env(title: str, players: int | None = None, **settings: Any) -> Any:
    """The environment with PettingZoo's usual usage checks; `settings` are those of `Environment`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(title, players, **settings)))


def raw_env(title: str, players: int | None = None, **settings: Any) -> "Environment":
    """The environment without usage checks, which is faster."""
    return Environment(title, players, **settings)


class _Sight:
    """The view and legal commands of one seat at this moment, computed on demand."""

    def __init__(self, table: Table, seat: int) -> None:
        rulebook, seen = table.rulebook, table.seen(seat)
        self.slots: dict[int, Command] = slots_of(rulebook.legal(seen, seat))
        self.view = rulebook.view(seen)
        self.observation: Observation = {"observation": features_of(self.view), "action_mask": mask_of(self.slots)}


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A title, with this number of players (by default the minimum) and these options.

    Of seats that are asked at the same time the lowest acts first; it cannot see what another has sealed. There are no
    rewards before the end: then the places are spread evenly from 1 for the first to -1 for the last, and agents with
    equal places share the reward. After `most_steps` answers a game is truncated without rewards.
    """

    def __init__(
        self,
        title: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        most_steps: int = 10_000,
    ) -> None:
        super().__init__()
        titles = find_rulebooks()
        if title not in titles:
            raise ValueError(f"there is no title {title!r}; there are {', '.join(titles)}")
        if most_steps < 1:
            raise ValueError("a game is played for one step at least")
        self.rulebook = titles[title]
        meta = self.rulebook.meta
        self.players = meta.least_players if players is None else players
        if not meta.least_players <= self.players <= meta.most_players:
            raise ValueError(f"{meta.title} is for {meta.least_players} to {meta.most_players} players")
        self._options = settle_options(self.rulebook, options or {})
        self._seed, self._most_steps = seed, most_steps
        self.metadata = {"name": f"stele_{title}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-HIGHEST, HIGHEST, (FEATURES,), np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The observation of every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The slots; an observation's mask says which of them are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game. Its luck comes from this seed, or else from the environment's, which counts up."""
        if seed is None and self._seed is not None:
            seed, self._seed = self._seed, self._seed + 1
        self.table = Table(self.rulebook, self.players, self._options, seed)
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._sights: dict[str, _Sight] = {}
        self._select()

    def _sight(self, agent: str) -> _Sight:
        if agent not in self._sights:
            self._sights[agent] = _Sight(self.table, self._seats[agent])
        return self._sights[agent]

    def _select(self) -> None:
        """The next agent, with its view and its legal commands in its `info`."""
        self._sights.clear()
        self.agent_selection = self.possible_agents[self.table.asked()[0]]
        sight = self._sight(self.agent_selection)
        self.infos[self.agent_selection] = {"view": sight.view, "commands": sight.slots}

    def observe(self, agent: str) -> Observation:
        """The view of this agent, and its legal slots: none while it is not asked."""
        return self._sight(agent).observation

    def step(self, action: int | None) -> None:
        """Let the current agent answer; an illegal slot raises `ValueError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        command = None if action is None else self._sight(agent).slots.get(int(action))
        if command is None:
            raise ValueError(f"{action} is no legal slot of {agent} now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.play(command)
        self._steps += 1
        result = self.table.result()
        if result is None and self._steps < self._most_steps:
            self._select()
        else:
            self._sights.clear()
            self._end(result)
        self._accumulate_rewards()

    def _end(self, result: Result | None) -> None:
        """End the game: all agents get the last reward, and the infos contain the places."""
        if result is None:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(result), strict=True))
        for agent in self.agents:
            place = None if result is None else result.places[self._seats[agent]]
            self.infos[agent] = {"view": self._sight(agent).view, "commands": {}, "place": place}
        self._deads_step_first()

    def render(self) -> str:
        """The table as the current agent sees it."""
        return str(self._sight(self.agent_selection).view)

    def close(self) -> None:
        """There is nothing to close."""


def rewards_of(result: Result) -> list[float]:
    """From 1 for the first place to -1 for the last, evenly; agents with equal places get the average."""
    places = result.places
    ranks = [place + (places.count(place) - 1) / 2 for place in places]
    return [(len(places) + 1 - 2 * rank) / max(1, len(places) - 1) for rank in ranks]
