"""Journal: each game's position at the last checkpoint, and the log leaf that states it.

A line is a game's id, position, digest and leaf; the last line of a game counts. The journal is the index of the log,
which names games only by a hash. Its size is bounded: when most of its lines are outdated, the next journal begins with
one line per game, so that a start need not read every move ever made. Old journals without a log have no leaves.

Logs that an earlier version wrote also have leaves that state no game's head but a release: the version of Stele, and
the digest of its pages' manifest. They are not in the journal.

Exception ├── BadJournal   it cannot be read; the message says why └── BadLeaf      this is no leaf of a log of games
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote

from msgspec import Struct

from eventstore.append import Head
from eventstore.entries import Position, parse_position

FIRST = "first"
"""The word in a leaf without a previous one."""

_LEAF_ALONE = "stele/head/1"
_LEAF = "stele/head/2"
_LEAF_FORM = re.compile(
    r"stele/head/(?:1 (?P<lone>[^ ]+ [^ ]+ [^ ]+)|2 (?P<whole>[^ ]+ [^ ]+ [^ ]+) (?P<previous>first|[0-9a-f]{64}))"
)
_RELEASE = re.compile(r"stele/release/1 [!-~]{1,64} [0-9a-f]{64}", re.ASCII)
_NAME = re.compile(r"[0-9a-f]{32}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_BLOCK_BYTES = 256 * 1024
_LONGEST_LINE_BYTES = 1024


class BadJournal(Exception):
    """The stored journal is invalid."""


class BadLeaf(Exception):
    """This is no leaf of a log of games."""


class Leaf(Struct, frozen=True):
    """A leaf's statement: the game's name in the log, and its position and digest (hexadecimal).

    `previous` is the hash of the game's previous leaf (hexadecimal), or `FIRST`; it is empty in a leaf of the first
    form, which names none.
    """

    name: str
    position: Position
    digest: str
    previous: str


class Claim(Struct, frozen=True):
    """A game's position, and the number of the leaf that states it; none if there is no leaf yet."""

    head: Head
    leaf: int | None = None


def game_name(game_id: str) -> str:
    """The game's name in the log. The log is public; the ids of private games are not."""
    return hashlib.sha256(b"stele/game/1\x00" + game_id.encode()).hexdigest()[:32]


def leaf_of(game_id: str, position: object, digest: bytes, previous: str = FIRST) -> bytes:
    """The content of the leaf for this head of a game, behind the leaf with the hash `previous`.

    With an empty `previous`, a leaf of the first form, as in logs from before the second.
    """
    if not previous:
        return f"{_LEAF_ALONE} {game_name(game_id)} {position} {digest.hex()}".encode()
    return f"{_LEAF} {game_name(game_id)} {position} {digest.hex()} {previous}".encode()


def is_release(content: bytes) -> bool:
    """Whether this leaf states a release, as an earlier version wrote it."""
    return _RELEASE.fullmatch(content.decode("ascii", errors="replace")) is not None


def is_previous(text: str) -> bool:
    """Whether a leaf may name its previous one so."""
    return text in ("", FIRST) or _DIGEST.fullmatch(text) is not None


def read_leaf(content: bytes) -> Leaf:
    """The statement of this leaf, or `BadLeaf`."""
    try:
        found = _LEAF_FORM.fullmatch(content.decode("ascii"))
        name, position, digest = (found["whole"] or found["lone"]).split(" ") if found else ("", "", "")
        if found is None or not _NAME.fullmatch(name) or not _DIGEST.fullmatch(digest):
            raise ValueError("it has another form")
        return Leaf(name, parse_position(position), digest, found["previous"] or "")
    except ValueError as error:
        raise BadLeaf(f"{content[:80]!r} is no leaf of a log of games") from error


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
