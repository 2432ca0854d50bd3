"""Fixtures of the store's tests, which run on one server; some run, in the long form, on a cluster, too."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventstore.encryption import SecretBox
from eventstore.store import Store
from eventstore.valkey.connection import Client, connect
from tests.clusters import Cluster

EVERYWHERE = {
    "test_append",
    "test_log",
    "test_store",
    "test_checkpoints",
    "test_server_secret",
    "test_transparency_log",
}
"""The modules whose tests run on a cluster, too."""
ONE_SERVER = {"test_nothing_new_costs_one_call", "test_a_signature_counts_although_the_server_failed_then"}
"""The tests about a single server."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Use each server in turn."""
    module = metafunc.module.__name__.rpartition(".")[2]
    if (
        "redis_server" in metafunc.fixturenames
        and module in EVERYWHERE
        and metafunc.function.__name__ not in ONE_SERVER
    ):
        shapes = ["server", pytest.param("cluster", marks=pytest.mark.soak)]
        metafunc.parametrize("redis_server", shapes, indirect=True, scope="session")


@pytest.fixture(scope="session")
def cluster(server_directory: Callable[[str], Path]) -> Iterator[Cluster]:
    """A cluster of three, without replicas, for the whole run."""
    started = Cluster(server_directory("cluster"))
    try:
        yield started.start()
    finally:
        started.stop()


@pytest.fixture(scope="session")
def redis_server(request: pytest.FixtureRequest, data_directory: Path) -> Client:
    """A client of this process's embedded server, or of its cluster."""
    if getattr(request, "param", "server") == "server":
        return connect(None, data_directory)
    cluster: Cluster = request.getfixturevalue("cluster")
    return connect(cluster.url, data_directory)


@pytest.fixture
def store(empty_redis: Client) -> Store:
    """The store on this process's server, with nothing in it."""
    return Store(empty_redis, SecretBox(bytes(32)))
