"""Failover: replicas have all acknowledged entries, and none is lost or doubled when a server dies."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from eventstore.append import NO_HEAD, Appended, Conflict, Head, Repeated
from eventstore.entries import chain
from eventstore.keys import names_of
from eventstore.log import LogFollower, LogReader
from eventstore.store import Store
from eventstore.valkey.connection import NotReplicated, StoreUnavailable, check_durability, connect
from tests.clusters import Cluster, Node, follows, until
from tests.eventstore.handmade import action_after, play


@pytest.fixture(scope="module")
def pair(server_directory: Callable[[str], Path]) -> Iterator[tuple[Node, Node]]:
    """A server and its replica."""
    directory = server_directory("pair")
    primary = Node(directory / "primary", **{"repl-diskless-sync-delay": "0"})
    replica = Node(directory / "replica", replicaof=f"127.0.0.1 {primary.port}")
    try:
        yield primary.start(), replica.start()
    finally:
        primary.kill()
        replica.kill()


def test_acknowledged_entries_are_on_the_replica(
    pair: tuple[Node, Node], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the replica no append is acknowledged or followed; when it is back, the same call succeeds."""
    monkeypatch.setattr("eventstore.valkey.client.REPLICAS_SECONDS", 0.1)
    primary, replica = pair
    until(lambda: follows(replica))
    store = Store(connect(f"redis://127.0.0.1:{primary.port}", tmp_path, replicas=1))
    log, group = LogReader(store.redis, store.partitions), LogFollower(store.redis, store.partitions, "group", "one")
    head = play(store, "game", 1)
    copied = connect(f"redis://127.0.0.1:{replica.port}", tmp_path)
    assert [entry.digest for entry in Store(store.redis).read("game")] == [head.digest]
    assert copied.hget(names_of("game", 64).head, "digest") == head.digest
    assert [record.number for record in log.read_since({})] == [1] == [one.number for one in group.next(0)]
    assert check_durability(store.redis) == ()

    replica.kill()
    sent = action_after(head)
    for key in ("key", None):
        with pytest.raises(NotReplicated):
            store.append("game", sent, head, idempotency_key=key)
    with pytest.raises(NotReplicated):
        log.read_since({})
    with pytest.raises(NotReplicated):
        store.settle(["game"])
    until(lambda: check_durability(store.redis) != ())
    assert "0 of 1 replicas" in check_durability(store.redis)[0]

    replica.start()
    until(lambda: follows(replica))
    assert store.append("game", sent, head, idempotency_key="key") == Repeated(sent[-1].position)
    assert isinstance(store.append("game", sent, head), Appended)
    assert [1, 2] == [record.number for record in log.read_since({})]
    assert copied.hget(names_of("game", 64).head, "digest") == sent[-1].digest


class Player(threading.Thread):
    """A player of a separate game, who resends unacknowledged moves and keeps the acknowledged ones."""

    def __init__(self, store: Store, game_id: str, is_over: Callable[[], bool]) -> None:
        super().__init__(daemon=True)
        self._store, self.game_id, self._is_over = store, game_id, is_over
        self.acknowledged: list[bytes] = []
        self.retries = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Play until it is over."""
        try:
            head = NO_HEAD
            while not self._is_over():
                head = self._moved(head)
        except BaseException as error:
            self.failed = error

    def _moved(self, head: Head) -> Head:
        name = f"{self.game_id}.{len(self.acknowledged)}"
        while True:
            entries = action_after(head, 2, text=name)
            try:
                match self._store.append(self.game_id, entries, head, idempotency_key=name):
                    case Appended(new):
                        self.acknowledged.append(name.encode())
                        return new
                    case Repeated(position):
                        self.acknowledged.append(name.encode())
                        last = self._store.read(self.game_id)[-1]
                        assert last.position == position
                        return Head(position, last.digest)
                    case Conflict():
                        raise AssertionError("nobody else plays here")
            except StoreUnavailable:
                self.retries += 1
                time.sleep(0.05)


def check(store: Store, player: Player) -> None:
    """The game holds each acknowledged move once, in order, in one chain; one unacknowledged move may follow."""
    entries = store.read(player.game_id)
    digest = NO_HEAD.digest
    for entry in entries:
        digest = chain(digest, entry.public)
        assert digest == entry.digest
    moves = [msgspec.json.decode(entry.public)["data"]["type"].encode() for entry in entries[::2]]
    assert moves[: len(player.acknowledged)] == player.acknowledged
    assert len(moves) == len(set(moves)) <= len(player.acknowledged) + 1


def play_on(everybody: list[Player]) -> None:
    """Wait until every player has made another move, or a player can't."""
    far = [len(player.acknowledged) for player in everybody]

    def is_so() -> bool:
        return all(len(one.acknowledged) > so or one.failed for one, so in zip(everybody, far, strict=True))

    until(is_so)


def killed_under_load(cluster: Cluster, tmp_path: Path, kills: int, players: int) -> None:
    """Kill masters, one after the other, while all play on."""
    store = Store(connect(cluster.url, tmp_path, replicas=1))
    over = threading.Event()
    everybody = [Player(store, f"game{number}", over.is_set) for number in range(players)]
    for player in everybody:
        player.start()
    seen: dict[int, int] = {}
    reader = LogReader(store.redis, store.partitions)
    lot = random.Random(7)
    for _ in range(kills):
        play_on(everybody)
        victim = cluster.holder(f"*:game:{lot.choice(everybody).game_id}:head")
        victim.kill()
        cluster.wait_for_another(victim)
        victim.start()
        cluster.wait_until_whole()
        _read(reader, seen)
    play_on(everybody)
    over.set()
    for player in everybody:
        player.join(120)
        assert player.failed is None
        check(store, player)
    assert any(player.retries for player in everybody)
    _read(reader, seen)
    assert seen == {partition: number for partition, number in reader.heads().items() if number}


def _read(reader: LogReader, seen: dict[int, int]) -> None:
    """Read to the current end, while more may come, and check each log for gaps."""
    ends: dict[int, int] = {}

    def is_read() -> bool:
        try:
            ends.update(ends or reader.heads())
            while any(seen.get(partition, 0) < number for partition, number in ends.items()):
                for record in reader.read_since(seen):
                    assert record.number == seen.get(record.partition, 0) + 1
                    seen[record.partition] = record.number
        except StoreUnavailable:
            return False
        return True

    until(is_read)


@pytest.fixture
def whole_cluster(server_directory: Callable[[str], Path]) -> Iterator[Cluster]:
    """Three servers with a replica each."""
    started = Cluster(server_directory("whole"), replicas=True)
    try:
        yield started.start()
    finally:
        started.stop()


@pytest.mark.parametrize(("kills", "players"), [(1, 6), pytest.param(10, 12, marks=pytest.mark.soak)])
def test_a_dying_server_loses_nothing(whole_cluster: Cluster, tmp_path: Path, kills: int, players: int) -> None:
    """A replica takes its place; acknowledged entries are there once, and players at most resend a move."""
    killed_under_load(whole_cluster, tmp_path, kills, players)
