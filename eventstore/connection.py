"""Reaching the server: the embedded one, which is restarted when it is gone, or any other by its URL.

Exception
├── StoreUnavailable     the server cannot be reached or cannot write now; nothing is lost, the caller may try again
└── UnsafeSettings       the server runs with settings under which acknowledged records can be lost
"""

import socket
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import redis as redis_client
from prometheus_client import Histogram
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from eventstore.embedded import ServerFailed, ensure_server
from operations.metrics import STORE_SECONDS

LONGEST_WAIT_SECONDS = 20.0
"""No call blocks on the server longer than this at a time: well below the socket's time limit."""

_SOCKET_SECONDS = 30.0
_RECONNECT_SECONDS = 10.0
_REFUSES_WRITES = ("MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "LOADING", "BUSY ", "OOM")


_MAY_WAIT = ("XREAD", "XREADGROUP")


class StoreUnavailable(Exception):
    """The server cannot be reached, or it cannot write now. What was acknowledged is kept; the call may be repeated."""


class UnsafeSettings(Exception):
    """The server runs with settings under which acknowledged records can be lost. `settings` names each of them."""

    def __init__(self, settings: tuple[str, ...]) -> None:
        super().__init__("unsafe settings of the record's server: " + "; ".join(settings))
        self.settings = settings


class Client(redis_client.Redis):
    """A client that repeats a call when its connection breaks, and raises `StoreUnavailable` if that does not help.

    Every call of this package may be repeated: the second finds what the first wrote.
    """

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._idle: list[Any] = []

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry out a command."""
        return self._watched(super().execute_command, args, options)

    def run_script(self, digest: str, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        """Carry out the script with this digest, as every move does once: in half the time of another command.

        What saves the time: its connections are not looked at before they are used, and are not the pool's.
        """
        return self._watched(self._ask_at_once, ("EVALSHA", digest, len(keys), *keys, *arguments), {})

    def ask_all(self, questions: Sequence[tuple[str, ...]]) -> list[Any]:
        """The replies to these questions, all asked in one round; none where there is an error instead of a reply."""
        pipeline = self.pipeline(transaction=False)
        for question in questions:
            pipeline.execute_command(*question)  # type: ignore[no-untyped-call]
        try:
            replies = pipeline.execute(raise_on_error=False)
        except RedisError as error:
            raise StoreUnavailable(str(error)) from error
        for reply in replies:
            if isinstance(reply, RedisError) and str(reply).startswith(_REFUSES_WRITES):
                raise StoreUnavailable(str(reply)) from reply
        return [None if isinstance(reply, RedisError) else reply for reply in replies]

    def ask_ahead(self, *question: str) -> Callable[[], Any]:
        """Ask now, and read the reply, once, when it is wanted: meanwhile there is other work to do."""
        connection = self._one_idle()
        try:
            connection.send_command(*question)
        except (RedisConnectionError, RedisTimeoutError):
            connection.disconnect()
            return lambda: self.execute_command(*question)
        return lambda: self._watched(partial(self._ask_on, connection, is_asked=True), question, {})

    def _ask_at_once(self, *args: Any) -> Any:
        return self._ask_on(self._one_idle(), *args)

    def _one_idle(self) -> Any:
        try:
            return self._idle.pop()
        except IndexError:
            pool = self.connection_pool
            return pool.connection_class(**pool.connection_kwargs)

    def _ask_on(self, connection: Any, *args: Any, is_asked: bool = False) -> Any:
        try:
            if not is_asked:
                connection.send_command(*args)
            reply = connection.read_response()
        except ResponseError:
            self._idle.append(connection)
            raise
        except (RedisConnectionError, RedisTimeoutError):
            connection.disconnect()
            return super().execute_command(*args)  # type: ignore[no-untyped-call]
        except BaseException:
            connection.disconnect()
            raise
        self._idle.append(connection)
        return reply

    def _watched(self, carry_out: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        began = time.perf_counter()
        try:
            reply = carry_out(*args, **options)
        except (RedisConnectionError, RedisTimeoutError, OutOfMemoryError, ReadOnlyError) as error:
            raise StoreUnavailable(str(error)) from error
        except ResponseError as error:
            if str(error).startswith(_REFUSES_WRITES):
                raise StoreUnavailable(str(error)) from error
            raise
        if args[0] not in _MAY_WAIT:
            _seconds_of(args[0]).observe(time.perf_counter() - began)
        return reply


@cache
def _seconds_of(command: str) -> Histogram:
    return STORE_SECONDS.labels(command)


class EmbeddedConnection(redis_client.UnixDomainSocketConnection):
    """A connection to the embedded server, which it restarts when there is no reply."""

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


def connect(url: str | None, data_directory: Path) -> Client:
    """A client of the server at this URL, or of the data directory's embedded server when there is no URL."""
    options: dict[str, Any] = {
        "decode_responses": False,
        "protocol": 2,
        "socket_timeout": _SOCKET_SECONDS,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), retries=6),
    }
    if url is not None:
        client: Client = Client.from_url(  # type: ignore[assignment]
            url, socket_connect_timeout=5.0, health_check_interval=30, **options
        )
        return client
    try:
        path = ensure_server(data_directory)
    except ServerFailed as error:
        raise StoreUnavailable(str(error)) from error
    pool = redis_client.ConnectionPool(
        connection_class=EmbeddedConnection, path=path, data_directory=data_directory, **options
    )
    return Client(connection_pool=pool)


def check_durability(redis: redis_client.Redis, allow_unsafe: bool = False) -> tuple[str, ...]:
    """Refuse settings under which acknowledged records can be lost; return notes on the rest.

    With `allow_unsafe` nothing is refused, only noted. A managed server may hide its configuration: then INFO is read
    instead, and whatever that does not show is noted.
    """
    unsafe: list[str] = []
    notes: list[str] = []
    info = _info(redis)
    setting = _settings_reader(redis, info, notes)
    if setting("appendonly") == "no":
        unsafe.append("appendonly is no: records live in memory alone")
    match setting("appendfsync"):
        case "no":
            unsafe.append("appendfsync is no: nobody knows when records reach the disk")
        case "everysec":
            notes.append("appendfsync is everysec: the last second before a power failure can be lost")
    if (policy := setting("maxmemory-policy")) not in ("noeviction", None):
        unsafe.append(f"maxmemory-policy is {policy}: a full server forgets records")
    if "role" not in info:
        notes.append("whether the server is a replica could not be checked: the server does not say")
    elif info["role"] in ("slave", "replica"):
        unsafe.append("the server is a replica: what is written there is not the record")
    if unsafe and not allow_unsafe:
        raise UnsafeSettings(tuple(unsafe))
    return (*unsafe, *notes)


def _info(redis: redis_client.Redis) -> dict[str, Any]:
    """What the server reports about itself; nothing where it refuses."""
    found: dict[str, Any] = {}
    for section in ("persistence", "replication", "memory"):
        try:
            found |= redis.info(section)
        except RedisError:
            continue
    return found


def _settings_reader(redis: redis_client.Redis, info: dict[str, Any], notes: list[str]) -> Callable[[str], str | None]:
    """A function that gives a setting's value, or notes that it could not be checked."""

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
