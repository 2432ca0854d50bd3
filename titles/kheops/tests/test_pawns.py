"""Placing pawns, and the special pawns."""

import pytest

from titles import kheops as title
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.events import PawnMoved, PawnPlaced, PawnsSwapped, TileDrawn, TilePlaced, TileRotated
from titles.kheops.pawns import free_for_pawns
from titles.kheops.tests.tables import BLUE, WHITE, Playout, drawn, pyramid, reserve, shown

PLAIN = r"""
a  /H..\\C..//H..\
"""


def placings(table, seat, pawn):
    """The cells where this seat may place this pawn."""
    return [one.cell for one in table.legal(seat) if one.pawn == pawn]


def test_the_pawns():
    """KH-S1: white has 14 Workers and the Pharaoh, blue 15 Workers; each has a Priest and a Mummy."""
    table = pyramid(PLAIN)
    assert {"worker": 14, "priest": 1, "mummy": 1, "pharaoh": 1} == reserve(table, WHITE)
    assert {"worker": 15, "priest": 1, "mummy": 1, "pharaoh": 0} == reserve(table, BLUE)


def test_a_pawn_is_placed():
    """KH-P1: a placed pawn moves from the reserve to its tile."""
    table = pyramid(PLAIN)
    table.when(PlacePawn(WHITE, "worker", "a2")).then(PawnPlaced(WHITE, "worker", "a2", False, None))
    assert drawn(r"""
a  /H..\\C.W//H..\
""") == shown(table.state)
    assert 13 == reserve(table, WHITE)["worker"]


def test_which_pawn_is_free():
    """KH-P1: a player places a Worker or the Mummy first and any pawn later, but only one that is in the reserve."""
    table = pyramid(PLAIN)
    assert {"worker", "mummy"} == {one.pawn for one in table.legal(WHITE) if isinstance(one, PlacePawn)}
    table = pyramid("a  /H.M\\\\C..//H..\\")
    assert {"worker", "priest", "pharaoh"} == {one.pawn for one in table.legal(WHITE) if isinstance(one, PlacePawn)}
    table.refuses(PlacePawn(WHITE, "mummy", "a2"), "KH-P1")


def test_no_such_pawn():
    """KH-P1: an unknown kind; blue's Pharaoh."""
    table = pyramid("a  /H.m\\\\C..//H..\\", turn=BLUE)
    table.refuses(PlacePawn(BLUE, "camel", "a2"), "KH-P1")  # type: ignore[arg-type]
    table.refuses(PlacePawn(BLUE, "pharaoh", "a2"), "KH-P1")


def test_the_pawn_comes_first():
    """KH-T1, KH-P1: a player places exactly one pawn in a turn, before the tile."""
    table = pyramid(PLAIN)
    table.refuses(PlaceTile(WHITE, 101, "a4", 0), "KH-T1")
    table.when(PlacePawn(WHITE, "worker", "a2"))
    table.refuses(PlacePawn(WHITE, "worker", "a1"), "KH-T1")


def test_on_a_tile_without_a_pawn():
    """KH-P2, R10: a pawn is placed only on a tile without a pawn, and never in an empty cell."""
    table = pyramid("a  /H.W\\\\C.w//H..\\")
    assert ["a3"] == placings(table, WHITE, "worker")
    for cell in ("a1", "a2", "a4", "b1", "h1", ""):
        table.refuses(PlacePawn(WHITE, "worker", cell), "KH-P2")


@pytest.mark.parametrize("pawn", ["worker", "mummy", "priest", "pharaoh"])
def test_a_tile_that_bars_pawns(pawn):
    """KH-P3, R12: no pawn of any kind is placed there."""
    picture = "a  /H.M\\\\C#.//H..\\" if pawn in ("priest", "pharaoh") else "a  /H..\\\\C#.//H..\\"
    table = pyramid(picture)
    assert "a2" not in placings(table, WHITE, pawn)
    table.refuses(PlacePawn(WHITE, pawn, "a2"), "KH-P3")


@pytest.mark.parametrize("seed", range(15))
def test_there_is_always_a_place(seed):
    """R11: with 4 tiles that bar pawns, at least 15 places are free in every turn in which a pawn waits to be
    placed.
    """
    playout = Playout(seed)
    while not playout.game.is_over:
        state = playout.state
        if state.step == "pawn":
            assert 15 <= len(free_for_pawns(state))
            assert 0 < sum(state.players[state.turn].reserve)
        playout.step()
    assert 30 == len(playout.of(PawnPlaced))


# The Mummy.

MUMMY = r"""
a  /H.w\\C.p//H.m\\C.W//H..\\C#.//Hc.\\C=w/
"""


