"""A sensible player's view of each answer: what both would score, and how sure that still is.

A dungeon counts by how likely its leader keeps it, a pawn with the best use of the power that it sets off, a tile with
the best place that the opponent's next pawn finds then. All of that lies open; of hands only the seat's own is used.
"""

from functools import lru_cache
from math import erf, sqrt

from msgspec.structs import replace

from domain.chance import Scripted
from domain.messages import Command
from domain.rulebooks.kheops.commands import PlaceTile
from domain.rulebooks.kheops.dungeons import Dungeon, counts_as, judged
from domain.rulebooks.kheops.pawns import free_for_pawns
from domain.rulebooks.kheops.plan import CELLS
from domain.rulebooks.kheops.play import COURSE
from domain.rulebooks.kheops.powers import power_options
from domain.rulebooks.kheops.state import BASE, PAWNS, Pawn, Power, State, other

# In points. A lead is as sure as it is large against what may still happen: `UNREST` at the end of the game, and with
# the root of the tiles that are missing `UNREST_OF_A_TILE` more.
UNREST, UNREST_OF_A_TILE = 0.3, 0.32
GROWTH_OF_A_TILE = 0.02
REPLY = 0.6
AN_ANKH = 0.3
KEPT = {"worker": 0.0, "priest": 1.4, "mummy": 2.4, "pharaoh": 1.6}
_SCALE = 1000


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    after = _after(state, command)
    worth = _margin(after, seat)
    if after.power is not None:
        worth += _best_use(state, after.power)
    if isinstance(command, PlaceTile):
        worth -= REPLY * _best_reply(after, other(seat))
    return round(_SCALE * worth)


def prospects(state: State) -> tuple[float, ...]:
    """The points that each seat may expect at the end."""
    left = _missing(state)
    share = left / (len(CELLS) - BASE)
    found = judged(state.laid, state.pawns, state.settings.closed_rule)
    points = []
    for seat, player in enumerate(state.players):
        ankhs = found.ankhs[seat]
        kept = sum([KEPT[kind] * count for kind, count in zip(PAWNS, player.reserve, strict=True)])
        held = sum([_held(dungeon, seat, left) for dungeon in found.dungeons])
        points.append(held + ankhs * ankhs + share * (AN_ANKH * ankhs + kept))
    return tuple(points)


def _margin(state: State, seat: int) -> float:
    points = prospects(state)
    return points[seat] - points[other(seat)]


def _missing(state: State) -> int:
    """How many cells are still empty."""
    return state.laid.count(None)


def _held(dungeon: Dungeon, seat: int, left: int) -> float:
    """What this dungeon brings to the seat, by how likely it wins it; an open one may still grow."""
    growth = 1.0 if dungeon.closed else 1 + GROWTH_OF_A_TILE * left
    return dungeon.value * growth * _likely(dungeon.pawns[seat] - dungeon.pawns[other(seat)], left)


@lru_cache(1024)
def _likely(lead: int, left: int) -> float:
    """How likely a dungeon is won with this lead while so many tiles are missing."""
    if left == 0:
        return float(lead > 0)
    return 0.5 + 0.5 * erf(lead / (sqrt(2) * (UNREST + UNREST_OF_A_TILE * sqrt(left))))


def _after(state: State, command: Command) -> State:
    for event in COURSE.decide(state, command, Scripted(())):
        state = COURSE.evolve(state, event)
    return state


@lru_cache(16)
def _best_use(state: State, power: Power) -> float:
    """What this power brings to who is to place a pawn, wherever that pawn stands: computed once for all of them."""
    ready = replace(state, power=power, step="power")
    now = _margin(state, state.turn)
    uses = power_options(ready, state.turn)
    return max([_margin(_after(ready, use), state.turn) - now for use in uses], default=0.0)


def _best_reply(state: State, seat: int) -> float:
    """What this seat gains by the best Worker in one of the dungeons, its power left aside."""
    left = _missing(state)
    free = set(free_for_pawns(state))
    worker = Pawn(seat, "worker")
    gains = [0.0]
    for dungeon in judged(state.laid, state.pawns, state.settings.closed_rule).dungeons:
        there = [counts_as(worker, laid) for cell in dungeon.cells if cell in free and (laid := state.laid[cell])]
        if there and dungeon.value and left:
            first, second = dungeon.pawns
            pawns = (first + max(there), second) if seat == 0 else (first, second + max(there))
            stronger = replace(dungeon, pawns=pawns)
            gains.append(
                _held(stronger, seat, left) - _held(stronger, other(seat), left)
                - _held(dungeon, seat, left) + _held(dungeon, other(seat), left)
            )  # fmt: skip
    return max(gains)
