"""Apprentice: plays a few games on, and chooses answers in proportion to their tries. It makes mistakes."""

import random
from collections.abc import Sequence

from ai.search.search import Budget, Tried
from domain.messages import Command, say

description = say("Apprentice: has ideas but makes mistakes")
budget = Budget(seconds=0.5, games=40)


def choose_among(tried: Sequence[Tried], lot: random.Random) -> Command:
    """A random answer, weighted by number of tries."""
    return lot.choices([one.command for one in tried], [one.games for one in tried])[0]
