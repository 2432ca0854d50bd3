"""Kinds of computer players: each module here is one and is discovered automatically; there is no list.

Installed packages add others by entry points of the group `stele.kinds`: an entry point's name is the kind's, and its
object the kind's module, which names the version of `stele.computer_player` that it was written for as `PROTOCOL`.

Most answer immediately, from the state that their seat sees. Those with a `budget` search, which takes time and needs
the seat's whole past: `ai.player` does it for them.
"""

import importlib
import pkgutil
import random
from collections.abc import Container, Iterable, Sequence
from functools import cache
from importlib import metadata
from typing import Any, Protocol, TypeGuard

from ai.search.search import Budget, Tried
from domain.game import FREE, PERSON, Game
from domain.messages import Command, Sentence
from domain.plugins import Plugins, Unsuitable, find_plugins
from domain.rulebook import Rulebook

GROUP = "stele.kinds"
_NO_KINDS = (PERSON, FREE, "me")
"""Words with a meaning of their own where a seat's kind stands."""
PROTOCOL = 1
"""The version of the interface of kinds from other packages; it rises when one of them could no longer play."""
CARETAKER = "steward"
"""The kind that answers for a seat whose player resigned, and the default computer player of a new game."""


class Kind(Protocol):
    """A kind of computer player: a module of this package, with the module's name."""

    description: Sentence
    """How it plays, for people choosing among the kinds."""

    def choose(
        self, rulebook: Rulebook[Any], seen: Game[Any], seat: int, commands: Sequence[Command], lot: random.Random
    ) -> Command:
        """One of these legal commands; `seen` is what the seat may see, `lot` its only source of randomness."""
        ...


class Searching(Protocol):
    """A kind that searches for its answers: it has these attributes instead of `choose`."""

    description: Sentence
    """How it plays, for people choosing among the kinds."""

    budget: Budget
    """The budget of this kind for an answer."""

    def choose_among(self, tried: Sequence[Tried], lot: random.Random) -> Command:
        """One of the tried answers, which are sorted by number of tries, most first."""
        ...


def level_of(kind: Kind) -> int | None:
    """The level of this kind, from 0: each level is stronger in every title than the one before.

    None for a kind that is not one of the levels.
    """
    level = getattr(kind, "level", None)
    return level if isinstance(level, int) else None


def searches(kind: Kind | Searching) -> TypeGuard[Searching]:
    """Whether this kind searches for its answers."""
    return isinstance(getattr(kind, "budget", None), Budget)


class KindMissing(LookupError):
    """The kind of computer player that has a seat is not installed; the message names it."""


@cache
def find_kinds() -> dict[str, Kind]:
    """Every kind by its name: the caretaker, the others that come with Stele, then those of packages."""
    return {**_own(), **_packages().found}


@cache
def _own() -> dict[str, Kind]:
    names = sorted((found.name for found in pkgutil.iter_modules(__path__)), key=lambda name: (name != CARETAKER, name))
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}


@cache
def _packages() -> Plugins[Kind]:
    return find_packages((*_own(), *_NO_KINDS))


def kind_named(name: str) -> Kind:
    """The kind with this name, or `KindMissing`."""
    found = find_kinds().get(name)
    if found is None:
        raise KindMissing(f"the computer player {name} is not installed")
    return found


def refused_kinds() -> dict[str, tuple[str, ...]]:
    """The refused kinds of other packages, by name, with the reasons."""
    return _packages().refused


def find_packages(taken: Container[str], points: Iterable[metadata.EntryPoint] | None = None) -> Plugins[Kind]:
    """The kinds of these entry points, by default of all installed ones; names that are taken are not given again."""
    return find_plugins(GROUP, "computer player", PROTOCOL, taken, _accepted, points)


def _accepted(module: Any, called: str, _name: str) -> Kind:
    """The module if it can play as a kind, or `Unsuitable`."""
    if not isinstance(getattr(module, "description", None), Sentence):
        raise Unsuitable(f"{called} is no computer player: it has no `description` made by `say`")
    wanted = "choose_among" if searches(module) else "choose"
    if not callable(getattr(module, wanted, None)):
        raise Unsuitable(f"{called} is no computer player: it has no function `{wanted}`")
    kind: Kind = module
    return kind
