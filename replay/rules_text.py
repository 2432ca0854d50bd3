"""Rules text in the reader's language, from RULES.md, RULES.it.md and so on in a title's folder.

The rules of all titles (G1 and so on) are in the same form in the folder of `domain`.
"""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from msgspec import Struct

from domain import title_loader
from domain.rules_text import Chapter, chapters_of, rules_of


class Rules(Struct, frozen=True):
    """The rules in one language."""

    language: str
    chapters: tuple[Chapter, ...]

    @property
    def by_number(self) -> dict[str, str]:
        """The numbered rules and rulings."""
        return rules_of(self.chapters)


@cache
def rules_in(language: str, title: str) -> Rules:
    """The title's rules in this language, in English if there is no translation."""
    return read_rules(title_loader.folder_of(title), language)


@cache
def rules_of_every_title(language: str) -> Rules:
    """The rules of all titles, in this language."""
    return read_rules(resources.files("domain"), language)


def read_rules(folder: Traversable, language: str) -> Rules:
    """The rules in this folder, in this language or in English."""
    path = folder.joinpath(f"RULES.{language}.md")
    if not path.is_file():
        path, language = folder.joinpath("RULES.md"), "en"
    return Rules(language, chapters_of(path.read_text("utf-8")))
