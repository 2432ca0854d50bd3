"""Dungeons: communicating tiles, closed dungeons, and reading a drawing of a pyramid."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import titles.kheops.dungeons as dungeons_module
from ai.self_play import play_out
from domain.projector import projector_for
from eventstore.entries import read_records
from titles.kheops.dungeons import dug_anew, dug_from, dungeons
from titles.kheops.events import TilePlaced
from titles.kheops.plan import CELLS, INDEX, NEIGHBOURS
from titles.kheops.state import Laid, Pawn, Pyramid, Symbol, Tile
from titles.kheops.tests.tables import BLUE, WHITE, Drawn, corners, drawn, pyramid, shown

OPEN = ((True, True, True), (True, True, False), (True, False, False))
SYMBOLS: tuple[Symbol, ...] = ("none", "ankh", "curse", "double")


def found(picture, **settings):
    """The cells of every drawn dungeon."""
    return [" ".join(CELLS[cell] for cell in one.cells) for one in dungeons(pyramid(picture, **settings).state)]


def closed(picture, **settings):
    """For every drawn dungeon, whether it is closed."""
    return [one.closed for one in dungeons(pyramid(picture, **settings).state)]


EXAMPLE = r"""
            ,
b       /C..--H.w/
          |
a  -H.W--CA./
     '
"""


def test_a_drawing_is_read():
    """The notation of these tests: sides, symbols and pawns of every tile, as described in `tables`."""
    assert {
        "a1": Drawn("hall", "none", "", (True, True, True), Pawn(WHITE, "worker")),
        "a2": Drawn("corridor", "ankh", "", (True, False, True), None),
        "b1": Drawn("corridor", "none", "", (True, False, True), None),
        "b2": Drawn("hall", "none", "", (False, False, True), Pawn(BLUE, "worker")),
    } == drawn(EXAMPLE)
    assert drawn(EXAMPLE) == shown(pyramid(EXAMPLE).state)


def test_the_plan():
    """KH-D1: cells whose triangles have two corners in common are neighbours: 63 pairs, and 21 outer sides."""
    near = {(one, two) for one in range(49) for two in NEIGHBOURS[one] if two is not None}
    assert {(one, two) for one in range(49) for two in range(49) if len(corners(one) & corners(two)) == 2} == near
    assert (63 * 2, 21) == (len(near), sum(two is None for row in NEIGHBOURS for two in row))


def test_a_side_faces_the_side_of_the_same_number():
    """KH-D1: the neighbour over a side has this cell over its own side of that number."""
    assert all(
        NEIGHBOURS[two][side] == one
        for one in range(49)
        for side in range(3)
        if (two := NEIGHBOURS[one][side]) is not None
    )


def test_sides_are_numbered_clockwise():
    """KH-D1: sides are numbered clockwise, from the bottom of a tile with its apex up and from the top of one with its
    apex down.
    """
    assert (INDEX["a4"], INDEX["b2"], INDEX["b4"]) == NEIGHBOURS[INDEX["b3"]]
    assert (INDEX["c1"], INDEX["b3"], INDEX["b1"]) == NEIGHBOURS[INDEX["b2"]]


BOTH_OPEN = [
    r"""
a  /H..--C../
""",
    r"""
a       -C..--H..\
""",
    r"""
b       /H..\
          |
a       \C../
""",
]
ONE_OPEN = [
    r"""
a  /H..-\C../
""",
    r"""
a  /H..\-C../
""",
    r"""
b       /H..\
          '
a       \C../
""",
    r"""
b       /H..\
          ,
a       \C../
""",
    r"""
a  /H..\\C../
""",
]


@pytest.mark.parametrize("picture", BOTH_OPEN)
def test_two_open_sides_communicate(picture):
    """KH-D1: a shared side that is open on both, any of the three."""
    assert 1 == len(found(picture))


@pytest.mark.parametrize("picture", ONE_OPEN)
def test_a_wall_on_either_side_is_a_wall(picture):
    """KH-D1, R4: a door against a wall is allowed, and leads nowhere."""
    assert [] == found(picture)


def test_a_corner_is_no_passage():
    """KH-D1: tiles that touch in a corner alone do not communicate."""
    assert [] == found(r"""
a  -H..-     -H..-
""")


@pytest.mark.parametrize("kinds", ["HH", "HC", "CH", "CC"])
def test_halls_and_corridors_alike(kinds):
    """R31: communication does not depend on the kind."""
    assert ["a1 a2"] == found(rf"""
a  /{kinds[0]}..--{kinds[1]}../
""")


def test_a_tile_alone_is_no_dungeon():
    """KH-D2: two tiles or more; a4, open on all sides, is not a dungeon alone."""
    assert ["a1 a2"] == found(r"""
                   ,
a  /H..--C..//C..\-H..-/C..\
""")


def test_connected_tiles_are_one_dungeon():
    """KH-D2: connected tiles form one dungeon, even round corners and across rows, like b1 and a2 by way of a3, a4, b3,
    b2.
    """
    assert ["a2 a3 a4 b1 b2 b3"] == found(r"""
b       /C..--C..--H..\
                    |
a       \H..--C..--C../
""")


def test_two_dungeons_side_by_side():
    """KH-D2: a wall between them keeps them apart."""
    assert ["a1 a2", "a3 a4"] == found(r"""
