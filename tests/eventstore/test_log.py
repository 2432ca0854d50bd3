"""Following the logs: with checkpoints, and in a group with mortal members."""

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest

from eventstore.append import NO_HEAD
from eventstore.keys import log_name, partition_of
from eventstore.log import LogFollower, LogReader, LogRecord, shorten
from eventstore.store import Store
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS
from tests.eventstore.handmade import action_after, eventually, play


def test_reading_continues_from_the_checkpoints(store: Store) -> None:
    """Each partition is read from its own checkpoint, in order, until nothing is left."""
    for number in range(20):
        play(store, f"game{number}", 3, effects=2)
    reader = LogReader(store.redis, store.partitions)
    seen: list[LogRecord] = []
    checkpoints: dict[int, int] = {}
    while records := reader.read_since(checkpoints, most_per_partition=2):
        for record in records:
            assert checkpoints.get(record.partition, 0) + 1 == record.number
            checkpoints[record.partition] = record.number
        seen += records
    assert 60 == len(seen)
    for number in range(20):
        own = [record for record in seen if record.game_id == f"game{number}"]
        assert ["1-1", "2-1", "3-1"] == [str(record.to_position) for record in own]
        assert {partition_of(f"game{number}", 64)} == {record.partition for record in own}
    assert [] == reader.read_since(checkpoints)


def test_a_shortened_log_has_a_record_of_each_game(store: Store) -> None:
    """A reader from the start gets each game of the removed part once, then the rest; a later reader misses nothing."""
    partition = partition_of("game", store.partitions)
    some = (f"game{number}" for number in itertools.count())
    ids = list(itertools.islice((one for one in some if partition_of(one, store.partitions) == partition), 4))
    reader, follower = LogReader(store.redis, store.partitions), _follower(store, "one")
    heads = dict.fromkeys(ids, NO_HEAD)
    for _round in range(3):
        heads = {one: play(store, one, 1, effects=2, head=head) for one, head in heads.items()}
    store.append(ids[0], action_after(heads[ids[0]]), heads[ids[0]], closes=True)
    taken = follower.next(0)
    whole = reader.read_since({})
    assert 13 == len(taken) == len(whole) == reader.length()
    follower.done(taken[:7])
    follower._acknowledge()
    assert [5, 2, 0] == [shorten(store.redis, partition, 1, 5) for _call in range(3)], "one consumer is not done"
    assert (reader.is_shortened(partition, 7), reader.is_shortened(partition, 8)) == (True, False)
    reader.check_that_follows("a model", {partition: 5})
    follower.done(taken[7:])
    follower._acknowledge()
    assert 5 == shorten(store.redis, partition, 1, 100)
    for most in (1, 3, 4, 100):
        checkpoints: dict[int, int] = {}
        read: list[LogRecord] = []
        while records := reader.read_since(checkpoints, most_per_partition=most):
            read += records
            checkpoints = {partition: records[-1].number}
        assert [(9, ids[0]), (10, ids[1]), (11, ids[2]), (12, ids[3]), (13, ids[0])] == [
            (record.number, record.game_id) for record in read
        ]
        assert whole[-1] == read[-1] and 5 == reader.length()
        assert [("4-0", True), ("3-1", False)] == [(str(one.to_position), one.closed) for one in read[:2]]
    assert [10, 11, 12, 13] == [record.number for record in reader.read_since({partition: 9})]
    assert reader.game_ids() == set(ids)


def test_reading_continues_after_a_log_got_shorter(store: Store) -> None:
    """A server that returns without the last records is followed from its log's current end."""
    reader = LogReader(store.redis, store.partitions)
    play(store, "game", 5)
    partition = partition_of("game", 64)
    before = reader.heads()
    assert before == reader.within(before)
    store.redis.flushall()
    head = play(Store(store.redis), "game", 2)
    checkpoints = reader.within(before)
    assert {**before, partition: 2} == checkpoints
    play(store, "game", 1, head=head)
    (record,) = reader.read_since(checkpoints)
    assert (partition, 3) == (record.partition, record.number)


def test_a_group_shares_the_records(store: Store) -> None:
    """Every record comes to one consumer of the group, and to each group."""
    for number in range(10):
        play(store, f"game{number}", 2)
    one, two = _follower(store, "one"), _follower(store, "two")
    first = one.next(0, count=1)
    second = _drain(two)
    assert 20 == len(first) + len(second) == len({*_names(first), *_names(second)})
    assert 20 == len(_drain(_follower(store, "one", group="others")))


def test_a_waiting_consumer_gets_the_next_record_at_once(store: Store) -> None:
    """An append during a consumer's wait reaches it."""
    follower = _follower(store, "one")
    started = time.monotonic()
    assert [] == follower.next(0.05)
    store.append("game", action_after(NO_HEAD), NO_HEAD, closes=True)
    (record,) = follower.next(LONGEST_WAIT_SECONDS)
    assert time.monotonic() - started < LONGEST_WAIT_SECONDS
    assert ("game", True) == (record.game_id, record.closed)


