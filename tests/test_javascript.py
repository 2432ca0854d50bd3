"""The pages' modules, tested by Node."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.measured import ROOT

FILES = sorted(path.name for path in (ROOT / "tests" / "js").glob("*.test.js"))
WITH_LONG_FORM = ("replays.test.js", "verification.test.js")


@pytest.mark.parametrize(
    ("name", "is_long"),
    [*((name, False) for name in FILES), *(pytest.param(one, True, marks=pytest.mark.soak) for one in WITH_LONG_FORM)],
)
def test_the_pages_modules_in_node(name, is_long):
    """Every test in `tests/js` passes; in the long form with records of every title."""
    programs = Path(sys.executable).parent
    more = {"STELE_TESTS_LONG": "1"} if is_long else {}
    ran = subprocess.run(
        [programs / "node", "--test", "--test-reporter=spec", ROOT / "tests" / "js" / name],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}", **more},
        capture_output=True,
        text=True,
        check=False,
    )
    # The reporter repeats the failed tests at its end.
    assert ran.returncode == 0, ran.stdout.rpartition("failing tests:")[2] + ran.stderr
