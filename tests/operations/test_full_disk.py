"""A full disk ends no process: everything recorded can be read, and the reason for the read-only state is shown."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import make_services
from domain.terms import GameTerms
from eventstore.disk_space import DiskFull, DiskShort
from operations import metrics_directory
from tests.missing_programs import needs
from tests.serving import ROOT


@pytest.mark.soak
@needs("unshare")
def test_reading_goes_on_while_the_disk_is_full(tmp_path: Path) -> None:
    """On a real full disk of 48 MB, in a mount namespace, reading continues; without root, in a user namespace."""
    place = tmp_path / "disk"
    place.mkdir()
    own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-U", "-r", "-m"]
    program = [*own, sys.executable, "-m", "tests.operations.full_disk", str(place)]
    ran = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr


def test_metrics_are_in_memory(tmp_path: Path) -> None:
    """Processes write them as memory, and would die of a full disk; each data directory has its own."""
    one, other = (metrics_directory(tmp_path / name) for name in ("one", "other"))
    assert one != other and not one.is_relative_to(tmp_path)
    assert metrics_directory(Path("x"), str(tmp_path)).is_relative_to(tmp_path)


@pytest.mark.server
def test_new_games_are_refused_before_moves_are(own_directory: Path) -> None:
    """New games are refused below the reserve, whatever its size, and moves below an eighth of it."""
    free = os.statvfs(own_directory).f_bavail * os.statvfs(own_directory).f_frsize // 1_000_000
    settings = {"STELE_DATA": str(own_directory)}
    assert make_services(settings).games.tables.open(GameTerms("kheops", 2), game_id="game")
    short = make_services({**settings, "STELE_DISK_RESERVE": str(2 * free)})
    with pytest.raises(DiskShort, match="nearly full"):
        short.games.tables.open(GameTerms("kheops", 2))
    assert short.games.tables.writable() == 1
    assert any("nearly full" in note for note in short.storage.integrity.settings_notes())
    full = make_services({**settings, "STELE_DISK_RESERVE": str(16 * free)})
    assert full.games.tables.writable() == 0 and full.games.tables.seen("game")
    with pytest.raises(DiskFull, match="the disk is full"):
        full.games.tables.room.check_for_move()
