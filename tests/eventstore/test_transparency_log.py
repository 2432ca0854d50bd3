"""Transparency log: entries stay in it, and the signer contradicts none of its signatures."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.signing.keys import KeyNotary, SigningKey
from eventstore.append import Head
from eventstore.checkpoints.checkpoint import NOTES, Checkpoint, latest_checkpoint, latest_note, write_note
from eventstore.checkpoints.compare import compare
from eventstore.checkpoints.journal import find_claim
from eventstore.checkpoints.read_only_games import Acceptance
from eventstore.checkpoints.signer_memory import NotAnExtension, SignerMemory
from eventstore.checkpoints.tiles import Tiles
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.entries import Position
from eventstore.keys import GameNames
from eventstore.store import Store
from eventstore.valkey.connection import StoreUnavailable
from tests.eventstore.handmade import play
from tests.eventstore.test_checkpoints import NOTARY, ORIGIN, cut
from verify.log import FIRST, BadLeaf, game_name, is_release, leaf_of, read_leaf
from verify.merkle import consistency_proof, inclusion_proof, is_consistent, is_included, leaf_hash, root
from verify.notes import TreeHead

OLD = Path(__file__).with_name("heads_1")


def keeper_of(store: Store, directory: Path, origin: str = ORIGIN, **more: Any) -> CheckpointWriter:
    """A keeper that holds the directory."""
    keeper = CheckpointWriter(directory, store, NOTARY, origin, **more)
    assert keeper.hold()
    return keeper


@pytest.fixture
def keeper(store: Store, tmp_path: Path) -> CheckpointWriter:
    """A keeper that holds the test's directory."""
    return keeper_of(store, tmp_path)


def note_of(directory: Path) -> Checkpoint:
    """The newest note's content; its signature is the server's."""
    found = latest_note(directory)
    assert found is not None and NOTARY.has_signed(found[1])
    return found[0]


def continues(directory: Path, earlier: Checkpoint, later: Checkpoint) -> bool:
    """Whether the log's files prove that the later tree begins with the earlier one."""
    proof = consistency_proof(earlier.tree.size, later.tree.size, Tiles(directory).node)
    return is_consistent(earlier.tree.size, earlier.tree.root, later.tree.size, later.tree.root, proof)


def lines_of(directory: Path) -> list[str]:
    """All leaves of the log."""
    return [Tiles(directory).leaf(index).decode() for index in range(note_of(directory).tree.size)]


