"""Journal: each game's position at the last checkpoint, and the log leaf that states it.

A line is a game's id, position, digest and leaf; the last line of a game counts. The journal is the index of the log,
which names games only by a hash. Its size is bounded: when most of its lines are outdated, the next journal begins with
one line per game, so that a start need not read every move ever made. Old journals without a log have no leaves.

Leaves that state a release, in logs that an earlier version wrote, are not in the journal.

Exception └── BadJournal   it cannot be read; the message says why
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote

from msgspec import Struct

from eventstore.append import Head
from eventstore.entries import parse_position

_BLOCK_BYTES = 256 * 1024
_LONGEST_LINE_BYTES = 1024


class BadJournal(Exception):
    """The stored journal is invalid."""


class Claim(Struct, frozen=True):
    """A game's position, and the number of the leaf that states it; none if there is no leaf yet."""

    head: Head
    leaf: int | None = None


def journal_lines(claims: Iterable[tuple[str, Claim]]) -> bytes:
    """The journal lines for these claims."""
    return b"".join(
        f"{quote(game_id, '')} {claim.head.position} {claim.head.digest.hex()} {claim.leaf}\n".encode()
        for game_id, claim in claims
    )


def read_journal(journal: bytes) -> dict[str, Claim]:
    """The last claim of each game in a journal, or `BadJournal`."""
    claims: dict[str, Claim] = {}
    try:
        for line in journal.decode().splitlines():
            game_id, claim = _read_line(line)
            claims[game_id] = claim
    except ValueError as error:
        raise BadJournal(f"its journal cannot be read ({error})") from error
    return claims


def find_claim(path: Path, length: int, game_id: str) -> Claim | None:
    """The last claim of this game in the first `length` bytes of a journal, or none; searched from the end."""
    wanted = quote(game_id, "").encode() + b" "
    if len(wanted) > _LONGEST_LINE_BYTES // 2:
        return None
    with path.open("rb") as file:
        for block in _lines_backwards(file, length):
            place = block.rfind(b"\n" + wanted)
            if place >= 0:
                return _read_line(block[place + 1 : block.index(b"\n", place + 1)].decode())[1]
    return None


def _lines_backwards(file: BinaryIO, length: int) -> Iterator[bytes]:
    """The journal in blocks of whole lines, last block first; each begins with a line feed."""
    end, rest = length, b""
    while end > 0:
        begin = max(0, end - _BLOCK_BYTES)
        file.seek(begin)
        block = file.read(end - begin) + rest
        cut = block.find(b"\n") if begin else -1
        if begin and cut < 0:
            return
        yield b"\n" + block[cut + 1 :]
        end, rest = begin, block[: cut + 1]


def _read_line(line: str) -> tuple[str, Claim]:
    game_id, position, digest, *leaf = line.split(" ")
    number = int(leaf[0]) if leaf else None
    return unquote(game_id), Claim(Head(parse_position(position), bytes.fromhex(digest)), number)
