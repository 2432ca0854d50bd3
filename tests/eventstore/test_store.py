"""Store: reading a stream from anywhere, to anywhere, by time, and while it grows."""

import threading
import time

import pytest

from eventstore.append import NO_HEAD
from eventstore.encryption import SecretBox, WrongSecret
from eventstore.entries import Position
from eventstore.log import LogReader
from eventstore.store import NoGameKey, Store
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS, Client
from tests.eventstore.handmade import action_after, play


def test_a_missing_game(store: Store, game_id: str) -> None:
    """No head, no entries, no time, nothing."""
    assert store.head(game_id) is None
    assert not store.exists(game_id)
    assert [] == store.read(game_id)
    assert [] == store.read_action(game_id, 1)
    assert store.last_before(game_id, 10**15) is None


def test_any_part_can_be_read(store: Store, game_id: str) -> None:
    """Entries can be read after a position, up to a position, up to `count`, across pages, or as one action."""
    play(store, game_id, 600, effects=4)
    entries = store.read(game_id)
    assert 2400 == len(entries)
    assert entries[1002:] == store.read(game_id, after=Position(251, 1))
    assert entries[:1001] == store.read(game_id, until=Position(251, 0))
    assert entries[4:6] == store.read(game_id, after=Position(1, 3), until=Position(2, 1))
    assert entries[4:8] == store.read(game_id, after=Position(1, 3), until=Position(2, 10**9))
    assert entries[:1500] == store.read(game_id, count=1500)
    assert [] == store.read(game_id, count=0)
    assert [] == store.read(game_id, after=Position(600, 3)) == store.read_action(game_id, 601)
    assert entries[:4] == store.read_action(game_id, 1)


def test_a_time_means_the_last_position_at_or_before_it(store: Store, game_id: str) -> None:
    """Each action has one time; the last effect of the last action up to that time counts."""
    head = NO_HEAD
    for at in (100, 200, 200, 300):
        head = store.append(game_id, action_after(head, 2, at), head).head  # type: ignore[union-attr]
    expected = {99: None, 100: Position(1, 1), 199: Position(1, 1), 200: Position(3, 1), 10**15: Position(4, 1)}
    assert expected == {at: store.last_before(game_id, at) for at in expected}


def test_a_waiting_reader_gets_an_append_at_once(store: Store, game_id: str) -> None:
    """The next append arrives as soon as it is made."""
    head = play(store, game_id, 1)
    entries = action_after(head, 2)
    log = LogReader(store.redis, store.partitions)
    heads = log.heads()
    appending = threading.Timer(0.2, lambda: store.append(game_id, entries, head))
    appending.start()
    started = time.monotonic()
    (record,) = log.wait(heads, LONGEST_WAIT_SECONDS)
    assert (record.game_id, record.from_position, record.to_position) == (
        game_id, entries[0].position, entries[-1].position,
    )  # fmt: skip
    assert time.monotonic() - started < LONGEST_WAIT_SECONDS
    appending.join()


def test_a_wait_times_out(store: Store, game_id: str) -> None:
    """A wait that times out returns nothing; existing entries are returned without waiting."""
    log = LogReader(store.redis, store.partitions)
    before = log.heads()
    head = play(store, game_id, 2)
    assert [] == log.wait(log.heads(), 0.05)
    assert [] == log.wait(log.heads(), 0)
    assert head.position == log.wait(before, 0)[-1].to_position


def test_the_memory_of_a_game_is_measured(store: Store, game_id: str) -> None:
    """The measured memory includes everything of the game and grows with it."""
    assert 0 == store.memory_bytes(game_id)
    head = play(store, game_id, 1)
    small = store.memory_bytes(game_id)
    play(store, game_id, 200, head=head)
    assert 0 < small < store.memory_bytes(game_id)


def test_a_games_key_is_kept_encrypted(store: Store, redis_server: Client, game_id: str) -> None:
    """The server's data does not show the game key; another process with the same secret can open it."""
    key = bytes(range(32))
    store.save_game_key(game_id, key)
    (name,) = redis_server.keys(f"*:game:{game_id}:key")
    assert key not in redis_server.get(name)
    assert key == Store(redis_server, SecretBox(bytes(32))).load_game_key(game_id)
    with pytest.raises(WrongSecret):
        Store(redis_server, SecretBox(b"\x01" * 32)).load_game_key(game_id)


def test_a_game_keeps_its_first_key(store: Store, game_id: str) -> None:
    """A game's key may be saved again, but not replaced by another; loading a key that was never saved fails."""
    store.save_game_key(game_id, b"a" * 32)
    store.save_game_key(game_id, b"a" * 32)
    with pytest.raises(ValueError):
        store.save_game_key(game_id, b"b" * 32)
    assert b"a" * 32 == store.load_game_key(game_id)
    with pytest.raises(NoGameKey):
        store.load_game_key(f"{game_id}x")
