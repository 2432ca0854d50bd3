"""Title plugins: titles of other packages, found by their entry points, and defaults for the names that a title leaves
out.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from importlib import metadata
from types import ModuleType
from typing import Any

from domain.determinization import as_seen
from domain.messages import Command, say_fields
from domain.phases import Course
from domain.plugins import Plugins, Unsuitable, find_plugins
from domain.redaction import secret_fields
from domain.rulebook import (
    DECLARED,
    MOST_SEATS,
    PROTOCOL,
    Points,
    Rulebook,
    RulebookWithPoints,
    Show,
    anew,
    no_components,
    part,
    plain,
)

GROUP = "stele.titles"
"""The group of entry points. Each one's name is the title's id, and its object the title's module."""

_OF_COURSE = ("COMMANDS", "EVENTS", "to_act", "legal", "decide", "advance", "evolve")


def find_packages(taken: Container[str], points: Iterable[metadata.EntryPoint] | None = None) -> Plugins[Rulebook[Any]]:
    """The titles of these entry points, by default of all installed ones; ids that are taken are not given again."""

    def accept(module: Any, called: str, title: str) -> Rulebook[Any]:
        return as_rulebook(module, called, title, "entry point")

    return find_plugins(GROUP, "title", PROTOCOL, taken, accept, points)


def as_rulebook(module: Any, called: str, title: str, place: str) -> Rulebook[Any]:
    """The title of the module (`completed`) if it has everything a title needs and the expected id, or `Unsuitable`."""
    module = completed(module)
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


def no_material(state: Any) -> dict[str, int]:
    """The `conserved` of a title whose rules count nothing that could be lost."""
    return {}


def all_alike(state: Any, seat: int, commands: Sequence[Command]) -> list[int]:
    """The `appraise` of a title without a judgement, so that its steward answers at random."""
    return [0] * len(commands)


def completed(module: Any) -> Rulebook[Any]:
    """The title of this module: the module itself if it offers every name, else its names and the defaults.

    The names of play are those of its `COURSE`, if it has one. A title with secrets has no default for `determinize`.
    """
    names = vars(module)
    course: Course[Any] | None = names.get("COURSE")
    defaults = {} if course is None else {name: getattr(course, name.lower()) for name in _OF_COURSE}
    defaults |= {
        "UPCASTERS": {},
        "read_components": no_components,
        "conserved": no_material,
        "narrate": say_fields,
        "describe": say_fields,
        "appraise": all_alike,
        "view": _view_of(names),
    }
    if not any(secret_fields(event) for event in names.get("EVENTS", defaults.get("EVENTS", ()))):
        defaults["determinize"] = as_seen
    if defaults.keys() <= names.keys():
        return module  # type: ignore[no-any-return]
    title = ModuleType(module.__name__, module.__doc__)
    vars(title).update({**defaults, **names})
    return title


def _view_of(names: Mapping[str, Any]) -> Any:
    """The `view` by the state's fields, and by what the title declares of its table."""
    declared = {name: names[name] for name in DECLARED if name in names}

    def view(state: Any, show: Show = anew) -> dict[str, Any]:
        """The fields of the state as plain values; what is hidden is null."""
        return {**part(type(state), state), **{name: plain(of(state)) for name, of in declared.items()}}

    return view
