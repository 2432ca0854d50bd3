"""Dungeons: tiles that communicate through open sides, and what each dungeon is worth (KH-D, KH-V)."""

from collections.abc import Hashable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Final, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from titles.kheops.plan import APEX, CELLS, NEIGHBOURS, SIDES
from titles.kheops.state import ClosedRule, Laid, Pawn, Pawns, Pyramid, State, Tile

ONE_SARCOPHAGUS, PAIR_OF_SARCOPHAGI = 5, 15
APEX_BONUS = LONGEST_BONUS = 5
_ALL_CELLS = range(len(CELLS))
_BESIDE = tuple(tuple(near for near in row if near is not None) for row in NEIGHBOURS)
_NEXT_TO = tuple(tuple((near, side) for side, near in enumerate(row) if near is not None) for row in NEIGHBOURS)
"""Of each cell, its neighbours and the side that they share."""
_FURTHER = tuple(tuple(one for one in row if cell < one[0]) for cell, row in enumerate(_NEXT_TO))
"""The same, of the neighbours with a higher number alone."""


class Dungeon(Struct, frozen=True, gc=False, cache_hash=True):
    """A dungeon with its value by its reasons. `pawns` are the two seats' pawns as they count for the majority."""

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
        """What it is worth to who holds it: doubled if closed after the bonuses, nothing if cursed (KH-V6, KH-V7)."""
        if self.cursed:
            return 0
        return (self.halls + self.sarcophagi + self.apex + self.longest) * (2 if self.closed else 1)

    @property
    def winner(self) -> int | None:
        """The seat with more pawns, or nobody (KH-V1)."""
        if self.cursed or self.pawns[0] == self.pawns[1]:
            return None
        return 0 if self.pawns[0] > self.pawns[1] else 1


class Judged(NamedTuple):
    """What a pyramid is worth as it stands: its dungeons, and for each seat the Ankhs that count and the points."""

    dungeons: tuple[Dungeon, ...]
    ankhs: tuple[int, int]
    points: tuple[int, int]


def dungeons(state: State) -> list[Dungeon]:
    """Every dungeon of the pyramid as it is now, in the order of their first cells."""
    return list(judged(state.laid, state.pawns, state.settings.closed_rule).dungeons)


def ankhs(state: State, seat: int) -> int:
    """The seat's pawns on Ankhs that no curse spoils (KH-V8)."""
    return judged(state.laid, state.pawns, state.settings.closed_rule).ankhs[seat]


def judged(laid: Pyramid, pawns: Pawns, closed_rule: ClosedRule) -> Judged:
    """The pyramid as it stands. It is asked for several times in each state, and computed once."""
    last = _last_judged[0]
    if last.laid is laid and last.pawns is pawns and last.closed_rule == closed_rule:
        return last.judged
    dug = dug_from(laid, closed_rule)
    found = _with_pawns(dug, pawns)
    _last_judged[0] = _LastJudged(laid, pawns, closed_rule, dug, found)
    return found


def dug_from(laid: Pyramid, closed_rule: ClosedRule) -> "Dug":
    """The dungeons of this pyramid without their pawns."""
    last = _last_judged[0]
    return last.dug if last.laid is laid and last.closed_rule == closed_rule else _dig(laid, closed_rule)


def _with_pawns(dug: "Dug", pawns: Pawns) -> Judged:
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
        dungeons[number], winner, value = _held(found[number], first, second)
        if winner is not None:
            points[winner] += value
    return Judged(tuple(dungeons), (ankhs[0], ankhs[1]), (points[0], points[1]))


@lru_cache(1024)
def _held(dungeon: Dungeon, first: int, second: int) -> tuple[Dungeon, int | None, int]:
    """The dungeon with the two seats' pawns, who holds it, and what it is worth."""
    held = replace(dungeon, pawns=(first, second))
    return held, held.winner, held.value


class Dug(NamedTuple):
    """A pyramid's dungeons without their pawns, and which of them each cell belongs to."""

    laid: Pyramid
    closed_rule: ClosedRule
    opens: "OpenSides"
    found: tuple[Dungeon, ...]
    dungeon_of: Mapping[int, int]


