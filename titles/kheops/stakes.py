"""Stakes between the two players: how safe each lead is, and the effect of one pawn more or less.

Pawns are evaluated without a new state: adding or removing one changes the lead in its dungeon and its seat's Ankhs.
"""

from collections.abc import Mapping
from math import erf, sqrt
from typing import NamedTuple

from stele.title import with_item
from titles.kheops.dungeons import Dug, Dungeon, counts_as, dug_anew, dug_from
from titles.kheops.plan import CELLS
from titles.kheops.state import BASE, PAWNS, Laid, Pawn, PawnKind, Pawns, Pyramid, State, other

# In points. The safety of a lead depends on its size against what may still happen: `UNREST` at the end of the game,
# plus `UNREST_OF_A_TILE` times the root of the number of missing tiles.
UNREST, UNREST_OF_A_TILE = 0.3, 0.32
GROWTH_OF_A_TILE = 0.02
AN_ANKH = 0.3
KEPT: Mapping[PawnKind, float] = {"worker": 0.0, "priest": 1.4, "mummy": 2.4, "pharaoh": 1.6}
_WORKER = Pawn(0, "worker")
Reserve = tuple[int, int, int, int]


def missing(laid: Pyramid) -> int:
    """The number of empty cells."""
    return laid.count(None)


def yet_to_play(left: int) -> float:
    """The share of turns still to come with this number of missing tiles."""
    return left / (len(CELLS) - BASE)


def in_the_end(dungeon: Dungeon, left: int) -> float:
    """The value of this dungeon for its eventual winner; an open one may still grow."""
    return dungeon.value * (1.0 if dungeon.closed else 1 + GROWTH_OF_A_TILE * left)


def sureness(lead: int, left: int) -> float:
    """How much likelier a dungeon is won than lost with this lead and this number of missing tiles, from -1 to 1."""
    if left == 0:
        return float((lead > 0) - (lead < 0))
    return erf(lead / (sqrt(2) * (UNREST + UNREST_OF_A_TILE * sqrt(left))))


def for_ankhs(ankhs: int, left: int) -> float:
    """The value of this number of Ankhs, with the hope for more."""
    return ankhs * ankhs + yet_to_play(left) * AN_ANKH * ankhs


def for_reserve(reserve: Reserve, left: int) -> float:
    """The value of the special pawns in reserve."""
    return yet_to_play(left) * sum([KEPT[kind] * count for kind, count in zip(PAWNS, reserve, strict=True)])


class Footing(NamedTuple):
    """The relevant facts of a pawn's place: its dungeon if any, the number of pawns it counts as, and whether it is on
    an Ankh.
    """

    dungeon: int | None
    strength: int
    ankh: int


class PlacedPawn(NamedTuple):
    """A pawn on a tile: the number of pawns it counts as, negative for seat 1, and whether it is on an Ankh."""

    cell: int
    seat: int
    counts: int
    on_ankh: bool


