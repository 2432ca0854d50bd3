"""The blocks of code in a Markdown page, with the words after their three backquotes."""

import re
from pathlib import Path
from typing import NamedTuple

_FENCED = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """One block: its language, what else stands in its first line, and its text."""

    language: str
    about: str
    text: str


def blocks(page: Path, heading: str | None = None) -> list[Block]:
    """The blocks of a page in their order, or those under one heading of it."""
    text = page.read_text("utf-8")
    if heading is not None:
        text = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [Block(*f"{found['info'].strip()} ".split(" ", 1), found["text"]) for found in _FENCED.finditer(text)]
