"""Client of the record's server: calls that may be repeated, scripts in half the time, and waiting for replicas.

Exception
└── StoreUnavailable      the server cannot be reached or cannot write now; nothing is lost, the caller may try again
    └── NotReplicated     it is recorded, and too few replicas have said so in time: it may yet be lost, or stay
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
"""No call blocks on the server longer than this at a time: well below the socket's time limit."""
REPLICAS_SECONDS = 2.0
"""So long an action waits for the replicas before it counts as not replicated."""
PAUSES_SECONDS = (0.02, 0.04, 0.08, 0.16, 0.32, 0.5)
"""The pauses between tries."""
GONE = (RedisConnectionError, RedisTimeoutError)
ELSEWHERE = (AskError, ClusterDownError, TryAgainError)
"""What a server of a cluster says that is not, or not now, the one to ask."""

_UNAVAILABLE = (*GONE, *ELSEWHERE, OutOfMemoryError, ReadOnlyError)
_REFUSES_WRITES = ("MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "LOADING", "BUSY ", "OOM")
_SURE_SECONDS = 3.0  # so long a server that was waited for in vain counts as away
_MAY_WAIT = ("XREAD", "XREADGROUP")
R = TypeVar("R")


class StoreUnavailable(Exception):
    """The server cannot be reached, or it cannot write now. What was acknowledged is kept; the call may be repeated."""


class NotReplicated(StoreUnavailable):
    """What was written is in the record, and fewer replicas than are asked for have it: it may stay or be lost."""


class Client(redis_client.Redis):
    """A client that repeats a call when its connection breaks, and raises `StoreUnavailable` if that does not help.

    Every call of this package may be repeated: the second finds what the first wrote. So many `replicas` must have an
    action before it is acknowledged.
    """

    replicas = 0

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._idle: list[Any] = []
        self._gave_up_at = float("-inf")

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Carry out a command, in a third of redis-py's time.

        What saves the time: its connections are not looked at before they are used, and are not the pool's.
        """
        return self._watched(self._ask_at_once, args, options)

    def execute_on_replicas(self, *args: Any) -> tuple[Any, bool]:
        """Carry out a command, and whether as many replicas as are asked for have what it wrote."""
        if not self.replicas:
            return self.execute_command(*args), True
        reply, acknowledged = self._watched(self._ask_and_wait, args, {})
        return reply, acknowledged >= self.replicas

    def settle(self, names: Iterable[str]) -> None:
        """Return when the replicas have all that could be read where these names lie, or raise `NotReplicated`.

        Each name is written, since WAIT speaks only of what was written by its own connection; nobody reads it.
        """
        for name in self._one_for_each_server(names) if self.replicas else ():
            _reply, acknowledged = self._watched(self._ask_and_wait, ("SET", name, "1"), {})
            if acknowledged < self.replicas:
                raise NotReplicated(f"{acknowledged} of {self.replicas} replicas have what was recorded")

    def ask_all(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these questions, all asked in one round; none where there is an error instead of a reply."""
        return [None if isinstance(reply, RedisError) else reply for reply in self.ask_each(questions)]

    def ask_each(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these questions, all asked in one round; an error stands in the place of its reply."""
        if not questions:
            return []
        try:
            return self._unless_unavailable(self._persistently(lambda: self._ask_together(questions)))
        except RedisError as error:
            raise StoreUnavailable(str(error)) from error

    def read_streams(
        self, streams: Mapping[str, str], count: int, wait_seconds: float = 0, reader: tuple[str, str] | None = None
    ) -> list[Any]:
        """What each of these streams has after its place, at most `count` of each; waits for it if there is nothing.

        A `reader` is a group and its consumer, who takes what it reads.
        """
        asked: Any = streams
        block = max(1, int(wait_seconds * 1000)) if wait_seconds > 0 else None
        if reader is None:
            return self.xread(asked, count, block) or []  # type: ignore[return-value]
        return self.xreadgroup(*reader, asked, count, block) or []  # type: ignore[return-value]

    def writable(self, names: Sequence[str]) -> int:
        """For how many of these names, which nobody writes, a server is there that would: with room, and no replica."""
        try:
            self.ask_all([would_write(name) for name in names])
        except StoreUnavailable:
            return 0
        return len(names)

    def servers(self) -> dict[str, redis_client.Redis]:
        """The servers that write, by what they are called; one alone has no name."""
        return {"": self}

    def runs(self) -> frozenset[str]:
        """What names the present runs of the servers that write: one is new when a server was started or replaced."""
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
                raise StoreUnavailable(str(reply)) from reply
        return replies

    def _one_idle(self, _command: Sequence[Any]) -> Any:
        """A connection to the server that this command is for, nobody's until it is given back."""
        try:
            return self._idle.pop()
        except IndexError:
            pool = self.connection_pool
            return pool.connection_class(**pool.connection_kwargs)

    def _give_back(self, connection: Any) -> None:
        self._idle.append(connection)

    def _look_again(self) -> None:
        """Something was not where it was: what is known of it counts no longer."""
        self._idle = []

    def _one_for_each_server(self, names: Iterable[str]) -> list[str]:
        """One of the names for each server that any of them lies on."""
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
        """The reply, and how many replicas have what was written: both by one connection, of which WAIT speaks."""
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
        """The replies to these commands by one connection; an error stands in the place of its reply."""
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
        """What comes of this, tried again after each pause while its server is not there.

        Where another call has just done so in vain it is tried once: nobody else's thread is to wait for that, too.
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
                raise StoreUnavailable(str(error)) from error
            raise
        if args[0] not in _MAY_WAIT:
            _seconds_of(args[0]).observe(time.perf_counter() - began)
        return reply


def would_write(name: str) -> tuple[Any, ...]:
    """A question that a server refuses whenever it refuses to write, and that changes nothing."""
    return "SETRANGE", name, 0, ""


def _send(connection: Any, command: tuple[Any, ...]) -> None:
    """Send a command: redis-py's own way of packing it takes longer than sending it."""
    connection.send_packed_command((pack_command((*command[0].split(), *command[1:])),))


def _is_unavailable(error: Exception) -> bool:
    """Whether this means that the server cannot be reached or cannot write now, and the call may be repeated."""
    if isinstance(error, _UNAVAILABLE):
        return True
    return isinstance(error, ResponseError) and str(error).startswith(_REFUSES_WRITES)


@cache
def _seconds_of(command: str) -> Histogram:
    return STORE_SECONDS.labels(command)
