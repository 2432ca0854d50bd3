"""Rules text: a title's RULES.md in chapters, with the numbered rules of each."""

import re

from msgspec import Struct

_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
_NUMBERED = re.compile(r"^- \*\*([A-Z][A-Z0-9-]*)\*\* (.+(?:\n  .+)*)", re.MULTILINE)
_BREAK = re.compile(r"\n(?!- |\|)")
"""The end of a line that continues on the next one, so not before a list item or a table row."""


class Chapter(Struct, frozen=True):
    """The content under one heading: paragraphs in plain words, then the numbered rules, each in one line."""

    title: str
    level: int
    words: tuple[str, ...]
    rules: dict[str, str]


def chapters_of(text: str) -> tuple[Chapter, ...]:
    """The chapters of this text, in order; each list item or table row is a line."""
    _before, *parts = _HEADING.split(text)
    return tuple(
        Chapter(title, len(marks), _paragraphs(_NUMBERED.sub("", body)), _numbered(body))
        for marks, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    found = (_BREAK.sub(" ", part.strip()) for part in text.split("\n\n"))
    return tuple("\n".join(" ".join(line.split()) for line in part.split("\n")) for part in found if part)


def _numbered(text: str) -> dict[str, str]:
    return {number: " ".join(words.split()) for number, words in _NUMBERED.findall(text)}


def rules_of(chapters: tuple[Chapter, ...]) -> dict[str, str]:
    """The numbered rules and rulings of these chapters, by number."""
    return {number: words for chapter in chapters for number, words in chapter.rules.items()}