class Stakes(NamedTuple):
    """The stakes in one pyramid: the value of each dungeon, and seat 0's lead in it.

    `margins` is each seat's lead now; `free` are the cells where a Worker could be placed, with the number of pawns
    that it would count as.
    """

    dug: Dug
    left: int
    pawns: Pawns
    reserves: tuple[Reserve, Reserve]
    standing: list[PlacedPawn]
    free: list[tuple[int, int]]
    values: list[float]
    leads: list[int]
    ankhs: tuple[int, int]
    margins: tuple[float, float]

    def with_tile(self, cell: int, tile: Laid) -> "Stakes":
        """The stakes with this tile in this cell, which is empty or has the same tile, turned."""
        is_new = self.dug.laid[cell] is None
        dug = dug_anew(self.dug, with_item(self.dug.laid, cell, tile), (cell,))
        free = [*self.free, *_free_for_worker(cell, tile)] if is_new else self.free
        return _weighed(dug, self.left - is_new, self.pawns, self.reserves, self.standing, free)

    def best_worker(self, seat: int) -> float:
        """This seat's gain by the best Worker in one of the dungeons, without its power."""
        if not self.left:
            return 0.0
        dungeon_of, leads = self.dug.dungeon_of, self.leads
        places = {(number, counts) for cell, counts in self.free if (number := dungeon_of.get(cell)) is not None}
        gains = [
            self.values[number] * (sureness(lead + counts, self.left) - sureness(lead, self.left))
            for number, counts in places
            for lead in (leads[number] if seat == 0 else -leads[number],)
        ]
        return max(gains, default=0.0)

    def footing(self, cell: int, pawn: Pawn) -> Footing:
        """The facts of this pawn's place on this cell's tile."""
        laid = self.dug.laid[cell]
        assert laid is not None, "pawns stand on tiles"
        number = self.dug.dungeon_of.get(cell)
        counts = laid.tile.symbol == "ankh" and (number is None or not self.dug.found[number].cursed)
        return Footing(number, counts_as(pawn, laid), int(counts))

    def gain(self, seat: int, *changes: tuple[Footing, int, int]) -> float:
        """This seat's gain after pawns went (-1) or came (1), each with its footing and its seat."""
        leads: dict[int, int] = {}
        ankhs = [0, 0]
        for (dungeon, strength, ankh), owner, by in changes:
            ankhs[owner] += by * ankh
            if dungeon is not None:
                leads[dungeon] = leads.get(dungeon, 0) + (by * strength if owner == seat else -by * strength)
        gained = 0.0
        for dungeon, more in leads.items():
            lead = self.leads[dungeon] if seat == 0 else -self.leads[dungeon]
            gained += self.values[dungeon] * (sureness(lead + more, self.left) - sureness(lead, self.left))
        for owner, more in enumerate(ankhs):
            if more:
                had = self.ankhs[owner]
                brings = for_ankhs(had + more, self.left) - for_ankhs(had, self.left)
                gained += brings if owner == seat else -brings
        return gained

    def gain_of_moving(self, seat: int, origin: Footing, target: Footing) -> float:
        """This seat's gain with a pawn of its own there instead of here."""
        return self.gain(seat, (origin, seat, -1), (target, seat, 1))

    def gain_of_swapping(self, seat: int, own: int, enemy: int) -> float:
        """This seat's gain when its pawn and the opponent's in these cells change places."""
        mine, theirs = self.pawns[own], self.pawns[enemy]
        assert mine is not None and theirs is not None, "only pawns change places"
        return self.gain(
            seat,
            (self.footing(own, mine), seat, -1),
            (self.footing(enemy, mine), seat, 1),
            (self.footing(enemy, theirs), other(seat), -1),
            (self.footing(own, theirs), other(seat), 1),
        )


def stakes(state: State) -> Stakes:
    """The stakes in this state."""
    laid, pawns = state.laid, state.pawns
    standing: list[PlacedPawn] = []
    free: list[tuple[int, int]] = []
    for cell, (tile, pawn) in enumerate(zip(laid, pawns, strict=True)):
        if tile is not None and pawn is not None:
            counts = counts_as(pawn, tile)
            on_ankh = tile.tile.symbol == "ankh"
            standing.append(PlacedPawn(cell, pawn.seat, counts if pawn.seat == 0 else -counts, on_ankh))
        elif tile is not None:
            free += _free_for_worker(cell, tile)
    first, second = state.players
    dug = dug_from(laid, state.settings.closed_rule)
    return _weighed(dug, missing(laid), pawns, (first.reserve, second.reserve), standing, free)


def _free_for_worker(cell: int, tile: Laid) -> list[tuple[int, int]]:
    """For a tile without a pawn, its cell, and the number of pawns that a Worker counts as there, if one may be
    placed.
    """
    return [] if tile.tile.symbol == "no_pawn" else [(cell, counts_as(_WORKER, tile))]


def _weighed(
    dug: Dug,
    left: int,
    pawns: Pawns,
    reserves: tuple[Reserve, Reserve],
    standing: list[PlacedPawn],
    free: list[tuple[int, int]],
) -> Stakes:
    found, dungeon_of = dug.found, dug.dungeon_of
    leads, ankhs = [0] * len(found), [0, 0]
    for cell, seat, counts, on_ankh in standing:
        number = dungeon_of.get(cell)
        if number is not None:
            leads[number] += counts
        # A curse spoils the Ankhs of its dungeon (KH-V8).
        if on_ankh and (number is None or not found[number].cursed):
            ankhs[seat] += 1
    values = [in_the_end(dungeon, left) for dungeon in found]
    ahead = for_ankhs(ankhs[0], left) - for_ankhs(ankhs[1], left)
    ahead += for_reserve(reserves[0], left) - for_reserve(reserves[1], left)
    for value, lead in zip(values, leads, strict=True):
        if lead:
            ahead += value * sureness(lead, left)
    return Stakes(dug, left, pawns, reserves, standing, free, values, leads, (ankhs[0], ankhs[1]), (ahead, -ahead))
