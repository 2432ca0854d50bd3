"""Environment check: each condition that keeps a server from starting is named, and nothing is created."""

import os
import pwd
import socket
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from operations.settings import Settings
from services.jobs import environment_check
from services.jobs.environment_check import conditions
from tests.services.jobs.commands import typed
from tests.serving import free_port


def found(place: Path, **variables: str) -> dict[str, environment_check.Condition]:
    """The conditions for a server in this place, by name."""
    settings = Settings.read({"STELE_DATA": str(place), "PORT": str(free_port()), **variables})
    return {one.name: one for one in conditions(settings)}


def _not_installed(name: str) -> list[str]:
    raise PackageNotFoundError(name)


def test_here_a_server_can_run(tmp_path: Path) -> None:
    """The command says so with one line each, exits 0 and makes no directory."""
    place = tmp_path / "new" / "var"
    told = found(place)
    assert all(one.is_met for one in told.values()), told
    assert told["Data directory"].found == f"{place} will be made" and "v=" in told["Record's server"].found
    code, text = typed({"STELE_DATA": str(place), "PORT": str(free_port())}, "doctor", "--environment")
    assert code == 0 and len(text.splitlines()) == len(told) and "PROBLEM" not in text
    assert not place.parent.exists()


def test_what_keeps_a_server_from_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A taken address, too little disk, packages that are missing or of another version."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, text = typed({"STELE_DATA": str(tmp_path), "PORT": port}, "doctor", "--environment")
        assert code == 1 and f"PROBLEM  Address: The address 127.0.0.1:{port} is in use" in text
    assert not found(tmp_path, STELE_DISK_RESERVE="1000000000")["Disk"].is_met
    (tmp_path / "requirements.txt").write_text("flask==0.1 \\\n    --hash=sha256:00\nno-such-package==1.0\n")
    monkeypatch.setattr(environment_check, "_ROOT", tmp_path)
    told = found(tmp_path)["Packages"]
    assert not told.is_met and "no-such-package is missing" in told.found and ", not 0.1" in told.found
    (tmp_path / "requirements.txt").unlink()
    monkeypatch.setattr(environment_check, "requires", _not_installed)
    assert found(tmp_path)["Packages"] == ("Packages", "no list of them is here", True)  # as in a container
    assert found(tmp_path, REDIS_URL="redis://localhost:6379/0")["Record's server"].found.startswith("your own")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory to another user")
def test_a_directory_of_another_user(tmp_path: Path) -> None:
    """A directory of another user is named with its owner."""
    nobody = pwd.getpwnam("nobody")
    os.chown(tmp_path, nobody.pw_uid, nobody.pw_gid)
    told = found(tmp_path)["Data directory"]
    assert not told.is_met and "belongs to nobody" in told.found
