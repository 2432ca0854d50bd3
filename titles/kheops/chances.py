"""Chances: the features that predict the winner, for a logistic regression with the weights in `chances.toml`.

Ankhs are safe, since a pawn hardly ever leaves its place; a lead in a dungeon is not, until the last tiles are laid.
"""

from typing import NamedTuple

from titles.kheops.dungeons import judged
from titles.kheops.stakes import missing
from titles.kheops.state import State
from titles.kheops.steward import expected


class Standing(NamedTuple):
    """One seat's features: its uncursed Ankhs, its points if scored now, and the points that it may expect at the end.

    The other features are whether it is this seat's turn, whether it still places this turn's pawn, and whether it is
    white.
    """

    ankhs: float
    points: float
    expected: float
    turn: float
    pawn: float
    white: float


FEATURES = Standing._fields
_MISSING = (23, 16, 10, 5, 2)
STAGES = len(_MISSING) + 1
"""The least number of missing tiles in each stage; in the last stage one is missing."""


def features(state: State) -> tuple[Standing, ...]:
    """The features of both seats."""
    found = judged(state.laid, state.pawns, state.settings.closed_rule)
    hopes = expected(state, found)
    return tuple(
        [
            Standing(
                ankhs=found.ankhs[seat],
                points=found.points[seat],
                expected=hopes[seat],
                turn=seat == state.turn,
                pawn=seat == state.turn and state.step == "pawn",
                white=seat == state.white,
            )
            for seat in range(len(state.players))
        ]
    )


def stage(state: State) -> int:
    """The stage of the game, by the number of missing tiles."""
    left = missing(state.laid)
    return sum([left < bound for bound in _MISSING])
