"""Programs of the system that are missing: the run says what it leaves out, and how to get them."""

import os
import subprocess
import sys

from tests.missing_programs import INSTALL, PROGRAMS, report
from tests.serving import ROOT

TESTS = """
from tests.missing_programs import needs, skip_without

def test_runs(): ...

@needs("promtool")
def test_marked(): ...

def test_within():
    skip_without("chromium")
"""


def test_a_run_says_what_it_leaves_out(tmp_path):
    """Ahead of the first test, although `-q` prints no header, and at the end; the rest runs, and is green."""
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "nothing").mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-m", "not soak", "-p", "tests.missing_programs", "-p",
         "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": str(tmp_path / "nothing")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0 and "1 passed, 2 skipped" in ran.stdout, ran.stdout + ran.stderr
    beginning, _, end = ran.stdout.partition("\n..") if "\n.." in ran.stdout else ran.stdout.partition("[100%]")
    for what, package in (("the tests in a browser", "chromium-headless-shell"), ("the alert rules", "prometheus")):
        assert f"{what} will NOT run" in beginning and f"apt-get install {package}" in beginning, ran.stdout
        assert f"{what} did NOT run" in end and f"apt-get install {package}" in end, ran.stdout
    assert "image" not in beginning, "the long tests do not run anyway"


def test_tests_that_lack_several_programs_are_told_once():
    """One command that installs all missing programs is printed; the rights of root are no package."""
    absent = [one for one in PROGRAMS if one.name in ("openssl", "buildah", "root", "promtool")]
    assert report(absent, "will NOT run") == [
        "the tests of the alert rules will NOT run: no promtool (on Debian: apt-get install prometheus)",
        "the tests of the image and of the guide to a public server will NOT run: no openssl, no buildah, "
        "not run by root (on Debian: apt-get install openssl buildah)",
    ]


def test_the_readme_names_every_package():
    """One line of the README installs every package."""
    assert f"\n    {INSTALL}\n" in (ROOT / "README.md").read_text("utf-8")
