"""The component data: the shipped data, and a host's own file."""

import tomllib
from collections import Counter
from importlib import resources

import pytest

from domain.chance import Scripted
from domain.rulebook import BadOption, settle_options
from titles import kheops as title
from titles.kheops.components import shipped_components
from titles.kheops.events import TableLaid
from titles.kheops.plan import CELLS, INDEX, NEIGHBOURS, PLACES
from titles.kheops.state import Settings, Tile
from titles.kheops.tests.tables import Playout

SHIPPED = resources.files(title).joinpath("components.toml").read_text("utf-8")


def first_event(**options):
    """The first event of a game opened with these options, white in the first seat."""
    return next(iter(title.setup(2, settle_options(title, {"white": "first", **options}), Scripted([0] * 38))))


def symbols():
    """The number of shipped tiles with each symbol."""
    return Counter(tile.symbol for tile in shipped_components().tiles)


def test_fifty_tiles():
    """KH-S2: halls and corridors, both; numbered from 1."""
    tiles = shipped_components().tiles
    assert list(range(1, 51)) == [tile.id for tile in tiles]
    assert {"hall": 25, "corridor": 25} == Counter(tile.kind for tile in tiles)


def test_three_pairs_of_sarcophagi():
    """KH-S2, KH-V3: six tiles, in each of three colours a king and a queen, and no other tile has a colour."""
    found = sorted((tile.colour, tile.figure) for tile in shipped_components().tiles if tile.symbol == "sarcophagus")
    assert [(colour, who) for colour in ("green", "red", "yellow") for who in ("king", "queen")] == found
    assert 6 == sum(bool(tile.colour) for tile in shipped_components().tiles)


def test_every_symbol_is_there():
    """KH-S2: every symbol is on at least one tile, Ankhs on at least three, and some tiles have no symbol."""
    assert {
        "rotate_corridor", "rotate_hall", "swap", "move", "no_pawn", "double", "ankh", "sarcophagus", "curse", "none"
    } == set(symbols())  # fmt: skip
    assert symbols()["ankh"] >= 3


def test_few_tiles_bar_pawns():
    """R11: at most 18 tiles may bar pawns, so that there is always a place; four do."""
    assert 4 == symbols()["no_pawn"] <= 18


def test_open_sides():
    """KH-S2: every tile is open at one side at least, every corridor at two."""
    opened = {(tile.kind, sum(tile.sides)) for tile in shipped_components().tiles}
    assert {("hall", 1), ("hall", 2), ("hall", 3), ("corridor", 2), ("corridor", 3)} == opened


def test_the_base():
    """KH-S3: nineteen cells: the lowest row, and the cells with their apex up in the next."""
    expected = [cell for cell in CELLS if cell[0] == "a" or cell in ("b1", "b3", "b5", "b7", "b9", "b11")]
    assert expected == list(shipped_components().base)
    assert 19 == len(expected)


def test_forty_nine_cells():
    """KH-E1: there is one cell fewer than there are tiles; since all are connected, a cell is always open."""
    assert (49, 50) == (len(CELLS), len(shipped_components().tiles))
    reached = waiting = {0}
    while waiting:
        waiting = {near for cell in waiting for near in NEIGHBOURS[cell] if near is not None} - reached
        reached = reached | waiting
    assert set(range(49)) == reached


def test_the_apex():
    """KH-V4: the apex tile points up, and two of its sides are at the outer border."""
    assert (INDEX["f2"], None, None) == NEIGHBOURS[INDEX["g1"]]


def test_the_shipped_data_is_marked_as_reconstructed():
    """KH-S2, KH-S3: the tiles and the base are not presented as printed; the numbers of pawns are certain."""
    status = {part.part: part.status for part in title.meta.components}
    assert "reconstructed" == shipped_components().status
    assert {"Pawns": "exact", "Plan": "attested", "Base": "reconstructed", "Tiles": "reconstructed"} == status


