"""The four powers, with several targets, with one, and with none; which targets are allowed; no further effects."""

import pytest

from titles import kheops as title
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.events import PawnMoved, PawnPlaced, PawnsSwapped, PowerUnused, TilePlaced, TileRotated
from titles.kheops.tests.tables import BLUE, WHITE, Playout, drawn, pyramid, shown


def placed(picture, cell="a1", turn=WHITE, **settings):
    """A Worker of the current player has just been placed, and its power is pending."""
    table = pyramid(picture, turn, **settings)
    table.when(PlacePawn(turn, "worker", cell))
    return table


def by_itself(picture, turn=WHITE, **settings):
    """The consequences of placing a Worker on a1."""
    return pyramid(picture, turn, **settings).when(PlacePawn(turn, "worker", "a1")).events[1:]


# Triggers of powers.


@pytest.mark.parametrize(
    ("symbol", "power"), [("c", "rotate_corridor"), ("h", "rotate_hall"), ("=", "swap"), (">", "move")]
)
def test_the_four_powers(symbol, power):
    """KH-W5: a pawn that is placed on one of these symbols sets off its power, before the tile is laid."""
    table = placed(f"a  /H{symbol}.\\\\C.W-/H.W-\\C.w//H.w\\\\C../")
    assert ("power", power) == (table.state.step, table.state.power)
    table.refuses(PlaceTile(WHITE, 101, "b1", 0), "KH-T1")


@pytest.mark.parametrize("symbol", [".", "2", "A", "X", "R"])
def test_the_other_symbols(symbol):
    """KH-W5: the other symbols trigger nothing, so a tile is laid after the pawn."""
    table = placed(f"a  /H{symbol}.\\\\C.W-/H.W-\\C.w//H.w\\\\C../")
    assert ("tile", None) == (table.state.step, table.state.power)
    table.refuses(Rotate(WHITE, "a2", 1), "KH-W5")


@pytest.mark.parametrize("picture", [
    "a  /Hc.\\\\C.W-/H..-\\C.w//C.w-",
    "a  /Hh.\\\\C.W-/H..-\\C.w//C.w-",
    "a  /H=.\\\\C.W-/H..-\\C.w//C.w-",
    "a  /H>.\\\\C.W-/H..-\\C.w//C.w-",
])  # fmt: skip
def test_a_power_does_its_own_alone(picture):
    """KH-W5: while one power is pending, the other three are refused."""
    table = placed(picture)
    own = {type(command) for command in table.legal(WHITE)}
    for command in {Rotate(WHITE, "a2", 1), Swap(WHITE, "a2", "a4"), Move(WHITE, "a2", "a3")}:
        if type(command) not in own:
            table.refuses(command, "KH-W5")
    assert 1 == len(own)


def test_a_power_cannot_be_left_out():
    """KH-W5: while a power can be used, only its uses are listed, and the tile is laid afterwards."""
    table = placed("a  /Hc.\\\\C..-/H..\\")
    assert [Rotate(WHITE, "a2", 1), Rotate(WHITE, "a2", 2)] == table.legal(WHITE)
    table.when(Rotate(WHITE, "a2", 1))
    assert {PlaceTile} == {type(command) for command in table.legal(WHITE)}


def test_it_is_the_players_choice():
    """KH-W5: the player chooses, the opponent is not asked."""
    table = placed("a  /Hc.\\\\C..-/H..\\")
    assert (WHITE,) == title.to_act(table.state)
    table.refuses(Rotate(BLUE, "a2", 1), "KH-T1")


def test_one_power_in_a_turn():
    """R30: after one power is used, the turn has no further power."""
    table = placed("a  /Hc.\\\\C..-/H..\\")
    table.when(Rotate(WHITE, "a2", 1))
    table.refuses(Rotate(WHITE, "a2", 1), "KH-W5")


# Rotation.

ROTATION = r"""
a  /{}.\\C..-/C..-\H..-/H..-
"""


def test_corridors_are_turned():
    """KH-W1, R22: every corridor, with or without a pawn, and no hall."""
    table = placed(ROTATION.format("Hc").replace("C..-\\", "C.w-\\"))
    assert [("a2", 1), ("a2", 2), ("a3", 1), ("a3", 2)] == [(one.cell, one.thirds) for one in table.legal(WHITE)]
    table.refuses(Rotate(WHITE, "a4", 1), "KH-W1")


