"""Embedded server: one for each directory; it survives every death, and stops without users."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
import redis as redis_client

from eventstore.append import NO_HEAD, Appended, Conflict, Head
from eventstore.store import Store
from eventstore.valkey import embedded
from eventstore.valkey.connection import Client, StoreUnavailable, connect
from eventstore.valkey.embedded import Ballast, ServerFailed, ask, ensure_server, find_binary, socket_path
from tests.eventstore.handmade import PROJECT, action_after, eventually, play, run_python
from tests.serving import is_alive, process_state

USE = """
import sys, pathlib
from eventstore.valkey.connection import connect
client = connect(None, pathlib.Path(sys.argv[1]))
print(client.info("server")["process_id"], flush=True)
sys.stdin.readline()
"""


def server_of(client: Client) -> int:
    """The process of the server."""
    return int(client.info("server")["process_id"])


def parent_of(process: int) -> int:
    """The parent process: for a server, its supervisor."""
    return process_state(process)[1]


def test_the_server_forces_each_append_to_the_disk(redis_server: Client) -> None:
    """The embedded server runs with exactly the settings that the record needs."""
    expected = {
        "appendonly": "yes",
        "appendfsync": "always",
        "aof-use-rdb-preamble": "no",
        "save": "",
        "maxmemory-policy": "noeviction",
        "stream-node-max-bytes": "1024",
        "hash-max-listpack-value": "256",
        "zset-max-listpack-entries": "512",
        "port": "0",
        "unixsocketperm": "700",
    }
    found = {name: redis_server.config_get(name) for name in expected}
    assert expected == {name: next(iter(value.values())) for name, value in found.items()}


@pytest.mark.parametrize("victim", ["server", "supervisor", "both"])
def test_a_killed_process_loses_nothing(own_directory: Path, victim: str) -> None:
    """After kill -9 the next call works, and every acknowledged append is still there."""
    client = connect(None, own_directory)
    store = Store(client)
    head = play(store, "game", 50, effects=2)
    server = server_of(client)
    supervisor = parent_of(server)
    for process in {"server": [server], "supervisor": [supervisor], "both": [supervisor, server]}[victim]:
        os.kill(process, signal.SIGKILL)
    assert eventually(lambda: not is_alive(server)), "a server does not outlive its supervisor"
    assert head == store.head("game")
    play(store, "game", 1, effects=2, head=head)
    assert 102 == len(store.read("game"))
    assert server != server_of(client)


def test_appends_go_on_while_the_server_is_killed(own_directory: Path) -> None:
    """Appending while the server dies three times loses no acknowledged append and writes none twice."""
    client = connect(None, own_directory)
    store = Store(client)
    acknowledged: list[Head] = []
    stop = threading.Event()

    def append_for_ever() -> None:
        head = NO_HEAD
        while not stop.is_set():
            try:
                outcome = store.append("game", action_after(head, 2), head)
            except StoreUnavailable:
                continue
            assert not isinstance(outcome, Conflict), "a repeated append is recognised"
            assert isinstance(outcome, Appended)
            head = outcome.head
            acknowledged.append(head)

    appending = threading.Thread(target=append_for_ever)
    appending.start()
    watching = connect(None, own_directory)
    for _ in range(3):
        seen = len(acknowledged)
        assert eventually(lambda seen=seen: len(acknowledged) > seen + 20)  # type: ignore[misc]
        os.kill(server_of(watching), signal.SIGKILL)
    seen = len(acknowledged)
    assert eventually(lambda: len(acknowledged) > seen + 20)
    stop.set()
    appending.join()
    assert acknowledged[-1] == store.head("game")
    assert list(range(1, len(acknowledged) + 1)) == [head.position.action for head in acknowledged]
    assert 2 * len(acknowledged) == len(store.read("game"))


def test_a_half_written_append_is_dropped(own_directory: Path) -> None:
    """An append half on disk at a power failure never happened; the game continues."""
    client = connect(None, own_directory)
    store = Store(client)
    head = play(store, "game", 10, effects=3)
    play(store, "game", 1, effects=3, head=head)
    server = server_of(client)
    supervisor = parent_of(server)
    os.kill(supervisor, signal.SIGSTOP)
    os.kill(server, signal.SIGKILL)
    (record,) = (own_directory / "records").rglob("*.incr.aof")
    with record.open("r+b") as file:
        file.truncate(record.stat().st_size - 150)
    os.kill(supervisor, signal.SIGCONT)
    assert head == store.head("game")
    assert 30 == len(store.read("game"))
    play(store, "game", 1, effects=3, head=head)


def test_processes_that_race_to_start_get_one_server(own_directory: Path) -> None:
    """Any number of processes starting at once on a directory use one server."""
    racers = [run_python(USE, str(own_directory), stdin=subprocess.PIPE) for _ in range(4)]
    servers = {racer.stdout.readline().strip() for racer in racers}
    for racer in racers:
        racer.communicate("\n")
    assert 1 == len(servers) and servers != {""}


def test_threads_that_race_to_start_get_one_server(own_directory: Path) -> None:
    """Threads of one process that race to start the server get the same one."""
    found: list[int] = []
    racers = [threading.Thread(target=lambda: found.append(server_of(connect(None, own_directory)))) for _ in range(6)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert 6 == len(found) and 1 == len(set(found))


def test_a_second_supervisor_gives_way(data_directory: Path, redis_server: Client) -> None:
    """A supervisor on a taken directory ends without touching anything."""
    server = server_of(redis_server)
    second = subprocess.run(
        [sys.executable, "-m", "eventstore.valkey.embedded", str(data_directory)], cwd=PROJECT, timeout=300, check=False
    )
    assert 0 == second.returncode
    assert server == server_of(redis_server)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_server_itself_holds_the_directory(own_directory: Path) -> None:
    """A server that outlives its supervisor still locks the directory."""
    server = server_of(connect(None, own_directory))
    lock = (own_directory / "server.lock").stat()
    held = set()
    for descriptor in Path(f"/proc/{server}/fd").iterdir():
        with suppress(FileNotFoundError):  # it may have been closed in the meantime
            held.add(descriptor.stat().st_ino)
    assert lock.st_ino in held, "the server has inherited the lock"


def test_an_unused_server_stops(own_directory: Path) -> None:
    """A server runs while any process uses it and stops a few seconds later; the next user finds all records."""
    first = run_python(USE, str(own_directory), stdin=subprocess.PIPE)
    second = run_python(USE, str(own_directory), stdin=subprocess.PIPE)
    server = int(first.stdout.readline())
    assert server == int(second.stdout.readline())
    supervisor = parent_of(server)
    head = _append_elsewhere(own_directory)
    first.kill()
    first.wait()
    time.sleep(embedded.GRACE_SECONDS + 1)  # the expiry without a preceding event: it must pass without effect
    assert is_alive(server)
    second.kill()
    second.wait()
    assert eventually(lambda: not is_alive(supervisor)), "the supervisor ends"
    assert not is_alive(server)
    assert head == Store(connect(None, own_directory)).head("game")


def test_a_user_of_a_stopping_server_gets_a_new_one(own_directory: Path) -> None:
    """A user that arrives while the supervisor ends waits for its end and starts the next."""
    user = run_python(USE, str(own_directory), stdin=subprocess.PIPE)
    server = int(user.stdout.readline())
    os.kill(parent_of(server), signal.SIGTERM)
    client = connect(None, own_directory)
    assert client.ping()
    assert eventually(lambda: server_of(client) != server)
    user.communicate("\n")


def test_a_forked_child_ends_without_effect(own_directory: Path) -> None:
    """An ending forked worker takes nothing from its parent."""
    client = connect(None, own_directory)
    server = server_of(client)
    child = os.fork()
    if child == 0:
        connect(None, own_directory).ping()
        os._exit(0)
    assert (child, 0) == os.waitpid(child, 0)
    assert server == server_of(client)
    with (own_directory / "users.lock").open() as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_long_path_gets_a_short_socket(own_directory: Path) -> None:
    """A directory with a path too long for a socket is served from a short place that belongs to this user alone."""
    directory = own_directory / ("long" * 30)
    client = connect(None, directory)
    assert client.ping()
    path = Path(socket_path(directory.resolve()))
    assert len(str(path)) <= 100 and 0o700 == path.parent.stat().st_mode & 0o777
    assert path.is_socket() and not (directory / "server.sock").exists()
    os.kill(parent_of(server_of(client)), signal.SIGTERM)
    assert eventually(lambda: not path.exists())
    shutil.rmtree(path.parent)


def test_a_missing_program_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without any server program the error says what to install."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerFailed, match="install"):
        find_binary()
    with pytest.raises(ServerFailed, match="install"):
        ensure_server(tmp_path / "data")


def test_an_unwritable_directory_is_reported(tmp_path: Path) -> None:
    """A path that is not a directory is refused with its name."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerFailed, match="not writable"):
        ensure_server(tmp_path / "file" / "data")


