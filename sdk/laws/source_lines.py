"""Source lines in a title's code: the file and line that a broken law names, where they can be known."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.messages import Command, Event
from domain.phases import Course
from domain.rulebook import Rulebook
from domain.title_loader import folder_of


def of_error(title: str, error: BaseException) -> str:
    """The title's line that raised this error, or that called the code which did; empty if none did."""
    folder = _folder(title)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename).resolve()
        if folder in path.parents:
            return f"{path.relative_to(folder.parent)}:{frame.lineno} in {frame.name}()"
    return ""


def of_function(title: str, function: Callable[..., Any] | None) -> str:
    """The line in which this function of the title begins; empty if it is not the title's."""
    folder, code = _folder(title), getattr(function, "__code__", None)
    if code is None:
        return ""
    path = Path(code.co_filename).resolve()
    return f"{path.relative_to(folder.parent)}:{code.co_firstlineno} {code.co_name}()" if folder in path.parents else ""


def of_decision(rulebook: Rulebook[Any], state: Any, command: Command) -> str:
    """The function that decides this command in this state."""
    course = _course(rulebook)
    decisions = () if course is None else course.phase(state).commands
    found = [one.decide for one in decisions if one.command is type(command)]
    return of_function(rulebook.meta.id, found[0] if found else rulebook.decide)


def of_options(rulebook: Rulebook[Any], state: Any) -> str:
    """The function that lists the legal commands in this state."""
    course = _course(rulebook)
    return of_function(rulebook.meta.id, rulebook.legal if course is None else course.phase(state).options)


def of_change(rulebook: Rulebook[Any], event: Event) -> str:
    """The function that changes the state by this event."""
    course = _course(rulebook)
    return of_function(rulebook.meta.id, rulebook.evolve if course is None else course.change(type(event)))


def _course(rulebook: Rulebook[Any]) -> Course[Any] | None:
    found = getattr(rulebook.decide, "__self__", None)
    return found if isinstance(found, Course) else None


def _folder(title: str) -> Path:
    return Path(str(folder_of(title))).resolve()
