"""Title preview: a server for the development of one title, whose processes restart when a file of the title has
changed.

It has a temporary database. The pages reload themselves when the server's code or a drawing has changed. It does not
use the supervisor, whose web server would keep the titles that it has loaded, and would end its streams in order first.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from operations import METRICS_DIRECTORY
from operations.child_processes import die_with, with_rooms

HOST = "127.0.0.1"
LOOK_SECONDS = 0.2
_PROCESSES = {
    "web": ("gunicorn", "-c", "python:stele.gunicorn_settings", "app:create_app()"),
    "worker": ("stele", "worker", "--no-demo"),
}
_READ_AT_START = (".py", ".md", ".toml", ".po")
"""The kinds of files that a server reads only once; drawings are read whenever they have changed."""


def preview(folder: Path, variables: Mapping[str, str]) -> int:
    """Serve until Ctrl-C, with a restart after each change in this folder, and return the exit code of the server."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="stele-preview-", ignore_cleanup_errors=True) as place:
        # None of the caller's server: neither its secret and witnesses nor its mail and archive.
        others = {name: value for name, value in variables.items() if not name.startswith("STELE_")}
        environment = {**others, **_settings(Path(place), variables)}
        running: list[subprocess.Popen[bytes]] = []
        try:
            while True:
                seen = _files(folder)
                running = [_started(name, Path(place), environment) for name in _PROCESSES]
                while not (changed := dict(_files(folder).items() ^ seen.items())):
                    time.sleep(LOOK_SECONDS)
                    ended = [code for process in running if (code := process.poll()) is not None]
                    if ended:
                        return ended[0]
                print(f"The server starts again: {min(changed)} has changed.", flush=True)
                _end(running, signal.SIGKILL)
        except KeyboardInterrupt:
            return 0
        finally:
            _end(running, signal.SIGTERM)


def _settings(place: Path, variables: Mapping[str, str]) -> dict[str, str]:
    return {
        "HOST": HOST,
        "PYTHONPATH": with_rooms(variables),
        "PYTHONDONTWRITEBYTECODE": "1",  # compiled files do not distinguish two changes within a second
        "REDIS_URL": "",
        "STELE_DATA": str(place / "data"),
        "STELE_LIMITS": "off",
        "STELE_PREVIEW": "1",
        "STELE_SERVICE_WORKER": "off",
        "WEB_CONCURRENCY": "1",
    }


def _started(name: str, place: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", *_PROCESSES[name]],
        env={**environment, METRICS_DIRECTORY: str(place / "metrics" / name)},
        stdin=subprocess.DEVNULL,
        preexec_fn=partial(die_with, os.getpid()),
    )


def _end(running: list[subprocess.Popen[bytes]], how: signal.Signals) -> None:
    for process in running:
        process.send_signal(how)
    for process in running:
        process.wait()


def _files(folder: Path) -> dict[str, int]:
    """The time of the last change of each file that a server reads at its start."""
    found = {}
    for path in folder.rglob("*"):
        if path.suffix in _READ_AT_START:
            with suppress(FileNotFoundError):  # an editor has just put another file in its place
                found[str(path)] = path.stat().st_mtime_ns
    return found
