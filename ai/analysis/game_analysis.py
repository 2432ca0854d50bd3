"""Game analysis: each seat's chance to win after every action, and the answers that lost it.

A chance is the share of games won that go on from the full state, in which everybody plays sensibly; where the chances
change most, more games are played. At those answers after which the chance of who gave them fell most, a search from
what that seat knew then looks for a better one. How much better it is, is told by games of its own, in which both are
tried on the same deals: the search's own numbers would flatter what it likes. So is how far the chance fell: of many
falls the greatest owe most to luck, and what chose them cannot measure them.

All is done in small pieces, one call of `go_on` each, and what is found is plain data: whoever has it goes on from it.
"""

import random
from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.decision_points import Look, Moments, together
from ai.analysis.paired_playouts import compare
from ai.search.search import Budget, never, search
from domain.projector import Projector
from replay.past_states import Placed

SCHEME = 2
"""The number of the way in which games are explained: what was found by another one is found anew."""

CLOSER = 4
"""One moment in so many is looked at more closely, with this many times the games in all."""

LEAST_FALL = 0.15
"""Where no better answer was found, a chance that fell so far is still worth telling."""


class Effort(Struct, frozen=True):
    """How much may be spent on explaining one game.

    `curve` is for the first look at all moments together, with so many games at each; a closer look costs about the
    same once more. For each of so many `answers` are `fall`, twice (before and after it), `search` and `comparison`.
    """

    curve: Budget
    answers: int
    fall: Budget
    search: Budget
    comparison: Budget


USUAL = Effort(
    Budget(seconds=60.0, games=64),
    answers=10,
    fall=Budget(seconds=2.0, games=256),
    search=Budget(seconds=5.0),
    comparison=Budget(seconds=8.0, games=2000),
)
"""At most four minutes and 35 seconds of a processor: 60 and 45 for the curve, 170 for the answers."""


class Judged(Struct, frozen=True):
    """An answer that was looked at: its command and, if another one is better, that one, as plain values.

    `before` and `after` are the chance of its seat, `gain` is how much more often the better one wins.
    """

    position: str
    seat: int
    played: dict[str, Any]
    better: dict[str, Any] | None
    before: float
    after: float
    gain: float

    @property
    def is_turning_point(self) -> bool:
        """Whether it is worth telling."""
        return self.better is not None or self.before - self.after >= LEAST_FALL


class Findings(Struct, frozen=True):
    """What was found so far: a look at each moment, then closer ones at some of them, then answers.

    `measured` are the looks by which is told how far a chance fell: the one before and the one after each answer.
    """

    looks: tuple[Look, ...] = ()
    closer: tuple[tuple[int, Look], ...] = ()
    measured: tuple[tuple[int, Look], ...] = ()
    judged: tuple[Judged, ...] = ()
    is_done: bool = False