def test_unreadable_records_are_reported(own_directory: Path) -> None:
    """A damaged record stops the start; the error shows the server's message, and nothing is overwritten."""
    user = run_python(USE, str(own_directory), stdin=subprocess.PIPE)
    server = int(user.stdout.readline())
    supervisor = parent_of(server)
    _append_elsewhere(own_directory)
    user.communicate("\n")
    os.kill(supervisor, signal.SIGTERM)
    assert eventually(lambda: not is_alive(supervisor))
    (record,) = (own_directory / "records").rglob("*.incr.aof")
    damaged = record.read_bytes().replace(b"XADD", b"\x00\x00\x00\x00")
    record.write_bytes(damaged)
    with pytest.raises(ServerFailed, match="did not start"):
        ensure_server(own_directory)
    assert damaged == record.read_bytes()


def test_an_empty_directory_has_no_server(tmp_path: Path) -> None:
    """Connecting there is not an error."""
    assert "" == ask(str(tmp_path / "nothing.sock"))


def test_an_unreachable_server_is_unavailable(tmp_path: Path) -> None:
    """A call to a missing server ends with `StoreUnavailable`."""
    client = connect(f"unix://{tmp_path / 'nothing.sock'}", tmp_path)
    with pytest.raises(StoreUnavailable):
        client.ping()
    assert isinstance(client, redis_client.Redis)


def _append_elsewhere(directory: Path) -> Head:
    """Append from a process that ends at once; the head."""
    program = """
import sys, pathlib
from eventstore.valkey.connection import connect
from eventstore.store import Store
from tests.eventstore.handmade import play
play(Store(connect(None, pathlib.Path(sys.argv[1]))), "game", 20, effects=2)
"""
    assert 0 == run_python(program, str(directory)).wait(300)
    digest = NO_HEAD
    for number in range(1, 21):
        last = action_after(digest, 2, number)[-1]
        digest = Head(last.position, last.digest)
    return digest


def test_the_ballast_is_given_up_on_a_full_disk(tmp_path: Path) -> None:
    """The ballast exists while there is room, is given up on a full disk, and is made again later."""
    ballast, file = Ballast(tmp_path, 1_000), tmp_path / "ballast"
    assert not ballast.look() and file.stat().st_size == 1_000
    ballast._least = 2**60
    assert ballast.look() and ballast.is_given_up and not file.exists()
    assert not ballast.look()
    ballast._least = 1_000
    assert ballast.look() and not ballast.is_given_up and file.exists()
