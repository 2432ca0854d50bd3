"""Signing keys of the server, and the notes that they sign."""

import base64

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from eventstore.checkpoints.checkpoint import BEFORE_THE_LOG
from eventstore.encryption import derive
from verify.notes import NoteKey, is_signed_by

_NAME_BEFORE_THE_LOG = "stele"


class SigningKey:
    """The server's key with this number, counted from 1. Each is derived from the server's secret."""

    def __init__(self, secret: bytes, number: int = 1) -> None:
        purpose = f"stele/sign/{number}".encode()
        self._private_key = Ed25519PrivateKey.from_private_bytes(derive(secret, purpose))
        self.public_key = base64.b64encode(self._private_key.public_key().public_bytes_raw()).decode()

    def sign(self, payload: bytes) -> str:
        """The signature of these bytes, in base64."""
        return base64.b64encode(self._private_key.sign(payload)).decode()


class KeyNotary:
    """Signs notes with this key, and recognises its own signatures."""

    def __init__(self, signing: SigningKey) -> None:
        self._signing = signing

    def key(self, origin: str) -> NoteKey:
        """The key of the log of this origin."""
        return NoteKey(origin, self._signing.public_key)

    def signed(self, text: str) -> bytes:
        """The text with a signature appended, for the origin in its first line."""
        key = self.key(text.partition("\n")[0])
        signature = base64.b64encode(key.id + base64.b64decode(self._signing.sign(text.encode()))).decode()
        return f"{text}\n— {key.name} {signature}\n".encode()

    def has_signed(self, note: bytes) -> bool:
        """Whether this notary has signed this note."""
        origin = note.partition(b"\n")[0].decode(errors="replace")
        return is_signed_by(note, self.key(_NAME_BEFORE_THE_LOG if origin == BEFORE_THE_LOG else origin))
