"""Archive: games out of the server's memory read the same, and each game is always in at least one place."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from eventstore.append import NO_HEAD, Appended, Conflict, Head, StreamDiverged
from eventstore.backup.archive import Archive
from eventstore.backup.archive_format import NotPackable, packed, unpacked
from eventstore.backup.archive_moves import bring_back, move_to_archive
from eventstore.backup.restore import set_aside, sound_beginning
from eventstore.checkpoints.compare import read_ends
from eventstore.encryption import SecretBox
from eventstore.entries import Entry, Position
from eventstore.errors import RecordDamaged
from eventstore.store import Store
from tests.audit.games import TITLES, played
from tests.buckets import bucket
from tests.eventstore.dying_archivist import STEPS
from tests.eventstore.handmade import action_after
from tests.serving import ROOT


@pytest.fixture
def kept(store: Store, tmp_path) -> Store:
    """A store with an archive."""
    return Store(store.redis, SecretBox(bytes(32)), archive=Archive(tmp_path / "archive"))


def recorded(store: Store, game_id: str, closes: bool = True) -> list[Entry]:
    """A finished game of forty actions with up to three entries each."""
    head = NO_HEAD
    for number in range(40):
        entries = action_after(head, 1 + number % 3, at=1000 * number)
        outcome = store.append(game_id, entries, head, closes=closes and number == 39)
        assert isinstance(outcome, Appended)
        head = outcome.head
    return store.read(game_id)


def answers(store: Store, game_id: str, entries: list[Entry]) -> list[object]:
    """The result of every way of reading, from everywhere to everywhere."""
    places = [Position(0, 0), Position(99, 0), *(entry.position for entry in entries)]
    some = places[::19]
    return [
        store.head(game_id),
        *(store.read(game_id, after, until, count, first) for after in some for until in (None, *some)
          for count in (None, 1, 5) for first in (False, True)),
        *(store.read_action(game_id, action) for action in range(42)),
        *(store.entry_at(game_id, place) for place in places),
        *(store.last_of_action(game_id, Position(one.action, effect)) for one in places for effect in (0, 1, 10**9)),
        *(store.last_before(game_id, at) for at in range(-500, 42_000, 700)),
        sound_beginning(store, game_id),
        next(iter(read_ends(store, [game_id]))),
    ]  # fmt: skip


def test_reads_are_the_same(kept: Store, game_id: str) -> None:
    """A game reads the same from the archive: read twice, with later additions, archived again, or brought back."""
    entries = recorded(kept, game_id)
    before, taken = answers(kept, game_id, entries), kept.memory_bytes(game_id)
    assert kept.read(game_id, after=Position(3, 0), with_first=True)[0].position == Position(3, 0)
    assert move_to_archive(kept, game_id)
    assert kept.memory_bytes(game_id) < taken
    assert answers(kept, game_id, entries) == before
    assert move_to_archive(kept, game_id) is None
    assert kept.archive is not None
    head = kept.head(game_id)
    assert head is not None
    for number in range(3):
        more = action_after(head, 2, at=50_000 + number)
        outcome = kept.append(game_id, more, head, closes=True)
        assert isinstance(outcome, Appended)
        entries, head = [*entries, *more], outcome.head
    there = answers(kept, game_id, entries)
    assert kept.read(game_id) == entries
    assert move_to_archive(kept, game_id)
    assert kept.redis.exists(kept._names(game_id).events) == 0
    assert answers(kept, game_id, entries) == there
    assert bring_back(kept, game_id)
    assert not bring_back(kept, game_id)
    assert kept.archived(game_id) is None
    assert answers(kept, game_id, entries) == there


def test_what_an_earlier_version_left_in_memory_goes(kept: Store, game_id: str) -> None:
    """An earlier version left a game's last entry in the stream; the game reads the same with and without it."""
    entries = recorded(kept, game_id)
    before, names, last = answers(kept, game_id, entries), kept._names(game_id), entries[-1]
    archived = move_to_archive(kept, game_id)
    assert archived is not None
    kept.redis.set(names.archived, msgspec.json.encode(msgspec.structs.replace(archived, digest="")))
    fields = {"e": last.public, "s": last.secrets, "h": last.digest, "a": "1"}
    kept.redis.xadd(names.events, fields, id=str(last.position))  # type: ignore[arg-type]
    assert answers(kept, game_id, entries) == before
    assert move_to_archive(kept, game_id) == archived and not kept.is_in_memory(game_id)
    assert answers(kept, game_id, entries) == before
    kept.redis.hset(names.head, "position", "39-0")
    wrong = Head(Position(39, 0), last.digest)
    with pytest.raises(RecordDamaged, match="the archive does not end at its head"):
        kept.append(game_id, action_after(wrong, 1), wrong, closes=True)


def test_a_late_append_gets_the_later_entries(kept: Store, game_id: str) -> None:
    """A late append gets the later entries, as from a stream in memory; an append that does not continue them is
    refused.
    """
    entries = recorded(kept, game_id)
    move_to_archive(kept, game_id)
    there = entries[9]
    head = Head(there.position, there.digest)
    late = action_after(Head(Position(there.position.action, there.position.effect), there.digest), 1, at=9)
    outcome = kept.append(game_id, late, head, closes=True)
    assert outcome == Conflict(tuple(entries[10:]))
    wrong = Head(there.position, bytes(32))
    with pytest.raises(StreamDiverged):
        kept.append(game_id, action_after(wrong, 1, at=9), wrong, closes=True)


