"""The titles. Each folder here is one, found by being here: there is no list of titles anywhere."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from domain.lessons import Lesson
from domain.ordered import Order
from domain.rulebook import Rulebook


class NotATitle(Exception):
    """A folder here is no title; the message says what it lacks."""


@cache
def find_rulebooks() -> dict[str, Rulebook[Any]]:
    """Every title's rulebook by the title's id, in the ids' order."""
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    titles = [as_title(name, importlib.import_module(f"{__name__}.{name}")) for name in names]
    return {title.meta.id: title for title in sorted(titles, key=lambda title: title.meta.id)}


def folder_of(title: str) -> Traversable:
    """The folder of the title with this id, whether or not there is one."""
    return resources.files(__name__).joinpath(_package(title))


def _package(title: str) -> str:
    return title.replace("-", "_")


@cache
def find_lesson(title: str) -> Lesson | None:
    """The lesson of the title with this id, or none if there is none in its folder."""
    name = f"{__name__}.{_package(title)}.lesson"
    if importlib.util.find_spec(name) is None:
        return None
    lesson: Lesson = importlib.import_module(name).LESSON
    return lesson


@cache
def find_standing_orders(title: str) -> Callable[[Any, int], tuple[Order, ...]] | None:
    """What a sensible player of this title orders beforehand, by what they see and their seat; none where it says none.

    A title says it in the function `standing_orders` of its module `ordering`.
    """
    name = f"{__name__}.{_package(title)}.ordering"
    if importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Any, int], tuple[Order, ...]] = importlib.import_module(name).standing_orders
    return found


@cache
def find_prospects(title: str) -> Callable[[Any], tuple[float, ...]] | None:
    """The points that each seat of this title may expect at the end, by its full state; none where it says none.

    A title says it in the function `prospects` of its module `steward`.
    """
    name = f"{__name__}.{_package(title)}.steward"
    if importlib.util.find_spec(f"{__name__}.{_package(title)}") is None or importlib.util.find_spec(name) is None:
        return None
    found: Callable[[Any], tuple[float, ...]] | None = getattr(importlib.import_module(name), "prospects", None)
    return found


def as_title(folder: str, module: Any) -> Rulebook[Any]:
    """The module of this folder if it is a title, or `NotATitle`. Its types are mypy's business."""
    wanted = [name for name in (*Rulebook.__annotations__, *vars(Rulebook)) if not name.startswith("_")]
    if missing := [name for name in wanted if not hasattr(module, name)]:
        raise NotATitle(f"{__name__}.{folder} is no title: it does not offer {', '.join(missing)}")
    called = folder.replace("_", "-")
    if module.meta.id != called:
        raise NotATitle(f"{__name__}.{folder} has the id {module.meta.id!r}; like its folder it must be {called!r}")
    title: Rulebook[Any] = module
    return title
