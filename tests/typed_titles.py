"""Type check of titles against `Rulebook`: `python -m tests.typed_titles`.

A title is a module found by its folder, so nothing in the code declares it a rulebook. A program with that declaration
is written here for each title, and mypy checks it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from domain import title_loader
from tests.measured import ROOT

CACHE = ".mypy_cache/titles"
"""A separate cache: mypy fails if another process writes the same one at the same time."""


def titles() -> list[str]:
    """The module of every title."""
    return [f"{title_loader.TITLES}.{name}" for name in title_loader.own_names()]


def program(module: str) -> str:
    """A program that is right exactly if this module is a title."""
    title = title_loader.find_rulebooks().get(module.rpartition(".")[2].replace("_", "-"))
    kind = "RulebookWithPoints" if title is None or title.meta.points is not None else "Rulebook"
    return f"import {module}\nfrom domain.rulebook import {kind}\ntitle: {kind}[{module}.State] = {module}\n"


def verdict(modules: Sequence[str], search_path: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """mypy's messages about these modules, by the name of each."""
    with tempfile.TemporaryDirectory() as directory:
        written = [Path(directory) / f"{module.rpartition('.')[2]}_is_a_rulebook.py" for module in modules]
        for path, module in zip(written, modules, strict=True):
            path.write_text(program(module), "utf-8")
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", CACHE, *map(str, written)],
            cwd=ROOT,
            env={**os.environ, "MYPYPATH": os.pathsep.join((str(search_path), str(ROOT)))},
            capture_output=True,
            text=True,
            check=False,
        )


if __name__ == "__main__":
    judged = verdict(titles())
    sys.stdout.write(judged.stdout + judged.stderr)
    sys.exit(judged.returncode)
