"""What is at stake between the two: how sure each lead is, and what a pawn more or less somewhere would change.

Pawns are weighed without a new state: one that comes or goes changes the lead in its dungeon and its seat's Ankhs.
"""

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from domain.latest import for_latest
from domain.rulebooks.kheops.dungeons import Dungeon, counts_as, judged
from domain.rulebooks.kheops.plan import CELLS
from domain.rulebooks.kheops.state import BASE, PAWNS, Pawn, State, other

# In points. A lead is as sure as it is large against what may still happen: `UNREST` at the end of the game, and with
# the root of the tiles that are missing `UNREST_OF_A_TILE` more.
UNREST, UNREST_OF_A_TILE = 0.3, 0.32
GROWTH_OF_A_TILE = 0.02
AN_ANKH = 0.3
KEPT = {"worker": 0.0, "priest": 1.4, "mummy": 2.4, "pharaoh": 1.6}


def missing(state: State) -> int:
    """How many cells are still empty."""
    return state.laid.count(None)


def yet_to_play(left: int) -> float:
    """Which share of the turns is still to come while so many tiles are missing."""
    return left / (len(CELLS) - BASE)


def in_the_end(dungeon: Dungeon, left: int) -> float:
    """What this dungeon will bring to whoever wins it; an open one may still grow."""
    return dungeon.value * (1.0 if dungeon.closed else 1 + GROWTH_OF_A_TILE * left)


@lru_cache(1024)
def sureness(lead: int, left: int) -> float:
    """How much likelier a dungeon is won than lost with this lead while so many tiles are missing, from -1 to 1."""
    if left == 0:
        return float((lead > 0) - (lead < 0))
    return erf(lead / (sqrt(2) * (UNREST + UNREST_OF_A_TILE * sqrt(left))))


def for_ankhs(ankhs: int, left: int) -> float:
    """What so many Ankhs bring, and the hope for more."""
    return ankhs * ankhs + yet_to_play(left) * AN_ANKH * ankhs


def for_reserve(state: State, seat: int) -> float:
    """What it is worth to this seat that its special pawns may still be placed."""
    kept = sum([KEPT[kind] * count for kind, count in zip(PAWNS, state.players[seat].reserve, strict=True)])
    return yet_to_play(missing(state)) * kept


def margin(state: State, seat: int) -> float:
    """By how many points this seat may expect to win."""
    left = missing(state)
    found = judged(state.laid, state.pawns, state.settings.closed_rule)
    first = for_ankhs(found.ankhs[0], left) - for_ankhs(found.ankhs[1], left)
    first += for_reserve(state, 0) - for_reserve(state, 1)
    for dungeon in found.dungeons:
        one, two = dungeon.pawns
        if one != two:
            first += in_the_end(dungeon, left) * sureness(one - two, left)
    return first if seat == 0 else -first


class Footing(NamedTuple):
    """Where a pawn stands, as far as it matters: its dungeon if any, how many it counts as, whether on an Ankh."""

    dungeon: int | None
    strength: int
    ankh: int


class Stakes(NamedTuple):
    """The dungeons of one state: the number of each cell's, what each will bring, and by how much seat 0 leads in it.

    `margins` says by how much each seat is ahead now.
    """

    state: State
    left: int
    dungeon_of: dict[int, int]
    values: list[float]
    leads: list[int]
    cursed: list[bool]
    ankhs: tuple[int, int]
    margins: tuple[float, float]

    def footing(self, cell: int, pawn: Pawn) -> Footing:
        """What it would be for this pawn to stand on this cell's tile."""
        laid = self.state.laid[cell]
        assert laid is not None, "pawns stand on tiles"
        number = self.dungeon_of.get(cell)
        counts = laid.tile.symbol == "ankh" and (number is None or not self.cursed[number])
        return Footing(number, counts_as(pawn, laid), int(counts))

    def gain(self, seat: int, *changes: tuple[Footing, int, int]) -> float:
        """How much better this seat stands after pawns went (-1) or came (1), each with its footing and its seat."""
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
        """How much better this seat stands with a pawn of its own there instead of here."""
        return self.gain(seat, (origin, seat, -1), (target, seat, 1))

    def gain_of_swapping(self, seat: int, own: int, enemy: int) -> float:
        """How much better this seat stands when its pawn and the opponent's in these cells change places."""
        pawns = self.state.pawns
        mine, theirs = pawns[own], pawns[enemy]
        assert mine is not None and theirs is not None, "only pawns change places"
        return self.gain(
            seat,
            (self.footing(own, mine), seat, -1),
            (self.footing(enemy, mine), seat, 1),
            (self.footing(enemy, theirs), other(seat), -1),
            (self.footing(own, theirs), other(seat), 1),
        )


@for_latest
def stakes(state: State) -> Stakes:
    """What is at stake in this state."""
    left, ahead = missing(state), margin(state, 0)
    found = judged(state.laid, state.pawns, state.settings.closed_rule)
    return Stakes(
        state,
        left,
        {cell: number for number, dungeon in enumerate(found.dungeons) for cell in dungeon.cells},
        [in_the_end(dungeon, left) for dungeon in found.dungeons],
        [dungeon.pawns[0] - dungeon.pawns[1] for dungeon in found.dungeons],
        [dungeon.cursed for dungeon in found.dungeons],
        found.ankhs,
        (ahead, -ahead),
    )
