"""The pages' pure modules, tested by Node."""

import os
import subprocess
import sys
from pathlib import Path

from tests.measured import ROOT


def test_the_pages_pure_modules():
    """Every test in `tests/js` passes."""
    programs = Path(sys.executable).parent
    files = sorted(map(str, (ROOT / "tests" / "js").glob("*.test.js")))
    assert files
    ran = subprocess.run(
        [programs / "node", "--test", *files],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
