"""Port owner: the process that uses the address at which Stele is to be served."""

import errno
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

_CHECK_SECONDS = 0.1
_LISTENING = "0A"
_SUPERVISOR = "operations.supervisor"


class AddressInUse(Exception):
    """Another process already listens at the address; the message says which, and what to do."""


def wait_until_free(host: str, port: int, patience_seconds: float) -> None:
    """Return when the address is free, since the process that uses it may just be ending. Raises `AddressInUse`."""
    deadline = time.monotonic() + patience_seconds
    while _is_taken(host, port):
        if time.monotonic() > deadline:
            raise AddressInUse(
                f"The address {host}:{port} is in use by {_holders(port)}. Stop it, or choose another PORT."
            )
        time.sleep(_CHECK_SECONDS)


def _is_taken(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            # Other errors with the address are reported by the server.
            return error.errno == errno.EADDRINUSE
    return False


def _holders(port: int) -> str:
    """The processes that listen at this port, as far as this user can see them."""
    sockets = {f"socket:[{number}]" for number in _listening(port)}
    found = [process for process in _processes() if sockets & set(_open_files(process))]
    # Children that share their parent's socket are omitted.
    elders = [process for process in found if _parent(process) not in found]
    told = [f"process {process} ({_command(process)})" for process in map(_to_be_stopped, elders)]
    return " and ".join(told) or "another process, which this user may not see"


def _to_be_stopped(process: int) -> int:
    """The process, or the supervisor that would restart it."""
    parent = _parent(process)
    return parent if _SUPERVISOR in _command(parent) else process


def _listening(port: int) -> Iterator[str]:
    """The inodes of the sockets that listen at this port."""
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            rows = Path(table).read_text().splitlines()[1:]
        except OSError:
            continue
        for row in rows:
            fields = row.split()
            if fields[3] == _LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                yield fields[9]


def _processes() -> list[int]:
    try:
        return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
    except OSError:
        return []


def _open_files(process: int) -> Iterator[str]:
    try:
        for file in Path(f"/proc/{process}/fd").iterdir():
            yield os.readlink(file)
    except OSError:
        return


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _command(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes().rstrip(b"\0").split(b"\0")
    except OSError:
        return "gone meanwhile"
    text = b" ".join(words).decode(errors="replace")
    return text if len(text) <= 100 else text[:99] + "…"
