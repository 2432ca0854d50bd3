"""Lost database: a server that loses its data while Stele runs, and nothing is recorded on top of it."""

import contextlib
import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app import make_services
from eventstore.checkpoints.checkpoint import NOTES
from eventstore.checkpoints.lost_store import DoorShut
from eventstore.valkey.connection import Client as Store
from eventstore.valkey.connection import connect
from eventstore.valkey.embedded import ask, find_binary
from services.games.integrity import CHECKPOINTS
from tests.api.clients import Client, table_of
from tests.eventstore.handmade import eventually, play
from tests.measured import ROOT
from tests.serving import Served, command

TITLE = "kheops"
PASSES = 8.0
"""Seconds in which the worker would have signed at least two checkpoints."""


@contextlib.contextmanager
def own_record(place: Path) -> Iterator[Store]:
    """A separate server with two databases, as an operator may have it."""
    place.mkdir()
    settings = ["--port", "0", "--unixsocket", str(place / "s"), "--dir", str(place), "--appendonly", "yes"]
    settings += ["--appendfsync", "always", "--save", "", "--databases", "2", "--logfile", str(place / "log")]
    server = subprocess.Popen([find_binary(), *settings])
    try:
        assert eventually(lambda: ask(str(place / "s")) == "PONG")
        yield connect(f"unix://{place / 's'}", place)
    finally:
        server.kill()
        server.wait()


def flushed_all(redis: Store) -> Callable[[], Any]:
    """Everything of all databases is deleted."""
    return redis.flushall


def flushed(redis: Store) -> Callable[[], Any]:
    """Everything of this database is deleted."""
    return redis.flushdb


def swapped(redis: Store) -> Callable[[], Any]:
    """An older copy replaces the record."""
    copy_to(redis)
    return lambda: redis.execute_command("SWAPDB", "0", "1")


def restored(redis: Store) -> Callable[[], Any]:
    """Everything is deleted, and an older copy restored before any process has checked."""
    kept = {key: redis.dump(key) for key in redis.keys("*")}

    def put_back() -> None:
        together = redis.pipeline(transaction=True)
        together.flushall()
        for key, dump in kept.items():
            if dump is None:  # an expired lease
                continue
            together.restore(key, 0, dump)
        together.execute()

    return put_back


def copy_to(redis: Store) -> None:
    """Copy all of the first database into the second one."""
    for key in redis.keys("*"):
        redis.execute_command("COPY", key, key, "DB", 1)


def is_everywhere(gallery: Client, status: int) -> bool:
    """Whether each process of the web server reports this: there are two."""
    return all(gallery.call("GET", "/health/ready", Connection="close").status == status for _time in range(20))


def notes_of(data: Path) -> list[str]:
    """The notes of the checkpoints."""
    return sorted(path.name for path in (data / CHECKPOINTS).glob(NOTES))


@pytest.mark.server
@pytest.mark.parametrize(
    "prepared",
    [flushed_all, *(pytest.param(one, marks=pytest.mark.soak) for one in (restored, flushed, swapped))],
)
def test_a_loss_while_stele_runs_is_noticed(
    own_directory: Path, prepared: Callable[[Store], Callable[[], Any]]
) -> None:
    """Nothing is played, signed or accepted on top of an emptied or older record, and all clients get the reason."""
    with own_record(own_directory / "own") as redis:
        own: dict[str, Any] = {"REDIS_URL": f"unix://{own_directory}/own/s"}
        server = Served(own_directory, **own).start()
        try:
            gallery = Client(server.url)
            early, _players = table_of(gallery, TITLE, ["Ada", "Bo"])
            vanish = prepared(redis)
            game_id, (cy, _di) = table_of(gallery, TITLE, ["Cy", "Di"])
            assert eventually(lambda: gallery.call("GET", f"/api/games/{game_id}/proof").status == 200)
            time.sleep(1.5)  # every process has checked since
            signed = notes_of(own_directory)
            vanish()
            assert eventually(lambda: is_everywhere(gallery, 503), 20)
            assert "the door is shut" in gallery.call("GET", "/health/ready").body["detail"]
            for path, body in (("/api/players", {"name": "Cy"}), ("/api/games", {"rulebook": TITLE, "players": 2})):
                answer = cy.call("POST", path, body)
                assert (answer.status, answer.body["type"]) == (503, "urn:stele:problem:record-unavailable")
            assert cy.call("GET", "/api/me").status == 503, "a token that was lost is not called unknown"
            if prepared in (swapped, restored):
                assert gallery.call("GET", f"/api/games/{early}").status == 200, "what is there can be read"
            time.sleep(PASSES)
            assert notes_of(own_directory) == signed
            code, text = command(own_directory, "overview", **own)
            assert code == 0 and "the door is shut" in text and game_id in text
            assert "The door is shut" in (own_directory / "test.log").read_text()
            code, text = command(own_directory, "doctor", "--reopen", **own)
            assert code == 1 and "play is open again" in text and f"Game {game_id} is gone" in text
            assert eventually(lambda: is_everywhere(gallery, 200), 20)
            later, _players = table_of(gallery, TITLE, ["Eve", "Fay"])
            assert eventually(lambda: gallery.call("GET", f"/api/games/{later}/proof").status == 200)
        finally:
            server.stop()


