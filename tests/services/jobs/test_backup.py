"""Backup and restore of everything during play: every acknowledged move, every account, every message.

All by the commands, on servers in their real form.
"""

import json
import random
import re
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from eventstore.backup.destination import BackupPlace
from services.games.integrity import CHECKPOINTS
from tests.api.clients import Client, play_to_the_end, table_of
from tests.buckets import bucket
from tests.clusters import Cluster
from tests.serving import READY_SECONDS, Served, begun, command

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
    """Back up successfully; the number of bytes that this added."""
    code, text = command(directory, "backup", str(place), *more)
    assert code == 0, text
    found = re.search(r"it added ([\d,]+) bytes", text)
    assert found
    return int(found[1].replace(",", ""))


def wait_for_checkpoint(directory: Path) -> None:
    """Wait for a checkpoint signed by the worker."""
    deadline = time.monotonic() + READY_SECONDS
    while not any((directory / CHECKPOINTS).glob("*")):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def place(own_directory: Path) -> Path:
    """The folder of the backup."""
    return own_directory.parent / f"{own_directory.name}-backup"


def test_everything_is_restored(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """Backed up during play, restored elsewhere: all acknowledged entries are there, and play goes on."""
    server = Served(own_directory).start()
    gallery = Client(server.url)
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    other, strangers = table_of(gallery, TITLE, ["Cy", "Di"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(1), most=10)
    clients[0].post(f"{path}/talk", {"room": "players", "text": "See you tomorrow"})
    acknowledged = clients[0].get(path)["digest"]
    told = clients[0].get(f"{path}/events?limit=5000")["events"]
    playing = threading.Thread(target=play_to_the_end, args=(other, strangers, random.Random(2)))
    playing.start()
    wait_for_checkpoint(own_directory)
    code, text = command(own_directory, "backup", str(place))
    playing.join()
    assert code == 0, text
    assert "was read back" in text and len(text.splitlines()) == 1
    assert place.stat().st_mode & 0o077 == 0
    code, text = command(own_directory, "restore", str(place), "--check")
    assert code == 0 and "was read back" in text, text
    server.stop(signal.SIGKILL)

    elsewhere = tmp_path / "elsewhere"
    code, text = command(elsewhere, "restore", str(place))
    assert code == 0, text
    assert "begins a new origin" in text
    code, text = command(elsewhere, "restore", str(place))
    assert code == 1 and "is not empty" in text
    server = Served(elsewhere).start()
    try:
        clients = [Client(server.url, one.token, one.player) for one in clients]
        assert clients[0].get(path)["digest"] == acknowledged
        assert clients[0].get(f"{path}/events?limit=5000")["events"] == told
        said = clients[1].get(f"{path}/talk?room=players")["messages"]
        assert [one["text"] for one in said] == ["See you tomorrow"]
        assert play_to_the_end(game_id, clients, random.Random(3)) > 0
        assert Client(server.url).get(f"/api/games/{other}")["position"]
    finally:
        server.stop()
    code, text = command(elsewhere, "doctor")
    assert code == 0 and "Every game is whole." in text
    code, text = command(elsewhere, "audit", "--all")
    assert code == 0, text


def test_equal_pieces_are_stored_once(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """A second backup adds new pieces alone; each can be restored; unneeded pieces are deleted."""
    server = Served(own_directory).start()
    gallery = Client(server.url)
    try:
        games = [table_of(gallery, TITLE, ["Ada", "Bo"]) for _ in range(4)]
        for number, (game_id, clients) in enumerate(games):
            play_to_the_end(game_id, clients, random.Random(number), most=30)
        first = backed_up(own_directory, place)
        play_to_the_end(*games[0], random.Random(9), most=2)
        second = backed_up(own_directory, place)
        assert second < first * 2 / 3
    finally:
        server.stop()
    found = BackupPlace(str(place))
    names = found.names()
    before, after = (found.read(name).pieces() for name in names)
    assert before & after and before != after
    elsewhere = tmp_path / "elsewhere"
    code, text = command(elsewhere, "restore", str(place), "--backup", names[0])
    assert code == 0, text
    code, text = command(elsewhere, "doctor", "--from-backup", str(place))
    assert code == 0 and "Every game is whole." in text
    code, text = command(own_directory, "backup", str(place), "--keep", "1")
    assert code == 0 and "2 older backups are gone." in text
    (last,) = found.names()
    needed = found.read(last).pieces()
    assert found.pieces.remove_all_but(needed, datetime.now(UTC) + timedelta(minutes=1)) >= len(before - needed) > 0
    code, text = command(own_directory, "restore", str(place), "--check", "--backup", last)
    assert code == 0, text
    code, text = command(tmp_path / "third", "restore", str(place), "--backup", names[0])
    assert code == 1 and "has no backup of the name" in text


@pytest.mark.soak
def test_from_a_cluster_to_one_server(own_directory: Path, place: Path, server_directory: Any, tmp_path: Path) -> None:
    """A single server's backup fits a cluster of three, and a cluster's fits one server."""
    with running(own_directory) as server:
        game_id, clients = table_of(Client(server.url), TITLE, ["Ada", "Bo"])
        play_to_the_end(game_id, clients, random.Random(4), most=10)
        told = clients[0].get(f"/api/games/{game_id}/events?limit=5000")["events"]
        backed_up(own_directory, place)
    cluster = Cluster(server_directory("three")).start()
    try:
        directory, second = tmp_path / "with-cluster", tmp_path / "second"
        code, text = command(directory, "restore", str(place), REDIS_URL=cluster.url)
        assert code == 0, text
        assert sum(bool(node.redis.dbsize()) for node in cluster.nodes) > 1
        code, text = command(directory, "backup", str(second), REDIS_URL=cluster.url)
        assert code == 0, text
    finally:
        cluster.stop()
    alone = tmp_path / "alone"
    code, text = command(alone, "restore", str(second))
    assert code == 0, text
    with running(alone) as server:
        mine = Client(server.url, clients[0].token, clients[0].player)
        assert mine.get(f"/api/games/{game_id}/events?limit=5000")["events"] == told
        assert play_to_the_end(game_id, [Client(server.url, one.token) for one in clients], random.Random(5), most=4)


@pytest.mark.soak
def test_into_a_bucket(own_directory: Path, tmp_path: Path) -> None:
    """S3-compatible storage holds backups like a folder."""
    with running(own_directory) as server:
        game_id, clients = table_of(Client(server.url), TITLE, ["Ada", "Bo"])
        play_to_the_end(game_id, clients, random.Random(4), most=6)
        digest = clients[0].get(f"/api/games/{game_id}")["digest"]
    with bucket() as (things, variables):
        for _ in range(2):
            code, text = command(own_directory, "backup", "s3://stele/club", "--keep", "1", **variables)
            assert code == 0, text
        assert "One older backup is gone." in text
        assert things and all(name.startswith("club/") for name in things)
        code, text = command(tmp_path / "data", "restore", "s3://stele/club", **variables)
        assert code == 0, text
        things.clear()
        code, text = command(tmp_path / "more", "restore", "s3://stele/club", **variables)
        assert code == 1 and "has no backup" in text
    code, text = command(tmp_path / "data", "export", game_id, "--private")
    assert code == 0 and digest in text


def test_an_early_backup(tmp_path: Path) -> None:
    """Early backups have a separate directory and the server's file: they are still restored, if whole."""
    place = tmp_path / "backup-1"
    shutil.copytree(OF_BEFORE, place)
    data = tmp_path / "data"
    code, text = command(data, "restore", str(place))
    assert code == 0, text
    with running(data) as server:
        assert Client(server.url).get("/api/games/db4sfmu7dcyv")["digest"] == DIGEST_OF_BEFORE
    code, text = command(begun(tmp_path / "other"), "backup", str(place))
    assert code == 1 and "something else" in text
    record = place / "record.rdb"
    whole = record.read_bytes()
    record.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    code, text = command(tmp_path / "empty", "restore", str(place))
    assert code == 1 and "is not what was backed up: record.rdb" in text


def test_a_changed_backup_is_not_restored(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """A changed byte, a missing piece, an incomplete list: each is named, and nothing is written."""
    backed_up(begun(own_directory), place, "--allow-empty")
    empty = tmp_path / "empty"
    piece = next(path for path in place.glob("pieces/*/*"))
    whole = piece.read_bytes()
    piece.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    code, text = command(empty, "restore", str(place))
    assert code == 1 and f"{piece.name} is not what was kept" in text
    piece.unlink()
    code, text = command(empty, "restore", str(place))
    assert code == 1 and f"{piece.name} is missing" in text
    piece.write_bytes(whole)
    (listed,) = (place / "backups").glob("*.json")
    listed.write_text(json.dumps({"at": 1}))
    code, text = command(empty, "restore", str(place))
    assert code == 1 and "cannot be read" in text
    listed.unlink()
    code, text = command(empty, "restore", str(place))
    assert code == 1 and "has no backup" in text
    assert not empty.exists() or not any(empty.iterdir())


def test_a_damaged_record_is_no_backup(own_directory: Path, place: Path) -> None:
    """Unreadable data is named, and the backup does not get its name."""
    from app import make_services  # a separate process would have to be ended first

    services = make_services({"STELE_DATA": str(own_directory)})
    services.games.tables.open(TITLE, 2, {}, computers=("random", "random"), game_id="broken")
    names = services.games.tables.store._names("broken")
    last: Any
    fields: Any
    last, fields = services.games.tables.store.redis.xrevrange(names.events, count=1)[0]
    services.games.tables.store.redis.xdel(names.events, last)
    services.games.tables.store.redis.xadd(
        names.events, {**fields, b"e": b"\xff"}, f"{last.decode().partition('-')[0]}-999"
    )
    code, text = command(own_directory, "backup", str(place))
    assert code == 1 and "game broken is damaged" in text
    assert not BackupPlace(str(place)).names()
