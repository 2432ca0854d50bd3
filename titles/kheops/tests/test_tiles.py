"""Set-up, laying tiles and drawing them."""

import pytest
from msgspec.structs import replace

from domain.chance import Scripted
from domain.redaction import HIDDEN, redact
from domain.rulebook import settle_options
from tests.harness import Given
from titles import kheops as title
from titles.kheops.commands import PlacePawn, PlaceTile
from titles.kheops.components import shipped_components
from titles.kheops.events import BaseLaid, BaseTile, TileDrawn, TilePlaced, TurnsBegin
from titles.kheops.plan import CELLS
from titles.kheops.state import Laid
from titles.kheops.tests.tables import BLUE, WHITE, Playout, drawn, pyramid, shown

SHIPPED = shipped_components()
ROW = r"""
a  /H..\\C..//H..\
"""


def set_up(*numbers, **options):
    """The layout with this prescribed randomness."""
    return list(title.setup(2, settle_options(title, options), Scripted(numbers)))


def to_lay(picture=ROW, **changes):
    """White has placed a pawn on a1 and must lay a tile."""
    table = pyramid(picture, **changes)
    table.when(PlacePawn(WHITE, "worker", "a1"))
    return table


def test_colours_by_chance():
    """KH-S1: a draw decides which seat has white."""
    assert [0, 1] == [set_up(lot, *[0] * 38)[0].white for lot in (0, 1)]


def test_colours_by_choice():
    """KH-S1: a game can be opened with colours; then they are not drawn."""
    assert [0, 1] == [set_up(*[0] * 38, white=choice)[0].white for choice in ("first", "second")]


def test_the_base():
    """KH-S3, R1: cell by cell in the order of the plan, each tile by lot from the remaining ones, turned by lot."""
    luck = [number for turned in range(19) for number in (0, turned % 3)]
    base = set_up(*luck, white="first")[1]
    assert BaseLaid(tuple(BaseTile(n + 1, cell, n % 3) for n, cell in enumerate(SHIPPED.base))) == base
    luck = [number for number in range(49, 30, -1) for number in (number, 2)]
    base = set_up(*luck, white="first")[1]
    assert BaseLaid(tuple(BaseTile(50 - n, cell, 2) for n, cell in enumerate(SHIPPED.base))) == base


def test_the_base_lies_open():
    """KH-S3, R9: the tiles of the base are public, with their orientation."""
    base = set_up(*[0, 1] * 19, white="first")[1]
    assert base == redact(base, "public")
    table = Given(title, *set_up(*[0, 1] * 19, white="first"))
    assert Laid(SHIPPED.tiles[0], 1) == table.state.laid[0]
    assert list(SHIPPED.base) == list(shown(table.state))


@pytest.mark.parametrize(("white", "first"), [("first", 0), ("second", 1)])
def test_hands(white, first):
    """KH-S4, KH-T1: each player is dealt three tiles in turn, white first; twenty-five form the deck, and white
    begins.
    """
    happened = Given(title, *set_up(*[0] * 38, white=white)).settles(*[0] * 6)
    second = 1 - first
    happened.then(
        *(TileDrawn(seat, number) for number, seat in enumerate([first, second] * 3, start=20)), TurnsBegin(first)
    )
    assert 25 == happened.state.deck
    assert (first,) == title.to_act(happened.state)


def test_hands_are_secret():
    """KH-S4, R9: a drawn tile is visible only to the player who draws it."""
    event = TileDrawn(1, 20)
    assert [TileDrawn(1, HIDDEN), TileDrawn(1, 20), TileDrawn(1, HIDDEN)] == [
        redact(event, who) for who in (0, 1, "public")
    ]


def test_a_hidden_hand():
    """R9: a player sees their own hand and the size of the other player's; reserves, tiles and pawns are public."""
    playout = Playout(4)
    for _ in range(30):
        playout.step()
    views = {viewer: title.view(game.table) for viewer, game in playout.seen.items()}
    full = title.view(playout.state)
    for viewer, view in views.items():
        for seat in range(2):
            mine = full["players"][seat]["hand"] if viewer == seat else None
            assert {**full["players"][seat], "hand": mine} == view["players"][seat]
        assert {**full, "players": view["players"]} == view
    assert 3 == views["public"]["players"][0]["hand_size"]


def test_when_a_tile_was_drawn_stays_secret():
    """R9: a laid tile does not reveal when it was drawn: the record of its draw stays hidden."""
    table = to_lay()
    (laid, *_) = table.when(PlaceTile(WHITE, 102, "a4", 0), 0).events
    assert not laid.reveals(TileDrawn(WHITE, HIDDEN))
    seen = pyramid(ROW)
    seen.state = title.evolve(seen.state, redact(TileDrawn(WHITE, 301), BLUE))
    assert (101, 102, 103, HIDDEN) == seen.state.players[WHITE].hand


def test_an_unseen_hand_loses_one_tile():
    """R9: viewers who cannot see the hand see it lose an unknown tile."""
    playout = Playout(5)
    while not playout.game.is_over:
        sizes = [len(player.hand) for player in playout.state.players]
        for game in playout.seen.values():
            assert sizes == [len(player.hand) for player in game.table.players]
        playout.step()


# Where a tile is laid.


def cells(table):
    """The cells where a tile may be laid now."""
    return sorted({one.cell for one in table.legal(WHITE)})


def test_beside_the_pyramid():
    """KH-L1, R2, R5: a side in common: beside a tile, above it, beneath it, and no order of rows."""
    assert ["a4", "b1"] == cells(to_lay())


