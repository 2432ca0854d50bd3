"""Salvage of an append-only file that its server refuses: one report, and all whole commands are saved."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import make_services
from domain.terms import GameTerms
from eventstore.backup.salvage import salvaged_commands
from eventstore.valkey import embedded
from services.jobs.doctor import Doctor, salvage_into
from tests.eventstore.cutting import file_of
from tests.services.jobs.commands import fails, succeeds
from tests.serving import ROOT, command, free_port

GAMES = 12
LONG = [pytest.param(one, marks=pytest.mark.soak) for one in ("end", *(f"flip {number}" for number in range(1, 10)))]
DAMAGES = ["flip 0", "zeros", "cut", "length", *LONG]


def leave(directory: Path) -> None:
    """Stop using this directory's server."""
    descriptor = embedded._users.pop(directory.resolve(), None)
    if descriptor is not None:
        os.close(descriptor)


class Damaged:
    """A data directory with some games and a checkpoint; its copies are damaged."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        services = make_services({"STELE_DATA": str(directory)})
        for number in range(GAMES):
            services.games.tables.open(GameTerms("kheops", 2, computers=("random", "random")), game_id=f"game{number}")
        keeper = services.storage.integrity.keeper()
        assert keeper.hold() and keeper.write()
        keeper.release()
        self.digests = {f"game{one}": services.games.tables.seen(f"game{one}").digest for one in range(GAMES)}
        self.content = file_of(directory / "records").read_bytes()

    def copy(self, place: Path, damage: str) -> Path:
        """A copy with this damage to its file."""
        for name in ("records", "checkpoints"):
            shutil.copytree(self.directory / name, place / name)
        shutil.copy2(self.directory / "secret", place / "secret")
        file_of(place / "records").write_bytes(self.damaged(damage))
        return place

    def damaged(self, damage: str) -> bytes:
        """The file with this damage."""
        content, lot = bytearray(self.content), random.Random(damage)
        match damage.split():
            case ["flip", _]:
                content[lot.randrange(len(content))] ^= 1 << lot.randrange(8)
            case ["zeros"]:
                begin = len(content) // 2
                content[begin : begin + 4096] = bytes(4096)
            case ["cut"]:
                del content[len(content) // 2 :]
            case ["length"]:
                content[content.index(b"\r\n*", len(content) // 7) + 2] ^= 1
            case ["end"]:
                content[content.index(b"\r\n*", len(content) // 7)] ^= 1
        return bytes(content)


@pytest.fixture(scope="module")
def kept(server_directory: Callable[[str], Path]) -> Iterator[Damaged]:
    """The record to be damaged."""
    found = Damaged(server_directory("salvaged"))
    yield found
    leave(found.directory)


@pytest.mark.server
@pytest.mark.parametrize("damage", DAMAGES)
def test_whole_commands_are_saved(kept: Damaged, server_directory: Callable[[str], Path], damage: str) -> None:
    """Each game is complete or named; a damaged byte spoils one command, and none after it."""
    old = kept.copy(server_directory("damaged"), damage)
    new = server_directory("new") / "data"
    try:
        salvage_into(old, new)
        services = make_services({"STELE_DATA": str(new)})
        physician = Doctor(services.storage.integrity, services.games.tables, services.games.lobby)
        named = set(physician.examine())
        for game_id, digest in kept.digests.items():
            assert game_id in named or services.games.tables.seen(game_id).digest == digest, game_id
        if damage.startswith(("flip", "length", "end")):
            assert len(named) <= 2 and physician.whole_games() >= GAMES - 2, named
        assert len(named) < GAMES
    finally:
        leave(new)


def test_the_sound_file_is_read_completely(kept: Damaged) -> None:
    """Nothing of it is skipped."""
    assert {skipped for _words, skipped in salvaged_commands(kept.content)} == {0}


@pytest.mark.server
@pytest.mark.soak
def test_a_refused_file_is_reported_once(kept: Damaged, server_directory: Callable[[str], Path]) -> None:
    """For a refused file, `make run` prints a sentence instead of an address, as commands do."""
    old = kept.copy(server_directory("refused"), "length")
    environment = {**os.environ, "STELE_DATA": str(old), "PORT": str(free_port())}
    environment.pop("REDIS_URL", None)
    ran = subprocess.run(
        [sys.executable, "-m", "operations.supervisor"], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    told = ran.stdout + ran.stderr
    assert ran.returncode != 0
    assert told.count("cannot be read") == 1 and "doctor --salvage NEWDIR" in told, told
    assert "Traceback" not in told and "Stele is at" not in told and "started again" not in told, told


@pytest.mark.server
def test_the_rest_of_a_refused_file_is_saved_with_a_backup(
    kept: Damaged, server_directory: Callable[[str], Path]
) -> None:
    """The doctor advises it, saves the rest into an empty directory, and adds what the backup has."""
    old, new = kept.copy(server_directory("refused"), "length"), server_directory("saved") / "data"
    code, text = command(old, "doctor")
    assert code != 0 and "doctor --salvage NEWDIR" in text
    text = succeeds(old, "doctor", "--salvage", str(new), "--from-backup", str(kept.directory))
    assert "Every game is whole" in text and f"Whole: {GAMES} games" in text, text
    assert "is not empty" in fails(old, "doctor", "--salvage", str(new))
