"""The values of dungeons and Ankhs, and the winner. Every dungeon is drawn as described in `tables`."""

import pytest
from msgspec.structs import replace

from domain.rulebook import Result
from titles import kheops as title
from titles.kheops.dungeons import dungeons
from titles.kheops.events import AnkhsScored, DungeonScored, PyramidScored
from titles.kheops.plan import PLACES
from titles.kheops.tests.tables import BLUE, WHITE, Playout, corners, points, pyramid, scored


def worth(picture, **settings):
    """The value of every drawn dungeon, as points for halls, sarcophagi, apex and length."""
    return [(one.halls, one.sarcophagi, one.apex, one.longest) for one in dungeons(pyramid(picture, **settings).state)]


def values(picture, **settings):
    """The value of every drawn dungeon."""
    return [one.value for one in dungeons(pyramid(picture, **settings).state)]


def majority(picture):
    """The numbers of white and blue pawns that count in the drawn dungeon, and its winner."""
    (one,) = dungeons(pyramid(picture).state)
    return (*one.pawns, one.winner)


# Halls, corridors, tiles alone. An open side at the border (`-` at the left) keeps a dungeon from being closed.

HALLS = r"""
a  -H..--C..--H..--C..--H..\
"""
CORRIDORS = r"""
a  /C.W--C../
"""


def test_halls_count():
    """KH-V3: three halls and two corridors are worth 3, and 5 more as the longest."""
    assert [(3, 0, 0, 5)] == worth(HALLS)
    assert [8] == values(HALLS)


def test_corridors_alone():
    """KH-V3, R33: no value of its own, but the bonuses count: 5 for the longest, doubled as it is closed."""
    assert [(0, 0, 0, 5)] == worth(CORRIDORS)
    assert [10, 0] == points(CORRIDORS)


ALONE = [
    r"""
a  /H.W\
""",
    r"""
a  /HRW\
""",
    r"""
g                                /H.W\
""",
    r"""
g                                /H.W\
                                   '
f                           /C..\\H.W//C..\
""",
]


@pytest.mark.parametrize("picture", ALONE)
def test_a_tile_alone(picture):
    """KH-D2, R32, R37: a hall, a sarcophagus, the apex: held, but alone, they are worth nothing, without a bonus."""
    assert [0, 0] == points(picture)


# Sarcophagi.


def of_three_halls(symbols):
    """A dungeon of three halls with these symbols; one side leads outside."""
    one, two, three = symbols
    return rf"""
a  -H{one}.--H{two}.--H{three}.\
"""


@pytest.mark.parametrize("symbols", ["R..", ".G.", "..Y"])
def test_one_sarcophagus(symbols):
    """KH-V3, R36: a single one adds 5, of any colour."""
    assert [(3, 5, 0, 5)] == worth(of_three_halls(symbols))


@pytest.mark.parametrize("symbols", ["RR.", "G.G", ".YY"])
def test_a_pair_of_one_colour(symbols):
    """KH-V3, R36: two of one colour and no other add 15."""
    assert [(3, 15, 0, 5)] == worth(of_three_halls(symbols))


@pytest.mark.parametrize("symbols", ["RG.", "G.Y", ".YR"])
def test_two_of_different_colours(symbols):
    """KH-V3, R36: two sarcophagi of different colours add no points."""
    assert [(3, 0, 0, 5)] == worth(of_three_halls(symbols))


@pytest.mark.parametrize("symbols", ["RYG", "RRG", "YGG", "RGR"])
def test_three_sarcophagi(symbols):
    """KH-V3, R36: three of three colours, or a pair and a third, add nothing."""
    assert [(3, 0, 0, 5)] == worth(of_three_halls(symbols))


def test_two_pairs():
    """KH-V3, R36: four sarcophagi in two colours add nothing."""
    picture = r"""
a  -HR.--HR.--HG.--HG./
"""
    assert [(4, 0, 0, 5)] == worth(picture)


def test_a_pair_in_two_dungeons():
    """KH-V3: a pair that a wall divides counts as two single sarcophagi."""
    picture = r"""
a  -HR.--H..//HR.--H../
"""
    assert [(2, 5, 0, 5), (2, 5, 0, 5)] == worth(picture)


# The apex and the longest.


def test_the_apex():
    """KH-V4, R37: the dungeon at the apex gets 5 more, another dungeon does not."""
    picture = r"""
g                                /C..-
                                   |
f                           /H..\\H../
                              |
e                           \C../
"""
    assert [(1, 0, 0, 5), (1, 0, 5, 5)] == worth(picture)


