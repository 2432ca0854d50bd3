"""Canonical JSON: RFC 8785 on a strict subset (no floats, integers below 2^53, ASCII names, NFC text).

On this subset msgspec's sorted encoding *is* the canonical form; everything outside the subset is refused here.
"""

import re
import unicodedata
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")
# A number is at the beginning or after one of three signs; hexadecimal digits are in quotation marks.
_SUSPICIOUS = re.compile(rb"(?:^|[:,\[])-?(?:[0-9]{16}|[0-9]+[.eE])|[^\x00-\x7f]")
LARGEST_INTEGER = 2**53 - 1


class NotCanonical(ValueError):
    """A value without a canonical form: a float, a large integer, a name outside ASCII, text not in NFC."""


def canonical(value: Any) -> bytes:
    """The canonical JSON bytes of this value (plain JSON values or msgspec structs), or `NotCanonical`."""
    encoded = _encoder.encode(value)
    if _SUSPICIOUS.search(encoded):
        # Rare: the pattern may match inside innocent text, so check the values themselves.
        _check(msgspec.to_builtins(value))
    return encoded


def _check(value: Any) -> None:
    match value:
        case bool() | None:
            return
        case int():
            if abs(value) > LARGEST_INTEGER:
                raise NotCanonical(f"the integer {value} is too large for every JSON reader")
        case float():
            raise NotCanonical("a fraction has no canonical form; use whole units")
        case str():
            if not unicodedata.is_normalized("NFC", value):
                raise NotCanonical("text must be in Unicode's form NFC")
        case list() | tuple():
            for item in value:
                _check(item)
        case dict():
            for name, item in value.items():
                if not isinstance(name, str) or not name.isascii():
                    raise NotCanonical(f"the name {name!r} is not ASCII text")
                _check(item)
        case _:
            raise NotCanonical(f"{type(value).__name__} is not JSON")
