"""Environment check: whether a server can run here, before it is started."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from eventstore.valkey.embedded import ServerFailed, find_binary
from operations.existing_server import NotThePlace, check_owner, has_been_served
from operations.port_owner import AddressInUse, wait_until_free
from operations.settings import Settings

_LEAST_MEMORY = 500_000_000
_ROOT = Path(__file__).parents[2]
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;]+)", re.MULTILINE)


class Condition(NamedTuple):
    """A condition for a server: the finding, as a sentence, and whether a server can run with it."""

    name: str
    found: str
    is_met: bool = True


def conditions(settings: Settings) -> Iterator[Condition]:
    """All conditions, in the order in which a new host meets them. Nothing is created or changed."""
    yield Condition("Python", ".".join(map(str, sys.version_info[:3])))
    yield _packages()
    if settings.redis_url:
        yield Condition("Record's server", "your own, named by REDIS_URL")
    else:
        yield _server_program()
    yield _directory(settings.data)
    yield _disk(settings)
    yield _address(settings)
    yield Condition("IPv6", "available" if _has_ipv6() else "not available, and not needed")
    yield _memory()


def _packages() -> Condition:
    """The packages that are pinned in a checkout, or that an installed Stele requires; a container has neither list."""
    pins = _ROOT / "requirements.txt"
    if pins.exists():
        wanted = dict(_PINNED.findall(pins.read_text()))
    else:
        try:
            needed = [one for one in requires("stele") or () if "extra ==" not in one]
        except PackageNotFoundError:
            return Condition("Packages", "no list of them is here")
        wanted = {re.split(r"[^A-Za-z0-9._-]", one)[0]: "" for one in needed}
    wrong = [found for name, pinned in wanted.items() if (found := _difference(name, pinned))]
    return Condition("Packages", "; ".join(wrong) or f"{len(wanted)} installed", not wrong)


def _difference(name: str, pinned: str) -> str:
    try:
        found = version(name)
    except PackageNotFoundError:
        return f"{name} is missing"
    return f"{name} is {found}, not {pinned}" if pinned and found != pinned else ""


def _server_program() -> Condition:
    try:
        asked = subprocess.run([find_binary(), "--version"], capture_output=True, text=True, timeout=30, check=True)
    except (ServerFailed, OSError, subprocess.SubprocessError) as error:
        return Condition("Record's server", str(error), is_met=False)
    return Condition("Record's server", asked.stdout.strip())


def _directory(directory: Path) -> Condition:
    name = "Data directory"
    try:
        check_owner(directory)
    except NotThePlace as error:
        return Condition(name, str(error), is_met=False)
    if not directory.exists():
        if os.access(_existing(directory), os.W_OK | os.X_OK):
            return Condition(name, f"{directory} will be made")
        return Condition(name, f"{directory} cannot be made: set STELE_DATA to another place", is_met=False)
    if not os.access(directory, os.R_OK | os.W_OK | os.X_OK):
        return Condition(name, f"{directory} cannot be written to: set STELE_DATA to another place", is_met=False)
    return Condition(name, f"{directory} has a server's record" if has_been_served(directory) else f"{directory}")


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.absolute().parent)


def _disk(settings: Settings) -> Condition:
    free, reserve = shutil.disk_usage(_existing(settings.data)).free, settings.disk_reserve_megabytes * 1_000_000
    found = f"{free // 1_000_000} MB free, {reserve // 1_000_000} MB of them reserved"
    return Condition("Disk", found, free > reserve)


def _address(settings: Settings) -> Condition:
    try:
        wait_until_free(settings.host, settings.port, 0)
    except AddressInUse as error:
        return Condition("Address", str(error), is_met=False)
    return Condition("Address", f"{settings.host}:{settings.port} is free")


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def _memory() -> Condition:
    """The memory that processes can still take, as the kernel estimates it."""
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found is None:
        return Condition("Memory", "not known")
    free = int(found[1]) * 1024
    return Condition("Memory", f"{free // 1_000_000} MB available", free >= _LEAST_MEMORY)