def test_the_longest_in_tiles():
    """KH-V5, R38: corridors count for the length like halls: three corridors are longer than two halls."""
    picture = r"""
a  -C..--C..--C..\\H..--H..\
"""
    assert [(0, 0, 0, 5), (2, 0, 0, 0)] == worth(picture)


def test_several_longest():
    """KH-V5: all dungeons of the greatest length get the 5."""
    picture = r"""
a  -C..--H..//H..--H..//C..--C../
"""
    assert [(1, 0, 0, 5), (2, 0, 0, 5), (0, 0, 0, 5)] == worth(picture)


def test_a_shorter_one():
    """KH-V5: the shorter one gets nothing for its length."""
    picture = r"""
a  -C..--H..//H..--H..//H..--C..--C..\
"""
    assert [(1, 0, 0, 0), (2, 0, 0, 0), (1, 0, 0, 5)] == worth(picture)


def test_a_cursed_dungeon_is_the_longest():
    """KH-V5, R38: the 5 are lost with it, and not handed on to the next longest, which is worth its hall twice."""
    picture = r"""
a  -H..--CX.--H.w\\C..--H.W\
"""
    assert [0, 2] == values(picture)


def test_a_dungeon_without_pawns_is_the_longest():
    """KH-V5, R38: the 5 stay with it, without a winner; the other is worth its hall twice."""
    picture = r"""
a  -H..--C..--H..\\C..--H.W\
"""
    assert [(2, 0, 0, 5), (1, 0, 0, 0)] == worth(picture)
    assert [2, 0] == points(picture)


# Closed, cursed, and the order of reckoning.

AT_THE_APEX = r"""
g                                /HRW\
                                   |
f                                \HR./
"""
OPEN_AT_THE_APEX = r"""
g                                -HRW\
                                   |
f                                \HR./
"""
CURSED_AT_THE_APEX = r"""
g                                /HRW\
                                   |
f                           /CX.--HR./
"""


def test_an_open_dungeon():
    """KH-V6, R40: an open dungeon scores its two halls, a pair, the apex and the longest: 2 + 15 + 5 + 5."""
    assert [27] == values(OPEN_AT_THE_APEX)


def test_a_closed_dungeon():
    """KH-V6, R40: everything twice, the bonuses too."""
    assert [54] == values(AT_THE_APEX)


def test_closed_by_the_strict_rule():
    """KH-V6, R39: the value is doubled by the game's own rule: a2 has a door against a3's wall."""
    picture = r"""
a  /H..--C..-/H..\
"""
    assert [[12], [6]] == [values(picture, closed_rule=rule) for rule in ("border", "strict")]


def test_a_cursed_dungeon():
    """KH-V7, R40: nothing, with any bonuses, even if it is closed."""
    assert [0] == values(CURSED_AT_THE_APEX)


def test_a_cursed_dungeon_has_no_winner():
    """KH-V7: the player with most pawns in it gets nothing, and the record names no winner."""
    expected = DungeonScored(("f1", "f2", "g1"), 2, 15, 5, 5, True, True, (1, 0), 0, None)
    assert [expected] == scored(CURSED_AT_THE_APEX).of(DungeonScored)


def test_two_curses():
    """R41: no worse than one."""
    picture = r"""
a  -H.W--CX.--HX.\
"""
    assert [0, 0] == points(picture)


def test_a_cursed_tile_alone():
    """KH-V7, R41: a single cursed tile harms no dungeon, because the tile beside it has a wall towards it."""
    picture = r"""
a  -H.W--C..//HX.-
"""
    assert [1 + 5] == values(picture)


def test_a_curse_harms_its_own_dungeon_alone():
    """KH-V7: a curse harms its own dungeon only; the other dungeon keeps its value and its 5."""
    picture = r"""
a  -HX.--C..//H.W--C../
"""
    assert [(1, 0, 0, 5), (1, 0, 0, 5)] == worth(picture)
    assert [2 * (1 + 5), 0] == points(picture)


# The winner of a dungeon.


def test_more_pawns():
    """KH-V1, R34: two of white, one of blue."""
    picture = r"""
a  -H.W--H.W--H.w\
"""
    assert (2, 1, WHITE) == majority(picture)


def test_blue_has_more():
    """KH-V1, R34: with one white pawn and two blue pawns, blue has more."""
    picture = r"""
a  -H.w--H.W--H.w\
"""
    assert (1, 2, BLUE) == majority(picture)


def test_priest_and_mummy_count_one():
    """KH-V1, R34: like a Worker."""
    picture = r"""
a  -H.P--H.M--H.p--H.m--H.w\
"""
    assert (2, 3, BLUE) == majority(picture)


