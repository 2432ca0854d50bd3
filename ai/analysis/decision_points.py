"""Decision points of a finished game: the state after each counting action, the answer, and what its seat knew.

A look at a moment plays games on from it with sensible players, for some choices or to the end, and takes the mean of
the winning chances there. The luck of an action is the difference between its chances and their mean over other draws.
"""

import random
from collections.abc import Callable, Iterator
from itertools import groupby, zip_longest
from math import sqrt
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.paired_playouts import AHEAD, command_of
from ai.analysis.winning_chances import as_known
from ai.search.playout_policy import play_and_estimate
from ai.search.search import Budget, Stopped
from ai.simulation import Simulation
from domain import game as shared
from domain.game import SHARED_EVENTS, Game
from domain.messages import Command, Event, Record
from domain.projector import Projector
from domain.redaction import redact
from domain.title_loader import find_chances
from eventstore.entries import parse_position, still_counts
from replay.past_states import PastStates, Placed, rollbacks_in


class Look(Struct, frozen=True, array_like=True):
    """Each seat's mean winning chance in a number of playouts, and their mean standard error.

    With no playouts, the game was over.
    """

    games: int
    chances: tuple[float, ...]
    error: float = 0.0


class DecisionPoint(NamedTuple):
    """An action that counts: its end, the game before and after it, and the answer.

    `DecisionPoints` has the preceding events of the title; this is their number.
    """

    position: str
    before: Game[Any] | None
    after: Game[Any]
    answer: tuple[str, Record[Any]] | None
    past: int


class Answered(NamedTuple):
    """An answer given in the game: the position, the seat, the command, and what the seat knew.

    `seen` has no table, since that contained all secrets; deals from the `past` replace it.
    """

    position: str
    seat: int
    played: Command
    seen: Game[Any]
    past: list[Event]


class DecisionPoints:
    """All moments of the finished game with this full record, from the first one with a table."""

    def __init__(self, projector: Projector, placed: Placed) -> None:
        self.projector = projector
        self.rulebook = projector.rulebook
        self._chances = find_chances(projector.rulebook.meta.id)
        self._events: list[Event] = []
        self._redacted: dict[int, list[Event]] = {}
        self.all = list(self._read(projector, placed))

    def _read(self, projector: Projector, placed: Placed) -> Iterator[DecisionPoint]:
        """The counting actions, from the beginning of play."""
        pasts, rollbacks = PastStates(placed), rollbacks_in(placed)
        game: Game[Any] | None = None
        for _number, group in groupby(placed, key=lambda one: one[0].action):
            action = list(group)
            last, before = action[-1][0], game
            game = projector.fold([record for _, record in action], before, pasts.at)
            assert game is not None, "a stream has at least one record"
            pasts.keep(last, game)
            if not still_counts(last, rollbacks):
                continue
            titles = [(str(at), record) for at, record in action if not isinstance(record.data, SHARED_EVENTS)]
            if game.table is not None:
                answer = next((one for one in titles if one[1].actor is not None), None)
                yield DecisionPoint(str(last), before, game, answer, len(self._events))
            self._events += [record.data for _, record in titles]

    def place_of(self, action: int) -> int | None:
        """The index of the moment after this action; nothing if it does not count or precedes play."""
        places = (place for place, moment in enumerate(self.all) if parse_position(moment.position).action == action)
        return next(places, None)

    def choosing(self, place: int) -> int | None:
        """The seat that answered there and had a choice."""
        moment = self.all[place]
        if moment.before is None or moment.answer is None:
            return None
        seat = moment.answer[1].actor
        assert seat is not None
        return seat if len(shared.legal(self.rulebook, moment.before, seat)) > 1 else None

    def answered(self, place: int) -> Answered:
        """The answer given there. There must be one."""
        moment = self.all[place]
        assert moment.before is not None and moment.answer is not None
        position, record = moment.answer
        seat = record.actor
        assert seat is not None
        played = command_of(self.rulebook, moment.before, seat, record.data)
        past = self._seen_by(seat)[: moment.past]
        return Answered(position, seat, played, replace(moment.before, table=None), past)

    def legal(self, place: int) -> tuple[Command, ...]:
        """All legal answers of the seat that answered there. There must be an answer."""
        moment = self.all[place]
        assert moment.before is not None and moment.answer is not None and moment.answer[1].actor is not None
        return shared.legal(self.rulebook, moment.before, moment.answer[1].actor)

    def known(self, place: int, lot: random.Random, deals: int) -> tuple[float, ...]:
        """Each seat's own chance after this action, by what that seat knew then. The chances need not add up to 1."""
        after, following = self.all[place].after, self.all[place + 1 : place + 2]
        until = following[0].past if following else len(self._events)
        seen = replace(after, table=None) if after.result is None else after
        return tuple(
            [round(as_known(seen, self._seen_by(seat)[:until], lot, deals)[seat], 4) for seat in range(after.players)]
        )

    def _seen_by(self, seat: int) -> list[Event]:
        """All events of the title as this seat saw them."""
        if seat not in self._redacted:
            self._redacted[seat] = [redact(event, seat) for event in self._events]
        return self._redacted[seat]

    def is_drawn(self, place: int) -> bool:
        """Whether the answer there led to draws."""
        before, after, answer = self.all[place].before, self.all[place].after, self.all[place].answer
        return before is not None and answer is not None and after.draws > before.draws

    def look(self, place: int, budget: Budget, lot: random.Random, stop: Callable[[], bool]) -> Look:
        """Play on from this moment; raises `Stopped` if `stop` says so before that is done."""
        game = self.all[place].after
        begun = Simulation(self.rulebook, game, lot)
        if begun.is_over:
            return Look(0, begun.shares() if game.result is not None else (0.0,) * game.players)
        return self._mean(lambda: begun.copy(lot), budget, stop)

    def look_redrawn(self, place: int, budget: Budget, lot: random.Random, stop: Callable[[], bool]) -> Look:
        """A look at the moment with other draws of its action, which must have draws. The difference is the action's
        luck.
        """
        before, played = self.all[place].before, self.answered(place).played
        assert before is not None
        begun = Simulation(self.rulebook, before, lot)

        def redrawn() -> Simulation:
            simulation = begun.copy(lot)
            simulation.apply(played)
            return simulation

        return self._mean(redrawn, budget, stop)

    def _mean(self, begin: Callable[[], Simulation], budget: Budget, stop: Callable[[], bool]) -> Look:
        sums, squares, spending, games = [0.0], [0.0], budget.begin(), 0
        while spending.lasts(games):
            if stop():
                raise Stopped
            shares = play_and_estimate(begin(), self._chances, AHEAD)
            sums = [one + share for one, share in zip_longest(sums, shares, fillvalue=0.0)]
            squares = [one + share * share for one, share in zip_longest(squares, shares, fillvalue=0.0)]
            games += 1
        chances = tuple([round(one / games, 4) for one in sums])
        spread = [max(0.0, square / games - (one / games) ** 2) for one, square in zip(sums, squares, strict=True)]
        return Look(games, chances, round(sqrt(sum(spread) / len(spread) / games), 4))
