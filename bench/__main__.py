"""Run every benchmark and write `docs/reference/benchmarks.md`: `python -m bench`, or print some: `fold`, `moves`, …"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from bench import (
    chances,
    checkpoints,
    cluster,
    fold,
    followers,
    layout,
    moves,
    playouts,
    reading,
    redrawing,
    replay,
    research,
    stepping,
    verification,
    visits,
    waiting,
)
from bench.capacity import growth, size, year
from bench.pages import NoChromium
from tests.measured import ROOT

PARTS: dict[str, ModuleType] = {
    "fold": fold, "replay": replay, "verification": verification, "checkpoints": checkpoints, "moves": moves,
    "cluster": cluster, "reading": reading, "followers": followers, "redrawing": redrawing,
    "waiting": waiting, "stepping": stepping, "playouts": playouts, "research": research, "chances": chances,
    "growth": growth, "year": year, "layout": layout, "size": size, "visits": visits,
}  # fmt: skip
OF_ANOTHER_PAGE = ("layout",)
"""Parts with a page of their own."""

PAGE = ROOT / "docs" / "reference" / "benchmarks.md"
_HEAD = """# Benchmarks

These measurements were made on the day and the machine below. Values that are compared with each other were measured in
the same run, so their ratios also hold on other machines; the numbers do not. `make bench` writes this page;
`make bench ARGS="fold moves"` prints only those parts.

| Machine | Date of the last run | Commit | Load before |
|---|---|---|---:|
| {machine} | {date:%Y-%m-%d} | `{commit}` | {load:.1f} |

Server, clients and browser share this machine. **CPU time** is what the named processes computed, without waiting; most
values are CPU time, because other load on the machine has little effect on it. **p95** is the value that 95% of the
measurements stay below.
"""
_COLUMNS = "| What was done | Result | Compared with, and remarks |\n|---|---:|---|"


def head() -> str:
    """The measurements, their machine and time."""
    cpu = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = (
        f"{cpu}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}"
    )
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return _HEAD.format(
        machine=machine, date=datetime.now(UTC), commit=commit.stdout.strip() or "unknown", load=os.getloadavg()[0]
    )


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text("utf-8").splitlines() if file.exists() else []


def lines(name: str) -> Iterator[str]:
    """One part of the page: its name, how it is measured, and its rows."""
    kind, _, rest = (PARTS[name].__doc__ or "").strip().partition(":")
    about = f"{rest.strip()[:1].upper()}{rest.strip()[1:]}"
    yield "\n".join((f"\n## {kind}\n", *([f"{about}\n"] if about else []), _COLUMNS))
    try:
        for row in PARTS[name].rows():
            value = f"{row.value:,.{2 if row.value < 10 else 0}f} {row.unit}".strip()
            yield f"| {row.name} | {value} | {row.against} |"
    except NoChromium as reason:
        yield f"| {name} | | {reason} |"


def main(names: list[str]) -> None:
    """Print the parts with these names, or write the page with all of them."""
    if unknown := [name for name in names if name not in PARTS]:
        sys.exit(f"No benchmark is called {', '.join(unknown)}. There are: {', '.join(PARTS)}.")
    written = [head()]
    for name in names or [name for name in PARTS if name not in OF_ANOTHER_PAGE]:
        begun = time.monotonic()
        for line in lines(name):
            print(line, flush=True)
            written.append(f"{line}\n")
        print(f"({time.monotonic() - begun:.0f} s)", file=sys.stderr, flush=True)
    if not names:
        PAGE.write_text("".join(written), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
