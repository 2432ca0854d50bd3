"""Web Push: a person's subscribed browsers, and messages encrypted for them (RFC 8291, RFC 8292)."""

import base64
import hashlib
import json
import os
from typing import Any
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from eventstore.valkey.connection import Client
from services.accounts.players import person_key

MOST_DEVICES = 10
LONGEST_PLAINTEXT = 3_000
_RECORD_SIZE = 4096
_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_TOKEN_SECONDS = 12 * 3600


class BadSubscription(ValueError):
    """A subscription that is not accepted; the message says why."""


class Subscription(Struct, frozen=True):
    """A subscribed browser: the endpoint of its push service, and the keys for encryption."""

    id: str
    endpoint: str
    p256dh: str
    auth: str


class Subscriptions:
    """The subscribed browsers of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def of(self, person: str) -> list[Subscription]:
        """This person's subscriptions."""
        found: Any = self._redis.hgetall(person_key(person, "push"))
        return [msgspec.json.decode(text, type=Subscription) for text in found.values()]

    def get(self, person: str, subscription_id: str) -> Subscription | None:
        """One of this person's subscriptions, or none."""
        return next((one for one in self.of(person) if one.id == subscription_id), None)

    def add(self, person: str, endpoint: str, p256dh: str, auth: str) -> Subscription:
        """Subscribe this browser, or `BadSubscription`; subscribing it again replaces its keys."""
        parts = urlsplit(endpoint)
        if parts.scheme != "https" or not parts.hostname or not endpoint.isascii() or not endpoint.isprintable():
            raise BadSubscription("The address of a push service must start with https://.")
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decoded(p256dh))
            if len(decoded(auth)) != 16:
                raise ValueError
        except ValueError:
            raise BadSubscription("These are not valid browser push keys.") from None
        made = Subscription(hashlib.sha256(endpoint.encode()).hexdigest()[:16], endpoint, p256dh, auth)
        if len(self.of(person)) >= MOST_DEVICES and self.get(person, made.id) is None:
            raise BadSubscription("You have reached the device limit. Remove a device first.")
        self._redis.hset(person_key(person, "push"), made.id, msgspec.json.encode(made))
        return made

    def remove(self, person: str, subscription_id: str) -> bool:
        """Unsubscribe this browser, and return whether it was subscribed."""
        return bool(self._redis.hdel(person_key(person, "push"), subscription_id))

    def forget(self, person: str) -> None:
        """Remove all of this person's subscriptions."""
        self._redis.delete(person_key(person, "push"))


class Vapid:
    """The key that identifies this server to push services, derived from a secret value of 32 bytes."""

    def __init__(self, value: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(value) % (_ORDER - 1) + 1, _CURVE)
        self.public = encoded(point(self._key.public_key()))

    def authorization(self, endpoint: str, subject: str, now_seconds: int) -> str:
        """The `Authorization` header for this endpoint's service (RFC 8292)."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_seconds + _TOKEN_SECONDS, "sub": subject}
        signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(
    plaintext: bytes,
    p256dh: str,
    auth: str,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body, encrypted for the browser with these keys (RFC 8291); key and salt are new for each message."""
    if len(plaintext) > LONGEST_PLAINTEXT:
        raise ValueError(f"a push message has at most {LONGEST_PLAINTEXT} bytes")
    key = key or ec.generate_private_key(_CURVE)
    salt = salt or os.urandom(16)
    receiver = decoded(p256dh)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, receiver))
    own = point(key.public_key())
    secret = _derived(shared, decoded(auth), b"WebPush: info\0" + receiver + own, 32)
    content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_SIZE.to_bytes(4) + bytes([len(own)]) + own
    return head + AESGCM(content_key).encrypt(nonce, plaintext + b"\x02", None)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """The key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(data: bytes) -> str:
    """These bytes in unpadded base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of this unpadded base64url text; `ValueError` if it is invalid."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
