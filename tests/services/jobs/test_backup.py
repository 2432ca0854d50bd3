"""Backup and restore of everything during play: every acknowledged move, every account, every message.

All by the commands, on servers in their real form.
"""

import json
import random
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app import make_services
from domain.game import TakeSeat
from domain.terms import GameTerms
from eventstore.backup.destination import BackupPlace
from eventstore.checkpoints.checkpoint import NOTES
from services.games.integrity import CHECKPOINTS
from tests.api.clients import Client, play_to_the_end, table_of
from tests.buckets import bucket
from tests.eventstore.handmade import eventually
from tests.services.jobs.commands import fails, succeeds
from tests.serving import READY_SECONDS, Served, begun

TITLE = "kheops"
OF_BEFORE = Path(__file__).with_name("backup-1")
DIGEST_OF_BEFORE = "a4862bfcf4aeb8887057298185b6c9da11fef6d6c12c22016bb7187c2103e3d8"


@contextmanager
def running(directory: Path) -> Iterator[Served]:
    """A server on this directory, for a while."""
    directory.mkdir(exist_ok=True)
    server = Served(directory).start()
    try:
        yield server
    finally:
        server.stop()


def backed_up(directory: Path, place: Path, *more: str) -> int:
    """Back up successfully, and return the number of bytes that this added."""
    text = succeeds(directory, "backup", str(place), *more)
    found = re.search(r"it added ([\d,]+) bytes", text)
    assert found
    return int(found[1].replace(",", ""))


@pytest.fixture
def place(own_directory: Path) -> Path:
    """The folder of the backup."""
    return own_directory.parent / f"{own_directory.name}-backup"


