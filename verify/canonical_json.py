"""Canonical JSON: RFC 8785 without fractions, with ASCII names and text in NFC."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NoReturn

LARGEST_INTEGER = 2**53 - 1
MOST_NESTED = 64
"""The maximum nesting depth of lists and objects."""


class NotCanonical(ValueError):
    """The text is not canonical JSON; the message says why."""


class _Integers(dict):  # type: ignore[type-arg]
    """The integers by their digits: short ones, which are frequent, are found without computation."""

    def __missing__(self, digits: str) -> int:
        if len(digits) > 17 or abs(int(digits)) > LARGEST_INTEGER:
            raise NotCanonical("an integer is too large for every JSON reader")
        number = int(digits)
        if len(digits) < 5:
            self[digits] = number
        return number


def _refused(text: str) -> NoReturn:
    raise NotCanonical(f"{text[:40]} is no whole number")


_integers = _Integers()
_decoder = json.JSONDecoder(parse_float=_refused, parse_int=_integers.__getitem__, parse_constant=_refused)
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False).encode


def canonical(value: Any) -> bytes:
    """The canonical bytes of a value that was read from canonical JSON."""
    return _encode(value).encode()


def _check_text(value: Any) -> None:
    """Names must be ASCII and text in NFC; pure ASCII is both."""
    if isinstance(value, str):
        if not value.isascii() and not unicodedata.is_normalized("NFC", value):
            raise NotCanonical("text must be in Unicode's form NFC")
    elif isinstance(value, list):
        for item in value:
            _check_text(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if not name.isascii():
                raise NotCanonical("a name is not ASCII text")
            _check_text(item)


_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?')
_UNPAIRED = re.compile(r"[^\[\]{}]+")
_PAIRED = str.maketrans("[{]}", "(())")


def _check_nesting(text: str) -> None:
    """Refuse JSON that is nested too deep before it is parsed; invalid JSON may pass."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return
    pairs = _UNPAIRED.sub("", _TEXT.sub("", text)).translate(_PAIRED)
    for _level in range(MOST_NESTED):
        pairs = pairs.replace("()", "")
    if pairs:
        raise NotCanonical(f"lists and objects are nested at most {MOST_NESTED} deep")


def read_json(text: str) -> Any:
    """The value of this JSON, which may be hostile and not canonical, or `NotCanonical`."""
    _check_nesting(text)
    try:
        value, end = _decoder.raw_decode(text)
        if end != len(text):
            raise NotCanonical("something follows the value")
        if not text.isascii():
            _check_text(value)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)[:200]) from None
    return value


def read_canonical(texts: Sequence[str]) -> tuple[list[Any], str | None]:
    """The values of these texts, up to the first that is not canonical JSON, and the reason.

    Many are encoded together, which is several times faster than one by one: JSON has only one reading, so the joined
    text is canonical exactly if each part is.
    """
    values: list[Any] = []
    complaint = None
    for text in texts:
        try:
            values.append(read_json(text))
        except NotCanonical as error:
            complaint = str(error)
            break
    start, size = 0, 256
    while start < len(values):
        end = min(start + size, len(values))
        try:
            is_same = _encode(values[start:end]) == "[" + ",".join(texts[start:end]) + "]"
        except RecursionError:
            is_same = False
        if is_same:
            start = end
        elif size > 1:
            size = 1
        else:
            return values[:start], "not in its canonical form"
    return values, complaint


def is_int(value: Any) -> bool:
    """Whether this is a whole number; JSON's `true` is not."""
    return isinstance(value, int) and not isinstance(value, bool)
