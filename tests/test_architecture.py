"""Architecture: the allowed imports of each folder, and forbidden content of files; `make lint` checks the layers.

Each check fails on a bad example.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from sdk.laws.purity import foreign_imports, imported, impurities, memories, mutable_classes
from tests.measured import ROOMS, ROOT

CLIENTS = ("sdk", "stele_client", "stele_mcp", "stele")
SERVICES = ("accounts", "games", "community", "notifications", "jobs")
ONLY_IN = {
    "flask": ("api/", "app.py"),
    "marshmallow": ("api/", "app.py"),
    "flask_smorest": ("api/", "app.py"),
    "jmespath": ("ai/order_guards.py",),
    "redis": ("eventstore/",),
    "structlog": ("operations/",),
    "app": (),
}
# The tilde keeps this file from breaking its own rule.
MACHINE_PATH = re.compile(r"(?<![\w.}*~-])/(root|home|Users|opt|work)/[\w.]")
NOT_OURS = {"var", "mutants", "__pycache__", "node_modules", "dist"}


def our_files() -> Iterator[Path]:
    """Every file of the project, without the output of tools."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") for part in parts if part not in (".ci", ".github", ".gitignore"))
        if path.is_file() and not hidden and not NOT_OURS.intersection(parts):
            yield path


def sources(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of these folders: path from the root, and syntax tree."""
    for room in rooms:
        place = ROOT / room
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            yield path.relative_to(ROOT).as_posix(), tree_of(path)


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module, shared by several tests."""
    return ast.parse(path.read_text("utf-8"))


def other_titles(path: str, tree: ast.AST) -> list[str]:
    """The imports by which a title reaches into another. `path` is below `titles/`."""
    own = path.split("/")[1]
    found = []
    for name in imported(tree):
        parts = name.split(".")
        if parts[0] == "titles" and parts[1:2] != [own]:
            found.append(name)
    return found


def misplaced_imports(path: str, tree: ast.AST) -> list[str]:
    """The packages that a module imports although they belong to other folders."""
    packages = {name.split(".")[0] for name in imported(tree)}
    return sorted(name for name in packages & ONLY_IN.keys() if not path.startswith(ONLY_IN[name]))


# The names that hold or give a full state, or bytes with every seat's secrets; and where the API would find them.
FULL_STATE = {
    "services.games.warm_game.WarmGame", "eventstore.store", "eventstore.entries.Entry",
    "eventstore.entries.read_record", "eventstore.entries.read_records", "domain.game.act", "domain.game.evolve",
    "ai.self_play.Match", "audit.bundle.import_entries",
}  # fmt: skip
FULL_STATE_ATTRIBUTES = {"store", "load_game_key"}


def full_state_touched(tree: ast.AST) -> list[str]:
    """The places where a module that faces viewers reaches for the full state: it may hold only a `Seen`."""
    found = [name for name in imported(tree) if name in FULL_STATE or name.rpartition(".")[0] in FULL_STATE]
    found += [
        f".{node.attr} in line {node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in FULL_STATE_ATTRIBUTES
    ]
    return found


def undocumented(tree: ast.Module) -> list[str]:
    """The public module, classes and functions without a docstring. Functions within functions are not public."""
    found = [] if ast.get_docstring(tree) else ["the module"]

    def look(node: ast.Module | ast.ClassDef) -> None:
        for inner in node.body:
            if isinstance(inner, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                if inner.name.startswith("_"):
                    continue
                if not ast.get_docstring(inner):
                    found.append(inner.name)
                if isinstance(inner, ast.ClassDef):
                    look(inner)

    look(tree)
    return found


def machine_paths(text: str) -> list[str]:
    """The paths in this text that exist only on a particular machine."""
    return [re.split(r"[\s\"';]", text[match.start() :], maxsplit=1)[0] for match in MACHINE_PATH.finditer(text)]


def lint_imports(directory: Path) -> subprocess.CompletedProcess[str]:
    """import-linter's verdict on the project in this directory."""
    code = (
        "import sys; sys.path[:0] = ['.', 'sdk/python', 'sdk/mcp']; "
        "from importlinter.cli import lint_imports_command; lint_imports_command()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"], cwd=directory, capture_output=True, text=True, check=False
    )


def empty_house(directory: Path, imports: dict[str, str]) -> None:
    """Folders without code and with these settings; the named ones have these imports."""
    (directory / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"), "utf-8")
    for name in (*ROOMS, *(f"services/{one}" for one in SERVICES), *CLIENTS):
        (directory / name).mkdir()
        (directory / name / "__init__.py").write_text(f"import {imports[name]}\n" if name in imports else "", "utf-8")
    for name in ("title", "laws", "research"):
        (directory / "stele" / f"{name}.py").touch()


def test_the_linter_of_layers_finds_bad_examples(tmp_path):
    """Forbidden imports are reported: the API by the domain, project code by a client, a folder's code by a title."""
    bad = {
        "domain": "api", "verify": "audit", "stele_client": "api", "audit": "stele_mcp", "operations": "stele",
        "titles": "domain, stele.laws",
    }  # fmt: skip
    empty_house(tmp_path, bad)
    verdict = lint_imports(tmp_path)
    assert verdict.returncode == 1
    for room, others in bad.items():
        for other in others.split(", "):
            assert f"{room.replace('/', '.')} is not allowed to import {other}" in verdict.stdout


def test_domain_imports_little():
    """The domain imports some of the standard library, msgspec and itself; imports inside of functions count."""
    example = ast.parse("import re\nimport flask\nfrom . import x\ndef f():\n    from redis.client import Redis")
    assert foreign_imports(example, "domain") == ["flask", "..x", "redis.client.Redis"]
    assert {path: bad for path, tree in sources("domain") if (bad := foreign_imports(tree, "domain"))} == {}


def test_a_title_imports_little_bad_example():
    """Imports behind those of its own modules and of `stele.title` are found in a title."""
    bad = ast.parse(
        "from stele.title import a\nfrom titles.one import b\nfrom domain.chance import c\nimport stele.laws"
    )
    assert foreign_imports(bad, "titles", "stele.title") == ["domain.chance.c", "stele.laws"]


def test_domain_is_pure():
    """No clock, no randomness but chance, no log, no system."""
    for example in (
        "import time", "from random import choice", "import os.path", "x = datetime.now()", "open('x')", "print(1)",
    ):  # fmt: skip
        assert impurities(ast.parse(example)), example
    assert {path: bad for path, tree in sources("domain") if (bad := impurities(tree))} == {}


# Lookups in a title's folder, once for each installed title.
FOUND_BY_TITLE = {
    "domain/projector.py": ["cache of projector_for()"],
    "domain/title_loader.py": [
        f"cache of find_{name}()"
        for name in ("lesson", "standing_orders", "forced", "shown_table", "prospects", "statistics", "chances")
    ],
}


def test_domain_keeps_no_state():
    """Nothing is kept from one call to the next, in no module, class, closure or cache."""
    trees = dict(sources("domain"))
    mutable = {name for tree in trees.values() for name in mutable_classes(tree)}
    assert {path: bad for path, tree in trees.items() if (bad := memories(tree, mutable))} == FOUND_BY_TITLE


@pytest.mark.parametrize(
    "bad",
    [
        "last = [None]",
        "last: list[int] = []",
        "last: Final = {}",
        "last = {word: 1 for word in ()}",
        "last = dict()",
        "last = collections.deque()",
        "class State:\n    last = {}",
        "def view(state):\n    global last\n    last = state",
        "last: Mapping[int, int] = {}\ndef view(state):\n    last[0] = state",
        "last: Sequence[int] = []\ndef view(state):\n    last.append(state)",
        "@cache\ndef view(state): ...",
        "@functools.lru_cache(8)\ndef view(state): ...",
        "@lru_cache\ndef view(): ...",
        "view = lru_cache(8)(list)",
        "def view(state):\n    @cache\n    def part(seat): ...",
        "def latest(find):\n    last = None\n    def found(state):\n        nonlocal last\n        last = state\n"
        "    return found",
        "def latest(find):\n    last = {}\n    def found(state):\n        last[0] = state\n    return found",
        "class Last:\n    def keep(self, state):\n        self.state = state\nlast = Last()",
        "class Last:\n    def keep(self, state):\n        self.states.append(state)\nlast = Last()",
    ],
)
def test_domain_keeps_no_state_bad_example(bad):
    """Each of these is found."""
    assert memories(ast.parse(bad))


def test_domain_keeps_no_state_good_example():
    """A read-only table, a single lookup for a file or a type, and work on local values are right."""
    good = ast.parse("""
TABLE: Mapping[str, int] = {"a": 1}
NAMES = frozenset({"a", "b"})
__all__ = ["TABLE"]

@cache
def shipped(): ...

@cache
def fields(event_type: type[Event]): ...

class Lot:
    def draw(self): self.draws += 1

class Moment:
    @cached_property
    def plans(self): ...

def view(state):
    shown = {}
    shown["lot"] = Lot()
    def add(part): shown[part] = state
    add("a")
    return shown
""")
    assert memories(good) == []


def test_titles_are_independent():
    """No title imports another, nor the list of titles; an import of its own is allowed."""
    example = ast.parse("from titles import two\nimport titles.two.x\nfrom titles.one import y")
    assert other_titles("titles/one/play.py", example) == ["titles.two", "titles.two.x"]
    titles = [(path, tree) for path, tree in sources("titles") if path.count("/") > 1 and "/tests/" not in path]
    assert titles
    assert {path: bad for path, tree in titles if (bad := other_titles(path, tree))} == {}


def test_packages_stay_in_their_folders():
    """The web belongs to the API, the server to the store, and no module imports the composed app."""
    assert misplaced_imports("api/resources/games.py", ast.parse("import app")) == ["app"]
    example = ast.parse("import redis\nfrom flask import Flask\nfrom marshmallow import fields")
    for path, found in (
        ("replay/frames.py", ["flask", "marshmallow", "redis"]),
        ("api/resources/games.py", ["redis"]),
        ("app.py", ["redis"]),
        ("eventstore/log.py", ["flask", "marshmallow"]),
    ):
        assert misplaced_imports(path, example) == found, path
    assert {path: bad for path, tree in sources(*ROOMS, "app.py") if (bad := misplaced_imports(path, tree))} == {}


# The types are for tsc and no module: only comments name them.
DRAWINGS_MAY_IMPORT = {"core/dom.js", "core/seat-colours.js", "core/i18n.js", "types.js"}


def foreign_to_drawing(folder: Path, path: Path, source: str) -> list[str]:
    """The imports of a title's drawing besides its own folder, the kit and the three shared modules."""
    web = folder.parent.parent  # as seen by the pages: every drawing is beside the kit
    shared = {web / name for name in DRAWINGS_MAY_IMPORT}
    found = []
    for name in re.findall(r'(?:from|import)\s*\(?\s*"([^"]+)"', source):
        target = (path.parent / name).resolve()
        own = folder in target.parents or target.parent == web / "kit"
        if not name.startswith(".") or not (own or target in shared):
            found.append(name)
    return found


def test_drawings_are_independent():
    """A title's drawing imports its own folder, the kit, and the modules for elements, seats' marks and texts.

    Imports of another title's drawing, another module of the pages, or another server are found.
    """
    folder = ROOT / "titles" / "kheops" / "web" / "titles" / "kheops"
    other, module, server = "../amun-re/map.js", "../../core/api.js", "https://example.org/x.js"
    bad = f"""import {{ a }} from "{other}"; import {{ b }} from "{module}"; import("{server}"); import "./tile.js";
    import {{ c }} from "../../kit/text.js"; import {{ e }} from "../../core/dom.js";"""
    assert foreign_to_drawing(folder, folder / "board.js", bad) == [other, module, server]
    folders = sorted((ROOT / "titles").glob("*/web/titles/*"))
    assert folders
    modules = [(folder, path) for folder in folders for path in folder.rglob("*.js")]
    found = {path.name: foreign_to_drawing(folder, path, path.read_text("utf-8")) for folder, path in modules}
    assert {name: bad for name, bad in found.items() if bad} == {}


def test_the_api_never_touches_the_full_state():
    """A module that faces a viewer holds that viewer's `Seen`, and reaches nothing else."""
    for example in (
        "from services.games.warm_game import WarmGame",
        "from eventstore.store import Store",
        "import eventstore.store",
        "from eventstore.entries import read_records",
        "services().games.tables.store.read('x')",
    ):
        assert full_state_touched(ast.parse(example)), example
    assert {path: bad for path, tree in sources("api") if (bad := full_state_touched(tree))} == {}


def test_everything_public_is_documented():
    """Every public module, class and function has a docstring; private names and inner functions need none."""
    example = ast.parse(
        "class A:\n    def b(self): ...\n    def _c(self): ...\ndef d():\n    'Text.'\n    def e(): ...\n"
    )
    assert undocumented(example) == ["the module", "A", "b"]
    assert {path: bad for path, tree in sources(*ROOMS, "sdk", "stele", "app.py") if (bad := undocumented(tree))} == {}


def test_no_machine_paths():
    """No file has a path of the machine where it was written; an address of the API is allowed."""
    example = "cd ~/home/ann/stele; cat file://~/opt/x".replace("~", "")
    assert [path.count("/") for path in machine_paths(example)] == [3, 2]
    assert not machine_paths("GET /api/games, ./var, /tmp, docs/work/x, https://example.org/home/x")
    found = {}
    for path in our_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if bad := machine_paths(text):
            found[path.relative_to(ROOT).as_posix()] = bad
    assert found == {}


def test_verifying_loads_neither_the_app_nor_the_services():
    """`stele verify` takes little longer than its checks."""
    told = "import sys, stele.__main__; print({'app', 'services', 'marshmallow'} & {*sys.modules})"
    ran = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
