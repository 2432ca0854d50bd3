"""The notary: signs checkpoints' notes, as C2SP's signed notes have it, with the server's key.

A signed note is a text, an empty line, and lines `— name signature`; the signature is the base64 of the key's id (four
bytes of SHA-256 over name, key type and public key) and of the 64 bytes that Ed25519 makes of the text.
"""

import base64
import hashlib

from audit.signing import SigningKey, is_signed

NAME = "stele"
_ED25519 = b"\x01"


class KeyNotary:
    """Signs with this key, and knows what it signed."""

    def __init__(self, signing: SigningKey) -> None:
        self._signing = signing
        public_key = base64.b64decode(signing.public_key)
        self._key_id = hashlib.sha256(NAME.encode() + b"\n" + _ED25519 + public_key).digest()[:4]

    def signed(self, text: str) -> bytes:
        """The text with a signature below it."""
        signature = base64.b64encode(self._key_id + base64.b64decode(self._signing.sign(text.encode()))).decode()
        return f"{text}\n— {NAME} {signature}\n".encode()

    def has_signed(self, note: bytes) -> bool:
        """Whether this notary has signed this note."""
        text, _blank, signatures = note.partition(b"\n\n")
        for line in signatures.decode(errors="replace").splitlines():
            dash, _space, rest = line.partition(" ")
            name, _space, signature = rest.partition(" ")
            if dash == "—" and name == NAME:
                try:
                    raw = base64.b64decode(signature, validate=True)
                except ValueError:
                    continue
                signed = base64.b64encode(raw[4:]).decode()
                if raw[:4] == self._key_id and is_signed(text + b"\n", signed, self._signing.public_key):
                    return True
        return False
