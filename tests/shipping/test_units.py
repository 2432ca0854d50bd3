"""The units for systemd: what they start is what the Procfile says, and systemd understands them."""

import configparser
import re
import shutil
import subprocess

import pytest

from operations import METRICS_DIRECTORY
from operations.supervisor import default_procfile, read_procfile
from tests.serving import ROOT

DEPLOY = ROOT / "deploy"
PROCESSES = read_procfile(default_procfile())


def unit(name):
    """The settings of a unit, by section."""
    parser = configparser.RawConfigParser()
    parser.read(DEPLOY / name, "utf-8")
    return parser


@pytest.mark.parametrize("name", PROCESSES)
def test_a_unit_starts_what_the_procfile_says(name):
    """The same command, from the packages of the checkout; it comes back, and is nobody that may do much."""
    service = unit(f"stele-{name}.service")["Service"]
    assert service["ExecStart"].removeprefix("/srv/stele/.venv/bin/") == PROCESSES[name]
    assert (service["Restart"], service["RestartSec"]) == ("always", "1")
    assert service["User"] == "stele" and service["NoNewPrivileges"] == "yes"
    told = dict(pair.split("=") for pair in service["Environment"].split())
    assert told == {"STELE_DATA": f"/var/lib/{service['StateDirectory']}", METRICS_DIRECTORY: f"/run/stele/{name}"}
    assert service["RuntimeDirectory"] == f"stele/{name}"


def test_the_target_wants_each_of_them():
    """One name for both."""
    assert unit("stele.target")["Unit"]["Wants"].split() == [f"stele-{name}.service" for name in PROCESSES]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_understands_them(tmp_path):
    """No unknown key, no value that cannot be: verified with a program that is there in place of ours."""
    for file in DEPLOY.glob("stele*"):
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", file.read_text("utf-8"), flags=re.MULTILINE)
        (tmp_path / file.name).write_text(text, "utf-8")
    files = [str(file) for file in tmp_path.iterdir()]
    ran = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