class Analysis:
    """The analysis of one finished game, whose full record this is. `seed` names the lots that are drawn for it."""

    def __init__(
        self, projector: Projector, placed: Placed, seed: str, found: Findings | None = None, effort: Effort = USUAL
    ) -> None:
        self.found = Findings() if found is None else found
        self._effort = effort
        self._seed = seed
        self._moments = Moments(projector, placed)
        self._ranked: list[int] | None = None

    @property
    def pieces(self) -> int:
        """How much there is to do at most, in looks at a moment, so that the last one comes when it is awaited."""
        return self._weighed(len(self._moments.all), self._closer_looks, self._effort.answers)

    @property
    def done(self) -> int:
        """How much of that is done."""
        found = self.found
        return self.pieces if found.is_done else self._weighed(len(found.looks), len(found.closer), len(found.judged))

    def _weighed(self, looks: int, closer: int, answers: int) -> int:
        """By the usual effort an answer takes about as long as one look at a quarter of all moments."""
        return looks + (CLOSER - 1) * closer + max(1, self._closer_looks) * answers

    def chances(self) -> list[tuple[str, tuple[float, ...]]]:
        """Each seat's chance after each action that was looked at, with the action's last position."""
        looks = self._at_sight()
        for place, group in groupby(sorted(self.found.measured, key=itemgetter(0)), key=itemgetter(0)):
            looks[place] = together([look for _, look in group])
        return [(moment.position, look.chances) for moment, look in zip(self._moments.all, looks, strict=False)]

    def _at_sight(self) -> list[Look]:
        """What the first looks and the closer ones say together."""
        looks = list(self.found.looks)
        for place, look in self.found.closer:
            looks[place] = together([looks[place], look])
        return looks

    def go_on(self, stop: Callable[[], bool] = never) -> None:
        """Do the next piece; if `stop` says so before it is done, it is forgotten, and `Stopped` raised."""
        found = self.found
        if len(found.looks) < len(self._moments.all):
            look = self._look(len(found.looks), "look", self._sight, stop)
            found = replace(found, looks=(*found.looks, look))
        elif len(found.closer) < self._closer_looks:
            place = self._changes()[len(found.closer)]
            look = together([self._look(place, f"closer {number}", self._sight, stop) for number in range(1, CLOSER)])
            found = replace(found, closer=(*found.closer, (place, look)))
        elif len(found.judged) < len(answers := self._answers()):
            judged, measured = self._judge(answers[len(found.judged)], stop)
            found = replace(found, judged=(*found.judged, judged), measured=(*found.measured, *measured))
        self.found = found
        if self._has_curve and len(found.judged) == len(self._answers()):
            self.found = replace(found, is_done=True)

    @property
    def _has_curve(self) -> bool:
        return len(self.found.looks) == len(self._moments.all) and len(self.found.closer) == self._closer_looks

    @property
    def _closer_looks(self) -> int:
        return len(self._moments.all) // CLOSER

    def _lot(self, what: str, place: int) -> random.Random:
        """A lot for this piece alone, so that it is the same whoever does it."""
        return random.Random(f"{self._seed} {what} {self._moments.all[place].position}")

    @property
    def _sight(self) -> Budget:
        """What one look at one moment may cost."""
        curve = self._effort.curve
        return curve if curve.seconds is None else replace(curve, seconds=curve.seconds / len(self._moments.all))

    def _look(self, place: int, what: str, budget: Budget, stop: Callable[[], bool]) -> Look:
        """Play on from this moment."""
        return self._moments.look(place, budget, self._lot(what, place), stop)

    def _changes(self) -> list[int]:
        """The moments by how much they change at first sight, those that change most first."""
        looks = self.found.looks
        changes = [
            max(abs(one - other) for one, other in zip(look.chances, earlier.chances, strict=True))
            for earlier, look in zip([looks[0], *looks], looks, strict=False)
        ]
        return sorted((place for place in range(len(looks))), key=lambda place: -changes[place])

    def _answers(self) -> list[int]:
        """The moments with an answer to look at: where another was possible, and its seat's chance fell, most first."""
        if self._ranked is None:
            looks, fallen = self._at_sight(), list[tuple[float, int]]()
            for place in range(1, len(looks)):
                if (seat := self._moments.choosing(place)) is not None:
                    fell = looks[place - 1].chances[seat] - looks[place].chances[seat]
                    fallen += [(-fell, place)] if fell > 0 else []
            self._ranked = [place for _, place in sorted(fallen)[: self._effort.answers]]
        return self._ranked

    def _measure(self, place: int, stop: Callable[[], bool]) -> tuple[tuple[int, Look], tuple[int, Look]]:
        """The chances before and after this answer, by games that had no part in choosing it."""
        before, after = (self._look(at, f"fall at {place}", self._effort.fall, stop) for at in (place - 1, place))
        return (place - 1, before), (place, after)

    def _judge(self, place: int, stop: Callable[[], bool]) -> tuple[Judged, tuple[tuple[int, Look], ...]]:
        """How far its seat's chance fell at this answer, and a better one, if there is any by what the seat knew."""
        position, seat, played, seen, past = self._moments.answered(place)
        rulebook, lot = self._moments.rulebook, self._lot("search", place)
        best = search(rulebook, seen, past, seat, self._effort.search, lot, stop)[0].command
        better, gain = None, 0.0
        if best != played:
            pair, budget = (best, played), self._effort.comparison
            found = compare(rulebook, seen, past, pair, budget, self._lot("comparison", place), stop)
            if found.is_sure:
                better, gain = msgspec.to_builtins(best), found.gain
        measured = self._measure(place, stop)
        before, after = (look.chances[seat] for _, look in measured)
        return Judged(position, seat, msgspec.to_builtins(played), better, before, after, gain), measured
