"""Append: its checks, their order, and its atomicity."""

import threading
from typing import Any

import msgspec
import pytest
from redis.exceptions import ResponseError

from eventstore.append import (
    APPEND,
    NO_HEAD,
    Appended,
    Conflict,
    GameClosed,
    Head,
    IdempotencyKeyReused,
    Repeated,
    StreamDiverged,
)
from eventstore.entries import BEGINNING, Entry, Position, chain
from eventstore.errors import RecordDamaged
from eventstore.keys import GameNames
from eventstore.log import LogReader
from eventstore.store import Store
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from tests.eventstore.handmade import action_after, play

BODY, OTHER_BODY = b"\x00 body \xff", b"other"


def test_an_action_becomes_the_head(store: Store, game_id: str) -> None:
    """Every entry of the action is in the stream as given, and its last one is the head."""
    entries = action_after(NO_HEAD, effects=3, secrets=b"\x00\xff")
    outcome = store.append(game_id, entries, NO_HEAD)
    assert Appended(Head(Position(1, 2), entries[-1].digest)) == outcome
    assert outcome.head == store.head(game_id)
    assert entries == store.read(game_id)


def test_several_actions_are_appended_together(store: Store, game_id: str) -> None:
    """Several actions form one record in the log and share one key; a moved head refuses all of them."""
    old = play(store, game_id, 1)
    first = action_after(old, 2)
    entries = [*first, *action_after(Head(first[-1].position, first[-1].digest), 3, text="y")]
    outcome = store.append(game_id, entries, old, idempotency_key="k", request_digest=BODY)
    assert outcome == Appended(Head(Position(3, 2), entries[-1].digest))
    assert entries == store.read(game_id, after=old.position)
    assert ("2-0", "3-2") == (str((log := _log_of(store, game_id)[-1]).from_position), str(log.to_position))
    assert Repeated(Position(3, 2)) == store.append(game_id, entries, old, idempotency_key="k", request_digest=BODY)
    assert isinstance(store.append(game_id, entries[:3], old), Conflict)
    assert 1 + len(entries) == len(store.read(game_id))


def test_the_head_decides_a_race(store: Store, game_id: str) -> None:
    """A caller with an older head gets the newer entries, and writes nothing."""
    old = play(store, game_id, 2)
    new = play(store, game_id, 3, effects=2, head=old)
    outcome = store.append(game_id, action_after(old, text="late"), old)
    assert Conflict(tuple(store.read(game_id, after=old.position))) == outcome
    assert new == store.head(game_id)


def test_a_game_is_created_once(store: Store, game_id: str) -> None:
    """Creating a game that exists is a conflict, from its first entry on."""
    play(store, game_id, 1)
    outcome = store.append(game_id, action_after(NO_HEAD, text="mine"), NO_HEAD)
    assert isinstance(outcome, Conflict)
    assert Position(1, 0) == outcome.tail[0].position


def test_a_long_tail_comes_in_parts(store: Store, game_id: str) -> None:
    """A conflict returns at most 500 entries; a caller that applies them and tries again gets the rest."""
    play(store, game_id, 6, effects=100)
    outcome = store.append(game_id, action_after(NO_HEAD, text="late"), NO_HEAD)
    assert isinstance(outcome, Conflict)
    assert 500 == len(outcome.tail)


def test_a_resend_gets_the_first_answer(store: Store, game_id: str) -> None:
    """A resend with the same key and request returns the first outcome's position, whatever came in between."""
    first = store.append(game_id, action_after(NO_HEAD, 2), NO_HEAD, idempotency_key="k", request_digest=BODY)
    assert isinstance(first, Appended)
    head = play(store, game_id, 3, head=first.head)
    resent = store.append(game_id, action_after(first.head), first.head, idempotency_key="k", request_digest=BODY)
    assert Repeated(Position(1, 1)) == resent
    assert head == store.head(game_id)
    assert Position(1, 1) == store.position_of_request(game_id, "k", BODY)


def test_a_resend_is_recognised_when_the_game_is_over(store: Store, game_id: str) -> None:
    """The idempotency key is looked up before the game is found closed."""
    store.append(game_id, action_after(NO_HEAD), NO_HEAD, closes=True, idempotency_key="k", request_digest=BODY)
    outcome = store.append(game_id, action_after(NO_HEAD, text="y"), NO_HEAD, idempotency_key="k", request_digest=BODY)
    assert Repeated(Position(1, 0)) == outcome


def test_a_key_belongs_to_one_body(store: Store, game_id: str) -> None:
    """Another request under the same idempotency key is refused, and nothing is written."""
    store.append(game_id, action_after(NO_HEAD), NO_HEAD, idempotency_key="k", request_digest=BODY)
    head = store.head(game_id)
    assert head is not None
    with pytest.raises(IdempotencyKeyReused):
        store.append(game_id, action_after(head), head, idempotency_key="k", request_digest=OTHER_BODY)
    with pytest.raises(IdempotencyKeyReused):
        store.position_of_request(game_id, "k", OTHER_BODY)
    assert head == store.head(game_id)


