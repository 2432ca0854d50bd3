"""The signing keys, and how anybody checks a signature (Ed25519)."""

import base64

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from eventstore.encryption import derive


class SigningKey:
    """The server's key of this number, counted from 1. All of them come from its secret, and none from another."""

    def __init__(self, secret: bytes, number: int = 1) -> None:
        purpose = f"stele/sign/{number}".encode()
        self._private_key = Ed25519PrivateKey.from_private_bytes(derive(secret, purpose))
        self.public_key = base64.b64encode(self._private_key.public_key().public_bytes_raw()).decode()

    def sign(self, payload: bytes) -> str:
        """The signature of these bytes, in base64."""
        return base64.b64encode(self._private_key.sign(payload)).decode()


def is_signed(payload: bytes, signature: str, public_key: str) -> bool:
    """Whether the owner of the public key signed these bytes."""
    try:
        verifier = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key, validate=True))
        verifier.verify(base64.b64decode(signature, validate=True), payload)
    except (InvalidSignature, ValueError):
        return False
    return True
