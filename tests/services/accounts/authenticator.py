"""Authenticator: a passkey device in software, which makes passkeys and signs by WebAuthn."""

import hashlib
import json
import secrets
import struct

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

from services.accounts.passkeys import Asserted, Attested

_PRESENT, _VERIFIED, _WITH_KEY = 1, 4, 64


class Authenticator:
    """One passkey on one device. `count` is the number of its signatures."""

    def __init__(self, origin: str, rp_id: str) -> None:
        self.origin, self.rp_id = origin, rp_id
        self.id = secrets.token_bytes(20)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def credential_id(self) -> str:
        """The id of the passkey in the API."""
        return bytes_to_base64url(self.id)

    def attest(self, challenge: str) -> Attested:
        """The browser's answer when the passkey is made."""
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        with_key = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(_PRESENT | _VERIFIED | _WITH_KEY) + with_key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", challenge)
        return Attested(self.credential_id, bytes_to_base64url(client_data), bytes_to_base64url(attestation), ("usb",))

    def sign(self, challenge: str) -> Asserted:
        """The browser's answer on signing in."""
        self.count += 1
        data, client_data = self._data(_PRESENT | _VERIFIED), self._client_data("webauthn.get", challenge)
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return Asserted(self.credential_id, *map(bytes_to_base64url, (client_data, data, signature)))

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
