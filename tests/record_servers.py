"""Programs of Redis and Valkey, on which the tests of the database run.

The embedded one is always here. `redis-server` and `valkey-server` of the machine join it, and in the long tests any
others: `STELE_TESTS_SERVERS` has their paths, separated as in `PATH`.
"""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from eventstore.valkey.embedded import find_binary
from tests.missing_programs import needs

_FOUND = {"redis-server": shutil.which("redis-server"), "valkey-server": shutil.which("valkey-server")}
_MORE = {Path(path).name: path for path in os.environ.get("STELE_TESTS_SERVERS", "").split(os.pathsep) if path}
PROGRAMS = {"embedded": "", **{name: path for name, path in _FOUND.items() if path}, **_MORE}
"""The path of each program by name, empty for the embedded one."""

EACH = [
    "embedded",
    pytest.param("redis-server", marks=needs("redis-server")),
    *(name for name in PROGRAMS if name == "valkey-server"),
    *(pytest.param(name, marks=pytest.mark.soak) for name in _MORE),
]
"""The programs as parameters of a test."""


@cache
def version_of(name: str) -> str:
    """The program's version, such as `Redis 7.0.15`."""
    ran = subprocess.run([PROGRAMS[name] or find_binary(), "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"(Redis|Valkey) server v=([\d.]+)", ran.stdout)
    assert found, ran.stdout
    return f"{found[1]} {found[2]}"
