"""A server of one's own: real web processes, a real worker, the embedded record."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent


class Served:
    """Web and worker as `make run` starts them, on a free port, with their own data directory.

    With `demo` the worker plays the demonstration games first; `root` is the checkout to serve.
    """

    def __init__(self, data: Path, worker: bool = True, demo: bool = False, root: Path = ROOT) -> None:
        self.data = data
        self.demo = demo
        self.root = root
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.with_worker = worker
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> "Served":
        """Start both and wait until the web answers."""
        environment = {**os.environ, "STELE_DATA": str(self.data), "PORT": str(self.port)}
        environment.pop("REDIS_URL", None)
        log = (self.data / "test.log").open("ab")
        self.processes["web"] = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "--workers", "2",
             "--worker-class", "gthread", "--threads", "16", "app:create_app()"],
            cwd=self.root, env=environment, stdout=log, stderr=log,
        )  # fmt: skip
        if self.with_worker:
            self.processes["worker"] = subprocess.Popen(
                [sys.executable, "-m", "flask", "--app", "app", "worker", "--demo" if self.demo else "--no-demo"],
                cwd=self.root, env=environment, stdout=log, stderr=log,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(self.url + "/health/ready", timeout=5).read()
                return self
            except OSError:
                if time.monotonic() > deadline:
                    self.stop(signal.SIGKILL)
                    raise AssertionError((self.data / "test.log").read_text()) from None
                time.sleep(0.1)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop both with this signal."""
        for process in self.processes.values():
            process.send_signal(how)
        for process in self.processes.values():
            process.wait(30)
