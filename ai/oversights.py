"""Oversights: how a computer player errs like a person. It does not see every move, and misjudges those it sees."""

import random
from collections.abc import Sequence
from typing import Any

from domain.messages import Command
from domain.rulebook import Rulebook


def choose_overlooking(
    rulebook: Rulebook[Any],
    table: Any,
    seat: int,
    commands: Sequence[Command],
    lot: random.Random,
    noticed: float,
    blur: float,
) -> Command:
    """The command that looks best by the title's appraisal, among those that are noticed.

    Each command is noticed with the probability `noticed`. The error of a judgement is drawn from a normal distribution
    whose standard deviation is the share `blur` of the difference between the best and the worst appraisal, so that a
    move that is much worse than another is rarely preferred to it.
    """
    seen = [command for command in commands if lot.random() < noticed] or [lot.choice(commands)]
    worth = rulebook.appraise(table, seat, seen)
    spread = max(worth) - min(worth)
    if not spread:
        return lot.choice(seen)
    judged = [value + lot.gauss(0.0, blur * spread) for value in worth]
    return seen[judged.index(max(judged))]
