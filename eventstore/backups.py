"""Copying the whole record of a server that runs, and reading such a copy, or an embedded server's own files.

The copy is the file that the server gives its replicas: everything as it was at one moment, while play goes on.

Exception
└── NoBackup   there is no record to read in that place; the message says why
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventstore.connection import Client, connect
from eventstore.embedded import ask, find_binary

RECORD = "record.rdb"
_LONGEST_LOADING_SECONDS = 600.0
_LONGEST_SILENCE_SECONDS = 600.0
_PIECE_BYTES = 1 << 20
_MOST_AT_ONCE = 200


class NoBackup(Exception):
    """There is no record to read in that place."""


@contextmanager
def opened_backup(directory: Path) -> Iterator[Client]:
    """A client of a server on a copy of this backup, data directory or its `records`; both go when it is done with."""
    records = directory / "records" if (directory / "records").is_dir() else directory
    is_file = (records / RECORD).is_file()
    if not is_file and not (records / "appendonlydir").is_dir():
        raise NoBackup(f"{directory} is neither a backup nor a data directory nor the records of one")
    with tempfile.TemporaryDirectory(prefix="stele-backup-") as name:
        place = Path(name)
        if is_file:
            shutil.copyfile(records / RECORD, place / RECORD)
            kept = ["--dbfilename", RECORD, "--appendonly", "no"]
        else:
            shutil.copytree(records / "appendonlydir", place / "appendonlydir")
            kept = ["--appendonly", "yes"]
        path = str(place / "server.sock")
        settings = ["--port", "0", "--unixsocket", path, "--dir", name, "--save", "", *kept]
        with (place / "server.log").open("wb") as log:
            server = subprocess.Popen([find_binary(), *settings], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + _LONGEST_LOADING_SECONDS
            while ask(path) != "PONG":
                if server.poll() is not None or time.monotonic() > deadline:
                    last = (place / "server.log").read_text(errors="replace").splitlines()[-3:]
                    raise NoBackup(f"the records in {records} cannot be loaded: {' '.join(last)}")
                time.sleep(0.02)
            yield connect(f"unix://{path}", place)
        finally:
            server.kill()
            server.wait()


def copy_record(redis: Client, file: Path, told: Callable[[int, int], None]) -> None:
    """Write everything that the server has at this moment into a file, which is on the disk when this returns.

    `told(bytes, all)` hears how far it is. Raises `NoBackup` where the server does not give it.
    """
    servers = redis.servers()
    if len(servers) > 1:
        raise NoBackup("a cluster has no one moment: back each of its servers up, or a replica of each")
    (server,) = servers.values()
    pool = server.connection_pool
    connection: Any = pool.connection_class(**pool.connection_kwargs)
    try:
        connection.connect()
        # What follows is no reply of the protocol: it is read from the socket itself.
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
    except OSError as error:
        raise NoBackup(f"the server does not give its record: {error}") from error
    finally:
        connection.disconnect()


def _announced_length(conversation: socket.socket) -> int:
    """How many bytes follow. While the server prepares them it sends empty lines."""
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


def restore_record(source: Client, target: Client, told: Callable[[int, int], None]) -> None:
    """Copy everything into a server that has nothing, name by name; `told(names, all)` hears how far it is."""
    everything, done = int(source.dbsize()), 0
    names: list[bytes] = []
    for name in source.scan_iter(count=1000):
        names.append(name)
        if len(names) == _MOST_AT_ONCE:
            done += _copy_all(source, target, names)
            told(done, everything)
            names = []
    done += _copy_all(source, target, names)
    told(done, everything)


def _copy_all(source: Client, target: Client, names: list[bytes]) -> int:
    replies = source.ask_all([question for name in names for question in (("DUMP", name), ("PEXPIRETIME", name))])
    there = [one for one in zip(names, replies[::2], replies[1::2], strict=True) if one[1] is not None]
    written = target.ask_all(
        [
            ("RESTORE", name, max(0, ends), dumped, "REPLACE", *(("ABSTTL",) if ends > 0 else ()))
            for name, dumped, ends in there
        ]
    )
    for (name, _dumped, _ends), reply in zip(there, written, strict=True):
        if reply is None:
            raise NoBackup(f"{name.decode(errors='replace')} cannot be written: the server does not know its form")
    return len(names)
