"""Pupil: chooses by the title's `appraise`, and sees most moves, though not always the best one."""

import random
from collections.abc import Sequence
from typing import Any

from ai.oversights import choose_overlooking
from domain.game import Game
from domain.messages import Command, say
from domain.rulebook import Rulebook

description = say("Pupil: sees most moves, but not always the best one")
level = 2


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """One of the noticed commands, misjudged."""
    return choose_overlooking(rulebook, seen.table, seat, commands, lot, noticed=0.6, blur=0.2)
