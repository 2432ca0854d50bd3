"""Inclusion proofs in a bundle: logged entries can't be denied, and nothing else is proven by them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from audit.bundle import export_bundle
from audit.signing.keys import KeyNotary, SigningKey
from audit.transparency.inclusion_proofs import Logged
from audit.transparency.public_log import PublicLog
from audit.verification.verify import verify
from eventstore.append import NO_HEAD
from eventstore.checkpoints.writer import CheckpointWriter
from eventstore.store import Store
from tests.audit.conformance.sources import logged
from tests.audit.games import TITLES, played
from tests.audit.witnesses import cosigned, key_of
from tests.serving import ROOT
from verify.log import FIRST, game_name, leaf_of, origin_of_logged
from verify.merkle import leaf_hash
from verify.notes import cosignature_by, read_tree_head

SIGNING = SigningKey(bytes(32))
NOTARY = KeyNotary(SIGNING)
ORIGIN = "log.example/stele"


@pytest.fixture
def public_log(empty_redis: Any, tmp_path: Path) -> PublicLog:
    """A log that has the end of a played game, among other leaves."""
    _projector, game = played(TITLES[0])
    store = Store(empty_redis)
    keeper = CheckpointWriter(tmp_path, store, NOTARY, ORIGIN)
    assert keeper.hold()
    for game_id, entries in (
        ("other-1", game.entries[:1]),
        (game.game_id, game.entries),
        ("other-2", game.entries[:1]),
    ):
        store.append(game_id, entries, NO_HEAD)
        keeper.write()
    return PublicLog(tmp_path, empty_redis, NOTARY)


def test_a_logged_entry_is_reported(public_log: PublicLog) -> None:
    """The position, the log and its key are named; without a proof nothing can be said."""
    projector, game = played(TITLES[0])
    proof = public_log.logged(game.game_id)
    for proofs, verdict, detail in (
        ([msgspec.to_builtins(proof)], "passed", f"in the log {ORIGIN}, signed by {proof.public_key}"),
        ([], "not possible", ""),
    ):
        report = verify(b"".join(export_bundle(projector, game.game_id, game.entries, "public", proofs)))
        check = next(one for one in report.checks if one.name == "log")
        assert verdict == check.verdict and detail in check.detail
        assert f"up to {game.entries[-1].position}" in check.detail or not proofs


def test_the_documents_vector_is_right() -> None:
    """The vector in docs/reference/transparency-log.md for authors of verifiers is accepted here."""
    text = (ROOT / "docs/reference/transparency-log.md").read_text("utf-8")
    proof = msgspec.json.decode(text.partition("```json\n")[2].partition("```")[0])
    found, tree = msgspec.convert(proof, Logged), read_tree_head(proof["note"].encode())[0]
    assert tree.origin == origin_of_logged(proof)
    for name in proof.keys() - {"scheme", "index", "proof"}:
        assert origin_of_logged({**proof, name: proof[name].replace(proof[name][3:6], "xyz")}) is None, name
    digest = bytes.fromhex(found.digest)
    leaf = leaf_of(found.game, found.position, digest, found.previous)
    assert (3, 2) == (tree.size, found.index)
    assert f"`{game_name(found.game)}`" in text and f"`{leaf_hash(leaf).hex()}`" in text
    following = leaf_of(found.game, "6-0", digest, leaf_hash(leaf).hex())
    for second in (leaf_of(found.game, found.position, digest, FIRST), following):
        assert f"`{leaf_hash(second).hex()}`" in text
    witness = key_of(SIGNING, "witness.example")
    line = cosigned(SIGNING, found.note.encode(), witness.name, 1_760_000_020)
    assert f"`{witness}`" in text and f"```\n{line}\n```" in text
    assert cosignature_by(found.note.encode() + line.encode(), witness) is not None


CHANGES = (
    {"game": "other-1"}, {"position": "1-0"}, {"digest": "00" * 32}, {"digest": "00"}, {"digest": "x"}, {"index": 0},
    {"index": -1}, {"index": 2**80}, {"proof": []}, {"proof": ["zz"]}, {"note": ""}, {"note": 7},
    {"public_key": SigningKey(bytes(31) + b"1").public_key}, {"public_key": "?"}, {"previous": "0" * 64},
    {"previous": ""}, {"previous": "second"}, {"scheme": "stele/logged/1"}, {"more": 1},
)  # fmt: skip


def test_a_proof_of_something_else_fails() -> None:
    """A proof with any part changed fails, and reading it never crashes."""
    proof = msgspec.json.decode(msgspec.json.encode(logged(played(TITLES[0])[1].entries[-1])))
    assert origin_of_logged(proof) is not None
    for change in CHANGES:
        assert origin_of_logged({**proof, **change}) is None, change
