"""Servers on copies of a record with a cut or changed file: started directly, so that many can be tried."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis.exceptions import ResponseError

from eventstore.valkey.connection import Client, connect
from eventstore.valkey.embedded import ask, find_binary
from tests.eventstore.handmade import eventually

APPEND_ONLY = "appendonlydir"


def file_of(records: Path) -> Path:
    """The server's append-only file."""
    (found,) = (records / APPEND_ONLY).glob("*.incr.aof")
    return found


def commands(content: bytes) -> Iterator[tuple[int, list[list[bytes]]]]:
    """The commands of an append-only file, with the end of each; the part between MULTI and EXEC is one."""
    place = 0
    together: list[list[bytes]] = []
    while place < len(content):
        if content[place : place + 1] == b"#":  # an annotation
            place = content.index(b"\n", place) + 1
            continue
        line_end = content.index(b"\r\n", place)
        parts, place = int(content[place + 1 : line_end]), line_end + 2
        words: list[bytes] = []
        for _ in range(parts):
            line_end = content.index(b"\r\n", place)
            length, place = int(content[place + 1 : line_end]), line_end + 2
            words.append(content[place : place + length])
            place += length + 2
        together.append(words)
        if together[0][0].upper() != b"MULTI" or words[0].upper() == b"EXEC":
            yield place, together
            together = []


@contextlib.contextmanager
def server_on(records: Path, place: Path) -> Iterator[Client | None]:
    """A client of a server that runs on these records; None if the server refuses to load them."""
    place.mkdir(parents=True, exist_ok=True)
    socket = place / "s"
    settings = [
        *("--port", "0", "--unixsocket", str(socket), "--dir", str(records), "--save", "", "--appendonly", "yes"),
        *("--appendfsync", "no", "--aof-use-rdb-preamble", "no", "--logfile", str(place / "server.log")),
        *("--enable-debug-command", "local", "--databases", "1"),
    ]
    server = subprocess.Popen([find_binary(), *settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        started = eventually(lambda: ask(str(socket)) == "PONG" or server.poll() is not None)
        assert started
        yield None if server.poll() is not None else connect(f"unix://{socket}", place)
    finally:
        server.kill()
        server.wait()
        socket.unlink(missing_ok=True)


def load_again(client: Client, records: Path, content: bytes) -> None:
    """Let the running server drop all its data and load this content instead, as at a start."""
    file = file_of(records)
    with file.open("r+b") as opened:
        opened.truncate(0)
        opened.write(content)
    with contextlib.suppress(ResponseError):  # it logs when it has cut off an incomplete command
        client.execute_command("DEBUG", "LOADAOF")


def copy_records(records: Path, place: Path, content: bytes) -> Path:
    """A copy of these records with this content in its file."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(records / APPEND_ONLY, place / APPEND_ONLY)
    file_of(place).write_bytes(content)
    return place