def test_only_finished_and_sound_games_are_archived(kept: Store, game_id: str, new_game_id) -> None:
    """A running game stays, and a changed one stays untouched."""
    recorded(kept, game_id, closes=False)
    assert move_to_archive(kept, game_id) is None
    assert move_to_archive(kept, new_game_id()) is None
    damaged = new_game_id()
    entries = recorded(kept, damaged)
    kept.redis.xdel(kept._names(damaged).events, "7-0")
    with pytest.raises(RecordDamaged):
        move_to_archive(kept, damaged)
    assert len(kept.redis.xrange(kept._names(damaged).events)) == len(entries) - 1


def test_in_a_bucket(store: Store, game_id: str, monkeypatch) -> None:
    """S3-compatible storage holds the archive like a directory; a lost object is damage, and is named."""
    with bucket() as (things, variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        kept = Store(store.redis, SecretBox(bytes(32)), archive=Archive("s3://stele/games"))
        entries = recorded(kept, game_id)
        archived = move_to_archive(kept, game_id)
        assert archived and list(things) == [f"games/{archived.file}"]
        fresh = Store(store.redis, archive=Archive("s3://stele/games"))
        assert fresh.read(game_id) == entries and list(fresh.archive.files.names()) == [archived.file]
        things.clear()
        with pytest.raises(RecordDamaged):
            Store(store.redis, archive=Archive("s3://stele/games")).read(game_id)


def test_an_append_meanwhile_keeps_the_game(kept: Store, game_id: str, monkeypatch, tmp_path) -> None:
    """A game that grows between its file and its release stays whole in memory, and is archived the next time."""
    recorded(kept, game_id)
    write, head = Archive.write, kept.head(game_id)
    assert head is not None

    def growing(self: Archive, one: str, some: list[Entry]):
        archived = write(self, one, some)
        assert isinstance(kept.append(game_id, action_after(head, 1, at=60_000), head, closes=True), Appended)
        return archived

    monkeypatch.setattr(Archive, "write", growing)
    assert move_to_archive(kept, game_id) is None and kept.archived(game_id) is None
    entries = kept.read(game_id)
    assert entries[-1].position > head.position and len(entries) == kept.redis.xlen(kept._names(game_id).events)
    monkeypatch.undo()
    assert move_to_archive(kept, game_id)
    assert Store(kept.redis, archive=Archive(tmp_path / "archive")).read(game_id) == entries


def test_kill_at_each_step(kept: Store, new_game_id, data_directory: Path, tmp_path: Path) -> None:
    """kill -9 of the archiving process: the game reads the same, is archived by the next one, and its file is whole."""
    games = [new_game_id() for _step in STEPS]
    entries = {game_id: recorded(kept, game_id) for game_id in games}
    arguments = [str(data_directory), str(tmp_path / "archive"), *games]
    subprocess.run([sys.executable, "-m", "tests.eventstore.dying_archivist", *arguments], cwd=ROOT, check=True)
    assert [kept.archived(game_id) is not None for game_id in games] == [False] * (len(games) - 1) + [True]
    for _again in range(2):
        fresh = Store(kept.redis, archive=Archive(tmp_path / "archive"))
        assert {game_id: fresh.read(game_id) for game_id in games} == entries
        for game_id in games:
            move_to_archive(fresh, game_id)
            assert fresh.archived(game_id) is not None
    assert [kept.redis.xlen(kept._names(game_id).events) for game_id in games] == [0] * len(games)


def test_nothing_is_released_without_its_file(kept: Store, game_id: str, monkeypatch) -> None:
    """The bytes read back from the disk are compared with the stream, not the bytes to be written."""
    entries = recorded(kept, game_id)
    path = "eventstore.backup.archive.write_durably"
    monkeypatch.setattr(path, lambda path, content: path.write_bytes(content[:-1] + bytes([content[-1] ^ 1])))
    with pytest.raises(ValueError, match="is not what was written"):
        move_to_archive(kept, game_id)
    assert len(kept.redis.xrange(kept._names(game_id).events)) == len(entries)


def test_a_lost_or_changed_file_is_damage_and_can_be_repaired(kept: Store, game_id: str, tmp_path) -> None:
    """A damaged archive file never reads as a shorter game, and can be replaced from another copy."""
    entries = recorded(kept, game_id)
    archived = move_to_archive(kept, game_id)
    assert archived is not None and kept.archive is not None
    file = tmp_path / "archive" / archived.file
    content = file.read_bytes()
    fresh = Store(kept.redis, archive=Archive(tmp_path / "archive"))
    for change in (lambda: file.write_bytes(content[:40] + bytes([content[40] ^ 1]) + content[41:]), file.unlink):
        change()
        with pytest.raises(RecordDamaged):
            fresh.read(game_id)
        assert sound_beginning(fresh, game_id) == ([], False)
    with pytest.raises(RecordDamaged):
        Store(kept.redis).read(game_id)
    set_aside(fresh, game_id)
    head = NO_HEAD
    for action in range(1, 41):
        some = [entry for entry in entries if entry.position.action == action]
        outcome = fresh.append(game_id, some, head, closes=action == 40)
        assert isinstance(outcome, Appended)
        head = outcome.head
    assert fresh.read(game_id) == entries


@pytest.mark.parametrize("title", TITLES)
def test_a_played_game_takes_few_bytes(title: str) -> None:
    """A played game takes at most thirty bytes for each event, with secrets and without digests, and all of it is read
    back.
    """
    _projector, game = played(title)
    content = packed(game.game_id, game.entries)
    assert unpacked(game.game_id, content) == list(game.entries)
    assert len(content) <= 30 * len(game.entries)
    with pytest.raises(ValueError):
        unpacked("another", content)
    strange = [msgspec.structs.replace(game.entries[0], digest=bytes(32))]
    with pytest.raises(NotPackable):
        packed(game.game_id, strange)
