"""Snapshot of the whole record: copying running servers, and reading such a copy or an embedded server's files.

A server's copy is the file it sends to its replicas: the state at one moment, taken while play goes on. Each game is
stored on one server only.

Exception └── NoBackup   the place has no readable record; the message says why
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import redis as redis_client

from eventstore.valkey.connection import Client, connect
from eventstore.valkey.embedded import ask, find_binary

RECORD = "record.rdb"
_LONGEST_LOADING_SECONDS = 600.0
_LONGEST_SILENCE_SECONDS = 600.0
_PIECE_BYTES = 1 << 20
_PART_BYTES = 1 << 17
_GROUP = re.compile(rb"stele:\{p\d+\}:(?:game:[a-z0-9-]+:|log$)|.*?\{[^}]+\}")
_DISPOSABLE = b":snapshots:"

Progress = Callable[[int, int], None]
"""Progress callback: how much is done, and how much there is."""

Dump = tuple[bytes, int, bytes]
"""A name, its expiry (milliseconds since 1970 UTC; below 1: never), and its value as dumped by the server."""


class NoBackup(Exception):
    """The place has no readable record."""


@contextmanager
def opened_files(directory: Path) -> Iterator[Client]:
    """A client of a server on a copy of this data directory or its `records`, or of a server's copy stored there.

    Server and copy are removed on exit.
    """
    records = directory / "records" if (directory / "records").is_dir() else directory
    is_file = (records / RECORD).is_file()
    if not is_file and not (records / "appendonlydir").is_dir():
        raise NoBackup(f"{directory} is neither a backup nor a data directory nor the records of one")
    with tempfile.TemporaryDirectory(prefix="stele-backup-") as name:
        place = Path(name)
        if is_file:
            shutil.copyfile(records / RECORD, place / RECORD)
        else:
            shutil.copytree(records / "appendonlydir", place / "appendonlydir")
        with served(place) as client:
            yield client


@contextmanager
def served(place: Path) -> Iterator[Client]:
    """A client of a server on the contents of this directory, which may be empty; the server is stopped on exit."""
    kept = ["--appendonly", "yes"] if (place / "appendonlydir").is_dir() else ["--dbfilename", RECORD]
    with tempfile.TemporaryDirectory(prefix="stele-") as short:  # a socket's path must be short
        path = str(Path(short) / "server.sock")
        settings = ["--port", "0", "--unixsocket", path, "--dir", str(place), "--save", "", *kept]
        with (place / "server.log").open("wb") as log:
            server = subprocess.Popen([find_binary(), *settings], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + _LONGEST_LOADING_SECONDS
            while ask(path) != "PONG":
                if server.poll() is not None or time.monotonic() > deadline:
                    last = (place / "server.log").read_text(errors="replace").splitlines()[-3:]
                    raise NoBackup(f"the records in {place} cannot be loaded: {' '.join(last)}")
                time.sleep(0.02)
            yield connect(f"unix://{path}", place)
        finally:
            server.kill()
            server.wait()


@contextmanager
def opened_copy(redis: Client, place: Path, told: Progress) -> Iterator[Client]:
    """A client of a server on a copy, in this directory, of the data of all the record's servers."""
    servers = list(redis.servers().values())
    for number, one in enumerate(servers):
        directory = place / str(number)
        directory.mkdir()
        _copy(one, directory / RECORD, told)
    with served(place / "0") as copy:
        for number in range(1, len(servers)):
            with served(place / str(number)) as part:
                put_dumps(copy, dumps_of(part))
        yield copy


def _copy(redis: redis_client.Redis, file: Path, told: Progress) -> None:
    """Write a server's whole state at this moment into a file."""
    pool = redis.connection_pool
    connection: Any = pool.connection_class(**pool.connection_kwargs)
    try:
        connection.connect()
        # The data that follows is not a protocol reply; it is read directly from the socket.
        connection.send_command("SYNC")
        conversation: socket.socket = connection._sock
        conversation.settimeout(_LONGEST_SILENCE_SECONDS)
        length = _announced_length(conversation)
        with file.open("wb") as copy:
            done = 0
            while done < length:
                piece = conversation.recv(min(_PIECE_BYTES, length - done))
                if not piece:
                    raise NoBackup("the server broke off in the middle of its record")
                copy.write(piece)
                done += len(piece)
                told(done, length)
            copy.flush()
            os.fsync(copy.fileno())
    except (OSError, redis_client.RedisError) as error:
        raise NoBackup(f"the server does not give its record: {error}") from error
    finally:
        connection.disconnect()


def _announced_length(conversation: socket.socket) -> int:
    """The length of the data that follows. The server sends empty lines while it prepares the data."""
    line = b""
    while not line.endswith(b"\n") or not line.strip():
        byte = conversation.recv(1)
        if not byte or len(line) > 500:
            raise NoBackup("the server does not give its record to a replica")
        line = byte if line.endswith(b"\n") else line + byte
    told = line.strip()
    if not (told.startswith(b"$") and told[1:].isdigit()):
        raise NoBackup(f"the server does not give its record to a replica: {told.decode(errors='replace')}")
    return int(told[1:])


def dumps_of(source: Client) -> Iterator[list[Dump]]:
    """All data of a server that it cannot rebuild, grouped by game; logs separately, other names by their tag."""
    groups: dict[bytes, list[bytes]] = defaultdict(list)
    for name in source.scan_iter(count=1000):
        if _DISPOSABLE not in name:
            tagged = _GROUP.match(name)
            groups[tagged.group() if tagged else name].append(name)
    for _group, names in sorted(groups.items()):
        names.sort()
        replies = source.ask_all([one for name in names for one in (("DUMP", name), ("PEXPIRETIME", name))])
        dumps = zip(names, replies[1::2], replies[::2], strict=True)
        if found := [(name, ends, dump) for name, ends, dump in dumps if dump is not None]:
            yield found


def put_dumps(target: Client, groups: Iterable[list[Dump]]) -> None:
    """Load these dumps into a server, or each into the cluster node that owns it."""
    for group in groups:
        questions: list[tuple[Any, ...]] = [
            ("RESTORE", name, max(0, ends), dump, "REPLACE", *(["ABSTTL"] if ends > 0 else []))
            for name, ends, dump in group
        ]
        for question, reply in zip(questions, target.ask_all(questions), strict=True):
            if reply is None:
                raise NoBackup(f"the server does not take {question[1].decode()}")


def pack(group: list[Dump]) -> list[bytes]:
    """These dumps as bytes, deterministic; split into parts such that growth changes only the last parts."""
    whole = msgspec.msgpack.encode(group)
    return [whole[at : at + _PART_BYTES] for at in range(0, len(whole), _PART_BYTES)]


def unpack(parts: Iterable[bytes]) -> list[Dump]:
    """The dumps in these parts."""
    return msgspec.msgpack.decode(b"".join(parts), type=list[Dump])
