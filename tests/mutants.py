"""Mutation testing of rules: `python -m tests.mutants TITLE` changes a title's rules in one small place at a time.

A comparison is turned, a number is off by one, or a condition is negated. For each such mutant the title's tests run
until one fails. A mutant that no test notices has survived and is printed with its place, where a test is missing or
the change has no effect. By default a sample is tried; `--all` takes every mutant, `--only auction` those of one
module.
"""

import argparse
import ast
import importlib.util
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.measured import ROOMS, ROOT

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = ("narration", "words", "notation")
"""The modules of texts alone: their mistakes are no rules."""


class Mutant(NamedTuple):
    """One change of one file."""

    path: str
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Every mutant of this module, in the order of its lines."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    raw = source.encode()
    for node in _rules(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        for changed in _changes(node):
            after = ast.unparse(changed)
            whole = raw[:begin] + b"(" + after.encode() + b")" + raw[end:]
            before = " ".join(raw[begin:end].decode().split())
            yield Mutant(path, node.lineno, before, after, whole.decode())


def _rules(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions within functions, without annotations and texts."""
    for outer in ast.iter_child_nodes(tree):
        if isinstance(outer, ast.FunctionDef):
            for statement in outer.body:
                yield from _expressions(statement)
        elif isinstance(outer, ast.ClassDef):
            yield from _rules(outer)


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield from _expressions(node.value)
        return
    if isinstance(node, ast.JoinedStr | ast.match_case | ast.Raise):
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.stmt):
                yield from _expressions(inner)
        return
    if isinstance(node, ast.expr):
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from _expressions(inner)


def _changes(node: ast.expr) -> Iterator[ast.expr]:
    """The replacements for this expression."""
    match node:
        case ast.Compare(left, operators, rights):
            for place, operator in enumerate(operators):
                turned = COMPARISONS[type(operator)]()
                yield ast.Compare(left, [*operators[:place], turned, *operators[place + 1 :]], rights)
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS and not _is_text(left, right):
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.IfExp(test, body, other):
            yield ast.IfExp(test, other, body)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Name(name) if name in EXCHANGED:
            yield ast.Name(EXCHANGED[name])


def _is_text(*parts: ast.expr) -> bool:
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in parts)


def mutants_of_title(folder: str, only: str) -> list[Mutant]:
    """Every mutant of the title in this folder, or of those modules with `only` in their names."""
    found: list[Mutant] = []
    for path in sorted((ROOT / "titles" / folder).glob("*.py")):
        if path.stem not in WORDS and only in path.stem:
            found += mutants_of(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    return found


class Checkout:
    """A copy of the project in which one mutant lives at a time."""

    def __init__(self, place: Path, folder: str) -> None:
        self._place = place
        self._tests = f"titles/{folder}/tests"
        for name in (*ROOMS, "sdk", "stele", "tests", "web"):
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("app.py", "pyproject.toml"):
            shutil.copy(ROOT / name, place)

    def tests_pass(self, limit_seconds: float | None = None) -> bool:
        """Whether the title's tests, without those that need a server or a browser, all pass in time."""
        environment = {name: value for name, value in os.environ.items() if name != "STELE_TESTS_COVERAGE"}
        marks = "not (soak or server or browser)"
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", marks, self._tests],
                cwd=self._place, env=environment, capture_output=True, timeout=limit_seconds, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        return ran.returncode == 0

    def survives(self, mutant: Mutant, limit_seconds: float) -> bool:
        """Whether no test detects this mutant."""
        path = self._place / mutant.path
        right = path.read_text("utf-8")
        try:
            self._write(path, mutant.source)
            return self.tests_pass(limit_seconds)
        finally:
            self._write(path, right)

    def _write(self, path: Path, source: str) -> None:
        # Two sources of the same size, written within a second, would share their bytecode.
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
        path.write_text(source, "utf-8")


def main() -> int:
    """Draw the mutants, run the tests of each, print the survivors."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("title", help="the title's id, or its folder's name")
    asked.add_argument("--all", action="store_true", help="every mutant instead of a sample")
    asked.add_argument("--sample", type=int, default=40, help="how many are drawn (40)")
    asked.add_argument("--seed", default="1", help="another seed draws others")
    asked.add_argument("--only", default="", help="only modules whose name contains this")
    asked.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="how many run at a time")
    wanted = asked.parse_args()
    folder = wanted.title.replace("-", "_")
    mutants = mutants_of_title(folder, wanted.only)
    if not mutants:
        sys.exit(f"There are no rules in titles/{folder} of which a mutant could be made.")
    if not wanted.all:
        drawn = random.Random(wanted.seed).sample(mutants, min(wanted.sample, len(mutants)))
        mutants, known = sorted(drawn), len(mutants)
        print(f"{len(mutants)} of {known} mutants are tried.", flush=True)
    with tempfile.TemporaryDirectory(prefix="stele-mutants-") as directory:
        return _try_all(mutants, folder, Path(directory), wanted.workers)


def _try_all(mutants: list[Mutant], folder: str, directory: Path, workers: int) -> int:
    checkouts: queue.Queue[Checkout] = queue.Queue()
    for number in range(workers):
        checkouts.put(Checkout(directory / str(number), folder))
    began = time.monotonic()
    first = checkouts.get()
    if not first.tests_pass():
        sys.exit(f"The tests of {folder} fail without any mutant.")
    limit_seconds = 60 + 10 * (time.monotonic() - began)
    checkouts.put(first)

    def survives(mutant: Mutant) -> bool:
        checkout = checkouts.get()
        try:
            return checkout.survives(mutant, limit_seconds)
        finally:
            checkouts.put(checkout)

    survivors = 0
    with ThreadPoolExecutor(workers) as pool:
        for mutant, survived in zip(mutants, pool.map(survives, mutants), strict=True):
            survivors += survived
            if survived:
                print(f"survived  {mutant}", flush=True)
    print(f"{len(mutants) - survivors} of {len(mutants)} mutants were noticed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
