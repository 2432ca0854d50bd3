"""Texts and labels of every title, in each language that it declares; Stele's own titles declare all."""

from domain.title_loader import find_rulebooks
from replay.languages import LANGUAGES
from sdk.laws.suite import (
    test_every_text_is_translated_by_the_title,
    test_no_text_is_left_to_translate,
    test_options_have_labels,
    test_points_have_words,
    test_rules_are_translated,
)

__all__ = [
    "test_every_text_is_translated_by_the_title", "test_no_text_is_left_to_translate", "test_options_have_labels",
    "test_points_have_words", "test_rules_are_translated",
]  # fmt: skip


def test_all_languages_are_declared():
    """Each title in this repository declares all languages."""
    assert {title.meta.languages for title in find_rulebooks().values()} == {LANGUAGES}
