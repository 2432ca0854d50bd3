"""Client of the database: repeatable calls, faster scripts, and waiting for replicas.

Exception └── StoreUnavailable      the server is unreachable or read-only; nothing is lost, the caller may try again
    ├── StoreFull         its memory is full (`maxmemory`); it can be read
    └── NotReplicated     recorded, but too few replicas confirmed it in time: it may be lost or stay
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import redis as redis_client
from hiredis import pack_command
from prometheus_client import Histogram
from redis.exceptions import (
    AskError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from operations.metrics import STORE_SECONDS

LONGEST_WAIT_SECONDS = 20.0
"""No single call blocks on the server longer than this, which is well below the socket's time-out."""
REPLICAS_SECONDS = 2.0
"""An action waits this long for the replicas before it counts as not replicated."""
PAUSES_SECONDS = (0.02, 0.04, 0.08, 0.16, 0.32, 0.5)
"""The pauses between attempts."""
GONE = (RedisConnectionError, RedisTimeoutError)
ELSEWHERE = (AskError, ClusterDownError, TryAgainError)
"""The errors of a cluster server that is not, or not at the moment, the right one for a call."""

_UNAVAILABLE = (*GONE, *ELSEWHERE, OutOfMemoryError, ReadOnlyError)
_REFUSES_WRITES = ("MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "LOADING", "BUSY ", "OOM")
_SURE_SECONDS = 3.0  # a server that did not recover in this time is treated as down
_MAY_WAIT = ("XREAD", "XREADGROUP")
R = TypeVar("R")


class StoreUnavailable(Exception):
    """The server is unreachable or read-only. Acknowledged data is safe; the call may be repeated."""


class StoreFull(StoreUnavailable):
    """The server's memory is full (`maxmemory`). It can be read, but accepts no writes."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the memory of the database is full, up to its maxmemory: {why}")


class NotReplicated(StoreUnavailable):
    """The data is recorded, but on fewer replicas than required, so it may be kept or lost."""


class Client(redis_client.Redis):
    """A client that repeats a call when its connection breaks, and raises `StoreUnavailable` if that does not help.

    Every call of this package may be repeated, because the second finds the data that the first wrote. An action is
    acknowledged once this number of `replicas` have it.
    """

    replicas = 0
    parts = 1
    """The number of hash slots among which the data of a read model is divided."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._idle: list[Any] = []
        self._gave_up_at = float("-inf")

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command, in a third of redis-py's time.

        It does not check connections before use, and keeps its own connections, outside the pool.
        """
        return self._watched(self._ask_at_once, args, options)

    def execute_on_replicas(self, *args: Any) -> tuple[Any, bool]:
        """Execute a command. Returns the reply, and whether the required number of replicas have the written data."""
        if not self.replicas:
            return self.execute_command(*args), True
        reply, acknowledged = self._watched(self._ask_and_wait, args, {})
        return reply, acknowledged >= self.replicas

    def settle(self, names: Iterable[str]) -> None:
        """Return when the replicas have all readable data of these keys' servers, or raise `NotReplicated`.

        Each key is written, since WAIT covers only writes on its own connection; the written values are never read.
        """
        for name in self._one_for_each_server(names) if self.replicas else ():
            _reply, acknowledged = self._watched(self._ask_and_wait, ("SET", name, "1"), {})
            if acknowledged < self.replicas:
                raise NotReplicated(f"{acknowledged} of {self.replicas} replicas have what was recorded")

    def ask_all(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these commands, sent in one round; none for each error."""
        return [None if isinstance(reply, RedisError) else reply for reply in self.ask_each(questions)]

    def ask_each(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these commands, sent in one round; an error takes the place of its reply."""
        if not questions:
            return []
        try:
            return self._unless_unavailable(self._persistently(lambda: self._ask_together(questions)))
        except RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def read_streams(
        self, streams: Mapping[str, str], count: int, wait_seconds: float = 0, reader: tuple[str, str] | None = None
    ) -> list[Any]:
        """The entries of each stream after its given id, at most `count` of each; waits if there are none.

        A `reader` is a group and a consumer, which takes what it reads.
        """
        asked: Any = streams
        block = max(1, int(wait_seconds * 1000)) if wait_seconds > 0 else None
        if reader is None:
            return self.xread(asked, count, block) or []  # type: ignore[return-value]
        return self.xreadgroup(*reader, asked, count, block) or []  # type: ignore[return-value]

    def writable(self, names: Sequence[str]) -> int:
        """The number of these unused keys for which a server would accept writes, because it has space and is not a
        replica.
        """
        try:
            self.ask_all([would_write(name) for name in names])
        except StoreUnavailable:
            return 0
        return len(names)

    def servers(self) -> dict[str, redis_client.Redis]:
        """The writing servers by name; a single server has an empty name."""
        return {"": self}

    def runs(self) -> frozenset[str]:
        """The run ids of the writing servers; an id is new after a server was started or replaced."""
        return frozenset((str(self.info("server")["run_id"]),))

    def _carry_out(self, *args: Any, **options: Any) -> Any:
        return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def _ask_at_once(self, *args: Any, **options: Any) -> Any:
        try:
            connection = self._one_idle(args)
        except GONE:
            return self._carry_out(*args, **options)
        return self._ask_on(connection, *args, **options)

    @staticmethod
    def _unless_unavailable(replies: list[Any]) -> list[Any]:
        for reply in replies:
            if isinstance(reply, Exception) and _is_unavailable(reply):
                raise _unavailable(reply) from reply
        return replies

    def _one_idle(self, _command: Sequence[Any]) -> Any:
        """A connection to the command's server, used exclusively until it is returned."""
        try:
            return self._idle.pop()
        except IndexError:
            pool = self.connection_pool
            return pool.connection_class(**pool.connection_kwargs)

    def _give_back(self, connection: Any) -> None:
        self._idle.append(connection)

    def _look_again(self) -> None:
        """Discard what is known about the servers, after one was not where it was expected."""
        self._idle = []

    def _one_for_each_server(self, names: Iterable[str]) -> list[str]:
        """One of the keys for each server that holds any of them."""
        return list(names)[:1]

    def _ask_on(self, connection: Any, *args: Any, **options: Any) -> Any:
        try:
            _send(connection, args)
            reply = self.parse_response(connection, args[0], **options)  # type: ignore[no-untyped-call]
        except ELSEWHERE:
            self._give_back(connection)
            return self._carry_out(*args, **options)
        except ResponseError:
            self._give_back(connection)
            raise
        except GONE:
            connection.disconnect()
            return self._carry_out(*args, **options)
        except BaseException:
            connection.disconnect()
            raise
        self._give_back(connection)
        return reply

    def _ask_and_wait(self, *args: Any) -> tuple[Any, int]:
        """The reply, and how many replicas have the write: on one connection, as WAIT requires."""
        return self._persistently(lambda: self._ask_and_wait_once(args))

    def _ask_and_wait_once(self, args: tuple[Any, ...]) -> tuple[Any, int]:
        replies = self._ask_together([args, ("WAIT", self.replicas, int(REPLICAS_SECONDS * 1000))])
        for reply in replies:
            if isinstance(reply, Exception):
                if isinstance(reply, ELSEWHERE):
                    self._look_again()
                raise reply
        return replies[0], int(replies[1])

    def _ask_together(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these commands on one connection; an error takes the place of its reply."""
        replies: list[Any] = []
        try:
            connection = self._one_idle(commands[0])
        except GONE:
            self._look_again()
            raise
        try:
            connection.send_packed_command(connection.pack_commands(commands))
            for command in commands:
                try:
                    replies.append(self.parse_response(connection, command[0]))  # type: ignore[no-untyped-call]
                except ResponseError as error:
                    replies.append(error)
        except GONE:
            connection.disconnect()
            self._look_again()
            raise
        except BaseException:
            connection.disconnect()
            raise
        self._give_back(connection)
        return replies

    def _persistently(self, attempt: Callable[[], R]) -> R:
        """The result of this call, retried after each pause while its server is unreachable.

        If another call has just failed in this way, there is only one attempt, so that other threads do not wait again.
        """
        if time.monotonic() - self._gave_up_at > _SURE_SECONDS:
            for pause in PAUSES_SECONDS:
                try:
                    return attempt()
                except (*GONE, *ELSEWHERE):
                    time.sleep(pause)
        try:
            return attempt()
        except (*GONE, *ELSEWHERE):
            self._gave_up_at = time.monotonic()
            raise

    def _watched(self, carry_out: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        began = time.perf_counter()
        try:
            reply = carry_out(*args, **options)
        except RedisError as error:
            if _is_unavailable(error):
                raise _unavailable(error) from error
            raise
        if args[0] not in _MAY_WAIT:
            _seconds_of(args[0]).observe(time.perf_counter() - began)
        return reply


def would_write(name: str) -> tuple[Any, ...]:
    """A command that is refused whenever the server refuses writes, and that changes nothing."""
    return "SETRANGE", name, 0, ""


def _send(connection: Any, command: tuple[Any, ...]) -> None:
    """Send a command without redis-py's packing, which takes longer than sending."""
    connection.send_packed_command((pack_command((*command[0].split(), *command[1:])),))


def _is_unavailable(error: Exception) -> bool:
    """Whether the error means that the server is unreachable or read-only, so the call may be repeated."""
    if isinstance(error, _UNAVAILABLE):
        return True
    return isinstance(error, ResponseError) and str(error).startswith(_REFUSES_WRITES)


def _unavailable(error: Exception) -> StoreUnavailable:
    is_full = isinstance(error, OutOfMemoryError) or str(error).startswith("OOM")
    return StoreFull(str(error)) if is_full else StoreUnavailable(str(error))


@cache
def _seconds_of(command: str) -> Histogram:
    return STORE_SECONDS.labels(command)
