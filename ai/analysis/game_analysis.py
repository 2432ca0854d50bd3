"""Game analysis: each seat's winning chance after every action, and the answers that lost the game.

A chance is the share of wins in games played on from the full state by sensible players; where the chances change most,
more games are played. At the answers with the largest drops, a search with that seat's knowledge looks for a better
answer. The gain is measured in separate games, in which both answers are tried on the same deals, because the search's
own numbers favour its choice. The drop is measured again too: the largest of many drops owe most to luck, so the games
that selected them cannot measure them.

All work is done in small pieces, one call of `go_on` each, and the findings are plain data from which the analysis can
be resumed.
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
"""The number of the analysis method: findings of another method are computed again."""

CLOSER = 4
"""One in this many moments gets a closer look, with this many times the games in all."""

LEAST_FALL = 0.15
"""A drop of this size is reported even if no better answer was found."""


class Effort(Struct, frozen=True):
    """The effort allowed for analysing one game.

    `curve` is for the first look at all moments together, with this many games at each; a closer look costs about the
    same again. Each of up to `answers` answers takes `fall` twice (before and after it), `search` and `comparison`.
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
"""At most four minutes and 35 seconds of processor time: 60 and 45 for the curve, 170 for the answers."""


class Judged(Struct, frozen=True):
    """An examined answer: its command and a better one, if there is one, as plain values.

    `before` and `after` are the winning chances of its seat, `gain` is how much more often the better one wins.
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
        """Whether it is worth reporting."""
        return self.better is not None or self.before - self.after >= LEAST_FALL


class Findings(Struct, frozen=True):
    """The findings so far: a look at each moment, then closer looks at some, then answers.

    `measured` are the looks that measure the drops: one before and one after each answer.
    """

    looks: tuple[Look, ...] = ()
    closer: tuple[tuple[int, Look], ...] = ()
    measured: tuple[tuple[int, Look], ...] = ()
    judged: tuple[Judged, ...] = ()
    is_done: bool = False


class Analysis:
    """The analysis of one finished game from its full record. `seed` names the random draws."""

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
        """The maximum amount of work, in looks at a moment, so that progress is even."""
        return self._weighed(len(self._moments.all), self._closer_looks, self._effort.answers)

    @property
    def done(self) -> int:
        """How much of it is done."""
        found = self.found
        return self.pieces if found.is_done else self._weighed(len(found.looks), len(found.closer), len(found.judged))

    def _weighed(self, looks: int, closer: int, answers: int) -> int:
        """By the usual effort an answer takes about as long as a look at a quarter of all moments."""
        return looks + (CLOSER - 1) * closer + max(1, self._closer_looks) * answers

    def chances(self) -> list[tuple[str, tuple[float, ...]]]:
        """Each seat's winning chance after each examined action, with the action's last position."""
        looks = self._at_sight()
        for place, group in groupby(sorted(self.found.measured, key=itemgetter(0)), key=itemgetter(0)):
            looks[place] = together([look for _, look in group])
        return [(moment.position, look.chances) for moment, look in zip(self._moments.all, looks, strict=False)]

    def _at_sight(self) -> list[Look]:
        """The first looks and the closer ones combined."""
        looks = list(self.found.looks)
        for place, look in self.found.closer:
            looks[place] = together([looks[place], look])
        return looks

    def go_on(self, stop: Callable[[], bool] = never) -> None:
        """Do the next piece; if `stop` says so before it is done, it is discarded, and `Stopped` raised."""
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
        """The random source of this piece alone, so that the result does not depend on who computes it."""
        return random.Random(f"{self._seed} {what} {self._moments.all[place].position}")

    @property
    def _sight(self) -> Budget:
        """The budget of one look at one moment."""
        curve = self._effort.curve
        return curve if curve.seconds is None else replace(curve, seconds=curve.seconds / len(self._moments.all))

    def _look(self, place: int, what: str, budget: Budget, stop: Callable[[], bool]) -> Look:
        """Play on from this moment."""
        return self._moments.look(place, budget, self._lot(what, place), stop)

    def _changes(self) -> list[int]:
        """The moments, those with the largest changes first."""
        looks = self.found.looks
        changes = [
            max(abs(one - other) for one, other in zip(look.chances, earlier.chances, strict=True))
            for earlier, look in zip([looks[0], *looks], looks, strict=False)
        ]
        return sorted((place for place in range(len(looks))), key=lambda place: -changes[place])

    def _answers(self) -> list[int]:
        """The moments whose answers are examined: there was an alternative, and the seat's chance dropped; largest
        drops first.
        """
        if self._ranked is None:
            looks, fallen = self._at_sight(), list[tuple[float, int]]()
            for place in range(1, len(looks)):
                if (seat := self._moments.choosing(place)) is not None:
                    fell = looks[place - 1].chances[seat] - looks[place].chances[seat]
                    fallen += [(-fell, place)] if fell > 0 else []
            self._ranked = [place for _, place in sorted(fallen)[: self._effort.answers]]
        return self._ranked

    def _measure(self, place: int, stop: Callable[[], bool]) -> tuple[tuple[int, Look], tuple[int, Look]]:
        """The chances before and after this answer, from games that played no part in selecting it."""
        before, after = (self._look(at, f"fall at {place}", self._effort.fall, stop) for at in (place - 1, place))
        return (place - 1, before), (place, after)

    def _judge(self, place: int, stop: Callable[[], bool]) -> tuple[Judged, tuple[tuple[int, Look], ...]]:
        """The drop of the seat's chance at this answer, and a better answer, if the seat could have known one."""
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