def test_the_mummy_takes_a_workers_place():
    """KH-M1, R13: the Worker goes back to its owner's reserve, and may be placed again."""
    table = pyramid(MUMMY)
    table.when(PlacePawn(WHITE, "mummy", "a1")).then(PawnPlaced(WHITE, "mummy", "a1", True, None))
    assert drawn(MUMMY.replace("H.w", "H.M")) == shown(table.state)
    assert 15 - 1 == reserve(table, BLUE)["worker"]
    assert 0 == reserve(table, WHITE)["mummy"]
    table.when(PlaceTile(WHITE, 101, "b1", 0), 0)
    table.when(PlacePawn(BLUE, "worker", "a5"))
    assert 15 - 2 == reserve(table, BLUE)["worker"]


def test_places_that_the_mummy_takes():
    """KH-M1, KH-M2, R13: the Mummy takes places of the opponent's Workers only, not of a Priest, a Mummy or an own
    pawn.
    """
    table = pyramid(MUMMY)
    assert ["a1", "a5", "a7", "a8"] == placings(table, WHITE, "mummy")
    for cell in ("a2", "a3", "a4"):
        table.refuses(PlacePawn(WHITE, "mummy", cell), "KH-P2" if cell == "a4" else "KH-M2")


def test_the_pharaohs_place():
    """KH-M2, KH-F1: blue's Mummy cannot take the place of Pharaoh, Priest or Mummy."""
    table = pyramid("a  /H.F\\\\C.P//H.M\\\\C.W//H..\\", turn=BLUE)
    assert ["a4", "a5"] == placings(table, BLUE, "mummy")


def test_only_the_mummy_takes_a_place():
    """KH-M1: Worker, Priest and Pharaoh do not."""
    table = pyramid("a  /H.M\\\\C.w//H..\\")
    for pawn in ("worker", "priest", "pharaoh"):
        table.refuses(PlacePawn(WHITE, pawn, "a2"), "KH-P2")


def test_the_mummy_on_an_empty_tile():
    """KH-M3, R15: on an empty tile the Mummy is placed like any pawn."""
    table = pyramid(MUMMY)
    table.when(PlacePawn(WHITE, "mummy", "a5")).then(PawnPlaced(WHITE, "mummy", "a5", False, None))


def test_the_mummy_uses_the_power():
    """KH-M3: the power of an empty tile, as with any pawn."""
    table = pyramid("a  /Hc.\\\\C..-")
    table.when(PlacePawn(WHITE, "mummy", "a1")).then(PawnPlaced(WHITE, "mummy", "a1", False, "rotate_corridor"))
    table.when(Rotate(WHITE, "a2", 1)).then(TileRotated(WHITE, "a2", 1, 1))


def test_the_power_under_a_taken_worker():
    """KH-M3, R29: the power under a taken Worker is used again, but not to swap with the removed Worker."""
    table = pyramid("a  /H=w\\\\C.w//H..\\")
    table.when(PlacePawn(WHITE, "mummy", "a1")).then(
        PawnPlaced(WHITE, "mummy", "a1", True, "swap"), PawnsSwapped(WHITE, "a1", "a2")
    )


def test_a_moved_mummy_takes_no_place():
    """R14: a Mummy that a power moves goes to a tile without a pawn and takes no place."""
    table = pyramid("a  /H>.\\\\C.M//H.w\\\\C..//H..\\")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    assert [Move(WHITE, "a2", "a4"), Move(WHITE, "a2", "a5")] == table.legal(WHITE)
    table.refuses(Move(WHITE, "a2", "a3"), "KH-W4")


def test_a_swapped_mummy_takes_no_place():
    """R14: the Worker that it is swapped with stays in the pyramid."""
    table = pyramid("a  /H=.\\\\C.M//H.w\\", swap_may_use_placed_pawn=False)
    table.when(PlacePawn(WHITE, "worker", "a1")).then(
        PawnPlaced(WHITE, "worker", "a1", False, "swap"), PawnsSwapped(WHITE, "a2", "a3")
    )
    assert drawn("a  /H=W\\\\C.w//H.M\\") == shown(table.state)
    assert 15 - 1 == reserve(table, BLUE)["worker"]


def test_the_mummy_is_not_protected():
    """R19: the opponent may swap it, and turn its tile; its owner may move it."""
    table = pyramid("a  /H=.\\\\C.m//H..\\")
    assert PawnsSwapped(WHITE, "a1", "a2") in table.when(PlacePawn(WHITE, "worker", "a1")).events
    table = pyramid("a  /Hc.\\\\C.m-")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    assert Rotate(WHITE, "a2", 1) in table.legal(WHITE)
    table = pyramid("a  /H>.\\\\C.m//H..\\", turn=BLUE)
    assert PawnMoved(BLUE, "a2", "a3") in table.when(PlacePawn(BLUE, "worker", "a1")).events


