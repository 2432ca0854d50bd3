"""A sensible player's view of each answer: the pyramid as it would be, weighed by who holds which dungeon."""

from domain.chance import Scripted
from domain.messages import Command
from domain.rulebooks.kheops.commands import PlacePawn, PlaceTile
from domain.rulebooks.kheops.dungeons import Dungeon, ankhs, dungeons
from domain.rulebooks.kheops.play import COURSE
from domain.rulebooks.kheops.state import State, other

# What a special pawn that is still in hand is worth, in the unit of `weigh`: it is kept for a better place.
KEPT = {"worker": 0, "priest": 14, "mummy": 24, "pharaoh": 16}
LEAD = (0, 30, 40, 45)


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    for event in COURSE.decide(state, command, Scripted(())):
        state = COURSE.evolve(state, event)
    worth = weigh(state, seat)
    if isinstance(command, PlacePawn):
        worth -= KEPT[command.pawn]
    if isinstance(command, PlaceTile):
        worth += _reach(state, seat)
    return worth


def weigh(state: State, seat: int) -> int:
    """Points that are held now, tenfold, surer where the lead is larger, and what Ankhs bring."""
    found = dungeons(state)
    mine, theirs = ankhs(state, seat), ankhs(state, other(seat))
    return 10 * (mine * mine - theirs * theirs) + sum(_hold(dungeon, seat) for dungeon in found)


def _hold(dungeon: Dungeon, seat: int) -> int:
    lead = dungeon.pawns[seat] - dungeon.pawns[other(seat)]
    sure = LEAD[min(abs(lead), len(LEAD) - 1)]
    worth = dungeon.value * sure // 4
    return worth if lead > 0 else -worth


def _reach(state: State, seat: int) -> int:
    """Large dungeons that nobody holds are left to the opponent, who places the next pawn: rather none of them."""
    free = [dungeon for dungeon in dungeons(state) if dungeon.pawns == (0, 0)]
    return -sum(dungeon.value for dungeon in free)
