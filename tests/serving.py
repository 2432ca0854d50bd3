"""Servers for the tests: real web processes, a real worker, the embedded database."""

import contextlib
import fcntl
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from operations import METRICS_DIRECTORY
from tests.api.contract import contract_of
from tests.clusters import Cluster
from tests.measured import measuring_command

ROOT = Path(__file__).parent.parent
READY_SECONDS = 180
"""Seconds for a server to answer; on a busy machine that is much longer than on an idle one."""


ON_A_CLUSTER = "STELE_TESTS_ON_A_CLUSTER"
"""If this is set, the server that all tests of the run share has its record on a cluster of three servers."""


class Served:
    """Web and worker as `make run` starts them, on a free port, with their own data directory.

    With `demo` the worker plays the demonstration games first; `root` is the checkout to serve; `variables` are
    settings. By default there are no rate limits, and standing orders have no delay.

    Servers of this checkout are forked from a process that has imported the program, which takes most of a start. A
    server that outlives the test's process must not be `forked`, because Python waits for forked children before it
    ends.
    """

    def __init__(
        self,
        data: Path,
        worker: bool = True,
        demo: bool = False,
        root: Path = ROOT,
        port: int = 0,
        forked: bool = True,
        **variables: str,
    ) -> None:
        self.data = data
        self.demo = demo
        self.root = root
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.with_worker = worker
        self.variables = variables
        self.processes: dict[str, Process] = {}
        brings_modules = root != ROOT or "PYTHONPATH" in variables
        self._is_forked = forked and not brings_modules and "STELE_TESTS_COVERAGE" not in os.environ
        contract_of.cache_clear()  # an ended server, with other titles, may have had this port

    def _gunicorn_settings(self) -> str:
        """The module of gunicorn's settings, in old and new versions."""
        return "api.http.gunicorn_settings" if (self.root / "api" / "http").is_dir() else "api.serving"

    def start(self) -> "Served":
        """Start both and wait until the web server answers."""
        settings = {
            "STELE_DATA": str(self.data),
            "PORT": str(self.port),
            "STELE_LIMITS": "off",
            "STELE_ORDER_DELAY": "0",
        }
        environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        environment |= {**settings, **self.variables}
        web = ["gunicorn", "-c", f"python:{self._gunicorn_settings()}", "app:create_app()"]
        worker = ["flask", "--app", "app", "worker", "--demo" if self.demo else "--no-demo"]
        for name, module in {"web": web, **({"worker": worker} if self.with_worker else {})}.items():
            metrics = {METRICS_DIRECTORY: str(self.data / "metrics" / name)}
            self.processes[name] = self._begin(module, environment | metrics)
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

    def _begin(self, module: Sequence[str], environment: dict[str, str]) -> "Process":
        log = self.data / "test.log"
        if self._is_forked:
            return Forked(module, environment, log)
        python = [sys.executable, *(measuring_command() if self.root == ROOT else ["-m"])]
        with log.open("ab") as out:
            return subprocess.Popen([*python, *module], cwd=self.root, env=environment, stdout=out, stderr=out)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop both with this signal."""
        for process in self.processes.values():
            process.send_signal(how)
        for process in self.processes.values():
            process.wait(60)


NOT_COPIED = {".git", ".venv", "node_modules", "dist", "var", "mutants", "pictures", "__pycache__"}


def copy_checkout(directory: Path) -> Path:
    """A separate checkout in this directory."""

    def skipped(_folder: str, names: list[str]) -> set[str]:
        return {name for name in names if name in NOT_COPIED or name.endswith("_cache")}

    checkout = directory / "checkout"
    shutil.copytree(ROOT, checkout, ignore=skipped)
    return checkout


def build_checkout(directory: Path) -> Path:
    """A separate checkout in this directory, with built pages."""
    checkout = copy_checkout(directory)
    (checkout / "node_modules").symlink_to(ROOT / "node_modules")
    subprocess.run(["node", "web/esbuild.config.mjs"], cwd=checkout, check=True)
    return checkout


def free_port() -> int:
    """A free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def is_alive(process: int) -> bool:
    """Whether the process runs; a zombie does not."""
    return process_state(process)[0] not in ("", "Z")


