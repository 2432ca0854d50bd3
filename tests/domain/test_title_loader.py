"""Titles are found by being there, and a folder that is none is told so."""

from types import SimpleNamespace

import pytest

from domain.title_loader import TITLES, NotATitle, as_title, find_rulebooks
from titles import kheops

OFFERED = {name: getattr(kheops, name) for name in kheops.__all__}


def test_each_folder_is_a_title():
    """The folder's name is the id, with hyphens."""
    assert [one.meta.id for one in find_rulebooks().values()] == list(find_rulebooks())
    assert as_title("kheops", kheops) is find_rulebooks()["kheops"]


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_missing_name_is_told(name):
    """Whatever a folder does not offer, the sentence names the folder and it."""
    module = SimpleNamespace(**{one: value for one, value in OFFERED.items() if one != name})
    with pytest.raises(NotATitle) as refusal:
        as_title("kheops", module)
    assert str(refusal.value) == f"{TITLES}.kheops is no title: it does not offer {name}"


def test_all_missing_names_are_told_at_once():
    """An empty folder is told everything that a title offers."""
    with pytest.raises(NotATitle) as refusal:
        as_title("empty", SimpleNamespace())
    assert all(name in str(refusal.value) for name in OFFERED)


def test_an_id_that_is_not_the_folders_name_is_told():
    """Translations, drawings and tests are found by the folder's name: the id must be the same."""
    with pytest.raises(NotATitle, match="has the id 'kheops'; like its folder it must be 'the-pyramid'"):
        as_title("the_pyramid", kheops)
