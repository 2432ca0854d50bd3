"""Checkpoints: signed states of the disk, kept outside the server; differences are found and named."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.signing.keys import KeyNotary, SigningKey
from eventstore.append import NO_HEAD, Appended, Head
from eventstore.checkpoints import writer
from eventstore.checkpoints.checkpoint import NOTES, BadCheckpoint, latest_checkpoint, read_checkpoint, read_note
from eventstore.checkpoints.compare import Finding, compare, shorter_logs
from eventstore.checkpoints.read_only_games import Acceptance, Closures
from eventstore.checkpoints.writer import NOTES_KEPT, CheckpointWriter
from eventstore.entries import Position
from eventstore.errors import ReadOnly
from eventstore.keys import GameNames
from eventstore.log import LogReader, shorten
from eventstore.store import Store
from tests.eventstore.handmade import action_after, play

NOTARY = KeyNotary(SigningKey(bytes(32)))
ORIGIN = "log.example/stele"


def keeper_of(store: Store, directory: Path, closures: Closures | None = None) -> CheckpointWriter:
    """A keeper that holds the directory."""
    kept = closures or Closures(store.redis)
    keeper = CheckpointWriter(
        directory,
        store,
        NOTARY,
        ORIGIN,
        is_closed=lambda game_id: game_id in kept.findings(now=True),
        accepted=kept.acceptances,
    )
    assert keeper.hold()
    return keeper


@pytest.fixture
def keeper(store: Store, tmp_path: Path) -> CheckpointWriter:
    """A keeper that holds the test's directory."""
    return keeper_of(store, tmp_path)


def closures_of(store: Store, directory: Path) -> Closures:
    """The read-only games by comparison with the newest checkpoint of this directory."""

    def differences() -> list[Finding] | None:
        checkpoint, _complaints = latest_checkpoint(directory, NOTARY)
        return None if checkpoint is None else list(compare(store, checkpoint))

    return Closures(store.redis, differences)


def findings(store: Store, directory: Path) -> dict[str, tuple[str, str]]:
    """The differences from the newest checkpoint: kind and position by game."""
    checkpoint, complaints = latest_checkpoint(directory, NOTARY)
    assert not complaints
    return {one.game_id: (one.kind, one.position) for one in compare(store, checkpoint)}


def cut(store: Store, game_id: str, head: Head) -> None:
    """Cut the stream back to this head, like a shortened file."""
    names = GameNames(game_id, store.partitions)
    kept: Any = store.redis.xrange(names.events, "-", str(head.position))
    store.redis.delete(names.events)
    for position, fields in kept:
        store.redis.xadd(names.events, fields, position)
    store.redis.hset(names.head, mapping={"position": str(head.position), "digest": head.digest})


