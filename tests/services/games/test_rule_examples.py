"""Rule examples: each belongs to a chapter and shows what the chapter is about."""

import pytest

from domain.title_loader import find_rulebooks
from replay.languages import LANGUAGES
from replay.rules_text import rules_in
from services.games.rule_examples import NAMES, example_of, stretches_of

TITLES = find_rulebooks()
OF_OPTIONS = {"AR-X1"}
"""Rules that apply only with an option: the recorded games are without."""


def chapters(title):
    """The title's chapters with the parts of each, as the numbers of all their rules."""
    found = []
    for chapter in rules_in("en", title).chapters:
        if chapter.level == 2:
            found.append([])
        if found:
            found[-1] += chapter.rules
    return [numbers for numbers in found if numbers and not all(one.startswith("R") for one in numbers)]


@pytest.mark.parametrize("title", TITLES)
def test_every_chapter_has_an_example(title):
    """Every chapter of rules has an example, in itself or in its parts; no chapter has two, none is without a rule."""
    examples = stretches_of(title)
    assert examples.keys() <= TITLES[title].meta.rules.keys()
    for numbers in chapters(title):
        assert examples.keys() & set(numbers) or OF_OPTIONS & set(numbers), numbers
    for chapter in rules_in("en", title).chapters:
        assert len(examples.keys() & chapter.rules.keys()) <= 1, chapter.title


@pytest.mark.parametrize("title", TITLES)
def test_examples_are_in_every_language(title):
    """An example shows, in its viewer's view, the first step to the last one named.

    Each language has the same steps in other words.
    """
    for rule, stretch in stretches_of(title).items():
        told = {language: example_of(title, rule, language) for language in LANGUAGES}
        english = told["en"]
        assert english["as"] == stretch.viewer
        assert [english["steps"][place]["position"] for place in (0, -1)] == [stretch.start, stretch.end], rule
        first, *rest = english["steps"]
        assert first["state"]["as"] == stretch.viewer
        assert first["state"]["table"]
        assert all("patch" in frame for frame in rest)
        players = len(first["state"]["seats"])
        assert [seat["name"] for seat in first["state"]["seats"]] == list(NAMES[:players])
        for other in ("it", "es"):
            for one, same in zip(english["steps"], told[other]["steps"], strict=True):
                assert one["position"] == same["position"]
                assert one["text"] != same["text"], one["position"]


def test_no_example():
    """A rule without an example has none, and so has a title without examples."""
    assert example_of("kheops", "KH-S1", "en") is None
    assert stretches_of("pure-strategy") == {}