@pytest.mark.parametrize(("pawn", "expected"), [("W", (2, 1, WHITE)), ("P", (2, 1, WHITE)), ("m", (0, 3, BLUE))])
def test_a_pawn_on_a_2(pawn, expected):
    """KH-V2, R34: any pawn on it counts as two."""
    picture = rf"""
a  -C2{pawn}--H.w/
"""
    assert expected == majority(picture)


def test_an_empty_2():
    """KH-V2: a 2 without a pawn gives its dungeon no winner."""
    picture = r"""
a  -C2.--H.w/
"""
    assert (0, 1, BLUE) == majority(picture)


def test_the_pharaoh_counts_as_two():
    """KH-F1, KH-V2, R34: against one Worker he has the majority."""
    picture = r"""
a  -H.F--H.w/
"""
    assert (2, 1, WHITE) == majority(picture)


def test_the_pharaoh_on_a_2():
    """KH-V2, R34: the Pharaoh counts as two on a 2 as well, never as four."""
    picture = r"""
a  -H2F--H.w--H.w\
"""
    assert (2, 2, None) == majority(picture)


def test_as_many_pawns():
    """KH-V1, R35: a dungeon with equally many pawns of both players has no winner."""
    picture = r"""
a  -H.W--H.w/
"""
    assert (1, 1, None) == majority(picture)
    assert [0, 0] == points(picture)


def test_no_pawns():
    """KH-V1, R35: a dungeon without pawns has no winner."""
    assert [0, 0] == points(HALLS)


def test_all_to_the_majority():
    """KH-V1, R44: the player with more pawns gets the dungeon's whole value, and the other player nothing."""
    picture = r"""
a  -H.w--H.W--H.w\
"""
    assert [0, 3 + 5] == points(picture)


def test_several_dungeons():
    """KH-V1: each goes to the player with more pawns in it, and the points add up."""
    picture = r"""
a  -H.W--C..//H.w--H..//H.W--H../
"""
    # a1 a2: 1 + 5, open. a3 a4 and a5 a6: 2 + 5 each, twice as they are closed.
    assert [6 + 14, 14] == points(picture)


# Ankhs.


def test_an_ankh_alone():
    """KH-V8, R42: a tile that is in no dungeon counts: one Ankh, one point."""
    picture = r"""
a  /HAW\
"""
    assert [1, 0] == points(picture)


def test_three_ankhs():
    """KH-V8: the rulebook's example: 3 times 3 are 9. Blue has two: 4."""
    picture = r"""
a  /HAW\\CAw//HAP\\CAm//CAM\
"""
    assert [9, 4] == points(picture)


def test_an_empty_ankh():
    """KH-V8: an Ankh without a pawn does not count."""
    picture = r"""
a  /HA.\\CAw/
"""
    assert [0, 1] == points(picture)


def test_ankhs_in_a_cursed_dungeon():
    """KH-V8, R42: Ankhs in a cursed dungeon do not count, others do: white scores for one Ankh, and not 3 times 3."""
    picture = r"""
a  -HAW--CX.--HAW\\CAW/
"""
    assert [1, 0] == points(picture)


def test_an_ankh_beside_a_cursed_tile_alone():
    """KH-V8, R41: a curse that belongs to no dungeon spoils no Ankh."""
    picture = r"""
a  -HAW\\CX.-
"""
    assert [1, 0] == points(picture)


def test_an_ankh_in_the_enemys_dungeon():
    """KH-V8, R42: no majority is needed."""
    picture = r"""
a  -HAW--H.w--H.w\
"""
    assert [1, 3 + 5] == points(picture)


def test_an_ankh_in_a_closed_dungeon():
    """KH-V8, R42: closing doubles the dungeon, 1 + 5, not the Ankh."""
    picture = r"""
a  /HAW--C../
"""
    assert [2 * 6 + 1, 0] == points(picture)


def test_the_pharaoh_on_an_ankh():
    """KH-V8, R42: the Pharaoh is one pawn on one Ankh, so together with a Worker's there are two Ankhs, 4 points."""
    picture = r"""
a  /HAF\\CAW/
"""
    assert [4, 0] == points(picture)


def test_a_2_does_not_multiply_ankhs():
    """KH-V8, R42: the pawn on the 2 of the same dungeon does not count for it."""
    picture = r"""
a  -CAW--C2W/
"""
    assert [5 + 1, 0] == points(picture)


# The end.


