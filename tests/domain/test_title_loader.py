"""Title loader: titles are found by their folders, and an incomplete folder is reported."""

from types import SimpleNamespace

import pytest

from domain.title_loader import TITLES, Unsuitable, as_title, find_rulebooks
from titles import kheops

OFFERED = {name: getattr(kheops, name) for name in kheops.__all__}


def test_each_folder_is_a_title():
    """The folder's name is the id, with hyphens."""
    assert [one.meta.id for one in find_rulebooks().values()] == list(find_rulebooks())
    assert as_title("kheops", kheops) is find_rulebooks()["kheops"]


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_a_missing_name_is_reported(name):
    """The sentence names the folder and the missing name."""
    module = SimpleNamespace(**{one: value for one, value in OFFERED.items() if one != name})
    with pytest.raises(Unsuitable) as refusal:
        as_title("kheops", module)
    assert str(refusal.value) == f"{TITLES}.kheops is no title: it does not offer {name}"


def test_all_missing_names_are_reported_at_once():
    """For an empty folder all names of a title are listed."""
    with pytest.raises(Unsuitable) as refusal:
        as_title("empty", SimpleNamespace())
    assert all(name in str(refusal.value) for name in OFFERED)


def test_a_wrong_id_is_reported():
    """Translations, drawings and tests are found by the folder's name: the id must be the same."""
    with pytest.raises(Unsuitable, match="has the id 'kheops'; like its folder it must be 'the-pyramid'"):
        as_title("the_pyramid", kheops)