# Priest and Pharaoh.


def test_the_priest_waits_for_the_mummy():
    """KH-R3: the Priest is placed only after the player's own Mummy; the opponent's Mummy does not count."""
    for picture in (PLAIN, "a  /H.m\\\\C..//H..\\"):
        table = pyramid(picture)
        assert [] == placings(table, WHITE, "priest")
        table.refuses(PlacePawn(WHITE, "priest", "a2"), "KH-R3")


def test_the_pharaoh_waits_for_the_mummy():
    """KH-F2, R17: the Pharaoh, too, is placed only after the player's own Mummy."""
    for picture in (PLAIN, "a  /H.m\\\\C..//H..\\"):
        table = pyramid(picture)
        assert [] == placings(table, WHITE, "pharaoh")
        table.refuses(PlacePawn(WHITE, "pharaoh", "a2"), "KH-F2")


def test_a_pharaoh_without_waiting():
    """R17: a game opened without this rule lets him be placed immediately; the Priest still waits."""
    table = pyramid(PLAIN, pharaoh_after_mummy=False)
    assert ["a1", "a2", "a3"] == placings(table, WHITE, "pharaoh")
    table.refuses(PlacePawn(WHITE, "priest", "a2"), "KH-R3")
    table.when(PlacePawn(WHITE, "pharaoh", "a2")).then(PawnPlaced(WHITE, "pharaoh", "a2", False, None))


def test_a_priest_after_the_mummy():
    """KH-R3, R16: the Priest is placed in the turn after the Mummy's, not in the same turn."""
    table = pyramid(PLAIN)
    table.when(PlacePawn(WHITE, "mummy", "a1"))
    table.refuses(PlacePawn(WHITE, "priest", "a2"), "KH-T1")
    table.when(PlaceTile(WHITE, 101, "a4", 0), 0)
    table.when(PlacePawn(BLUE, "worker", "a2"))
    table.when(PlaceTile(BLUE, 201, "a5", 0), 0)
    table.when(PlacePawn(WHITE, "priest", "a3")).then(PawnPlaced(WHITE, "priest", "a3", False, None))


def test_priest_and_pharaoh_use_powers():
    """KH-P1, KH-R1, KH-F1: placed, they set off the power of their tile like any pawn."""
    for pawn in ("priest", "pharaoh"):
        table = pyramid("a  /H.M\\\\C=.//H.w\\", swap_may_use_placed_pawn=False)
        table.when(PlacePawn(WHITE, pawn, "a2")).then(
            PawnPlaced(WHITE, pawn, "a2", False, "swap"), PawnsSwapped(WHITE, "a1", "a3")
        )


def test_the_pharaoh_is_whites():
    """KH-S1, KH-F1: only white has the Pharaoh, in whichever seat white is."""
    for white, seat in (("first", 0), ("second", 1)):
        state = Playout(3, white=white).state
        assert 1 == state.players[seat].reserve[3]
        assert 0 == state.players[1 - seat].reserve[3]


@pytest.mark.parametrize("seed", range(3))
def test_no_special_pawn_must_be_placed(seed):
    """R18: a player who places only Workers keeps every special pawn: blue all game, white while Workers are left."""
    playout = Playout(seed)
    while not playout.game.is_over:
        workers = [one for one in playout.listed() if isinstance(one, PlacePawn) and one.pawn == "worker"]
        if workers:
            playout.act(playout.lot.choice(workers))
        else:
            playout.step()
    white = playout.state.white
    specials = [event for event in playout.of(PawnPlaced) if event.pawn != "worker"]
    assert (1, 1, 0) == playout.state.players[1 - white].reserve[1:]
    # White has fourteen Workers for fifteen turns.
    assert [(white, "mummy")] == [(event.seat, event.pawn) for event in specials]


def test_pawns_are_counted():
    """KH-P1, KH-M1: no pawn is lost or made: 17 each, in the reserve or in the pyramid."""
    playout = Playout(8)
    while not playout.game.is_over:
        kept = title.conserved(playout.state)
        assert (17, 17) == (kept["pawns of seat 0"], kept["pawns of seat 1"])
        playout.step()


def test_the_last_tile_bears_no_pawn():
    """R8: the pawn comes before the tile, so the last tile never has one."""
    playout = Playout(9).finish()
    last = playout.of(TilePlaced)[-1]
    assert None is playout.state.pawns[[*shown(playout.state)].index(last.cell)]
    assert [] == [event for event in playout.of(PawnPlaced) if event.cell == last.cell]
    assert PawnPlaced not in map(type, playout.events[playout.events.index(last) :])


