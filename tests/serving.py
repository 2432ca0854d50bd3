"""Servers for the tests: real web processes, a real worker, the embedded record."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from operations import METRICS_DIRECTORY
from tests.measured import measuring_command

ROOT = Path(__file__).parent.parent
READY_SECONDS = 180
"""How long a server may take until it answers; on a busy machine that is much longer than on a quiet one."""


class Served:
    """Web and worker as `make run` starts them, on a free port, with their own data directory.

    With `demo` the worker plays the demonstration games first; `root` is the checkout to serve; `variables` are
    settings. Without one for it, nobody is refused for asking often, and standing orders do not wait.
    """

    def __init__(
        self, data: Path, worker: bool = True, demo: bool = False, root: Path = ROOT, port: int = 0, **variables: str
    ) -> None:
        self.data = data
        self.demo = demo
        self.root = root
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.with_worker = worker
        self.variables = variables
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> "Served":
        """Start both and wait until the web answers."""
        settings = {
            "STELE_DATA": str(self.data),
            "PORT": str(self.port),
            "STELE_LIMITS": "off",
            "STELE_ORDER_DELAY": "0",
        }
        environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        environment |= {**settings, **self.variables}
        numbers = {name: {METRICS_DIRECTORY: str(self.data / "metrics" / name)} for name in ("web", "worker")}
        python = [sys.executable, *(measuring_command() if self.root == ROOT else ["-m"])]
        log = (self.data / "test.log").open("ab")
        self.processes["web"] = subprocess.Popen(
            [*python, "gunicorn", "-c", "python:api.serving", "app:create_app()"],
            cwd=self.root, env=environment | numbers["web"], stdout=log, stderr=log,
        )  # fmt: skip
        if self.with_worker:
            self.processes["worker"] = subprocess.Popen(
                [*python, "flask", "--app", "app", "worker", "--demo" if self.demo else "--no-demo"],
                cwd=self.root, env=environment | numbers["worker"], stdout=log, stderr=log,
            )  # fmt: skip
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                urllib.request.urlopen(self.url + "/health/ready", timeout=5).read()
                return self
            except OSError:
                gone = [name for name, process in self.processes.items() if process.poll() is not None]
                if gone or time.monotonic() > deadline:
                    self.stop(signal.SIGKILL)
                    raise AssertionError((self.data / "test.log").read_text()) from None
                time.sleep(0.1)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop both with this signal."""
        for process in self.processes.values():
            process.send_signal(how)
        for process in self.processes.values():
            process.wait(60)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def is_alive(process: int) -> bool:
    """Whether the process runs; one that is dead and not yet buried does not."""
    return process_state(process)[0] not in ("", "Z")


def process_state(process: int) -> tuple[str, int]:
    """The state of a process as one letter (none: it is gone) and its parent."""
    if sys.platform == "linux":
        try:
            told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            told = []
    else:
        asked = ["ps", "-o", "stat=,ppid=", "-p", str(process)]
        told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
    return (told[0][0], int(told[1])) if told else ("", 0)


@contextlib.contextmanager
def shared_server(directory: Path) -> Iterator[Served]:
    """One server for all processes that ask for this directory, with the demonstration games.

    The first that comes starts it; the last that goes ends it. `shared.json` tells the port, the server's processes
    and its users; whoever reads or writes it holds a lock.
    """
    directory.mkdir(exist_ok=True)
    with _locked(directory) as shared:
        if not shared:
            server = Served(directory, demo=True).start()
            shared |= {"port": server.port, "users": []}
            shared["processes"] = [process.pid for process in server.processes.values()]
        shared["users"].append(os.getpid())
        port = shared["port"]
    try:
        yield Served(directory, port=port)
    finally:
        with _locked(directory) as shared:
            shared["users"] = [user for user in shared["users"] if user != os.getpid() and is_alive(user)]
            if not shared["users"]:
                for process in shared["processes"]:
                    os.kill(process, signal.SIGTERM)
                while any(is_alive(process) for process in shared["processes"]):
                    time.sleep(0.05)
                shared.clear()


def command(data: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """A command of the server with this data directory, as an operator types it: its exit code and what it says."""
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {"STELE_DATA": str(data), **variables}
    ran = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "app", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.returncode, ran.stdout + ran.stderr


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[dict[str, Any]]:
    """What is known of the shared server, which nobody else may change meanwhile; nothing when it does not run."""
    told = directory / "shared.json"
    with (directory / "shared.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shared = json.loads(told.read_text()) if told.exists() else {}
        yield shared
        told.write_text(json.dumps(shared))