def test_keys_of_different_games_are_independent(store: Store, game_id: str) -> None:
    """An idempotency key counts only within its game; an unused one is unknown."""
    store.append(game_id, action_after(NO_HEAD), NO_HEAD, idempotency_key="k", request_digest=BODY)
    outcome = store.append(
        f"{game_id}x", action_after(NO_HEAD), NO_HEAD, idempotency_key="k", request_digest=OTHER_BODY
    )
    assert isinstance(outcome, Appended)
    assert store.position_of_request(game_id, "never", BODY) is None


def test_an_append_repeated_by_the_network_counts_once(store: Store, game_id: str) -> None:
    """If the head is already the action to write, the outcome is the same and nothing is added."""
    entries = action_after(NO_HEAD, 2)
    first = store.append(game_id, entries, NO_HEAD)
    assert first == store.append(game_id, entries, NO_HEAD)
    assert entries == store.read(game_id)
    assert 1 == len(_log_of(store, game_id))


def test_the_same_action_of_two_requests_is_not_a_repetition(store: Store, game_id: str) -> None:
    """Two requests may decide the same action in one millisecond; the second one learns of the first one's action."""
    entries = action_after(NO_HEAD, 2)
    first = store.append(game_id, entries, NO_HEAD, idempotency_key="k", request_digest=BODY)
    assert isinstance(first, Appended)
    outcome = store.append(game_id, entries, NO_HEAD, idempotency_key="other", request_digest=BODY)
    assert isinstance(outcome, Conflict) and entries == list(outcome.tail)
    assert store.position_of_request(game_id, "other", BODY) is None


def test_the_last_append_of_a_game_may_be_repeated_too(store: Store, game_id: str) -> None:
    """The append that closes the game is recognised before the game is found closed."""
    entries = action_after(NO_HEAD)
    first = store.append(game_id, entries, NO_HEAD, closes=True)
    assert first == store.append(game_id, entries, NO_HEAD, closes=True)


def test_a_closed_game_is_closed(store: Store, game_id: str) -> None:
    """After the append that closes a game, nothing can be appended to any head."""
    closed = store.append(game_id, action_after(NO_HEAD), NO_HEAD, closes=True)
    assert isinstance(closed, Appended) and closed.head.closed
    assert closed.head == store.head(game_id)
    for head in (closed.head, NO_HEAD):
        with pytest.raises(GameClosed):
            store.append(game_id, action_after(head, text="more"), head)


@pytest.mark.parametrize(
    "positions", [["2-0"], ["1-1"], ["1-0", "1-2"], ["1-0", "3-0"], ["1-0", "2-1"], ["1-0", "1-0"], ["0-0"], []]
)
def test_positions_leave_no_gap(store: Store, game_id: str, positions: list[str]) -> None:
    """An action is the next one, its effects count from 0; anything else is a bug, and nothing is written."""
    digest, entries = NO_HEAD.digest, []
    for position in positions:
        digest = chain(digest, b"{}")
        entries.append(Entry(Position(*map(int, position.split("-"))), b"{}", b"", digest))
    with pytest.raises(ValueError):
        store.append(game_id, entries, NO_HEAD)
    if entries:
        with pytest.raises(ResponseError, match="BROKEN"):
            _append_unchecked(store, game_id, entries)
    assert not store.exists(game_id)
    assert [] == store.read(game_id)


def test_a_broken_chain_never_reaches_the_stream(store: Store, game_id: str) -> None:
    """An entry whose digest does not continue the chain is refused."""
    entry = Entry(Position(1, 0), b"{}", b"", bytes(32))
    with pytest.raises(ValueError):
        store.append(game_id, [entry], NO_HEAD)
    assert not store.exists(game_id)


@pytest.mark.parametrize("name", ["events", "head", "requests", "log", "log_head"])
def test_all_or_nothing(store: Store, game_id: str, name: str) -> None:
    """If one of the Redis names cannot be written, none is."""
    names = GameNames(game_id, store.partitions)
    spoiled = getattr(names, name)
    saved = store.redis.dump(spoiled)
    before = _state_of(store, names, without=spoiled)
    store.redis.delete(spoiled)
    store.redis.sadd(spoiled, "something else")
    try:
        with pytest.raises(RecordDamaged):
            store.append(game_id, action_after(NO_HEAD, 3), NO_HEAD, idempotency_key="k", request_digest=BODY)
        assert before == _state_of(store, names, without=spoiled)
    finally:
        store.redis.delete(spoiled)
        if saved:
            store.redis.restore(spoiled, 0, saved)


def test_a_stream_beyond_its_head_is_noticed(store: Store, game_id: str) -> None:
    """A manual addition to the stream stops the game; nothing is built on top of it."""
    head = play(store, game_id, 2)
    store.redis.xadd(GameNames(game_id, store.partitions).events, {"e": "{}"}, "7-0")
    with pytest.raises(RecordDamaged, match="does not end at its head"):
        store.append(game_id, action_after(head), head)
    assert head == store.head(game_id)


