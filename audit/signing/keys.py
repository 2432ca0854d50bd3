"""Signing keys and signature checks: docs/reference/records.md defines the variant of Ed25519."""

import base64
import re
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.ed25519_points import is_public_key
from eventstore.encryption import derive

_SIGNATURE = re.compile(r"[A-Za-z0-9+/]{86}==", re.ASCII)
_NEUTRAL = b"\x01" + bytes(31)
"""The neutral point, which no signer produces: as the first half of a signature it reveals the private key."""


class SigningKey:
    """The server's key with this number, counted from 1. Each is derived from the server's secret."""

    def __init__(self, secret: bytes, number: int = 1) -> None:
        purpose = f"stele/sign/{number}".encode()
        self._private_key = Ed25519PrivateKey.from_private_bytes(derive(secret, purpose))
        self.public_key = base64.b64encode(self._private_key.public_key().public_bytes_raw()).decode()

    def sign(self, payload: bytes) -> str:
        """The signature of these bytes, in base64."""
        return base64.b64encode(self._private_key.sign(payload)).decode()


def is_signed(payload: bytes, signature: str, public_key: str) -> bool:
    """Whether the owner of the public key signed these bytes."""
    verifier = _verifier(public_key)
    if verifier is None or not has_signature_form(signature):
        return False
    raw = base64.b64decode(signature)
    if raw[:32] == _NEUTRAL:
        return False
    try:
        verifier.verify(raw, payload)
    except InvalidSignature:
        return False
    return True


def has_signature_form(text: str) -> bool:
    """Whether this is a well-formed signature: 64 bytes in base64."""
    return _SIGNATURE.fullmatch(text) is not None


@lru_cache(maxsize=1000)
def _verifier(public_key: str) -> Ed25519PublicKey | None:
    """The verifier of this key's signatures; none for a key that others than its owner could sign for."""
    return Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key)) if is_public_key(public_key) else None
