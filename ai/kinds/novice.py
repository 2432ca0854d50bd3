"""Novice: chooses by the title's `appraise`, but overlooks many moves."""

import random
from collections.abc import Sequence
from typing import Any

from ai.oversights import choose_overlooking
from domain.game import Game
from domain.messages import Command, say
from domain.rulebook import Rulebook

description = say("Novice: overlooks many moves")
level = 1


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """One of the noticed commands, misjudged."""
    return choose_overlooking(rulebook, seen.table, seat, commands, lot, noticed=0.35, blur=0.5)
