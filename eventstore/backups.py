"""Reading a backup: a server that runs for a while on a copy of an embedded server's files.

Exception
└── NoBackup   there is no record to read in that place; the message says why
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventstore.connection import Client, connect
from eventstore.embedded import ask, find_binary

_LONGEST_LOADING_SECONDS = 600.0


class NoBackup(Exception):
    """There is no record to read in that place."""


@contextmanager
def opened_backup(directory: Path) -> Iterator[Client]:
    """A client of a server on a copy of this data directory, or of its `records`; both go when it is done with."""
    records = directory / "records" if (directory / "records").is_dir() else directory
    if not (records / "appendonlydir").is_dir():
        raise NoBackup(f"{directory} is neither a data directory nor the records of one")
    with tempfile.TemporaryDirectory(prefix="stele-backup-") as name:
        place = Path(name)
        shutil.copytree(records / "appendonlydir", place / "appendonlydir")
        socket = str(place / "server.sock")
        settings = ["--port", "0", "--unixsocket", socket, "--dir", name, "--appendonly", "yes", "--save", ""]
        with (place / "server.log").open("wb") as log:
            server = subprocess.Popen([find_binary(), *settings], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + _LONGEST_LOADING_SECONDS
            while ask(socket) != "PONG":
                if server.poll() is not None or time.monotonic() > deadline:
                    last = (place / "server.log").read_text(errors="replace").splitlines()[-3:]
                    raise NoBackup(f"the records in {records} cannot be loaded: {' '.join(last)}")
                time.sleep(0.02)
            yield connect(f"unix://{socket}", place)
        finally:
            server.kill()
            server.wait()
