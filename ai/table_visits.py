"""Table visits: how often a game brings its players to the table.

A *visit* is a run of one seat's answers without waiting for another seat: simultaneous sealed answers are one visit of
each seat. *Waits* count how often the game waits for players, one after another: seats that are asked at the same time
are waited for together.
"""

from typing import Any

from msgspec import Struct

from domain import game as shared
from domain.game import Game
from domain.messages import Record
from domain.ordered_moves import MoveOrdered
from domain.rulebook import Rulebook


class Visits(Struct, frozen=True):
    """The total answers, visits and waits of one or more games."""

    answers: int = 0
    visits: int = 0
    waits: int = 0

    def __add__(self, other: "Visits") -> "Visits":
        return Visits(self.answers + other.answers, self.visits + other.visits, self.waits + other.waits)


class VisitCounter:
    """Counts during a game: call `watch` with the records of each action and the state after it."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.counted = Visits()
        self._rulebook = rulebook
        self._staying: set[int] = set()
        self._since: dict[int, int] = {}  # the seats that are asked, each with its wait

    def watch(self, records: list[Record[Any]], game: Game[Any]) -> None:
        """Count one action, if it is an answer of a seat, and the seats asked after it."""
        counted, seat = self.counted, records[0].actor
        is_ordered = any(isinstance(record.data, MoveOrdered) for record in records)  # not a visit
        if seat is not None and not is_ordered:
            comes = seat not in self._staying
            waits = max(counted.waits, self._since[seat])
            self.counted = Visits(counted.answers + 1, counted.visits + comes, waits)
            self._staying.add(seat)
        asked = shared.to_act(self._rulebook, game)
        self._staying.intersection_update(asked)
        still = {one: self._since[one] for one in asked if one in self._since}
        self._since = dict.fromkeys(asked, self.counted.waits + 1) | still
