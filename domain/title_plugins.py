"""Title plugins: titles of other packages, found by their entry points, and refused individually.

An installed package is trusted code. It is checked only so far that an unsuitable title is named, with the reason, and
does not affect the others.
"""

import importlib
import re
from collections.abc import Container, Iterable
from importlib import metadata
from typing import Any

from msgspec import Struct

from domain.rulebook import PROTOCOL, Rulebook

GROUP = "stele.titles"
"""The group of entry points. Each one's name is the title's id, and its object the title's module."""

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST_ID = 60


class NotATitle(Exception):
    """The object is not a playable title; the message says what it lacks."""


class TitlePackages(Struct, frozen=True):
    """The titles from other packages, by id, and the refused ones, each id with the reasons.

    An id may be in both if several packages offer it.
    """

    rulebooks: dict[str, Rulebook[Any]]
    refused: dict[str, tuple[str, ...]]


def find_packages(taken: Container[str], points: Iterable[metadata.EntryPoint] | None = None) -> TitlePackages:
    """The titles of these entry points, by default of all installed ones; ids that are taken are not given again."""
    rulebooks: dict[str, Rulebook[Any]] = {}
    refused: dict[str, tuple[str, ...]] = {}
    declared = metadata.entry_points(group=GROUP) if points is None else points
    for point in sorted(declared, key=lambda point: (point.name, point.value)):
        try:
            if point.name in taken or point.name in rulebooks:
                raise NotATitle(f"{point.value}: there is another title with the id {point.name}")
            rulebooks[point.name] = _loaded(point)
        except NotATitle as reason:
            refused[point.name] = (*refused.get(point.name, ()), str(reason))
    return TitlePackages(rulebooks, refused)


def _loaded(point: metadata.EntryPoint) -> Rulebook[Any]:
    """The title of this entry point, or `NotATitle`."""
    if not _ID.fullmatch(point.name) or len(point.name) > _LONGEST_ID:
        raise NotATitle(f"{point.value}: an id is of lower case letters, digits and hyphens between them")
    try:
        module = importlib.import_module(point.value)
    except (Exception, SystemExit) as error:  # whatever it raises, the other titles can be played
        raise NotATitle(f"{point.value} cannot be loaded: {type(error).__name__}: {error}") from error
    asked = getattr(module, "PROTOCOL", None)
    if asked != PROTOCOL:
        version = "no version" if asked is None else f"version {asked}"
        raise NotATitle(f"{point.value} asks for {version} of the rulebook protocol, and this is version {PROTOCOL}")
    return as_rulebook(module, point.value, point.name, "entry point")


def as_rulebook(module: Any, called: str, title: str, place: str) -> Rulebook[Any]:
    """The module if it offers everything a title needs and has the expected id, or `NotATitle`."""
    wanted = [name for name in (*Rulebook.__annotations__, *vars(Rulebook)) if not name.startswith("_")]
    if missing := [name for name in wanted if not hasattr(module, name)]:
        raise NotATitle(f"{called} is no title: it does not offer {', '.join(missing)}")
    if (found := getattr(module.meta, "id", None)) != title:
        raise NotATitle(f"{called} has the id {found!r}; like its {place} it must be {title!r}")
    rulebook: Rulebook[Any] = module
    return rulebook
