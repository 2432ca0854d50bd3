"""Connection to the server by its URL: an embedded server, which is restarted if it fails, an external one, or a
cluster.

Exception
├── UnsupportedServer    the server's version lacks commands that Stele needs, or it is no server of records
└── UnsafeSettings       the server's settings can lose acknowledged records
"""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis as redis_client
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.valkey.client import LONGEST_WAIT_SECONDS, Client, NotReplicated, StoreFull, StoreUnavailable
from eventstore.valkey.cluster import SCHEMES, ClusterClient
from eventstore.valkey.embedded import DirectoryNotWritable, RecordRefused, ServerFailed, ensure_server

__all__ = [
    "LONGEST_WAIT_SECONDS",
    "Client",
    "EmbeddedConnection",
    "NotReplicated",
    "StoreFull",
    "StoreUnavailable",
    "UnsafeSettings",
    "UnsupportedServer",
    "check_durability",
    "check_version",
    "connect",
]

_SOCKET_SECONDS = 30.0
_RECONNECT_SECONDS = 10.0
_CONNECT_TO_ONE_OF_MANY_SECONDS = 1.0  # a server that is down must not delay a caller that asks the others


OLDEST_VERSION = (6, 2)
"""The first version of Redis with all commands that are used. Every Valkey has them, and names such a version, too."""


_NO_SENTINEL = ". Sentinel is not supported: name the primary server itself, or a cluster, whose replicas take over"


class UnsupportedServer(Exception):
    """The server's version lacks commands that Stele needs, or it is no server of records; the message says which."""


class UnsafeSettings(Exception):
    """The server runs with settings under which acknowledged records can be lost. `settings` lists them."""

    def __init__(self, settings: tuple[str, ...]) -> None:
        super().__init__("unsafe settings of the database: " + "; ".join(settings))
        self.settings = settings


class EmbeddedConnection(redis_client.UnixDomainSocketConnection):
    """A connection to the embedded server, which is restarted when it does not reply."""

    def __init__(self, data_directory: Path, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]
        self._data_directory = data_directory

    def _connect(self) -> socket.socket:
        try:
            return super()._connect()  # type: ignore[no-any-return, no-untyped-call]
        except OSError:
            pass
        try:
            self.path = ensure_server(self._data_directory, _RECONNECT_SECONDS)
            return super()._connect()  # type: ignore[no-any-return, no-untyped-call]
        except (ServerFailed, OSError) as error:
            raise StoreUnavailable(str(error)) from error


def connect(url: str | None, data_directory: Path, replicas: int = 0) -> Client:
    """A client of the server or cluster at this URL, or of the data directory's embedded server if there is no URL.

    An action is acknowledged once this number of `replicas` have it.
    """
    client = _connected(url, data_directory)
    client.replicas = replicas
    return client


def _connected(url: str | None, data_directory: Path) -> Client:
    options: dict[str, Any] = {
        "decode_responses": False,
        "protocol": 2,
        "socket_timeout": _SOCKET_SECONDS,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), retries=6),
    }
    elsewhere = {"socket_connect_timeout": 5.0, "health_check_interval": 30, **options}
    if url is not None and url.partition("://")[0] in SCHEMES:
        return ClusterClient(url, **{**elsewhere, "socket_connect_timeout": _CONNECT_TO_ONE_OF_MANY_SECONDS})
    if url is not None:
        try:
            client: Client = Client.from_url(url, **elsewhere)  # type: ignore[assignment]
        except ValueError as error:
            advice = _NO_SENTINEL if "sentinel" in url else ""
            raise UnsupportedServer(f"REDIS_URL cannot be used: {error}{advice}") from None
        return client
    try:
        path = ensure_server(data_directory)
    except (RecordRefused, DirectoryNotWritable):
        raise
    except ServerFailed as error:
        raise StoreUnavailable(str(error)) from error
    pool = redis_client.ConnectionPool(
        connection_class=EmbeddedConnection, path=path, data_directory=data_directory, **options
    )
    return Client(connection_pool=pool)


