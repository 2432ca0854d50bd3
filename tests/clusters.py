"""Clusters for the tests: real servers on loopback, three masters and optional replicas, ready within seconds."""

import os
import resource
import socket
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import redis as redis_client
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.valkey.connection import StoreUnavailable
from eventstore.valkey.embedded import find_binary
from operations.child_processes import die_with

_SLOTS = 16_384
_READY_SECONDS = 120.0
_GREETING_SECONDS = 5.0
_FITS = 1000
"""The bytes that still fit on a full disk."""
_SAFE = {"save": "", "appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
# A replica starts at once, and takes its server's place after a second.
_QUICK = {"repl-diskless-sync-delay": "0", "repl-ping-replica-period": "1", "cluster-node-timeout": "1000"}
_OF_A_CLUSTER = {"cluster-enabled": "yes", "cluster-require-full-coverage": "no"}


class Node:
    """A server on its own port, which may be killed and started again with the data on its disk."""

    def __init__(self, directory: Path, program: str = "", **settings: str) -> None:
        directory.mkdir(parents=True)
        self._program = program or find_binary()
        self.port, self._bus = _free_ports()
        self._directory = directory
        self._settings = {"port": str(self.port), "bind": "127.0.0.1", "dir": str(directory), **_SAFE, **settings}
        if "cluster-enabled" in settings:
            self._settings |= {"cluster-port": str(self._bus), "cluster-allow-replica-migration": "no"}
        self._process: subprocess.Popen[bytes] | None = None
        self.redis = redis_client.Redis(port=self.port, protocol=2, retry=Retry(NoBackoff(), 0))

    def start(self, outlives: bool = False) -> "Node":
        """Start the server and wait until it answers; it ends with this process, unless it `outlives` it."""
        arguments = [part for name, value in self._settings.items() for part in (f"--{name}", value)]
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, *arguments],
                stdout=log,
                stderr=log,
                preexec_fn=None if outlives else partial(die_with, os.getpid()),
                restore_signals=False,  # at the limit of `die_of_a_full_disk` a write fails, as on a full disk
            )
        until(self.redis.ping)
        return self

    @property
    def process_id(self) -> int:
        """The id of the running process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it at once, like a crash."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def die_of_a_full_disk(self) -> None:
        """Make the server's next write to the disk fail, and wait until the server has ended because of that."""
        assert self._process is not None
        largest = max(path.stat().st_size for path in self._directory.rglob("*") if path.is_file())
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (largest + _FITS, resource.RLIM_INFINITY))
        self._process.wait()
        self._process = None

    def meet(self, other: "Node") -> None:
        """Introduce this server to the other one."""
        self.redis.execute_command("CLUSTER", "MEET", "127.0.0.1", other.port, other._bus)

    def told(self, what: str) -> str:
        """The server's cluster information under this name."""
        return str(self.redis.execute_command("CLUSTER INFO").get(what))


class Cluster:
    """Three masters, each with a replica if `replicas` is set."""

    def __init__(self, directory: Path, replicas: bool = False, program: str = "") -> None:
        count = 6 if replicas else 3
        self.nodes = [Node(directory / str(one), program, **_QUICK, **_OF_A_CLUSTER) for one in range(count)]
        self.url = "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def start(self, outlives: bool = False) -> "Cluster":
        """Start all, and wait until every slot is served and every replica is in sync."""
        for node in self.nodes:
            node.start(outlives)
        for number, node in enumerate(self.nodes[:3]):
            first, last = number * _SLOTS // 3, (number + 1) * _SLOTS // 3 - 1
            node.redis.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
            node.redis.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        self._greet()
        until(self._know_each_other)
        for node, primary in zip(self.nodes[3:], self.nodes, strict=False):
            name = primary.redis.execute_command("CLUSTER", "MYID").decode()
            until(lambda node=node, name=name: node.redis.execute_command("CLUSTER", "REPLICATE", name))  # type: ignore[misc]
        self.wait_until_whole()
        return self

    def _greet(self) -> None:
        self._greeted = time.monotonic()
        for node in self.nodes[1:]:
            self.nodes[0].meet(node)

    def _know_each_other(self) -> bool:
        """Whether each server has all others in its list; a greeting lost on a busy server is sent again."""
        if all(node.told("cluster_known_nodes") == str(len(self.nodes)) for node in self.nodes):
            return True
        if time.monotonic() > self._greeted + _GREETING_SECONDS:
            self._greet()
        return False

    def wait_until_whole(self) -> None:
        """Wait until every slot is served, and every replica follows."""
        until(lambda: all(node.told("cluster_state") == "ok" for node in self.nodes))
        until(lambda: all(follows(node) for node in self.nodes[3:]) and sum(map(writes, self.nodes)) == 3)

    def writing(self) -> list[Node]:
        """The current masters."""
        return [node for node in self.nodes if writes(node)]

    def holder(self, pattern: str) -> Node:
        """The master that stores this name."""
        return next(node for node in self.writing() if any(node.redis.scan_iter(pattern, 1000)))

    def replica_of(self, primary: Node) -> Node:
        """The replica of this server."""
        told: Any = [(node, node.redis.info("replication")) for node in self.nodes]
        return next(node for node, one in told if one.get("master_port") == primary.port)

    def wait_for_another(self, victim: Node) -> None:
        """Wait until there are three masters without this one."""
        until(lambda: sum(node is not victim and writes(node) for node in self.nodes) == 3)

    def stop(self) -> None:
        """Stop all servers of the cluster."""
        for node in self.nodes:
            node.kill()


def writes(node: Node) -> bool:
    """Whether the server is a master."""
    return bool(node.redis.info("replication")["role"] == "master")


def follows(node: Node) -> bool:
    """Whether the server is a master, or a replica in sync with its master."""
    told: Any = node.redis.info("replication")
    return told["role"] == "master" or told["master_link_status"] == "up"


def until(happens: Callable[[], Any]) -> None:
    """Wait until this condition holds and no server refuses the question."""
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            if happens():
                return
        except (RedisError, StoreUnavailable):
            if time.monotonic() > deadline:
                raise
        assert time.monotonic() < deadline, "the servers do not come to what is waited for"
        time.sleep(0.02)


def _free_ports() -> tuple[int, int]:
    """Two free ports."""
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1]), int(other.getsockname()[1])
