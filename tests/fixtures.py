"""Shared fixtures: the servers, and the marks that show what a test needs."""

import gc
import os
import secrets
import shutil
import tempfile
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

pytest_plugins = ["stele.pytest_plugin", "tests.missing_programs"]

_SECRET = bytes(32)
IN_MEMORY = "/dev/shm"
NEEDS = {"chromium": "browser", "server_directory": "server", "built_checkout": "server"}
"""Fixtures that start a browser or a server, and the mark of the tests that use them."""
THOROUGH = (
    "tests/services/community/test_tournament_laws.py", "tests/domain/test_clocks.py::test_clocks_agree_with_counting",
    "tests/operations/test_settings.py::test_settings_are_read_in_one_place",
    "tests/operations/test_struct_decoders.py",
    "tests/services/jobs/test_backup.py::test_an_early_backup", "tests/services/jobs/test_created_title.py",
    *(f"tests/test_javascript.py::test_the_pages_modules_in_node[{name}"
      for name in ("log-reader", "luck", "replays", "verification")),
    "tests/test_missing_programs.py", "tests/test_mutants.py", "tests/test_typed_titles.py",
)  # fmt: skip
"""How the names of tests begin that play or verify whole games, or start other programs: `make quick` has no time.

Folders of which this is true as a whole stand in the `Makefile`, so that they are not even imported.
"""


def _has_room(directory: str) -> bool:
    """Whether there is room for the files of a run, and programs may be started from there."""
    try:
        told = os.statvfs(directory)
    except OSError:
        return False
    return told.f_bavail * told.f_frsize >= 4 * 2**30 and not told.f_flag & os.ST_NOEXEC


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its needs; `make quick` leaves out tests that need a server, a browser or much time."""
    for item in items:
        if item.nodeid.startswith(THOROUGH):
            item.add_marker("thorough")
        fixtures = getattr(item, "fixturenames", ())
        for fixture, mark in NEEDS.items():
            if fixture in fixtures:
                item.add_marker(mark)


def pytest_collection_finish() -> None:
    """Search for garbage as seldom as a web process does, and never among the imported modules and listed tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_configure(config: pytest.Config) -> None:
    """Remove built pages, because tests ask for single sources; measure CPU time if a directory for it is named.

    The files of all but the long tests are in memory, where there is room: the databases of the tests and the browser
    write so much that a disk takes a twelfth of the time.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(measured.ROOT / "web" / "dist", ignore_errors=True)
        if "TMPDIR" not in os.environ and not config.option.markexpr.startswith("soak") and _has_room(IN_MEMORY):
            os.environ["TMPDIR"], tempfile.tempdir = IN_MEMORY, None
    if (directory := os.environ.get("STELE_TESTS_TIMES")) and "PYTEST_XDIST_WORKER" in os.environ:
        from tests.processor_time import ProcessorTime

        base = Path(config.option.basetemp).parent  # each process of a run has a directory of its own in it
        config.pluginmanager.register(ProcessorTime(Path(directory), base / "served" / "shared.json"))


@pytest.fixture(scope="session")
def server_directory(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes a data directory with this name in it. Each server is started on one of these."""
    return tmp_path_factory.mktemp


@pytest.fixture(scope="session")
def data_directory(server_directory: Callable[[str], Path]) -> Path:
    """The data directory of this process's embedded server, with the secret that `store` seals with."""
    directory = server_directory("stele")
    (directory / "secret").write_bytes(_SECRET)
    return directory


@pytest.fixture
def own_directory(server_directory: Callable[[str], Path]) -> Iterator[Path]:
    """A data directory for a test's own server, which may be killed; it is stopped after the test."""
    directory = server_directory("own")
    yield directory
    descriptor = embedded._users.pop(directory.resolve(), None)
    if descriptor is not None:
        os.close(descriptor)


@pytest.fixture(scope="session")
def redis_server(data_directory: Path) -> Client:
    """A client of this process's embedded server. It keeps the data of other tests: use new ids."""
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
    """A function that returns a new id on each call."""
    return lambda: f"test{secrets.token_hex(8)}"


@pytest.fixture
def game_id(new_game_id: Callable[[], str]) -> str:
    """A new game id."""
    return new_game_id()


@pytest.fixture(scope="session")
def served(server_directory: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that all tests of the run share, in every process; each test opens its own games."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    with shared_server(base / "served") as server:
        yield server


@pytest.fixture(scope="session")
def built_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A separate checkout with built pages."""
    return build_checkout(tmp_path_factory.mktemp("built"))


@pytest.fixture
def gallery(served: Served) -> ApiClient:
    """A client without a token."""
    return ApiClient(served.url)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Save this process's coverage before the run's last process combines it."""
    measured.keep()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the coverage of each folder, if it was measured."""
    if directory := os.environ.get("STELE_TESTS_COVERAGE"):
        terminalreporter.section("lines that the tests reach")
        for line in measured.report(Path(directory)):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"What no test reaches stands in {os.path.relpath(directory)}/missed.txt.")


@pytest.hookimpl(optionalhook=True, tryfirst=True)  # xdist itself answers otherwise: this plugin is loaded before it
def pytest_xdist_auto_num_workers() -> int:
    """The number of test processes: one per core, at least three, limited so that browsers and servers fit into memory.

    Most tests wait for a server or a browser, so two processes would leave two cores idle for a quarter of the time.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(8, max(3, cores))