def test_halls_are_turned():
    """KH-W1, R22: every hall, with or without a pawn, and no corridor."""
    table = placed(ROTATION.format("Ch").replace("H..-/", "H.W-/"))
    assert [("a4", 1), ("a4", 2), ("a5", 1), ("a5", 2)] == [(one.cell, one.thirds) for one in table.legal(WHITE)]
    table.refuses(Rotate(WHITE, "a2", 1), "KH-W1")


def test_an_empty_cell_is_not_turned():
    """KH-W1: only existing tiles in existing cells can be turned."""
    table = placed(ROTATION.format("Hc"))
    for cell in ("a6", "h1", ""):
        table.refuses(Rotate(WHITE, cell, 1), "KH-W1")


def test_turned_clockwise():
    """KH-W1, R21: a2 is open at its lower right; one third further is its lower left, two thirds the top."""
    table = placed("a  /Hc.\\\\C..-")
    table.when(Rotate(WHITE, "a2", 1)).then(TileRotated(WHITE, "a2", 1, 1))
    assert drawn("a  /HcW\\-C../") == shown(table.state)
    table = placed("a  /Hc.\\\\C..-")
    table.when(Rotate(WHITE, "a2", 2)).then(TileRotated(WHITE, "a2", 2, 2))
    assert drawn("          ,\na  /HcW\\\\C../") == shown(table.state)


def test_turned_clockwise_on_its_side():
    """KH-W1, R21: a3 is open at the bottom; one third further is its upper left, two thirds its upper right."""
    bottom, left, right = "a       \\Hc.//C..\\\n               '", "a       \\HcW/-C..\\", "a       \\HcW//C..-"
    for thirds, picture in ((1, left), (2, right)):
        table = placed(bottom, "a2")
        table.when(Rotate(WHITE, "a3", thirds))
        assert drawn(picture) == shown(table.state)


def test_turned_again():
    """KH-W1: relative to its current orientation, not to the printed one: 2 and 2 thirds are one."""
    table = placed("a  /Hc.\\\\C..-/Hc.\\")
    table.when(Rotate(WHITE, "a2", 2))
    table.when(PlaceTile(WHITE, 103, "a4", 0), 0)
    table.when(PlacePawn(BLUE, "worker", "a3"))
    table.when(Rotate(BLUE, "a2", 2)).then(TileRotated(BLUE, "a2", 2, 1))


def test_by_one_or_two_thirds():
    """R21: a tile is turned by one or two thirds, not by zero, three, four or minus one."""
    table = placed("a  /Hc.\\\\C..-")
    for thirds in (0, 3, 4, -1):
        table.refuses(Rotate(WHITE, "a2", thirds), "R21")


def test_a_tile_that_looks_the_same():
    """R20, R21: a tile open at all sides, or at none, may be chosen, and is turned by one, which counts as a use."""
    table = placed("          ,\na  /Hc.\\-C..-/C..\\")
    assert [Rotate(WHITE, "a2", 1), Rotate(WHITE, "a3", 1)] == table.legal(WHITE)
    table.refuses(Rotate(WHITE, "a2", 2), "R21")
    table.when(Rotate(WHITE, "a2", 1)).then(TileRotated(WHITE, "a2", 1, 1))
    assert "tile" == table.state.step


def test_the_tile_just_occupied():
    """R22: the tile under the pawn just placed may be turned, and the pawn stays on it."""
    table = placed("a  /Cc.-")
    table.when(Rotate(WHITE, "a1", 1)).then(TileRotated(WHITE, "a1", 1, 1))
    assert drawn("a  /CcW\\\n     '") == shown(table.state)


def test_pawns_stay_on_a_turned_tile():
    """R22: the opponent's too, and one on a tile that was not just occupied."""
    table = placed("a  /Hc.\\\\C.w-")
    table.when(Rotate(WHITE, "a2", 1))
    assert drawn("a  /HcW\\-C.w/") == shown(table.state)


def test_nothing_to_turn():
    """KH-W5: without a corridor in the pyramid nothing happens, and the record says so."""
    assert [PowerUnused(WHITE, "rotate_corridor")] == by_itself("a  /Hc.\\\\H..-")
    assert [PowerUnused(WHITE, "rotate_hall")] == by_itself("a  /Ch.\\\\C..-")


def test_nothing_to_turn_but_a_priests_tile():
    """KH-W5, KH-R2: the only corridor has the opponent's Priest: nothing happens."""
    assert [PowerUnused(WHITE, "rotate_corridor")] == by_itself("a  /Hc.\\\\C.p-")


def test_one_thing_to_turn():
    """KH-W5: a single tile that looks the same in every way is turned automatically."""
    assert [TileRotated(WHITE, "a2", 1, 1)] == by_itself("          ,\na  /Hc.\\-C..-")


