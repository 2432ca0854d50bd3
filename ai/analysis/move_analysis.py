"""Move analysis: one answer of a finished game, with the chances before and after it and the better alternatives.

A short search with the seat's knowledge finds the rivals of the played answer; all of them are then tried on the same
deals and luck. The work is done in pieces, and can be resumed from the verdict so far. It ends when more games would
not change the verdict, or when the effort is used up.
"""

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.decision_points import DecisionPoints, Look
from ai.analysis.paired_playouts import Compared, Tally, tally
from ai.search.search import Budget, never, search
from domain.messages import Command

MOST_RIVALS = 3
"""With more answers than these, each would get too few games for a verdict."""

SURE = 2.6
"""A rival is called better with this many standard errors: several rivals are compared, repeatedly, and with fewer one
of twenty equally good answers would be criticised.
"""


LEAST_PAIRS = 30
"""With fewer games the uncertainty is unknown."""


class AnalysisBudgets(Struct, frozen=True):
    """The effort allowed for one answer: the `look` before and after it, the `search`, and each of the `rounds` in
    which the answers are compared.
    """

    look: Budget
    search: Budget
    round: Budget
    rounds: int


USUAL = AnalysisBudgets(Budget(seconds=0.5, games=128), Budget(seconds=2.0), Budget(seconds=0.75), rounds=10)
"""The usual budgets of a move's analysis: at most 10.5 seconds of CPU time, with a first result after one second."""


class Rival(Struct, frozen=True):
    """Another answer, as plain values, and its result compared with the played one."""

    command: dict[str, Any]
    tally: Tally = Tally()

    @property
    def compared(self) -> Compared:
        """The difference in results; entirely uncertain before the first game."""
        return self.tally.compared() if self.tally.pairs else Compared(0.0, 1.0)

    @property
    def is_better(self) -> bool:
        """Whether this answer would have been better than the played one."""
        return self.tally.pairs >= LEAST_PAIRS and self.compared.is_better(SURE)

    @property
    def is_settled(self) -> bool:
        """Whether more games would not change the verdict."""
        return self.is_better or (self.tally.pairs >= LEAST_PAIRS and self.compared.is_hopeless)


class Verdict(Struct, frozen=True):
    """The verdict on an answer so far: without an answer `seat` is null; without alternatives there are no rivals.

    `done` counts the finished pieces.
    """

    position: str = ""
    seat: int | None = None
    played: dict[str, Any] | None = None
    before: Look | None = None
    after: Look | None = None
    rivals: tuple[Rival, ...] = ()
    done: int = 0
    is_done: bool = False


def go_on(
    moments: DecisionPoints,
    place: int,
    seed: str,
    found: Verdict,
    budgets: AnalysisBudgets = USUAL,
    stop: Callable[[], bool] = never,
) -> Verdict:
    """The verdict with the next piece; raises `Stopped` if `stop` says so before that is done."""
    moment = moments.all[place]
    if place == 0 or moment.answer is None:
        return Verdict(moment.position, is_done=True)
    # A random source for each piece alone, so that the result does not depend on who computes it.
    lot = random.Random(f"{seed} verdict {moment.position} {found.done}")
    position, seat, played, seen, past = moments.answered(place)
    if found.done == 0:
        before, after = (moments.look(at, budgets.look, lot, stop) for at in (place - 1, place))
        is_only = moments.choosing(place) is None
        return Verdict(position, seat, msgspec.to_builtins(played), before, after, (), 1, is_done=is_only)
    if found.done == 1:
        rivals = tuple(
            Rival(msgspec.to_builtins(one)) for one in best_rivals(moments, place, budgets.search, lot, stop)
        )
        return replace(found, rivals=rivals, done=2, is_done=not rivals)
    still_open = [rival for rival in found.rivals if not rival.is_settled]
    types = moments.projector.command_types
    commands: list[Command] = [msgspec.convert(one.command, types[one.command["type"]]) for one in still_open]
    more = iter(tally(moments.rulebook, seen, past, commands, played, budgets.round, lot, stop))
    rivals = tuple(one if one.is_settled else replace(one, tally=one.tally + next(more)) for one in found.rivals)
    done = found.done + 1
    return replace(
        found, rivals=rivals, done=done, is_done=done == pieces(budgets) or all(one.is_settled for one in rivals)
    )


def best_rivals(
    moments: DecisionPoints, place: int, budget: Budget, lot: random.Random, stop: Callable[[], bool]
) -> list[Command]:
    """The alternatives to the given answer that a search with the seat's knowledge tried most."""
    _, seat, played, seen, past = moments.answered(place)
    tried = search(moments.rulebook, seen, past, seat, budget, lot, stop)
    return [one.command for one in tried if one.command != played][:MOST_RIVALS]


def pieces(budgets: AnalysisBudgets = USUAL) -> int:
    """The maximum number of pieces."""
    return 2 + budgets.rounds
