"""Environment of each title in which agents act in turn, as in PettingZoo's AEC interface."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from domain.messages import Command, Event
from domain.rulebook import Result, Rulebook, settle_options
from domain.title_loader import find_rulebooks
from replay.frames import view_memo
from sdk.research.encoding import HIGHEST, Vector
from sdk.research.spaces import Encodings, encodings_of, plain_state
from sdk.research.table import Table

Observation = dict[str, Any]


def env(title: str, players: int | None = None, **settings: Any) -> Any:
    """The environment with PettingZoo's usual usage checks; `settings` are those of `Environment`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(title, players, **settings)))


def raw_env(title: str, players: int | None = None, **settings: Any) -> "Environment":
    """The environment without usage checks, which is faster."""
    return Environment(title, players, **settings)


class Watcher:
    """The last view that was encoded, of any seat, and its vector. The next view has most parts in common with it."""

    def __init__(self, rulebook: Rulebook[Any], encodings: Encodings) -> None:
        self._rulebook, self._features = rulebook, encodings.views
        self._show = view_memo()
        self._last: Mapping[str, Any] = {}
        self._vector: Vector | None = None

    def view(self, seen: Any) -> Mapping[str, Any]:
        """The view of this state."""
        return self._rulebook.view(seen, self._show)

    def vector(self, view: Mapping[str, Any]) -> Vector:
        """The view as numbers, for the caller alone."""
        if self._vector is None:
            self._vector = self._features.encode(view)
        else:
            self._features.update(self._vector, self._last, view)
        self._last = view
        return self._vector.copy()

    def copy(self) -> "Watcher":
        """A copy for another environment, perhaps in another thread."""
        other = Watcher.__new__(Watcher)
        other.__dict__.update(self.__dict__)
        other._vector = None if self._vector is None else self._vector.copy()
        return other


