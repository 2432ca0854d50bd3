"""Apprentice: plays a few games on, and takes an answer the more likely the more it was tried. It makes mistakes."""

import random
from collections.abc import Sequence

from ai.search.search import Budget, Tried
from domain.messages import Command, say

description = say("Apprentice: has ideas but makes mistakes")
budget = Budget(seconds=0.5, games=40)


def choose_among(tried: Sequence[Tried], lot: random.Random) -> Command:
    """Any of the answers, each as likely as it was often tried."""
    return lot.choices([one.command for one in tried], [one.games for one in tried])[0]