def test_the_view_shows_the_status():
    """KH-S2: the status is in every player's view."""
    components = shipped_components()
    expected = {"name": components.name, "status": "reconstructed", "digest": components.digest}
    assert expected == title.view(Playout(1).state)["components"]


def test_the_game_records_its_data():
    """The first event of a game holds its component data and its readings of the rules."""
    assert TableLaid(shipped_components(), Settings(), 0) == first_event()


def test_the_readings_of_the_rules():
    """R17, R25, R39: each is an option, and is in the first event and in the view."""
    options = {"closed_rule": "strict", "swap_may_use_placed_pawn": False, "pharaoh_after_mummy": False}
    assert Settings("strict", False, False) == first_event(**options).settings
    assert options == title.view(Playout(1, **options).state)["settings"]


@pytest.mark.parametrize(
    "option", [{"closed_rule": "loose"}, {"white": "third"}, {"swap_may_use_placed_pawn": 1}, {"pharaoh": True}]
)
def test_a_wrong_option(option):
    """R17, R25, R39: refused, and named."""
    with pytest.raises(BadOption, match=next(iter(option))):
        settle_options(title, option)


# A host's own file.


def test_a_hosts_own_file():
    """TOML text, or the same as an object: the game is played with it; it is shown as the host's."""
    text = SHIPPED.replace('"reconstructed"', '"printed"', 1).replace("[true, false, false]", "[false, true, true]", 1)
    settled = settle_options(title, {"components": text})
    assert settled == settle_options(title, {"components": tomllib.loads(text)})
    components = first_event(components=text).components
    assert Tile(1, "hall", (False, True, True), "sarcophagus", "red", "king") == components.tiles[0]
    assert ("host", "host") == (components.name, components.status)
    assert shipped_components().digest != components.digest


def test_a_file_without_meta():
    """A file without a description is shown as the host's."""
    text = SHIPPED[SHIPPED.index("[plan]") :]
    components = first_event(components=text).components
    assert ("host", "host") == (components.name, components.status)


def test_another_base():
    """KH-S3: nineteen other cells, by their names or as [row, column] counted from 0."""
    names = [cell for cell in CELLS if cell[0] in "ab"][:19]
    plain = tomllib.loads(SHIPPED)
    by_name = first_event(components={**plain, "plan": {"base": names}}).components
    by_place = first_event(components={**plain, "plan": {"base": [list(PLACES[INDEX[name]]) for name in names]}})
    assert tuple(names) == by_name.base
    assert by_name == by_place.components


def test_names_are_kept_in_the_form_of_records():
    """A decomposed accented letter is composed: records are in Unicode normal form NFC."""
    text = SHIPPED.replace("[meta]", '[meta]\nname = "Ame\u0301lie"')
    assert "Am\u00e9lie" == title.read_components(text)["name"]


def test_the_digest_names_the_data():
    """Equal data have equal digests, and turning one side changes the digest."""
    text = SHIPPED.replace("[true, true, false]", "[true, false, true]", 1)
    same = first_event(components=SHIPPED).components.digest
    assert (True, False) == (
        same == first_event(components=tomllib.loads(SHIPPED)).components.digest,
        same == first_event(components=text).components.digest,
    )


def test_a_game_with_a_hosts_file():
    """A whole game is played with it."""
    text = SHIPPED.replace("[true, true, false]", "[true, true, true]")
    playout = Playout(2, components=text).finish()
    assert "host" == playout.state.components.name
    assert playout.game.result is not None


def with_tiles(change):
    """The shipped file as an object, its list of tiles changed."""
    plain = tomllib.loads(SHIPPED)
    return {**plain, "tile": change(plain["tile"])}


def with_base(change):
    """The shipped file as an object, its base changed."""
    plain = tomllib.loads(SHIPPED)
    return {**plain, "plan": {"base": change(plain["plan"]["base"])}}


