"""Dungeons: tiles that communicate through open sides, and what each dungeon is worth (KH-D, KH-V)."""

from collections.abc import Iterator

from msgspec import Struct

from domain.rulebooks.kheops.plan import APEX, NEIGHBOURS, SIDES
from domain.rulebooks.kheops.state import Laid, Pawn, State

ONE_SARCOPHAGUS, PAIR_OF_SARCOPHAGI = 5, 15
APEX_BONUS = LONGEST_BONUS = 5


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


def communicating(state: State, cell: int) -> Iterator[int]:
    """The cells into which one comes from this one: both facing sides are open (KH-D1)."""
    laid = state.laid[cell]
    if laid is None:
        return
    for side in range(SIDES):
        near = NEIGHBOURS[cell][side]
        if near is not None and laid.is_open(side):
            there = state.laid[near]
            if there is not None and there.is_open(side):
                yield near


def _groups(state: State) -> list[tuple[int, ...]]:
    seen: set[int] = set()
    groups: list[tuple[int, ...]] = []
    for start, laid in enumerate(state.laid):
        if laid is None or start in seen:
            continue
        group, waiting = {start}, [start]
        while waiting:
            for near in communicating(state, waiting.pop()):
                if near not in group:
                    group.add(near)
                    waiting.append(near)
        seen |= group
        if len(group) > 1:  # a tile that communicates with none is no dungeon (KH-D2)
            groups.append(tuple(sorted(group)))
    return groups


def dungeons(state: State) -> list[Dungeon]:
    """Every dungeon of the pyramid as it is now, in the order of their first cells."""
    groups = _groups(state)
    longest = max((len(group) for group in groups), default=0)
    return [_dungeon(state, group, len(group) == longest) for group in groups]


def _dungeon(state: State, cells: tuple[int, ...], is_longest: bool) -> Dungeon:
    tiles = [laid.tile for cell in cells if (laid := state.laid[cell]) is not None]
    return Dungeon(
        cells,
        halls=sum(tile.kind == "hall" for tile in tiles),
        sarcophagi=sarcophagi_bonus([tile.colour for tile in tiles if tile.symbol == "sarcophagus"]),
        apex=APEX_BONUS if APEX in cells else 0,
        longest=LONGEST_BONUS if is_longest else 0,
        closed=all(_is_closed(state, cell) for cell in cells),
        cursed=any(tile.symbol == "curse" for tile in tiles),
        pawns=(_strength(state, cells, 0), _strength(state, cells, 1)),
    )


def sarcophagi_bonus(colours: list[str]) -> int:
    """One alone brings 5, two of one colour and no other 15, anything else nothing (KH-V3)."""
    if len(colours) == 1:
        return ONE_SARCOPHAGUS
    return PAIR_OF_SARCOPHAGI if len(colours) == 2 and colours[0] == colours[1] else 0


def _is_closed(state: State, cell: int) -> bool:
    """Whether nothing leads outside from this cell (KH-V6, R39).

    `border`: outside is what lies beyond the border of the pyramid. `strict`: every open side must lead into another
    tile of the dungeon.
    """
    laid = state.laid[cell]
    assert laid is not None
    for side in range(SIDES):
        if not laid.is_open(side):
            continue
        near = NEIGHBOURS[cell][side]
        there = None if near is None else state.laid[near]
        if near is None or there is None:
            return False
        if state.settings.closed_rule == "strict" and not there.is_open(side):
            return False
    return True


def _strength(state: State, cells: tuple[int, ...], seat: int) -> int:
    return sum(
        counts_as(pawn, laid)
        for cell in cells
        if (pawn := state.pawns[cell]) is not None and pawn.seat == seat and (laid := state.laid[cell]) is not None
    )


def counts_as(pawn: Pawn, laid: Laid) -> int:
    """How many pawns this one counts as: the Pharaoh two, any on a `2` two, never four (KH-V2)."""
    return 2 if pawn.kind == "pharaoh" or laid.tile.symbol == "double" else 1


def ankhs(state: State, seat: int, found: list[Dungeon]) -> int:
    """The seat's pawns on Ankhs that no curse spoils (KH-V8)."""
    cursed = {cell for dungeon in found if dungeon.cursed for cell in dungeon.cells}
    return sum(
        pawn is not None
        and pawn.seat == seat
        and laid is not None
        and laid.tile.symbol == "ankh"
        and cell not in cursed
        for cell, (pawn, laid) in enumerate(zip(state.pawns, state.laid, strict=True))
    )
