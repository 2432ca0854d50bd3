"""Witnesses outside of Stele, as C2SP's tlog-witness and tlog-cosignature describe them."""

import base64
import hashlib

from audit.signing.keys import SigningKey
from tests.answering import Answer
from verify.merkle import EMPTY_ROOT, is_consistent
from verify.notes import WITNESS_KEY, NoteKey, read_tree_head


def key_of(signing: SigningKey, name: str) -> NoteKey:
    """The key with which this witness cosigns under this name."""
    return NoteKey(name, signing.public_key, WITNESS_KEY)


def cosigned(signing: SigningKey, note: bytes, name: str, at: int) -> str:
    """The line by which this witness cosigns the note under this name at this time, in seconds since 1970."""
    text = note.partition(b"\n\n")[0] + b"\n"
    signature = base64.b64decode(signing.sign(b"cosignature/v1\ntime %d\n%b" % (at, text)))
    raw = base64.b64decode(signing.public_key)
    key_id = hashlib.sha256(name.encode() + b"\n" + WITNESS_KEY + raw).digest()[:4]
    return f"\u2014 {name} {base64.b64encode(key_id + at.to_bytes(8, 'big') + signature).decode()}"


class LogWitness:
    """A witness of one log, which cosigns any note that continues the note it cosigned last."""

    def __init__(self, signing: SigningKey, name: str, at: int) -> None:
        self._signing = signing
        self._name = name
        self._at = at
        self._last = (0, EMPTY_ROOT)

    def answer(self, path: str, body: bytes) -> Answer:
        """The answer to a submission."""
        head, _blank, note = body.partition(b"\n\n")
        first, *lines = head.decode().split("\n")
        size, root = self._last
        if path != "/add-checkpoint":
            return Answer(b"", 404)
        if first != f"old {size}":
            return Answer(b"%d\n" % size, 409, {"Content-Type": "text/x.tlog.size"})
        tree, _more = read_tree_head(note)
        if not is_consistent(size, root, tree.size, tree.root, [base64.b64decode(line) for line in lines]):
            return Answer(b"", 422)
        self._last = (tree.size, tree.root)
        return Answer(f"{cosigned(self._signing, note, self._name, self._at)}\n".encode())
