"""Title upgrade: rewrites a title's package that was written for an earlier protocol, as far as a program can.

The remaining work is described in sentences for the author; `docs/guides/titles-in-packages.md` lists all changes.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from domain.rulebook import PROTOCOL

_LONGEST_LINE = 120
_SKIPPED = {".venv", "build", "dist", "node_modules", ".git"}
_NAMES = {"Chapter": "PhaseRules", "CHAPTER": "PHASE_RULES", "component_files": "components_file"}
_IN_FILES = {
    ".py": {
        "from stele_laws.suite import": "from stele.laws import",
        "from stele_laws.given import": "from stele.laws import",
        "from stele_research.encoding import": "from stele.research import",
        "from stele_research import": "from stele.research import",
    },
    ".toml": {"stele_laws.plugin": "stele.pytest_plugin"},
    ".md": {
        "stele_laws.plugin": "stele.pytest_plugin",
        "python -m stele_laws": "python -m stele.laws",
        "python -m replay.catalog_updates": "python -m stele.catalogs",
    },
    ".js": {
        "../../dom.js": "../../core/dom.js",
        "../../texts.js": "../../core/i18n.js",
        "../../seats.js": "../../core/seat-colours.js",
        "/kit/drawn.js": "/kit/elements.js",
        "/kit/signs.js": "/kit/icons.js",
        "/kit/journeys.js": "/kit/piece-matching.js",
        "/kit/motion.js": "/kit/piece-motion.js",
        "/kit/may-move.js": "/kit/reduced-motion.js",
        "/kit/table.js": "/kit/table-frame.js",
    },
}
"""The names of protocol 1 that differ since protocol 2, by the kind of file."""
BY_HAND = {
    2: (
        "`appraise` takes all commands of a decision at once, and `standing` the argument `show`.",
        "Points are never negated: where fewest points win, declare it in `meta`.",
    ),
    3: (
        "Each phase that asks lists all commands of its module now: delete those that are not possible in it, and the "
        "checks of the phase in the decisions.",
        "Options need a `label` and their values `labels`, for example `label=gettext_noop(…)`.",
    ),
}
"""Sentences on the changes that are left to the author, by the version that asks for them."""


class CannotUpgrade(ValueError):
    """The folder has no title that can be upgraded."""


class Upgrade(NamedTuple):
    """The version that the title was written for, the changed files, and what is left to its author."""

    version: int
    changed: tuple[Path, ...]
    left: tuple[str, ...]


class _Edit(NamedTuple):
    """The text that replaces a part of a source, which begins and ends at these bytes."""

    begin: int
    end: int
    text: str


def upgrade_title(folder: Path) -> Upgrade:
    """Rewrite the package in this folder for the present protocol; a package that has it already is left unchanged.

    Raises `CannotUpgrade`, before anything is written, if a module cannot be read or none names a protocol.
    """
    files = [one for one in sorted(folder.rglob("*")) if one.suffix in _IN_FILES and not _SKIPPED & {*one.parts}]
    sources = {one: one.read_text("utf-8") for one in files}
    versions = [
        int(found.group(1)) for text in sources.values() for found in re.finditer(r"^PROTOCOL = (\d+)$", text, re.M)
    ]
    if not versions:
        raise CannotUpgrade("No module in this folder says PROTOCOL = …, so it is no package with a title.")
    version = min(versions)
    if version >= PROTOCOL:
        return Upgrade(version, (), ())
    upgraded = {one: _upgraded(one, text, version, _languages(folder)) for one, text in sources.items()}
    changed = tuple(one for one, text in upgraded.items() if text != sources[one])
    for one in changed:
        one.write_text(upgraded[one], "utf-8")
    left = tuple(text for asked, texts in BY_HAND.items() if asked > version for text in texts)
    return Upgrade(version, changed, left)


def _languages(folder: Path) -> tuple[str, ...]:
    return tuple(sorted({one.stem for one in folder.rglob("locale/*.po") if not _SKIPPED & {*one.parts}}))


def _upgraded(file: Path, text: str, version: int, languages: Iterable[str]) -> str:
    if version < 2:
        for former, present in _IN_FILES[file.suffix].items():
            text = text.replace(former, present)
    if file.suffix != ".py":
        return text
    try:
        if version < 2:
            text = _edited(text, _present_names(ast.parse(text)))
        text = _edited(text, _phase_rules(text, ast.parse(text)))
        text = _edited(text, _declared_languages(text, ast.parse(text), languages))
    except SyntaxError as error:
        raise CannotUpgrade(f"{file} is not Python: {error}") from None
    return re.sub(r"^PROTOCOL = \d+$", f"PROTOCOL = {PROTOCOL}", text, flags=re.M)


def _present_names(tree: ast.Module) -> Iterator[_Edit | ast.AST]:
    """The imports of protocol 1 from `stele.title`, and the names that have others."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "domain":
            names = {"HIDDEN": "Hidden", **_NAMES}
            for one in node.names:
                one.name = names.get(one.name, one.name)
            node.module = "stele.title"
            yield node
        elif isinstance(node, ast.Name) and node.id == "HIDDEN":
            yield ast.copy_location(ast.Call(ast.Name("Hidden"), [], []), node)
        elif isinstance(node, ast.Name) and node.id in _NAMES:
            node.id = _NAMES[node.id]
            yield node
        elif isinstance(node, ast.Attribute) and node.attr in _NAMES:
            node.attr = _NAMES[node.attr]
            yield node