def test_a_restarted_consumer_finds_its_records(store: Store) -> None:
    """Taken but unfinished records come again to the same consumer, ahead of new ones; finished ones do not."""
    head = play(store, "game", 5)
    before = _follower(store, "one")
    taken = before.next(0)
    assert before.done(taken[:1])
    play(store, "game", 1, head=head)
    anew = _follower(store, "one")
    assert taken[1:3] == anew.next(0, count=2)
    assert taken[3:] == anew.next(0, count=2)
    assert ["6-0"] == [str(record.to_position) for record in anew.next(0)]
    assert [] == anew.next(0)


def test_finished_records_are_acknowledged_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a stream of records, acknowledgements are sent from time to time, and at once in a pause."""
    monkeypatch.setattr("eventstore.log.TOGETHER_SECONDS", 60)
    key = log_name(partition_of("game", store.partitions))
    follower = _follower(store, "one")
    head = play(store, "game", 1)
    assert follower.done(follower.next(0))
    head = play(store, "game", 2, head=head)
    assert not follower.done(follower.next(0, count=1))
    assert not follower.done(follower.next(0, count=1))
    assert 2 == store.redis.xpending(key, "worker")["pending"]
    assert follower.done([])
    assert 0 == store.redis.xpending(key, "worker")["pending"]


def test_a_finished_record_is_acknowledged_soon(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A consumer's acknowledgement doesn't wait for a pause in the stream."""
    monkeypatch.setattr("eventstore.log.TOGETHER_SECONDS", 0.05)
    follower = _follower(store, "one")
    head = play(store, "game", 1)
    while follower.done(follower.next(0)):
        head = play(store, "game", 1, head=head)
    started = time.monotonic()
    assert [] == follower.next(LONGEST_WAIT_SECONDS)
    assert time.monotonic() - started < LONGEST_WAIT_SECONDS / 2
    assert follower.done([])


def test_a_record_lost_in_delivery_comes_again(store: Store) -> None:
    """A server that fails in the middle of a reply has counted it as delivered: it is searched for again."""
    follower = _follower(store, "one")
    assert [] == follower.next(0)
    play(store, "game", 1)
    for name in map(log_name, range(store.partitions)):
        store.redis.xreadgroup("worker", "one", {name: ">"}, 100)  # the reply that never arrived
    assert [] == follower.next(0)
    assert ["game"] == [record.game_id for record in _awaited(follower)]


def test_survivors_take_over_from_the_dead(store: Store) -> None:
    """A dead consumer's unfinished records come to another one, once."""
    play(store, "game", 3)
    dead = _follower(store, "dead")
    taken = dead.next(0)
    patient = _follower(store, "patient", patience_seconds=60)
    assert [] == patient.next(0)
    eager = _follower(store, "eager", patience_seconds=0.1)
    assert taken == _awaited(eager)
    assert eager.done(taken)
    for key in map(log_name, range(store.partitions)):
        assert 0 == store.redis.xpending(key, "worker")["pending"]
    assert [] == eager.next(0) == _follower(store, "eager", patience_seconds=0.1).next(0)


def test_a_batch_of_the_dead_is_taken_over_at_once(store: Store) -> None:
    """A dead consumer's batches are taken over one call after the other, without another wait."""
    play(store, "game", 5)
    dead, eager = _follower(store, "dead"), _follower(store, "eager")
    taken = dead.next(0)
    key = log_name(partition_of("game", store.partitions))
    numbers: Any = [f"{record.number}-0" for record in taken]
    store.redis.xclaim(key, "worker", "dead", 0, numbers, idle=3_600_000)
    assert taken == [*eager.next(0, count=2), *eager.next(0, count=2), *eager.next(0, count=2)]


def test_a_lost_group_is_made_again(store: Store, new_game_id: Callable[[], str]) -> None:
    """After the server was emptied, followers continue with a new group."""
    follower = _follower(store, "one")
    store.redis.flushall()
    play(Store(store.redis), new_game_id(), 1)
    assert 1 == len(_drain(follower))


def test_appending_continues_where_a_group_was_made_first(store: Store) -> None:
    """Making a group makes empty logs; the first append into such a log has the number 1."""
    follower = _follower(store, "one")
    play(store, "game", 2)
    assert [1, 2] == [record.number for record in _drain(follower)]


def _follower(store: Store, consumer: str, group: str = "worker", patience_seconds: float = 60) -> LogFollower:
    return LogFollower(store.redis, store.partitions, group, consumer, patience_seconds)


def _awaited(follower: LogFollower) -> list[LogRecord]:
    """The next records, after any wait."""
    found: list[LogRecord] = []

    def look() -> bool:
        found.extend(follower.next(0))
        return bool(found)

    assert eventually(look)
    return found


def _drain(follower: LogFollower) -> list[LogRecord]:
    records: list[LogRecord] = []
    while found := follower.next(0):
        follower.done(found)
        records += found
    return records


def _names(records: list[LogRecord]) -> list[tuple[int, int]]:
    return [(record.partition, record.number) for record in records]
