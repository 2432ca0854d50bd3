"""The component data: the shipped data, and a host's own file."""

import tomllib
from collections import Counter
from importlib import resources

import pytest

from domain.chance import KeyedChance
from domain.rulebook import BadOption, settle_options
from replay.narration import render
from titles import amun_re as title
from titles.amun_re.commands import DeclareAdjustment, PlaceBid
from titles.amun_re.components import components_from, shipped_components
from titles.amun_re.events import TableLaid
from titles.amun_re.state import FARMERS, ROUNDS, OfferingTile
from titles.amun_re.tests.tables import offered, province, start

SHIPPED = resources.files(title).joinpath("components.toml").read_text("utf-8")
ATTESTED_MINES = {"abu": 4, "berenike": 8}
ATTESTED_CARAVANS = {"avaris": 8, "kharga": 5, "sawu": 7}
ATTESTED_TEMPLES = {"amarna": 1, "damanhur": 2, "edfu": 1}


def laid(options):
    """The first event of a game with these options."""
    return next(iter(title.setup(3, settle_options(title, options), KeyedChance(bytes(32), "g", []))))


# The shipped data


def test_the_map():
    """AR-S1: fifteen provinces, eight west and seven east, eight Upper and seven Lower, eight on the Nile."""
    provinces = shipped_components().provinces
    assert 15 == len({one.id for one in provinces})
    assert {"west": 8, "east": 7} == Counter(one.bank for one in provinces)
    assert {"upper": 8, "lower": 7} == Counter(one.half for one in provinces)
    assert {True: 8, False: 7} == Counter(one.river for one in provinces)


def test_the_grid():
    """AR-S1: four columns from west to east and four rows from north to south, one place of which is empty."""
    names: dict[tuple, list[str]] = {(one.half, one.bank, one.river): [] for one in shipped_components().provinces}
    for one in shipped_components().provinces:
        names[one.half, one.bank, one.river].append(one.id)
    assert {
        ("lower", "west", False): ["damanhur", "baharya"], ("lower", "west", True): ["buto", "memphis"],
        ("lower", "east", True): ["mendes", "amarna"], ("lower", "east", False): ["avaris"],
        ("upper", "west", False): ["dakhla", "kharga"], ("upper", "west", True): ["abydos", "edfu"],
        ("upper", "east", True): ["thebes", "abu"], ("upper", "east", False): ["sawu", "berenike"],
    } == names  # fmt: skip


def test_attested_features():
    """AR-H2, AR-H3, AR-V2: Gold mines, Caravans and Temples are where the sources have them."""
    provinces = shipped_components().provinces
    assert ATTESTED_MINES == {one.id: one.gold_mine for one in provinces if one.gold_mine}
    assert ATTESTED_CARAVANS == {one.id: one.caravan for one in provinces if one.caravan}
    assert ATTESTED_TEMPLES == {one.id: one.temples for one in provinces if one.temples}
    assert [3, 0, 0] == [province(name).favor for name in ("memphis", "buto", "mendes")]


def test_the_bid_track():
    """AR-A2: nine spaces."""
    assert (0, 1, 3, 6, 10, 15, 21, 28, 36) == shipped_components().bid_track


def test_the_offering_tiles():
    """AR-O7: the tiles are for totals to 2, 3 to 12, 13 to 22, and from 23; they yield 1 to 4, and the two low ones
    show a camel.
    """
    assert (
        OfferingTile(-999, 2, 1, 1, True), OfferingTile(3, 12, 2, 2, True),
        OfferingTile(13, 22, 3, 3, False), OfferingTile(23, 999, 4, 4, False),
    ) == shipped_components().tiles  # fmt: skip


def test_favor_symbols():
    """AR-M3: a province has none to four Favor symbols."""
    assert {0, 1, 2, 3, 4} == {one.favor for one in shipped_components().provinces}


def test_farmers_run_out_only_by_cards_that_are_played_again():
    """R58: Fields and Free Farmer cards are not more than 45; with one card a player and market (AR-F2) they may be."""
    components = shipped_components()
    fields, cards = sum(one.fields for one in components.provinces), dict(components.favors)["free_farmer"]
    assert fields + cards <= FARMERS < fields + title.meta.most_players * ROUNDS


def test_stones_and_pyramids_do_not_run_out():
    """R58: 99 Gold buy thirteen Stones though the box has fifteen, and that market after market."""
    from titles.amun_re.commands import BuyStones
    from titles.amun_re.tests.tables import gold, hands, holding, land, market

    table = hands(holding("buto", "edfu", "abu"), "", "", "")
    for _ in range(3):
        market(gold(table, 99)).when(BuyStones(0, 13))
    assert (0, 13) == (land(table, "buto").stones, land(table, "buto").pyramids)


