"""Merkle tree: published vectors, and the law that proofs hold for the truth and nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.merkle import (
    EMPTY_ROOT,
    Node,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root,
)

# The leaves, roots and proofs that implementations of RFC 6962 share as test vectors.
LEAVES = [
    bytes.fromhex(leaf)
    for leaf in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
INCLUSIONS = {
    (0, 1): (),
    (0, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (5, 8): (
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    (2, 3): ("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",),
    (1, 5): (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
}
CONSISTENCIES = {
    (1, 1): (),
    (1, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (6, 8): (
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    (2, 5): (
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
}


def tree_of(leaves: Sequence[bytes]) -> Node:
    """The nodes of the tree of these leaves, computed as RFC 6962 defines them."""

    def node(level: int, index: int) -> bytes:
        if level == 0:
            return leaf_hash(leaves[index])
        return node_hash(node(level - 1, 2 * index), node(level - 1, 2 * index + 1))

    return node


def hexadecimal(proof: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(one.hex() for one in proof)


@pytest.mark.parametrize(("size", "wanted"), list(enumerate(ROOTS, start=1)))
def test_the_roots_match_rfc_6962(size: int, wanted: str) -> None:
    """The tree of the first leaves has the published root."""
    assert wanted == root(size, tree_of(LEAVES)).hex()


def test_the_empty_tree() -> None:
    """The root of the empty tree is the hash of nothing."""
    assert root(0, tree_of([])) == EMPTY_ROOT
    assert "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" == EMPTY_ROOT.hex()
    assert is_consistent(0, EMPTY_ROOT, 8, bytes.fromhex(ROOTS[7]), [])


@pytest.mark.parametrize(("place", "wanted"), list(INCLUSIONS.items()))
def test_the_inclusion_proofs_match_rfc_6962(place: tuple[int, int], wanted: tuple[str, ...]) -> None:
    """A leaf's path is the published one."""
    assert wanted == hexadecimal(inclusion_proof(*place, tree_of(LEAVES)))


@pytest.mark.parametrize(("place", "wanted"), list(CONSISTENCIES.items()))
def test_the_consistency_proofs_match_rfc_6962(place: tuple[int, int], wanted: tuple[str, ...]) -> None:
    """The proof between two sizes is the published one."""
    assert wanted == hexadecimal(consistency_proof(*place, tree_of(LEAVES)))


SIZES = st.integers(1, 40)


@settings(deadline=None)
@given(st.data())
def test_leaves_of_the_tree_are_proven_and_nothing_else(data: st.DataObject) -> None:
    """A proof holds for its own leaf, index, size, root and hashes; with any one changed it does not."""
    size = data.draw(SIZES)
    index = data.draw(st.integers(0, size - 1))
    node = tree_of([b"%d" % number for number in range(size)])
    proof, top, leaf = inclusion_proof(index, size, node), root(size, node), node(0, index)
    assert is_included(leaf, index, size, proof, top)
    other = bytes(32)
    assert not is_included(other, index, size, proof, top)
    assert not is_included(leaf, index, size, proof, other)
    assert not is_included(leaf, index, size, [*proof, other], top)
    assert not any(is_included(leaf, wrong, size, proof, top) for wrong in range(-1, size + 1) if wrong != index)
    for place in range(len(proof)):
        assert not is_included(leaf, index, size, proof[:place], top)
        assert not is_included(leaf, index, size, [*proof[:place], other, *proof[place + 1 :]], top)


@settings(deadline=None)
@given(st.data())
def test_only_a_grown_tree_is_consistent(data: st.DataObject) -> None:
    """Two sizes of a log are consistent; a tree with a changed old leaf is not, by any proof."""
    second = data.draw(SIZES)
    first = data.draw(st.integers(1, second))
    leaves = [b"%d" % number for number in range(second)]
    node = tree_of(leaves)
    proof, old, new = consistency_proof(first, second, node), root(first, node), root(second, node)
    assert is_consistent(first, old, second, new, proof)
    assert not is_consistent(first, old, second, new, [*proof, new])
    assert not is_consistent(second + 1, new, second, new, proof)
    for place in range(len(proof)):
        assert not is_consistent(first, old, second, new, [*proof[:place], bytes(32), *proof[place + 1 :]])
        assert not is_consistent(first, old, second, new, proof[:place])
    leaves[data.draw(st.integers(0, first - 1))] = b"another"
    forged = tree_of(leaves)
    assert not is_consistent(first, old, second, root(second, forged), consistency_proof(first, second, forged))


@pytest.mark.parametrize(("first", "second"), [(-1, 3), (4, 3)])
def test_impossible_requests_are_refused(first: int, second: int) -> None:
    """No leaf outside the tree, no shrinking tree, no impossible numbers."""
    node = tree_of(LEAVES)
    with pytest.raises(ValueError, match=r"there is no leaf|cannot continue"):
        consistency_proof(first, second, node)
    with pytest.raises(ValueError, match="there is no leaf"):
        inclusion_proof(first, 3 if first < 0 else 4, node)
    assert not is_consistent(first, EMPTY_ROOT, second, EMPTY_ROOT, [])
    assert not is_included(bytes(32), 2**64, 2**65, [], bytes(32))
