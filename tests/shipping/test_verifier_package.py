"""The verifier as a package of its own: the file that a server offers, and a command."""

import hashlib
import os
import subprocess
import sys

import pytest

from tests.serving import ROOT
from tests.shipping.test_wheel import pip
from verify import main as program
from verify.one_file import one_file

EXAMPLE = ROOT / "titles" / "kheops" / "example.ndjson"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The directory with nothing but the installed package."""
    place = tmp_path_factory.mktemp("verifier")
    pip("install", "--no-build-isolation", "--no-deps", "--no-index", "--target", str(place), str(ROOT / "verify"))
    return place


def verified(installed, *arguments):
    """The exit status and the output of the installed command, which sees this directory alone."""
    ran = subprocess.run(
        [sys.executable, str(installed / "bin" / "stele-verify"), *arguments],
        cwd=installed, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(installed)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout


def test_the_package_is_the_file(installed):
    """Byte by byte what a server offers on its page; nothing else is in it."""
    source = one_file().encode()
    assert (installed / "stele_verify.py").read_bytes() == source
    assert [path.name for path in installed.glob("*.py")] == ["stele_verify.py"]
    assert verified(installed, "--digest") == (0, f"{hashlib.sha256(source).hexdigest()}\n")


def test_the_command_verifies(installed, tmp_path):
    """A record is verified as by the file alone, and one without a line refused."""
    status, said = verified(installed, str(EXAMPLE))
    assert status == program.main([str(EXAMPLE)]) and status in (0, 3) and "chain" in said
    changed = tmp_path / "changed.ndjson"
    lines = EXAMPLE.read_bytes().splitlines(keepends=True)
    changed.write_bytes(b"".join([*lines[:20], *lines[21:]]))
    assert verified(installed, str(changed))[0] == 1
