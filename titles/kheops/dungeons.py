"""Dungeons: tiles that communicate through open sides, and the value of each dungeon (KH-D, KH-V)."""

from collections.abc import Mapping, Sequence, Set
from itertools import compress
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from stele.title import Show, anew
from titles.kheops.plan import APEX, CELLS, NEIGHBOURS
from titles.kheops.state import ClosedRule, Laid, Pawn, Pawns, Pyramid, State, Tile

ONE_SARCOPHAGUS, PAIR_OF_SARCOPHAGI = 5, 15
APEX_BONUS = LONGEST_BONUS = 5
_ALL_CELLS = range(len(CELLS))
_BESIDE = tuple(tuple(near for near in row if near is not None) for row in NEIGHBOURS)
_NEXT_TO = tuple(tuple((near, side) for side, near in enumerate(row) if near is not None) for row in NEIGHBOURS)
"""For each cell, its neighbours and the sides that they share."""
_FURTHER = tuple(tuple(one for one in row if cell < one[0]) for cell, row in enumerate(_NEXT_TO))
"""For each cell, its neighbours with a higher number, and the sides that they share."""


class Dungeon(Struct, frozen=True, gc=False):
    """A dungeon with its value by reason. `pawns` are the two seats' pawns as they count for the majority."""

    cells: tuple[int, ...]
    halls: int
    sarcophagi: int
    apex: int
    longest: int
    closed: bool
    cursed: bool
    pawns: tuple[int, int]

    @property
    def value(self) -> int:
        """The value for the dungeon's winner, with bonuses; doubled if the dungeon is closed, and nothing if it is
        cursed (KH-V6, KH-V7).
        """
        if self.cursed:
            return 0
        return (self.halls + self.sarcophagi + self.apex + self.longest) * (2 if self.closed else 1)

    @property
    def winner(self) -> int | None:
        """The seat with more pawns, or none (KH-V1)."""
        if self.cursed or self.pawns[0] == self.pawns[1]:
            return None
        return 0 if self.pawns[0] > self.pawns[1] else 1


class Score(NamedTuple):
    """The current score of a pyramid: its dungeons, and for each seat the Ankhs that count and the points."""

    dungeons: tuple[Dungeon, ...]
    ankhs: tuple[int, int]
    points: tuple[int, int]


def dungeons(state: State) -> list[Dungeon]:
    """Every dungeon of the current pyramid, in the order of their first cells."""
    return list(judged(state.laid, state.pawns, state.settings.closed_rule).dungeons)


def ankhs(state: State, seat: int) -> int:
    """The seat's pawns on Ankhs that are not cursed (KH-V8)."""
    return judged(state.laid, state.pawns, state.settings.closed_rule).ankhs[seat]


def judged(laid: Pyramid, pawns: Pawns, closed_rule: ClosedRule, show: Show = anew) -> Score:
    """The score of the current pyramid."""
    return show(_with_pawns, show(dug_from, laid, closed_rule), pawns)


def dug_from(laid: Pyramid, closed_rule: ClosedRule) -> "Dug":
    """The dungeons of this pyramid without their pawns."""
    opens = [*map(_open_sides, laid)]
    groups = _groups(opens, {*compress(_ALL_CELLS, laid)})
    return _dug(laid, closed_rule, opens, [_dungeon(laid, opens, closed_rule, group) for group in groups])


def _with_pawns(dug: "Dug", pawns: Pawns) -> Score:
    laid, found, dungeon_of = dug.laid, dug.found, dug.dungeon_of
    strengths: dict[int, list[int]] = {}
    ankhs, dungeons = [0, 0], list(found)
    for cell, pawn in zip(compress(_ALL_CELLS, pawns), filter(None, pawns), strict=True):
        there = laid[cell]
        if there is None:
            continue
        number, seat = dungeon_of.get(cell), pawn.seat
        if number is not None:
            strength = strengths.get(number)
            if strength is None:
                strength = strengths[number] = [0, 0]
            strength[seat] += counts_as(pawn, there)
        # A curse spoils the Ankhs of its dungeon (KH-V8).
        if there.tile.symbol == "ankh" and (number is None or not found[number].cursed):
            ankhs[seat] += 1
    points = [ankhs[0] ** 2, ankhs[1] ** 2]
    for number, (first, second) in strengths.items():
        held = dungeons[number] = replace(found[number], pawns=(first, second))
        if held.winner is not None:
            points[held.winner] += held.value
    return Score(tuple(dungeons), (ankhs[0], ankhs[1]), (points[0], points[1]))


class Dug(NamedTuple):
    """A pyramid's dungeons without their pawns, and the dungeon of each cell."""

    laid: Pyramid
    closed_rule: ClosedRule
    opens: "OpenSides"
    found: tuple[Dungeon, ...]
    dungeon_of: Mapping[int, int]


def dug_anew(last: "Dug", laid: Pyramid, changed: Sequence[int]) -> "Dug":
    """The dungeons of this pyramid, which differs from the other one in these cells."""
    opens = list(last.opens)
    around = set(changed)
    for cell in changed:
        opens[cell] = _open_sides(laid[cell])
        around.update(_BESIDE[cell])
    touched = {last.dungeon_of[cell] for cell in around if cell in last.dungeon_of}
    if len(changed) == 1 and last.laid[changed[0]] is None:
        groups = _with_tile(last, opens, changed[0], touched)
    else:
        for number in touched:
            around.update(last.found[number].cells)
        groups = _groups(opens, around)
    dungeons = [dungeon for number, dungeon in enumerate(last.found) if number not in touched]
    dungeons += [_dungeon(laid, opens, last.closed_rule, group) for group in groups]
    return _dug(laid, last.closed_rule, opens, dungeons)


