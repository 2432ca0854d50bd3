"""Supervisor: starts the processes of the `Procfile`, and restarts them when they end.

`python -m operations.supervisor [PROCFILE]` is run by `make run`, `stele serve` and the container. Each process has a
group of its own and ends with the supervisor, even if that is killed. SIGTERM and SIGINT end all of them in order,
SIGHUP restarts them without losing a request or a move.
"""

import contextlib
import logging
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from operations import METRICS_DIRECTORY, logs, metrics_directory
from operations.child_processes import CANNOT_BOOT, CANNOT_START, die_with
from operations.port_owner import AddressInUse, wait_until_free
from operations.settings import LOG_FORM, SUPERVISED, BadSetting, Settings

STOP_SECONDS = 10.0
"""The time for processes to end in order; then they are killed."""

QUICK_DEATH_SECONDS = 5.0
FIRST_START_SECONDS = 90.0
"""The time in which a server reports that its record cannot be read."""
LONGEST_PAUSE_SECONDS = 3.0
_PREDECESSOR_SECONDS = 12.0
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)
_RELOADS_ON_HUP = "gunicorn"

_log = logging.getLogger("stele.supervisor")


def default_procfile() -> Path:
    """The Procfile beside the packages."""
    return Path(__file__).resolve().parents[1] / "Procfile"


def read_procfile(path: Path) -> dict[str, str]:
    """The commands by the names of their processes."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    pairs = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {name.strip(): command.strip() for name, _, command in pairs}


def pause_seconds(quick_deaths: int) -> float:
    """The pause before the next start, after this number of quick exits in a row."""
    return 0.0 if quick_deaths < 2 else min(LONGEST_PAUSE_SECONDS, 0.5 * 2.0 ** (quick_deaths - 2))


class ChildProcess:
    """A process of the Procfile, which is restarted whenever it ends."""

    def __init__(self, name: str, command: str, environment: Mapping[str, str], prefix: str | None) -> None:
        self.name = name
        self.words = shlex.split(command)
        self.starts_at = 0.0
        self.ended_on_purpose = self.cannot_start = False
        self._environment = environment
        self._prefix = prefix
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = self._lived = 0.0
        self._quick_deaths = 0
        self._rest = b""
        self._is_silent = False

    @property
    def speaks(self) -> bool:
        """Whether this is the web server, which reports why Stele cannot start."""
        return Path(self.words[0]).name == _RELOADS_ON_HUP

    @property
    def number(self) -> int | None:
        """The id of the running process, or none."""
        return None if self._process is None else self._process.pid

    @property
    def output(self) -> int | None:
        """The file descriptor of the process's output, if it is to be shown with its name."""
        process = self._process
        return None if process is None or process.stdout is None or self._is_silent else process.stdout.fileno()

    def start(self) -> None:
        """Start the process, in a group of its own that ends with the supervisor."""
        self._started_at = time.monotonic()
        self.ended_on_purpose = self._is_silent = False
        piped = None if self._prefix is None else subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.DEVNULL,
                stdout=piped,
                stderr=None if piped is None else subprocess.STDOUT,
                env=self._environment,
                start_new_session=True,
                preexec_fn=partial(die_with, os.getpid()),
            )
        except OSError as error:
            self._plan(f"cannot be started: {error.strerror}: {self.words[0]}")

    def send(self, number: int) -> None:
        """Send the process a signal."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def restart(self) -> None:
        """Restart the process after its current work: the web server reloads, others end and are started again."""
        if self.speaks:
            self.send(signal.SIGHUP)
        else:
            self.ended_on_purpose = True
            self.send(signal.SIGTERM)

    def kill(self) -> None:
        """Kill what is left of the process's group."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def ended(self, code: int) -> None:
        """Handle the end of the process: kill its children, and plan the next start."""
        assert self._process is not None
        self.kill()
        self.show_output()
        self._process.returncode = code
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        if (
            code == (CANNOT_BOOT if self.speaks else CANNOT_START)
            and not self.ended_on_purpose
            and not self._has_lived()
        ):
            # It has reported the reason, or the web server does.
            self.cannot_start, self.starts_at = True, time.monotonic() + LONGEST_PAUSE_SECONDS
        elif self.ended_on_purpose:
            self.starts_at = time.monotonic()
        else:
            self._plan(_how(code))

    def show_output(self) -> None:
        """Write the process's output, each line with the process's name."""
        while self.output is not None and select.select([self.output], [], [], 0)[0]:
            read = os.read(self.output, 65536)
            self._is_silent = not read
            *lines, self._rest = (self._rest + read).split(b"\n")
            for line in lines:
                with contextlib.suppress(OSError):
                    os.write(sys.stdout.fileno(), f"{self._prefix} | ".encode() + line + b"\n")

    def _has_lived(self) -> bool:
        """Whether it has ever run for a while, so that a restart may help."""
        self._lived = max(self._lived, time.monotonic() - self._started_at)
        return self._lived > FIRST_START_SECONDS

    def _plan(self, how: str) -> None:
        lived = time.monotonic() - self._started_at
        self._quick_deaths = self._quick_deaths + 1 if lived < QUICK_DEATH_SECONDS else 0
        pause = pause_seconds(self._quick_deaths)
        self.starts_at = time.monotonic() + pause
        again = "" if self._quick_deaths < 2 else f" {self._quick_deaths} times within seconds of its start"
        when = "at once" if not pause else f"in {pause:g} seconds"
        _log.error("%s %s%s; it is started again %s", self.name, how, again, when, extra={"of": self.name})