def test_a_cut_stream_is_noticed(store: Store, game_id: str) -> None:
    """A caller with more entries than the stream is not sent to read again."""
    head = play(store, game_id, 3)
    names = GameNames(game_id, store.partitions)
    store.redis.delete(names.events, names.head)
    play(store, game_id, 2)
    with pytest.raises(StreamDiverged):
        store.append(game_id, action_after(head), head)


def test_another_stream_under_the_same_id_is_noticed(store: Store, game_id: str) -> None:
    """A tail that does not continue the caller's digest is refused."""
    other = store.append(f"{game_id}x", action_after(NO_HEAD, text="other"), NO_HEAD)
    assert isinstance(other, Appended)
    play(store, game_id, 3)
    with pytest.raises(StreamDiverged):
        store.append(game_id, action_after(other.head), other.head)


def test_every_append_leaves_one_record_in_the_log(store: Store, game_id: str) -> None:
    """The partition's log has game, first and last position and whether it closed, numbered without gaps."""
    head = play(store, game_id, 2, effects=2)
    store.append(game_id, action_after(head, 3), head, closes=True)
    records = _log_of(store, game_id)
    assert [("1-0", "1-1", False), ("2-0", "2-1", False), ("3-0", "3-2", True)] == [
        (str(record.from_position), str(record.to_position), record.closed) for record in records
    ]
    partition = records[0].partition
    everything = LogReader(store.redis, store.partitions).read_since({}, 100_000)
    numbers = [record.number for record in everything if record.partition == partition]
    assert list(range(1, len(numbers) + 1)) == numbers


def test_a_game_is_in_one_slot(store: Store, game_id: str) -> None:
    """All Redis names of an append have the same hash tag."""
    names = GameNames(game_id, store.partitions)
    all_names = (names.events, names.head, names.requests, names.game_key, names.log, names.log_head)
    assert 1 == len({name[name.index("{") : name.index("}")] for name in all_names})
    assert f"stele:{{p{names.partition:02d}}}:game:{game_id}:events" == names.events


def test_the_number_of_partitions_never_changes(store: Store) -> None:
    """The first start fixes the number of partitions, and a game's partition never changes."""
    assert 64 == store.partitions
    assert 64 == Store(store.redis).partitions
    assert [49, 29] == [GameNames("abcdefghjkmn", 64).partition, GameNames("23456789abcd", 64).partition]


def test_a_script_lost_by_the_server_is_sent_again(store: Store, game_id: str) -> None:
    """The script's text is sent again when the server does not have it."""
    head = play(store, game_id, 1)
    store.redis.script_flush()
    play(store, game_id, 1, head=head)


def test_threads_that_race_lose_no_append(store: Store, game_id: str) -> None:
    """Eight threads on one game: every append counts once, in one chain."""
    threads = [threading.Thread(target=_append_eagerly, args=(store, game_id, f"t{n}", 25)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _check_race(store, game_id, 8 * 25)


def _append_eagerly(store: Store, game_id: str, name: str, times: int) -> None:
    head, done = NO_HEAD, 0
    while done < times:
        entries = action_after(head, 2, text=f"{name}.{done}")
        match store.append(game_id, entries, head, idempotency_key=f"{name}.{done}", request_digest=name.encode()):
            case Appended(new):
                head, done = new, done + 1
            case Conflict(tail):
                head = Head(tail[-1].position, tail[-1].digest)
            case Repeated():
                raise AssertionError("nobody else uses this idempotency key")


def _check_race(store: Store, game_id: str, actions: int) -> None:
    entries = store.read(game_id)
    assert [Position(action, effect) for action in range(1, actions + 1) for effect in (0, 1)] == [
        entry.position for entry in entries
    ]
    digest = NO_HEAD.digest
    for entry in entries:
        digest = chain(digest, entry.public)
        assert digest == entry.digest
    assert actions == len({msgspec.json.decode(entry.public)["data"]["type"] for entry in entries})
    assert actions == len(_log_of(store, game_id))


def _log_of(store: Store, game_id: str) -> list[Any]:
    everything = LogReader(store.redis, store.partitions).read_since({}, 100_000)
    return [record for record in everything if record.game_id == game_id]


def _append_unchecked(store: Store, game_id: str, entries: list[Entry]) -> None:
    """Call the script directly, without the preceding checks."""
    names = GameNames(game_id, store.partitions)
    arguments: list[Any] = [game_id, str(BEGINNING), NO_HEAD.digest, 0, "", b"", 500]
    for entry in entries:
        arguments += [str(entry.position), entry.public, entry.secrets, entry.digest]
    keys = (names.events, names.head, names.requests, names.log, names.log_head, names.archived)
    script(APPEND)(store.redis, keys, arguments)


def _state_of(store: Store, names: GameNames, without: str) -> dict[str, Any]:
    redis: Client = store.redis
    all_names = (names.events, names.head, names.requests, names.log, names.log_head)
    return {name: redis.dump(name) for name in all_names if name != without}
