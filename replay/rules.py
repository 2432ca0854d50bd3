"""The rules of a title in the reader's language: RULES.md in its folder, and beside it RULES.it.md and its like."""

from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

from domain import rulebooks
from domain.chapters import Chapter, chapters_of, rules_of

TITLES = Path(rulebooks.__file__).parent


class Rules(Struct, frozen=True):
    """The rules as they are written in one language."""

    language: str
    chapters: tuple[Chapter, ...]

    @property
    def by_number(self) -> dict[str, str]:
        """The numbered rules and rulings."""
        return rules_of(self.chapters)


@cache
def rules_in(language: str, title: str) -> Rules:
    """The title's rules in this language, in English if nobody has translated them."""
    return read_rules(rulebooks.folder_of(title), language)


def read_rules(folder: Traversable, language: str) -> Rules:
    """The rules in this folder, in this language or in English."""
    path = folder.joinpath(f"RULES.{language}.md")
    if not path.is_file():
        path, language = folder.joinpath("RULES.md"), "en"
    return Rules(language, chapters_of(path.read_text("utf-8")))