def test_every_head_is_a_permanent_leaf(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """A game has a leaf for each checkpoint with a change; each is in every later tree."""
    one = play(store, "one", 2)
    keeper.write()
    first = note_of(tmp_path)
    later = play(store, "one", 3, head=one)
    two = play(store, "two", 1)
    keeper.write()
    second = note_of(tmp_path)
    assert (1, 3) == (first.tree.size, second.tree.size)
    first_leaf = leaf_of("one", one.position, one.digest)
    before = leaf_hash(first_leaf).hex()
    assert [first_leaf.decode()] == lines_of(tmp_path)[:1]
    following = (("one", later, before), ("two", two, FIRST))
    assert {leaf_of(name, head.position, head.digest, after).decode() for name, head, after in following} == set(
        lines_of(tmp_path)[1:]
    )
    assert continues(tmp_path, first, second)
    claim = find_claim(tmp_path / second.journal, second.length, "one")
    assert claim is not None and claim.head == later and claim.leaf is not None
    proof = inclusion_proof(claim.leaf, second.tree.size, Tiles(tmp_path).node)
    leaf = leaf_hash(leaf_of("one", later.position, later.digest, before))
    assert is_included(leaf, claim.leaf, second.tree.size, proof, second.tree.root)


def test_a_game_is_one_chain_of_leaves(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """Each leaf of a game names its previous one, after a restart, and behind a leaf of the first form."""
    head = play(store, "one", 2)
    keeper.write()
    keeper.release()
    old = leaf_of("one", head.position, head.digest, "")
    Tiles(tmp_path).set_aside()
    Tiles(tmp_path).append(0, [old])
    with_old_leaf(tmp_path, store.redis, leaf_hash(old))
    keeper = keeper_of(store, tmp_path)
    for _ in range(3):
        head = play(store, "one", 1, head=head)
        keeper.write()
        keeper.release()
        keeper = keeper_of(store, tmp_path)
    leaves = [read_leaf(line.encode()) for line in lines_of(tmp_path)]
    hashes = [leaf_hash(line.encode()).hex() for line in lines_of(tmp_path)]
    assert ["", *hashes[:3]] == [leaf.previous for leaf in leaves]
    assert sorted(leaf.position for leaf in leaves) == [leaf.position for leaf in leaves]


def with_old_leaf(directory: Path, redis: Any, root: bytes) -> None:
    """Sign the newest checkpoint again as the log of an older Stele with this one leaf."""
    last = note_of(directory)
    last = replace(last, tree=last.tree._replace(root=root))
    (directory / f"{last.number:010d}.note").write_bytes(NOTARY.signed(write_note(last)))
    SignerMemory(redis, NOTARY).remember(last)


def test_the_note_names_no_game(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """Notes and leaves are public; the id of a private game is in none."""
    play(store, "secret-game", 2)
    keeper.write()
    public = [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.startswith("heads-")]
    assert public and not any(b"secret-game" in path.read_bytes() for path in public)
    assert game_name("secret-game") in lines_of(tmp_path)[0]


def test_checkpoints_older_than_the_log_are_carried_over(store: Store, tmp_path: Path) -> None:
    """The directory of an older Stele opens and is compared; its claims are in the log from the first note on."""
    directory = tmp_path / "checkpoints"
    shutil.copytree(OLD, directory)
    a = play(store, "game-a", 3, effects=2)
    b = play(store, "game b", 2)
    a, c = play(store, "game-a", 2, head=a), play(store, "game-c", 3)
    found, complaints = latest_checkpoint(directory, NOTARY)
    assert found is not None and () == complaints
    assert ["behind"] == [one.kind for one in compare(store, found)], "game-c was at 4-0"
    c = play(store, "game-c", 1, head=c)
    assert [] == list(compare(store, found))
    keeper = keeper_of(store, directory)
    assert keeper.write(), "nothing was recorded, but the log has to begin"
    assert not keeper.write()
    heads = {"game-a": a, "game b": b, "game-c": c}
    assert {leaf_of(name, head.position, head.digest).decode() for name, head in heads.items()} == set(
        lines_of(directory)
    )
    assert heads == latest_checkpoint(directory, NOTARY)[0].games
    assert (3, ORIGIN, "") == (note_of(directory).number, note_of(directory).tree.origin, note_of(directory).continues)
    a = play(store, "game-a", 1, head=a)
    keeper.write()
    keeper.release()
    assert 4 == note_of(directory).tree.size
    keeper = keeper_of(store, directory)
    assert not keeper.write(), "the next start has nothing to carry over"


def test_an_old_copy_of_the_directory_is_refused(store: Store, tmp_path: Path) -> None:
    """The database server stores the last signature; a directory behind it is refused, with the reason."""
    directory = tmp_path / "checkpoints"
    keeper = keeper_of(store, directory)
    head = play(store, "game", 2)
    keeper.write()
    shutil.copytree(directory, tmp_path / "backup")
    head = play(store, "game", 2, head=head)
    keeper.write()
    keeper.release()
    shutil.rmtree(directory)
    shutil.copytree(tmp_path / "backup", directory)
    keeper = keeper_of(store, directory)
    play(store, "game", 1, head=head)
    before = sorted(directory.glob(NOTES))
    for _ in range(2):
        with pytest.raises(NotAnExtension, match="does not continue the tree that was signed last"):
            keeper.write()
    assert before == sorted(directory.glob(NOTES))
    memory = SignerMemory(store.redis, NOTARY)
    assert "2 leaves of log.example/stele" in memory.refusal()
    memory.accept_loss()
    assert keeper.write()
    note = note_of(directory)
    assert (f"{ORIGIN}/1", f"{ORIGIN} 1", "") == (note.tree.origin, note.continues, memory.refusal())
    assert "the server has 1, and the operator has accepted the loss" in note.because
    head = play(store, "other", 1)
    keeper.write()
    assert (note.tree.origin, note.continues) == (note_of(directory).tree.origin, note_of(directory).continues)


def test_a_missing_directory_is_refused_too(store: Store, tmp_path: Path) -> None:
    """An empty directory does not continue the signed log; if the loss is accepted, the log begins with every head."""
    keeper = keeper_of(store, tmp_path / "first")
    play(store, "game", 2)
    keeper.write()
    keeper = keeper_of(store, tmp_path / "second")
    with pytest.raises(NotAnExtension):
        keeper.write()
    SignerMemory(store.redis, NOTARY).accept_loss()
    keeper.write()
    note = note_of(tmp_path / "second")
    assert (f"{ORIGIN}/1", f"{ORIGIN} 0", 1) == (note.tree.origin, note.continues, note.tree.size)


@pytest.mark.parametrize("when", ["while it runs", "between two runs"])
def test_a_changed_leaf_is_not_signed_over(store: Store, keeper: CheckpointWriter, tmp_path: Path, when: str) -> None:
    """A rewritten log file makes the signer refuse, while running or at its next start."""
    for name in ("one", "two", "three"):
        play(store, name, 2)
        keeper.write()
    tile = tmp_path / "tile/0/000"
    content = bytearray(tile.read_bytes())
    content[40] ^= 1
    tile.write_bytes(content)
    play(store, "four", 1)
    if when == "between two runs":
        keeper.release()
        keeper = keeper_of(store, tmp_path)
    with pytest.raises(NotAnExtension):
        keeper.write()
    assert "Checkpoints are no longer signed" in SignerMemory(store.redis, NOTARY).refusal()
    SignerMemory(store.redis, NOTARY).accept_loss()
    assert keeper.write()
    assert 4 == note_of(tmp_path).tree.size and f"{ORIGIN} 0" == note_of(tmp_path).continues
    assert (tmp_path / "tile-before-1").exists(), "what was there is kept"


def test_a_declared_restore_begins_a_new_origin(store: Store, tmp_path: Path) -> None:
    """A game may go back only if the operator declares it; then the log has another name, which shows it."""
    accepted: dict[str, Acceptance] = {}
    keeper = keeper_of(store, tmp_path, accepted=lambda: accepted)
    heads = {name: play(store, name, 5) for name in ("back", "given-up", "whole")}
    keeper.write()
    first = note_of(tmp_path)
    early = Head(Position(3, 0), store.entry_at("back", Position(3, 0)).digest)
    cut(store, "back", early)
    names = GameNames("given-up", store.partitions)
    store.redis.delete(names.events, names.head)
    play(store, "whole", 1, head=heads["whole"])
    keeper.write()
    assert (ORIGIN, 4) == (note_of(tmp_path).tree.origin, note_of(tmp_path).tree.size), "nothing was declared"
    for name in ("back", "given-up"):
        accepted[name] = Acceptance(str(heads[name].position), heads[name].digest.hex(), "3-0", 1)
    assert keeper.write()
    note = note_of(tmp_path)
    assert (f"{ORIGIN}/1", f"{ORIGIN} 4", 5) == (note.tree.origin, note.continues, note.tree.size)
    assert f"game {game_name('back')} was at 5-0, and it goes on from before and is at 3-0" in note.because
    assert f"game {game_name('given-up')} was at 5-0, and nothing of it is left" in note.because
    assert {"back", "whole"} == set(latest_checkpoint(tmp_path, NOTARY)[0].games)
    assert continues(tmp_path, first, note), "the leaves stay: only the name is another"
    assert not keeper.write(), "it is said once"
    play(store, "back", 1, head=early)
    keeper.write()
    assert (f"{ORIGIN}/1", note.because) == (note_of(tmp_path).tree.origin, note_of(tmp_path).because)


def test_a_signature_counts_although_the_server_failed_then(
    store: Store, keeper: CheckpointWriter, tmp_path: Path
) -> None:
    """The note was written and the database failed afterwards: the next note continues it anyway."""
    heads = {name: play(store, name, 2) for name in ("one", "two")}
    keeper.write()
    for name, head in heads.items():
        heads[name] = play(store, name, 1, head=head)
    store.redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable):
            keeper.write()
        signed = note_of(tmp_path)
    finally:
        store.redis.config_set("maxmemory", 0)
    assert 4 == signed.tree.size
    play(store, "one", 1, head=heads["one"])
    play(store, "three", 1)
    assert keeper.write()
    assert (6, signed.number + 1) == (note_of(tmp_path).tree.size, note_of(tmp_path).number)
    assert continues(tmp_path, signed, note_of(tmp_path))


def test_a_restored_whole_backup_is_declared(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """Nothing on the server can show it: the operator declares it, and from the next start on the log shows it."""
    head = play(store, "game", 2)
    keeper.write()
    keeper.release()
    SignerMemory(store.redis, NOTARY).accept_loss()
    keeper = keeper_of(store, tmp_path)
    assert keeper.write() and not keeper.write()
    note = note_of(tmp_path)
    assert (f"{ORIGIN}/1", f"{ORIGIN} 1", 1) == (note.tree.origin, note.continues, note.tree.size)
    assert "the server was put back to where the log had 1 leaves" == note.because
    play(store, "game", 1, head=head)
    keeper.write()
    keeper.release()
    keeper_of(store, tmp_path).write()
    assert f"{ORIGIN}/1" == note_of(tmp_path).tree.origin, "it is declared once"


def test_a_new_name_names_the_continued_log(store: Store, tmp_path: Path) -> None:
    """An operator may rename the log; the tree continues."""
    keeper = keeper_of(store, tmp_path, origin="stele.invalid/00000000")
    play(store, "game", 2)
    keeper.write()
    keeper.release()
    before = note_of(tmp_path)
    assert keeper_of(store, tmp_path).write()
    note = note_of(tmp_path)
    assert (ORIGIN, "stele.invalid/00000000 1", 0) == (note.tree.origin, note.continues, note.restores)
    assert continues(tmp_path, before, note)


def test_another_keys_memory_does_not_count(store: Store, keeper: CheckpointWriter, tmp_path: Path) -> None:
    """A forged note in the database blocks nothing, and no content there makes the keeper crash."""
    other = KeyNotary(SigningKey(bytes(31) + b"1"))
    play(store, "game", 2)
    keeper.write()
    keeper.release()
    memory = SignerMemory(store.redis, other)
    memory.remember(note_of(tmp_path))
    assert None is SignerMemory(store.redis, NOTARY).last() and None is not memory.last()
    keeper_of(store, tmp_path).release()
    store.redis.set("stele:{ground}:signed", b"\xff nonsense")
    keeper_of(store, tmp_path).release()
    store.redis.delete("stele:{ground}:signed")
    store.redis.hset("stele:{ground}:signed", "a", "b")
    keeper_of(store, tmp_path).release()


def test_a_claim_is_found_in_a_long_journal(tmp_path: Path) -> None:
    """A game's last line in the journal counts, wherever it is; a longer id that begins with the game's is not
    mistaken.
    """
    lines = [f"game{number % 5000} {number}-0 {number:064x} {number}\n" for number in range(12_000)]
    content = "".join(lines).encode()
    path = tmp_path / "heads-1"
    path.write_bytes(content + b"game1 99-0 behind the end\n")
    for number in (0, 1, 1999, 2000, 4999):
        claim = find_claim(path, len(content), f"game{number}")
        assert claim is not None and max(one for one in range(number, 12_000, 5000)) == claim.leaf
    assert None is find_claim(path, len(content), "game") and None is find_claim(path, len(content), "x" * 5000)
    assert None is find_claim(path, 0, "game1")


@pytest.mark.parametrize("number", [1, 3])
def test_a_log_with_releases_goes_on(store: Store, tmp_path: Path, number: int) -> None:
    """An earlier version added leaves for its pages, and named the last one in the note: games continue across them."""
    keeper = keeper_of(store, tmp_path)
    head = play(store, "game", 2)
    keeper.write()
    keeper.release()
    before = note_of(tmp_path)
    releases = [f"stele/release/1 1.{minor}.0 {'ab' * 32}" for minor in range(number)]
    tiles = Tiles(tmp_path)
    size = tiles.append(1, [one.encode() for one in releases])
    older = replace(before, number=2, tree=TreeHead(ORIGIN, size, root(size, tiles.node)))
    text = write_note(older).replace("\nlog ", f"\nrelease {size - 1} {releases[-1]}\nlog ", 1)
    (tmp_path / "0000000002.note").write_bytes(NOTARY.signed(text))
    SignerMemory(store.redis, NOTARY).remember(older)
    keeper = keeper_of(store, tmp_path)
    play(store, "game", 1, head=head)
    assert keeper.write() and not keeper.write()
    lines = lines_of(tmp_path)
    assert releases == lines[1:-1] and all(is_release(line.encode()) for line in lines[1:-1])
    assert leaf_hash(lines[0].encode()).hex() == read_leaf(lines[-1].encode()).previous
    assert continues(tmp_path, older, note_of(tmp_path)) and continues(tmp_path, before, note_of(tmp_path))
    found = note_of(tmp_path)
    claim = find_claim(tmp_path / found.journal, found.length, "game")
    assert claim is not None and (size, ["game"]) == (claim.leaf, list(latest_checkpoint(tmp_path, NOTARY)[0].claims))
    assert [] == list(compare(store, latest_checkpoint(tmp_path, NOTARY)[0]))


@pytest.mark.parametrize(
    "content",
    [
        "stele/release/2 1.0.0 " + "ab" * 32,
        "stele/release/1 1.0.0",
        "stele/release/1 1.0 0 " + "ab" * 32,
        "stele/release/1 1.0.0 " + "AB" * 32,
        "stele/release/1 1.0.0 " + "ab" * 32 + "\n",
        "stele/release/1 " + "1" * 65 + " " + "ab" * 32,
        "stele/release/1 \u00e8 " + "ab" * 32,
    ],
)
def test_other_leaves_are_no_releases(content: str) -> None:
    """A release has one form, and is no game's leaf."""
    assert not is_release(content.encode())
    with pytest.raises(BadLeaf):
        read_leaf(content.encode())
