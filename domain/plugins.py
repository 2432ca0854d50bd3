"""Plugins: parts that other packages bring, found by their entry points, and refused individually.

An installed package is trusted code. The checks only ensure that an unsuitable part is named, with the reason, and does
not affect the others.
"""

import importlib
import re
from collections.abc import Callable, Container, Iterable
from importlib import metadata
from typing import Any, Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST_ID = 60
_FOLDERS = re.compile(r"(?:/[^/\s'\"()]+)*/(?=[^/\s'\"()]+)")
_LOADERS = ("importlib", "_frozen_importlib", "domain.", "services.")
"""The beginnings of the names of modules that load others."""


class Unsuitable(Exception):
    """The object does not fit the group of its entry point; the message says what it lacks."""


class Plugins(Struct, Generic[T], frozen=True):
    """The found parts by id, and the refused ones, each id with the reasons.

    An id may be in both if several packages offer it.
    """

    found: dict[str, T]
    refused: dict[str, tuple[str, ...]]


def find_plugins(
    group: str,
    what: str,
    protocol: int,
    taken: Container[str],
    accept: Callable[[Any, str, str], T],
    points: Iterable[metadata.EntryPoint] | None = None,
) -> Plugins[T]:
    """The modules of this group's entry points, by default of all installed ones; ids that are taken are not given.

    `what` is the word for such a part. Each module names the version of the `protocol` that it was written for as
    `PROTOCOL`. `accept(module, called, id)` returns what is used of a module, or raises `Unsuitable`.
    """
    found: dict[str, T] = {}
    refused: dict[str, tuple[str, ...]] = {}
    declared = metadata.entry_points(group=group) if points is None else points
    for point in sorted(declared, key=lambda point: (point.name, point.value)):
        try:
            if point.name in taken or point.name in found:
                raise Unsuitable(f"{point.value}: there is another {what} with the id {point.name}")
            found[point.name] = accept(_loaded(point, what, protocol), point.value, point.name)
        except Unsuitable as reason:
            refused[point.name] = (*refused.get(point.name, ()), str(reason))
        except Exception as error:  # such as a member of another type than it must have
            told = f"{point.value} cannot be used: {error_text(error)}"
            refused[point.name] = (*refused.get(point.name, ()), told)
    return Plugins(found, refused)


def is_id(text: str) -> bool:
    """Whether this can be the id of a part: lower case letters, digits, and hyphens between them."""
    return len(text) <= _LONGEST_ID and _ID.fullmatch(text) is not None


def _place_of(error: BaseException) -> str:
    """The file and line of another package that raised this error, as an addition to its message; empty if there is
    none.

    Folders are left out, because the message is public. A syntax error has its place in its own message.
    """
    place, step = "", None if isinstance(error, SyntaxError) else error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if not step.tb_frame.f_globals.get("__name__", "").startswith(_LOADERS):
            place = f" ({code.co_filename.rpartition('/')[2]}, line {step.tb_lineno})"
        step = step.tb_next
    return place


def error_text(error: BaseException) -> str:
    """The error and its place in another package, without this machine's folders, because the message is public."""
    return f"{type(error).__name__}: {_FOLDERS.sub('', str(error))}{_place_of(error)}"


def _loaded(point: metadata.EntryPoint, what: str, protocol: int) -> Any:
    if not is_id(point.name):
        raise Unsuitable(f"{point.value}: an id is of lower case letters, digits and hyphens between them")
    try:
        module = importlib.import_module(point.value)
    except (Exception, SystemExit) as error:  # whatever it raises, the others can be used
        raise Unsuitable(
            f"{point.value} cannot be loaded: {error_text(error)}. "
            f"If it is for another version of the {what} protocol: this is version {protocol}"
        ) from error
    asked = getattr(module, "PROTOCOL", None)
    if asked != protocol:
        version = "no version" if asked is None else f"version {asked}"
        raise Unsuitable(f"{point.value} asks for {version} of the {what} protocol, and this is version {protocol}")
    return module
