"""Puzzle check: the decisions of an analysed game that have one clearly best answer.

The analysis compares the played answer with a few rivals only, so it proposes candidates. The check compares the best
answer of a candidate with every other legal one, on the same deals and luck, with a larger budget. It ends as soon as
one of them is not clearly worse. The work is done in pieces, and can be resumed from the check so far.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ai.analysis.decision_points import DecisionPoints
from ai.analysis.game_analysis import Findings, Judgement
from ai.analysis.move_analysis import LEAST_PAIRS, SURE, Rival
from ai.analysis.paired_playouts import SURE as LIKELY
from ai.analysis.paired_playouts import tally
from ai.search.search import Budget, never
from domain.game import Game
from domain.messages import Command, Event
from domain.rulebook import Rulebook
from eventstore.entries import parse_position

LEAST_ADVANTAGE = 0.1
"""A candidate's best answer is better than the analysis's next one by this much."""

CLEARLY = 0.05
"""In the check the best answer must be better than each other one by this much, and by `SURE` standard errors."""

MOST_ANSWERS = 40
"""With more legal answers, each would get too few playouts. Most of them are clearly worse after the first round."""

MOST_OF_GAME = 3
"""At most this many candidates of a game: those with the largest advantage."""


class CheckBudgets(Struct, frozen=True):
    """The effort allowed for checking one candidate: at most `rounds` of this budget."""

    round: Budget
    rounds: int


USUAL = CheckBudgets(Budget(seconds=4.0), rounds=15)
"""At most a minute of CPU time."""


class Candidate(Struct, frozen=True):
    """A decision with an answer that may be clearly the best: the action, its seat, and that answer as plain values."""

    action: int
    seat: int
    best: dict[str, Any]


class Check(Struct, frozen=True):
    """The check so far: each other legal answer, and its result compared with the best one.

    `done` counts the finished rounds.
    """

    candidate: Candidate
    others: tuple[Rival, ...] = ()
    done: int = 0
    is_done: bool = False

    @property
    def is_puzzle(self) -> bool:
        """Whether the best answer is clearly better than every other one."""
        return bool(self.others) and all(map(_is_worse, self.others))

    @property
    def gain(self) -> float:
        """The difference in winning chance between the best answer and the second best."""
        return min((-one.compared.gain for one in self.others), default=0.0)


def candidates(found: Findings) -> list[Candidate]:
    """The decisions that are worth a check, with the largest advantage first."""
    proposed = [(advantage, judged) for judged in found.judged if (advantage := _advantage(judged)) >= LEAST_ADVANTAGE]
    best = sorted(proposed, key=lambda one: -one[0])[:MOST_OF_GAME]
    return [Candidate(parse_position(one.position).action, one.seat, _best(one)) for _, one in best]


def _advantage(judged: Judgement) -> float:
    """The certain advantage of the best answer over the next one of those that the analysis compared."""
    lost = judged.lost
    if judged.best is None or judged.measured.pairs < LEAST_PAIRS or abs(lost.gain) < LIKELY * lost.error:
        return 0.0
    return abs(lost.gain)


def _best(judged: Judgement) -> dict[str, Any]:
    assert judged.best is not None
    return judged.best.command if judged.lost.gain > 0 else judged.played


def _plain(command: object) -> Any:
    """The command as plain values, as they are after storing."""
    return msgspec.json.decode(msgspec.json.encode(command))


def _is_worse(other: Rival) -> bool:
    compared = other.compared
    return other.tally.pairs >= LEAST_PAIRS and -compared.gain >= max(CLEARLY, SURE * compared.error)


def _is_as_good(other: Rival) -> bool:
    """Whether it is very unlikely that more playouts would show this answer to be clearly worse."""
    compared = other.compared
    return other.tally.pairs >= LEAST_PAIRS and -compared.gain + LIKELY * compared.error < CLEARLY


def go_on(
    moments: DecisionPoints,
    place: int,
    seed: str,
    check: Check,
    budgets: CheckBudgets = USUAL,
    stop: Callable[[], bool] = never,
) -> Check:
    """The check with the next round; raises `Stopped` if `stop` says so before that is done."""
    position, _, _, seen, past = moments.answered(place)
    # A random source for each round alone, so that the result does not depend on who computes it.
    lot = random.Random(f"{seed} puzzle {position} {check.done}")
    return next_round(moments.rulebook, seen, past, moments.legal(place), check, budgets, lot, stop)


def next_round(
    rulebook: Rulebook[Any],
    seen: Game[Any],
    past: Sequence[Event],
    legal: Sequence[Command],
    check: Check,
    budgets: CheckBudgets,
    lot: random.Random,
    stop: Callable[[], bool] = never,
) -> Check:
    """The check after one more round; `seen` (what the seat knew) and `past` are as for a search."""
    known, wanted = [(_plain(one), one) for one in legal], _plain(check.candidate.best)
    best = next((one for plain, one in known if plain == wanted), None)
    if best is None or not 1 < len(legal) <= MOST_ANSWERS:
        return replace(check, is_done=True)
    others = check.others or tuple(Rival(plain) for plain, one in known if one is not best)
    still_open = [one.command for one in others if not _is_worse(one)]
    commands = [one for plain, one in known if plain in still_open]
    more = iter(tally(rulebook, seen, past, commands, best, budgets.round, lot, stop))
    others = tuple(one if _is_worse(one) else replace(one, tally=one.tally + next(more)) for one in others)
    done = check.done + 1
    is_done = done == budgets.rounds or all(map(_is_worse, others)) or any(map(_is_as_good, others))
    return replace(check, others=others, done=done, is_done=is_done)
