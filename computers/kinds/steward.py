"""Takes the command that the title's own `appraise` likes best; equals by lot. It thinks of this moment only."""

import random
from collections.abc import Sequence
from typing import Any

from domain.game import Game
from domain.messages import Command, say
from domain.rulebook import Rulebook

description = say("Steward: plays sensibly")


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """The best command by the title's own appraisal."""
    worth = [rulebook.appraise(seen.table, seat, command) for command in commands]
    best = max(worth)
    return lot.choice([command for command, value in zip(commands, worth, strict=True) if value == best])
