"""The server that every test of the record runs on: one embedded server for the whole run."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventstore.connection import Client, connect
from eventstore.encryption import SecretBox
from eventstore.streams import Store
from tests.api.clients import Client as ApiClient
from tests.serving import Served


@pytest.fixture(scope="session")
def data_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of the run's embedded server."""
    return tmp_path_factory.mktemp("stele")


@pytest.fixture(scope="session")
def redis_server(data_directory: Path) -> Client:
    """A client of the run's embedded server. What other tests left there stays: use ids of your own."""
    return connect(None, data_directory)


@pytest.fixture
def empty_redis(redis_server: Client) -> Client:
    """A client of the run's embedded server, with nothing in it."""
    redis_server.flushall()
    return redis_server


@pytest.fixture
def store(redis_server: Client) -> Store:
    """The store on the run's embedded server."""
    return Store(redis_server, SecretBox(bytes(32)))


@pytest.fixture
def new_game_id() -> Callable[[], str]:
    """A function that gives an id that no other test uses."""
    return lambda: f"test{secrets.token_hex(8)}"


@pytest.fixture
def game_id(new_game_id: Callable[[], str]) -> str:
    """An id that no other test uses."""
    return new_game_id()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that the session's tests share; each opens games of its own."""
    server = Served(tmp_path_factory.mktemp("served"), demo=True).start()
    yield server
    server.stop()


@pytest.fixture
def gallery(served: Served) -> ApiClient:
    """Somebody without a token."""
    return ApiClient(served.url)
