"""Component files: read and checked in the same way for every title, whether shipped or a host's.

Each function checks one value and returns it, or raises `BadOption` with the location of the error.
"""

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence, Set
from importlib import resources
from typing import Any

from domain.rulebook import BadOption

LONGEST_TEXT = 500
SHIPPED_NAME = "stele-"

# Limits on a text before tomllib reads it, which takes seconds for pathological texts. The largest shipped file has
# 17,000 characters, 1,200 marks, and names of 3 parts.
LONGEST_FILE = 40_000
MOST_MARKS = 4_000
MOST_LEVELS = 12
MOST_PARTS = 8
MOST_DIGITS = 18

# An unterminated one extends as far as it can: searching for its end repeatedly would take long.
_TEXT_OR_COMMENT = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?|'''
    r"""'''(?:[^']|'(?!''))*+(?:''')?|"""
    r""""(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?|\#[^\n]*+""",
    re.DOTALL,
)
_MARK = re.compile(r"[=,.\[\]{}]")
_LONG_NAME = re.compile(rf"(?:\.[^.\n=\]]*+){{{MOST_PARTS}}}")
_LONG_NUMBER = re.compile(rf"[0-9_]{{{MOST_DIGITS + 1}}}")
_STEP: Mapping[str, int] = {"[": 1, "{": 1, "]": -1, "}": -1}


def refuse(reason: str) -> BadOption:
    """Make the exception that refuses a component file, to be raised."""
    return BadOption("components", reason)


def read_file(data: Mapping[str, Any] | str, known: Set[str]) -> Mapping[str, Any]:
    """The tables of a file, given as TOML text or as an equivalent object; unknown ones are refused."""
    if isinstance(data, str):
        _bound(data)
        try:
            data = tomllib.loads(data)
        except (ValueError, RecursionError) as error:
            # ValueError: tomllib passes on int()'s error about a number with thousands of digits.
            raise refuse(f"not TOML: {error}") from None
    only(data, known, "the file")
    return data


def _bound(text: str) -> None:
    """Refuse a text larger than any component file, before it is read."""
    if len(text) > LONGEST_FILE:
        raise refuse(f"a file has at most {LONGEST_FILE} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise refuse("half of a surrogate pair is no character") from None
    bare = _TEXT_OR_COMMENT.sub('""', text)
    marks = _MARK.findall(bare)
    if len(marks) > MOST_MARKS:
        raise refuse(f"a file has at most {MOST_MARKS} names, values and brackets")
    if _LONG_NAME.search(bare):
        raise refuse(f"a name has at most {MOST_PARTS} parts")
    if _LONG_NUMBER.search(bare):
        raise refuse(f"a number has at most {MOST_DIGITS} digits")
    level = 0
    for mark in marks:
        level += _STEP.get(mark, 0)
        if level > MOST_LEVELS:
            raise refuse(f"lists and tables are nested at most {MOST_LEVELS} deep")


def read_heading(data: Mapping[str, Any], known: Set[str]) -> dict[str, str]:
    """Name and status from the file's [meta] table; a file without either is the host's.

    The status claimed in a host's file does not count: see `rulebook.settle_options`.
    """
    heading = table(data.get("meta", {}), "meta", known)
    texts = {name: short_text(value, f"meta.{name}") for name, value in heading.items()}
    if texts.get("name", "").startswith(SHIPPED_NAME):
        raise refuse(f"meta.name must not begin with {SHIPPED_NAME}: such names are for the files shipped here")
    return {"name": texts.get("name") or "host", "status": texts.get("status") or "host"}


def status_words(status: str) -> str:
    """The certainty of component data, in the words used on the pages."""
    return {"exact": "as printed", "host": "custom"}.get(status, status)


def shipped_text(package: str) -> str:
    """The component file shipped with the title in this package."""
    return resources.files(package).joinpath("components.toml").read_text("utf-8")


def digest_of(plain: Mapping[str, Any]) -> str:
    """The digest that identifies component data in its plain form."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def only(value: Mapping[str, Any], known: Set[str], place: str) -> None:
    """Refuse unknown names, so that misspellings are noticed."""
    unknown = sorted(str(name) for name in value if name not in known)
    if unknown:
        raise refuse(f"{place} has an unknown name: {', '.join(unknown[:5])}; known names: {', '.join(sorted(known))}")


def table(value: Any, place: str, known: Set[str]) -> Mapping[str, Any]:
    """A table with only these names."""
    if not isinstance(value, Mapping):
        raise refuse(f"{place} must be a table")
    only(value, known, place)
    return value


def listed(value: Any, place: str, what: str = "tables") -> Sequence[Any]:
    """Check that this value is a list; by default, of tables."""
    if not isinstance(value, (list, tuple)):
        raise refuse(f"{place} must be a list of {what}")
    return value


def short_text(value: Any, place: str) -> str:
    """A line of text in Unicode normal form NFC, which records require."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise refuse(f"{place} must be a short text")
    return unicodedata.normalize("NFC", value)


def number(value: Any, least: int, most: int, place: str) -> int:
    """A whole number within these bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse(f"{place} must be a whole number from {least} to {most}")
    return value


def flag(value: Any, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise refuse(f"{place} must be true or false")
    return value


def one_of(value: Any, known: tuple[str, ...], place: str) -> str:
    """One of these words."""
    if value not in known:
        raise refuse(f"{place} must be one of: {', '.join(known)}")
    return str(value)