def _dig(laid: Pyramid, closed_rule: ClosedRule) -> Dug:
    """The dungeons of this pyramid. Those away from what is different in the pyramid before are still the same."""
    of_game = closed_rule, *[there and there.tile for there in map(laid.__getitem__, _TELLING_CELLS)]
    last = _latest_dug.get(of_game) or _UNDUG[closed_rule]
    # Each viewer's fold has objects of its own, which are equal.
    changed = [cell for cell in compress(_ALL_CELLS, map(is_not, laid, last.laid)) if laid[cell] != last.laid[cell]]
    if not changed:
        return last
    dug = dug_anew(last, laid, changed)
    if len(_latest_dug) >= _MOST_DUG:
        _latest_dug.clear()
    _latest_dug[of_game] = dug
    return dug


def dug_anew(last: "Dug", laid: Pyramid, changed: Sequence[int]) -> "Dug":
    """The dungeons of this pyramid, which differs from that one in these cells."""
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
    dungeons.sort(key=_cells_of)
    found = _with_longest(dungeons)
    dungeon_of = {cell: number for number, dungeon in enumerate(found) for cell in dungeon.cells}
    return Dug(laid, last.closed_rule, opens, found, dungeon_of)


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
    """What becomes of these dungeons beside a cell when a tile is laid there: it joins some, and parts none."""
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
"""Of each cell, whether what lies there is open at each side; none for an empty cell."""


def _groups(opens: OpenSides, among: Set[int]) -> list[tuple[int, ...]]:
    """Those of these cells that communicate with each other: the facing sides of neighbours are open (KH-D1)."""
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
    # A tile that communicates with none is no dungeon (KH-D2).
    return sorted([tuple(sorted(group)) for cell, group in group_of.items() if group[0] == cell])


@lru_cache(256)
def _open_sides(laid: Laid | None) -> tuple[bool, ...] | None:
    """Whether what lies in a cell is open at each side of the cell; none for an empty cell."""
    return None if laid is None else tuple([laid.is_open(side) for side in range(SIDES)])


def _dungeon(laid: Pyramid, opens: OpenSides, closed_rule: ClosedRule, cells: tuple[int, ...]) -> Dungeon:
    """The dungeon, without what the other dungeons and the pawns make of it."""
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


@lru_cache(256)
def _printed(tiles: tuple[Tile, ...]) -> tuple[int, int, bool]:
    """What is printed on a dungeon's tiles: its halls, what its sarcophagi bring, and whether there is a curse."""
    sarcophagi = sarcophagi_bonus([tile.colour for tile in tiles if tile.symbol == "sarcophagus"])
    return sum([tile.kind == "hall" for tile in tiles]), sarcophagi, any(tile.symbol == "curse" for tile in tiles)


def sarcophagi_bonus(colours: list[str]) -> int:
    """One alone brings 5, two of one colour and no other 15, anything else nothing (KH-V3)."""
    if len(colours) == 1:
        return ONE_SARCOPHAGUS
    return PAIR_OF_SARCOPHAGI if len(colours) == 2 and colours[0] == colours[1] else 0


def _are_closed(opens: OpenSides, closed_rule: ClosedRule, cells: tuple[int, ...]) -> bool:
    """Whether nothing leads outside from these cells (KH-V6, R39).

    `border`: outside is what lies beyond the border of the pyramid. `strict`: every open side must lead into another
    tile of the dungeon.
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
    """How many pawns this one counts as: the Pharaoh two, any on a `2` two, never four (KH-V2)."""
    return 2 if pawn.kind == "pharaoh" or laid.tile.symbol == "double" else 1


_cells_of = attrgetter("cells")


class _LastJudged(NamedTuple):
    laid: Pyramid
    pawns: Pawns
    closed_rule: ClosedRule
    dug: Dug
    judged: Judged


_EMPTY: Pyramid = (None,) * len(CELLS)
_UNDUG: Mapping[ClosedRule, Dug] = {
    rule: Dug(_EMPTY, rule, (None,) * len(CELLS), (), {}) for rule in get_args(ClosedRule)
}
# Each pyramid mostly differs in one cell from the one before it in the same game, and is looked at several times. These
# cells of the base are filled from the first turn on, so their tiles tell which game goes on. Where they do not, more
# is dug anew, and nothing wrong is found.
_TELLING_CELLS: Final = (0, 4, 12)
_MOST_DUG = 400
_latest_dug: dict[Hashable, Dug] = {}
_last_judged = [_LastJudged(_EMPTY, (), "border", _UNDUG["border"], Judged((), (0, 0), (0, 0)))]