def barring(number):
    """The shipped file with this number of tiles that bar pawns, and the minimum of everything else."""
    plain = tomllib.loads(SHIPPED)
    spare = Counter(tile["symbol"] for tile in plain["tile"]) - Counter(dict.fromkeys(symbols(), 1))
    spare -= Counter({"ankh": 2, "sarcophagus": 5, "no_pawn": 99})
    for tile in plain["tile"]:
        if sum(one["symbol"] == "no_pawn" for one in plain["tile"]) < number and spare[tile["symbol"]]:
            spare[tile["symbol"]] -= 1
            tile["symbol"] = "no_pawn"
    return plain


def test_the_maximum_of_tiles_that_bar_pawns():
    """R11: eighteen are accepted."""
    assert 18 == sum(tile[3] == "no_pawn" for tile in title.read_components(barring(18))["tiles"])


FIRST = '[[tile]]\nid = 1\nkind = "hall"\nsides = [true, false, false]\n'
BAD = [
    ("= [", "not TOML"),
    ("a = " + "1" * 5000, "at most 18 digits"),
    ("a = " + "[" * 30_000, "at most 4000 names, values and brackets"),
    ("", "plan must be a table"),
    (SHIPPED.replace("[plan]", "[plans]"), "the file has an unknown name: plans"),
    (SHIPPED.replace("game =", "games =", 1), "meta has an unknown name: games"),
    ({"meta": 3}, "meta must be a table"),
    ({"meta": {"name": 3}}, "meta.name must be a short text"),
    ({"meta": {"name": "a\nb"}}, "meta.name must be a short text"),
    ({"meta": {"name": "\ud800"}}, "meta.name must be a short text"),
    ({"meta": {"note": "a" * 501}}, "meta.note must be a short text"),
    (SHIPPED.replace("side = 7", "side = 8"), "plan.side must be 7"),
    (SHIPPED.replace("cells = 49", "cells = 50"), "plan.cells 49"),
    (SHIPPED.replace("cells = 49", "cell = 49"), "plan has an unknown name: cell"),
    (SHIPPED.replace("base =", "basis =", 1), "plan has an unknown name: basis"),
    (with_base(lambda base: None), "plan.base must list 19 cells"),
    (with_base(lambda base: "a1"), "plan.base must list 19 cells"),
    (with_base(lambda base: base[1:]), "plan.base must list 19 cells"),
    (with_base(lambda base: [*base, [2, 0]]), "plan.base must list 19 cells"),
    (with_base(lambda base: [*base[:18], [0, 0]]), "plan.base names a cell twice"),
    (with_base(lambda base: [*base[:18], "a1"]), "plan.base names a cell twice"),
    (with_base(lambda base: [*base[:18], [0, 13]]), r"plan.base\[18\] must be a cell"),
    (with_base(lambda base: [*base[:18], [0, -1]]), r"plan.base\[18\] must be a cell"),
    (with_base(lambda base: [*base[:18], [True, 0]]), r"plan.base\[18\] must be a cell"),
    (with_base(lambda base: [*base[:18], [1, 0, 0]]), r"plan.base\[18\] must be a cell"),
    (with_base(lambda base: [*base[:18], "a14"]), r"plan.base\[18\] must be a cell"),
    (with_base(lambda base: [7, *base[1:]]), r"plan.base\[0\] must be a cell"),
    (with_tiles(lambda tiles: None), "there must be 50 tiles"),
    (with_tiles(lambda tiles: tiles[1:]), "there must be 50 tiles"),
    (with_tiles(lambda tiles: [*tiles, tiles[0]]), "there must be 50 tiles"),
    (with_tiles(lambda tiles: [*tiles[:49], 7]), r"tile\[49\] must be a table"),
    (with_tiles(lambda tiles: [*tiles[:49], tiles[0]]), "id is there twice"),
    (SHIPPED.replace("id = 1\n", "id = 0\n"), r"tile\[0\].id must be a whole number"),
    (SHIPPED.replace("id = 1\n", "id = 1000\n"), r"tile\[0\].id must be a whole number"),
    (SHIPPED.replace("id = 1\n", "id = true\n"), r"tile\[0\].id must be a whole number"),
    (SHIPPED.replace("id = 1\n", ""), r"tile\[0\].id must be a whole number"),
    (SHIPPED.replace("id = 1\n", 'id = "1"\n'), r"tile\[0\].id must be a whole number"),
    (SHIPPED.replace("sides = [true, false, false]", "sides = [true, false]", 1), r"tile\[0\].sides must be three"),
    (SHIPPED.replace("sides = [true, false, false]", "sides = [1, 0, 0]", 1), r"tile\[0\].sides must be three"),
    (SHIPPED.replace("sides = [true, false, false]", "sides = true", 1), r"tile\[0\].sides must be three"),
    (SHIPPED.replace("sides =", "side =", 1), r"tile\[0\] has an unknown name: side;"),
    (SHIPPED.replace('kind = "hall"', 'kind = "room"', 1), r"tile\[0\].kind must be one of: hall, corridor"),
    (SHIPPED.replace('kind = "hall"', 'kind = ["hall"]', 1), r"tile\[0\].kind must be one of"),
    (SHIPPED.replace('kind = "hall"\n', "", 1), r"tile\[0\].kind must be one of"),
    (SHIPPED.replace('"sarcophagus"', '"coffin"', 1), r"tile\[0\].symbol must be one of: none, rotate_corridor"),
    (SHIPPED.replace('"ankh"', '["ankh", "curse"]', 1), r"tile\[6\].symbol must be one of"),
    (SHIPPED.replace('colour = "red"\n', "", 1), r"tile\[0\].colour belongs to every sarcophagus"),
    (SHIPPED.replace('"ankh"', '"ankh"\ncolour = "red"', 1), r"tile\[6\].colour belongs to every sarcophagus"),
    (SHIPPED.replace('colour = "red"', "colour = 3", 1), r"tile\[0\].colour must be a short text"),
    (SHIPPED.replace('figure = "king"', "figure = 3", 1), r"tile\[0\].figure must be one of: king, queen"),
    (SHIPPED.replace('figure = "king"\n', "", 1), r"tile\[0\].figure must be one of: king, queen"),
    (SHIPPED.replace('figure = "king"', 'figure = "queen"', 1), "they are: .* red queen, red queen"),
    (
        SHIPPED.replace('colour = "green"', 'colour = "gren"', 1),
        "in each of 3 colours; they are: green queen, gren king",
    ),
    (SHIPPED.replace('colour = "green"', 'colour = "Green"', 1), "in each of 3 colours"),
    (SHIPPED.replace('colour = "green"', 'colour = "red"'), "in each of 3 colours"),
    (SHIPPED.replace('"ankh"', '"ankh"\nfigure = "king"', 1), r"tile\[6\].figure belongs to a sarcophagus"),
    (SHIPPED.replace('"corridor"', '"hall"'), "at least one tile must be a corridor"),
    (SHIPPED.replace('"hall"', '"corridor"'), "at least one tile must be a hall"),
    (SHIPPED.replace('"curse"', '"none"'), "at least 1 of the tiles must have the symbol curse"),
    (SHIPPED.replace('"ankh"', '"none"', 4), "at least 3 of the tiles must have the symbol ankh"),
    (SHIPPED.replace("apex = [6, 0]", "apex = [0, 0]"), r"plan.apex must be \[6, 0\]"),
    (SHIPPED.replace("all = [\n", "all = [ [0, 0],\n"), "plan.all must list each of the 49 cells once"),
    ({**tomllib.loads(SHIPPED), "plan": {"all": "rubbish"}}, "plan.all must be a list of cells"),
    (SHIPPED.replace("[meta]", '[meta]\nname = "stele-1"'), "must not begin with stele-"),
    (barring(19), "at most 18 tiles may bar pawns"),
]


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_a_wrong_file_is_refused_with_its_place(data, reason):
    """Counts, ranges, types, unknown names: the refusal names the error and its location."""
    with pytest.raises(BadOption, match=reason) as refusal:
        settle_options(title, {"components": data})
    assert "components" == refusal.value.option
