"""Bad component files of a host: each kind of mistake is refused, with the place."""

import tomllib
from importlib import resources

import pytest

from domain.rulebook import BadOption, settle_options
from titles import das_amulett as title

SHIPPED = resources.files(title).joinpath("components.toml").read_text("utf-8")
DATA = tomllib.loads(SHIPPED)


def changed(old, new):
    """The shipped file with one change."""
    assert old in SHIPPED
    return SHIPPED.replace(old, new, 1)


def spell(name, /, **values):
    """The shipped data with a change to this spell."""
    cards = [{**one, **values} if one["name_en"] == name else one for one in DATA["spell"]]
    assert cards != DATA["spell"]
    return {**DATA, "spell": [{key: value for key, value in one.items() if value is not None} for one in cards]}


def region(name, /, **values):
    """The shipped data with a change to this region."""
    places = [{**one, **values} if one["id"] == name else one for one in DATA["region"]]
    assert places != DATA["region"]
    return {**DATA, "region": places}


def cut(table, number):
    """The shipped data with this number of these."""
    return {**DATA, table: DATA[table][:number]}


# Red Desert has no borders, in either direction.
APART = {
    **DATA,
    "region": [
        {**one, "adjacent": [name for name in one["adjacent"] if (name == "plain_5") == (one["id"] == "plain_5")]}
        for one in DATA["region"]
    ],
}