def process_state(process: int) -> tuple[str, int]:
    """The state of a process as one letter (None if it is gone) and its parent."""
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

    The first user starts it; the last one stops it. `shared.json` has the port, the server's processes and its users;
    it is read and written under a lock.
    """
    directory.mkdir(exist_ok=True)
    with _locked(directory) as shared:
        if not shared:
            cluster = Cluster(directory / "cluster").start(outlives=True) if os.environ.get(ON_A_CLUSTER) else None
            settings: dict[str, Any] = {} if cluster is None else {"REDIS_URL": cluster.url}
            server = Served(directory, demo=True, forked=False, **settings).start()
            shared |= {"port": server.port, "users": []}
            shared["processes"] = [process.pid for process in server.processes.values()]
            shared["settings"] = settings
            shared["stores"] = [] if cluster is None else [node.process_id for node in cluster.nodes]
        shared["users"].append(os.getpid())
        port, settings = shared["port"], shared["settings"]
    try:
        yield Served(directory, port=port, **settings)
    finally:
        with _locked(directory) as shared:
            shared["users"] = [user for user in shared["users"] if user != os.getpid() and is_alive(user)]
            if not shared["users"]:
                for processes in (shared["processes"], shared["stores"]):
                    for process in processes:
                        os.kill(process, signal.SIGTERM)
                    while any(is_alive(process) for process in processes):
                        time.sleep(0.05)
                shared.clear()


def begun(data: Path) -> Path:
    """This directory with the mark of a server, which commands need."""
    (data / "records").mkdir(mode=0o700, parents=True, exist_ok=True)
    return data


def command(data: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    """A command of the server with this data directory, as typed by an operator: its exit code and output."""
    ran = run_command(data, *arguments, **variables)
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.returncode, ran.stdout + ran.stderr


def run_command(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command of the server like `command`, but with standard output and standard error apart."""
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {"STELE_DATA": str(data), **variables}
    with tempfile.TemporaryDirectory() as place:
        out, errors = Path(place) / "out", Path(place) / "errors"
        process = Forked(["flask", "--app", "app", *arguments], environment, out, errors)
        code = process.wait(600)
        return subprocess.CompletedProcess(arguments, code, out.read_text(), errors.read_text())


class Forked:
    """A process forked from one that has imported the program, with the methods of `subprocess.Popen`.

    `module` is a Python module's name and its arguments; `out` and `errors` are the files that it writes to.
    """

    def __init__(
        self, module: Sequence[str], environment: dict[str, str], out: Path, errors: Path | None = None
    ) -> None:
        self._process = _forks.Process(target=_run, args=(module, environment, out, errors or out))
        self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        """The exit code, negative after a signal; None while the process runs."""
        return self._process.exitcode

    def send_signal(self, how: int) -> None:
        """Send this signal to the process if it runs."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code; a process that does not end within `timeout` seconds is killed."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            self._process.kill()
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return code


Process = subprocess.Popen[bytes] | Forked
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.preload", "tests.serving"])
"""The origin of forked processes: importing the program takes longer than most commands."""


def _run(module: Sequence[str], environment: dict[str, str], out: Path, errors: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    metrics = os.environ.setdefault(METRICS_DIRECTORY, str(out.parent / "metrics"))
    Path(metrics).mkdir(parents=True, exist_ok=True)
    for number, path in ((1, out), (2, errors)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.argv = list(module)
    runpy.run_module(module[0], run_name="__main__", alter_sys=True)


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[dict[str, Any]]:
    """The shared server's file, locked meanwhile; empty when it does not run."""
    told = directory / "shared.json"
    with (directory / "shared.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shared = json.loads(told.read_text()) if told.exists() else {}
        yield shared
        told.write_text(json.dumps(shared))
