"""Ed25519 points: which 32 bytes are a key that only its owner can sign for.

A point of small order lets anyone sign, and programs disagree about points with a component of small order or in a
non-canonical encoding. So a key is a canonically encoded point of the curve, of prime order.
"""

import re

_FORM = re.compile(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", re.ASCII)
"""32 bytes in base64: the last character holds four bits."""
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

# The curve -x² + y² = 1 + d·x²·y² over the integers modulo p (RFC 8032, section 5.1).
_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
"""x, y, z, t in extended coordinates: x/z and y/z are the point's, and t is x·y/z."""
_NEUTRAL: _Point = (0, 1, 1, 0)


def has_key_form(text: str) -> bool:
    """Whether this is a well-formed public key: 32 bytes in canonical base64."""
    return _FORM.fullmatch(text) is not None


def is_public_key(text: str) -> bool:
    """Whether only the owner can sign for this key: canonical, on the curve, and of prime order."""
    if not has_key_form(text):
        return False
    point = _decoded(_bytes_in(text))
    return point is not None and not _is_neutral(point) and _is_neutral(_times(_ORDER, point))


def _bytes_in(text: str) -> bytes:
    """The 32 bytes encoded in base64."""
    bits = 0
    for character in text[:-1]:
        bits = bits << 6 | _ALPHABET.index(character)
    return (bits >> 2).to_bytes(32, "big")


def _decoded(raw: bytes) -> _Point | None:
    """The point with this canonical encoding."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: _Point) -> _Point:
    result = _NEUTRAL
    while number:
        if number & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        number >>= 1
    return result


def _is_neutral(point: _Point) -> bool:
    return point[0] == 0 and point[1] == point[2]
