"""Coverage of the program's folders by the tests: in pytest's own processes, and in the servers that they start.

If `STELE_TESTS_COVERAGE` names a directory, each measured process writes its lines there when it ends, and the run's
last process combines them. SlipCover measures: it removes its marks from the code once they have been passed, whereas
Python's tracing would make the rules four times slower.
`python -m tests.measured PROGRAM …` runs another module measured.
"""

import atexit
import json
import os
import runpy
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("titles", "domain", "operations", "eventstore", "replay", "verify", "audit", "ai", "services", "api")
_measuring: list[Any] = []


def begin() -> None:
    """Measure all modules imported from here on, if requested."""
    if "STELE_TESTS_COVERAGE" not in os.environ or _measuring:
        return
    import slipcover

    sources = [str(ROOT / room) for room in ROOMS]
    _measuring.append(slipcover.Slipcover(source=sources))
    slipcover.ImportManager(_measuring[0], slipcover.FileMatcher(sources=sources)).__enter__()
    atexit.register(keep)


def keep() -> None:
    """Write the lines of code that this process has run so far; a forked child writes its own."""
    if _measuring:
        directory = Path(os.environ["STELE_TESTS_COVERAGE"])
        directory.mkdir(parents=True, exist_ok=True)
        (directory / f"{os.getpid()}.json").write_text(json.dumps(_measuring[0].get_coverage()))


def measuring_command() -> list[str]:
    """The arguments between `python` and a module's name that measure a server, too."""
    quiet = ["-W", "ignore::RuntimeWarning:runpy"]  # this package began to measure earlier
    return [*quiet, "-m", "tests.measured"] if "STELE_TESTS_COVERAGE" in os.environ else ["-m"]


def lines(directory: Path) -> dict[str, tuple[set[int], set[int]]]:
    """For each file, the lines that some process reached, and the remaining lines."""
    reached: dict[str, set[int]] = defaultdict(set)
    known: dict[str, set[int]] = defaultdict(set)
    for kept in directory.glob("*.json"):
        for path, found in json.loads(kept.read_text())["files"].items():
            name = (ROOT / path).relative_to(ROOT).as_posix()
            reached[name] |= set(found["executed_lines"])
            known[name] |= {*found["executed_lines"], *found["missing_lines"]}
    return {name: (reached[name], known[name] - reached[name]) for name in sorted(known)}


def report(directory: Path) -> list[str]:
    """The coverage of each folder and of all code; `missed.txt` gets the lines that no test ran."""
    files = lines(directory)
    totals: dict[str, list[int]] = {room: [0, 0] for room in (*ROOMS, "all rooms")}
    for name, (reached, missed) in files.items():
        for room in (name.split("/")[0], "all rooms"):
            totals[room][0] += len(reached)
            totals[room][1] += len(reached) + len(missed)
    missed_lines = [f"{name}:{line}\n" for name, (_reached, missed) in files.items() for line in sorted(missed)]
    (directory / "missed.txt").write_text("".join(missed_lines))
    return [f"{room:15}{reached / known:7.1%} of {known} lines" for room, (reached, known) in totals.items() if known]


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