BAD = {
    "the file": [
        ("= [", "not TOML"),
        ("a = " + "[" * 30_000, "at most 4000 names, values and brackets"),
        ("", "meta must be a table"),
        (changed("[supply]", "[supplies]"), "the file has an unknown name: supplies"),
        ({**DATA, "meta": 3}, "meta must be a table"),
        ({**DATA, "region": 1}, "region must be a list of tables"),
        ({**DATA, "region": [1]}, r"region\[0\] must be a table"),
        ({**DATA, "spell": {}}, "spell must be a list of tables"),
        ({**DATA, "spell": [1]}, r"spell\[0\] must be a table"),
    ],
    "meta": [
        (changed('game = "', 'games = "'), "meta has an unknown name: games"),
        (changed('game = "Das Amulett"', 'game = "a\\nb"'), "meta.game must be a short text"),
        (changed('status = "reconstructed"', f'status = "{"a" * 501}"'), "meta.status must be a short text"),
        (changed("board_width = 1000", "board_width = 99"), "meta.board_width must be a whole number from 100 to"),
        (changed("board_height = 800", 'board_height = "8"'), "meta.board_height must be a whole number"),
        (changed("hex_radius = 86.6", "hex_radius = 0"), "meta.hex_radius must be a number from 1"),
        (changed("hex_radius = 86.6", "hex_radius = true"), "meta.hex_radius must be a number"),
        (changed("hex_radius = 86.6", 'hex_radius = "9"'), "meta.hex_radius must be a number"),
        (changed('"city_west"', '"atlantis"'), "meta.start_region must be the id of a region"),
        ({**DATA, "meta": {**DATA["meta"], "start_region": ["city_west"]}}, "meta.start_region must be a short text"),
        ({**DATA, "meta": {**DATA["meta"], "great_wall": [[1, 1]] * 100}}, "meta.great_wall: at most 99 points"),
        (changed("[[125,313]", "[[125]"), r"meta.great_wall\[0\] must be a point"),
        (changed("[[125,313]", "[[125,-1]"), r"meta.great_wall\[0\] must be a whole number"),
    ],
    "supply": [
        (changed("energy_per_player = 10", "energy_per_player = 3"), "supply.energy_per_player .* from 4 to 20"),
        (changed("metal_cards_each = 28", "metal_cards_each = 5"), "supply.metal_cards_each .* from 6 to 99"),
        (changed("metal_cards_each = 28", "metal_cards = 28"), "supply has an unknown name: metal_cards"),
        (changed("[3, 4, 4, 5, 5, 6]", "[3, 4, 4, 5, 5, 7]"), "supply.discs must be 1 to 24 discs, none of"),
        (changed("[3, 4, 4, 5, 5, 6]", "[]"), "supply.discs must be 1 to 24 discs, none of"),
        (changed("[3, 4, 4, 5, 5, 6]", "[3, 0]"), r"supply.discs\[1\] must be a whole number from 1"),
        (changed("[3, 4, 4, 5, 5, 6]", str([1] * 25)), "supply.discs must be 1 to 24 discs"),
        ({**DATA, "supply": {**DATA["supply"], "gems_city": [3]}}, "supply.gems_city must be a whole number"),
        (changed("win_different = 7", "win_different = 11"), "supply.win_different .* from 1 to 10"),
        (changed("win_total = 8", "win_total = 0"), "supply.win_total must be a whole number from 1"),
        (changed("red = 7", "red = 8"), "supply.gems must be as many as lie in all regions"),
        (changed("gems_city = 3", "gems_cities = 3"), "supply has an unknown name: gems_cities"),
        (changed("red = 7", "pink = 7"), "supply.gems has an unknown name: pink"),
        (changed("red = 7", "red = -7"), "supply.gems.red must be a whole number from 0"),
    ],
    "regions": [
        (cut("region", 23), "there must be 24 regions|must list ids of regions"),
        (region("plain_5", id="plain_4"), "there must be 24 regions"),
        (region("plain_5", name="North Lake"), "there must be 24 regions"),
        (region("plain_5", name=""), r"region\[23\].name must have 1 to 40"),
        (region("plain_5", name="a" * 41), r"region\[23\].name must have 1 to 40"),
        (region("plain_5", id=5), r"region\[23\].id must be a short text"),
        (region("plain_5", terrain="desert"), r"region\[23\].terrain must be one of: water"),
        (region("plain_5", metal="gold"), r"region\[23\].metal must be copper: the terrain decides it"),
        (region("plain_5", pyramid=1), r"region\[23\].pyramid must be true or false"),
        (region("plain_5", wall="yes"), r"region\[23\].wall must be true or false"),
        (region("plain_5", gems=-1), r"region\[23\].gems must be a whole number"),
        (region("plain_5", x=-1), r"region\[23\].x must be a whole number"),
        (region("plain_5", y=1.5), r"region\[23\].y must be a whole number"),
        (region("plain_5", colour="red"), r"region\[23\] has an unknown name: colour"),
        (region("plain_5", adjacent=["atlantis"]), r"region\[23\].adjacent must list ids of regions"),
        (region("plain_5", adjacent=[7]), r"region\[23\].adjacent must be a short text"),
        (region("plain_5", adjacent="water_5"), r"region\[23\].adjacent must be a list"),
        (region("plain_5", adjacent=["city_east"]), "the borders of .* must be with other regions"),
        (
            region("plain_5", adjacent=["city_east", "mountain_4", "water_5", "plain_5"]),
            "the borders of Red Desert must be with other regions, each once",
        ),
        (
            region("plain_5", adjacent=["city_east", "mountain_4", "water_5", "water_5"]),
            "the borders of Red Desert must be with other regions, each once",
        ),
        (APART, "the map must hang together"),
    ],
    "spells": [
        (cut("spell", 32), "there must be 33 spells"),
        (spell("Gift", name_en="Influence"), "there must be 33 spells, each with a name of its own"),
        (spell("Gift", name_en=""), r"spell\[23\].name_en must have 1 to 40"),
        (spell("Gift", name_en="a" * 41), r"spell\[23\].name_en must have 1 to 40"),
        (spell("Gift", metals=["any"] * 10), r"spell\[23\].metals: at most 9 symbols"),
        (spell("Gift", metals=["tin"]), r"spell\[23\].metals must be one of: gold"),
        (spell("Gift", metals=None), r"spell\[23\].metals must be a list"),
        (spell("Gift", colour="green"), r"spell\[23\].colour must be one of: grey, red, blue"),
        (spell("Gift", phase="energy"), r"spell\[23\].phase must be gems: the colour decides it"),
        (spell("Gift", colour="blue", phase=None), r"spell\[23\].colour does not fit the effect"),
        (spell("Arc of Energy", colour="red", phase="gems"), r"spell\[30\].colour does not fit the effect"),
        (spell("Gift", energy_cost=0), r"spell\[23\].energy_cost must be a whole number from 1 to 9"),
        (spell("Gift", energy_cost=10), r"spell\[23\].energy_cost must be a whole number from 1 to 9"),
        (spell("Gift", text=7), r"spell\[23\].text must be a short text"),
        (spell("Gift", cost=2), r"spell\[23\] has an unknown name: cost"),
        (spell("Superiority", effect="present"), r"spell\[27\].effect is not known: present"),
        (spell("Gift", effect_amount=None), r"spell\[23\].effect_amount must be a whole number from 1 to 9"),
        (spell("Gift", effect_amount=0), r"spell\[23\].effect_amount must be a whole number from 1 to 9"),
        (spell("Magic of Amber", effect_gem="amber"), r"spell\[0\].effect_gem must be one of: red"),
        (spell("Magic of Amber", effect_metal="any"), r"spell\[0\].effect_metal must be one of: gold"),
        (spell("Iron Metamorphosis", effect_metal=None), r"spell\[17\].effect_metal must be one of: gold"),
        (spell("Foul Curse of Avarice", effect_max_bid=0), r"spell\[12\].effect_max_bid must be a whole number"),
        (spell("Foul Curse of Croesus", effect_min_bid=None), r"spell\[13\].effect_min_bid must be a whole number"),
        (spell("Alchemy", effect="teleport_gem"), "at most one spell may have the effect teleport"),
        (spell("Superiority", effect="extra_metal"), "at most one spell may have the effect extra_metal"),
        (spell("Superiority", effect="choose_disc"), "at most one spell may have the effect chosen_disc"),
        (
            spell("Vortex of Light", effect="move_energy", effect_amount=None),
            "at most one spell may have the effect arc",
        ),
        (spell("Wings of the Phoenix", effect="equal_bid"), "at most one spell may have the effect equal"),
        (spell("Influence", effect_amount=4), "may take back at most 8 cards of an offer"),
        (
            spell("Wings of the Phoenix", effect_amount=1),
            r"spell\[29\].effect_amount is not used by the effect free_move",
        ),
        (spell("Gift", id=["gift"]), r"spell\[23\].id must be a short text"),
        (spell("Gift", source_numbers=10**400), r"spell\[23\].source_numbers must be a short text"),
        (spell("Gift", name_en=" "), r"spell\[23\].name_en must have 1 to 40"),
    ],
}


