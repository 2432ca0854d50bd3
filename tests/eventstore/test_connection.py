"""Connection: unsafe servers are refused, and every unsafe setting is named."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ResponseError

from eventstore.checkpoints.read_only_games import Closures
from eventstore.store import Store
from eventstore.unsafe_settings import SettingsWatch, UnsafeNow
from eventstore.valkey.connection import Client, StoreFull, StoreUnavailable, UnsafeSettings, check_durability, connect
from eventstore.valkey.embedded import DirectoryNotWritable, ask, find_binary
from eventstore.valkey.scripts import script
from tests.eventstore.handmade import eventually, play


@pytest.fixture(scope="module")
def plain_server(server_directory: Callable[[str], Path]) -> Iterator[Client]:
    """A server with default settings: nothing is on disk."""
    directory = server_directory("plain")
    path = directory / "s.sock"
    settings = ["--port", "0", "--unixsocket", str(path), "--appendonly", "no", "--save", "", "--dir", str(directory)]
    server = subprocess.Popen([find_binary(), *settings], stdout=subprocess.DEVNULL)
    assert eventually(lambda: ask(str(path)) == "PONG")
    yield connect(f"unix://{path}", directory)
    server.kill()
    server.wait()


@pytest.fixture
def safe_server(plain_server: Client) -> Client:
    """A server with safe settings."""
    plain_server.replicaof("NO", "ONE")
    for name, value in {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}.items():
        plain_server.config_set(name, value)
    return plain_server


def test_the_embedded_server_is_safe(redis_server: Client) -> None:
    """The embedded server's settings are safe, and need no note."""
    assert () == check_durability(redis_server, allow_unsafe=False)


@pytest.mark.parametrize(
    ("name", "value"), [("appendonly", "no"), ("appendfsync", "no"), ("maxmemory-policy", "allkeys-lru")]
)
def test_an_unsafe_setting_is_refused_by_name(safe_server: Client, name: str, value: str) -> None:
    """The error names the setting; where the setting is allowed it is a note."""
    safe_server.config_set(name, value)
    with pytest.raises(UnsafeSettings, match=name):
        check_durability(safe_server, allow_unsafe=False)
    (note,) = check_durability(safe_server, allow_unsafe=True)
    assert name in note


def test_every_unsafe_setting_is_named(safe_server: Client) -> None:
    """One error names every unsafe setting to change."""
    safe_server.config_set("appendonly", "no")
    safe_server.config_set("maxmemory-policy", "volatile-ttl")
    with pytest.raises(UnsafeSettings) as refusal:
        check_durability(safe_server, allow_unsafe=False)
    assert 2 == len(refusal.value.settings)


def test_a_second_of_risk_is_only_noted(safe_server: Client) -> None:
    """`everysec` is common on external servers: it is noted and not refused."""
    safe_server.config_set("appendfsync", "everysec")
    (note,) = check_durability(safe_server, allow_unsafe=False)
    assert "everysec" in note


def test_a_replica_is_refused(safe_server: Client) -> None:
    """Writes to a replica are not the record."""
    safe_server.replicaof("127.0.0.1", "1")
    with pytest.raises(UnsafeSettings, match="replica"):
        check_durability(safe_server, allow_unsafe=False)
    safe_server.replicaof("NO", "ONE")


@contextmanager
def guest_of(client: Client, *hidden: str) -> Iterator[Client]:
    """A client of the same server, for whom these commands are forbidden."""
    rules: Any = [f"-{command}" for command in hidden]
    client.acl_setuser(
        "guest", enabled=True, passwords=["+guest"], categories=["+@all"], commands=rules, keys=["*"], channels=["*"]
    )
    path = client.connection_pool.connection_kwargs["path"]
    try:
        yield connect(f"unix://guest:guest@{path}", Path(path).parent)
    finally:
        client.acl_deluser("guest")


