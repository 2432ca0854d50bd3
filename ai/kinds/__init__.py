"""Kinds of computer players: each module here is one and is discovered automatically; there is no list.

Most answer immediately, from the state that their seat sees. Those with a `budget` search, which takes time and needs
the seat's whole past: `ai.player` does it for them.
"""

import importlib
import pkgutil
import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, TypeGuard

from ai.search.search import Budget, Tried
from domain.game import Game
from domain.messages import Command, Sentence
from domain.rulebook import Rulebook

CARETAKER = "steward"
"""The kind that answers for a seat whose player resigned, and the default computer player of a new game."""


class Kind(Protocol):
    """A kind of computer player: a module of this package, with the module's name."""

    description: Sentence
    """How it plays, for people choosing among the kinds."""

    def choose(
        self, rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
    ) -> Command:
        """One of these legal commands; `seen` is what the seat may see, `lot` its only source of luck."""
        ...


class Searching(Protocol):
    """A kind that searches for its answers: it has these attributes instead of `choose`."""

    description: Sentence
    """How it plays, for people choosing among the kinds."""

    budget: Budget
    """Its budget for an answer."""

    def choose_among(self, tried: Sequence[Tried], lot: random.Random) -> Command:
        """One of the tried answers, which are sorted by number of tries, most first."""
        ...


def searches(kind: Kind | Searching) -> TypeGuard[Searching]:
    """Whether this kind searches for its answers."""
    return hasattr(kind, "budget")


@cache
def find_kinds() -> dict[str, Kind]:
    """Every kind by its name, the caretaker first."""
    names = sorted((found.name for found in pkgutil.iter_modules(__path__)), key=lambda name: (name != CARETAKER, name))
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}
