"""Clock check: whether each deadline was due (G17 to G19).

The seats that are asked are public, so every deadline can be recomputed from the public record.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.clocks.events import (
    TimedOut,
)
from domain.clocks.rules import deadlines
from domain.disputes.events import GoneBack
from domain.game import Game, GameCreated, to_act
from domain.messages import Record
from domain.projector import Projector
from eventstore.entries import Position
from replay.past_states import PastStates
from verify.record import seat_name

Placed = Sequence[tuple[Position, Record[Any]]]


def first_untimely(projector: Projector, placed: Placed) -> tuple[Position, str] | None:
    """The first time-out that cites another deadline or question than the record gives, and why; none if all do."""
    created = placed[0][1].data
    if not isinstance(created, GameCreated) or created.pace is None:
        return None
    questions = Questions(projector, placed)
    for position, record in placed:
        if isinstance(record.data, TimedOut):
            seat, cited = record.data.seat, record.data.asked
            assert questions.game is not None
            due = deadlines(projector.rulebook, questions.game).get(seat)
            if due != record.data.deadline:
                told = "no clock of this seat runs" if due is None else f"the deadline was {due}"
                return position, f"cites the deadline {record.data.deadline}; {told}"
            if cited and cited != str(questions.asked.get(seat)):
                return (
                    position,
                    f"cites the question of {cited}; {seat_name(seat)} was asked at {questions.asked.get(seat)}",
                )
        questions.take(position, record)
    return None


def asked_since(projector: Projector, placed: Placed) -> Mapping[int, Position]:
    """For each seat that is asked at the end of this record, the position since which it has been asked without
    acting.
    """
    questions = Questions(projector, placed)
    for position, record in placed:
        questions.take(position, record)
    return questions.asked


class Questions:
    """The seats that are asked in a record, entry by entry, and since which position.

    A question begins at the end of an action: the seat is asked there and was not before, or acted, or play went back.
    """

    def __init__(self, projector: Projector, placed: Placed) -> None:
        self._projector = projector
        self._pasts = PastStates(placed)
        self.game: Game[Any] | None = None
        self._asked: dict[int, Position] = {}
        self._last: Position | None = None
        self._acted: set[int] = set()
        self._is_anew = False

    def take(self, position: Position, record: Record[Any]) -> None:
        """Apply the next entry."""
        if position.effect == 0:
            self._asked = dict(self.asked)
            self._acted, self._is_anew = set(), False
        if record.actor is not None:
            self._acted.add(record.actor)
        self._is_anew = self._is_anew or isinstance(record.data, GoneBack)
        self.game = self._projector.evolve(self.game, record, self._pasts.at)
        self._pasts.keep(position, self.game)
        self._last = position

    @property
    def asked(self) -> Mapping[int, Position]:
        """Each seat that is asked after the last entry, with the position since which it is asked."""
        if self.game is None or self._last is None:
            return {}
        return {
            seat: self._last if self._is_anew or seat in self._acted or seat not in self._asked else self._asked[seat]
            for seat in to_act(self._projector.rulebook, self.game)
        }
