"""Programs of the system that some tests need: `needs` leaves these tests out where one is missing.

A run lists at its beginning the tests that cannot run, with the way to get the programs, and at its end the skipped
tests.
"""

import functools
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest

_PLACES = (os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", "/sbin")
"""A user's path often lacks the folders of programs for root, of which some need no rights of root."""


class Program(NamedTuple):
    """A program: the tests that need it, and how to install it."""

    name: str
    commands: tuple[str, ...]
    """Any of these serves; the first one found is used."""

    packages: tuple[str, ...]
    """Debian's packages, the program's own first."""

    tests: str
    """The tests that do not run without it."""

    is_for_soak: bool = False
    """Whether only the long tests need it."""

    trial: tuple[str, ...] = ()
    """Arguments with which it must succeed: where that is forbidden the program is of no use."""


_OF_ROOT = "the tests of the image and of the guide to a public server"
PROGRAMS = (
    Program(  # the headless shell takes a fifth of the time for a page
        "chromium", ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        ("chromium-headless-shell", "fonts-dejavu-core"), "the tests in a browser",
    ),
    Program("firefox", ("firefox-esr", "firefox"), ("firefox-esr",), "the flows in Firefox", is_for_soak=True),
    Program("nginx", ("nginx",), ("nginx-light",), "the test behind a proxy"),
    Program("redis-server", ("redis-server",), ("redis-server",), "the tests with a Redis of one's own"),
    Program("promtool", ("promtool",), ("prometheus",), "the tests of the alert rules"),
    Program("systemd-analyze", ("systemd-analyze",), ("systemd",), "the tests of the units by systemd"),
    Program("curl", ("curl",), ("curl",), "the commands of the tutorials"),
    Program(
        "unshare", ("unshare",), ("util-linux",), "the test with a full disk",
        trial=("--mount", "true") if os.geteuid() == 0 else ("--user", "--map-root-user", "--mount", "true"),
    ),
    Program("git", ("git",), ("git",), "the test of two versions", is_for_soak=True),
    Program("systemd-nspawn", ("systemd-nspawn",), ("systemd-container", "dbus"), _OF_ROOT, is_for_soak=True),
    Program("openssl", ("openssl",), ("openssl",), _OF_ROOT, is_for_soak=True),
    Program("debootstrap", ("debootstrap",), ("debootstrap",), _OF_ROOT, is_for_soak=True),
    Program("buildah", ("buildah",), ("buildah",), _OF_ROOT, is_for_soak=True),
    Program("root", (), (), _OF_ROOT, is_for_soak=True),
)  # fmt: skip
"""All of them; `root` stands for the rights of root."""

INSTALL = "apt-get install " + " ".join(dict.fromkeys(name for program in PROGRAMS for name in program.packages))
"""The command with which Debian and Ubuntu have them all."""

_BY_NAME = {program.name: program for program in PROGRAMS}
_SAID = "did NOT run"


@functools.cache
def path_of(name: str) -> str | None:
    """The path of the first command that serves, None without one."""
    program = _BY_NAME[name]
    path = os.pathsep.join(_PLACES)
    found = next((place for command in program.commands if (place := shutil.which(command, path=path))), None)
    if found and program.trial:
        tried = subprocess.run([found, *program.trial], capture_output=True, check=False)
        return found if tried.returncode == 0 else None
    return found


def missing(names: Iterable[str]) -> list[Program]:
    """The programs, out of the named ones, that cannot be used here."""
    absent = (name for name in names if (os.geteuid() != 0 if name == "root" else path_of(name) is None))
    return [_BY_NAME[name] for name in absent]


def why_not(*names: str) -> str:
    """The reason of a skipped test that names the missing ones of these programs; empty if all are here."""
    absent = missing(names)
    if not absent:
        return ""
    return f"{absent[0].tests} {_SAID}: {_told(absent)}"


def needs(*names: str) -> pytest.MarkDecorator:
    """The mark of a test that is left out where one of these programs is missing."""
    why = why_not(*names)
    return pytest.mark.skipif(bool(why), reason=why)


def skip_without(*names: str) -> None:
    """Skip the tests that use the calling fixture if one of these programs is missing."""
    if why := why_not(*names):
        pytest.skip(why)


def _told(absent: Sequence[Program]) -> str:
    """The missing programs, and the command that installs them."""
    what = [f"no {program.name}" if program.commands else "not run by root" for program in absent]
    packages = dict.fromkeys(package for program in absent for package in program.packages)
    return ", ".join(what) + (f" (on Debian: apt-get install {' '.join(packages)})" if packages else "")


def report(absent: Sequence[Program], what_happens: str) -> list[str]:
    """A line for each group of tests, and the command that installs everything."""
    groups: dict[str, list[Program]] = {}
    for program in absent:
        groups.setdefault(program.tests, []).append(program)
    return [f"{tests} {what_happens}: {_told(group)}" for tests, group in groups.items()]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print at the beginning which tests cannot run, even with `-q`; the separate processes of a run print nothing."""
    config = session.config
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or hasattr(config, "workerinput"):
        return
    is_short = config.option.markexpr.startswith("not ")
    wanted = [program.name for program in PROGRAMS if not (program.is_for_soak and is_short)]
    for line in report(missing(wanted), "will NOT run"):
        terminal.write_line(f"MISSING: {line}", yellow=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which tests were left out for a missing program."""
    reasons = [one.longrepr[2] for one in terminalreporter.stats.get("skipped", []) if isinstance(one.longrepr, tuple)]
    said = {reason.removeprefix("Skipped: "): reasons.count(reason) for reason in reasons if _SAID in reason}
    if said:
        terminalreporter.section("programs are missing")
        for reason, number in said.items():
            terminalreporter.write_line(f"MISSING: {reason} [{number} tests]", yellow=True)
