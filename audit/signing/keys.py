"""Signing keys of the server."""

import base64

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from eventstore.encryption import derive


class SigningKey:
    """The server's key with this number, counted from 1. Each is derived from the server's secret."""

    def __init__(self, secret: bytes, number: int = 1) -> None:
        purpose = f"stele/sign/{number}".encode()
        self._private_key = Ed25519PrivateKey.from_private_bytes(derive(secret, purpose))
        self.public_key = base64.b64encode(self._private_key.public_key().public_bytes_raw()).decode()

    def sign(self, payload: bytes) -> str:
        """The signature of these bytes, in base64."""
        return base64.b64encode(self._private_key.sign(payload)).decode()