def _dug(laid: Pyramid, closed_rule: ClosedRule, opens: "OpenSides", dungeons: list[Dungeon]) -> Dug:
    found = _with_longest(sorted(dungeons, key=_cells_of))
    dungeon_of = {cell: number for number, dungeon in enumerate(found) for cell in dungeon.cells}
    return Dug(laid, closed_rule, opens, found, dungeon_of)


def _with_longest(dungeons: list[Dungeon]) -> tuple[Dungeon, ...]:
    """The dungeons with the bonus of the longest, which several may have (KH-V5)."""
    longest = max([len(dungeon.cells) for dungeon in dungeons], default=0)
    return tuple(
        [
            dungeon
            if (dungeon.longest == 0) is (len(dungeon.cells) != longest)
            else replace(dungeon, longest=LONGEST_BONUS - dungeon.longest)
            for dungeon in dungeons
        ]
    )


def _with_tile(last: Dug, opens: "OpenSides", laid: int, touched: Set[int]) -> list[tuple[int, ...]]:
    """The change to these dungeons when a tile is laid in a cell, which may join dungeons but never divides one."""
    here, joined, numbers = opens[laid] or (), [laid], set[int]()
    for near, side in _NEXT_TO[laid]:
        if here[side] and (there := opens[near]) and there[side]:
            number = last.dungeon_of.get(near)
            if number is None:
                joined.append(near)
            else:
                numbers.add(number)
    for number in numbers:
        joined += last.found[number].cells
    groups = [last.found[number].cells for number in touched if number not in numbers]
    return groups if len(joined) == 1 else [*groups, tuple(sorted(joined))]


OpenSides = Sequence[tuple[bool, ...] | None]
"""For each cell, whether its tile is open at each side; none for an empty cell."""


def _groups(opens: OpenSides, among: Set[int]) -> list[tuple[int, ...]]:
    """The groups of these cells that communicate: the facing sides of neighbours are open (KH-D1)."""
    group_of: dict[int, list[int]] = {}
    for cell, near in [
        (one, near)
        for one in among
        if (here := opens[one])
        for near, side in _FURTHER[one]
        if here[side] and near in among and (there := opens[near]) and there[side]
    ]:
        group, other = group_of.get(cell), group_of.get(near)
        if group is None:
            group = group_of[cell] = [cell]
        if other is None:
            group.append(near)
            group_of[near] = group
        elif group is not other:
            group += other
            for joined in other:
                group_of[joined] = group
    # A tile without communication is not a dungeon (KH-D2).
    return sorted([tuple(sorted(group)) for cell, group in group_of.items() if group[0] == cell])


def _open_sides(laid: Laid | None) -> tuple[bool, ...] | None:
    """Whether the tile in a cell is open at each side of the cell; none for an empty cell."""
    return None if laid is None else laid.tile.sides[-laid.orientation :] + laid.tile.sides[: -laid.orientation]


def _dungeon(laid: Pyramid, opens: OpenSides, closed_rule: ClosedRule, cells: tuple[int, ...]) -> Dungeon:
    """The dungeon, before the effects of other dungeons and of pawns."""
    halls, sarcophagi, cursed = _printed(tuple([there.tile for cell in cells if (there := laid[cell]) is not None]))
    return Dungeon(
        cells,
        halls=halls,
        sarcophagi=sarcophagi,
        apex=APEX_BONUS if APEX in cells else 0,
        longest=0,
        closed=_are_closed(opens, closed_rule, cells),
        cursed=cursed,
        pawns=(0, 0),
    )


def _printed(tiles: tuple[Tile, ...]) -> tuple[int, int, bool]:
    """The printed values of a dungeon's tiles: its halls, its sarcophagi's bonus, and whether there is a curse."""
    sarcophagi = sarcophagi_bonus([tile.colour for tile in tiles if tile.symbol == "sarcophagus"])
    return sum([tile.kind == "hall" for tile in tiles]), sarcophagi, any(tile.symbol == "curse" for tile in tiles)


def sarcophagi_bonus(colours: list[str]) -> int:
    """The bonus of a dungeon's sarcophagi: 5 for a single one, 15 for two of one colour and no other, otherwise nothing
    (KH-V3).
    """
    if len(colours) == 1:
        return ONE_SARCOPHAGUS
    return PAIR_OF_SARCOPHAGI if len(colours) == 2 and colours[0] == colours[1] else 0


def _are_closed(opens: OpenSides, closed_rule: ClosedRule, cells: tuple[int, ...]) -> bool:
    """Whether these cells are closed (KH-V6, R39).

    `border`: beyond the border of the pyramid is outside. `strict`: every open side must lead into another tile of the
    dungeon.
    """
    for cell in cells:
        sides = opens[cell]
        assert sides is not None
        for side, is_open in enumerate(sides):
            if not is_open:
                continue
            near = NEIGHBOURS[cell][side]
            there = None if near is None else opens[near]
            if there is None or (closed_rule == "strict" and not there[side]):
                return False
    return True


def counts_as(pawn: Pawn, laid: Laid) -> int:
    """The number of pawns that this one counts as: two for the Pharaoh, or for any pawn on a `2`, and never four
    (KH-V2).
    """
    return 2 if pawn.kind == "pharaoh" or laid.tile.symbol == "double" else 1


_cells_of = attrgetter("cells")