@pytest.mark.parametrize(("data", "reason"), [case for cases in BAD.values() for case in cases])
def test_a_wrong_file_is_refused_with_its_place(data, reason):
    """DA-S7, R74: counts, ranges, types, unknown names, borders: the refusal names the error and its location."""
    with pytest.raises(BadOption, match=reason):
        settle_options(title, {"components": data})


@pytest.mark.parametrize("effect", ["refund", "extra_gem", "wild_all", "free_move", "min_raise", "none"])
def test_other_effects_may_occur_twice(effect):
    """R74: a host may have several spells of the same effect, except for five effects."""
    color = {"colour": "grey", "phase": "metals"} if effect == "none" else {}
    number = {"effect_amount": 2} if effect in ("refund", "extra_gem", "min_raise") else {}
    data = spell("Superiority", effect=effect, **number, **color)
    assert 33 == len(title.read_components(data)["spells"])


def test_an_id_may_be_written_in_any_form():
    """DA-S7: decomposed and composed accented letters are the same id, everywhere."""
    apart, together = "e\u0301tang", "\u00e9tang"
    text = SHIPPED.replace('id = "water_1"', f'id = "{apart}"').replace('"water_1"', f'"{together}"')
    assert title.read_components(text)["regions"] == title.read_components(SHIPPED)["regions"]
