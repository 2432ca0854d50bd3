"""Title check: sentences on what is missing in a title, and what to do. The laws check how it plays."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from msgspec import Struct

from audit.lessons import lesson_faults
from domain.game import SHARED_EVENTS
from domain.lifecycle import SHARED_COMMANDS
from domain.plugins import error_text
from domain.rulebook import Meta, Rulebook
from domain.title_loader import (
    find_chances,
    find_forced,
    find_lesson,
    find_rulebooks,
    find_shown_table,
    find_standing_orders,
    find_statistics,
    folder_of,
    outside_titles,
    refused_titles,
)
from replay.catalog_updates import place_of_title, to_translate, update
from replay.languages import LANGUAGES
from services.jobs.new_title import TEMPLATE

_SHARED_NAMES = frozenset(kind.__name__ for kind in (*SHARED_COMMANDS, *SHARED_EVENTS))
_CERTAIN = ("exact", "attested")


class Finding(Struct, frozen=True):
    """A sentence about a title: something to mend, or something optional."""

    text: str
    is_optional: bool = False


def known_titles() -> list[str]:
    """The ids of all titles, including refused ones."""
    return sorted({*find_rulebooks(), *refused_titles()})


def check_title(title: str) -> Iterator[Finding]:
    """The findings on the title with this id, those to mend first."""
    for reason in refused_titles().get(title, ()):
        yield Finding(f"It is not loaded: {reason}.")
    rulebook = find_rulebooks().get(title)
    if rulebook is not None:
        found = [*_meta(rulebook.meta), *_names(rulebook), *_texts(rulebook.meta), *_parts(title)]
        yield from sorted(found, key=lambda one: one.is_optional)
    elif title not in refused_titles():
        yield Finding(
            "It is not installed. Run `python -m pip install --no-deps --editable .` in its folder, by Stele's Python."
        )


def _meta(meta: Meta) -> Iterator[Finding]:
    """Findings on the title's description: players, rules, options and components."""
    if not 1 <= meta.least_players <= meta.most_players:
        yield Finding(
            f"It is for {meta.least_players} to {meta.most_players} players. "
            "Correct least_players and most_players in meta."
        )
    if not meta.rules:
        yield Finding(
            "RULES.md has no numbered rule. Begin the list item of each rule with its number, as in `- **S1** …`."
        )
    for option in meta.options:
        if not option.label or len(option.labels) != len(option.choices):
            yield Finding(f"The option {option.name} has no label, or not one for each choice. Add label and labels.")
    template = (TEMPLATE / "stele_new_title" / "__init__.py").read_text("utf-8")
    if f'designer="{meta.designer}"' in template and f"year={meta.year}," in template:
        yield Finding("Designer and year are still those of `title new`. Name yours in meta.", True)
    if not meta.components:
        yield Finding("meta.components is empty. Name each part of the material, and how certain its data are.", True)
    for part in meta.components:
        if part.status not in _CERTAIN:
            yield Finding(
                f"The certainty of the part {part.part} is only: {part.status}. Compare its data with a printed copy.",
                True,
            )


def _names(rulebook: Rulebook[Any]) -> Iterator[Finding]:
    """Findings on names of commands and events that the shared ones already have."""
    for kind in (*rulebook.COMMANDS, *rulebook.EVENTS):
        if kind.__name__ in _SHARED_NAMES:
            yield Finding(f"{kind.__name__} is the name of a command or event of all titles. Rename yours.")


def _texts(meta: Meta) -> Iterator[Finding]:
    """The translations into the declared languages, and the languages that are not declared."""
    folder, sources, root = place_of_title(meta.id)
    for language in LANGUAGES:
        is_declared = language in meta.languages
        if language == "en":
            if not is_declared:
                yield Finding("meta.languages does not contain en. English texts are always there: add it.")
            continue
        catalog, path = update(folder, sources, language, root), folder / f"{language}.po"
        if left := to_translate(catalog):
            what = f"Language {language}: the title {left}."
            where = f"Make the catalogs with `python -m stele.catalogs {folder.parent}`, and fill in {path.name}"
            yield Finding(
                f"{what} {where}" + (", or take it out of meta.languages." if is_declared else "."), not is_declared
            )
        elif is_declared and not _is_up_to_date(path, language, {one.id for one in catalog}):
            yield Finding(f"{path.name} is out of date. Run `python -m stele.catalogs {folder.parent}`.")
        if not (folder.parent / f"RULES.{language}.md").is_file():
            yield Finding(
                f"Language {language}: the rules are in English. RULES.{language}.md would translate them.", True
            )
    for language in sorted({*meta.languages} - {*LANGUAGES}):
        yield Finding(f"Stele has no pages in the language {language}. Take it out of meta.languages.")


def _is_up_to_date(path: Path, language: str, wanted: set[Any]) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return {one.id for one in read_po(file, locale=language)} == wanted


_PARTS: tuple[tuple[str, Callable[[str], Any] | None, str], ...] = (
    ("board.js", None, "the page draws what it declares, or else shows the view as plain tables"),
    ("ending.js", None, "the end of a game shows neither the sources of points nor what broke a tie"),
    ("lesson.py", find_lesson, "there is no lesson under Learn by playing"),
    ("rules.js", None, "pointing at a part of the board shows no rules"),
    ("cover.svg", None, "the lobby shows a plain cover"),
    ("shown.py", find_shown_table, "the API's document does not describe its view"),
    ("chances.py and chances.toml", find_chances, "a replay shows no winning chances"),
    ("aid.js", None, "there is no player aid"),
    ("statistics.py", lambda title: find_statistics(title).topics, "statistics count only wins, points and lengths"),
    ("is_forced in ordering.py", find_forced, "players also confirm answers that have no alternative"),
    ("ordering.py", find_standing_orders, "computer players give no standing orders"),
    ("orders.js", None, "there are no ready standing orders to choose from"),
)
"""The optional parts, the most useful first: the name, what finds it (none: it is a file of the drawing), and what is
missing without it.
"""


def _parts(title: str) -> Iterator[Finding]:
    """Findings on the optional modules and files, including those that cannot be loaded, and on faults of the
    lesson.
    """
    folder = Path(str(folder_of(title)))
    for name, find, without in _PARTS:
        path = Path("web") / "titles" / title / name
        try:
            has = (folder / path).is_file() if find is None else find(title)
        except Exception as error:  # a title's code may raise anything
            yield Finding(f"{name} cannot be loaded: {error_text(error)}.")
            continue
        if not has:
            yield Finding(f"Without {path if find is None else name}, {without}.", True)
        elif find is find_lesson:
            yield from (Finding(f"Lesson: {fault}.") for fault in lesson_faults(title))


def heading(title: str) -> str:
    """The title's name and place, for the head of its findings."""
    found = find_rulebooks().get(title)
    if found is None:
        return title
    least, most = found.meta.least_players, found.meta.most_players
    players = f"{most} players" if least == most else f"{least} to {most} players"
    place = f", in {folder_of(title)}" if title in outside_titles() else ""
    return f"{found.meta.title} ({title}), for {players}{place}"
