"""Translations: each text of the sources has one, with the same placeholders."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from domain.messages import SeatName, say, say_number
from domain.title_loader import find_rulebooks
from replay.catalog_updates import places, texts_of, update, view_words, write
from replay.languages import LANGUAGES, ROOT, catalog_files, page_texts, translator
from replay.narration import render

OTHERS = LANGUAGES[1:]
PLACES = [(folder, tuple(sources)) for folder, sources in places()]
PAGE_TEXT = re.compile(r'\bn?gettext\(\s*("(?:[^"\\]|\\.)*")')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MANY = re.compile(r"\{(?:number|left|favor)\} (?:\w+ )?(?:[A-Z]\w+s|cards)\b")


@cache
def texts_in(sources):
    """All texts of these sources."""
    return texts_of(list(sources))


def read(path, language):
    assert path.is_file(), f"{path.relative_to(ROOT)} is missing: run make texts, then translate what is empty in it"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def named_places(text):
    return sorted(name for _text, name, _form, _conversion in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language):
    """No text of any source is missing in a catalog, none is left empty, none is unused."""
    for folder, sources in PLACES:
        wanted = {message.id for message in texts_in(sources) if message.id}
        path = folder / f"{language}.po"
        place, catalog = path.relative_to(ROOT), read(path, language)
        there = {message.id: message for message in catalog if message.id}
        assert there.keys() == wanted, f"{place} is behind its sources: run make texts"
        untranslated = [
            text
            for text, message in there.items()
            if message.fuzzy or not all([message.string] if isinstance(message.string, str) else message.string)
        ]
        assert untranslated == [], f"translate in {place}"


def test_every_text_is_found():
    """No text is passed directly to a `translator`: only texts for `translate` get into the catalogs."""
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for _folder, sources in PLACES
        for path in sources
        if path.suffix == ".py"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Call)
        if isinstance(call.func.func, ast.Name) and call.func.func.id in ("translator", "translate")
    ]
    assert wrong == []


def test_no_text_begins_with_the_name_of_a_field():
    """A person reads a refusal's sentence; the field that it is about is a member of the problem (`errors`)."""
    texts = [message.id for _folder, sources in PLACES for message in texts_in(sources) if message.id]
    assert [text for text in texts if re.match(r"[a-z_]+: [A-Z]", text if isinstance(text, str) else text[0])] == []


def test_every_text_of_a_page_is_found():
    """No call of `gettext` is hidden from the catalogs, as it is in a template string or within another such call."""
    wrong = []
    for _folder, sources in PLACES:
        ids = [message.id for message in texts_in(sources)]
        found = {text for one in ids for text in ([one] if isinstance(one, str) else one)}
        wrong += [
            f"{path.relative_to(ROOT)}: {text}"
            for path in sources
            if path.suffix == ".js"
            for text in PAGE_TEXT.findall(COMMENT.sub("", path.read_text(encoding="utf-8")))
            if ast.literal_eval(text) not in found
        ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_placeholders(language):
    """A placeholder is named as in the English text."""
    for path in catalog_files(language):
        for message in read(path, language):
            ids = [message.id] if isinstance(message.id, str) else message.id
            forms = [message.string] if isinstance(message.string, str) else message.string
            # One and many: the form for one need not have the number.
            for english, form in zip(ids, forms, strict=True) if message.id else ():
                assert set(named_places(form)) | {"number"} == set(named_places(english)) | {"number"}, message.id
                assert isinstance(message.id, tuple) or named_places(form) == named_places(english), message.id
                assert form.count("<") == english.count("<")


def test_counted_texts_have_a_form_for_one():
    """No text puts a number before a countable noun: it has two forms, or is worded otherwise."""
    texts = [message.id for _folder, sources in PLACES for message in texts_in(sources)]
    wrong = [text for text in texts if isinstance(text, str) and MANY.search(text)]
    assert wrong == ["3 points with {number} Farmers"], "the Farmers that a yellow card asks for are several"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("title", find_rulebooks().values(), ids=find_rulebooks())
def test_texts_of_components_are_translated(title, language):
    """Each part of a title's components, and the note on its certainty, in its own catalog."""
    catalog = read(Path(title.__file__).parent / "locale" / f"{language}.po", language)
    for component in title.meta.components:
        assert component.part in catalog and component.note in catalog, component


def test_a_missing_translation_is_found(tmp_path):
    """A new text is empty in the updated catalog, a kept one keeps its translation, a deleted one is dropped."""
    source = ROOT / "replay" / "narration.py"
    catalog = update(tmp_path, [source], "it")
    catalog["something hidden"].string = "qualcosa di nascosto"
    catalog.add("gone", "andato")
    write(tmp_path, "it", catalog)
    again = update(tmp_path, [source], "it")
    assert again["something hidden"].string == "qualcosa di nascosto"
    assert again["nothing"].string == ""
    assert "gone" not in again


def test_sentences_in_other_languages():
    """A sentence is filled in after translation; a text without a translation stays English."""
    sentence = say("{player} joined the game.", player=SeatName(0))
    texts = {language: render(sentence, ["Ada"], translator(language)) for language in LANGUAGES}
    assert texts["en"] == "Ada joined the game."
    assert len(set(texts.values())) == 3 and all("Ada" in text for text in texts.values())
    assert translator("it")("a text that nobody says") == "a text that nobody says"
    assert translator("xx")("The game started.") == "The game started."


def test_page_texts_are_the_pages_own():
    """A page gets its own texts, plurals as two forms, and none of the server's."""
    texts = page_texts("it")
    assert texts["Confirm"] == "Conferma"
    assert len(texts["{number} point"]) == 2
    assert "The game started." not in texts
    assert page_texts("en") == {}
    assert "The game started." not in page_texts("it", "kheops")
    assert page_texts("it", "kheops")["The pyramid"] == "La piramide"
    assert "The pyramid" not in texts


def test_a_drawing_has_the_names_of_things():
    """The names used in a title's sentences are in its `words.py`, and the drawing has them too."""
    assert page_texts("it", "das-amulett")["Teleportation"] == "Teletrasporto"
    assert page_texts("it", "amun-re")["Bribe"] == translator("it")("Bribe")


@pytest.mark.parametrize("title", ["amun-re-card-game", "amun-re", "das-amulett", "kheops"])
def test_plain_tables_have_the_names_of_the_view(title):
    """Each member of a title's view, and each named value, has a translation: no name of the API is shown as it is."""
    words = set(view_words(ROOT / "titles" / title.replace("-", "_") / "shown.py"))
    assert {"Players", "Status", "over"} < words
    for language in OTHERS:
        texts = page_texts(language) | page_texts(language, title)
        assert not sorted(words - texts.keys())


@pytest.mark.parametrize(("number", "said"), [(1, "1 entry"), (0, "0 entries"), (7, "7 entries")])
def test_a_number_chooses_its_form(number, said):
    """A single thing has another form than many, and than none."""
    assert said == render(say_number("{number} entry", "{number} entries", number), [])


def test_a_number_chooses_its_form_in_translation():
    """Both forms of a counting text are translated by the catalogs of the pages."""
    translate = translator("it")
    assert translate("{number} point") == "{number} punto"
    assert translate("{number} points") == "{number} punti"


def test_the_operators_page_has_its_own_texts():
    """Texts for operators alone are not loaded by other pages, and no text is in both parts."""
    everybodys, operators = page_texts("it"), page_texts("it", None, "operator")
    assert "Server administration" in operators and "Confirm" in everybodys
    assert "dispute {number}" in operators, "also of the page's other files"
    assert operators and not operators.keys() & everybodys.keys()