def test_a_server_without_config_is_asked_for_info(safe_server: Client) -> None:
    """If CONFIG is refused, INFO is read; missing values are noted."""
    with guest_of(safe_server, "config") as guest:
        (note,) = check_durability(guest, allow_unsafe=False)
        assert "appendfsync could not be checked" in note
        safe_server.config_set("appendonly", "no")
        with pytest.raises(UnsafeSettings, match="appendonly"):
            check_durability(guest, allow_unsafe=False)


def test_an_opaque_server_is_noted(safe_server: Client) -> None:
    """If CONFIG and INFO are refused, each setting is reported as unknown."""
    with guest_of(safe_server, "config", "info") as guest:
        assert 4 == len(check_durability(guest, allow_unsafe=False))


def test_a_full_server_is_unavailable(safe_server: Client, tmp_path: Path) -> None:
    """A call or a script refused for lack of memory may be repeated later; any other refusal is a bug."""
    (tmp_path / "script.lua").write_text("return redis.call('SET', KEYS[1], ARGV[1])")
    safe_server.config_set("maxmemory", "1")
    try:
        with pytest.raises(StoreUnavailable):
            safe_server.set("name", "value")
        with pytest.raises(StoreUnavailable):
            script(tmp_path / "script.lua")(safe_server, ["name"], ["value"])
    finally:
        safe_server.config_set("maxmemory", "0")
    with pytest.raises(ResponseError):
        safe_server.execute_command("NONSENSE")


def test_a_script_outlives_its_connection(safe_server: Client, tmp_path: Path) -> None:
    """A connection closed by the server is replaced; a failing script leaves its connection usable."""
    (tmp_path / "script.lua").write_text("return redis.call(ARGV[1], KEYS[1])")
    run = script(tmp_path / "script.lua")
    safe_server.set("name", "value")
    assert b"value" == run(safe_server, ["name"], ["GET"])
    safe_server.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
    assert b"value" == run(safe_server, ["name"], ["GET"])
    for _ in range(2):
        with pytest.raises(ResponseError, match="WRONGTYPE"):
            run(safe_server, ["name"], ["LLEN"])
        assert b"value" == run(safe_server, ["name"], ["GET"])


def test_settings_that_become_unsafe_stop_recording(safe_server: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """While settings are unsafe, nothing is recorded unless the operator allows it; the reason names the setting."""
    monkeypatch.setattr("eventstore.unsafe_settings._LOOK_SECONDS", 0)
    monkeypatch.setattr("eventstore.checkpoints.read_only_games._LOOK_SECONDS", 0)
    watched = Closures(safe_server, settings=SettingsWatch(safe_server))
    allowed = Closures(safe_server, settings=SettingsWatch(safe_server, allow_unsafe=True))
    watched.check_door()
    safe_server.config_set("appendonly", "no")
    for refused in (watched.check_door, lambda: watched.check("game")):
        with pytest.raises(UnsafeNow, match="no longer safe: appendonly is no"):
            refused()
    assert "appendonly" in str(watched.shut())
    allowed.check_door()
    safe_server.config_set("appendonly", "yes")
    watched.check_door()
    assert watched.shut() is None


def test_full_memory_is_named(safe_server: Client) -> None:
    """A server at its `maxmemory` is read on; every kind of write says why it is refused."""
    safe_server.set("read", "on")
    store = Store(safe_server)
    safe_server.config_set("maxmemory", int(safe_server.info("memory")["used_memory"]) // 2)
    try:
        for write in (
            lambda: safe_server.set("x", "1"),
            lambda: safe_server.ask_all([("SET", "x", "1")]),
            lambda: play(store, "game", 1),
            store.check_writable,
        ):
            with pytest.raises(StoreFull, match="memory of the database is full"):
                write()
        assert safe_server.get("read") == b"on"
    finally:
        safe_server.config_set("maxmemory", 0)


def test_a_directory_that_cannot_be_written_is_no_outage() -> None:
    """No later attempt would succeed, so that Stele says so and does not wait."""
    with pytest.raises(DirectoryNotWritable, match="/sys/stele is not writable"):
        connect(None, Path("/sys/stele"))
