"""The component data: the shipped data, and a host's own file."""

import re
import tomllib
from importlib import resources

import pytest

from domain.chance import KeyedChance
from domain.rulebook import BadOption, settle_options
from titles import amun_re_card_game as title
from titles.amun_re_card_game.components import shipped_components
from titles.amun_re_card_game.construction import most_affordable
from titles.amun_re_card_game.events import TableLaid

SHIPPED = resources.files(title).joinpath("components.toml").read_text("utf-8")


def test_the_shipped_data():
    """AC-S2, AC-C5: fifteen Provinces a Kingdom, 4 Pyramids for 15 Gold, and it is marked as reconstructed."""
    components = shipped_components()
    assert [sum(card.kingdom == kingdom for card in components.provinces) for kingdom in (1, 2, 3)] == [15, 15, 15]
    assert components.construction_cost[4] == 15
    assert components.status == "reconstructed"
    assert {part.part: part.status for part in title.meta.components}["Province cards"] == "reconstructed"


def test_the_game_records_its_data():
    """The first event of a game holds its component data, and the digest."""
    first = next(iter(title.setup(2, {}, KeyedChance(bytes(32), "g", []))))
    assert first == TableLaid(2, shipped_components())


def test_a_hosts_own_file():
    """TOML text, or the same as an object: the game is played with it; it is shown as the host's."""
    text = SHIPPED.replace("15, 21, 28", "15, 20, 25").replace('"reconstructed"      # NOT', '"printed"      # NOT')
    settled = settle_options(title, {"components": text})
    assert settled == settle_options(title, {"components": tomllib.loads(text)})
    first = next(iter(title.setup(2, settled, KeyedChance(bytes(32), "g", []))))
    assert isinstance(first, TableLaid)
    assert first.components.construction_cost[5:7] == (20, 25)
    assert first.components.status == "host"
    assert first.components.digest != shipped_components().digest


def test_a_short_table_of_prices():
    """AC-C3: a table may end wherever the printed one does; more than its last number cannot be bought together."""
    text = re.sub(r"cost = \[.*\]", "cost = [0, 3, 6, 10, 15]", SHIPPED)
    settled = settle_options(title, {"components": text})
    (table, *_) = title.setup(2, settled, KeyedChance(bytes(32), "g", []))
    state = title.evolve(None, table)
    assert most_affordable(state, 36) == 4


def test_names_are_kept_in_the_form_of_records():
    """A decomposed accented letter is composed: records are in Unicode normal form NFC."""
    text = SHIPPED.replace("[meta]", '[meta]\nname = "Ame\u0301lie"')
    assert title.read_components(text)["name"] == "Am\u00e9lie"


BAD = [
    ("= [", "not TOML"),
    (SHIPPED.replace("ankhs = 4", "ankhs = 13", 1), r"province\[0\].ankhs must be a whole number from 0 to 12"),
    (SHIPPED.replace("ankhs = 4", "ankhs = -1", 1), "from 0 to 12"),
    (SHIPPED.replace("ankhs = 4", "ankhs = true", 1), "whole number"),
    (SHIPPED.replace("ankhs = 4", "anks = 4", 1), "unknown name: anks"),
    (SHIPPED.replace("fields = 1\n", "", 1), "lacks fields"),
    (SHIPPED.replace("caravan = false", "caravan = 0", 1), "caravan must be true or false"),
    (SHIPPED.replace("kingdom = 1", "kingdom = 2", 1), "Kingdom 1 must have 15"),
    (SHIPPED.replace("kingdom = 1", "kingdom = 4", 1), "from 1 to 3"),
    (SHIPPED.replace('"I-01"', '"I-02"', 1), "I-02 is there twice"),
    (SHIPPED.replace("[meta]", '[meta]\nname = "stele-reconstruction-1"'), "must not begin with stele-"),
    (SHIPPED.replace('"I-01"', '""', 1), "1 to 20 printable"),
    (SHIPPED.replace('"I-01"', "7", 1), "1 to 20 printable"),
    (SHIPPED.replace("[0, 3,", "[1, 3,"), r"cost\[0\] must be 0"),
    (SHIPPED.replace("[0, 3, 6", "[0, 3, 3"), r"cost\[2\] must be more"),
    (SHIPPED.replace("cost = [0", "cost = [0.5"), "whole number"),
    (re.sub(r"cost = \[.*\]", "cost = [0, 3, 6, 10]", SHIPPED), "must list"),
    (SHIPPED.replace("[construction]", "[building]"), "unknown name: building"),
    ("", "construction must be a table"),
    ({"province": 1}, "construction must be a table"),
    ({"construction": {"cost": list(range(12))}, "province": 1}, "list of tables"),
    ({"construction": {"cost": list(range(12))}, "province": [1]}, r"province\[0\] must be a table"),
    ({"meta": 3}, "meta must be a table"),
    ({"meta": {"name": 3}}, "meta.name must be a short text"),
    ({"meta": {"name": "a\nb"}}, "meta.name must be a short text"),
    ({"meta": {"name": "\ud800"}}, "meta.name must be a short text"),
    ("a = " + "1" * 5000, "at most 18 digits"),
    ("a = " + "[" * 30_000, "at most 4000 names, values and brackets"),
]


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_a_wrong_file_is_refused_with_its_place(data, reason):
    """Counts, ranges, types, unknown names: the refusal names the error and its location."""
    with pytest.raises(BadOption, match=reason):
        settle_options(title, {"components": data})
