"""Takes any legal command, each equally likely."""

import random
from collections.abc import Sequence
from typing import Any

from domain.game import Game
from domain.messages import Command
from domain.rulebook import Rulebook


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """Any of the commands."""
    return lot.choice(commands)
