"""Signed notes (C2SP): signing checkpoints with the server's key, and checking other notes.

A signed note is a text, an empty line, and lines `— name signature`. A signature is the base64 of the key's id (four
bytes of SHA-256 over name, key type and public key) and the signature itself: for a log's own signature the 64 bytes of
Ed25519 under the log's origin; for a witness's cosignature (C2SP's `tlog-cosignature`, version 1) the time in seconds
as eight bytes, and Ed25519's 64 bytes over that time and the text.
"""

import base64
import hashlib
from collections.abc import Iterator

from msgspec import Struct

from audit.signing.keys import SigningKey
from domain.ed25519_points import is_public_key
from eventstore.checkpoints.checkpoint import BEFORE_THE_LOG
from verify.ed25519 import is_signed

LOG_KEY = b"\x01"
WITNESS_KEY = b"\x04"
_NAME_BEFORE_THE_LOG = "stele"
_MOST_SIGNATURES = 64


class BadKey(ValueError):
    """Not a valid note key; the message says why."""


class NoteKey(Struct, frozen=True):
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


class Cosignature(Struct, frozen=True):
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


class KeyNotary:
    """Signs with this key, and recognises its own signatures."""

    def __init__(self, signing: SigningKey) -> None:
        self._signing = signing

    def key(self, origin: str) -> NoteKey:
        """The key of the log of this origin."""
        return NoteKey(origin, self._signing.public_key)

    def signed(self, text: str) -> bytes:
        """The text with a signature appended, for the origin in its first line."""
        key = self.key(text.partition("\n")[0])
        signature = base64.b64decode(self._signing.sign(text.encode()))
        return f"{text}\n{_line(key, signature)}\n".encode()

    def has_signed(self, note: bytes) -> bool:
        """Whether this notary has signed this note."""
        origin = note.partition(b"\n")[0].decode(errors="replace")
        return is_signed_by(note, self.key(_NAME_BEFORE_THE_LOG if origin == BEFORE_THE_LOG else origin))


def is_signed_by(note: bytes, key: NoteKey) -> bool:
    """Whether the owner of this log's key has signed this note."""
    text = _text_of(note)
    return any(
        name == key.name and raw[:4] == key.id and is_signed(text, base64.b64encode(raw[4:]).decode(), key.public_key)
        for _line, name, raw in _signatures(note)
    )


def cosignature_by(note: bytes, witness: NoteKey) -> Cosignature | None:
    """The cosignature of this witness in this note; none if there is no valid one."""
    for line, name, raw in _signatures(note):
        if name == witness.name and raw[:4] == witness.id and len(raw) == 76:
            at = int.from_bytes(raw[4:12], "big")
            if is_signed(_cosigned_text(note, at), base64.b64encode(raw[12:]).decode(), witness.public_key):
                return Cosignature(witness, at, line)
    return None


def _line(key: NoteKey, signature: bytes) -> str:
    return f"— {key.name} {base64.b64encode(key.id + signature).decode()}"


def _text_of(note: bytes) -> bytes:
    return note.partition(b"\n\n")[0] + b"\n"


def _cosigned_text(note: bytes, at: int) -> bytes:
    return b"cosignature/v1\ntime %d\n" % at + _text_of(note)


def _signatures(note: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Each signature: its line, the name, and the decoded base64."""
    for line in note.partition(b"\n\n")[2].decode(errors="replace").split("\n")[:_MOST_SIGNATURES]:
        dash, _space, rest = line.partition(" ")
        name, _space, signature = rest.partition(" ")
        if dash == "—" and name:
            try:
                yield line, name, base64.b64decode(signature, validate=True)
            except ValueError:
                continue
