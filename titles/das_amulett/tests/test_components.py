"""The component data: the shipped data, and a host's own file."""

import tomllib
from collections import Counter
from importlib import resources

from msgspec.structs import replace

from domain.chance import KeyedChance
from domain.rulebook import settle_options
from titles import das_amulett as title
from titles.das_amulett.commands import OfferMetals
from titles.das_amulett.components import components_from, shipped_components
from titles.das_amulett.events import AmuletCompleted, MetalsTakenBack, TableLaid
from titles.das_amulett.tests.tables import BARE, amulet, company, exchange, exchanging, hands, lay, spells, start

SHIPPED = resources.files(title).joinpath("components.toml").read_text("utf-8")
DATA = tomllib.loads(SHIPPED)


def laid(options):
    """The first event of a game with these options."""
    return next(iter(title.setup(3, settle_options(title, options), KeyedChance(bytes(32), "g", []))))


def regions(**having):
    """The shipped regions with all these features."""
    found = shipped_components().regions
    return [one for one in found if all(getattr(one, name) == value for name, value in having.items())]


# The shipped data: the counts of the rulebook


def test_the_regions():
    """DA-B1, DA-B2: the board has 24 regions, five of each terrain and four quarters."""
    assert 24 == len({one.name for one in regions()})
    assert {"water": 5, "forest": 5, "plain": 5, "mountain": 5, "city": 4} == Counter(one.terrain for one in regions())


def test_the_pyramids():
    """DA-B4, DA-S6: eight in the lower left; one quarter, the leftmost, where the company begins."""
    pyramids = regions(pyramid=True)
    assert 8 == len(pyramids)
    (quarter,) = regions(pyramid=True, terrain="city")
    assert [quarter.x] == [min(one.x for one in regions(terrain="city"))]
    assert 1 == len([one for one in regions(terrain="city") if one.x == quarter.x])
    assert shipped_components().start == quarter.name
    board = shipped_components()
    assert all(one.y >= board.height / 2 for one in pyramids)
    below = [one for one in regions(pyramid=False) if one.y >= quarter.y]
    for row in {one.y for one in pyramids}:
        assert max(one.x for one in pyramids if one.y == row) < min(one.x for one in below if one.y == row)


def test_the_wall():
    """DA-B4, R56: five regions to the north of it and six to the south, two of these quarters; in the upper half."""
    board = shipped_components()
    line = max(y for _x, y in board.wall)
    north = [one for one in regions(wall=True) if one.y < line]
    south = [one for one in regions(wall=True) if one.y > line]
    assert (5, 6) == (len(north), len(south))
    assert (0, 2) == tuple(sum(one.terrain == "city" for one in side) for side in (north, south))
    assert line < board.height / 2


def test_both_wall_and_pyramid():
    """DA-K9: at least one region has both a wall and a pyramid."""
    assert regions(wall=True, pyramid=True)


def test_the_quarters_touch():
    """DA-B2: each touches another, all four hang together."""
    quarters = {one.name: set(one.adjacent) for one in regions(terrain="city")}
    reached = {next(iter(quarters))}
    for _ in quarters:
        reached |= {other for one in reached for other in quarters[one] if other in quarters}
    assert set(quarters) == reached


def test_borders_are_touching_hexagons():
    """DA-V2: two regions are adjacent if and only if their hexagons have a side in common."""
    width = 3**0.5 * shipped_components().radius_tenths / 10
    for one in regions():
        touching = {
            other.name
            for other in regions()
            if other != one and ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 < 1.1 * width
        }
        assert touching == set(one.adjacent), one.name


def test_the_supply():
    """DA-S2, DA-S3, DA-S4, DA-G4, DA-W1: 52 gems, 28 cards of each metal, ten energy, six discs, the goal."""
    board = shipped_components()
    four = {"white", "light_blue", "blue", "grey", "orange", "brown"}
    assert {gem: 4 if gem in four else 7 for gem, _number in board.gems} == dict(board.gems)
    assert (10, 52) == (len(board.gems), sum(number for _gem, number in board.gems))
    assert (28, 10, (3, 4, 4, 5, 5, 6)) == (board.metal_cards, board.energy, board.discs)
    assert (7, 8) == (board.win_different, board.win_total)
    assert {3: 4, 2: 20} == Counter(one.gems for one in regions())
    assert {3} == {one.gems for one in regions(terrain="city")}


def test_the_spells():
    """DA-K1, DA-K19: 33 of three colours, six without effect, all of these grey; all names differ."""
    cards = shipped_components().spells
    assert 33 == len({one.name for one in cards}) == len({one.printed for one in cards})
    assert {"grey": 11, "red": 19, "blue": 3} == Counter(one.colour for one in cards)
    assert ["grey"] * 6 == [one.colour for one in cards if one.effect is None]
    assert 6 == len([one for one in cards if one.sure == "invented"])
    assert {1, 2} == {one.cost for one in cards}


