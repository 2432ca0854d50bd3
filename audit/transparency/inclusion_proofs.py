"""Inclusion proofs in the transparency log: a leaf, the hashes up to a root, and the note that signs the root.

A proof shows that the server had a game at a position with a digest, even if the server denies it later. A bundle may
include such proofs; verification's check `log` compares them with the record.

Exception └── BadProof   the proof is invalid; the message says why
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from audit.signing.signed_notes import NoteKey, is_signed_by
from eventstore.checkpoints.checkpoint import BadCheckpoint, TreeHead, read_tree_head
from eventstore.checkpoints.journal import BadLeaf, Leaf, is_previous, leaf_of
from eventstore.entries import parse_position
from verify.merkle import is_included, leaf_hash

SCHEME = "stele/logged/2"
_SCHEME_ALONE = "stele/logged/1"
"""The scheme of a leaf that names no previous one."""


class BadProof(Exception):
    """The proof is invalid."""


class Logged(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The proof that a game's head is a leaf of the log; hashes are hexadecimal, from the leaf's sibling upwards.

    `previous` is the hash of the game's previous leaf, or `first`; the first scheme has none.
    The `note` is signed with `public_key` (base64, Ed25519) for the origin in its first line.
    """

    scheme: str
    game: str
    position: str
    digest: str
    index: int
    proof: tuple[str, ...]
    note: str
    public_key: str
    previous: str = ""


def is_logged(proof: Mapping[str, Any]) -> bool:
    """Whether this item of a bundle's proofs is a proof of the log."""
    return proof.get("scheme") in (_SCHEME_ALONE, SCHEME)


def read_logged(proof: Mapping[str, Any]) -> tuple[Logged, TreeHead]:
    """The proof, if it is valid, and the tree it leads to; else `BadProof`. Whose key it is, is checked elsewhere."""
    try:
        logged = msgspec.convert(proof, Logged)
        tree, _more = read_tree_head(logged.note.encode())
        leaf = _leaf_in(logged)
        hashes = [bytes.fromhex(one) for one in logged.proof]
        key = NoteKey(tree.origin, logged.public_key)
        if not is_signed_by(logged.note.encode(), key):
            raise BadProof("the log's note is not signed with the key that the proof names")
    except (msgspec.ValidationError, BadCheckpoint, BadLeaf, ValueError) as error:
        raise BadProof(f"it is not in the form of a proof of the log: {error}") from error
    if not is_included(leaf_hash(leaf), logged.index, tree.size, hashes, tree.root):
        raise BadProof("its hashes do not lead from the game's head to the log's root")
    return logged, tree


def proof_of(game: str, leaf: Leaf, index: int, proof: Iterable[bytes], note: bytes, public_key: str) -> Logged:
    """The proof of this leaf of a game."""
    return Logged(
        SCHEME if leaf.previous else _SCHEME_ALONE,
        game,
        str(leaf.position),
        leaf.digest,
        index,
        tuple(one.hex() for one in proof),
        note.decode(),
        public_key,
        leaf.previous,
    )


def _leaf_in(logged: Logged) -> bytes:
    """The content of the proven leaf, or `BadLeaf`."""
    if bool(logged.previous) != (logged.scheme == SCHEME) or not is_previous(logged.previous):
        raise BadLeaf("its leaf has the form of another scheme")
    return leaf_of(logged.game, parse_position(logged.position), bytes.fromhex(logged.digest), logged.previous)