class Supervisor:
    """Keeps the processes of a Procfile running until it is stopped."""

    def __init__(self, commands: Mapping[str, str], settings: Settings, variables: Mapping[str, str]) -> None:
        self._settings = settings
        self._variables = dict(variables)
        self._numbers = metrics_directory(settings.data, variables.get("XDG_RUNTIME_DIR"))
        self._on_terminal = sys.stderr.isatty()
        self._stops_at: float | None = None
        self._gives_up = False
        self._terminal = sys.stdin.fileno() if sys.stdin is not None and sys.stdin.isatty() else None
        width = max(map(len, commands), default=0)
        self._kept = [
            ChildProcess(name, command, self._environment(name), name.ljust(width) if self._on_terminal else None)
            for name, command in commands.items()
        ]

    def run(self) -> int:
        """Supervise until a signal stops it, and return the exit code."""
        wake, woken = os.pipe()
        for end in (wake, woken):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(woken)
        for number in _SIGNALS:
            signal.signal(number, lambda *_: None)
        try:
            wait_until_free(self._settings.host, self._settings.port, _PREDECESSOR_SECONDS)
        except AddressInUse as problem:
            _log.error("%s", problem)
            return 1
        shutil.rmtree(self._numbers, ignore_errors=True)
        self._numbers.parent.mkdir(mode=0o700, exist_ok=True)
        if self._numbers.parent.stat().st_uid != os.getuid():
            _log.error("%s must belong to this user alone: the numbers are kept there.", self._numbers.parent)
            return 1
        while not self._is_done():
            self._wait(wake)
            with contextlib.suppress(BlockingIOError):
                for received in os.read(wake, 1024):
                    self._handle(signal.Signals(received))
            self._bury_the_dead()
            self._give_up_if_it_cannot_start()
            self._start_what_is_due()
        return CANNOT_START if self._gives_up else 0

    def _give_up_if_it_cannot_start(self) -> None:
        """End all processes if the web server has reported that Stele cannot start, because a restart would fail,
        too.
        """
        if self._stops_at is None and any(kept.cannot_start and kept.speaks for kept in self._kept):
            self._gives_up = True
            self._handle(signal.SIGTERM)

    def _environment(self, name: str) -> dict[str, str]:
        """The environment of this process: its metrics directory, and the format of its log lines."""
        own = {
            "PATH": os.pathsep.join((sysconfig.get_path("scripts"), self._variables.get("PATH", os.defpath))),
            "PYTHONUNBUFFERED": "1",
            LOG_FORM: logs.form(self._settings),
            SUPERVISED: "1",
            METRICS_DIRECTORY: str(self._numbers / name),
        }
        return {**self._variables, **own}

    def _is_done(self) -> bool:
        return self._stops_at is not None and all(kept.number is None for kept in self._kept)

    def _start_what_is_due(self) -> None:
        if self._stops_at is None:
            for kept in self._kept:
                if kept.number is None and kept.starts_at <= time.monotonic():
                    kept.start()

    def _wait(self, wake: int) -> None:
        """Wait for a signal, for output, or for the next scheduled task."""
        due = [kept.starts_at for kept in self._kept if kept.number is None and self._stops_at is None]
        if self._stops_at is not None:
            due.append(self._stops_at)
        seconds = max(0.0, min(due) - time.monotonic()) if due else None
        outputs = {kept.output: kept for kept in self._kept if kept.output is not None}
        for found in select.select([wake, *outputs], [], [], seconds)[0]:
            if found != wake:
                outputs[found].show_output()
        if self._stops_at is not None and time.monotonic() >= self._stops_at:
            for kept in self._kept:
                kept.kill()
            self._stops_at = time.monotonic() + 1.0

    def _handle(self, number: signal.Signals) -> None:
        if number == signal.SIGHUP and not self._terminal_is_gone():
            if self._stops_at is None:
                _log.warning("starting afresh, as SIGHUP asks")
                for kept in self._kept:
                    kept.restart()
        elif number != signal.SIGCHLD:
            again = self._stops_at is not None
            self._stops_at = time.monotonic() + (0.0 if again else STOP_SECONDS)
            for kept in self._kept:
                kept.send(signal.SIGTERM)

    def _terminal_is_gone(self) -> bool:
        """Whether the terminal that this was started on was closed, which also sends SIGHUP."""
        if self._terminal is None:
            return False
        try:
            os.tcgetpgrp(self._terminal)
        except OSError:
            return True
        return False

    def _bury_the_dead(self) -> None:
        """Collect every ended process; in a container, also orphans of other processes."""
        for process, code in _dead():
            for kept in self._kept:
                if kept.number == process:
                    kept.ended_on_purpose |= self._stops_at is not None
                    kept.ended(code)


def _dead() -> Iterator[tuple[int, int]]:
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            return
        yield process, os.waitstatus_to_exitcode(status)


def _how(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def main() -> int:
    """Supervise the processes of the Procfile that the command line names."""
    os.umask(0o077)  # the processes' files are only for this user, also after copying
    try:
        settings = Settings.read(os.environ)
    except BadSetting as error:
        print(f"Error: {error}", file=sys.stderr)
        return CANNOT_START
    logs.begin(settings)
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default_procfile()
    return Supervisor(read_procfile(path), settings, os.environ).run()


if __name__ == "__main__":
    sys.exit(main())