a  /H..--C..//C..--H../
""")


INNER_DOOR = r"""
a  /H..--C..-/H..\
"""
THROUGH = r"""
b       /H..\
          |
a  /H..--C..--H..\
"""
AT_THE_BORDER = [
    r"""
a  -H..--C../
""",
    r"""
a  /H..--C../
     '
""",
    r"""
g                                /H..-
                                   |
f                                \C../
""",
]
TOWARDS_AN_EMPTY_CELL = [
    r"""
a  /H..--C..-
""",
    r"""
          ,
a  /H..--C../
""",
]


@pytest.mark.parametrize("rule", ["border", "strict"])
def test_closed(rule):
    """KH-V6, R39: if every open side leads into another tile of the dungeon, it is closed by either rule."""
    assert [True] == closed(THROUGH, closed_rule=rule)


@pytest.mark.parametrize("rule", ["border", "strict"])
@pytest.mark.parametrize("picture", AT_THE_BORDER)
def test_an_open_side_at_the_border(picture, rule):
    """KH-V6, R39: an open side at the outer border leads outside by either rule; at the left, the bottom, the right."""
    assert [False] == closed(picture, closed_rule=rule)


@pytest.mark.parametrize("rule", ["border", "strict"])
@pytest.mark.parametrize("picture", TOWARDS_AN_EMPTY_CELL)
def test_an_open_side_towards_an_empty_cell(picture, rule):
    """R39: while the pyramid grows, an open side towards an empty cell leads outside."""
    assert [False] == closed(picture, closed_rule=rule)


def test_a_door_against_a_wall():
    """R39: closed under `border`; not under `strict`, where every open side must lead on."""
    assert [[True], [False]] == [closed(INNER_DOOR, closed_rule=rule) for rule in ("border", "strict")]


def test_the_rule_of_the_border_is_the_usual_one():
    """R39: the default is `border`."""
    assert closed(INNER_DOOR, closed_rule="border") == closed(INNER_DOOR)


def test_a_foreign_door_does_not_open_a_dungeon():
    """KH-V6, R39: neighbours' doors against its walls do not matter, not even with `strict`."""
    assert [True] == closed(
        r"""
                ,
a  /H..--C../-H..\
""",
        closed_rule="strict",
    )


def test_every_tile_of_it_must_be_closed():
    """KH-V6: one tile that leads outside opens the whole dungeon."""
    assert [False] == closed(r"""
a  /H..--C..--H..--C..--H..\
                         '
""")


@settings(deadline=None, max_examples=60)
@given(some.integers(0, 2**32), some.sampled_from(("border", "strict")))
def test_dungeons_follow_each_change_of_the_pyramid(seed, closed_rule):
    """In any sequence of pyramids, the dungeons are those of the current pyramid alone (KH-D, KH-V)."""
    lot = Random(seed)
    tiles = [laid.tile for laid in pyramid(EXAMPLE).state.laid if laid is not None]
    tiles += [Tile(90 + n, "hall", sides, symbol) for n, (sides, symbol) in enumerate(product(OPEN, SYMBOLS))]
    laid: Pyramid = (None,) * len(CELLS)
    followed = dug_from(laid, closed_rule)
    for _ in range(12):
        cells = lot.sample(range(len(CELLS)), lot.choice((1, 1, 2, 30)))
        there = {cell: lot.choice((None, Laid(lot.choice(tiles), lot.randrange(3)))) for cell in cells}
        laid = tuple(there.get(cell, before) for cell, before in enumerate(laid))
        followed = dug_anew(followed, laid, [cell for cell in there if laid[cell] != followed.laid[cell]])
        assert dug_from(laid, closed_rule) == followed
        assert {frozenset(one.cells) for one in followed.found} == communicating(laid)


def test_a_laid_tile_joins_its_neighbours(monkeypatch):
    """A laid tile divides no dungeon: the connections of its neighbours are not computed again."""
    projector, asked = projector_for("kheops"), []
    find = dungeons_module._groups

    def counted(*given):
        asked.append(given)
        return find(*given)

    monkeypatch.setattr(dungeons_module, "_groups", counted)
    game, by_tiles = None, 0
    for record in read_records(projector, play_out(projector, ["random", "random"], "laid").entries):
        before, game = game, projector.evolve(game, record)
        if type(record.data) is TilePlaced:
            assert before is not None
            by_tiles += 1
            dug = dug_from(before.table.laid, "border")
            asked.clear()
            dug = dug_anew(dug, game.table.laid, [INDEX[record.data.cell]])
            assert not asked
            assert {frozenset(one.cells) for one in dug.found} == communicating(game.table.laid)
    assert by_tiles


def communicating(laid):
    """The sets of cells that communicate, found from each cell by walking."""
    found = set()
    for cell in range(len(CELLS)):
        reached, left = {cell}, [cell]
        while left:
            here = left.pop()
            for side, near in enumerate(NEIGHBOURS[here]):
                if near is None or near in reached or laid[here] is None or laid[near] is None:
                    continue
                if laid[here].is_open(side) and laid[near].is_open(side):
                    reached.add(near)
                    left.append(near)
        found.add(frozenset(reached))
    return {group for group in found if len(group) > 1}
