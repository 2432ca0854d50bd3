"""Title plugins: titles of other packages, found by their entry points."""

from collections.abc import Container, Iterable
from importlib import metadata
from typing import Any

from domain.plugins import Plugins, Unsuitable, find_plugins
from domain.rulebook import MOST_SEATS, PROTOCOL, Points, Rulebook, RulebookWithPoints

GROUP = "stele.titles"
"""The group of entry points. Each one's name is the title's id, and its object the title's module."""


def find_packages(taken: Container[str], points: Iterable[metadata.EntryPoint] | None = None) -> Plugins[Rulebook[Any]]:
    """The titles of these entry points, by default of all installed ones; ids that are taken are not given again."""

    def accept(module: Any, called: str, title: str) -> Rulebook[Any]:
        return as_rulebook(module, called, title, "entry point")

    return find_plugins(GROUP, "title", PROTOCOL, taken, accept, points)


def as_rulebook(module: Any, called: str, title: str, place: str) -> Rulebook[Any]:
    """The module if it offers everything a title needs and has the expected id, or `Unsuitable`."""
    counted = vars(RulebookWithPoints) if getattr(getattr(module, "meta", None), "points", Points()) is not None else ()
    wanted = [name for name in (*Rulebook.__annotations__, *vars(Rulebook), *counted) if not name.startswith("_")]
    if missing := [name for name in wanted if not hasattr(module, name)]:
        raise Unsuitable(f"{called} is no title: it does not offer {', '.join(missing)}")
    if (found := getattr(module.meta, "id", None)) != title:
        raise Unsuitable(f"{called} has the id {found!r}; like its {place} it must be {title!r}")
    if (most := getattr(module.meta, "most_players", 0)) > MOST_SEATS:
        raise Unsuitable(f"{called} is for up to {most} players; a title may seat {MOST_SEATS} at most")
    rulebook: Rulebook[Any] = module
    return rulebook
