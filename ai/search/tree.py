"""Search tree: statistics of each answer in each information set of one seat.

It is a single-observer tree (Cowling, Powley and Whitehouse, 2012): its nodes are the searching seat's information
sets, so one node covers many deals of the hidden pieces, with different legal answers. Another seat's sealed answers
all lead to the same node. Each seat maximises its own gain (max^n).
"""

import random
from collections.abc import Callable, Sequence
from math import exp, sqrt

from msgspec import Struct

from domain.messages import Command

UNTRIED = 0.1
"""How far below its node's average an untried answer is rated."""

FIRST_WIDTH = 4
"""The number of answers considered at a new node: in wide choices, sensible answers come first."""

EVENNESS = 0.1
"""How evenly simultaneous answers are drawn: two searches that always tried the best-looking answer would fall into
step, and one of them would seem to know what the other seals.
"""


class Breadth(Struct, frozen=True):
    """How widely a tree grows; with little chance in a game, a narrow one sees further (`find_search_settings`).

    `explore` is how much rarely tried answers are preferred, in shares of a win; besides the first ones, the number of
    answers considered at a node is `width` times a root of the node's visits.
    """

    explore: float = 1.2
    width: float = 2.0


USUAL = Breadth()


class Edge:
    """An answer at a node: how often it was possible and was given, and its seat's total value."""

    __slots__ = ("available", "following", "gained", "liking", "sealed", "tried")

    def __init__(self, liking: int) -> None:
        self.liking = liking
        self.available = 0
        self.tried = 0
        self.gained = 0.0
        self.sealed: bool | None = None
        self.following: Node | None = None


class Node:
    """A moment that the searching seat can distinguish from others, whichever seat is asked."""

    __slots__ = ("_behind_seals", "_edges", "gained", "visits")

    def __init__(self) -> None:
        self.visits: dict[int, int] = {}
        self.gained: dict[int, float] = {}
        self._edges: dict[Command, Edge] = {}
        self._behind_seals: dict[int, Node] = {}

    def select(
        self,
        seat: int,
        commands: Sequence[Command],
        like: Callable[[Sequence[Command]], Sequence[int]],
        lot: random.Random | None = None,
        breadth: Breadth = USUAL,
    ) -> tuple[Command, Edge]:
        """The answer to try next, among those that are legal in this deal; `like` rates them.

        With a random source it is drawn, weighted by its rating.
        """
        if new := [command for command in commands if command not in self._edges]:
            self._edges.update(zip(new, map(Edge, like(new)), strict=True))
        found = [(command, self._edges[command]) for command in commands]
        for _, edge in found:
            edge.available += 1
        visits = self.visits.get(seat, 0)
        found.sort(key=lambda one: -one[1].liking)  # stable: equally rated answers stay in the order of the rules
        del found[FIRST_WIDTH + int(breadth.width * sqrt(visits)) :]
        untried = self.gained[seat] / visits - UNTRIED if visits else 0.0
        weights = _weights([edge.liking for _, edge in found])
        urgencies = [
            (edge.gained / edge.tried if edge.tried else untried)
            + breadth.explore * weight * sqrt(edge.available) / (1 + edge.tried)
            for (_, edge), weight in zip(found, weights, strict=True)
        ]
        most = max(urgencies)
        if lot is not None:
            return lot.choices(found, [exp((urgency - most) / EVENNESS) for urgency in urgencies])[0]
        return found[urgencies.index(most)]

    def behind(self, seat: int, edge: Edge) -> "Node":
        """The node after this answer; all answers that a seat seals lead to the same node."""
        if edge.sealed:
            return self._behind_seals.setdefault(seat, Node())
        if edge.following is None:
            edge.following = Node()
        return edge.following

    def learn(self, seat: int, edge: Edge, gained: float) -> None:
        """Record that the seat gave this answer here, and its final value."""
        edge.tried += 1
        edge.gained += gained
        self.visits[seat] = self.visits.get(seat, 0) + 1
        self.gained[seat] = self.gained.get(seat, 0.0) + gained


def _weights(likings: Sequence[int]) -> list[float]:
    """The weight of each of these answers, best rated first; the sum is 1.

    Only their order matters: ratings have no unit.
    """
    weights: list[float] = []
    place = 0
    for number, liking in enumerate(likings):
        if liking != likings[place]:
            place = number
        weights.append(1.0 / (1.0 + place))
    total = sum(weights)
    return [weight / total for weight in weights]
