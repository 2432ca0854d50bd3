"""Catalog updates: `python -m replay.catalog_updates` writes all texts of the sources into the .po files.

New texts are added untranslated, unused texts are removed; a title's texts go into the title's folder. `python -m
stele.catalogs FOLDER` updates only the title in this folder of another package.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from domain.title_loader import folder_of, outside_titles, title_folders
from replay.languages import LANGUAGES, ROOT, SHARED

# The functions with texts for readers, and which of their arguments are texts: two of them are the singular and the
# plural of one text; the key is the number of arguments.
_KEYWORDS: dict[str, dict[str, Any]] = {
    ".js": {"gettext": None, "ngettext": (1, 2)},
    ".py": {
        "say": (1,),
        "say_number": (1, 2),
        "translate": (1,),
        "Illegal": (1,),
        "Option": (4,),
        "gettext_noop": (1,),
        "ComponentStatus": {None: (1,), 3: (3,), 4: (3,)},  # with a comma behind the last one there are four
        "Kind": (1,),
        "problem": (2,),
        "refuse": (2,),
        "BadName": (1,),
        "NameTaken": (1,),
        "BadPasskey": (1,),
        "NotLogged": (1,),
        "BadSubscription": (1,),
        "BadWebhook": (1,),
        "TournamentRefused": (1,),
    },
}
_METHODS = {".js": "javascript", ".py": "python"}


def places() -> Iterator[tuple[Path, list[Path]]]:
    """Each folder of catalogs, with the sources of its texts."""
    rooms = ("domain", "replay", "audit", "ai", "services", "api", "web")
    paths = (path for room in rooms for path in (ROOT / room).rglob("*"))
    yield SHARED, sorted(path for path in paths if path.suffix in _METHODS and "dist" not in path.parts)
    for title in title_folders():
        if title not in outside_titles():
            yield place_of_title(title)[:2]


def place_of_folder(title: Path) -> tuple[Path, list[Path], Path]:
    """The catalogs and sources of the title in this folder, and the folder to which the sources' names are relative."""
    sources = (path for kind in _METHODS for path in title.rglob(f"*{kind}"))
    return title / "locale", sorted(path for path in sources if title / "tests" not in path.parents), title.parent


def place_of_title(title: str) -> tuple[Path, list[Path], Path]:
    """The catalogs and sources of the title with this id, in whichever package it is."""
    return place_of_folder(Path(str(folder_of(title))))


def texts_of(sources: list[Path], root: Path = ROOT) -> Catalog:
    """All texts of these sources, with their places relative to this folder."""
    catalog = Catalog(charset="utf-8")
    for path in sources:
        place = [(path.relative_to(root).as_posix(), 0)]
        keywords = _KEYWORDS[path.suffix]
        for _line, found, _comments, _context in extract_from_file(_METHODS[path.suffix], path, keywords=keywords):
            catalog.add(found, locations=place)
        if path.name == "shown.py":
            for found in view_words(path):
                catalog.add(found, locations=place)
    return catalog


def view_words(path: Path) -> Iterator[str]:
    """The names of the view's members and their named values in this `shown.py`, as the plain tables show them."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    for part in ast.walk(module):
        if isinstance(part, ast.ClassDef):
            members = (one.target for one in part.body if isinstance(one, ast.AnnAssign))
            yield from (_key_words(one.id) for one in members if isinstance(one, ast.Name))
        if isinstance(part, ast.ImportFrom) and part.module:
            names = {one.name for one in part.names}
            file = path.with_name(f"{part.module.rpartition('.')[2]}.py")
            for choice in ast.parse(file.read_text(encoding="utf-8")).body if file.is_file() else []:
                if isinstance(choice, ast.Assign) and names & {ast.unparse(one) for one in choice.targets}:
                    yield from _literals(choice)
    yield from _literals(module)


def _key_words(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _literals(part: ast.AST) -> Iterator[str]:
    """The texts in each `Literal[…]` in this part."""
    for one in ast.walk(part):
        if isinstance(one, ast.Subscript) and ast.unparse(one.value) == "Literal":
            values = (value.value for value in ast.walk(one.slice) if isinstance(value, ast.Constant))
            yield from (value for value in values if isinstance(value, str) and value)


def update(folder: Path, sources: list[Path], language: str, root: Path = ROOT) -> Catalog:
    """The catalog of this folder and language with exactly the texts of these sources."""
    path = folder / f"{language}.po"
    old = Catalog(locale=language)
    if path.is_file():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    new = Catalog(locale=language, charset="utf-8", header_comment=f"# Stele's texts: {language}", fuzzy=False)
    for message in texts_of(sources, root):
        if message.id:
            kept = old.get(message.id if isinstance(message.id, str) else message.id[0])
            new.add(message.id, kept.string if kept else None, locations=message.locations)
    return new


def write(folder: Path, language: str, catalog: Catalog) -> None:
    """Write the catalog into its folder, sorted by English text, so that diffs stay small."""
    folder.mkdir(exist_ok=True)
    with (folder / f"{language}.po").open("wb") as file:
        write_po(file, catalog, width=118, sort_output=True, include_lineno=False, omit_header=True)


def missing(catalog: Catalog) -> list[str]:
    """The English texts without a translation, or without a part of it."""
    texts = [(message.id, message.string) for message in catalog if message.id]
    untranslated = [text for text, said in texts if not all([said] if isinstance(said, str) else said or [""])]
    return [text if isinstance(text, str) else text[0] for text in untranslated]


def to_translate(catalog: Catalog) -> str:
    """How many of the catalog's texts are not translated, in words; empty if none."""
    number = len(missing(catalog))
    return f"has {number} of {len(catalog)} texts to translate" if number else ""


def main(folders: list[str]) -> None:
    """Update the catalogs of the titles in these folders, or, if none is named, all of Stele's."""
    outside = [place_of_folder(Path(folder).resolve()) for folder in folders]
    for place, files, root in outside or [(*one, ROOT) for one in places()]:
        for one in LANGUAGES[1:]:
            catalog = update(place, files, one, root)
            write(place, one, catalog)
            print(f"{(place / one).relative_to(root)}.po {to_translate(catalog) or 'is up to date'}")


if __name__ == "__main__":
    main(sys.argv[1:])
