"""Remote log: the log that another server shows, read over HTTP.

Exception └── CannotReadLog   the server did not show a log; the message says why
"""

from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

from audit.signing.signed_notes import LOG_KEY, BadKey, NoteKey, is_signed_by, note_key
from audit.transparency.http_fetch import CannotFetch, fetch, fetch_json
from eventstore.checkpoints.checkpoint import LARGEST_NOTE_BYTES, BadCheckpoint, TreeHead, read_tree_head
from eventstore.checkpoints.tiles import WIDTH, Tile
from verify.merkle import inclusion_proof, is_consistent, node_hash


class CannotReadLog(Exception):
    """The server did not show a log."""


class ShownLog(Struct, frozen=True):
    """The newest note that a server shows, its tree, the note's other lines, and the key that the server names.

    `merge_delay_seconds` is the server's promise, none if it makes none.
    """

    note: bytes
    tree: TreeHead
    more: list[str]
    named_key: str
    merge_delay_seconds: int | None = None

    @property
    def restores(self) -> int:
        """The number of restores that the log has declared."""
        return _number(self._said("restores"))

    @property
    def continued(self) -> tuple[str, int]:
        """The origin that this log continues, and how many leaves the two share; an empty origin if there is none."""
        for line in self.more:
            word, _space, rest = line.partition(" ")
            origin, _space, size = rest.rpartition(" ")
            if word == "continues" and origin and size.isascii() and size.isdigit() and len(size) < 20:
                return origin, int(size)
        return "", 0

    @property
    def because(self) -> str:
        """The declared reason for another origin."""
        return self._said("because") or "no reason"

    def key(self, trusted: str | None) -> NoteKey:
        """The key of this log: the trusted one, or the one that the server names; or `CannotReadLog`."""
        try:
            return NoteKey(self.tree.origin, note_key(trusted or self.named_key, LOG_KEY).public_key)
        except BadKey as bad:
            raise CannotReadLog(str(bad)) from bad

    def is_signed_by(self, key: NoteKey) -> bool:
        """Whether the owner of this key has signed the note."""
        return is_signed_by(self.note, key)

    def _said(self, word: str) -> str:
        return next((line.removeprefix(f"{word} ") for line in self.more if line.startswith(f"{word} ")), "")


def show_log(url: str) -> ShownLog:
    """The log that the server at this address shows now, or `CannotReadLog`."""
    told = _told(f"{url}/api/log")
    note, key = (told.get("note"), told.get("key")) if isinstance(told, dict) else (None, None)
    if not isinstance(note, str) or not isinstance(key, str) or len(note) > LARGEST_NOTE_BYTES:
        raise CannotReadLog("what it shows is not a log")
    if not note.replace("\n", "").isprintable():
        raise CannotReadLog("its note has characters that no note may have")
    content = note.encode(errors="replace")
    delay = told.get("merge_delay_seconds")
    try:
        return ShownLog(content, *read_tree_head(content), key, delay if type(delay) is int and delay > 0 else None)
    except BadCheckpoint as bad:
        raise CannotReadLog(f"what it shows is not a log's note: {bad}") from bad


def proves_growth(url: str, old: TreeHead, new: TreeHead) -> bool:
    """Whether the server proves that the larger tree begins with the smaller one; or `CannotReadLog`."""
    proof: list[bytes] = []
    if 0 < old.size < new.size:
        try:
            told = fetch_json(f"{url}/api/log/consistency?{urlencode({'from': old.size, 'to': new.size})}")
            proof = [bytes.fromhex(one) for one in told["proof"]]
        except CannotFetch as error:
            raise CannotReadLog(f"it does not prove that it only grew: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise CannotReadLog("what it offers as a proof that it only grew is none") from error
    return is_consistent(old.size, old.root, new.size, new.root, proof)


def leaves_in(url: str, index: int, width: int) -> list[bytes]:
    """The first `width` leaves of this bundle of entries, or `CannotReadLog`."""
    try:
        content = fetch(f"{url}/tlog/tile/{Tile(None, index, width).name}")
    except CannotFetch as error:
        raise CannotReadLog(f"its entries cannot be read: {error}") from error
    leaves = []
    place = 0
    while place < len(content):
        end = place + 2 + int.from_bytes(content[place : place + 2], "big")
        leaves.append(content[place + 2 : end])
        place = end
    if place != len(content) or len(leaves) < min(width, WIDTH):
        raise CannotReadLog(f"its entries from {index * WIDTH} on are not whole")
    return leaves[:width]


def proven_leaf(url: str, index: int, leaf: bytes, size: int) -> dict[str, Any]:
    """The leaf with its inclusion proof in the tree of this size, from the log's tiles; without a proof if it has none.

    Hashes are hexadecimal, the leaf's sibling first.
    """

    def node(level: int, place: int) -> bytes:
        height = level % 8
        first = place << height
        number = first // WIDTH
        width = min(WIDTH, (size >> (level - height)) - number * WIDTH)
        hashes = fetch(f"{url}/tlog/tile/{Tile(level // 8, number, width).name}")
        some = [hashes[32 * one : 32 * one + 32] for one in range(first % WIDTH, first % WIDTH + (1 << height))]
        while len(some) > 1:
            some = [node_hash(*some[one : one + 2]) for one in range(0, len(some), 2)]
        return some[0]

    try:
        proof = [one.hex() for one in inclusion_proof(index, size, node)]
    except CannotFetch:
        proof = []
    return {"index": index, "leaf": leaf.decode(errors="replace"), "proof": proof}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _told(url: str) -> Any:
    try:
        return fetch_json(url)
    except CannotFetch as error:
        raise CannotReadLog(str(error)) from error
