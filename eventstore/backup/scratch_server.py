"""Scratch server: a temporary server, loaded from an embedded server's files or from the content of an old backup.

Until version 2 of the format, backups held the dumps (`DUMP`) of the bundled server program, and before that the file
that a server sends to its replicas. Only this program can read them.
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from eventstore.backup.content import NoBackup
from eventstore.valkey.connection import Client, connect
from eventstore.valkey.embedded import ask, find_binary

RECORD = "record.rdb"
_LONGEST_LOADING_SECONDS = 600.0
Dump = tuple[bytes, int, bytes]
"""A name, its expiry (milliseconds since 1970 UTC; below 1: never), and its value as dumped by the server."""


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


def unpack(parts: Iterable[bytes]) -> list[Dump]:
    """The dumps in these parts."""
    return msgspec.msgpack.decode(b"".join(parts), type=list[Dump])
