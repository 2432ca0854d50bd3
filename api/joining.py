"""Modules joined: a page or a drawing comes with the modules that only it needs there, in one response.

Nothing is built: the sources are plain modules, each of them is served under its own name too, and what is joined is
joined anew when one of them changes. What else on the same page may import stays a module of its own, so that no page
ever has the same module twice.
"""

import re
from collections.abc import Iterable, Iterator
from posixpath import dirname, join, normpath, relpath

Sources = dict[str, str]
"""Modules without their comments, by their names below `web/`."""

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as [$\w]+) from "(\.[^"]+)";\n', re.MULTILINE)
_ON_DEMAND = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export) .*", re.MULTILINE)


def imported(source: str, name: str) -> Iterator[str]:
    """The modules that the module of this name and source imports at once."""
    return (_named(found[2], name) for found in _IMPORT.finditer(source))


def joined(sources: Sources, entry: str, pages: Iterable[str], drawings: Iterable[str]) -> str:
    """The source of this entry with all modules that nothing else on its page needs.

    A page shares modules with drawings and with what is loaded on demand; a drawing with the pages and that. Each
    module becomes a function that is called once, after those that it needs; the entry itself stays as it is.
    """
    drawn = set(drawings)
    is_drawing = entry in drawn
    later = _on_demand(sources, pages if is_drawing else [entry])
    others = {*pages, *later} - drawn if is_drawing else {*drawn, *later}
    shared = {name for other in others - {entry} for name in _reached(sources, other)}
    own = [name for name in _reached(sources, entry) if name not in shared]
    needed = dict.fromkeys(other for name in own for other in imported(sources[name], name))
    outer = [name for name in needed if name not in own]
    names = {name: f"${number}" for number, name in enumerate((*outer, *own))}
    head = [f'import * as {names[name]} from "{_address(name, entry)}";\n' for name in outer]
    scopes = [_scoped(sources[name], name, names) for name in own[:-1]]
    return "".join((*head, *scopes, _taking(sources[entry], entry, names)))


def _scoped(source: str, name: str, names: dict[str, str]) -> str:
    """The module as a function that answers what it exports."""
    given = ", ".join(found[1] for found in _EXPORT.finditer(source))
    body = _EXPORT.sub("", _taking(source, name, names))
    if left := _LEFT.search(body):
        raise ValueError(f"{name}: this cannot be joined: {left[0]}")
    return f"const {names[name]} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def _taking(source: str, name: str, names: dict[str, str]) -> str:
    """The module with its imports taken from the modules of these names."""

    def taken(found: re.Match[str]) -> str:
        what = found[1].removeprefix("* as ").replace(" as ", ": ")
        return f"const {what} = {names[_named(found[2], name)]};\n"

    return _IMPORT.sub(taken, source)


def _reached(sources: Sources, entry: str) -> list[str]:
    """The modules that are loaded with this one, each after those that it imports; itself last."""
    done: dict[str, None] = {}
    opened: list[str] = []

    def visit(name: str) -> None:
        if name in opened:
            raise ValueError(f"{name} imports itself: {' -> '.join(opened)}")
        if name in done:
            return
        opened.append(name)
        for needed in imported(sources[name], name):
            visit(needed)
        opened.pop()
        done[name] = None

    visit(entry)
    return list(done)


def _on_demand(sources: Sources, entries: Iterable[str]) -> set[str]:
    """What pages with these modules may load later."""
    loaded: set[str] = set()
    later: set[str] = set()
    waiting = list(entries)
    while waiting:
        fresh = [name for name in _reached(sources, waiting.pop()) if name not in loaded]
        loaded.update(fresh)
        found = {_named(address, name) for name in fresh for address in _ON_DEMAND.findall(sources[name])}
        waiting += found - later
        later |= found
    return later


def _named(address: str, name: str) -> str:
    """The module that an import in the module of this name means."""
    return normpath(join(dirname(name), address))


def _address(name: str, importer: str) -> str:
    """How one module is imported by another."""
    address = relpath(name, dirname(importer) or ".")
    return address if address.startswith(".") else f"./{address}"