class Sight:
    """The view and legal commands of one seat at this moment, computed on demand."""

    def __init__(self, seen: Any, seat: int, rulebook: Rulebook[Any], encodings: Encodings, watcher: Watcher) -> None:
        self._seen, self._seat, self._rulebook = seen, seat, rulebook
        self._encodings, self._watcher = encodings, watcher

    @cached_property
    def commands(self) -> dict[int, Command]:
        """The legal commands by their numbers."""
        return self._encodings.actions.numbered(self._rulebook.legal(self._seen, self._seat))

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The view as JSON values."""
        return self._watcher.view(self._seen)

    @cached_property
    def observation(self) -> Observation:
        """The view and the legal commands as numbers."""
        mask = self._encodings.actions.mask(self.commands)
        return {"observation": self._watcher.vector(self.view), "action_mask": mask}

    @cached_property
    def info(self) -> dict[str, Any]:
        """The information for an asked agent."""
        legal = np.fromiter(self.commands, np.int64, len(self.commands))
        fields = self._encodings.actions.fields[legal]
        return {"view": self.view, "commands": self.commands, "legal": legal, "features": fields}


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A title, with this number of players (by default the minimum) and these options.

    Of seats that are asked at the same time, the lowest acts first; none sees another's sealed answer. All rewards come
    at the end, by `rewards_of`. After `most_steps` answers a game is truncated without rewards.

    `actions` are the numbers of the commands. An environment can be copied, deep-copied and pickled at any moment.
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
        meta = titles[title].meta
        self.title = title
        self.players = meta.least_players if players is None else players
        if not meta.least_players <= self.players <= meta.most_players:
            raise ValueError(f"{meta.title} is for {meta.least_players} to {meta.most_players} players")
        self._options = settle_options(titles[title], options or {})
        self._seed, self._most_steps = seed, most_steps
        self.metadata = {"name": f"stele_{title}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = None
        self.is_over = True
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._prepare()

    def _prepare(self) -> None:
        """Set all that follows from the title and is not pickled."""
        self.rulebook = find_rulebooks()[self.title]
        self._encodings = encodings_of(self.title, self.players, msgspec.json.encode(self._options))
        self.actions = self._encodings.actions
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-HIGHEST, HIGHEST, (self._encodings.views.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self._watcher = Watcher(self.rulebook, self._encodings)
        self._sights: dict[str, Sight] = {}

    def __getstate__(self) -> dict[str, Any]:
        """The game, without what follows from the title."""
        left = ("rulebook", "actions", "observation_spaces", "action_spaces", "_encodings", "_watcher", "_sights")
        return {name: value for name, value in self.__dict__.items() if name not in left}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """The game, with the title that is installed here."""
        self.__dict__.update(state)
        self._prepare()

    def clone(self, seed: int | None = None) -> "Environment":
        """A copy that continues independently, with the same draws, or with draws from this seed; for a search."""
        return self._with(self.table.clone(seed))

    def resample(self, agent: str, seed: int | None = None) -> "Environment":
        """A copy in which all that is hidden from this agent is drawn again, as the rules and what it saw allow.

        The agent has the same information state, view and legal commands there. Randomness comes from the same seed.
        """
        return self._with(self.table.resample(self._seats[agent], seed))

    def _with(self, table: Table) -> "Environment":
        other = Environment.__new__(Environment)
        for name, value in self.__dict__.items():
            # The contents of these are replaced and never changed.
            other.__dict__[name] = value.copy() if name in _OF_THE_GAME else value
        other.table = table
        other._watcher, other._sights = self._watcher.copy(), {}
        return other

    def __copy__(self) -> "Environment":
        """Copy the environment, as `clone` does."""
        if hasattr(self, "table"):
            return self.clone()
        other = Environment.__new__(Environment)
        other.__setstate__(self.__getstate__())
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Environment":
        """Copy the environment, as `clone` does: states are frozen, so nothing needs to be copied more deeply."""
        return self.__copy__()

    def observation_space(self, agent: str) -> Any:
        """The observation of every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the commands; an observation's mask says which of them are legal."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> Any:
        """The vectors of `state`."""
        return spaces.Box(-HIGHEST, HIGHEST, (self._encodings.states.size,), np.float32)

    def state(self) -> NDArray[np.float32]:
        """The full state as numbers, with all that is hidden: for a critic, never for a player."""
        return self._encodings.states.encode(plain_state(self.table.state))

    def history(self, agent: str) -> tuple[Event, ...]:
        """All that this agent has seen: every event of the game, redacted for its seat."""
        return self.table.history(self._seats[agent])

    def information_state(self, agent: str) -> str:
        """A digest of all that this agent has seen: equal for games that it cannot tell apart, and for no others."""
        return self.table.information_state(self._seats[agent])

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game. Its randomness comes from this seed, or else from the environment's own seed, which grows
        by 1 with each game.
        """
        if seed is None and self._seed is not None:
            seed, self._seed = self._seed, self._seed + 1
        self.table = Table(self.rulebook, self.players, self._options, seed)
        self._steps = 0
        self.is_over = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _sight(self, agent: str) -> Sight:
        found = self._sights.get(agent)
        if found is None:
            seat = self._seats[agent]
            found = Sight(self.table.seen(seat), seat, self.rulebook, self._encodings, self._watcher)
            self._sights[agent] = found
        return found

    def _select(self) -> None:
        """The next agent."""
        self._sights = {}
        self.agent_selection = self.possible_agents[self.table.asked()[0]]

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The current agent's view and legal commands, computed when they are read; after the end, the places."""
        if self.is_over:
            return self._infos
        agent = self.agent_selection
        return {**self._infos, agent: self._sight(agent).info}

    def info(self, agent: str) -> dict[str, Any]:
        """The view and the legal commands of this agent."""
        return self._sight(agent).info

    def legal(self, agent: str | None = None) -> Mapping[int, Command]:
        """The legal commands of this agent, or of the current one, by their numbers. A search needs nothing else."""
        return self._sight(self.agent_selection if agent is None else agent).commands

    def observe(self, agent: str) -> Observation:
        """The view of this agent, and its legal commands, of which it has none while it is not asked."""
        return self._sight(agent).observation

    def step(self, action: int | None) -> None:
        """Let the current agent answer; the number of an illegal command raises `ValueError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        command = None if action is None else self._sight(agent).commands.get(int(action))
        if command is None:
            raise ValueError(f"{action} is no legal action of {agent} now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.play(command)
        self._steps += 1
        result = self.table.result()
        if result is None and self._steps < self._most_steps:
            self._select()
        else:
            self._sights = {}
            self._end(result)
        self._accumulate_rewards()

    def _end(self, result: Result | None) -> None:
        """End the game: all agents get the last reward, and the infos contain the places."""
        self.is_over = True
        if result is None:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            rewards = rewards_of(result, self.rulebook.meta.teams_of(len(self.agents)))
            self.rewards = dict(zip(self.agents, rewards, strict=True))
        for agent in self.agents:
            place = None if result is None else result.places[self._seats[agent]]
            self._infos[agent] = {"view": self._sight(agent).view, "commands": {}, "place": place}
        self._deads_step_first()

    def render(self) -> str:
        """The table as the current agent sees it."""
        return str(self._sight(self.agent_selection).view)

    def close(self) -> None:
        """There is nothing to close."""


_OF_THE_GAME = frozenset({
    "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "_infos",
})  # fmt: skip


def rewards_of(result: Result, teams: Sequence[int]) -> list[float]:
    """The reward of each seat: from 1 for the first team to -1 for the last, in equal steps. Teams with equal places
    get the average of their steps, and partners get the same reward. In a cooperative game all get 1 or -1.
    """
    if len(set(teams)) == 1 < len(teams):
        return [1.0 if place == 1 else -1.0 for place in result.places]
    places = dict(zip(teams, result.places, strict=True))
    ahead = [sum(other < own for other in places.values()) for own in result.places]
    level = [sum(other == own for other in places.values()) - 1 for own in result.places]
    return [1 - (2 * a + b) / max(1, len(places) - 1) for a, b in zip(ahead, level, strict=True)]