def _phase_rules(text: str, tree: ast.Module) -> Iterator[_Edit | ast.AST]:
    """The decisions in the phases, and the functions of events without `changes`."""
    place = _Places(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) == "PhaseRules":
            phases = [one for one in ast.walk(node) if isinstance(one, ast.Call) and _name(one) == "Phase"]
            asking = [one for one in phases if "asked" in _members(one)] or phases
            for member in node.keywords:
                if member.arg == "commands":
                    decisions = place.text(member.value)
                    yield from (place.added(one, f"commands={decisions}") for one in asking)
                    yield place.without(member)
        elif isinstance(node, ast.Call) and _name(node) == "changes" and len(node.args) == 2:
            yield _Edit(*place.of(node), place.text(node.args[1]))
        elif isinstance(node, ast.ImportFrom) and node.module == "stele.title":
            names = [one for one in node.names if one.name != "changes"]
            if len(names) < len(node.names):
                node.names = names
                yield node


def _declared_languages(text: str, tree: ast.Module, languages: Iterable[str]) -> Iterator[_Edit | ast.AST]:
    """The languages of the catalogs in `meta`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) == "Meta" and "languages" not in _members(node) and languages:
            yield _Places(text).added(node, f"languages={('en', *languages)!r}".replace("'", '"'))


def _members(call: ast.Call) -> set[str | None]:
    return {member.arg for member in call.keywords}


def _name(call: ast.Call) -> str:
    called = call.func.value if isinstance(call.func, ast.Subscript) else call.func
    return called.id if isinstance(called, ast.Name) else ""


class _Places:
    """The places of a source's nodes, in bytes, as the parser counts columns."""

    def __init__(self, text: str) -> None:
        self._source = text.encode()
        self._lines = [0]
        for line in self._source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def of(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """The offsets at which this node begins and ends."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._lines[node.lineno - 1] + node.col_offset, self._lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr) -> str:
        """The source of this node."""
        begin, end = self.of(node)
        return self._source[begin:end].decode()

    def added(self, call: ast.Call, member: str) -> _Edit:
        """This member as the last one of the call, on a line of its own if the call's end is."""
        _begin, end = self.of(call)
        last = self._source[: end - 1].rstrip()
        comma = "" if last.endswith((b",", b"(")) else ","
        if b"\n" not in self._source[len(last) : end - 1]:
            return _Edit(len(last), len(last), f"{comma} {member}")
        line = last.splitlines()[-1]
        return _Edit(len(last), len(last), f"{comma}\n{' ' * (len(line) - len(line.lstrip()))}{member},")

    def without(self, member: ast.keyword) -> _Edit:
        """An edit that removes this member and the comma after it."""
        begin, end = self.of(member)
        comma = re.match(rb"\s*,[ \t]*\n?[ \t]*", self._source[end:])
        return _Edit(begin, end + (comma.end() if comma else 0), "")


def _edited(text: str, edits: Iterable[_Edit | ast.AST]) -> str:
    """The text with these edits. A node of an edit replaces the text at its place."""
    place, source = _Places(text), text.encode()
    found = [one if isinstance(one, _Edit) else _Edit(*place.of(one), _written(one)) for one in edits]  # type: ignore[arg-type]
    for one in sorted(found, reverse=True):
        source = source[: one.begin] + one.text.encode() + source[one.end :]
    return source.decode()


def _written(node: ast.AST) -> str:
    """The source of this node; a long import has a name on each line."""
    text = ast.unparse(node)
    if len(text) <= _LONGEST_LINE or not isinstance(node, ast.ImportFrom):
        return text
    names = "".join(f"    {ast.unparse(one)},\n" for one in node.names)
    return f"from {node.module} import (\n{names})"
