"""The command `stele` of an installed server, and the example of its settings."""

import os
import pwd
import re
import subprocess
import sys

import pytest

from operations.environment_file import read_environment
from operations.settings import VARIABLES, Settings
from stele.installed import Refused, environment_of, user_of
from tests.serving import ROOT

EXAMPLE = ROOT / "deploy" / "stele.env"
OF_A_PUBLIC_SERVER = {
    "STELE_URL", "STELE_ORIGIN", "STELE_DATA", "HOST", "PORT", "STELE_PROXIES", "STELE_HSTS", "STELE_SMTP",
    "STELE_MAIL_FROM", "STELE_ARCHIVE_AFTER", "STELE_METRICS_TOKEN",
}  # fmt: skip


def test_the_example_is_complete():
    """The example has the settings of a public server and no others, each with a comment above; Stele accepts them."""
    told = read_environment(EXAMPLE)
    assert set(told) == OF_A_PUBLIC_SERVER and set(told) <= set(VARIABLES)
    settings = Settings.read(told)
    assert (settings.proxies, settings.host, str(settings.data)) == (1, "127.0.0.1", "/var/lib/stele")
    head, *paragraphs = EXAMPLE.read_text("utf-8").strip().split("\n\n")
    assert "settings.md" in head
    for paragraph in paragraphs:
        comment, *lines = paragraph.splitlines()
        assert comment.startswith("# ") and comment.endswith(".") and lines
        assert all(re.match(r"[A-Z_]+=|# ", line) for line in lines)


def test_the_shell_takes_precedence(tmp_path):
    """Variables of the shell, then those of the file, then the units' data directory; its own are left out."""
    file = tmp_path / "stele.env"
    file.write_text("PORT=1\nSTELE_GRACE=2\n")
    shell = {"PORT": "3", "PATH": "/bin", "STELE_ENV": str(file), "STELE_USER": "stele"}
    told = {"STELE_DATA": "/var/lib/stele", "PORT": "3", "STELE_GRACE": "2", "PATH": "/bin"}
    assert environment_of(file, shell) == told
    file.write_text("STELE_DATA=/srv/data\n")
    assert environment_of(file, {}) == {"STELE_DATA": "/srv/data"}
    assert environment_of(file, {"STELE_DATA": ""}) == {"STELE_DATA": ""}


def test_files_that_cannot_be_read(tmp_path):
    """A sentence for each: none there, no file, not understood, no text."""
    with pytest.raises(Refused, match=r"There is no .*none, which has the server's settings"):
        environment_of(tmp_path / "none", {})
    with pytest.raises(Refused, match="cannot be read: Is a directory"):
        environment_of(tmp_path, {})
    for content in (b"export PORT=1\n", b"PORT=\xff\n"):
        (tmp_path / "odd").write_bytes(content)
        with pytest.raises(Refused):
            environment_of(tmp_path / "odd", {})


def test_only_root_and_the_user_itself():
    """All others are refused, and so is a user who does not exist."""
    nobody = pwd.getpwnam("nobody")
    assert user_of("nobody", 0) == user_of("nobody", nobody.pw_uid) == nobody
    with pytest.raises(Refused, match="Only nobody and root can run this"):
        user_of("nobody", nobody.pw_uid - 1)
    with pytest.raises(Refused, match="There is no user no-such-user"):
        user_of("no-such-user", 0)


def test_a_command_runs_as_the_caller(tmp_path):
    """A command runs as the calling user, with the file's settings."""
    file = tmp_path / "stele.env"
    file.write_text(f"STELE_DATA={tmp_path}/none\n")
    environment = {**os.environ, "STELE_ENV": str(file), "STELE_USER": pwd.getpwuid(os.getuid()).pw_name}
    environment.pop("STELE_DATA", None)
    run = [sys.executable, "-m", "stele.installed", "overview"]
    told = subprocess.run(run, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 78 and f"No server has ever been in {tmp_path}/none" in told.stderr


def test_the_script_calls_it():
    """`/usr/local/bin/stele` uses the checkout and the packages of the units."""
    script = ROOT / "deploy" / "stele"
    assert os.access(script, os.X_OK)
    web = (ROOT / "deploy" / "stele-web.service").read_text("utf-8")
    (packages,) = re.findall(r"^ExecStart=(\S+)/bin/gunicorn ", web, re.MULTILINE)
    (checkout,) = re.findall(r"^WorkingDirectory=(\S+)$", web, re.MULTILINE)
    last = script.read_text("utf-8").splitlines()[-1]
    assert last == f'PYTHONPATH={checkout} exec {packages}/bin/python -P -m stele.installed "$@"'
