"""Search tree: statistics of each answer in each information set of one seat.

It is the tree of a single observer (Cowling, Powley and Whitehouse, 2012): its nodes are what the searching seat knows,
so one node stands for many deals of what is hidden, in each of which other answers may be legal. What another seat
seals leads on to the same node whatever it is. Whoever moves is judged by what they themselves gained (max^n).
"""

import random
from collections.abc import Callable, Sequence
from math import exp, sqrt

from msgspec import Struct

from domain.messages import Command

UNTRIED = 0.1
"""By how much less than the average of its node an answer is thought to bring that was never tried."""

FIRST_WIDTH = 4
"""So many answers are looked at when a node is new: the wide choices of a title are not tried one after the other, but
those first that a sensible player would."""

EVENNESS = 0.1
"""How evenly answers are drawn that are given at the same time as another's: two searches that always tried what seems
best would fall into step, and one of them would seem to know what the other seals."""


class Breadth(Struct, frozen=True):
    """How widely a tree grows; where little is left to chance, a narrow one sees further (`find_search_settings`).

    `explore` is how much an answer that was seldom tried is preferred, in shares of a win; so many answers as `width`
    says are looked at besides the first ones for each root of a node's visits.
    """

    explore: float = 1.2
    width: float = 2.0


USUAL = Breadth()


class Edge:
    """An answer at a node: how often it could have been given and was, and what it brought its seat in all."""

    __slots__ = ("available", "following", "gained", "liking", "sealed", "tried")

    def __init__(self, liking: int) -> None:
        self.liking = liking
        self.available = 0
        self.tried = 0
        self.gained = 0.0
        self.sealed: bool | None = None
        self.following: Node | None = None


class Node:
    """A moment that the searching seat can tell from others, whoever is asked there."""

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
        """The answer to try now, among those that are legal in this deal; `like` says how good some look.

        With a lot it is drawn, the likelier the better it seems.
        """
        if new := [command for command in commands if command not in self._edges]:
            self._edges.update(zip(new, map(Edge, like(new)), strict=True))
        found = [(command, self._edges[command]) for command in commands]
        for _, edge in found:
            edge.available += 1
        visits = self.visits.get(seat, 0)
        found.sort(key=lambda one: -one[1].liking)  # stable: what is liked as much stays in the order of the rules
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
        """The node that this answer leads to; all that one seat seals lead to the same."""
        if edge.sealed:
            return self._behind_seals.setdefault(seat, Node())
        if edge.following is None:
            edge.following = Node()
        return edge.following

    def learn(self, seat: int, edge: Edge, gained: float) -> None:
        """The seat gave this answer here and gained so much in the end."""
        edge.tried += 1
        edge.gained += gained
        self.visits[seat] = self.visits.get(seat, 0) + 1
        self.gained[seat] = self.gained.get(seat, 0.0) + gained


def _weights(likings: Sequence[int]) -> list[float]:
    """How much each of these answers is favoured, those that are liked best first; together they are 1.

    Only their order tells anything: how much better one looks than another has no unit.
    """
    weights: list[float] = []
    place = 0
    for number, liking in enumerate(likings):
        if liking != likings[place]:
            place = number
        weights.append(1.0 / (1.0 + place))
    total = sum(weights)
    return [weight / total for weight in weights]