def test_the_record_of_the_scoring():
    """KH-V1, KH-V8: every dungeon with its reasons, in the order of their cells, white's Ankhs, blue's, and the end."""
    picture = r"""
a  -HRW--HA.--C.w\\HA.--C2w\
"""
    scored(picture).then(
        DungeonScored(("a1", "a2", "a3"), 2, 5, 0, 5, False, False, (1, 1), 12, None),
        DungeonScored(("a4", "a5"), 1, 0, 0, 0, True, False, (0, 2), 2, BLUE),
        AnkhsScored(WHITE, 0, 0),
        AnkhsScored(BLUE, 0, 0),
        PyramidScored(),
    )


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("a  -H.W--C../", Result((1, 2), (6, 0), "points")),
        ("a  -H.w--C../", Result((2, 1), (0, 6), "points")),
        ("a  -H.W--C..//H.w--C..-", Result((1, 1), (6, 6), "points")),
        ("a  /H.W\\", Result((1, 1), (0, 0), "points")),
    ],
)
def test_the_winner(picture, expected):
    """KH-E2, R43: the most points win; equal points share the first place, with points or without."""
    assert expected == title.result(scored(picture).state)


def test_no_result_before_the_end():
    """KH-E1: while the pyramid grows there is no result, but the current points are shown."""
    state = pyramid(AT_THE_APEX).state
    assert title.result(state) is None
    assert (54, 0) == title.standing(state)


def test_white_in_the_second_seat():
    """KH-V8: the Ankhs of white are scored first, in either seat."""
    table = pyramid("a  /HAW\\\\CAw/")
    table.state = replace(table.state, step="score", white=1)
    table.settles().then(AnkhsScored(1, 1, 1), AnkhsScored(0, 1, 1), PyramidScored())


# Independent calculation: from the rulings alone, with the geometry of the triangles and without the title's code.


def reckoned(state):
    """The points of both seats."""
    sides: dict[frozenset, list] = {}
    for cell, (_row, column) in enumerate(PLACES):
        up = sorted(corners(cell), key=lambda corner: (corner[1], corner[0]))
        low, high = (up[:2], up[2]) if column % 2 == 0 else (up[1:], up[0])
        ordered = [frozenset(low), frozenset((low[0], high)), frozenset((low[1], high))]
        if column % 2:
            ordered[1:] = ordered[:0:-1]
        for side, edge in enumerate(ordered):
            sides.setdefault(edge, []).append((cell, state.laid[cell].is_open(side)))
    group = list(range(len(PLACES)))
    for meeting in sides.values():
        if len(meeting) == 2 and meeting[0][1] and meeting[1][1]:
            old, new = group[meeting[0][0]], group[meeting[1][0]]
            group = [new if one == old else one for one in group]
    leaks = {cell for meeting in sides.values() for cell, is_open in meeting if is_open and len(meeting) == 1}
    members = [[cell for cell in range(len(PLACES)) if group[cell] == name] for name in set(group)]
    members = [cells for cells in members if len(cells) > 1]
    won, ankhs = [0, 0], [0, 0]
    spoilt = set()
    for cells in members:
        tiles = [state.laid[cell].tile for cell in cells]
        if "curse" in [tile.symbol for tile in tiles]:
            spoilt.update(cells)
            continue
        value = len([tile for tile in tiles if tile.kind == "hall"])
        colours = [tile.colour for tile in tiles if tile.colour]
        value += 5 if len(colours) == 1 else 15 if len(colours) == 2 and len(set(colours)) == 1 else 0
        value += 5 if len(PLACES) - 1 in cells else 0
        value += 5 if len(cells) == max(map(len, members)) else 0
        value *= 1 if leaks.intersection(cells) else 2
        strength = [0, 0]
        for cell in cells:
            if pawn := state.pawns[cell]:
                is_two = pawn.kind == "pharaoh" or state.laid[cell].tile.symbol == "double"
                strength[pawn.seat] += 2 if is_two else 1
        if strength[0] != strength[1]:
            won[strength[1] > strength[0]] += value
    for cell in range(len(PLACES)):
        pawn = state.pawns[cell]
        if pawn and state.laid[cell].tile.symbol == "ankh" and cell not in spoilt:
            ankhs[pawn.seat] += 1
    return won[0] + ankhs[0] ** 2, won[1] + ankhs[1] ** 2


@pytest.mark.parametrize("seed", range(12))
def test_an_independent_calculation(seed):
    """KH-V1 to KH-V8: whole random pyramids match an independent calculation from the rulings."""
    game = Playout(seed).finish().game
    assert reckoned(game.table) == game.result.points