def test_at_least_five_architects():
    """AR-S3: five players can begin with one each; the rest of the deck follows R2."""
    assert dict(shipped_components().favors)["architect"] >= 5


def test_it_is_marked_as_reconstructed():
    """AR-S1: wherever the data is shown its status says so."""
    assert "reconstructed" == shipped_components().status
    status = {part.part: part.status for part in title.meta.components}
    assert {
        "Fields, Favor symbols and bonuses": "reconstructed",
        "Favor cards": "reconstructed",
        "Names of provinces": "attested",
        "Bid track and prices": "exact",
    }.items() <= status.items()


def test_each_value_says_how_sure_it_is():
    """AR-S1: each province of the shipped data gives its certainty for each value; a host's file gives none."""
    shown = {one["id"]: one["certainty"] for one in title.view(start().state)["provinces"]}
    assert {"attested": 4, "deduced": 3, "reconstructed": 1} == Counter(shown["memphis"].values())
    assert ["from memory", "deduced", "deduced"] == [
        shown["thebes"]["name"], shown["edfu"]["temples"], shown["avaris"]["caravan"],
    ]  # fmt: skip
    hosted = components_from(title.read_components(SHIPPED.replace("adjust = 3", "adjust = 5")))
    assert {None} == {one["certainty"] for one in title.view(start(components=hosted).state)["provinces"]}


def test_the_game_records_its_data():
    """The first event of a game holds its component data, and the digest."""
    first = laid({})
    assert isinstance(first, TableLaid)
    assert shipped_components() == first.components


# A host's own file


def test_a_hosts_own_file():
    """TOML text, or the same as an object: the game is played with it; it is shown as the host's."""
    text = SHIPPED.replace("spaces = [0, 1, 3", "spaces = [0, 2, 4").replace(
        'status = "reconstructed"', 'status = "printed"'
    )
    assert settle_options(title, {"components": text}) == settle_options(title, {"components": tomllib.loads(text)})
    components = laid({"components": text}).components
    assert ((0, 2, 4), "host") == (components.bid_track[:3], components.status)
    assert shipped_components().digest != components.digest


def test_a_file_without_names():
    """A components file without a title of its own is called the host's."""
    data = {name: value for name, value in tomllib.loads(SHIPPED).items() if name != "meta"}
    components = laid({"components": data}).components
    assert ("host", "host") == (components.name, components.status)


def test_a_files_changes_are_played():
    """AR-F9: a blue card of 5 changes the common offering by 5."""
    from titles.amun_re.tests.tables import holding

    table = holding("buto", "mendes", "thebes")
    plain = title.read_components(SHIPPED.replace("adjust = 3", "adjust = 5"))
    from msgspec.structs import replace

    table.state = replace(table.state, components=components_from(plain))
    offered(table, (5, False, True), 5, 5)
    table.when(DeclareAdjustment(0, 5))
    assert 20 == table.state.total


def test_provinces_go_by_their_names():
    """AR-S1: if a province's id in a file differs from its name, moves and sentences use the name."""
    names = {
        f'name = "{one.name}"': f'name = "Land {place} of Ra"'
        for place, one in enumerate(shipped_components().provinces)
    }
    text = SHIPPED
    for old, new in names.items():
        text = text.replace(old, new)
    assert [f"Land {place} of Ra" for place in range(15)] == [
        row[0] for row in title.read_components(text)["provinces"]
    ]
    bid = title.describe(PlaceBid(0, "Land 4 of Ra", 6))
    assert "Bid 6 Gold for Land 4 of Ra" == render(bid, [])


def test_names_are_kept_in_the_form_of_records():
    """A decomposed accented letter is composed: records are in Unicode normal form NFC."""
    text = SHIPPED.replace("[meta]", '[meta]\nname = "Ame\u0301lie"')
    assert "Am\u00e9lie" == title.read_components(text)["name"]


def changed(old, new):
    """The shipped file with one change."""
    assert old in SHIPPED
    return SHIPPED.replace(old, new, 1)


