"""Conformance suite: both verifiers agree with every case, and the files are those that the program writes."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.commands.verify import verify_command
from audit.verification.verify import verify
from tests.audit.conformance.unpack import SUITE, suite
from tests.serving import ROOT
from verify import main as program
from verify import report as engine
from verify.dispute_file import dispute_file

FILES = suite()
CASES: list[dict[str, Any]] = json.loads(FILES["suite.json"])["cases"]
REFERENCE = ROOT / "docs" / "reference"


def options(case: dict[str, Any], directory: Path) -> list[str]:
    """The command line of this case, whose files are written into the directory."""
    asked = case.get("options", {})
    words = [word for name in ("key", "witness") for one in asked.get(name, ()) for word in (f"--{name}", one)]
    words += ["--quorum", str(asked["quorum"])] if "quorum" in asked else []
    (directory / case["file"]).write_bytes(FILES[case["file"]])
    if "receipts" in asked:
        (directory / asked["receipts"]).write_bytes(FILES[asked["receipts"]])
        words += ["--receipts", str(directory / asked["receipts"])]
    return [str(directory / case["file"]), *words]


def record_in(case: dict[str, Any]) -> bytes:
    """The record of this case."""
    return record_of(FILES[case["file"]])


def record_of(raw: bytes) -> bytes:
    """The record in this file, which may be a dispute file."""
    dispute = dispute_file(raw)
    return raw if dispute is None else dispute["record"].encode()


def found(report: Any) -> tuple[str, str | None, str | None]:
    """Verdict, check and position of a report on the file alone."""
    failed = next((check for check in report.checks if check.verdict == "failed"), None)
    return ("unaltered", None, None) if failed is None else ("altered", failed.name, failed.position)


def expected(case: dict[str, Any], verdict: str, report: Any) -> tuple[str, str | None, str | None]:
    """Verdict, check and position that the case demands; what it does not name is as reported."""
    if verdict == "unaltered":
        return verdict, None, None
    _verdict, check, position = found(report)
    return verdict, case.get("check", check), case.get("position", position)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_the_verdicts(case: dict[str, Any], tmp_path: Any) -> None:
    """`stele verify`, with the title's rules, and `stele_verify.py`, without, give the suite's verdicts."""
    words = options(case, tmp_path)
    told = CliRunner().invoke(verify_command, [*words, "--trust", str(tmp_path / "keys.json")])
    assert case["status"] == told.exit_code, told.output
    demanded = {**case, **case.get("without_rules", {})}
    assert demanded["status"] == program.main(words)
    if case["verdict"] != "not a record":
        raw = record_in(case)
        for verdict, report in ((case["verdict"], verify(raw)), (demanded["verdict"], engine.verify(raw))):
            assert expected(case, verdict, report) == found(report)


def test_every_check_has_a_good_and_a_bad_case() -> None:
    """Every check that record-verification.md names passes in one case, and fails in another."""
    checks = (REFERENCE / "record-verification.md").read_text("utf-8")
    order = checks.partition("The checks run in this order:")[2].partition("; each goes")[0]
    names = set(re.findall(r"`(\w+)`", order))
    assert 15 == len(names)
    assert names == {case["check"] for case in CASES if "check" in case}
    reports = [verify(record_in(case)) for case in CASES if case["verdict"] == "unaltered"]
    assert names == {check.name for report in reports for check in report.checks if check.verdict == "passed"}


def test_every_shared_event_occurs() -> None:
    """Each event in the table of record-events.md is in a good file."""
    table = (REFERENCE / "record-events.md").read_text("utf-8")
    names = set(re.findall(r"^\| `(\w+)` \| \d", table, re.MULTILINE))
    good = b"".join(FILES[case["file"]] for case in CASES if case["verdict"] == "unaltered").decode()
    assert set() == {name for name in names if f'\\"type\\":\\"{name}\\"' not in good}


def test_the_suite_is_what_the_program_writes(tmp_path: Any) -> None:
    """Byte for byte, with no file left over; all of it is small."""
    subprocess.run([sys.executable, "-m", "tests.audit.conformance", str(tmp_path)], cwd=ROOT, check=True)
    written = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    assert [] == [name for name in written | FILES if written.get(name) != FILES.get(name)]
    assert SUITE.stat().st_size < 2_000 * len(CASES)
    assert [] == [name for name, number in Counter(case["file"] for case in CASES).items() if number > 1]
