"""Shared fixtures of the API's tests.

Tests of single responses call the application in their own process (`gallery`), which takes half the time of HTTP.
Tests that need a worker, a live stream or a second process call the server that all tests of the run share (`remote`).
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from api.services import Services, services
from app import create_app
from domain.title_loader import find_rulebooks
from tests.api.clients import Client
from tests.clusters import Cluster
from tests.serving import ON_A_CLUSTER, Served


@pytest.fixture(scope="session")
def application(server_directory: Callable[[str], Path]) -> Iterator[Flask]:
    """The application that this process's tests call; each test has its own players and games.

    It has a database of its own, a cluster if the shared server's is one, because other tests empty this process's
    embedded server.
    """
    data = server_directory("api")
    settings = {"STELE_DATA": str(data), "STELE_LIMITS": "off", "STELE_ORDER_DELAY": "0"}
    if not os.environ.get(ON_A_CLUSTER):
        yield create_app(settings)
        return
    cluster = Cluster(data / "cluster").start()
    yield create_app({**settings, "REDIS_URL": cluster.url})
    cluster.stop()


@pytest.fixture(scope="session")
def inside(application: Flask) -> Services:
    """The services of the application, for actions without a call."""
    with application.app_context():
        return services()


@pytest.fixture(scope="session")
def work(inside: Services) -> Callable[[], None]:
    """Does all that waits for a worker, for the log and for the delivery of notices."""

    def work() -> None:
        with inside.storage.integrity.keeping():
            inside.jobs.make_worker().run(until_idle=True)
        inside.jobs.make_delivery_threads().work()

    return work


@pytest.fixture
def gallery(application: Flask) -> Client:
    """A client without a token, in this process."""
    return Client(application)


@pytest.fixture
def remote(served: Served) -> Client:
    """A client without a token, of the server that all tests share."""
    return Client(served.url)


@pytest.fixture(params=list(find_rulebooks()))
def title(request):
    """Each title in turn."""
    return request.param
