"""CPU time of the tests, by folder, fixture and test: `make times` writes the table of `docs/guides/testing.md`.

Wall-clock time includes the machine's other work, and a test with a server or a browser spends most of its time in
other processes. So this counts the CPU time of the test's process and of all processes that it started. The server that
all tests share belongs to no test; its time is in the difference to the whole machine's.
"""

import contextlib
import json
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.measured import ROOT

DOCUMENT = ROOT / "docs" / "guides" / "testing.md"
DEAREST = 40
"""How many single tests the table shows."""

_TICKS = os.sysconf("SC_CLK_TCK")
_BEGIN, _END = "<!-- times: begin -->\n", "<!-- times: end -->\n"


def seconds_of_tree(root: int, shared: frozenset[int] = frozenset()) -> float:
    """The processor seconds of this process and its descendants, ended ones included, without the `shared` ones."""
    children: dict[int, list[int]] = defaultdict(list)
    spent: dict[int, int] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                told = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            children[int(told[1])].append(int(entry))
            spent[int(entry)] = sum(map(int, told[11:15]))
    waiting, total = [root], 0
    while waiting:
        process = waiting.pop()
        if process not in shared:
            total += spent.get(process, 0)
            waiting += children[process]
    return total / _TICKS


def machine_seconds() -> float:
    """The processor seconds of all programs on this machine so far."""
    told = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    return sum(int(told[place]) for place in (0, 1, 2, 5, 6)) / _TICKS


class ProcessorTime:
    """The plug-in of one process of a run, which writes the time of each test and each fixture to a file of its own."""

    def __init__(self, directory: Path, shared_server: Path) -> None:
        self._shared_server = shared_server
        self._within: list[float] = []
        """For each fixture in set-up, the CPU time of the fixtures that it requested."""
        directory.mkdir(parents=True, exist_ok=True)
        self._file = (directory / f"{os.getpid()}.jsonl").open("w")
        self._shared_fixtures = 0.0
        self._shared: frozenset[int] = frozenset()

    def _now(self) -> float:
        with contextlib.suppress(OSError, ValueError, KeyError):  # no such server yet, or its file is being written
            self._shared = frozenset(json.loads(self._shared_server.read_text())["processes"]) or self._shared
        return seconds_of_tree(os.getpid(), self._shared)

    def _write(self, kind: str, name: str, seconds: float) -> None:
        self._file.write(json.dumps([kind, name, round(seconds, 3)]) + "\n")

    def pytest_collection_finish(self) -> None:
        """The time to import and list the tests."""
        self._write("collection", str(os.getpid()), self._now())

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """A fixture's own time, without the fixtures that it asks for."""
        began = self._now()
        self._within.append(0.0)
        try:
            return (yield)
        finally:
            took = self._now() - began
            self._write("fixture", fixturedef.argname, took - self._within.pop())
            if self._within:
                self._within[-1] += took
            elif fixturedef.scope != "function":
                self._shared_fixtures += took

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure a test's time, including its own fixtures."""
        began, self._shared_fixtures = self._now(), 0.0
        try:
            return (yield)
        finally:
            self._write("test", item.nodeid, self._now() - began - self._shared_fixtures)

    def pytest_sessionfinish(self) -> None:
        """All of it is written."""
        self._file.close()


def table(directory: Path, whole_seconds: float, wall_seconds: float) -> list[str]:
    """The lines of the table, in Markdown."""
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for path in directory.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            kind, name, seconds = json.loads(line)
            found[kind].append((name, seconds))
    folders: dict[str, list[float]] = defaultdict(list)
    for name, seconds in found["test"]:
        path = Path(name.partition("::")[0])
        depth = 3 if path.parts[1:2] == ("services",) else 2
        folders["/".join(path.parent.parts[:depth])].append(seconds)
    fixtures: dict[str, list[float]] = defaultdict(list)
    for name, seconds in found["fixture"]:
        fixtures[name].append(seconds)
    tests = sum(seconds for _name, seconds in found["test"])
    collection = sum(seconds for _name, seconds in found["collection"])
    rows = [
        f"{len(found['test']):,} tests took {whole_seconds:,.0f} s of CPU time and {wall_seconds:,.0f} s by the",
        f"clock. Single tests took {tests:,.0f} s of the CPU time, and collecting them {collection:,.0f} s; the",
        "rest went to shared fixtures and to the server that all tests share.",
        "", "| folder | tests | seconds |", "|---|---:|---:|",
        *_rows({name: (len(times), sum(times)) for name, times in folders.items()}, 100),
        "", "| fixture | set up | seconds |", "|---|---:|---:|",
        *_rows({name: (len(times), sum(times)) for name, times in fixtures.items()}, 20),
        "", f"| the {DEAREST} dearest tests | seconds |", "|---|---:|",
    ]  # fmt: skip
    dearest = sorted(found["test"], key=lambda one: -one[1])[:DEAREST]
    return [*rows, *(f"| `{name}` | {seconds:.1f} |" for name, seconds in dearest)]


def _rows(figures: dict[str, tuple[int, float]], most: int) -> list[str]:
    dearest = sorted(figures.items(), key=lambda one: -one[1][1])[:most]
    return [f"| `{name}` | {count:,} | {seconds:.1f} |" for name, (count, seconds) in dearest if seconds >= 0.05]


def main() -> int:
    """Run the tests with this plug-in (arguments go to pytest) and write the table into the document."""
    directory = ROOT / "var" / "times"
    for old in directory.glob("*.jsonl"):
        old.unlink()
    began, busy = time.monotonic(), machine_seconds()
    os.environ["STELE_TESTS_TIMES"] = str(directory)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", *sys.argv[1:]]
    failed = os.spawnv(os.P_WAIT, sys.executable, command)
    lines = table(directory, machine_seconds() - busy, time.monotonic() - began)
    text = DOCUMENT.read_text("utf-8")
    between = re.compile(re.escape(_BEGIN) + ".*?" + re.escape(_END), re.DOTALL)
    DOCUMENT.write_text(between.sub(lambda _: _BEGIN + "\n".join(lines) + "\n" + _END, text), "utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
