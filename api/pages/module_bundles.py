"""Module bundles: a page's ES modules in one response, and each module that is loaded later with what it needs.

Nothing is built: the sources are plain modules, each of them is served under its own name too, and what is joined is
joined anew when one of them changes. What a page has is told to what it loads later, so that no page ever has the same
module twice: therefore a module is joined for one page, in whose folder it is served.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from posixpath import dirname, join, normpath, relpath

Sources = dict[str, str]
"""Modules without their comments, by their names below `web/`."""

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as [$\w]+) from "(\.[^"]+)";\n', re.MULTILINE)
_ON_DEMAND = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export) .*", re.MULTILINE)
_TOLD = "$modules"
_DRAWN = "$drawn"
"""By these names a page, and a drawing, tell the modules that they have to those that are loaded after them."""

_OF_A_TITLE = ("aid.js", "ending.js", "orders.js", "rules.js")
"""What a title's folder may have besides its drawing, and what is loaded after that."""


@lru_cache(1024)
def imported(source: str, name: str) -> tuple[str, ...]:
    """The modules that the module of this name and source imports at once."""
    return tuple(_named(found[2], name) for found in _IMPORT.finditer(source))


def joined_page(sources: Sources, page: str, drawings: Iterable[str]) -> str:
    """The source of a page's module after all that it needs, and what of that is told to what is loaded later.

    Each module becomes a function that is called once, after those that it needs; the page's own stays as it is.
    """
    own = _reached(sources, page)
    names = {name: f"${number}" for number, name in enumerate(own)}
    drawn = {*drawings, *(name for drawing in drawings for name in _beside(sources, drawing))}
    later = drawn | _on_demand(sources, [page, *drawn])
    asked = {needed for name in _reached_by_all(sources, later) for needed in imported(sources[name], name)} | later
    return _joined(sources, own, names, _telling(_TOLD, [name for name in own[:-1] if name in asked], names))


def joined_later(sources: Sources, page: str, entry: str, drawings: Iterable[str]) -> str:
    """The source of a module that this page loads later, with all modules that nothing else on the page needs.

    What the page has already is taken from there; what something else on it may load, too, stays a module of its own.
    Of the drawings a page loads one; what its title has besides takes from it, too.
    """
    drawn = set(drawings)
    drawing = join(dirname(entry), "board.js")
    if drawing in drawn and entry != drawing:
        return _joined_beside(sources, page, entry, drawing)
    at_once = {*_reached(sources, page)}
    if entry in at_once:
        given = ", ".join(_exports(sources[entry]))
        told = f'import {{ {_TOLD} }} from "{_address(page, entry)}";\n'
        return f'{told}export const {{ {given} }} = {_TOLD}["{entry}"];\n'
    later = _on_demand(sources, [page, *drawn])
    others = later - drawn if entry in drawn else {*later, *drawn}
    shared = _reached_by_all(sources, others - {entry})
    reached = [name for name in _reached(sources, entry) if name not in at_once]
    own = [name for name in reached if name not in shared or name == entry]
    fresh = _reached_by_all(sources, _beside(sources, entry) if entry in drawn else ()) - at_once - {*reached}
    asked = {needed for name in fresh for needed in imported(sources[name], name)}
    needed = dict.fromkeys(other for name in own for other in imported(sources[name], name))
    outer = [name for name in needed if name not in own and name not in at_once]
    names = {name: f"${number}" for number, name in enumerate((*outer, *own))}
    head = [f'import * as {names[name]} from "{_address(name, entry)}";\n' for name in outer]
    if any(name in at_once for name in needed):
        head.append(f'import {{ {_TOLD} }} from "{_address(page, entry)}";\n')
    names |= {name: f'{_TOLD}["{name}"]' for name in at_once}
    told = _telling(_DRAWN, [name for name in (*outer, *own[:-1]) if name in asked], names)
    return "".join((*head, _joined(sources, own, names, told)))


def _joined_beside(sources: Sources, page: str, entry: str, drawing: str) -> str:
    """The source of what a title has besides its drawing: it takes from the page, then from the drawing."""
    at_once = {*_reached(sources, page)}
    with_drawing = {*_reached(sources, drawing)} - at_once
    own = [name for name in _reached(sources, entry) if name not in at_once | with_drawing]
    names = {name: f"${number}" for number, name in enumerate(own)}
    names |= {name: f'{_TOLD}["{name}"]' for name in at_once} | {name: f'{_DRAWN}["{name}"]' for name in with_drawing}
    needed = {other for name in own for other in imported(sources[name], name)}
    head = [
        f'import {{ {told} }} from "{_address(giver, entry)}";\n'
        for told, giver, given in ((_TOLD, page, at_once), (_DRAWN, drawing, with_drawing))
        if needed & given
    ]
    return "".join((*head, _joined(sources, own, names)))


def _joined(sources: Sources, own: list[str], names: dict[str, str], told: str = "") -> str:
    """These modules as functions, each after those that it needs, what is told of them, and the last as it is."""
    *needed, entry = own
    scopes = (_scoped(sources[name], name, entry, names) for name in needed)
    return "".join((*scopes, told, _taking(sources[entry], entry, entry, names)))


def _telling(constant: str, modules: list[str], names: dict[str, str]) -> str:
    """How these modules are told to what is loaded later."""
    given = ", ".join(f'"{name}": {names[name]}' for name in modules)
    return f"export const {constant} = {{ {given} }};\n" if given else ""


def _beside(sources: Sources, drawing: str) -> list[str]:
    """What a title's folder has besides this drawing."""
    found = (join(dirname(drawing), name) for name in _OF_A_TITLE if drawing.endswith("/board.js"))
    return [name for name in found if name in sources]


def _scoped(source: str, name: str, entry: str, names: dict[str, str]) -> str:
    """The module as a function that answers what it exports."""
    given = ", ".join(_exports(source))
    body = _EXPORT.sub("", _taking(source, name, entry, names))
    if left := _LEFT.search(body):
        raise ValueError(f"{name}: this cannot be joined: {left[0]}")
    return f"const {names[name]} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def _exports(source: str) -> list[str]:
    return [found[1] for found in _EXPORT.finditer(source)]


def _taking(source: str, name: str, entry: str, names: dict[str, str]) -> str:
    """The module with its imports taken from the modules of these names, and what it loads later as seen from here."""

    def taken(found: re.Match[str]) -> str:
        what = found[1].removeprefix("* as ").replace(" as ", ": ")
        return f"const {what} = {names[_named(found[2], name)]};\n"

    def later(found: re.Match[str]) -> str:
        return f'import("{_address(_named(found[1], name), entry)}")'

    return _ON_DEMAND.sub(later, _IMPORT.sub(taken, source))


def _reached_by_all(sources: Sources, entries: Iterable[str]) -> set[str]:
    return {name for entry in entries for name in _reached(sources, entry)}


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
