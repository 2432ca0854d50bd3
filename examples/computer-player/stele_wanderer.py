"""Wanderer: a computer player in a package. It plays the steward's move, but one in four at random."""

import random
from collections.abc import Sequence
from typing import Any

from stele.computer_player import PROTOCOL, Command, Game, Rulebook, find_kinds, say

__all__ = ["PROTOCOL", "choose", "description"]

description = say("Wanderer: plays like the Steward, but one move in four at random")


def choose(
    rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
) -> Command:
    """One of these legal commands. `seen` is what the seat may see; all randomness comes from `lot`."""
    if lot.random() < 0.25:
        return lot.choice(commands)
    return find_kinds()["steward"].choose(rulebook, seen, seat, commands, lot)
