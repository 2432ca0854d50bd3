"""Each numbered rule of Hex."""

import stele_hex as title
from stele_hex import BoardLaid, Place, StonePlaced, StoneSwapped, Swap

from stele.laws import Given
from stele.title import Result, Scripted


def given(*cells, size=3):
    """A game in which these stones were placed in turn."""
    return Given(title, BoardLaid(size), *(StonePlaced(at % 2, cell) for at, cell in enumerate(cells)))


def test_the_board_begins_empty():
    """H1: with as many rows as columns; the sides at the top and the bottom belong to the first player."""
    assert [BoardLaid(5)] == list(title.setup(2, {"size": 5}, Scripted([])))
    shown = title.grid(given(size=5).state)
    assert 25 == len(shown.cells) and {None} == {cell.seat for cell in shown.cells}
    assert (0, 1, 0, 1) == shown.sides


def test_a_stone_is_placed_on_an_empty_cell():
    """H2: in turns, and never on another stone, or beside the board."""
    game = given("b2", "a1")
    game.when(Place(0, "c1")).then(StonePlaced(0, "c1"))
    assert 7 - 1 == len(game.legal(1))
    game.refuses(Place(1, "a1"), rule="H2")
    game.refuses(Place(1, "d1"), rule="H2")


def test_the_second_player_may_swap():
    """H3: instead of the first own stone, which is then on the mirror image; never later."""
    game = given("b1")
    game.when(Swap(1)).then(StoneSwapped(1, "a2"))
    assert {"a2": 1} == {cell.name: cell.seat for cell in title.grid(game.state).cells if cell.seat is not None}
    game.refuses(Swap(0), rule="H3")
    given("b1", "a1", "c1").refuses(Swap(1), rule="H3")


def test_a_chain_between_the_own_sides_wins():
    """H4: the first player connects top and bottom, the second left and right; corners of cells are no connection."""
    assert Result((1, 2), (), "connected") == title.result(given("c1", "a1", "b2", "a2", "a3").state)
    assert Result((2, 1), (), "connected") == title.result(given("a1", "a3", "b1", "b2", "c3", "c1").state)
    assert title.result(given("a1", "c1", "b2", "c2", "c3").state) is None
