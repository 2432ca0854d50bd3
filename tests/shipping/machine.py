"""A Debian machine for tests: a container booted by systemd, with a network of its own, whose changes are thrown away.

Its root is a directory, or the root of this machine, below a layer in memory. Only root can start one, with
`systemd-nspawn`.
"""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import pytest

from tests.missing_programs import skip_without

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The folders with root's programs."""

_PREPARE_SECONDS = 900.0
_BOOT_SECONDS = 90.0
_LAYER = """
set -eu
mount -t tmpfs -o mode=755 layer "$PLACE"
mkdir "$PLACE/upper" "$PLACE/work" "$PLACE/root"
mount -t overlay -o "lowerdir=$LOWER,upperdir=$PLACE/upper,workdir=$PLACE/work" root "$PLACE/root"
cd "$PLACE/root"
"""
_BOOT = """
cd /
for tree in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
  if [ -e "$tree/cgroup.procs" ]; then mkdir -p "$tree/$GROUP"; echo $$ > "$tree/$GROUP/cgroup.procs"; fi
done
exec systemd-nspawn --machine="$GROUP" --quiet --register=no --keep-unit --private-network --resolv-conf=off \
    --directory="$PLACE/root" --boot -- --unit=multi-user.target --show-status=no
"""


def skip_without_machine(*programs: str) -> None:
    """Leave the test out where no such machine can be started, or one of these programs is missing, too."""
    skip_without("root", "systemd-nspawn", "curl", "openssl", *programs)
    tried = subprocess.run(
        ["unshare", "--mount", "sh", "-c", _LAYER], env={**os.environ, "PLACE": "/mnt", "LOWER": "/"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if tried.returncode:
        pytest.skip(
            f"the guide to a public server was NOT run: no layer can be put over the root: {tried.stderr.strip()}"
        )


class Machine:
    """A machine whose root is `lower` below a layer in memory.

    `prepare` is a shell script that changes the root before the machine is booted; it runs in the root's directory,
    outside the machine, with these variables. `place` is an empty directory.
    """

    def __init__(self, place: Path, lower: Path, prepare: str, variables: dict[str, str]) -> None:
        self._place = place
        self._script = _LAYER + prepare + _BOOT
        self._environment = {**os.environ, **variables, "PLACE": str(place), "LOWER": str(lower)}
        self._group = self._environment["GROUP"] = f"stele-test-{os.getpid()}-{id(self)}"
        self._container: subprocess.Popen[bytes] | None = None
        self.leader = 0

    def __enter__(self) -> "Machine":
        """Boot it, and wait until it takes commands."""
        log = (self._place.parent / "boot.log").open("wb")
        self._container = subprocess.Popen(
            ["unshare", "--mount", "bash", "-c", self._script],
            env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip
        deadline = time.monotonic() + _PREPARE_SECONDS
        while time.monotonic() < deadline and self._container.poll() is None:
            if self.leader and self._is_up():
                return self
            if not self.leader and (first := _first_process(self._container.pid)):
                self.leader, deadline = first, time.monotonic() + _BOOT_SECONDS
            time.sleep(0.05)
        self.stop()
        raise AssertionError((self._place.parent / "boot.log").read_text())

    def __exit__(self, *_error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()

    def stop(self) -> None:
        """End all its processes, and forget its changes."""
        if self.leader:
            os.kill(self.leader, signal.SIGKILL)
        elif self._container is not None:
            self._container.kill()
        if self._container is not None:
            self._container.wait(60)
        for tree in ("", "systemd", "unified"):
            left = Path("/sys/fs/cgroup") / tree / self._group
            for folder in sorted((path for path in left.rglob("*") if path.is_dir()), reverse=True):
                folder.rmdir()
            if left.is_dir():
                left.rmdir()

    def run(self, script: str, check: bool = True, **variables: str) -> str:
        """Run a script of the shell there as root, in root's home; its output. An error fails, and shows the output."""
        ran = subprocess.run(
            ["nsenter", "--target", str(self.leader), "--all", "--root", "--wd", "bash", "-euo", "pipefail", "-c",
             f"cd /root\n{script}"],
            env={"PATH": PATH, "HOME": "/root", **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert not check or ran.returncode == 0, f"{script}\n{ran.stdout}"
        return ran.stdout

    def _is_up(self) -> bool:
        return self.run("systemctl is-system-running || true", check=False).strip() in ("running", "degraded")


@contextmanager
def network_of(process: int) -> Iterator[None]:
    """Within this context, the thread and threads that it starts use the network of this process, so that 127.0.0.1 is
    its loopback.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/proc/{os.getpid()}/ns/net") as own, open(f"/proc/{process}/ns/net") as other:
        assert libc.setns(other.fileno(), 0) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(own.fileno(), 0) == 0, os.strerror(ctypes.get_errno())


def _first_process(container: int) -> int:
    """The id of the container's first process; 0 if it has not started."""
    for process in _descendants(container):
        try:
            status = Path(f"/proc/{process}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        ids = next((line.split()[1:] for line in status.splitlines() if line.startswith("NSpid:")), [])
        if len(ids) > 1 and ids[-1] == "1" and status.startswith("Name:\tsystemd\n"):
            return process
    return 0


def _descendants(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    found = [int(one) for one in text.split()]
    return found + [below for one in found for below in _descendants(one)]
