"""Rules text in every language: equal chapters, equal numbers, nothing left out."""

import re
from pathlib import Path

import pytest

from domain.rules_text import chapters_of
from domain.title_loader import find_rulebooks, title_folders
from replay.languages import LANGUAGES, translator
from replay.rules_text import read_rules, rules_in, rules_of_every_title
from tests.measured import ROOT

OTHERS = LANGUAGES[1:]
ALL = [*find_rulebooks(), "every title"]
TEXT = """# A game: the rules

In our own words.

## The aim

Win. It is
easy.

- **AG-S1** One player,
  seat `a`.
- **AG-S2** Two stones.

Written so:

| Written | Meaning |
|---|---|
| `a` | the seat |

- *Sure*: the name,
  and the seat.
- *Unsure*: the rest.
"""


def in_language(language, title):
    """The rules of this title, or the shared ones."""
    return rules_of_every_title(language) if title == "every title" else rules_in(language, title)


def figures(text):
    """The parts common to all languages: figures, and code."""
    return sorted(re.findall(r"`[^`]+`|\d+", text))


def cited(text):
    """The rules that this text cites, in order."""
    return re.findall(r"\b(?:[A-Z]+-[A-Z]+|[GR])\d+", text)


def test_a_text_is_read_in_chapters():
    """Paragraphs, rows and items are lines; numbered rules are separate, each in one line."""
    whole, aim = chapters_of(TEXT)
    assert (whole.title, whole.level, whole.words, whole.rules) == ("A game: the rules", 1, ("In our own words.",), {})
    assert (aim.title, aim.level) == ("The aim", 2)
    assert aim.words == (
        "Win. It is easy.",
        "Written so:",
        "| Written | Meaning |\n|---|---|\n| `a` | the seat |",
        "- *Sure*: the name, and the seat.\n- *Unsure*: the rest.",
    )
    assert aim.rules == {"AG-S1": "One player, seat `a`.", "AG-S2": "Two stones."}


@pytest.mark.parametrize("title", ALL)
@pytest.mark.parametrize("language", OTHERS)
def test_rules_are_the_same_in_every_language(title, language):
    """Chapter by chapter the same level, paragraphs and numbers, with the same figures in each; nothing empty."""
    english, translated = in_language("en", title), in_language(language, title)
    assert translated.language == language
    assert len(translated.chapters) == len(english.chapters)
    for one, other in zip(english.chapters, translated.chapters, strict=True):
        assert other.title and other.level == one.level
        assert [words.count("\n") for words in other.words] == [words.count("\n") for words in one.words], other.title
        assert [figures(words) for words in other.words] == [figures(words) for words in one.words], other.title
        assert list(other.rules) == list(one.rules)
        for number, words in other.rules.items():
            assert words != one.rules[number], number
            assert figures(words) == figures(one.rules[number]), number
            assert cited(words) == cited(one.rules[number]), number


@pytest.mark.parametrize("title", find_rulebooks())
def test_english_rules_are_the_titles_own(title):
    """The rules in English are the title's own, to the last number."""
    assert rules_in("en", title).by_number == find_rulebooks()[title].meta.rules


@pytest.mark.parametrize("title", ALL)
def test_a_rule_is_translated_like_any_other_text(title):
    """A dossier shows it in the reader's language."""
    say = translator("it")
    english, translated = in_language("en", title).by_number, in_language("it", title).by_number
    assert {number: say(words) for number, words in english.items()} == translated


@pytest.mark.parametrize("title", ALL)
def test_every_chapter_of_rules_has_an_introduction(title):
    """Each chapter has plain prose before its numbered rules; rulings need none."""
    for chapter in in_language("en", title).chapters:
        assert chapter.words or all(re.fullmatch(r"R\d+", number) for number in chapter.rules), chapter.title


def test_untranslated_rules_are_english(tmp_path):
    """A title without translations has its rules in English, and they are marked so."""
    (tmp_path / "RULES.md").write_text(TEXT, "utf-8")
    rules = read_rules(tmp_path, "es")
    assert (rules.language, list(rules.by_number)) == ("en", ["AG-S1", "AG-S2"])


def test_translations_are_beside_the_rules():
    """Translated rules ship with their title, and no rules are in an unavailable language."""
    folders = [ROOT / "domain", *(Path(str(folder)) for folder in title_folders().values())]
    names = {path.name for folder in folders for path in folder.rglob("RULES*.md")}
    assert names == {"RULES.md", *(f"RULES.{language}.md" for language in OTHERS)}
