"""Sage: searches for eight seconds, and chooses the most tried answer."""

import random
from collections.abc import Sequence

from ai.search.search import Budget, Tried
from domain.messages import Command, say

description = say("Sage: thinks for a long time and plays very well")
level = 5
budget = Budget(seconds=8.0, until_decided=True)


def choose_among(tried: Sequence[Tried], lot: random.Random) -> Command:
    """The most tried answer."""
    return tried[0].command
