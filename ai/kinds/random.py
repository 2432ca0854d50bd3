"""Random: chooses any legal command, each equally likely."""

import random
from collections.abc import Sequence
from typing import Any

from domain.game import Game
from domain.messages import Command, say
from domain.rulebook import Rulebook

description = say("Random: plays any legal move")
level = 0


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """Any of the commands."""
    return lot.choice(commands)