def test_a_whole_record_is_found_whole(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """A checkpoint names every game's head; the record may continue, and nothing is reported."""
    heads = {f"game{number}": play(store, f"game{number}", number + 1, effects=2) for number in range(20)}
    assert keeper.write()
    checkpoint, _ = latest_checkpoint(tmp_path, NOTARY)
    assert heads == dict(checkpoint.games)
    play(store, "game3", 5, head=heads["game3"])
    assert {} == findings(store, tmp_path)
    assert keeper.write()
    assert {} == findings(store, tmp_path)


def test_nothing_new_costs_one_call(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """While nothing is recorded, a check is one call and writes nothing."""
    play(store, "game", 3)
    keeper.write()
    before = sorted(tmp_path.iterdir())
    calls = store.redis.info("stats")["total_commands_processed"]
    assert not keeper.write()
    assert calls + 2 == store.redis.info("stats")["total_commands_processed"], "one more, and the INFO itself"
    assert before == sorted(tmp_path.iterdir())


def test_each_loss_is_named(store: Store, tmp_path: Path) -> None:
    """A lost game, a shorter one, another in its place, a damaged head: each with its position."""
    heads = {name: play(store, name, 5, effects=2) for name in ("whole", "gone", "behind", "differs", "head", "empty")}
    shorter = play(store, "other", 3)
    keeper_of(store, tmp_path).write()
    names = {name: GameNames(name, store.partitions) for name in heads}
    store.redis.delete(names["gone"].head, names["gone"].events)
    store.redis.delete(names["empty"].events)
    digest = store.entry_at("behind", Position(2, 1)).digest
    cut(store, "behind", Head(Position(2, 1), digest))
    store.redis.delete(names["differs"].head, names["differs"].events)
    play(store, "differs", 9, effects=2, hour=7)
    store.redis.hset(names["head"].head, "position", "4-1")
    assert {
        "gone": ("gone", "5-1"),
        "behind": ("behind", "5-1"),
        "empty": ("behind", "5-1"),
        "differs": ("differs", "5-1"),
        "head": ("head", "5-1"),
    } == findings(store, tmp_path)
    assert shorter == store.head("other")


def test_wrong_types_are_damage(store: Store, tmp_path: Path) -> None:
    """A head that is no hash and a stream that is not one are found, and the other games are still compared."""
    for name in ("head", "events", "whole"):
        play(store, name, 2)
    keeper_of(store, tmp_path).write()
    for name, spoiled in (("head", GameNames("head", 64).head), ("events", GameNames("events", 64).events)):
        store.redis.delete(spoiled)
        store.redis.set(spoiled, name)
    assert {"head": ("head", "2-0"), "events": ("behind", "2-0")} == findings(store, tmp_path)


def test_a_shorter_log_is_followed_anew(store: Store, tmp_path: Path) -> None:
    """A restored old copy has a shorter log: that is reported, and later entries are in the checkpoints."""
    head = play(store, "game", 6)
    keeper_of(store, tmp_path).write()
    checkpoint, _ = latest_checkpoint(tmp_path, NOTARY)
    names, reader = GameNames("game", store.partitions), LogReader(store.redis, 64)
    head = play(store, "game", 2, head=head)
    assert 7 == shorten(store.redis, names.partition, 1, 100) and {} == shorter_logs(reader, checkpoint)
    store.redis.delete(names.log, names.log_head)
    assert [names.partition] == list(shorter_logs(LogReader(store.redis, 64), checkpoint))
    head = play(store, "game", 1, head=head)
    keeper = CheckpointWriter(tmp_path / "next", store, NOTARY, ORIGIN)
    shutil.copytree(tmp_path, tmp_path / "next", ignore=shutil.ignore_patterns("next"))
    assert keeper.hold() and keeper.write()
    found, _ = latest_checkpoint(tmp_path / "next", NOTARY)
    assert (1, head) == (found.logs[names.partition].number, found.games["game"])


def test_a_damaged_game_keeps_its_claim(store: Store, tmp_path: Path) -> None:
    """A lost position is claimed by every later checkpoint, until the operator accepts the loss."""
    head = play(store, "game", 5)
    closures = closures_of(store, tmp_path)
    keeper = keeper_of(store, tmp_path, closures)
    keeper.write()
    early = Head(Position(3, 0), store.entry_at("game", Position(3, 0)).digest)
    cut(store, "game", early)
    assert closures.compare_again()
    with pytest.raises(ReadOnly, match="ends at 3-0"):
        closures.check("game")
    since = closures.findings(now=True)["game"].since
    play(store, "other", 1)
    assert keeper.write()
    assert {"game": ("behind", "5-0")} == findings(store, tmp_path)
    closures.compare_again()
    assert since == closures.findings(now=True)["game"].since, "the first checkpoint that knew of it says since when"
    closures.accept("game", Acceptance(str(head.position), head.digest.hex(), "3-0", 1))
    assert {} == closures.findings(now=True)
    closures.compare_again()
    assert {} == closures.findings(now=True)
    outcome = store.append("game", action_after(early, text="another"), early)
    assert isinstance(outcome, Appended)
    assert keeper.write()
    assert {} == findings(store, tmp_path)
    assert "5-0" == closures.acceptance("game").lost, "what was accepted stays visible"


def test_a_restored_game_is_open_again(store: Store, tmp_path: Path) -> None:
    """A game that is whole at the next comparison can be played."""
    play(store, "game", 5)
    closures = closures_of(store, tmp_path)
    keeper_of(store, tmp_path, closures).write()
    names = GameNames("game", store.partitions)
    events, head = store.redis.dump(names.events), store.redis.dump(names.head)
    store.redis.delete(names.events, names.head)
    closures.compare_again()
    assert {"game"} == set(Closures(store.redis).findings()), "every process knows it"
    store.redis.restore(names.events, 0, events)
    store.redis.restore(names.head, 0, head)
    closures.compare_again()
    closures.findings(now=True)
    closures.check("game")


def test_one_keeper_writes_and_the_rest_wait(store: Store, tmp_path: Path) -> None:
    """A second keeper holds the directory only when the first has released it."""
    first, second = CheckpointWriter(tmp_path, store, NOTARY, ORIGIN), CheckpointWriter(tmp_path, store, NOTARY, ORIGIN)
    assert first.hold() and not second.hold()
    first.release()
    assert second.hold()


def test_the_next_keeper_continues(store: Store, tmp_path: Path) -> None:
    """Numbers continue, the journal grows, few notes are kept, and a half-written line of a crash is cut off."""
    head = NO_HEAD
    for number in range(1, 12):
        head = play(store, "game", 1, head=head)
        keeper = keeper_of(store, tmp_path)
        assert keeper.write()
        keeper.release()
        checkpoint, complaints = latest_checkpoint(tmp_path, NOTARY)
        assert (number, head, ()) == (checkpoint.number, checkpoint.games["game"], complaints)
        with (tmp_path / checkpoint.journal).open("ab") as journal:
            journal.write(b"half a li")
    assert NOTES_KEPT == len(list(tmp_path.glob(NOTES)))
    assert all(read_checkpoint(path)[0].games for path in tmp_path.glob(NOTES)), "the earlier ones stay true"


def test_the_journal_is_bounded(
    store: Store, keeper: CheckpointWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games of any length, the journal holds a bounded number of lines for each game, and some to spare."""
    monkeypatch.setattr(writer, "_SPARE_LINES", 20)
    head = NO_HEAD
    for _ in range(60):
        head = play(store, "game", 1, head=head)
        keeper.write()
        assert 20 + 3 + NOTES_KEPT >= sum(len(path.read_bytes().splitlines()) for path in tmp_path.glob("heads-*"))
    assert {"game": head} == dict(latest_checkpoint(tmp_path, NOTARY)[0].games)


def _with_last_letter_changed(content: bytes) -> bytes:
    return content[:-3] + bytes([content[-3] ^ 1]) + content[-2:]


@pytest.mark.parametrize(
    ("place", "spoiled"),
    [
        ("note", lambda content: content.replace(b"partitions 64", b"partitions 6x")),
        ("note", lambda content: b""),
        ("note", lambda content: bytes(range(256))),
        ("journal", _with_last_letter_changed),
    ],
)
def test_a_damaged_checkpoint_is_reported_and_skipped(
    store: Store, keeper: CheckpointWriter, tmp_path: Path, place: str, spoiled: Callable[[bytes], bytes]
) -> None:
    """After a damaged checkpoint, the previous one counts, the next has a higher number, and nothing crashes."""
    head = play(store, "game", 2)
    keeper.write()
    play(store, "game", 1, head=head)
    keeper.write()
    keeper.release()
    newest = max(tmp_path.glob(NOTES))
    damaged = newest if place == "note" else tmp_path / read_note(newest.read_bytes()).journal
    damaged.write_bytes(spoiled(damaged.read_bytes()))
    with pytest.raises(BadCheckpoint):
        read_checkpoint(newest)
    found, (complaint,) = latest_checkpoint(tmp_path, NOTARY)
    assert "passed over" in complaint
    assert head == found.games["game"]
    play(store, "more", 1)
    assert keeper_of(store, tmp_path).write()
    found, complaints = latest_checkpoint(tmp_path, NOTARY)
    assert (3, {"game", "more"}, ()) == (found.number, set(found.games), complaints)


def test_another_secret_is_reported(store: Store, tmp_path: Path) -> None:
    """A checkpoint signed by another secret is used, and reported."""
    play(store, "game", 2)
    keeper_of(store, tmp_path).write()
    found, (complaint,) = latest_checkpoint(tmp_path, KeyNotary(SigningKey(bytes(31) + b"1")))
    assert "not signed under this server's secret" in complaint and "game" in found.games
    note = max(tmp_path.glob(NOTES))
    note.write_bytes(note.read_bytes().replace(b"number 1", b"number 7"))
    assert "not signed" in latest_checkpoint(tmp_path, NOTARY)[1][0]


def test_a_game_may_have_any_id(store: Store, tmp_path: Path) -> None:
    """Imported ids with odd characters are claimed like any other."""
    heads = {name: play(store, name, 1) for name in ("a b", "line\nbreak", "ü", "%41")}
    keeper_of(store, tmp_path).write()
    assert heads == dict(latest_checkpoint(tmp_path, NOTARY)[0].games)


def test_a_missing_directory_has_no_checkpoint(tmp_path: Path) -> None:
    """A directory that doesn't exist or is empty."""
    assert (None, ()) == latest_checkpoint(tmp_path / "nowhere", NOTARY)
    (tmp_path / "file").write_text("")
    assert None is latest_checkpoint(tmp_path / "file", NOTARY)[0]
