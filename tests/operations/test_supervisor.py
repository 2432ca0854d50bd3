"""Supervisor: dead processes are restarted, all end on a signal, and none outlives it."""

import contextlib
import os
import pty
import signal
import subprocess
import sys

import pytest

from operations.supervisor import LONGEST_PAUSE_SECONDS, default_procfile, pause_seconds, read_procfile
from tests.eventstore.handmade import eventually
from tests.serving import ROOT, free_port, is_alive

# Writes its number, or the signal that it got; `stays` ignores SIGTERM.
PROGRAM = """
import os, pathlib, signal, subprocess, sys, time
place = pathlib.Path(sys.argv[1])
def end(number, _frame):
    with open(place / "signals", "a") as told: told.write(signal.Signals(number).name + "\\n")
    if "stays" not in sys.argv: sys.exit(0)
signal.signal(signal.SIGTERM, end)
signal.signal(signal.SIGHUP, end)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(place / "started", "a") as told: told.write(f"{os.getpid()} {child.pid}\\n")
print("began", flush=True)
if "dies" in sys.argv: sys.exit(3)
while True: time.sleep(600)
"""


class Running:
    """A supervisor of some copies of the program, each with its own file for messages."""

    def __init__(self, tmp_path, **arguments):
        self.directory = tmp_path
        (tmp_path / "program.py").write_text(PROGRAM)
        lines = []
        for name, more in arguments.items():
            (tmp_path / name).mkdir(exist_ok=True)
            lines.append(f"{name}: {sys.executable} {tmp_path / 'program.py'} {tmp_path / name} {more}\n")
        (tmp_path / "Procfile").write_text("".join(lines))
        self.settings = {**os.environ, "PORT": str(free_port()), "STELE_DATA": str(tmp_path / "data")}
        self.process = None

    def start(self, **options):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "operations.supervisor", str(self.directory / "Procfile")],
            cwd=ROOT, env=self.settings, **{"stderr": (self.directory / "log").open("ab"), **options},
        )  # fmt: skip
        return self

    def told(self, name, what):
        """The messages of the program of this name so far."""
        with contextlib.suppress(FileNotFoundError):
            return (self.directory / name / what).read_text().splitlines()
        return []

    def started(self, name, times):
        """The process numbers of this process and its child after it has started this many times."""
        assert eventually(lambda: len(self.told(name, "started")) >= times), self.log
        return [int(number) for number in self.told(name, "started")[times - 1].split()]

    @property
    def log(self):
        return (self.directory / "log").read_text()


@pytest.fixture
def running(tmp_path):
    """Makes a supervisor; it is ended after the test."""
    made = []

    def make(**arguments):
        made.append(Running(tmp_path, **arguments))
        return made[-1].start()

    yield make
    for one in made:
        one.process.kill()
        one.process.wait()
        # The processes started by a killed supervisor's processes.
        for told in tmp_path.glob("*/started"):
            for number in told.read_text().split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(number), signal.SIGKILL)


def test_the_procfile_is_read():
    """The project's own has web, worker and search."""
    assert list(read_procfile(default_procfile())) == ["web", "worker", "search"]


def test_pauses_grow_up_to_a_limit():
    """A single death is repaired at once; a process that keeps dying is restarted ever less often."""
    pauses = [pause_seconds(deaths) for deaths in range(20)]
    assert pauses[:5] == [0, 0, 0.5, 1, 2]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_SECONDS


def test_a_dead_process_is_restarted_and_the_rest_live_on(running):
    """kill -9 of one process: it is restarted, its children are gone, and the other is unaffected."""
    found = running(first="", second="")
    first, second = found.started("first", 1), found.started("second", 1)
    os.kill(first[0], signal.SIGKILL)
    assert found.started("first", 2) != first
    assert not is_alive(first[1])
    assert found.told("second", "started") == [" ".join(map(str, second))]
    assert "first was killed by SIGKILL; it is started again at once" in found.log


def test_a_dying_process_takes_no_other_with_it(running):
    """The number of its deaths and the next restart are logged; a missing program is treated alike."""
    found = running(first="dies", second="")
    (found.directory / "Procfile").open("a").write("third: no-such-program\n")
    found.process.kill()
    found.process.wait()
    found.start()
    found.started("first", 3)
    assert eventually(lambda: "first ended with exit code 3 2 times within seconds" in found.log)
    assert eventually(lambda: "third cannot be started: No such file or directory: no-such-program" in found.log)
    assert is_alive(found.started("second", len(found.told("second", "started")))[0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_all_in_order(running, number):
    """SIGTERM or SIGINT: each process gets a chance to end, none is left, and the exit is a success."""
    found = running(first="", second="")
    processes = found.started("first", 1) + found.started("second", 1)
    found.process.send_signal(number)
    assert found.process.wait(120) == 0
    assert found.told("first", "signals") == found.told("second", "signals") == ["SIGTERM"]
    assert not any(is_alive(process) for process in processes)
    assert "started again" not in found.log


def test_a_second_signal_kills(running):
    """A process that does not end when asked is killed at once on a second signal."""
    found = running(first="stays")
    processes = found.started("first", 1)
    found.process.terminate()
    assert eventually(lambda: found.told("first", "signals") == ["SIGTERM"])
    found.process.terminate()
    assert found.process.wait(120) == 0
    assert not any(is_alive(process) for process in processes)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot bind a process to another's life")
def test_no_process_outlives_it(running):
    """kill -9 of the supervisor: its processes are gone, and the next one starts."""
    found = running(first="", second="stays")
    processes = [found.started(name, 1)[0] for name in ("first", "second")]
    found.process.kill()
    found.process.wait()
    assert eventually(lambda: not any(is_alive(process) for process in processes))
    found.start()
    assert found.started("first", 2)


def test_sighup_restarts(running):
    """A process that cannot reload is ended and restarted at once; that counts as no death."""
    found = running(first="")
    found.started("first", 1)
    found.process.send_signal(signal.SIGHUP)
    found.started("first", 2)
    assert found.told("first", "signals") == ["SIGTERM"]
    assert "it is started again" not in found.log


def test_on_a_terminal_each_line_has_its_process(running):
    """Names have the same width; a line is never torn."""
    found = running(one="", three="")
    found.process.kill()
    found.process.wait()
    ours, its = pty.openpty()
    found.start(stdout=its, stderr=its)
    os.close(its)
    shown = b""
    while shown.count(b"began") < 2:
        shown += os.read(ours, 1024)
    assert sorted(line for line in shown.decode().splitlines() if "began" in line) == ["one   | began", "three | began"]
    found.process.terminate()
    found.process.wait()
    os.close(ours)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_address_in_use_is_reported(served, tmp_path):
    """The process on the address is named, and nothing is started."""
    found = Running(tmp_path, first="")
    found.settings["PORT"] = str(served.port)
    found.start()
    assert found.process.wait(300) == 1
    assert f"The address 127.0.0.1:{served.port} is in use by process " in found.log
    assert "gunicorn" in found.log
    assert found.told("first", "started") == []
