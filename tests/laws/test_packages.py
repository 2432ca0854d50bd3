"""The laws on a title in a package whose hands are dealt at once, and which has no texts in other languages."""

import os
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT

PACKAGE = ROOT / "tests" / "laws" / "dealt_hands"


def installed(place: Path) -> str:
    """The value of `PYTHONPATH` with which Stele finds the package, declared in this directory."""
    about = place / "dealt_hands-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: dealt-hands\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[stele.titles]\ndealt-hands = dealt_hands\n", "utf-8")
    return os.pathsep.join(map(str, (place, PACKAGE.parent, ROOT)))


def laws(site: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The run of the package's tests, with the laws."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "stele.pytest_plugin", "-p", "no:cacheprovider", *options],
        cwd=PACKAGE, env={**os.environ, "PYTHONPATH": site}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_hands_dealt_at_once_keep_the_laws(tmp_path):
    """Events with several secret draws are dealt anew, sorted or not; commands of other phases are refused."""
    ran = laws(installed(tmp_path))
    assert ran.returncode == 0, ran.stdout + ran.stderr
