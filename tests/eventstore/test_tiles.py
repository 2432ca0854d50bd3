"""Tiles: the log's files in C2SP's layout, which only grow, and the remains of a crash or damage."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventstore.checkpoints.tiles import LogDamaged, Tile, Tiles, tile_named
from tests.verify.test_merkle import tree_of
from verify.merkle import leaf_hash, root


def leaves_of(size: int) -> list[bytes]:
    return [b"leaf %d" % number for number in range(size)]


def test_tiles_have_the_names_of_the_layout() -> None:
    """Index 1234067 is `x001/x234/067`; a partial tile names its width."""
    assert "0/x001/x234/067" == Tile(0, 1234067).name
    assert "1/000.p/17" == Tile(1, 0, 17).name
    assert "entries/x273/112" == Tile(None, 273112).name
    for name in ("0/000", "5/x001/x234/067.p/255", "entries/x001/000.p/1"):
        assert name == tile_named(name).name


@pytest.mark.parametrize(
    "name",
    ["", "0", "0/0", "00/000", "64/000", "0/000.p/0", "0/000.p/256", "0/000.p/01", "0/x000/001", "0/../000", "0/1000",
     "-1/000", "entries/000/", "entry/000", "0/x001", "0/000\n", "0/٠٠٠"],
)  # fmt: skip
def test_other_names_are_refused(name: str) -> None:
    """No tile has two names, and no name leads elsewhere."""
    with pytest.raises(ValueError, match="no name of a tile"):
        tile_named(name)


@pytest.mark.parametrize("steps", [(1, 255, 1), (256,), (300, 300), (70_000,)])
def test_the_tree_in_the_tiles_is_the_tree_of_the_leaves(tmp_path: Path, steps: tuple[int, ...]) -> None:
    """In any order of arrival, the tiles have the documented layout: full ones, and the beginnings of the rest."""
    tiles, size = Tiles(tmp_path), 0
    leaves = leaves_of(sum(steps))
    for step in steps:
        size = tiles.append(size, leaves[size : size + step])
        assert root(size, tree_of(leaves[:size])) == root(size, tiles.node)
    assert b"".join(leaf_hash(leaf) for leaf in leaves[:256])[: 32 * size] == tiles.read(Tile(0, 0, min(256, size)))
    assert leaves[-1] == tiles.leaf(size - 1)
    if size == 70_000:  # the example of the layout's own text
        widths = {0: (273, 112), 1: (1, 17), 2: (0, 1)}
        for level, (index, width) in widths.items():
            assert Tile(level, index, width).is_within(size) and not Tile(level, index, width + 1).is_within(size)
            tiles.read(Tile(level, index, width))
        assert Tile(0, 272).is_within(size) and not Tile(1, 1).is_within(size)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 600), max_size=5))
def test_tiles_only_grow(tmp_path_factory: pytest.TempPathFactory, steps: list[int]) -> None:
    """Each file permanently begins with its earlier content; a full one is not opened for writing again."""
    directory = tmp_path_factory.mktemp("tiles")
    tiles, size, before = Tiles(directory), 0, {}
    for step in steps:
        size = tiles.append(size, [b"leaf %d" % number for number in range(size, size + step)])
        after = {path: (path.read_bytes(), path.stat()) for path in directory.rglob("*") if path.is_file()}
        for path, (content, status) in before.items():
            assert after[path][0].startswith(content)
            if "entries" not in path.parts and len(content) == 8192:
                assert status == after[path][1]
        before = after


def test_the_remains_of_a_crash_are_replaced(tmp_path: Path) -> None:
    """Written but unsigned leaves are replaced by signed ones."""
    tiles = Tiles(tmp_path)
    size = tiles.append(0, leaves_of(250))
    tiles.append(size, [b"lost"] * 300)
    assert root(250, tree_of(leaves_of(250))) == root(size, tiles.node)
    size = tiles.append(size, leaves_of(600)[250:])
    assert root(600, tree_of(leaves_of(600))) == root(size, tiles.node)
    assert b"leaf 251" == tiles.leaf(251) and b"leaf 599" == tiles.leaf(599)


def test_damage_is_named(tmp_path: Path) -> None:
    """A missing or short file is reported by name."""
    tiles = Tiles(tmp_path)
    tiles.append(0, leaves_of(20))
    for tile in (Tile(0, 0, 21), Tile(None, 0, 21), Tile(0, 1, 1), Tile(None, 1)):
        with pytest.raises(LogDamaged, match=tile.name):
            tiles.read(tile)
    with pytest.raises(LogDamaged, match="entries/000"):
        tiles.leaf(20)
    with pytest.raises(LogDamaged, match="ends too early"):
        tiles.node(5, 0)


def test_a_log_can_restart(tmp_path: Path) -> None:
    """The old files are kept under another name."""
    tiles = Tiles(tmp_path)
    assert not tiles.exist()
    for _ in range(2):
        tiles.append(0, leaves_of(20))
        assert tiles.exist()
        tiles.set_aside()
    assert {"tile-before-1", "tile-before-2"} == {path.name for path in tmp_path.iterdir()}
