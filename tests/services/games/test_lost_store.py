"""Lost database: a server that loses its data while Stele runs, and nothing is recorded on top of it."""

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app import make_services
from domain.terms import GameTerms
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


USERS = (
    (ROOT / "deploy/record/users.acl")
    .read_text()
    .replace("CHANGE-ME", "secret")
    .replace("default off", "default on nopass ~* &* +@all")
)
"""The example of an access list, and a user of the tests who may do everything."""


@contextlib.contextmanager
def own_record(place: Path) -> Iterator[Store]:
    """A separate server with two databases, as an operator may have it; by the user who may do everything."""
    place.mkdir()
    (place / "users.acl").write_text(USERS)
    settings = ["--port", "0", "--unixsocket", str(place / "s"), "--dir", str(place), "--appendonly", "yes"]
    settings += ["--appendfsync", "always", "--save", "", "--databases", "2", "--logfile", str(place / "log")]
    server = subprocess.Popen([find_binary(), *settings, "--aclfile", str(place / "users.acl")])
    try:
        assert eventually(lambda: ask(str(place / "s")) == "PONG")
        yield connect(f"unix://{place / 's'}", place)
    finally:
        server.kill()
        server.wait()


def url_of_stele(place: Path) -> str:
    """The address of this separate server for Stele's own user."""
    return f"unix://stele:secret@{place / 's'}"


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
    """Whether both processes of the web server report this."""
    return all(gallery.call("GET", "/health/ready", Connection="close").status == status for _time in range(20))


def notes_of(data: Path) -> list[str]:
    """The notes of the checkpoints."""
    return sorted(path.name for path in (data / CHECKPOINTS).glob(NOTES))


@pytest.mark.server
@pytest.mark.parametrize(
    "prepared", [flushed_all, *(pytest.param(one, marks=pytest.mark.soak) for one in (restored, flushed, swapped))]
)
def test_a_loss_while_stele_runs_is_noticed(
    own_directory: Path, prepared: Callable[[Store], Callable[[], Any]]
) -> None:
    """Nothing is played, signed or accepted on top of an emptied or older record, and all clients get the reason.

    Stele has all that it needs as the user of the example of an access list: for play, proofs, a backup, the doctor.
    """
    with own_record(own_directory / "own") as redis:
        own: dict[str, Any] = {"REDIS_URL": url_of_stele(own_directory / "own")}
        server = Served(own_directory, **own).start()
        try:
            gallery = Client(server.url)
            early, _players = table_of(gallery, TITLE, ["Ada", "Bo"])
            vanish = prepared(redis)
            game_id, (cy, _di) = table_of(gallery, TITLE, ["Cy", "Di"])
            assert eventually(lambda: gallery.call("GET", f"/api/games/{game_id}/proof").status == 200)
            assert gallery.get("/health/ready") == {"status": "ready", "notes": []}
            code, text = command(own_directory, "backup", str(own_directory / "backup"), **own)
            assert code == 0, text
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
    services.games.tables.open(GameTerms(TITLE, 2), game_id="game")
    keeper = services.storage.integrity.keeper()
    assert keeper.hold() and keeper.write()
    keeper.release()
    services.games.tables.store.redis.flushall()
    fresh = make_services(settings)
    with pytest.raises(DoorShut, match="there are checkpoints"):
        fresh.games.tables.open(GameTerms(TITLE, 2))
    assert fresh.games.tables.writable() == 0
    assert any("doctor --reopen" in note for note in fresh.storage.integrity.notes())
    assert fresh.storage.integrity.closures.findings()["game"].kind == "gone"
    assert fresh.storage.integrity.closures.door.reopen()
    assert make_services(settings).games.tables.open(GameTerms(TITLE, 2))


@pytest.mark.server
def test_a_loss_accepted_before_the_keeper_noticed_it(own_directory: Path) -> None:
    """The keeper follows the logs from where they are then, however quickly the record was reopened."""
    settings = {"STELE_DATA": str(own_directory)}
    services = make_services(settings)
    integrity = services.storage.integrity
    play(integrity.store, "game", 3)
    with integrity.keeping():
        assert eventually(lambda: bool(notes_of(own_directory)))
        integrity.store.redis.flushall()
        fresh = make_services(settings).storage.integrity
        assert fresh.closures.door.reopen()
        play(fresh.store, "game", 1)
        assert eventually(lambda: (last := integrity.signer.last()) is not None and last.number > 1, 20)


@pytest.mark.server
def test_less_than_the_signed_state_is_never_signed(own_directory: Path) -> None:
    """Even between two checks, the keeper signs nothing on top of logs that end before their signed positions."""
    services = make_services({"STELE_DATA": str(own_directory)})
    services.games.tables.open(GameTerms(TITLE, 2), game_id="game")
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
    """The example of an access list lets Stele's user neither empty nor replace the record, nor stop its server."""
    with own_record(tmp_path / "own"):
        redis = connect(url_of_stele(tmp_path / "own"), tmp_path)
        for words in ("FLUSHALL", "FLUSHDB", "SWAPDB 0 1", "DEBUG SLEEP 0", "CONFIG SET appendonly no", "SHUTDOWN"):
            with pytest.raises(Exception, match=r"permission|NOPERM|not allowed"):
                redis.execute_command(*words.split())
