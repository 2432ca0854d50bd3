"""Signed notes (C2SP): the tree head that a log signs, its signature, and the cosignatures of its witnesses.

A signed note is a text, an empty line, and lines `— name signature`. A signature is the base64 of the key's id (four
bytes of SHA-256 over name, key type and public key) and the signature itself: for a log's own signature the 64 bytes of
Ed25519 under the log's origin; for a witness's cosignature (C2SP's `tlog-cosignature`, version 1) the time in seconds
as eight bytes, and Ed25519's 64 bytes over that time and the text.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from verify.ed25519 import is_public_key, is_signed

LARGEST_NOTE_BYTES = 100_000
LOG_KEY = b"\x01"
WITNESS_KEY = b"\x04"
_MOST_SIGNATURES = 64


class BadKey(ValueError):
    """The note key is invalid; the message says why."""


class NoteKey(NamedTuple):
    """A name and a public key (base64) for signing notes; `kind` is the type of its signatures."""

    name: str
    public_key: str
    kind: bytes = LOG_KEY

    @property
    def id(self) -> bytes:
        """The four-byte key id in a signature."""
        raw = base64.b64decode(self.public_key)
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + raw).digest()[:4]

    def __str__(self) -> str:
        """The key in C2SP's form: `name+id+key`."""
        raw = base64.b64encode(self.kind + base64.b64decode(self.public_key)).decode()
        return f"{self.name}+{self.id.hex()}+{raw}"


class TreeHead(NamedTuple):
    """The first lines of any log's note: the origin, the tree's size and its root."""

    origin: str
    size: int
    root: bytes


class Cosignature(NamedTuple):
    """A witness's cosignature of a consistently growing log; `at` is in seconds since 1970."""

    witness: NoteKey
    at: int
    line: str


def note_key(vkey: str, kind: bytes) -> NoteKey:
    """The key in this string, of this kind; or `BadKey`."""
    name, _plus, rest = vkey.partition("+")
    key_id, _plus, encoded = rest.partition("+")
    try:
        raw = base64.b64decode(encoded, validate=True)
    except ValueError:
        raw = b""
    if not name or any(one.isspace() for one in vkey) or len(raw) != 33 or raw[:1] != kind:
        what = "a witness" if kind == WITNESS_KEY else "a log"
        raise BadKey(f"this is not the key of {what}, name+id+key: {vkey!r}")
    key = NoteKey(name, base64.b64encode(raw[1:]).decode(), kind)
    if not is_public_key(key.public_key):
        raise BadKey(f"this key is weak, others could sign with it: {vkey!r}")
    if key.id.hex() != key_id:
        raise BadKey(f"its name, id and key do not belong together: {vkey!r}")
    return key


def read_tree_head(note: bytes) -> tuple[TreeHead, list[str]]:
    """The tree head in any log's note, and the lines that follow it; or `ValueError`."""
    text, blank, _signatures = note.decode().partition("\n\n")
    lines = text.split("\n")
    if not blank or len(lines) < 3:
        raise ValueError("it is not in the form of a checkpoint")
    tree = TreeHead(lines[0], int(lines[1]), base64.b64decode(lines[2], validate=True))
    if not tree.origin or lines[1] != str(tree.size) or tree.size < 0 or len(tree.root) != 32:
        raise ValueError("it is not in the form of a checkpoint")
    return tree, lines[3:]


def signed_tree_head(note: bytes, public_key: str) -> tuple[TreeHead, list[str]] | None:
    """The tree head in this note and the lines that follow, if the owner of the key has signed it for its origin."""
    try:
        tree, more = read_tree_head(note)
        return (tree, more) if is_signed_by(note, NoteKey(tree.origin, public_key)) else None
    except ValueError:
        return None


def is_signed_by(note: bytes, key: NoteKey) -> bool:
    """Whether the owner of this log's key has signed this note."""
    text = _text_of(note)
    return any(
        name == key.name and raw[:4] == key.id and is_signed(text, base64.b64encode(raw[4:]).decode(), key.public_key)
        for _line, name, raw in _signatures_in(note)
    )


def cosignature_by(note: bytes, witness: NoteKey) -> Cosignature | None:
    """The cosignature of this witness in this note; none if there is no valid one."""
    for line, name, raw in _signatures_in(note):
        if name == witness.name and raw[:4] == witness.id and len(raw) == 76:
            at = int.from_bytes(raw[4:12], "big")
            said = b"cosignature/v1\ntime %d\n" % at + _text_of(note)
            if is_signed(said, base64.b64encode(raw[12:]).decode(), witness.public_key):
                return Cosignature(witness, at, line)
    return None


def _text_of(note: bytes) -> bytes:
    return note.partition(b"\n\n")[0] + b"\n"


def _signatures_in(note: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Each signature: its line, the name, and the decoded base64."""
    for line in note.partition(b"\n\n")[2].decode(errors="replace").split("\n")[:_MOST_SIGNATURES]:
        dash, _space, rest = line.partition(" ")
        name, _space, signature = rest.partition(" ")
        if dash == "—" and name:
            try:
                yield line, name, base64.b64decode(signature, validate=True)
            except ValueError:
                continue
