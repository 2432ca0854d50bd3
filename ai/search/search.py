"""Search for one seat's answer: deals the hidden pieces repeatedly, and plays each deal to the end.

Its only inputs are the seat's own redacted record and a random source. With a budget in games the same source gives the
same answer on every machine; with one in seconds of CPU time it depends on the machine's speed.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from heapq import nlargest
from math import inf
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ai.search.playout_policy import FORESIGHT, LOOKED_AT, find_judge, play_and_judge
from ai.search.tree import Breadth, Edge, Node
from ai.simulation import LotChance, Simulation
from domain.determinization import determinize
from domain.game import Game
from domain.messages import Command, Event
from domain.redaction import redact
from domain.rulebook import Rulebook
from domain.title_loader import find_search_settings

QUICKER = 1.25
"""Games may become this much faster, since known parts of the tree are reused."""

GAMES_OF_A_DEAL = 4
"""The number of games played from one deal, each with its own draws: dealing goes through the whole past."""


class Budget(Struct, frozen=True):
    """The effort allowed for one answer: seconds of CPU time, number of games, or whichever ends first.

    With `until_decided` a search ends once no other answer can become the most tried one.
    """

    seconds: float | None = None
    games: int | None = None
    until_decided: bool = False

    def begin(self) -> "Spending":
        """Start spending the budget."""
        return Spending(self)


class Spending:
    """A budget in use."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began_at = time.process_time()

    def lasts(self, played: int) -> bool:
        """Whether, after this number of games, another one may be played. The first one always may."""
        games, seconds = self._budget.games, self._budget.seconds
        return played == 0 or (
            (games is None or played < games) and (seconds is None or time.process_time() < self._began_at + seconds)
        )

    def games_left(self, played: int) -> float:
        """How many games may follow after this number; for seconds, estimated from the speed so far, with a margin."""
        games, seconds = self._budget.games, self._budget.seconds
        left = inf if games is None else games - played
        if seconds is not None:
            spent = time.process_time() - self._began_at
            left = min(left, QUICKER * played * (seconds - spent) / spent) if played and spent else left
        return left


class Tried(Struct, frozen=True):
    """The statistics of one answer: the number of games with it, and its average value."""

    command: Command
    games: int
    gain: float


class Stopped(Exception):
    """A search was stopped before its budget was used up."""


def never() -> bool:
    """A search that is never stopped."""
    return False


def search(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    past: Sequence[Event],
    seat: int,
    budget: Budget,
    lot: random.Random,
    stop: Callable[[], bool] = never,
) -> list[Tried]:
    """The answers of this seat, most tried first. The seat must be asked.

    `seen` is what the seat sees, `past` the title's events that count, as the seat has seen them. `stop` is called
    before every game; if it returns true, the results are discarded, and `Stopped` is raised.
    """
    return _Search(rulebook, seen, past, seat, lot).run(budget, stop)


class _Step(NamedTuple):
    """One step down the tree: at this node this seat gave this answer."""

    node: Node
    seat: int
    command: Command
    edge: Edge


class _Search:
    def __init__(
        self, rulebook: Rulebook[Any], seen: Game[Any], past: Sequence[Event], seat: int, lot: random.Random
    ) -> None:
        self._rulebook = rulebook
        self._seen = seen
        self._past = past
        self._seat = seat
        self._lot = lot
        self._judge = find_judge(seen.rulebook)
        settings = find_search_settings(seen.rulebook)
        self._foresight: int = settings.pop("foresight", FORESIGHT)
        self._looked_at: int = settings.pop("looked_at", LOOKED_AT)
        self._breadth = Breadth(**settings)
        self._root = Node()
        self._tried: dict[Command, tuple[int, float]] = {}

    def run(self, budget: Budget, stop: Callable[[], bool]) -> list[Tried]:
        spending, number = budget.begin(), 0
        while spending.lasts(number):
            if stop():
                raise Stopped
            if number % GAMES_OF_A_DEAL == 0:
                if budget.until_decided and self._lead() > spending.games_left(number):
                    break
                deal = self._deal()
            self._play(deal.copy(self._lot))
            number += 1
        found = [Tried(command, games, gained / games) for command, (games, gained) in self._tried.items()]
        return sorted(found, key=lambda one: (-one.games, -one.gain))

    def _lead(self) -> int:
        """The number of games by which the most tried answer is ahead of every other."""
        most, second = nlargest(2, [0, 0, *[games for games, _ in self._tried.values()]])
        return most - second

    def _deal(self) -> Simulation:
        """The game with everything that the seat does not see dealt at random."""
        table = determinize(self._rulebook, self._past, LotChance(self._lot))
        return Simulation(self._rulebook, replace(self._seen, table=table), self._lot)

    def _play(self, game: Simulation) -> None:
        """Play one game on: down the tree, one answer beyond it, then sensibly to the end; and update the tree."""
        node, way = self._root, list[_Step]()
        has_answered = is_new = False
        while not (has_answered and is_new) and (seat := self._next(game)) is not None:
            commands = game.legal(seat)
            if len(commands) > 1 or seat == self._seat:
                at_once = seat != self._seat and len(game.to_act()) > 1
                like = partial(self._rulebook.appraise, game.table, seat)
                command, edge = node.select(seat, commands, like, self._lot if at_once else None, self._breadth)
                if edge.sealed is None:
                    edge.sealed = self._is_sealed(game, command)
                has_answered |= seat == self._seat
                is_new |= not edge.tried
                way.append(_Step(node, seat, command, edge))
                node = node.behind(seat, edge)
            else:
                command = commands[0]
            game.apply(command)
        gained = play_and_judge(game, self._judge, self._foresight, self._looked_at)
        for step in way:
            step.node.learn(step.seat, step.edge, gained[step.seat])
        answer = next(step.command for step in way if step.seat == self._seat)
        games, before = self._tried.get(answer, (0, 0.0))
        self._tried[answer] = games + 1, before + gained[self._seat]

    def _next(self, game: Simulation) -> int | None:
        """The next seat to answer; of seats asked at the same time, the searching seat is the last.

        So the statistics of the others' answers are independent of its own, which they cannot see.
        """
        asked = game.to_act()
        return next((seat for seat in asked if seat != self._seat), asked[0]) if asked else None

    def _is_sealed(self, game: Simulation, command: Command) -> bool:
        """Whether part of this answer is hidden from the searching seat."""
        decided = list(self._rulebook.decide(game.table, command, LotChance(random.Random(0))))
        return any(redact(event, self._seat) != event for event in decided)
