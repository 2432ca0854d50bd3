"""Game chains: the leaves of each game in a log, which form one chain, and what contradicts that."""

from typing import Any

from msgspec import Struct

from eventstore.checkpoints.journal import FIRST, Leaf
from eventstore.entries import parse_position


class Fault(Struct, frozen=True):
    """A log's or server's fault: a sentence, what it is `about` (the same each time), and the data that proves it.

    One that `lasts` cannot be undone.
    """

    sentence: str
    about: str
    proof: dict[str, Any]
    lasts: bool = True


class Chain(Struct, frozen=True):
    """The last leaf of a game: its index, position, digest and hash (both hexadecimal).

    `names_previous` is false for a leaf of the first form.
    """

    index: int
    position: str
    digest: str
    hash: str
    names_previous: bool


def chain_at(leaf: Leaf, index: int, leaf_hash: bytes) -> Chain:
    """The chain of a game up to this leaf."""
    return Chain(index, str(leaf.position), leaf.digest, leaf_hash.hex(), bool(leaf.previous))


def break_in(chain: Chain | None, leaf: Leaf) -> str:
    """Why this leaf does not continue the game's chain, or an empty text if it does."""
    if chain is None:
        return "" if leaf.previous in ("", FIRST) else "it names a previous leaf, and the log has none of this game"
    if not leaf.previous and chain.names_previous:
        return f"it names no previous leaf, and leaf {chain.index} of this game does"
    if leaf.previous and leaf.previous != chain.hash:
        named = "no previous leaf" if leaf.previous == FIRST else "another previous leaf"
        return f"it names {named}, not leaf {chain.index}, the last of this game: two histories"
    if leaf.position <= parse_position(chain.position):
        return f"it is at {leaf.position}, and leaf {chain.index} of this game was at {chain.position} already"
    return ""
