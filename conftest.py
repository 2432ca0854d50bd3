"""What the tests share: the servers, and the marks that say what a test needs."""

import faulthandler
import os
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventstore.encryption import SecretBox
from eventstore.store import Store
from eventstore.valkey import embedded
from eventstore.valkey.connection import Client, connect
from tests import measured
from tests.api.clients import Client as ApiClient
from tests.serving import Served, build_checkout, shared_server

pytest_plugins = ["stele.pytest_plugin"]

_SECRET = bytes(32)
NEEDS = {"chromium": "browser", "server_directory": "server", "built_checkout": "server"}
"""The fixtures without which no browser and no server is started, and the mark of the tests that use them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by what it starts: `make quick` leaves out all that needs a server or a browser."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        for fixture, mark in NEEDS.items():
            if fixture in fixtures:
                item.add_marker(mark)


END = float(os.environ.get("STELE_TESTS_END", "inf"))
"""The moment, in Unix seconds, at which the run shall end with its summary of what was run."""

LAST_TEST_SECONDS = 35
"""How long after that a test may still take. Ended with it, its process leaves the time for the summary to the run."""


def pytest_configure(config: pytest.Config) -> None:
    """Have a process end itself should its last test not end in time: that test has failed then, and the run ends."""
    if float("inf") > END:
        config.option.maxworkerrestart = "0"
        if "PYTEST_XDIST_WORKER" in os.environ:
            left = max(1.0, END + LAST_TEST_SECONDS - time.time())
            faulthandler.dump_traceback_later(left, exit=True, file=2)


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Begin no other test when the time is up."""
    if time.time() > END:
        item.session.shouldstop = "The time is up: the tests after this one did NOT run."


@pytest.fixture(scope="session")
def server_directory(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes a data directory with this name in it. Whoever starts a server, starts it on one of these."""
    return tmp_path_factory.mktemp


@pytest.fixture(scope="session")
def data_directory(server_directory: Callable[[str], Path]) -> Path:
    """The data directory of this process's embedded server, with the secret that `store` seals under."""
    directory = server_directory("stele")
    (directory / "secret").write_bytes(_SECRET)
    return directory


@pytest.fixture
def own_directory(server_directory: Callable[[str], Path]) -> Iterator[Path]:
    """A data directory for a server of the test's own, which may be killed; it is ended after the test."""
    directory = server_directory("own")
    yield directory
    descriptor = embedded._users.pop(directory.resolve(), None)
    if descriptor is not None:
        os.close(descriptor)


@pytest.fixture(scope="session")
def redis_server(data_directory: Path) -> Client:
    """A client of this process's embedded server. What other tests left there stays: use ids of your own."""
    return connect(None, data_directory)


@pytest.fixture
def empty_redis(redis_server: Client) -> Client:
    """A client of this process's embedded server, with nothing in it."""
    redis_server.flushall()
    return redis_server


@pytest.fixture
def store(redis_server: Client) -> Store:
    """The store on this process's embedded server."""
    return Store(redis_server, SecretBox(_SECRET))


@pytest.fixture
def new_game_id() -> Callable[[], str]:
    """A function that gives an id that no other test uses."""
    return lambda: f"test{secrets.token_hex(8)}"


@pytest.fixture
def game_id(new_game_id: Callable[[], str]) -> str:
    """An id that no other test uses."""
    return new_game_id()


@pytest.fixture(scope="session")
def served(server_directory: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that all tests of the run share, in whatever process; each opens games of its own."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    with shared_server(base / "served") as server:
        yield server


@pytest.fixture(scope="session")
def built_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of its own, in which the pages have been built."""
    return build_checkout(tmp_path_factory.mktemp("built"))


@pytest.fixture
def gallery(served: Served) -> ApiClient:
    """Somebody without a token."""
    return ApiClient(served.url)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave what this process has reached, before the run's last process puts all together."""
    measured.keep()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how much of the rooms the run has reached, if it was measured."""
    if directory := os.environ.get("STELE_TESTS_COVERAGE"):
        terminalreporter.section("lines that the tests reach")
        for line in measured.report(Path(directory)):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"What no test reaches stands in {os.path.relpath(directory)}/missed.txt.")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """As many processes as there are cores, and not so many that browsers and servers fill the memory."""
    return min(8, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