def check_version(redis: Client) -> None:
    """Refuse a Sentinel, and a server older than `OLDEST_VERSION`; one that does not give its version is accepted."""
    for name, server in redis.servers().items():
        try:
            info = server.info("server")
            if "sentinel" in (info.get("redis_mode"), info.get("server_mode")):  # of Redis, of Valkey
                raise UnsupportedServer(f"REDIS_URL names a Sentinel{_NO_SENTINEL}")
            version = str(info["redis_version"])
            numbers = tuple(map(int, version.split(".")[:2]))
        except (RedisError, LookupError, ValueError):
            continue
        if numbers < OLDEST_VERSION:
            oldest = ".".join(map(str, OLDEST_VERSION))
            raise UnsupportedServer(
                f"The database{f' {name}' if name else ''} is Redis {version}, which lacks commands that Stele "
                f"needs. Nothing was changed. Install Redis {oldest} or newer, or any Valkey; both read the files of "
                "the old one"
            )


def check_durability(redis: Client, allow_unsafe: bool = False) -> tuple[str, ...]:
    """Refuse settings under which acknowledged records can be lost; return notes on the rest.

    With `allow_unsafe` nothing is refused, only noted. A managed server may hide its configuration. INFO is read in
    that case, and settings that it does not show are noted.
    """
    unsafe: list[str] = []
    notes: list[str] = []
    for name, server in redis.servers().items():
        where = f"{name}: " if name else ""
        worse, bad = _looked_at(server, redis.replicas, is_of_cluster=bool(name))
        unsafe += [where + one for one in worse]
        notes += [where + one for one in bad]
    if unsafe and not allow_unsafe:
        raise UnsafeSettings(tuple(unsafe))
    return (*unsafe, *notes)


def _looked_at(redis: redis_client.Redis, replicas: int, is_of_cluster: bool) -> tuple[list[str], list[str]]:
    """The unsafe settings of this server, and further notes."""
    unsafe: list[str] = []
    notes: list[str] = []
    info = _info(redis)
    setting = _settings_reader(redis, info, notes)
    if setting("appendonly") == "no":
        unsafe.append("appendonly is no: records live in memory alone")
    match setting("appendfsync"):
        case "no":
            unsafe.append("appendfsync is no: records reach the disk at an unknown time")
        case "everysec":
            notes.append("appendfsync is everysec: the last second before a power failure can be lost")
    if (policy := setting("maxmemory-policy")) not in ("noeviction", None):
        unsafe.append(f"maxmemory-policy is {policy}: a full server forgets records")
    if "role" not in info:
        notes.append("whether the server is a replica could not be checked: the server does not say")
    elif info["role"] in ("slave", "replica"):
        unsafe.append("the server is a replica: what is written there is not the record")
    if is_of_cluster and setting("cluster-require-full-coverage") == "yes":
        notes.append("cluster-require-full-coverage is yes: while one server is away no game goes on, wherever it lies")
    if (connected := info.get("connected_slaves", replicas)) < replicas:
        notes.append(f"{connected} of {replicas} replicas are there: no move is accepted until they are")
    return unsafe, notes


def _info(redis: redis_client.Redis) -> dict[str, Any]:
    """The server's INFO; empty if it refuses."""
    found: dict[str, Any] = {}
    for section in ("persistence", "replication", "memory"):
        try:
            found |= redis.info(section)
        except RedisError:
            continue
    return found


def _settings_reader(redis: redis_client.Redis, info: dict[str, Any], notes: list[str]) -> Callable[[str], str | None]:
    """A function that returns a setting's value, or notes that it could not be checked."""

    def reported(name: str) -> str | None:
        match name:
            case "appendonly" if "aof_enabled" in info:
                return "yes" if info["aof_enabled"] else "no"
            case "maxmemory-policy" if "maxmemory_policy" in info:
                return str(info["maxmemory_policy"])
        return None

    def read(name: str) -> str | None:
        try:
            found: dict[Any, Any] = redis.config_get(name)
        except RedisError:
            found = {}
        for value in found.values():
            return value.decode() if isinstance(value, bytes) else str(value)
        value = reported(name)
        if value is None:
            notes.append(f"{name} could not be checked: the server does not say")
        return value

    return read
