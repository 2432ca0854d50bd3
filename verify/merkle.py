"""Merkle tree of RFC 6962: its hashes, and the proofs of inclusion and of consistency.

Nothing is stored here. A caller that needs a root or a proof passes in `node`, which returns the hash of the complete
subtree of height `level` (0: a leaf's hash) at `index` in its level. Only complete subtrees are requested.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

Node = Callable[[int, int], bytes]

EMPTY_ROOT = hashlib.sha256(b"").digest()
_LARGEST_SIZE = 2**63 - 1


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf with this content."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two others."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(size: int, node: Node) -> bytes:
    """The root of the tree of the first `size` leaves."""
    return _hash_of(0, size, node) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """The sibling hashes on the path from this leaf to the root of the tree of `size` leaves, lowest first."""
    if not 0 <= index < size:
        raise ValueError(f"there is no leaf {index} in a tree of {size}")
    proof: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = begin + _left_size(end - begin)
        if index < middle:
            proof.append(_hash_of(middle, end, node))
            end = middle
        else:
            proof.append(_hash_of(begin, middle, node))
            begin = middle
    return proof[::-1]


def consistency_proof(first: int, second: int, node: Node) -> list[bytes]:
    """The hashes that prove that the tree of `second` leaves begins with the tree of `first`."""
    if not 0 <= first <= second:
        raise ValueError(f"a tree of {second} leaves cannot continue one of {first}")
    if first in (0, second):
        return []
    proof: list[bytes] = []
    begin, end, is_old_root = 0, second, True
    while end != first:
        middle = begin + _left_size(end - begin)
        if first <= middle:
            proof.append(_hash_of(middle, end, node))
            end = middle
        else:
            proof.append(_hash_of(begin, middle, node))
            begin, is_old_root = middle, False
    if not is_old_root:
        proof.append(_hash_of(begin, end, node))
    return proof[::-1]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], tree_root: bytes) -> bool:
    """Whether the proof leads from this leaf's hash at this index to the root of the tree of `size` leaves."""
    if not 0 <= index < size <= _LARGEST_SIZE:
        return False
    found, place, last = leaf, index, size - 1
    left = iter(proof)
    while last:
        # The last node of a level with an odd number of nodes has no sibling and is promoted unchanged.
        if place % 2 or place < last:
            beside = next(left, None)
            if beside is None:
                return False
            found = node_hash(beside, found) if place % 2 else node_hash(found, beside)
        place, last = place // 2, last // 2
    return next(left, None) is None and found == tree_root


def is_consistent(first: int, first_root: bytes, second: int, second_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of `second` leaves begins with the tree of `first` leaves."""
    if not 0 <= first <= second <= _LARGEST_SIZE:
        return False
    if first == 0:
        return not proof and first_root == EMPTY_ROOT
    if first == second:
        return not proof and first_root == second_root
    left: Iterator[bytes] = iter(proof)
    place, last = first - 1, second - 1
    while place % 2:
        place, last = place // 2, last // 2
    start = first_root if place == 0 else next(left, None)
    if start is None:
        return False
    old = new = start
    while last:
        if place % 2 or place < last:
            beside = next(left, None)
            if beside is None:
                return False
            if place % 2:
                old, new = node_hash(beside, old), node_hash(beside, new)
            else:
                new = node_hash(new, beside)
        place, last = place // 2, last // 2
    return next(left, None) is None and (old, new) == (first_root, second_root)


def _left_size(size: int) -> int:
    """The number of leaves in the left subtree of a tree with `size` leaves (at least two): the largest power of two
    below `size`.
    """
    return 1 << ((size - 1).bit_length() - 1)


def _hash_of(begin: int, end: int, node: Node) -> bytes:
    """The hash of the subtree of these leaves, which begins where the tree allows a subtree of its size to begin."""
    size = end - begin
    level = size.bit_length() - 1
    if size == 1 << level:
        return node(level, begin >> level)
    middle = begin + _left_size(size)
    return node_hash(_hash_of(begin, middle, node), _hash_of(middle, end, node))