def test_everything_is_restored(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """Backed up during play, restored elsewhere: all acknowledged entries are there, and play continues."""
    server = Served(own_directory).start()
    gallery = Client(server.url)
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    other, strangers = table_of(gallery, TITLE, ["Cy", "Di"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(1), most=10)
    clients[0].post(f"{path}/chat", {"room": "players", "text": "See you tomorrow"})
    acknowledged = clients[0].get(path)["digest"]
    told = clients[0].get(f"{path}/events?limit=5000")["events"]
    playing = threading.Thread(target=play_to_the_end, args=(other, strangers, random.Random(2)))
    playing.start()
    # The folder's other files come before the first signed note.
    assert eventually(lambda: any((own_directory / CHECKPOINTS).glob(NOTES)), READY_SECONDS)
    text = succeeds(own_directory, "backup", str(place))
    playing.join()
    assert "was read back" in text and len(text.splitlines()) == 1
    assert place.stat().st_mode & 0o077 == 0
    assert "was read back" in succeeds(own_directory, "restore", str(place), "--check")
    server.stop(signal.SIGKILL)

    elsewhere = tmp_path / "elsewhere"
    assert "begins a new origin" in succeeds(elsewhere, "restore", str(place))
    assert "is not empty" in fails(elsewhere, "restore", str(place))
    server = Served(elsewhere).start()
    try:
        clients = [Client(server.url, one.token, one.player) for one in clients]
        assert clients[0].get(path)["digest"] == acknowledged
        assert clients[0].get(f"{path}/events?limit=5000")["events"] == told
        said = clients[1].get(f"{path}/chat?room=players")["messages"]
        assert [one["text"] for one in said] == ["See you tomorrow"]
        assert play_to_the_end(game_id, clients, random.Random(3), most=4) == 4
        assert Client(server.url).get(f"/api/games/{other}")["position"]
    finally:
        server.stop()
    assert "Every game is whole." in succeeds(elsewhere, "doctor")


def test_equal_pieces_are_stored_once(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """A second backup adds new pieces only, each backup can be restored, and unneeded pieces are deleted."""
    tables = make_services({"STELE_DATA": str(own_directory)}).games.tables
    games = [tables.open(GameTerms(TITLE, 2), creator=TakeSeat(0, player="ada")) for _ in range(4)]
    for game_id in games:
        tables.command(game_id, TakeSeat(1, player="bo"), "public")

    def play(game_id: str, moves: int) -> None:
        for _ in range(moves):
            seat = tables.seen(game_id).to_act[0]
            tables.command(game_id, tables.seen(game_id, seat).legal()[0], seat)

    for game_id in games:
        play(game_id, 30)
    first = backed_up(own_directory, place)
    play(games[0], 2)
    assert backed_up(own_directory, place) < first * 2 / 3
    found = BackupPlace(str(place))
    names = found.names()
    before, after = (found.read(name).pieces() for name in names)
    assert before & after and before != after
    elsewhere = tmp_path / "elsewhere"
    succeeds(elsewhere, "restore", str(place), "--backup", names[0])
    assert "Every game is whole." in succeeds(elsewhere, "doctor", "--from-backup", str(place))
    assert "2 older backups are gone." in succeeds(own_directory, "backup", str(place), "--keep", "1")
    (last,) = found.names()
    needed = found.read(last).pieces()
    assert found.pieces.remove_all_but(needed, datetime.now(UTC) + timedelta(minutes=1)) >= len(before - needed) > 0
    succeeds(own_directory, "restore", str(place), "--check", "--backup", last)
    assert "has no backup of the name" in fails(tmp_path / "third", "restore", str(place), "--backup", names[0])


@pytest.mark.soak
def test_into_a_bucket(own_directory: Path, tmp_path: Path) -> None:
    """S3-compatible storage holds backups like a folder."""
    with running(own_directory) as server:
        game_id, clients = table_of(Client(server.url), TITLE, ["Ada", "Bo"])
        play_to_the_end(game_id, clients, random.Random(4), most=6)
        digest = clients[0].get(f"/api/games/{game_id}")["digest"]
    with bucket() as (things, variables):
        told = [succeeds(own_directory, "backup", "s3://stele/club", "--keep", "1", **variables) for _time in range(2)]
        assert ["One older backup is gone." in text for text in told] == [False, True]
        assert things and all(name.startswith("club/") for name in things)
        succeeds(tmp_path / "data", "restore", "s3://stele/club", **variables)
        things.clear()
        assert "has no backup" in fails(tmp_path / "more", "restore", "s3://stele/club", **variables)
    text = succeeds(tmp_path / "data", "export", game_id, "--private")
    assert digest in text


def test_an_early_backup(tmp_path: Path) -> None:
    """Early backups have a separate directory and the server's file: they are still restored, if whole."""
    place = tmp_path / "backup-1"
    shutil.copytree(OF_BEFORE, place)
    data = tmp_path / "data"
    succeeds(data, "restore", str(place))
    assert DIGEST_OF_BEFORE in succeeds(data, "export", "db4sfmu7dcyv", "--private")
    assert "something else" in fails(begun(tmp_path / "other"), "backup", str(place))
    record = place / "record.rdb"
    whole = record.read_bytes()
    record.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert "is not what was backed up: record.rdb" in fails(tmp_path / "empty", "restore", str(place))


def test_a_changed_backup_is_not_restored(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """A changed byte, a missing piece, an incomplete list: each is named, and nothing is written."""
    backed_up(begun(own_directory), place, "--allow-empty")
    empty = tmp_path / "empty"
    piece = next(path for path in place.glob("pieces/*/*"))
    whole = piece.read_bytes()
    piece.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert f"{piece.name} is not what was kept" in fails(empty, "restore", str(place))
    piece.unlink()
    assert f"{piece.name} is missing" in fails(empty, "restore", str(place))
    piece.write_bytes(whole)
    (listed,) = (place / "backups").glob("*.json")
    listed.write_text(json.dumps({"at": 1}))
    assert "cannot be read" in fails(empty, "restore", str(place))
    listed.unlink()
    assert "has no backup" in fails(empty, "restore", str(place))
    assert not empty.exists() or not any(empty.iterdir())


def test_a_damaged_record_is_no_backup(own_directory: Path, place: Path) -> None:
    """Unreadable data is named, and the backup does not get its name."""
    services = make_services({"STELE_DATA": str(own_directory)})
    services.games.tables.open(GameTerms(TITLE, 2, computers=("random", "random")), game_id="broken")
    store = services.games.tables.store
    names = store._names("broken")
    last: Any
    fields: Any
    last, fields = store.redis.xrevrange(names.events, count=1)[0]
    store.redis.xdel(names.events, last)
    store.redis.xadd(names.events, {**fields, b"e": b"\xff"}, f"{last.decode().partition('-')[0]}-999")
    assert "game broken is damaged" in fails(own_directory, "backup", str(place))
    assert not BackupPlace(str(place)).names()
