"""Log tiles on the disk: the log's leaves and the hashes of its tree, in the layout of C2SP's `tlog-tiles`.

`tile/0/x001/234` holds 256 hashes of leaves in a row; a file of level 1 holds the hashes of 256 such tiles, and so on;
`tile/entries/x001/234` holds the leaves themselves, each behind its length in two bytes. A file grows at its end until
its tile is full and is not written again. What the layout calls a partial tile (`….p/17`) is the beginning of the file.

Data beyond the last signed size, which a crash may have left, does not count; the next leaves replace it.

Exception └── LogDamaged   the files lack data the log must have; the message says which
"""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from eventstore.backup.atomic_files import extend_durably, sync_directory
from verify.log import TILE_WIDTH, tile_name
from verify.merkle import leaf_hash, node_hash

TILES = "tile"
_HEIGHT = 8
_HASH_BYTES = 32
_NAME = re.compile(r"(0|[1-9][0-9]?|entries)/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class LogDamaged(Exception):
    """The files lack data that the log must have."""


class Tile(Struct, frozen=True):
    """The first `width` hashes of a tile, or the first leaves of a bundle of entries (`level` is none)."""

    level: int | None
    index: int
    width: int = TILE_WIDTH

    @property
    def name(self) -> str:
        """The name below `tile/`."""
        return tile_name(self.level, self.index, self.width)

    def is_within(self, size: int) -> bool:
        """Whether a log of this size contains the whole tile."""
        return self.index * TILE_WIDTH + self.width <= size >> (_HEIGHT * (self.level or 0))


def tile_named(name: str) -> Tile:
    """The tile with this name below `tile/`, or `ValueError`."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"this is no name of a tile: {name!r}")
    level = None if found[1] == "entries" else int(found[1])
    tile = Tile(level, int(found[2].replace("/", "").replace("x", "")), int(found[3] or TILE_WIDTH))
    if tile.name != name or (level or 0) > 63:
        raise ValueError(f"this is no name of a tile: {name!r}")
    return tile


class Tiles:
    """The files of one log. Any process may read them; only the checkpoint writer appends."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory / TILES

    def exist(self) -> bool:
        """Whether there are any files."""
        return self._directory.exists()

    def read(self, tile: Tile) -> bytes:
        """The tile's bytes, or `LogDamaged` if the files are too short."""
        content = self._content(tile)
        if tile.level is None:
            return content[: self._end_of(content, tile.width, tile)]
        return self._slice(content, 0, tile.width, tile)

    def leaf(self, index: int) -> bytes:
        """The content of this leaf."""
        tile = Tile(None, index // TILE_WIDTH)
        content = self._content(tile)
        begin = self._end_of(content, index % TILE_WIDTH, tile)
        return content[begin + 2 : self._end_of(content, index % TILE_WIDTH + 1, tile)]

    def node(self, level: int, index: int) -> bytes:
        """The hash of the `index`-th complete subtree of this height, as required by `merkle`."""
        height = level % _HEIGHT
        first = index << height
        return self._top_of(Tile(level // _HEIGHT, first // TILE_WIDTH), first % TILE_WIDTH, 1 << height)

    def append(self, size: int, leaves: Sequence[bytes]) -> int:
        """Append these leaves to a log of this size; the new size. Everything is on the disk on return."""
        created: set[Path] = set()
        for start, some in _by_tile(size, leaves):
            tile = Tile(None, start // TILE_WIDTH)
            held = self._end_of(self._content(tile), start % TILE_WIDTH, tile) if start % TILE_WIDTH else 0
            self._extend(tile, held, b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in some), created)
        level, place, hashes = 0, size, [leaf_hash(leaf) for leaf in leaves]
        while hashes:
            for start, some in _by_tile(place, hashes):
                self._extend(
                    Tile(level, start // TILE_WIDTH), start % TILE_WIDTH * _HASH_BYTES, b"".join(some), created
                )
            full = range(place // TILE_WIDTH, (place + len(hashes)) // TILE_WIDTH)
            hashes = [self._top_of(Tile(level, index), 0, TILE_WIDTH) for index in full]
            level, place = level + 1, place // TILE_WIDTH
        for directory in sorted(created, reverse=True):
            sync_directory(directory)
        return size + len(leaves)

    def set_aside(self) -> None:
        """Rename the files, so that a log can begin again."""
        number = 1
        while (place := self._directory.with_name(f"{TILES}-before-{number}")).exists():
            number += 1
        self._directory.rename(place)
        sync_directory(self._directory.parent)

    def _top_of(self, tile: Tile, first: int, count: int) -> bytes:
        """The hash above this number of a tile's hashes, a power of two."""
        content = self._slice(self._content(tile), first, count, tile)
        hashes = [content[place : place + _HASH_BYTES] for place in range(0, len(content), _HASH_BYTES)]
        while len(hashes) > 1:
            hashes = [node_hash(hashes[place], hashes[place + 1]) for place in range(0, len(hashes), 2)]
        return hashes[0]

    def _extend(self, tile: Tile, length: int, more: bytes, created: set[Path]) -> None:
        path = self._directory / Tile(tile.level, tile.index).name
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            top = self._directory.parent
            created.update(one for one in path.parents if one == top or one.is_relative_to(top))
        extend_durably(path, length, more)

    def _content(self, tile: Tile) -> bytes:
        try:
            return (self._directory / Tile(tile.level, tile.index).name).read_bytes()
        except OSError as error:
            raise LogDamaged(f"tile {tile.name} cannot be read ({error.strerror})") from error

    @staticmethod
    def _slice(content: bytes, first: int, count: int, tile: Tile) -> bytes:
        found = content[first * _HASH_BYTES : (first + count) * _HASH_BYTES]
        if len(found) != count * _HASH_BYTES:
            raise LogDamaged(f"tile {tile.name} ends too early")
        return found

    @staticmethod
    def _end_of(content: bytes, entries: int, tile: Tile) -> int:
        """The offset at which the first `count` entries of a bundle end."""
        place = 0
        for _ in range(entries):
            place += 2 + int.from_bytes(content[place : place + 2], "big")
            if place > len(content):
                raise LogDamaged(f"tile {tile.name} ends too early")
        return place


def _by_tile(start: int, things: Sequence[bytes]) -> list[tuple[int, Sequence[bytes]]]:
    """These items, numbered from `start`, in groups of one tile each, with the first number of each group."""
    groups = []
    done = 0
    while done < len(things):
        count = TILE_WIDTH - (start + done) % TILE_WIDTH
        groups.append((start + done, things[done : done + count]))
        done += count
    return groups
