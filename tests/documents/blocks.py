"""Code blocks of a Markdown page. A block that is a file has its path above it, alone on a line."""

import re
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(
    r"(?:^`(?P<path>[^`\n]+)`:\n\n)?^(?P<fence>`{3,})(?P<language>\w*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """One block of a document: its language, the path of its file (None if it is no file), and its text."""

    language: str
    path: str | None
    text: str


def blocks(page: Path, heading: str | None = None) -> list[Block]:
    """The blocks of a page in order, or those under one heading."""
    text = page.read_text("utf-8")
    if heading is not None:
        text = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [Block(found["language"], found["path"], found["text"]) for found in _BLOCK.finditer(text)]
