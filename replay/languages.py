"""Languages: texts translated through gettext; the English text is the id, a catalog has its translation.

The catalogs are .po files, read directly: `replay/locale/` has those of all shared texts, a title's `locale/` those of
its sentences and its drawing. `python -m replay.catalog_updates` updates them from the sources. Numbered rules are
translated as a whole, in files of their own (`replay.rules_text`).
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from domain.title_loader import folder_of, outside_titles, title_folders
from replay.narration import Translate, untranslated
from replay.rules_text import Rules, rules_in, rules_of_every_title

LANGUAGES = ("en", "it", "es")

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "replay" / "locale"
_PARTS = {"aid": "*/aid.js", "operator": "*web/operator/*"}


def catalog_files(language: str) -> list[Path]:
    """The existing catalogs of this language: the shared one first, then each title's.

    Catalogs of other packages come before all of these, so that Stele's own texts take precedence.
    """
    others = len(outside_titles())
    titles = [Path(str(folder_of(title))) / "locale" for title in _others_first()]
    places = [*titles[:others], SHARED, *titles[others:]]
    return [path for place in places if (path := place / f"{language}.po").is_file()]


def _others_first() -> list[str]:
    """The titles' ids, those of other packages first."""
    return sorted(title_folders(), key=lambda title: (title not in outside_titles(), title))


@cache
def translator(language: str) -> Translate:
    """The function that returns a text in this language; a text without a translation stays English."""
    if language not in LANGUAGES or language == "en":
        return untranslated
    texts: dict[str, str] = {}
    for path in catalog_files(language):
        for message in _read(path, language):
            if not message.fuzzy:
                # The sentence has already chosen singular or plural, in English; all languages here choose alike.
                texts.update((english, form) for english, form in _forms(message) if form)
    texts.update(_rules(rules_of_every_title("en"), rules_of_every_title(language)))
    for title in _others_first():
        texts.update(_rules(rules_in("en", title), rules_in(language, title)))
    return _Texts(texts).__getitem__


class _Texts(dict[str, str]):
    """Translations by English text; a missing text is returned unchanged."""

    def __missing__(self, english: str) -> str:
        return english


@cache
def page_texts(language: str, title: str | None = None, part: str = "") -> dict[str, str | list[str]]:
    """The texts of the pages, or of a title's drawing, by English text; a text with a count has a list of two forms.

    They include a title's names of things, in its `words.py`, which the drawing shares with the sentences, and the
    names of its view's members, in its `shown.py`, which the plain tables show. Texts of rarely used parts are
    separate: a title's player aid (`aid`), the operators' page (`operator`).
    """
    found: dict[str, str | list[str]] = {}
    place = SHARED if title is None else Path(str(folder_of(title))) / "locale"
    for path in catalog_files(language):
        if path.parent != place:
            continue
        for message in _read(path, language):
            sources = [name for name, _line in message.locations if name.endswith((".js", "/words.py", "/shown.py"))]
            is_wanted = sources and part == _part_of(sources)
            if not is_wanted or not message.id or message.fuzzy or not message.string:
                continue
            if isinstance(message.id, str):
                found[message.id] = str(message.string)
            else:
                found[message.id[0]] = [str(form) for form in message.string]
    return found


def _part_of(sources: list[str]) -> str:
    return next((part for part, names in _PARTS.items() if all(fnmatchcase(name, names) for name in sources)), "")


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _rules(english: Rules, translated: Rules) -> Iterator[tuple[str, str]]:
    """The numbered rules in English and in the other language."""
    words = translated.by_number
    for number, text in english.by_number.items():
        yield text, words.get(number, text)


def _forms(message: Message) -> Iterator[tuple[str, str]]:
    """The English text and its translation; for a text with a count, singular and plural."""
    if isinstance(message.id, str) and isinstance(message.string, str):
        yield message.id, message.string
    else:
        yield from zip(message.id, message.string or ("", ""), strict=True)
