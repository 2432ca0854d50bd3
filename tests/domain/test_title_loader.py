"""Title loader: titles are found by their folders, and an incomplete folder is reported."""

import sys
from types import ModuleType

import pytest
from msgspec import Struct

from domain.chance import Scripted
from domain.redaction import Hidden
from domain.rulebook import Hand, Track
from domain.title_loader import TITLES, Unsuitable, as_title, find_rulebooks
from tests.serving import ROOT
from titles import kheops

OFFERED = {name: getattr(kheops, name) for name in kheops.__all__}
HAVE_DEFAULTS = {"UPCASTERS", "read_components", "conserved", "narrate", "describe", "appraise", "view"}


class Declared(Struct, frozen=True):
    """The state of a title that declares its table."""

    number: int


def module_of(offered):
    """A module with these names."""
    module = ModuleType("some_title")
    vars(module).update(offered)
    return module


def test_each_folder_is_a_title():
    """The folder's name is the id, with hyphens."""
    assert [one.meta.id for one in find_rulebooks().values()] == list(find_rulebooks())
    assert as_title("kheops", kheops) is find_rulebooks()["kheops"]


@pytest.mark.parametrize("name", sorted(OFFERED.keys() - HAVE_DEFAULTS))
def test_a_missing_name_is_reported(name):
    """The sentence names the folder and the missing name. Kheops has secrets, so it needs its `determinize`."""
    with pytest.raises(Unsuitable) as refusal:
        as_title("kheops", module_of({one: value for one, value in OFFERED.items() if one != name}))
    assert str(refusal.value) == f"{TITLES}.kheops is no title: it does not offer {name}"


def test_all_missing_names_are_reported_at_once():
    """An empty folder's report lists all names that a title needs."""
    with pytest.raises(Unsuitable) as refusal:
        as_title("empty", module_of({}))
    assert all(name in str(refusal.value) for name in OFFERED.keys() - HAVE_DEFAULTS - {"determinize"})


def test_what_a_short_title_leaves_out_has_defaults(monkeypatch):
    """Hex offers description, state, course, set-up and result; its view has the state's fields and its grid."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "hex")
    monkeypatch.delitem(sys.modules, "stele_hex", raising=False)
    import stele_hex

    title = as_title("hex", stele_hex)
    (laid,) = title.setup(2, {"size": 3}, Scripted(()))
    state = title.evolve(title.evolve(None, laid), stele_hex.StonePlaced(0, "b1"))
    assert ((stele_hex.Place, stele_hex.Swap), (1,)) == (title.COMMANDS, title.to_act(state))
    shown = title.view(state)
    assert (3, [None, 0], "hexes") == (shown["size"], shown["stones"][:2], shown["grid"]["shape"])
    assert {"name": "b1", "column": 1, "row": 0, "seat": 0, "text": ""} == shown["grid"]["cells"][1]
    assert "{player} places a stone on {cell}." == title.narrate(stele_hex.StonePlaced(0, "b1")).template
    assert [0] * 9 == title.appraise(state, 1, title.legal(state, 1))


def test_declared_cards_that_are_hidden_are_null():
    """The view of a short title has what the title declares of a state, without what this viewer must not see."""
    names = {
        **OFFERED,
        "hands": lambda state: (Hand("hand", (state.number, Hidden()), seat=1, field="number"),),
        "tracks": lambda state: (Track("river", (state.number, 0), 9),),
    }
    del names["view"]
    shown = as_title("kheops", module_of(names)).view(Declared(5))
    assert {"name": "hand", "cards": [5, None], "seat": 1, "field": "number"} == shown["hands"][0]
    assert {"number": 5, "tracks": [{"name": "river", "spaces": [5, 0], "most": 9}]} == {
        name: shown[name] for name in ("number", "tracks")
    }


def test_a_wrong_id_is_reported():
    """Translations, drawings and tests are found by the folder's name: the id must be the same."""
    with pytest.raises(Unsuitable, match="has the id 'kheops'; like its folder it must be 'the-pyramid'"):
        as_title("the_pyramid", kheops)