def test_metals_of_the_spells():
    """DA-M2, DA-K3: only gem magic and plain spells may show metals; all metals are shown equally often."""
    cards = shipped_components().spells
    shows = {one.name: sum(one.metals) + one.wilds for one in cards}
    assert all(shows[one.name] for one in cards if one.effect is None or one.name.startswith("Magic of"))
    assert 1 == len({sum(one.metals[place] for one in cards) for place in range(4)})
    assert 0 in shows.values()


def test_german_names():
    """R72: German names follow German grammar."""
    names = {one.printed for one in shipped_components().spells}
    assert {
        "Magische Reise", "Silberne Metamorphose", "Sog des Lichts", "Des Krösus übler Fluch",
        "Des Geizes übler Fluch", "Schwingen des Phönix",
    } <= names  # fmt: skip


def test_reconstructed_data_is_marked():
    """DA-S7: wherever the data is shown its status says so."""
    assert "reconstructed" == shipped_components().status
    assert {
        "Supply": "exact", "Spells: names and effects": "exact", "Spells: metals and costs": "reconstructed",
        "Map": "reconstructed",
    } == {part.part: part.status for part in title.meta.components}  # fmt: skip


def test_the_game_records_its_data():
    """DA-S7: the first event of a game holds its component data, and the digest."""
    first = laid({})
    assert isinstance(first, TableLaid)
    assert shipped_components() == first.components


# A host's own file


def changed(old, new):
    """The shipped file with one change."""
    assert old in SHIPPED
    return SHIPPED.replace(old, new, 1)


def hosted(old, new):
    """The components of the shipped file with one change."""
    return components_from(title.read_components(changed(old, new)))


def test_a_hosts_own_file():
    """DA-S7: a host's own file, as TOML text or as an object, is used in the game, whose page calls it the host's."""
    text = changed('status = "reconstructed"', 'status = "printed"').replace("North Lake", "Lake of the Host")
    assert settle_options(title, {"components": text}) == settle_options(title, {"components": tomllib.loads(text)})
    components = laid({"components": text}).components
    assert ("host", "Lake of the Host") == (components.status, components.regions[0].name)
    assert "Lake of the Host" in components.regions[1].adjacent
    assert shipped_components().digest != components.digest


def test_a_file_without_names():
    """DA-S7: a components file without a title of its own is called the host's."""
    meta = {name: value for name, value in DATA["meta"].items() if name != "status"}
    components = laid({"components": {**DATA, "meta": meta}}).components
    assert ("host", "host") == (components.name, components.status)


def test_numbers_of_a_host_are_played():
    """R74: a game for two gems is won with two."""
    text = changed("win_total = 8", "win_total = 2")
    table = start(components=components_from(title.read_components(text)))
    amulet(hands(company(table, BARE["gold"], "red"), "g1", "", ""), 0, "red")
    exchange(table).settles()
    assert [AmuletCompleted(0, 1, 2)] == table.when(OfferMetals(0, 1)).of(AmuletCompleted)


def test_effects_of_a_host_are_played():
    """R74: a host's Influence may return three cards."""
    number = 'effect = "refund"\neffect_amount = '
    components = hosted(f"{number}1", f"{number}3")
    table = lay(exchanging("g5", "", "", region=BARE["gold"], held=("Influence",)), BARE["gold"], "red")
    table.state = replace(table.state, components=components)
    assert [MetalsTakenBack(0, (3, 0, 0, 0))] == table.when(OfferMetals(0, 5)).of(MetalsTakenBack)


def test_powers_of_a_host_add_up():
    """DA-K1, R40: a player who outbids the owner of two must offer the sum more."""
    components = hosted('effect = "free_move"', 'effect = "min_raise"\neffect_amount = 3')
    held = ("Immense Power", "Wings of the Phoenix")
    table = exchanging("g5", "g9", "", region=BARE["gold"], held=held)
    table.state = replace(table.state, components=components)
    table.when(OfferMetals(0, 2))
    assert [OfferMetals(1, 7), OfferMetals(1, 8), OfferMetals(1, 9)] == table.legal(1)[1:]


def test_names_of_a_host_are_played():
    """R74: a spell goes by the host's name."""
    components = hosted('name_en = "Gift"', 'name_en = "Dono"')
    table = spells(start(components=components), 0, "Dono")
    assert "Dono" == title.view(table.state)["players"][0]["spells"][0]["name"]


def test_names_are_kept_in_the_form_of_records():
    """DA-S7: a decomposed accented letter is composed: records are in Unicode normal form NFC."""
    text = changed("[meta]", '[meta]\nname = "Ame\u0301lie"')
    assert "Am\u00e9lie" == title.read_components(text)["name"]
