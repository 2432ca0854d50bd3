"""Game analysis: the winning chances after every action, the chance that each answer lost, and who had the luck.

Each answer with an alternative is compared with its best rivals: a search with that seat's knowledge finds them, and
paired playouts choose the strongest. Its advantage is measured in other playouts, because those that selected it favour
it. Further playouts go where they matter: to the answers that may have lost most.

All work is done in small pieces, one call of `go_on` each, and the findings are plain data from which the analysis can
be resumed. It goes backwards from the result: most games are decided late, and a reader sees something within seconds.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp, hypot
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.decision_points import DecisionPoints, Look
from ai.analysis.move_analysis import LEAST_PAIRS, Rival, best_rivals
from ai.analysis.paired_playouts import LEAST_GAIN, SURE, Compared, Tally, tally
from ai.search.search import Budget, never
from domain.messages import Command
from domain.projector import Projector
from replay.past_states import Placed

SCHEME = 5
"""The number of the analysis method: findings of another method are computed again."""

MARKED = 5
"""At most this many answers are called mistakes of the game: the largest losses."""

DEALS = 8
"""A seat's own chance by what it knew is averaged over at most this many deals of the hidden pieces."""

LATE = 3
"""The last of this many parts of a game is analysed in full before the others."""

FINE = 0.015
"""A loss is measured until its standard error is as small as this."""


class Effort(Struct, frozen=True):
    """The effort allowed for analysing one game.

    `curve`, `search` and `screening` are each shared by all moments or answers, and name the games for a single one;
    the `deals`, for what the seats knew, are shared as well. At most `pieces` of `measuring` follow.
    """

    curve: Budget
    search: Budget
    screening: Budget
    measuring: Budget
    pieces: int
    deals: int = 800

    def seconds_left(self, looks: float, judged: float, measured: int) -> float:
        """The CPU time that these shares of the looks and judgements, and these further pieces, still take at most.

        A part whose budget is in games counts as nothing.
        """
        answers = (self.search.seconds or 0.0) + (self.screening.seconds or 0.0)
        return looks * (self.curve.seconds or 0.0) + judged * answers + measured * (self.measuring.seconds or 0.0)


USUAL = Effort(
    curve=Budget(seconds=70.0, games=256),
    search=Budget(seconds=55.0, until_decided=True),
    screening=Budget(seconds=55.0),
    measuring=Budget(seconds=4.0),
    pieces=20,
)
"""At most 260 seconds of CPU time, and up to 20 for what the seats knew, for a game of any length."""


class Judgement(Struct, frozen=True):
    """An answer, and its comparison with the best rival: on the playouts that selected it, and on others.

    Commands are plain values; without an alternative worth a try there are no rivals.
    """

    position: str
    seat: int
    played: dict[str, Any]
    rivals: tuple[Rival, ...] = ()
    measured: Tally = Tally()

    @property
    def best(self) -> Rival | None:
        """The strongest rival."""
        return max(self.rivals, key=lambda one: one.compared.gain, default=None)

    @property
    def lost(self) -> Compared:
        """The chance that the answer lost, and the standard error; without a measurement nothing is certain."""
        return self.measured.compared() if self.measured.pairs else Compared(0.0, 0.0 if self.best is None else 1.0)

    @property
    def is_mistake(self) -> bool:
        """Whether the best rival is certainly better."""
        return self.measured.pairs >= LEAST_PAIRS and self.lost.is_sure

    @property
    def is_settled(self) -> bool:
        """Whether more playouts would not change the judgement."""
        if self.best is None or self.measured.pairs < LEAST_PAIRS:
            return self.best is None
        return self.lost.is_hopeless or (self.lost.is_sure and self.lost.error <= FINE)

    @property
    def most(self) -> float:
        """The largest loss that is still likely."""
        return self.lost.gain + SURE * self.lost.error

    @property
    def likely_loss(self) -> float:
        """The measured loss, reduced by its uncertainty; never negative."""
        gain, error = max(0.0, self.lost.gain), self.lost.error
        return gain**3 / (gain * gain + error * error) if gain else 0.0


class Findings(Struct, frozen=True):
    """The findings so far: a look at each moment, and a judgement of each answer with an alternative.

    The looks are those at the last moments, in the order of play; the judgements are in the order of the work.
    `redrawn` has the looks at other draws, for the moments with draws; `known` each seat's own chance by what it knew.
    `measured` counts the further pieces.
    """

    looks: tuple[Look, ...] = ()
    redrawn: tuple[Look | None, ...] = ()
    judged: tuple[Judgement, ...] = ()
    measured: int = 0
    is_done: bool = False
    known: tuple[tuple[float, ...], ...] = ()

    def luck(self, place: int) -> tuple[float, ...]:
        """How far the draws of the moment with this look moved each seat's chance; 0 without draws."""
        look, other = self.looks[place], self.redrawn[place]
        if other is None:
            return (0.0,) * len(look.chances)
        return tuple([round(one - mean, 4) for one, mean in zip(look.chances, other.chances, strict=True)])

    def luck_error(self, place: int) -> float:
        """The standard error of that."""
        other = self.redrawn[place]
        return 0.0 if other is None else hypot(self.looks[place].error, other.error)