def test_a_turns_own_tile_waits_for_the_next_turn():
    """R8, KH-T1: a pawn is placed on a tile of earlier turns; the new tile is free for the opponent."""
    table = pyramid(PLAIN)
    table.refuses(PlacePawn(WHITE, "worker", "a4"), "KH-P2")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    assert TileDrawn(WHITE, 301) in table.when(PlaceTile(WHITE, 101, "a4", 0), 0).events
    assert PlacePawn(BLUE, "worker", "a4") in table.legal(BLUE)


# Actions on a Priest or a Pharaoh that only the owner may take.

PROTECTED_OF_WHITE = ["P", "F"]


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_enemy_cannot_turn_his_tile(pawn):
    """KH-R2, KH-F1, R23: an opponent cannot turn the corridor under a Priest or Pharaoh, but can turn another."""
    table = pyramid(f"a  /Hc.\\\\C.{pawn}--C..\\", turn=BLUE)
    table.when(PlacePawn(BLUE, "worker", "a1"))
    assert [Rotate(BLUE, "a3", 1), Rotate(BLUE, "a3", 2)] == table.legal(BLUE)
    table.refuses(Rotate(BLUE, "a2", 1), "KH-R2")


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_enemy_cannot_turn_his_hall(pawn):
    """KH-R2, KH-F1, R23: an opponent cannot turn the hall under a Priest or Pharaoh either."""
    table = pyramid(f"a  /Ch.\\\\H.{pawn}--H..\\", turn=BLUE)
    table.when(PlacePawn(BLUE, "worker", "a1"))
    assert [Rotate(BLUE, "a3", 1), Rotate(BLUE, "a3", 2)] == table.legal(BLUE)
    table.refuses(Rotate(BLUE, "a2", 1), "KH-R2")


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_owner_may_turn_his_tile(pawn):
    """KH-R2, KH-F1, R23: the owner of a Priest or Pharaoh may turn its tile, and the pawn stays on it."""
    table = pyramid(f"a  /Hc.\\\\C.{pawn}-")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    table.when(Rotate(WHITE, "a2", 2)).then(TileRotated(WHITE, "a2", 2, 2))
    # Open at the lower right at first, two thirds clockwise at the top afterwards.
    assert drawn(f"          ,\na  /HcW\\\\C.{pawn}/") == shown(table.state)


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_enemy_cannot_swap_him(pawn):
    """KH-R1, KH-F1, R24: an opponent can swap a Worker, but not a Priest or Pharaoh."""
    table = pyramid(f"a  /H=.\\\\C.{pawn}//H.W\\\\C.W/", turn=BLUE)
    table.when(PlacePawn(BLUE, "worker", "a1"))
    assert [Swap(BLUE, "a1", "a3"), Swap(BLUE, "a1", "a4")] == table.legal(BLUE)
    table.refuses(Swap(BLUE, "a1", "a2"), "KH-R1")


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_owner_may_swap_him(pawn):
    """KH-R2, KH-F1, R24: a player may swap their own Priest or Pharaoh."""
    table = pyramid(f"a  /H=.\\\\C.{pawn}//H.w\\")
    table.when(PlacePawn(WHITE, "worker", "a1"))
    table.when(Swap(WHITE, "a2", "a3")).then(PawnsSwapped(WHITE, "a2", "a3"))
    assert drawn(f"a  /H=W\\\\C.w//H.{pawn}\\") == shown(table.state)


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_enemy_cannot_move_him(pawn):
    """KH-R1, KH-F1: no player moves an opponent's pawn, least of all him."""
    table = pyramid(f"a  /H>.\\\\C.{pawn}//H.w\\\\C..//H..\\", turn=BLUE)
    table.when(PlacePawn(BLUE, "worker", "a1"))
    assert [Move(BLUE, "a3", "a4"), Move(BLUE, "a3", "a5")] == table.legal(BLUE)
    table.refuses(Move(BLUE, "a2", "a4"), "KH-W3")


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_owner_may_move_him(pawn):
    """KH-R2, KH-F1, R27: like any of the player's pawns."""
    table = pyramid(f"a  /H>.\\\\C.{pawn}//H..\\")
    table.when(PlacePawn(WHITE, "worker", "a1")).then(
        PawnPlaced(WHITE, "worker", "a1", False, "move"), PawnMoved(WHITE, "a2", "a3")
    )


@pytest.mark.parametrize("pawn", PROTECTED_OF_WHITE)
def test_the_enemys_mummy_cannot_take_his_place(pawn):
    """KH-R1, KH-M2, KH-F1: the opponent's Mummy cannot take the place of a Priest or Pharaoh."""
    table = pyramid(f"a  /H.{pawn}\\\\C..//H..\\", turn=BLUE)
    table.refuses(PlacePawn(BLUE, "mummy", "a1"), "KH-M2")
