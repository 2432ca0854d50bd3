"""Directory structure: its page names every folder with code, and no other."""

import re
from collections import Counter

from tests.measured import ROOMS, ROOT

PAGE = ROOT / "docs" / "reference" / "directory-structure.md"
IN_A_TITLE = re.compile(r"titles/\w+/(locale|web|tests)\b")
NOT_NAMED = {"locale", "dist", "__pycache__"}


def folders() -> set[str]:
    """The folders with code, from the root: the program's folders with their subfolders, and the other top folders."""
    top = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    found = top - {"node_modules", "var", "mutants", "__pycache__"}
    for room in (*ROOMS, "web"):
        below = (path for path in (ROOT / room).rglob("*") if path.is_dir())
        found |= {path.relative_to(ROOT).as_posix() for path in below if not NOT_NAMED.intersection(path.parts)}
    found |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "sdk").iterdir() if path.is_dir()}
    return {name for name in found if not IN_A_TITLE.match(name) and not name.endswith("__pycache__")}


def named(text: str) -> set[str]:
    """The folders that the first table of this text names."""
    table = text.split("## Places for new code")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name.rstrip("/") for row in rows for name in re.findall(r"`([^`]+/)`", row)}


def test_every_folder_is_named():
    """The page and the tree have the same folders."""
    text = PAGE.read_text("utf-8")
    assert named(text) == folders()


def test_no_folder_is_too_large():
    """A folder of the program or a title holds at most 25 modules: those that change together."""
    modules = [path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "tests" not in path.parts]
    most, folder = max((number, folder) for folder, number in Counter(path.parent for path in modules).items())
    assert most <= 25, folder


def test_paths_of_the_second_table_exist():
    """Every path that the second table names exists."""
    table = PAGE.read_text("utf-8").split("## Places for new code")[1]
    paths = re.findall(r"`([\w./]+)`", table)
    assert len(paths) > 10
    assert [path for path in paths if "/" in path and not (ROOT / path).exists()] == []


def test_a_missing_folder_is_found():
    """A folder missing on the page or in the tree makes the sets differ."""
    text = PAGE.read_text("utf-8")
    assert "ai/search" not in named(text.replace("| `ai/search/` |", "| tree search |"))
    assert "attic" in named(f"| `attic/` | what is old |\n{text}")
