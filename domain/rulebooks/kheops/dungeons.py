"""Dungeons: tiles that communicate through open sides, and what each dungeon is worth (KH-D, KH-V)."""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.latest import for_latest
from domain.rulebooks.kheops.plan import APEX, CELLS, NEIGHBOURS, SIDES
from domain.rulebooks.kheops.state import ClosedRule, Laid, Pawn, Pawns, Pyramid, State, Tile

ONE_SARCOPHAGUS, PAIR_OF_SARCOPHAGI = 5, 15
APEX_BONUS = LONGEST_BONUS = 5
# Sides stand as bits, the lowest for side 0: a cell's at the border of the pyramid, its others with what is near,
# and those at which a tile is open, by its orientation and its printed sides.
_BORDER = tuple(sum(1 << side for side, near in enumerate(sides) if near is None) for sides in NEIGHBOURS)
_INNER = tuple(tuple((near, 1 << side) for side, near in enumerate(sides) if near is not None) for sides in NEIGHBOURS)
_OPEN = tuple(
    {
        sides: sum(1 << side for side in range(SIDES) if sides[(side - orientation) % SIDES])
        for sides in product((False, True), repeat=SIDES)
    }
    for orientation in range(SIDES)
)
_SHARED_SIDES = tuple((cell, near, bit) for cell in range(len(CELLS)) for near, bit in _INNER[cell] if cell < near)


class Dungeon(Struct, frozen=True, gc=False):
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
    return list(_judged_in(state).dungeons)


def ankhs(state: State, seat: int) -> int:
    """The seat's pawns on Ankhs that no curse spoils (KH-V8)."""
    return _judged_in(state).ankhs[seat]


@for_latest
def _judged_in(state: State) -> Judged:
    return judged(state.laid, state.pawns, state.settings.closed_rule)


@lru_cache(16)
def judged(laid: Pyramid, pawns: Pawns, closed_rule: ClosedRule) -> Judged:
    """The pyramid as it stands. It is asked for several times in each state, and computed once."""
    found, dungeon_of, uncursed = _without_pawns(laid, closed_rule)
    strengths: dict[int, list[int]] = {}
    ankhs, held = [0, 0], list(found)
    for cell, pawn in enumerate(pawns):
        if pawn is None:
            continue
        number = dungeon_of.get(cell)
        if number is not None and (there := laid[cell]) is not None:
            if number not in strengths:
                strengths[number] = [0, 0]
            strengths[number][pawn.seat] += counts_as(pawn, there)
        if cell in uncursed:
            ankhs[pawn.seat] += 1
    points = [ankhs[0] ** 2, ankhs[1] ** 2]
    for number, (first, second) in strengths.items():
        held[number] = dungeon = replace(found[number], pawns=(first, second))
        winner = dungeon.winner
        if winner is not None:
            points[winner] += dungeon.value
    return Judged(tuple(held), (ankhs[0], ankhs[1]), (points[0], points[1]))


@lru_cache(16)
def _without_pawns(laid: Pyramid, closed_rule: ClosedRule) -> tuple[tuple[Dungeon, ...], Mapping[int, int], Set[int]]:
    """The dungeons without their pawns, which of them each cell belongs to, and the Ankhs that no curse spoils."""
    opens = [0 if there is None else _OPEN[there.orientation][there.tile.sides] for there in laid]
    groups = _groups(opens)
    longest = max(map(len, groups), default=0)
    found = tuple([_dungeon(laid, opens, closed_rule, group, len(group) == longest) for group in groups])
    dungeon_of = {cell: number for number, group in enumerate(groups) for cell in group}
    cursed = {cell for dungeon in found if dungeon.cursed for cell in dungeon.cells}
    uncursed = {cell for cell, there in enumerate(laid) if there is not None and there.tile.symbol == "ankh"} - cursed
    return found, dungeon_of, uncursed


def _groups(opens: Sequence[int]) -> list[tuple[int, ...]]:
    """The cells that communicate with each other: the facing sides of neighbours are open (KH-D1)."""
    group_of: dict[int, list[int]] = {}
    for cell, near in [(cell, near) for cell, near, bit in _SHARED_SIDES if opens[cell] & opens[near] & bit]:
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


def _dungeon(
    laid: Pyramid, opens: Sequence[int], closed_rule: ClosedRule, cells: tuple[int, ...], is_longest: bool
) -> Dungeon:
    halls, sarcophagi, cursed = _printed(tuple([there.tile for cell in cells if (there := laid[cell]) is not None]))
    return Dungeon(
        cells,
        halls=halls,
        sarcophagi=sarcophagi,
        apex=APEX_BONUS if APEX in cells else 0,
        longest=LONGEST_BONUS if is_longest else 0,
        closed=_are_closed(laid, opens, closed_rule, cells),
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


def _are_closed(laid: Pyramid, opens: Sequence[int], closed_rule: ClosedRule, cells: tuple[int, ...]) -> bool:
    """Whether nothing leads outside from these cells (KH-V6, R39).

    `border`: outside is what lies beyond the border of the pyramid. `strict`: every open side must lead into another
    tile of the dungeon.
    """
    for cell in cells:
        sides = opens[cell]
        if sides & _BORDER[cell]:
            return False
        for near, bit in _INNER[cell]:
            if sides & bit and (laid[near] is None or (closed_rule == "strict" and not opens[near] & bit)):
                return False
    return True


def counts_as(pawn: Pawn, laid: Laid) -> int:
    """How many pawns this one counts as: the Pharaoh two, any on a `2` two, never four (KH-V2)."""
    return 2 if pawn.kind == "pharaoh" or laid.tile.symbol == "double" else 1