class MomentChances(Struct, frozen=True, array_like=True):
    """Each seat's winning chance after the action with this last position, and how far its draws moved the chance.

    `known` has each seat's own chance by what the seat knew then. These need not add up to 1.
    """

    position: str
    chances: tuple[float, ...]
    luck: tuple[float, ...]
    known: tuple[float, ...]


class Balance(Struct, frozen=True):
    """A player's answers with an alternative, the chance lost by them, their accuracy from 0 to 100, and the luck.

    `luck` is the sum of winning chances that draws gave this seat. The errors are standard errors.
    """

    seat: int
    answers: int
    lost: float
    error: float
    accuracy: float | None
    luck: float
    luck_error: float


class Piece(NamedTuple):
    """A look at the moment with this number, or a judgement of the answer that led to it."""

    place: int
    is_judgement: bool = False


def in_order(moments: int, choices: Mapping[int, int], reader: int | None) -> list[Piece]:
    """All looks and judgements, as they are made: the late part of the game before the rest, each from its end.

    An answer is judged when the chances before and after it are known. `choices` has the seat of each; a `reader` who
    has a seat gets their own first in each part, and other readers all in turn.
    """
    pieces: list[Piece] = []
    places = range(moments - 1, -1, -1)
    late = -(-moments // LATE)
    for part in (places[:late], places[late:]):
        others: list[Piece] = []
        for place in part:
            pieces.append(Piece(place))
            if (answered := place + 1) in choices:
                is_own = reader is None or choices[answered] == reader
                (pieces if is_own else others).append(Piece(answered, is_judgement=True))
        pieces += others
    return pieces


class Analysis:
    """The analysis of one finished game from its full record. `seed` names the random draws.

    Answers of the `reader`, if that is a seat, come before the others'.
    """

    def __init__(
        self,
        projector: Projector,
        placed: Placed,
        seed: str,
        found: Findings | None = None,
        effort: Effort = USUAL,
        reader: int | None = None,
    ) -> None:
        self.found = Findings() if found is None else found
        self._effort = effort
        self._reader = reader
        self._seed = seed
        self._moments = DecisionPoints(projector, placed)

    @property
    def pieces(self) -> int:
        """The maximum number of pieces."""
        return len(self._moments.all) + len(self._choices) + self._effort.pieces

    @property
    def done(self) -> int:
        """How many of them are done."""
        found = self.found
        return self.pieces if found.is_done else len(found.looks) + len(found.judged) + found.measured

    @property
    def seconds_left(self) -> float:
        """The CPU time that the rest takes at most."""
        found, effort = self.found, self._effort
        if found.is_done:
            return 0.0
        looks = 1 - len(found.looks) / len(self._moments.all)
        judged = 1 - len(found.judged) / max(1, len(self._choices))
        return effort.seconds_left(looks, judged, effort.pieces - found.measured)

    @cached_property
    def _choices(self) -> dict[int, int]:
        """The moments whose answer had an alternative, each with the seat that answered."""
        moments = self._moments
        seats = ((place, moments.choosing(place)) for place in range(1, len(moments.all)))
        return {place: seat for place, seat in seats if seat is not None}

    @cached_property
    def _order(self) -> list[Piece]:
        return in_order(len(self._moments.all), self._choices, self._reader)

    @cached_property
    def _judged(self) -> list[int]:
        """The moments of the judgements, in their order."""
        return [piece.place for piece in self._order if piece.is_judgement]

    def chances(self) -> list[MomentChances]:
        """The chances after each examined action."""
        found = self.found
        seen = self._moments.all[len(self._moments.all) - len(found.looks) :]
        return [
            MomentChances(moment.position, look.chances, found.luck(number), known)
            for number, (moment, look, known) in enumerate(zip(seen, found.looks, found.known, strict=True))
        ]

    def go_on(self, stop: Callable[[], bool] = never) -> None:
        """Do the next piece; if `stop` says so before it is done, it is discarded, and `Stopped` raised."""
        found = self.found
        if (number := len(found.looks) + len(found.judged)) < len(self._order):
            place, is_judgement = self._order[number]
            if is_judgement:
                found = replace(found, judged=(*found.judged, self._screen(place, stop)))
            else:
                look, redrawn = self._look(place, stop)
                deals = max(1, min(DEALS, self._effort.deals // len(self._moments.all)))
                known = self._moments.known(place, self._lot("known", place), deals)
                looks, others = (look, *found.looks), (redrawn, *found.redrawn)
                found = replace(found, looks=looks, known=(known, *found.known), redrawn=others)
        elif found.measured < self._effort.pieces and (worst := self._most_promising()) is not None:
            found = self._measure(worst, stop)
        else:
            found = replace(found, is_done=True)
        self.found = found

    def _lot(self, what: str, place: int) -> random.Random:
        """The random source of this piece alone, so that the result does not depend on who computes it."""
        return random.Random(f"{self._seed} {what} {self._moments.all[place].position}")

    def _each(self, name: str, parts: int) -> Budget:
        """One part of this budget."""
        budget: Budget = getattr(self._effort, name)
        return budget if budget.seconds is None else replace(budget, seconds=budget.seconds / max(1, parts))

    def _look(self, place: int, stop: Callable[[], bool]) -> tuple[Look, Look | None]:
        """Play on from this moment, and with other draws if there were any."""
        moments, lot = self._moments, self._lot("look", place)
        budget = self._each("curve", 2 * len(moments.all))
        look = moments.look(place, budget, lot, stop)
        return look, moments.look_redrawn(place, budget, lot, stop) if moments.is_drawn(place) else None

    def _screen(self, place: int, stop: Callable[[], bool]) -> Judgement:
        """This answer beside its rivals, and a first measure of the best."""
        position, seat, played, _, _ = self._moments.answered(place)
        parts, lot = len(self._choices), self._lot("search", place)
        rivals = best_rivals(self._moments, place, self._each("search", parts), lot, stop)
        judged = Judgement(position, seat, msgspec.to_builtins(played))
        if not rivals:
            return judged
        budget, lot = self._each("screening", 2 * parts), self._lot("screening", place)
        tallies = self._tally(place, rivals, budget, lot, stop)
        found = tuple(Rival(msgspec.to_builtins(one), by) for one, by in zip(rivals, tallies, strict=True))
        return self._measured(replace(judged, rivals=found), place, budget, lot, stop)

    def _most_promising(self) -> int | None:
        """The number of the judgement that may yet show the largest loss; none if all are settled or small."""
        numbers = [number for number, one in enumerate(self.found.judged) if not one.is_settled]
        worst = max(numbers, key=lambda number: self.found.judged[number].most, default=None)
        return None if worst is None or self.found.judged[worst].most < LEAST_GAIN else worst

    def _measure(self, number: int, stop: Callable[[], bool]) -> Findings:
        """The findings with more playouts for this judgement."""
        found, place = self.found, self._judged[number]
        lot = self._lot(f"measuring {found.measured}", place)
        judged = self._measured(found.judged[number], place, self._effort.measuring, lot, stop)
        return replace(
            found,
            judged=(*found.judged[:number], judged, *found.judged[number + 1 :]),
            measured=found.measured + 1,
        )

    def _measured(
        self, judged: Judgement, place: int, budget: Budget, lot: random.Random, stop: Callable[[], bool]
    ) -> Judgement:
        """The judgement with more playouts of its best rival."""
        assert judged.best is not None
        best = judged.best.command
        command: Command = msgspec.convert(best, self._moments.projector.command_types[best["type"]])
        (more,) = self._tally(place, [command], budget, lot, stop)
        return replace(judged, measured=judged.measured + more)

    def _tally(
        self, place: int, rivals: Sequence[Command], budget: Budget, lot: random.Random, stop: Callable[[], bool]
    ) -> list[Tally]:
        _, _, played, seen, past = self._moments.answered(place)
        return tally(self._moments.rulebook, seen, past, rivals, played, budget, lot, stop)


def mistakes(found: Findings) -> list[Judgement]:
    """The answers that certainly lost most, largest loss first."""
    worst = sorted((one for one in found.judged if one.is_mistake), key=lambda one: -one.lost.gain)
    return worst[:MARKED]


def balances(found: Findings, players: int) -> list[Balance]:
    """Each player's answers and luck so far."""
    return [_balance(found, seat) for seat in range(players)]


def _balance(found: Findings, seat: int) -> Balance:
    mine = [one for one in found.judged if one.seat == seat]
    places = range(len(found.looks))
    return Balance(
        seat,
        len(mine),
        round(sum(one.likely_loss for one in mine), 4),
        round(hypot(*[one.lost.error for one in mine]), 4),
        round(sum(accuracy(one.likely_loss) for one in mine) / len(mine), 1) if mine else None,
        round(sum(found.luck(place)[seat] for place in places), 4),
        round(hypot(*map(found.luck_error, places)), 4),
    )


def accuracy(lost: float) -> float:
    """An answer's accuracy from 0 to 100 by the winning chance that it lost, as chess servers compute it."""
    return max(0.0, min(100.0, 103.1668 * exp(-4.354 * lost) - 3.1669))


def luck_share(found: Findings) -> float | None:
    """The share of draws in the variance of the chances' changes, less the uncertainty; none without changes."""
    luck = rest = 0.0
    for place in range(1, len(found.looks)):
        before, after = found.looks[place - 1], found.looks[place]
        noise = found.luck_error(place) ** 2
        other = noise + before.error**2 if noise else after.error**2 + before.error**2
        for one, then, now in zip(found.luck(place), before.chances, after.chances, strict=True):
            luck += one * one - noise
            rest += (now - then - one) ** 2 - other
    luck, rest = max(0.0, luck), max(0.0, rest)
    return round(luck / (luck + rest), 4) if luck + rest else None
