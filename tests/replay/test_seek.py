"""Seek: a snapshot leads to the same state as the beginning does; a mismatched snapshot is dropped."""

import zlib

import pytest

from bench.reading import append_all, long_record
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import Position, read_records
from eventstore.keys import GameNames
from eventstore.snapshots import LIFE_SECONDS, MOST_OF_A_VIEW, Snapshot, Snapshots
from replay.seek import EVERY, Seeker

TITLES = list(find_rulebooks())
EVENTS = 3 * EVERY + 20


@pytest.fixture
def recorded(store, game_id):
    """Writes a long record of a title: its projector and its entries."""

    def record(title, events=EVENTS):
        projector = projector_for(title)
        entries = long_record(projector, events)
        append_all(store, game_id, entries)
        return projector, entries

    return record


def stream_of(store, game_id, view):
    """The name of the snapshots of this view."""
    return GameNames(game_id, store.partitions).snapshots(str(view))


def stamps_of(store, game_id, view):
    return [(name.decode(), fields[b"v"]) for name, fields in store.redis.xrange(stream_of(store, game_id, view))]


@pytest.mark.parametrize("title", TITLES)
def test_a_snapshot_and_the_tail_are_the_whole(recorded, store, game_id, title):
    """Every viewer has the same state from a snapshot as from the beginning, at every position, earlier ones too."""
    projector, entries = recorded(title)
    seeker = Seeker(store)
    for viewer in ("public", "all", 0, 1):
        records = read_records(projector, entries, viewer)
        for index in (EVENTS - 1, EVENTS - 1, 5, EVERY - 1, EVERY, 2 * EVERY + 3):
            at = entries[index].position
            assert seeker.state_at(game_id, projector, viewer, at, True) == projector.fold(records[: index + 1])
            near = seeker.before(game_id, projector, viewer, at, True)
            assert near.position < at == near.entries[-1].position
            assert near.game == projector.fold(records[: index + 1 - len(near.entries)])
            assert len(near.entries) <= EVERY


def test_only_a_snapshot_and_the_tail_are_read(recorded, store, game_id):
    """A repeated seek reads nothing of the record's beginning: it could be missing."""
    projector, entries = recorded(TITLES[0])
    end = entries[-1].position
    whole = Seeker(store).state_at(game_id, projector, 0, end, False)
    store.redis.xtrim(GameNames(game_id, store.partitions).events, maxlen=EVERY, approximate=False)
    assert Seeker(store).state_at(game_id, projector, 0, end, False) == whole


def test_snapshots_are_few_and_expire(recorded, store, game_id):
    """There is one snapshot for a number of events, a limit for each view, and an expiry after some hours."""
    projector, entries = recorded(TITLES[0])
    Seeker(store).state_at(game_id, projector, "public", entries[-1].position, False)
    name = stream_of(store, game_id, "public")
    assert store.redis.xlen(name) == EVENTS // EVERY
    assert 0 < store.redis.ttl(name) <= LIFE_SECONDS
    many = [Snapshot(Position(10_000 + number, 0), bytes(32), b"") for number in range(MOST_OF_A_VIEW + 10)]
    Snapshots(store.redis, store.partitions).keep(game_id, "public", b"x", many)
    assert store.redis.xlen(name) == MOST_OF_A_VIEW


def test_the_full_state_of_a_running_game_is_not_stored(recorded, store, game_id):
    """The union of all views is not stored while the game runs; a seat's snapshot holds its own view alone."""
    projector, entries = recorded(TITLES[0])
    end = entries[-1].position
    Seeker(store).state_at(game_id, projector, "all", end, False)
    assert not store.redis.exists(stream_of(store, game_id, "all"))
    Seeker(store).state_at(game_id, projector, 1, end, False)
    for stream_id, fields in store.redis.xrange(stream_of(store, game_id, 1)):
        until = next(place for place, entry in enumerate(entries) if str(entry.position) == stream_id.decode())
        own = projector.fold(read_records(projector, entries[: until + 1], 1))
        assert zlib.decompress(fields[b"z"]) == projector.encode_state(own)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (b"v", b"another title's"), (b"h", bytes(32)), (b"h", None), (b"z", b"not compressed"),
        (b"z", zlib.compress(b'{"status": 7}')),
    ],
)  # fmt: skip
def test_a_mismatched_snapshot_is_dropped(recorded, store, game_id, field, value):
    """A snapshot of another title, code or record, or an unreadable one, is replaced after the record is folded."""
    projector, entries = recorded(TITLES[0])
    end = entries[-1].position
    right = Seeker(store).state_at(game_id, projector, 0, end, False)
    kept = stamps_of(store, game_id, 0)
    name = stream_of(store, game_id, 0)
    stream_id, fields = store.redis.xrevrange(name, count=1)[0]
    fields = {**fields, field: value} if value else {name: one for name, one in fields.items() if name != field}
    store.redis.xdel(name, stream_id)
    store.redis.delete(name)
    store.redis.xadd(name, fields, stream_id)
    assert Seeker(store).state_at(game_id, projector, 0, end, False) == right
    assert stamps_of(store, game_id, 0) == kept


def test_a_malformed_snapshot_is_dropped(recorded, store, game_id):
    """Any malformed value under a snapshot's name is dropped."""
    projector, entries = recorded(TITLES[0])
    store.redis.set(stream_of(store, game_id, 0), "something else")
    Seeker(store).state_at(game_id, projector, 0, entries[-1].position, False)
    assert len(stamps_of(store, game_id, 0)) == EVENTS // EVERY


def test_two_readers_store_the_same(recorded, store, game_id):
    """The second of two readers adds no snapshot, and reading an earlier position leaves the stored ones."""
    projector, entries = recorded(TITLES[0])
    for index in (2 * EVERY, EVENTS - 1, EVERY, EVENTS - 1):
        Seeker(store).state_at(game_id, projector, 0, entries[index].position, False)
    positions = [position for position, _stamp in stamps_of(store, game_id, 0)]
    assert positions == [str(entries[number * EVERY - 1].position) for number in range(1, EVENTS // EVERY + 1)]
