"""Steward: chooses the command that the title's `appraise` rates highest, ties at random. It does not look ahead."""

import random
from collections.abc import Sequence
from typing import Any

from domain.game import Game
from domain.messages import Command, say
from domain.rulebook import Rulebook

description = say("Steward: plays sensibly")
level = 3


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """The best command by the title's appraisal."""
    worth = rulebook.appraise(seen.table, seat, commands)
    best = max(worth)
    return lot.choice([command for command, value in zip(commands, worth, strict=True) if value == best])
