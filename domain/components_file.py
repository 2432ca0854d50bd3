"""Component files: read and checked the same way for every title, the title's own or a host's.

Each function checks one value and returns it, or raises `BadOption` with the place that is wrong.
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

# What a text may hold before tomllib reads it, which takes seconds for texts that no title needs. The largest file
# shipped has 17,000 characters, 1,200 marks, and names of 3 parts.
LONGEST_FILE = 40_000
MOST_MARKS = 4_000
MOST_LEVELS = 12
MOST_PARTS = 8
MOST_DIGITS = 18

# One that does not end reaches as far as it can: looking for its end again and again would take long.
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
    """The refusal of a component file, to be raised."""
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
    """Refuse a text that is larger than any component file, before it is read."""
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
    """Name and status from the file's [meta] table; a file with neither is the host's.

    The status that a host's file claims does not count: see `rulebook.settle_options`.
    """
    heading = table(data.get("meta", {}), "meta", known)
    texts = {name: short_text(value, f"meta.{name}") for name, value in heading.items()}
    if texts.get("name", "").startswith(SHIPPED_NAME):
        raise refuse(f"meta.name must not begin with {SHIPPED_NAME}: such names are for the files shipped here")
    return {"name": texts.get("name") or "host", "status": texts.get("status") or "host"}


def status_words(status: str) -> str:
    """How sure component data is, in the words that readers know from the pages."""
    return {"exact": "as printed", "host": "custom"}.get(status, status)


def shipped_text(package: str) -> str:
    """The component file that the title in this package ships."""
    return resources.files(package).joinpath("components.toml").read_text("utf-8")


def digest_of(plain: Mapping[str, Any]) -> str:
    """The digest that identifies component data in its plain form."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def only(value: Mapping[str, Any], known: Set[str], place: str) -> None:
    """Refuse unknown names, so that a misspelt one is noticed."""
    unknown = sorted(str(name) for name in value if name not in known)
    if unknown:
        raise refuse(f"{place} has an unknown name: {', '.join(unknown[:5])}; known names: {', '.join(sorted(known))}")


def table(value: Any, place: str, known: Set[str]) -> Mapping[str, Any]:
    """A table with no names but these."""
    if not isinstance(value, Mapping):
        raise refuse(f"{place} must be a table")
    only(value, known, place)
    return value


def listed(value: Any, place: str, what: str = "tables") -> Sequence[Any]:
    """A list, by default of tables."""
    if not isinstance(value, (list, tuple)):
        raise refuse(f"{place} must be a list of {what}")
    return value


def short_text(value: Any, place: str) -> str:
    """A line of text in Unicode's form NFC, which records require."""
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
