"""Inclusion proofs in the transparency log: a leaf, the hashes up to a root, and the note that signs the root.

A proof shows that the server had a game at a position with a digest, even if the server denies it later. A bundle may
include such proofs; verification's check `log` compares them with the record.
"""

from collections.abc import Iterable

from msgspec import Struct

from verify.log import Leaf
from verify.receipts import LOGGED


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


def proof_of(game: str, leaf: Leaf, index: int, proof: Iterable[bytes], note: bytes, public_key: str) -> Logged:
    """The proof of this leaf of a game."""
    return Logged(
        LOGGED[1] if leaf.previous else LOGGED[0],
        game,
        str(leaf.position),
        leaf.digest,
        index,
        tuple(one.hex() for one in proof),
        note.decode(),
        public_key,
        leaf.previous,
    )
