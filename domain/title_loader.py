"""Title loader: each folder of `titles/` is a title and is discovered automatically; there is no list of titles.

Installed packages add others (`domain.title_plugins`).
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from domain.lessons import Lesson
from domain.ordered_moves import Order
from domain.plugins import Plugins, Unsuitable
from domain.rulebook import Rulebook
from domain.statistics import TitleStatistics, no_facts
from domain.title_plugins import as_rulebook, find_packages
from domain.winning_chances import Features, WinningChances, read_fit

__all__ = [
    "TITLES",
    "Unsuitable",
    "as_title",
    "find_chances",
    "find_command_values",
    "find_features",
    "find_lesson",
    "find_rulebooks",
    "find_shown_table",
    "find_standing_orders",
    "find_statistics",
    "folder_of",
    "outside_titles",
    "own_names",
    "refused_titles",
    "title_folders",
]  # fmt: skip

TITLES = "titles"
"""The package with the titles that come with Stele. No import names one of them."""

CommandValues = Callable[[int, Mapping[str, Any]], Mapping[str, Iterable[Any]]]
"""From the number of players and the options: of a field's name the values that it can have, or of a command's name the
values of all its fields together."""

FITTED = "chances.toml"
"""The file in a title's folder with the fitted numbers of its chances."""


@cache
def find_rulebooks() -> dict[str, Rulebook[Any]]:
    """Every title's rulebook by the title's id, in the ids' order."""
    titles = {**_own(), **_packages().found}
    return {title: titles[title] for title in sorted(titles)}


def title_name(rulebook: str) -> str:
    """The name of the title with this id; the id, if the title is not installed."""
    found = find_rulebooks().get(rulebook)
    return rulebook if found is None else found.meta.title


def title_folders() -> dict[str, Traversable]:
    """The folder of every title, by the titles' ids."""
    return {title: folder_of(title) for title in sorted((*_own(), *_packages().found))}


def outside_titles() -> dict[str, Traversable]:
    """The folders of the titles from other packages, by title id."""
    return {title: resources.files(_module_of(title)) for title in _packages().found}


def refused_titles() -> dict[str, tuple[str, ...]]:
    """The refused titles of other packages, by id, with the reasons; another package's title may have the same id."""
    return _packages().refused


def own_names() -> list[str]:
    """The names of the folders of the titles that come with Stele."""
    return [found.name for found in pkgutil.iter_modules(importlib.import_module(TITLES).__path__)]


@cache
def _own() -> dict[str, Rulebook[Any]]:
    titles = [as_title(name, importlib.import_module(f"{TITLES}.{name}")) for name in own_names()]
    return {title.meta.id: title for title in titles}


@cache
def _packages() -> Plugins[Rulebook[Any]]:
    return find_packages(taken=_own())


def folder_of(title: str) -> Traversable:
    """The folder of the title with this id, whether or not there is one."""
    found = outside_titles().get(title)
    return resources.files(TITLES).joinpath(_package(title)) if found is None else found


def _module_of(title: str) -> str:
    outside: Any = _packages().found.get(title)
    return f"{TITLES}.{_package(title)}" if outside is None else str(outside.__name__)


def _package(title: str) -> str:
    return title.replace("-", "_")


@cache
def find_lesson(title: str) -> Lesson | None:
    """The lesson of the title with this id, or none if its folder has none."""
    name = f"{_module_of(title)}.lesson"
    if importlib.util.find_spec(name) is None:
        return None
    lesson: Lesson = importlib.import_module(name).LESSON
    return lesson


@cache
def find_standing_orders(title: str) -> Callable[[Any, int], tuple[Order, ...]] | None:
    """The title's recommended standing orders, by the player's view and seat; none if it defines none.

    A title defines them in the function `standing_orders` of its module `ordering`.
    """
    found: Callable[[Any, int], tuple[Order, ...]] | None = _said_in(title, "ordering", "standing_orders")
    return found