def test_a_corner_is_not_enough():
    """KH-L1, R2: b2, b3, a5 and c1 touch the pyramid in corners only."""
    table = to_lay()
    for cell in ("b2", "b3", "a5", "c1"):
        table.refuses(PlaceTile(WHITE, 101, cell, 0), "KH-L1")


def test_an_empty_cell_of_the_plan():
    """KH-L1: a tile cannot be laid in an occupied cell or outside the plan."""
    table = to_lay()
    for cell in ("a2", "a14", "g2", "h1", ""):
        table.refuses(PlaceTile(WHITE, 101, cell, 0), "KH-L1")


def test_no_support_is_needed():
    """R5: a cell beneath and cells beside are open as well as one above, whatever rows are full."""
    picture = r"""
c            /C..\
b       /H..\\C..//H..\
a  /H..\\C..//H..\
"""
    assert ["a4", "b4", "c2"] == cells(to_lay(picture))
    picture = r"""
b       /H..\\C..//H..\
a  /H..\
"""
    assert ["a2", "a4", "b4", "c1"] == cells(to_lay(picture))


def test_a_tile_of_the_own_hand():
    """KH-L1: a player cannot lay a tile of the other player's hand, of the deck, or from the pyramid."""
    table = to_lay()
    assert {101, 102, 103} == {one.tile for one in table.legal(WHITE)}
    for tile in (201, 301, 1, 0):
        table.refuses(PlaceTile(WHITE, tile, "a4", 0), "KH-L1")


def test_turned_in_any_way():
    """KH-L2, R3: a tile with one or two open sides in three ways, one that looks the same in every way in one."""
    table = to_lay()
    ways = [(one.tile, one.orientation) for one in table.legal(WHITE) if one.cell == "a4"]
    assert [(101, 0), (101, 1), (101, 2), (102, 0), (102, 1), (102, 2), (103, 0)] == ways
    for tile, orientation in ((101, 3), (101, -1), (103, 1), (103, 2)):
        table.refuses(PlaceTile(WHITE, tile, "a4", orientation), "KH-L2")


def test_the_orientation_of_a_turned_tile():
    """KH-L2: turned clockwise by thirds: 102 is open at the top in a4, at the lower right, at the lower left."""
    pictures = [
        "                    ,\na  /H.W\\\\C..//H..\\\\H../",
        "a  /H.W\\\\C..//H..\\\\H..-",
        "a  /H.W\\\\C..//H..\\-H../",
    ]
    for orientation, picture in enumerate(pictures):
        table = to_lay()
        table.when(PlaceTile(WHITE, 102, "a4", orientation), 0)
        assert drawn(picture) == shown(table.state)


def test_doors_need_not_meet():
    """KH-L3, R4: every way is open to a tile beside a wall and beside a door."""
    for picture in (ROW, ROW.replace("H..\\\n", "H..-\n")):
        ways = [one.orientation for one in to_lay(picture).legal(WHITE) if (one.tile, one.cell) == (102, "a4")]
        assert [0, 1, 2] == ways


# Drawing.


def test_a_tile_is_drawn():
    """KH-T1, KH-L4: after laying a tile the player draws one, and it is the other player's turn."""
    table = to_lay()
    happened = table.when(PlaceTile(WHITE, 101, "a4", 1), 2)
    happened.then(TilePlaced(WHITE, 101, "a4", 1, "draw"), TileDrawn(WHITE, 303))
    assert (102, 103, 303) == happened.state.players[WHITE].hand
    assert 2 == happened.state.deck
    assert (BLUE,) == title.to_act(happened.state)


def test_an_empty_deck():
    """KH-L4, R6: nothing is drawn, and the game continues."""
    table = pyramid(ROW)
    table.and_then(*(TileDrawn(BLUE, tile) for tile in (301, 302, 303)))
    table.when(PlacePawn(WHITE, "worker", "a1"))
    table.when(PlaceTile(WHITE, 101, "a4", 0)).then(TilePlaced(WHITE, 101, "a4", 0, "pass"))
    assert (102, 103) == table.state.players[WHITE].hand
    assert (BLUE,) == title.to_act(table.state)


def before_the_last_tile(seed):
    """A random game at blue's last turn: a pawn, then the last tile."""
    playout = Playout(seed)
    while sum(tile is None for tile in playout.state.laid) > 1 or playout.state.step != "pawn":
        playout.step()
    table = Given(title)
    table.state = playout.state
    return table


def test_a_single_way_of_laying():
    """KH-L1, KH-L2: if the last tile looks the same in every orientation, it is laid automatically in the last cell."""
    table = before_the_last_tile(1)
    (number,) = table.state.players[table.state.turn].hand
    tiles = [replace(tile, sides=(True,) * 3) if tile.id == number else tile for tile in table.state.components.tiles]
    table.state = replace(table.state, components=replace(table.state.components, tiles=tuple(tiles)))
    (cell,) = [cell for cell, tile in zip(CELLS, table.state.laid, strict=True) if tile is None]
    plain = next(
        one for one in table.legal(table.state.turn) if table.state.laid[CELLS.index(one.cell)].tile.symbol == "none"
    )
    happened = table.when(plain)
    assert TilePlaced(plain.seat, number, cell, 0, "score") == happened.events[1]


def test_the_last_tile_in_several_ways():
    """KH-L2: a tile that does not look the same is turned by blue's choice."""
    table = before_the_last_tile(1)
    (number,) = table.state.players[table.state.turn].hand
    tiles = [replace(tile, sides=(True, False, False)) if tile.id == number else tile for tile in SHIPPED.tiles]
    table.state = replace(table.state, components=replace(table.state.components, tiles=tuple(tiles)), step="tile")
    assert [0, 1, 2] == [one.orientation for one in table.legal(table.state.turn)]