def test_after_an_unused_power():
    """KH-W5, KH-T1: the turn continues with the tile."""
    table = placed("a  /Hc.\\\\H..-")
    assert {PlaceTile} == {type(command) for command in table.legal(WHITE)}


# Swapping.

SWAP = r"""
a  /H=.\\C.W//H.w\\C.m//H..\
"""


def test_pairs_that_are_swapped():
    """KH-W2, R24, R25: each of the player's pawns, the one just placed too, with every opponent's."""
    expected = [Swap(WHITE, own, enemy) for own in ("a1", "a2") for enemy in ("a3", "a4")]
    assert expected == placed(SWAP).legal(WHITE)


def test_pawns_change_places():
    """KH-W2: the two swapped pawns change places, and nothing else changes."""
    table = placed(SWAP)
    table.when(Swap(WHITE, "a2", "a4")).then(PawnsSwapped(WHITE, "a2", "a4"))
    assert drawn(r"""
a  /H=W\\C.m//H.w\\C.W//H..\
""") == shown(table.state)


def test_one_own_and_one_of_the_enemy():
    """KH-W2: a swap is of an own pawn with one of the opponent, in this order; two of one player or an empty tile are
    refused.
    """
    table = placed(SWAP)
    for own, enemy in (("a1", "a2"), ("a3", "a4"), ("a2", "a5"), ("a5", "a3"), ("a3", "a2"), ("a2", "h1"), ("", "a3")):
        table.refuses(Swap(WHITE, own, enemy), "KH-W2")


def test_the_pawn_just_placed_is_swapped():
    """KH-W2, R25: the pawn just placed can be swapped to the opponent's tile."""
    table = placed(SWAP)
    table.when(Swap(WHITE, "a1", "a3"))
    assert drawn(r"""
a  /H=w\\C.W//H.W\\C.m//H..\
""") == shown(table.state)


def test_the_pawn_just_placed_is_not_swapped():
    """R25: in a game opened without this rule, the pawn just placed cannot be swapped."""
    table = placed(SWAP, swap_may_use_placed_pawn=False)
    assert [Swap(WHITE, "a2", "a3"), Swap(WHITE, "a2", "a4")] == table.legal(WHITE)
    table.refuses(Swap(WHITE, "a1", "a3"), "R25")


def test_no_enemy_to_swap():
    """KH-W5: without an opponent's pawn in the pyramid nothing happens."""
    assert [PowerUnused(WHITE, "swap")] == by_itself("a  /H=.\\\\C.W/")


def test_only_a_priest_to_swap():
    """KH-W5, KH-R1: the opponent's only pawn is the Priest: nothing happens."""
    assert [PowerUnused(WHITE, "swap")] == by_itself("a  /H=.\\\\C.p/")


def test_nothing_of_the_own_to_swap():
    """KH-W5, R25: the pawn just placed is the player's only one and may not be used, so nothing happens."""
    assert [PowerUnused(WHITE, "swap")] == by_itself("a  /H=.\\\\C.w/", swap_may_use_placed_pawn=False)


def test_one_swap():
    """KH-W5: a single possibility is used automatically."""
    assert [PawnsSwapped(WHITE, "a1", "a2")] == by_itself("a  /H=.\\\\C.w/")


@pytest.mark.parametrize("symbol", ["c", "h", "=", ">"])
def test_a_swapped_pawn_sets_off_nothing(symbol):
    """KH-W6, R26, R30: neither pawn uses the power of the tile where it arrives."""
    table = placed(f"a  /H=.\\\\C{symbol}w//H.W\\\\C.w/")
    table.when(Swap(WHITE, "a1", "a2")).then(PawnsSwapped(WHITE, "a1", "a2"))
    assert ("tile", None) == (table.state.step, table.state.power)


# Moving.

MOVE = r"""
a  /H>.\\C.W//H.P\\C.w//H..\\C#.//H..\
"""


def test_pawns_that_are_moved():
    """KH-W3, KH-W4, R27, R28: each of the player's pawns but the one just placed, to every free tile, however far."""
    table = placed(MOVE)
    assert [Move(WHITE, own, cell) for own in ("a2", "a3") for cell in ("a5", "a7")] == table.legal(WHITE)


def test_a_pawn_moves():
    """KH-W3, R28: a moved pawn leaves its tile and needs no path."""
    table = placed(MOVE)
    table.when(Move(WHITE, "a2", "a7")).then(PawnMoved(WHITE, "a2", "a7"))
    assert drawn(MOVE.replace("H>.", "H>W").replace("C.W", "C..")[:-3] + "W\\\n") == shown(table.state)


