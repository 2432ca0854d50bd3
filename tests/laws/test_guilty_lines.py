"""A broken law names the title's line, and the shortest playout found; each case changes one line of a sound title."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

PACKAGE = ROOT / "sdk" / "new-title" / "stele_new_title"
CODE = "from stele.laws import hold_laws\nfor seed in range(20): hold_laws('new-title', 2, seed, thorough=True)"


ASKS = "takes_only_option=True", "takes_only_option=False"


def changed(place, old, new, name="turns.py", asks=False):
    """The path with the title, changed there, and the number of the changed line.

    If it `asks`, seats also choose where they have a single option.
    """
    package = shutil.copytree(PACKAGE, place / "stele_new_title")
    source = (package / name).read_text("utf-8")
    assert source.count(old) == 1
    (package / name).write_text(source.replace(old, new).replace(ASKS[0], ASKS[1] if asks else ASKS[0]), "utf-8")
    about = place / "stele_new_title-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stele-new-title\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[stele.titles]\nnew-title = stele_new_title\n", "utf-8")
    return os.pathsep.join(map(str, (place, ROOT))), source[: source.index(old)].count("\n") + 1


def run(place, site, *arguments):
    """The output of Python with these arguments and packages, in this directory."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=place, env={**os.environ, "PYTHONPATH": site}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def line_of(site, function):
    """The place of this function of the title's turns."""
    text = (Path(site.split(os.pathsep)[0]) / "stele_new_title" / "turns.py").read_text("utf-8")
    return f"stele_new_title/turns.py:{text[: text.index(f'def {function}(')].count(chr(10)) + 1}"


CASES = {
    "listed but refused": (
        "if not state.pot:", "if not state.pot or state.pot > 9:",
        r"legality law.* is listed but refused: the pot is empty", {"answers": "answers()"},
    ),
    "accepted but not listed": (
        "if state.pot else [Roll(seat)]", "if 0 < state.pot < 10 else [Roll(seat)]",
        r"legality law.* is accepted but not listed", {"bank": "bank()", "answers": "answers()"},
    ),
    "an unknown rule": (
        '"the pot is empty: roll first", "T2"', '"the pot is empty: roll first", "T9"',
        r"legality law.* names no rule of the title: T9", {},
    ),
    "a failure": (
        "points[event.seat] += event.points", "points[event.seat] += event.points // (event.points - 5)",
        r"no error at all law.*ZeroDivisionError", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_line_is_named(tmp_path, name):
    """The line that raises, or the functions that disagree; the shortest playout is kept, and fails again.

    A pot of ten or more needs a second roll at least: no more is left of a longer playout.
    """
    old, new, message, functions = CASES[name]
    site, line = changed(tmp_path, old, new, asks=name in ("accepted but not listed", "an unknown rule"))
    said = run(tmp_path, site, "-c", CODE).stderr
    assert re.search(message, said), said
    for function, shown in functions.items():
        assert f"look at: {line_of(site, function)} {shown}" in said, said
    if name != "accepted but not listed":
        raised = line + ("if" in old)
        assert f"look at: stele_new_title/turns.py:{raised} in " in said, said
    if name == "listed but refused":
        assert re.search(r"after these commands: Roll\(seat=\d\)\nreplay it", said), said
        (kept,) = (tmp_path / "var" / "failures").iterdir()
        again = run(tmp_path, site, "-m", "stele.laws", str(kept))
        assert again.returncode == 1 and re.search(message, again.stdout), again.stdout + again.stderr


def test_a_change_that_loses_something_is_named(tmp_path):
    """A conserved quantity that changes: the event's function, and the one that counts."""
    site, _line = changed(tmp_path, '{"players": len(state.points)}', '{"points": sum(state.points)}', "__init__.py")
    said = run(tmp_path, site, "-c", CODE).stderr
    assert re.search(r"progress law.* something was lost or made by PotBanked", said), said
    assert f"look at: {line_of(site, '_banked')} _banked()" in said, said


def test_an_impure_import_is_named(tmp_path):
    """The module and the line, as of an impure call."""
    site, line = changed(tmp_path, "from typing import Any\n", "from random import choice\nfrom typing import Any\n")
    test = tmp_path / "test_laws.py"
    test.write_text("from stele.laws import *\n", "utf-8")
    asked = ("-m", "pytest", "-q", "-p", "stele.pytest_plugin", "--stele-title", "new-title", "-k", "pure", str(test))
    said = run(tmp_path, site, *asked).stdout
    assert f"import of random.choice in line {line}" in said, said