@pytest.mark.server
def test_a_start_beside_an_emptied_record_opens_nothing(own_directory: Path) -> None:
    """Checkpoints without a single game: the data directory belongs to another record, or this one was emptied."""
    settings = {"STELE_DATA": str(own_directory)}
    services = make_services(settings)
    services.games.tables.open(TITLE, 2, {}, game_id="game")
    keeper = services.storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    keeper.release()
    services.games.tables.store.redis.flushall()
    fresh = make_services(settings)
    with pytest.raises(DoorShut, match="there are checkpoints"):
        fresh.games.tables.open(TITLE, 2, {})
    assert fresh.games.tables.writable() == 0
    assert any("doctor --reopen" in note for note in fresh.storage.integrity.notes())
    assert fresh.storage.integrity.closures.findings()["game"].kind == "gone"
    assert fresh.storage.integrity.closures.door.reopen()
    assert make_services(settings).games.tables.open(TITLE, 2, {})


@pytest.mark.server
def test_less_than_the_signed_state_is_never_signed(own_directory: Path) -> None:
    """Even between two checks: the keeper signs nothing on top of logs that end before their signed positions."""
    services = make_services({"STELE_DATA": str(own_directory)})
    services.games.tables.open(TITLE, 2, {}, game_id="game")
    keeper = services.storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    signed = notes_of(own_directory)
    services.games.tables.store.redis.flushall()
    for number in range(100):  # some of them in partitions without a game
        play(services.games.tables.store, f"later{number}", 1)
    with pytest.raises(DoorShut):
        keeper.write()
    assert notes_of(own_directory) == signed


def test_stele_s_own_user_cannot_empty_the_record(tmp_path: Path) -> None:
    """The example of an access list has all that Stele needs, and nothing that empties or replaces the record."""
    users = (ROOT / "deploy/record/users.acl").read_text()
    (tmp_path / "users.acl").write_text(users.replace("CHANGE-ME", "secret"))
    settings = ["--port", "0", "--unixsocket", str(tmp_path / "s"), "--dir", str(tmp_path), "--appendonly", "yes"]
    settings += ["--appendfsync", "always", "--save", "", "--aclfile", str(tmp_path / "users.acl")]
    with contextlib.ExitStack() as stack:
        server = subprocess.Popen([find_binary(), *settings], stdout=subprocess.DEVNULL)
        stack.callback(server.wait)
        stack.callback(server.kill)
        assert eventually(lambda: ask(str(tmp_path / "s")) in ("PONG", "NOAUTH"))
        url: dict[str, Any] = {"REDIS_URL": f"unix://stele:secret@{tmp_path}/s"}
        redis = connect(url["REDIS_URL"], tmp_path)
        for words in ("FLUSHALL", "FLUSHDB", "SWAPDB 0 1", "DEBUG SLEEP 0", "CONFIG SET appendonly no", "SHUTDOWN"):
            with pytest.raises(Exception, match=r"permission|NOPERM|not allowed"):
                redis.execute_command(*words.split())
        data = tmp_path / "data"
        data.mkdir()
        served = Served(data, **url).start()
        stack.callback(served.stop)
        gallery = Client(served.url)
        game_id, (ada, _bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
        assert eventually(lambda: gallery.call("GET", f"/api/games/{game_id}/proof").status == 200)
        assert (
            gallery.get("/health/ready") == {"status": "ready", "notes": []}
            or json.dumps(gallery.get("/health/ready")).count("could not be checked") == 0
        )
        code, text = command(data, "backup", str(tmp_path / "backup"), **url)
        assert code == 0, text
        assert ada.call("DELETE", "/api/me/sessions").status < 500
