"""Cluster client: each call goes to the server that holds its hash slot, and no call spans two slots.

Calls about many slots are sent to each slot, in one round per server. Blocking on streams in several slots is not
possible, so a caller that waits for news polls, soon at first, and then ten times a second.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

import redis as redis_client
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException, RedisError, ResponseError
from redis.retry import Retry

from eventstore.valkey.client import ELSEWHERE, GONE, Client, StoreUnavailable, would_write

SCHEMES = ("redis+cluster", "rediss+cluster")
_PORT = 6379
_FIRST_PAUSE_SECONDS = 0.005
_LONGEST_PAUSE_SECONDS = 0.1
_KEY_SECOND = ("XINFO", "XGROUP", "MEMORY", "OBJECT")
_OUR_MISTAKES = ("same key slot", "Missing key")


class _Cluster(Protocol):
    """The part of `RedisCluster` that is used here, with types."""

    nodes_manager: Any

    def execute_command(self, *args: Any, **options: Any) -> Any: ...
    def get_node_from_key(self, key: Any) -> ClusterNode: ...
    def get_primaries(self) -> list[ClusterNode]: ...
    def get_redis_connection(self, node: ClusterNode) -> redis_client.Redis: ...


_node: Callable[[str, int], ClusterNode] = ClusterNode


class ClusterClient(Client):
    """A client of all servers of a cluster; `url` names some of them: `redis+cluster://host:port,host:port`."""

    parts = 32

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(protocol=options.get("protocol", 2))  # none of the connections that this prepares are used
        self._idle_of: dict[str, list[Any]] = defaultdict(list)
        nodes, more = _read(url)
        try:
            self._cluster: _Cluster = RedisCluster(
                startup_nodes=nodes, require_full_coverage=False, **{**options, **more, "retry": Retry(NoBackoff(), 1)}
            )
        except (RedisClusterException, RedisError) as error:
            raise StoreUnavailable(str(error)) from error

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Execute a command on the server of its keys; redis-py finds the keys of most commands."""
        is_script = args[0] in ("EVAL", "EVALSHA")
        return self._watched(self._ask_at_once if is_script else self._carry_out, args, options)

    def read_streams(
        self, streams: Mapping[str, str], count: int, wait_seconds: float = 0, reader: tuple[str, str] | None = None
    ) -> list[Any]:
        """The entries of each stream after its given id, as from one server; each stream is asked for separately."""
        head = ("XREAD",) if reader is None else ("XREADGROUP", "GROUP", *reader)
        questions = [(*head, "COUNT", count, "STREAMS", name, place) for name, place in streams.items()]
        until = time.monotonic() + wait_seconds
        pause = _FIRST_PAUSE_SECONDS
        while True:
            replies = self.ask_each(questions)
            for reply in replies:
                if isinstance(reply, Exception):
                    raise reply
            found = [one for reply in replies for one in reply or ()]
            left = until - time.monotonic()
            if found or left <= 0:
                return found
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def scan_iter(
        self, match: Any = None, count: int | None = None, _type: str | None = None, **_options: Any
    ) -> Iterator[Any]:
        """The keys on all servers. While slots are moved, a key may appear twice."""
        for server in self.servers().values():
            cursor: Any = None
            while cursor != 0:
                cursor, names = self._at("SCAN", partial(server.scan, cursor or 0, match, count, _type))
                yield from names

    def keys(self, pattern: Any = "*", **_options: Any) -> list[Any]:
        """The keys on all servers; a single server would return only its own."""
        return list(self.scan_iter(pattern))

    def dbsize(self, **_options: Any) -> int:
        """The number of keys on all servers."""
        return sum(self._at("DBSIZE", server.dbsize) for server in self.servers().values())

    def runs(self) -> frozenset[str]:
        """The run ids of the writing servers that answer; a replacement server writes a new one."""
        found = set()
        for server in self.servers().values():
            with suppress(StoreUnavailable):
                found.add(str(self._at("INFO", partial(server.info, "replication"))["master_replid"]))
        return frozenset(found)

    def writable(self, names: Sequence[str]) -> int:
        """The number of these keys for which a server would accept writes; each server is asked once, without
        waiting.
        """
        of_server: dict[str, list[str]] = defaultdict(list)
        for name in names:
            with suppress(RedisConnectionError):
                of_server[self.server_of(name)].append(name)
        count = 0
        for own in of_server.values():
            try:
                self._at("SETRANGE", partial(self._ask_one_server, [would_write(name) for name in own]))
                count += len(own)
            except StoreUnavailable:
                self._gave_up_at = time.monotonic()  # later attempts about this need not last long
        return count

    def servers(self) -> dict[str, redis_client.Redis]:
        """The servers that write, by host and port."""
        return {node.name: self._cluster.get_redis_connection(node) for node in self._cluster.get_primaries()}

    def server_of(self, name: str) -> str:
        """The host and port of the server that holds this key."""
        return self._node_of(("GET", name)).name

    def _at(self, command: str, ask: Callable[[], Any]) -> Any:
        """The reply of a server; if it is unreachable, the servers are discovered again."""
        try:
            return self._watched(lambda _command: ask(), (command,), {})
        except StoreUnavailable:
            self._look_again()
            raise

    def _ask_one_server(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies of the server that holds the first key."""
        pipeline = self._cluster.get_redis_connection(self._node_of(questions[0])).pipeline(transaction=False)
        for question in questions:
            pipeline.execute_command(*question)  # type: ignore[no-untyped-call]
        return self._unless_unavailable(pipeline.execute(raise_on_error=False))

    def _carry_out(self, *args: Any, **options: Any) -> Any:
        return self._persistently(partial(self._ask_cluster, *args, **options))

    def _ask_cluster(self, *args: Any, **options: Any) -> Any:
        try:
            return self._cluster.execute_command(*args, **options)
        except RedisClusterException as error:
            if any(words in str(error) for words in _OUR_MISTAKES):
                raise
            raise RedisConnectionError(str(error)) from error

    def ask_each(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these commands, in one round per server."""
        replies: list[Any] = [None] * len(questions)
        places: dict[str, list[int]] = defaultdict(list)
        connections: dict[str, Any] = {}
        left: list[int] = []
        for place, question in enumerate(questions):
            try:
                places[self._node_of(question).name].append(place)
            except RedisConnectionError:
                left.append(place)
        for name, own in places.items():
            try:
                connection = self._one_idle(questions[own[0]])
                connection.send_packed_command(connection.pack_commands([questions[place] for place in own]))
                connections[name] = connection
            except GONE:
                left += own
        for name, connection in connections.items():
            own = places[name]
            try:
                for place in own:
                    try:
                        replies[place] = self._told(questions[place], connection.read_response())
                    except ResponseError as error:
                        replies[place] = error
            except GONE:
                connection.disconnect()
                left += own
            except BaseException:
                connection.disconnect()
                raise
            else:
                self._give_back(connection)
        left += [place for place, reply in enumerate(replies) if isinstance(reply, ELSEWHERE)]
        for place in left:
            try:
                replies[place] = self.execute_command(*questions[place])
            except ResponseError as error:
                replies[place] = error
        return self._unless_unavailable(replies)

    def _told(self, question: tuple[Any, ...], reply: Any) -> Any:
        """The reply in the form that a single call returns."""
        callbacks: Mapping[str, Callable[[Any], Any]] = self.response_callbacks
        return callbacks[question[0]](reply) if question[0] in callbacks else reply

    def _node_of(self, command: Sequence[Any]) -> ClusterNode:
        try:
            return self._cluster.get_node_from_key(_key_of(command))
        except RedisClusterException as error:
            raise RedisConnectionError(str(error)) from error

    def _one_idle(self, command: Sequence[Any]) -> Any:
        node = self._node_of(command)
        try:
            return self._idle_of[node.name].pop()
        except IndexError:
            pool = self._cluster.get_redis_connection(node).connection_pool
            return pool.connection_class(**pool.connection_kwargs)

    def _give_back(self, connection: Any) -> None:
        self._idle_of[f"{connection.host}:{connection.port}"].append(connection)

    def _look_again(self) -> None:
        self._idle_of = defaultdict(list)
        with suppress(RedisClusterException, RedisError):  # the next call raises the error
            self._cluster.nodes_manager.initialize()

    def _one_for_each_server(self, names: Iterable[str]) -> list[str]:
        found: dict[int | str, str] = {}
        for name in names:
            try:
                found.setdefault(self._node_of(("GET", name)).name, name)
            except RedisConnectionError:
                found.setdefault(key_slot(name.encode()), name)
        return list(found.values())


def _key_of(command: Sequence[Any]) -> Any:
    """The key that decides which server a command goes to: all keys of a command are in one slot."""
    match command[0]:
        case "EVAL" | "EVALSHA":
            return command[3]
        case "XREAD" | "XREADGROUP":
            return command[command.index("STREAMS") + 1]
        case name:
            return command[2 if name in _KEY_SECOND else 1]


def _read(url: str) -> tuple[list[ClusterNode], dict[str, Any]]:
    """The servers in the URL, and their credentials; `ValueError` for an invalid URL."""
    parts = urlsplit(url)
    who, _at, hosts = parts.netloc.rpartition("@")
    name, _colon, password = who.partition(":")
    nodes = []
    for host in hosts.split(","):
        found = urlsplit(f"//{host}")
        if not found.hostname:
            raise ValueError(f"{url} names no server: redis+cluster://host:port,host:port")
        nodes.append(_node(found.hostname, found.port or _PORT))
    more: dict[str, Any] = {"ssl": True} if parts.scheme == SCHEMES[1] else {}
    if name:
        more["username"] = unquote(name)
    if password:
        more["password"] = unquote(password)
    return nodes, more