def test_whose_pawn_is_moved():
    """KH-W3, R27: neither the pawn just placed nor an opponent's pawn can be moved, and no pawn from an empty tile."""
    table = placed(MOVE)
    for origin in ("a1", "a4", "a5", "a8", "", "h1"):
        table.refuses(Move(WHITE, origin, "a7"), "KH-W3")


def test_where_a_pawn_moves():
    """KH-W4, R12, R28: a pawn can't move to a tile with a pawn, a tile that bars pawns, an empty cell, or its own
    tile.
    """
    table = placed(MOVE)
    for target in ("a1", "a2", "a3", "a4", "a6", "a8", "b1"):
        table.refuses(Move(WHITE, "a2", target), "KH-W4")


def test_a_tile_that_bars_moved_pawns():
    """KH-P3, R12: if the only tile without a pawn bars pawns, there is no move."""
    assert [PowerUnused(WHITE, "move")] == by_itself("a  /H>.\\\\C.W//H#.\\")


def test_the_pawn_just_placed_is_not_moved():
    """KH-W3, KH-W5: if the pawn just placed is the player's only pawn, nothing is moved."""
    assert [PowerUnused(WHITE, "move")] == by_itself("a  /H>.\\\\C.w//H..\\")


def test_nowhere_to_move():
    """KH-W5: without a free tile, no pawn is moved."""
    assert [PowerUnused(WHITE, "move")] == by_itself("a  /H>.\\\\C.W/")


def test_one_move():
    """KH-W5: if the player has one pawn to move and one free tile, the pawn moves automatically."""
    assert [PawnMoved(WHITE, "a2", "a3")] == by_itself("a  /H>.\\\\C.W//H..\\")


@pytest.mark.parametrize("symbol", ["c", "h", "=", ">"])
def test_a_moved_pawn_sets_off_nothing(symbol):
    """KH-W6, R26, R30: the power of the tile where it arrives is not used."""
    table = placed(f"a  /H>.\\\\C.W//H{symbol}.\\\\C.w//H..\\")
    table.when(Move(WHITE, "a2", "a3")).then(PawnMoved(WHITE, "a2", "a3"))
    assert ("tile", None) == (table.state.step, table.state.power)


def test_blue_uses_powers():
    """KH-W2, KH-W3: the player's and the opponent's pawns depend on whose turn it is."""
    assert [PawnsSwapped(BLUE, "a1", "a2")] == by_itself("a  /H=.\\\\C.W//H.P\\", turn=BLUE)
    assert [PawnMoved(BLUE, "a3", "a4")] == by_itself("a  /H>.\\\\C.W//H.w\\\\C../", turn=BLUE)


def test_where_the_pawn_just_placed_is():
    """R25: after a swap the pawn just placed is at its new place; swaps of other pawns do not affect it; the next turn
    forgets it.
    """
    swapped = []
    for own in ("a1", "a2"):
        table = placed(SWAP)
        table.when(Swap(WHITE, own, "a3"))
        swapped.append(title.view(table.state)["placed"])
    assert ["a3", "a1"] == swapped
    table.when(PlaceTile(WHITE, 103, "a6", 0), 0)
    assert None is title.view(table.state)["placed"]


def test_the_next_turn_forgets_the_pawn_just_placed():
    """KH-W3, R27: the pawn just placed may be moved in its player's next turn."""
    table = pyramid("a  /H..\\\\C..//H>.\\\\C../")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    table.when(PlaceTile(WHITE, 103, "a5", 0), 0)
    table.when(PlacePawn(BLUE, "worker", "a2"))
    table.when(PlaceTile(BLUE, 203, "a6", 0), 0)
    table.when(PlacePawn(WHITE, "worker", "a3"))
    assert {"a1"} == {one.origin for one in table.legal(WHITE) if isinstance(one, Move)}


@pytest.mark.parametrize("seed", range(6))
def test_no_chains(seed):
    """KH-W6, R26, R30: between a pawn and a tile there is at most one use of a power, in whole games."""
    kinds = [type(event) for event in Playout(seed).finish().events]
    uses = {TileRotated, PawnsSwapped, PawnMoved, PowerUnused}
    turns = "".join(
        "p" if kind is PawnPlaced else "t" if kind is TilePlaced else "u" if kind in uses else "" for kind in kinds
    )
    assert set(turns.split("t")) <= {"p", "pu", ""}
