"""Python client as a reader of the log: a program notices what the operator does to the log and to its moves."""

import json
import time
from pathlib import Path

import pytest

from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.public_log import PublicLog, Witness
from eventstore.entries import Position
from eventstore.valkey.connection import connect
from stele_client import Client, calls
from stele_client.log import LogFault, LogReader, Note, is_consistent, is_included
from tests.answering import answering
from tests.api import clients
from tests.audit.log_operator import freeze, thawed
from tests.audit.witnesses import LogWitness, key_of
from tests.eventstore.handmade import eventually
from tests.serving import Served
from tests.verify.test_merkle import tree_of
from verify.log import leaf_of
from verify.merkle import consistency_proof, inclusion_proof, leaf_hash, root

WITNESSES = [SigningKey(bytes(31) + bytes([number])) for number in (5, 6)]
KEYS = [str(key_of(signing, f"w{number}.example")) for number, signing in enumerate(WITNESSES)]


@pytest.fixture(scope="module")
def logged(server_directory):
    """A server whose log has a program's move and grows only by hand; the client, and the receipt."""
    listed = " ".join(f"http://127.0.0.1:1#{key}" for key in KEYS)
    served = Served(Path(server_directory("club")), STELE_WITNESSES=listed).start()
    _game, (one, _other) = clients.table_of(clients.Client(served.url), "kheops", ["Program A", "Program B"])
    stele = Client(served.url, one.token)
    game = stele.send(calls.open_game("kheops", 2, bots=1, sit=True))
    legal = next(stele.turns(game.id))
    receipt = stele.send(calls.play(game.id, legal.moves[0].move)).receipt
    reader = LogReader(stele, {})
    assert eventually(
        lambda: (
            clients.Client(served.url).call("GET", f"/api/games/{game.id}/proof?at={receipt.position}").status == 200
        )
    )
    reader.check()
    freeze(served)
    yield served, stele, receipt
    stele.close()
    served.stop()


@pytest.fixture
def club(logged):
    """The server with its honest log."""
    served, stele, receipt = logged
    return thawed(served), stele, receipt


@pytest.mark.soak
def test_an_honest_log(club, tmp_path):
    """The note is kept in the file; the move is proven, in the newest tree and in a later one."""
    operator, stele, receipt = club
    file = tmp_path / "notes.json"
    checked = LogReader(stele, file).check()
    assert (operator.last.tree.size, operator.last.tree.root, "") == (
        checked.note.size,
        checked.note.root,
        checked.declared,
    )
    operator.log(leaf_of("another", Position(1, 0), bytes(32)))
    reader = LogReader(stele, file)
    assert reader.check().note.size == checked.note.size + 1
    proof = reader.covers(receipt)
    assert proof is not None and proof.game == receipt.game
    assert json.loads(file.read_text())["note"].startswith(f"{checked.note.origin}\n{checked.note.size + 1}\n")


@pytest.mark.parametrize("way", [pytest.param("back", marks=pytest.mark.soak), "other", "name", "key", "gone"])
def test_a_log_that_goes_back(club, way):
    """Put back, changed, under another name, with another key, or taken away: a fault with both notes."""
    operator, stele, _receipt = club
    reader = LogReader(stele, kept := {})
    size = reader.check().note.size
    before = dict(kept)
    leaves = operator.leaves()
    if way == "back":
        operator.log(begin=size - 1)
    elif way == "other":
        operator.log(leaf_of("x", Position(1, 0), bytes(32)), *leaves[1:], leaves[0], begin=0)
    elif way == "name":
        operator.log(origin="other.example/log")
    elif way == "key":
        operator.notary = KeyNotary(SigningKey(bytes(32)))
        operator.log()
    else:
        for note in operator.directory.glob("*.note"):
            note.unlink()
    with pytest.raises(LogFault) as fault:
        reader.check()
    assert before["note"] == fault.value.proof["kept"] and before == kept, "what it keeps is what it accepted"


def test_a_declared_restore(club):
    """A declared restore is reported with its reason, and accepted."""
    operator, stele, _receipt = club
    reader = LogReader(stele, {})
    last = reader.check().note
    declared = {"restores": 1, "continues": f"{last.origin} {last.size - 1}", "because": "of a broken disk"}
    operator.log(begin=last.size - 1, origin=f"{last.origin}/1", **declared)
    assert "of a broken disk" == reader.check().declared
    assert "" == reader.check().declared


def test_a_withheld_move(club):
    """The log does not have the move: nothing is said within the promised delay, and then it is a fault."""
    _operator, stele, receipt = club
    legal = next(stele.turns(receipt.game))
    later = stele.send(calls.play(receipt.game, legal.moves[0].move)).receipt
    now = later.at / 1000
    reader = LogReader(stele, {}, clock=lambda: now)
    reader.check()
    assert reader.covers(later) is None
    now += 601
    with pytest.raises(LogFault, match="as promised") as fault:
        reader.covers(later)
    assert later.digest == fault.value.proof["receipt"]["digest"]


def test_a_denied_game_and_another_record(club):
    """The server denies the game, or the log and the record have something else than the receipt."""
    _operator, stele, receipt = club
    reader = LogReader(stele, {})
    reader.check()
    with pytest.raises(LogFault, match="denies"):
        reader.covers(
            type(receipt)(**{**{name: getattr(receipt, name) for name in receipt.__struct_fields__}, "game": "never"})
        )
    other = type(receipt)(
        **{**{name: getattr(receipt, name) for name in receipt.__struct_fields__}, "digest": "ab" * 32}
    )
    with pytest.raises(LogFault, match="do not agree"):
        reader.covers(other)


def test_a_quorum_of_witnesses(logged, club):
    """With one of two witnesses' cosignatures a quorum of one is met, a quorum of two is not; an unnamed witness never
    counts.
    """
    served, _stele, _receipt = logged
    operator, stele, _receipt = club
    with answering(LogWitness(WITNESSES[0], "w0.example", int(time.time())).answer) as url:
        witness = Witness(key_of(WITNESSES[0], "w0.example"), url)
        PublicLog(operator.directory, connect(None, served.data), operator.notary, [witness]).submit(witness)
    assert ("w0.example",) == LogReader(stele, {}, witnesses=KEYS, quorum=1).check().cosigners
    with pytest.raises(LogFault, match="1 of your witnesses"):
        LogReader(stele, {}, witnesses=KEYS, quorum=2).check()
    with pytest.raises(LogFault, match="0 of your witnesses"):
        LogReader(stele, {}, witnesses=KEYS[1:], quorum=1).check()
    with pytest.raises(ValueError, match="not a key of this kind"):
        LogReader(stele, {}, witnesses=["w.example+00000000+AAAA"])


@pytest.mark.parametrize("size", range(1, 12))
def test_the_tree(size):
    """The tree accepts the proofs of the server's tree and no others."""
    leaves = [b"leaf %d" % number for number in range(size)]
    node = tree_of(leaves)
    tree = Note("o", size, root(size, node), ())
    for index, leaf in enumerate(leaves):
        proof = inclusion_proof(index, size, node)
        assert is_included(leaf, index, tree, proof) and not is_included(b"x", index, tree, proof)
        assert not is_included(leaf, index, tree, [*proof, bytes(32)])
    for first in range(1, size):
        older = Note("o", first, root(first, node), ())
        proof = consistency_proof(first, size, node)
        assert is_consistent(older, tree, proof) and not is_consistent(older, tree, proof[1:])
        assert not is_consistent(Note("o", first, leaf_hash(b"x"), ()), tree, proof)