BAD = [
    ("= [", "not TOML"),
    ("a = " + "[" * 30_000, "at most 4000 names, values and brackets"),
    ("", "bid_track must be a table"),
    (changed("[scoring]", "[points]"), "the file has an unknown name: points"),
    ({**tomllib.loads(SHIPPED), "meta": 3}, "meta must be a table"),
    (changed('note = "2016', 'notes = "2016'), "meta has an unknown name: notes"),
    ({**tomllib.loads(SHIPPED), "meta": {"name": "a\nb"}}, "meta.name must be a short text"),
    ({**tomllib.loads(SHIPPED), "meta": {"name": "a" * 501}}, "meta.name must be a short text"),
    (changed("[0, 1, 3", "[1, 2, 3"), "bid_track.spaces must begin with 0 and rise"),
    (changed("[0, 1, 3", "[0, 3, 3"), "bid_track.spaces must begin with 0 and rise"),
    (changed("[0, 1, 3", "[0, 1.5, 3"), r"bid_track.spaces\[1\] must be a whole number"),
    (changed("adjust = 3", "adjust = 0"), "offering.adjust must be a whole number from 1 to 99"),
    (changed("adjust = 3", "adjusts = 3"), "offering has an unknown name: adjusts"),
    (changed("min_farmers = 9", "min_farmers = 46"), "scoring.min_farmers must be a whole number from 1 to 45"),
    (changed("min = 3\n", "min = 4\n"), r"offering_tile\[1\].min must follow the tile before"),
    (changed("camel = true", "camel = 1"), r"offering_tile\[0\].camel must be true or false"),
    (changed("farmer_income = 1", "farmer_income = -1"), r"offering_tile\[0\].farmer_income must be a whole number"),
    (changed("temple_points = 2", "temple_point = 2"), r"offering_tile\[1\] has an unknown name: temple_point"),
    (changed("min = -999", "min = 0"), "the offering tiles must leave no total without one"),
    (changed("max = 999", "max = 99"), "the offering tiles must leave no total without one"),
    (changed('id = "buto"', 'id = "mendes"'), "each with an id and a name of its own"),
    (changed('id = "buto"', 'id = ""'), r"province\[1\].id must be 1 to 20"),
    (changed('id = "buto"', 'id = "b u"'), r"province\[1\].id must be 1 to 20"),
    (changed('id = "buto"', 'id = "?"'), r"province\[1\].id must be 1 to 20"),
    (changed('name = "Buto"', 'name = ""'), r"province\[1\].name must have 1 to 40 characters"),
    (changed('name = "Buto"', 'name = "Mendes"'), "each with an id and a name of its own"),
    (changed('cert = { name = "S"', 'cert = { name = "sure"'), r"province\[0\].cert.name must be one of: S, D, M, R"),
    (changed('cert = { name = "S"', 'cert = { names = "S"'), r"province\[0\].cert has an unknown name: names"),
    (changed("min = 3\nmax = 12", "min = 3\nmax = 1"), r"offering_tile\[1\].max must not be less than its min"),
    (changed("count = 7", "count = 6"), "there must be 39 Favor cards"),
    (
        changed('id = "river"\ncount = 2', 'id = "river"\ncount = 0').replace("count = 7", "count = 9"),
        "at least one of",
    ),
    (changed('id = "buto"', 'id = "but\u00f3"'), r"province\[1\].id must be 1 to 20"),
    (changed("fields = 6", "fields = -6"), r"province\[1\].fields must be a whole number from 0 to 99"),
    (changed("fields = 6", "fields = true"), r"province\[1\].fields must be a whole number"),
    (changed("fields = 6", "field = 6"), r"province\[1\] has an unknown name: field"),
    (changed("fields = 6\n", ""), r"province\[1\].fields must be a whole number"),
    (changed("fields = 6", "fields = 16"), "there are 45 Farmers"),
    (changed('bank = "east"', 'bank = "north"'), r"province\[2\].bank must be one of: west, east"),
    (changed('half = "upper"', 'half = "middle"'), r"province\[7\].half must be one of: upper, lower"),
    (changed("river = true", 'river = "yes"'), r"province\[1\].river must be true or false"),
    (changed("gold = 3", "gold = 13"), r"province\[2\].bonus.gold must be a whole number from 0 to 12"),
    (changed("gold = 3", "golds = 3"), r"province\[2\].bonus has an unknown name: golds"),
    (changed('id = "bribe"', 'id = "bribes"'), r"favor\[0\].id must be one of: bribe, protection"),
    (changed('id = "bribe"', 'id = "protection"'), "a type of Favor card is there twice"),
    (changed("count = 3", "count = -1"), r"favor\[0\].count must be a whole number from 0 to 99"),
    (changed("count = 7", "count = 4"), "at least five Architects"),
    ({**tomllib.loads(SHIPPED), "province": tomllib.loads(SHIPPED)["province"][:14]}, "there must be 15 provinces"),
    ({**tomllib.loads(SHIPPED), "province": 1}, "province must be a list of tables"),
    ({**tomllib.loads(SHIPPED), "province": [1]}, r"province\[0\] must be a table"),
    ({**tomllib.loads(SHIPPED), "favor": {}}, "favor must be a list of tables"),
]


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_a_wrong_file_is_refused_with_its_place(data, reason):
    """Counts, ranges, types, unknown names: the refusal names the error and its location."""
    with pytest.raises(BadOption, match=reason):
        settle_options(title, {"components": data})
