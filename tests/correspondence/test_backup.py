"""A backup of everything while play goes on, and the way back: every acknowledged move, every account, every word.

All of it by the commands, on servers as they run in earnest.
"""

import json
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from correspondence.ground import CHECKPOINTS
from tests.api.clients import Client, play_to_the_end, table_of
from tests.serving import READY_SECONDS, Served, command

TITLE = "kheops"


def wait_for_checkpoint(directory: Path) -> None:
    """Wait until the worker has signed one."""
    deadline = time.monotonic() + READY_SECONDS
    while not any((directory / CHECKPOINTS).glob("*")):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def place(own_directory: Path) -> Path:
    """Where the backup shall lie."""
    return own_directory.parent / f"{own_directory.name}-backup"


def test_everything_comes_back(own_directory: Path, place: Path, tmp_path: Path) -> None:
    """Backed up in the middle of play, put back elsewhere: what was acknowledged before is there, and play goes on."""
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
    assert "was read back" in text and "games read back" in text
    assert (place / "secret").stat().st_mode & 0o077 == 0
    code, text = command(own_directory, "backup", str(place))
    assert code == 1 and "never replaces another" in text
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


def test_a_backup_that_is_not_what_was_backed_up_is_not_put_back(
    own_directory: Path, place: Path, tmp_path: Path
) -> None:
    """A byte that changed, a missing file, one that was never complete: each is named, and nothing is written."""
    code, text = command(own_directory, "backup", str(place))
    assert code == 0, text
    empty = tmp_path / "empty"
    record = place / "record.rdb"
    whole = record.read_bytes()
    record.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    code, text = command(empty, "restore", str(place))
    assert code == 1 and "is not what was backed up: record.rdb" in text
    record.unlink()
    code, text = command(empty, "restore", str(place))
    assert code == 1 and "record.rdb" in text
    record.write_bytes(whole)
    (place / "backup.json").write_text(json.dumps({"at": 1}))
    code, text = command(empty, "restore", str(place))
    assert code == 1 and "no complete backup" in text
    assert not empty.exists() or not any(empty.iterdir())


def test_a_damaged_record_is_no_backup(own_directory: Path, place: Path) -> None:
    """What cannot be read back is named, and the backup does not get its name."""
    from app import make_services  # a process of its own would have to be ended first

    services = make_services({"STELE_DATA": str(own_directory)})
    services.tables.open(TITLE, 2, {}, computers=("random", "random"), game_id="broken")
    names = services.tables.store._names("broken")
    last: Any
    fields: Any
    last, fields = services.tables.store.redis.xrevrange(names.events, count=1)[0]
    services.tables.store.redis.xdel(names.events, last)
    services.tables.store.redis.xadd(names.events, {**fields, b"e": b"\xff"}, f"{last.decode().partition('-')[0]}-999")
    code, text = command(own_directory, "backup", str(place))
    assert code == 1 and "game broken is damaged" in text
    assert not place.exists()
