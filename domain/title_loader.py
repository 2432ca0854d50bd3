"""Title loader: each folder of `titles/` is a title, discovered automatically; there is no list of titles anywhere.

Packages that are installed beside Stele bring others (`domain.title_plugins`).
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from domain.lessons import Lesson
from domain.ordered_moves import Order
from domain.rulebook import Rulebook
from domain.title_plugins import NotATitle, TitlePackages, as_rulebook, find_packages

__all__ = [
    "TITLES",
    "NotATitle",
    "as_title",
    "find_lesson",
    "find_rulebooks",
    "find_shown_table",
    "find_standing_orders",
    "folder_of",
    "outside_titles",
    "own_names",
    "refused_titles",
    "title_folders",
]  # fmt: skip

TITLES = "titles"
"""The package with the titles that come with Stele. Nothing imports one of them by name."""


@cache
def find_rulebooks() -> dict[str, Rulebook[Any]]:
    """Every title's rulebook by the title's id, in the ids' order."""
    titles = {**_own(), **_packages().rulebooks}
    return {title: titles[title] for title in sorted(titles)}


def title_folders() -> dict[str, Traversable]:
    """The folder of every title, by the titles' ids."""
    return {title: folder_of(title) for title in sorted((*_own(), *_packages().rulebooks))}


def outside_titles() -> dict[str, Traversable]:
    """The folders of the titles that other packages bring, by the titles' ids."""
    return {title: resources.files(_module_of(title)) for title in _packages().rulebooks}


def refused_titles() -> dict[str, tuple[str, ...]]:
    """The titles of other packages that are not played here, by id, with the reasons; another's may be, by that id."""
    return _packages().refused


def own_names() -> list[str]:
    """The names of the folders of the titles that come with Stele."""
    return [found.name for found in pkgutil.iter_modules(importlib.import_module(TITLES).__path__)]


@cache
def _own() -> dict[str, Rulebook[Any]]:
    titles = [as_title(name, importlib.import_module(f"{TITLES}.{name}")) for name in own_names()]
    return {title.meta.id: title for title in titles}


@cache
def _packages() -> TitlePackages:
    return find_packages(taken=_own())


def folder_of(title: str) -> Traversable:
    """The folder of the title with this id, whether or not there is one."""
    found = outside_titles().get(title)
    return resources.files(TITLES).joinpath(_package(title)) if found is None else found


def _module_of(title: str) -> str:
    outside: Any = _packages().rulebooks.get(title)
    return f"{TITLES}.{_package(title)}" if outside is None else str(outside.__name__)


def _package(title: str) -> str:
    return title.replace("-", "_")


@cache
def find_lesson(title: str) -> Lesson | None:
    """The lesson of the title with this id, or none if there is none in its folder."""
    name = f"{_module_of(title)}.lesson"
    if importlib.util.find_spec(name) is None:
        return None
    lesson: Lesson = importlib.import_module(name).LESSON
    return lesson


@cache
def find_standing_orders(title: str) -> Callable[[Any, int], tuple[Order, ...]] | None:
    """What a sensible player of this title orders beforehand, by what they see and their seat; none where it says none.

    A title says it in the function `standing_orders` of its module `ordering`.
    """
    found: Callable[[Any, int], tuple[Order, ...]] | None = _said_in(title, "ordering", "standing_orders")
    return found


@cache
def find_forced(title: str) -> Callable[[Any, int], bool] | None:
    """Whether the public's state shows that a seat of this title that is asked has one answer alone; none: never said.

    A title says it in the function `is_forced` of its module `ordering`. As it is handed what everybody sees, an answer
    that is given at once because of it tells nobody anything.
    """
    found: Callable[[Any, int], bool] | None = _said_in(title, "ordering", "is_forced")
    return found


@cache
def find_shown_table(title: str) -> Any:
    """The shape of what this title's `view` makes, a `TypedDict`; none where the title says none.

    A title says it in the class `Table` of its module `shown`.
    """
    name = f"{_module_of(title)}.shown"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name).Table


@cache
def find_prospects(title: str) -> Callable[[Any], tuple[float, ...]] | None:
    """The points that each seat of this title may expect at the end, by its full state; none where it says none.

    A title says it in the function `prospects` of its module `steward`.
    """
    found: Callable[[Any], tuple[float, ...]] | None = _said_in(title, "steward", "prospects")
    return found


def find_search_settings(title: str) -> dict[str, Any]:
    """How this title says that it is searched best, by the settings' names; what it does not say is as for all.

    A title sets `FORESIGHT`, `LOOKED_AT`, `EXPLORE` and `WIDTH` in its module `steward`: after how many more choices a
    search asks for its prospects and among how many answers each of them is made, how much an answer that was seldom
    tried is preferred, and how soon the tree looks at more answers.
    """
    said = {name.lower(): _said_in(title, "steward", name) for name in ("FORESIGHT", "LOOKED_AT", "EXPLORE", "WIDTH")}
    return {name: value for name, value in said.items() if value is not None}


def _said_in(title: str, module: str, name: str) -> Any:
    """What this module of the title has by this name, or nothing."""
    folder = _module_of(title)
    module = f"{folder}.{module}"
    if importlib.util.find_spec(folder) is None or importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), name, None)


def as_title(folder: str, module: Any) -> Rulebook[Any]:
    """The module of this folder if it is a title, or `NotATitle`. Its types are mypy's business."""
    return as_rulebook(module, f"{TITLES}.{folder}", folder.replace("_", "-"), "folder")