@cache
def find_forced(title: str) -> Callable[[Any, int], bool] | None:
    """Whether the public state shows that an asked seat of this title has only one answer; none: not defined.

    A title defines it in the function `is_forced` of its module `ordering`. Its input is public, so answering
    immediately because of it reveals nothing.
    """
    found: Callable[[Any, int], bool] | None = _said_in(title, "ordering", "is_forced")
    return found


@cache
def find_shown_table(title: str) -> Any:
    """The shape of this title's `view`, a `TypedDict`; none if it defines none.

    A title defines it in the class `Table` of its module `shown`.
    """
    name = f"{_module_of(title)}.shown"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name).Table


@cache
def find_prospects(title: str) -> Callable[[Any], tuple[float, ...]] | None:
    """How near each seat is to winning, from the full state; none if the title does not define it. More is better.

    A title defines them in the function `prospects` of its module `steward`.
    """
    found: Callable[[Any], tuple[float, ...]] | None = _said_in(title, "steward", "prospects")
    return found


@cache
def find_statistics(title: str) -> TitleStatistics:
    """The statistics of this title's finished games, by its module `statistics`; empty if it has none."""
    return TitleStatistics(
        _said_in(title, "statistics", "TOPICS") or (),
        _said_in(title, "statistics", "facts") or no_facts,
        _said_in(title, "statistics", "situation"),
    )


def find_command_values(title: str) -> CommandValues | None:
    """The values that this title's commands can have, for numbering them; none if the title does not define them.

    A title defines them in the function `command_values` of its module `commands`.
    """
    found: CommandValues | None = _said_in(title, "commands", "command_values")
    return found


@cache
def find_chances(title: str) -> WinningChances | None:
    """Each seat's chance of winning in a full state of this title; none if the title defines none.

    A title defines them in its module `chances`, with the numbers in `chances.toml` beside it. A title
    with a cooperative game has none, because the chances compare seats.
    """
    features, stored = find_features(title), folder_of(title).joinpath(FITTED)
    if features is None or not stored.is_file():
        return None
    rulebook = find_rulebooks()[title]
    if any(rulebook.meta.is_cooperative(len(teams)) for teams in rulebook.meta.teams):
        return None
    return WinningChances(rulebook, features, read_fit(stored.read_text("utf-8")))


def find_features(title: str) -> Features | None:
    """The features on which this title's chances depend; none if the title has no module `chances`."""
    features, stage = _said_in(title, "chances", "features"), _said_in(title, "chances", "stage")
    if features is None or stage is None:
        return None
    return Features(_said_in(title, "chances", "FEATURES"), features, _said_in(title, "chances", "STAGES"), stage)


def find_search_settings(title: str) -> dict[str, Any]:
    """The title's recommended search settings, by name; the rest are the common defaults.

    A title sets `FORESIGHT`, `LOOKED_AT`, `EXPLORE` and `WIDTH` in its module `steward`: after how many more choices a
    search asks for its estimate, among how many answers each of them is made, how much a rarely tried answer is
    preferred, and how soon the tree considers more answers.
    """
    said = {name.lower(): _said_in(title, "steward", name) for name in ("FORESIGHT", "LOOKED_AT", "EXPLORE", "WIDTH")}
    return {name: value for name, value in said.items() if value is not None}


def _said_in(title: str, module: str, name: str) -> Any:
    """The attribute of this name in the title's module, or nothing."""
    folder = _module_of(title)
    module = f"{folder}.{module}"
    if importlib.util.find_spec(folder) is None or importlib.util.find_spec(module) is None:
        return None
    return getattr(importlib.import_module(module), name, None)


def as_title(folder: str, module: Any) -> Rulebook[Any]:
    """The module of this folder if it is a title, or `Unsuitable`. Its types are checked by mypy."""
    return as_rulebook(module, f"{TITLES}.{folder}", folder.replace("_", "-"), "folder")
