"""Ed25519 (RFC 8032): the check of signatures and of public keys."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache

try:  # a hundred times faster than the arithmetic below, and not needed
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment, misc]
_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: tuple[int, ...]) -> tuple[int, ...]:
    result: tuple[int, ...] = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _point(raw: bytes) -> tuple[int, ...] | None:
    """The point encoded by these 32 bytes, if it is valid."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (not x and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _bytes_of(point: tuple[int, ...]) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
_NEUTRAL = b"\x01" + bytes(31)
PUBLIC_KEY = re.compile(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", re.ASCII)
SIGNATURE = re.compile(r"[A-Za-z0-9+/]{86}==", re.ASCII)


@lru_cache(maxsize=1000)
def is_public_key(text: str) -> bool:
    """Whether only the owner can sign for this key (base64): canonical, on the curve, and of prime order."""
    if not PUBLIC_KEY.fullmatch(text):
        return False
    raw = base64.b64decode(text)
    point = _point(raw)
    return point is not None and raw != _NEUTRAL and _bytes_of(_times(_ORDER, point)) == _NEUTRAL


def is_signed_slowly(message: bytes, signature: bytes, public_key: bytes) -> bool:
    """Whether this is the owner's signature of the message, by the arithmetic of RFC 8032, section 5.1.7."""
    key = _point(public_key) if len(public_key) == 32 else None
    if key is None or _BASE is None or len(signature) != 64:
        return False
    number = int.from_bytes(signature[32:], "little")
    if number >= _ORDER:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % _ORDER
    minus_key = (_P - key[0], key[1], 1, _P - key[3])
    return _bytes_of(_add(_times(number, _BASE), _times(hashed, minus_key))) == signature[:32]


def is_signed(message: bytes, signature: str, public_key: str) -> bool:
    """Whether this is the owner's signature of the message; both in base64."""
    if not is_public_key(public_key) or not SIGNATURE.fullmatch(signature):
        return False
    raw, key = base64.b64decode(signature), base64.b64decode(public_key)
    if raw[:32] == _NEUTRAL:  # no signer produces it: it reveals the private key
        return False
    if Ed25519PublicKey is None:
        return is_signed_slowly(message, raw, key)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(raw, message)
    except InvalidSignature:
        return False
    return True
