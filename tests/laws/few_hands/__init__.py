"""Few Hands: Dealt Hands for up to ten players, with few points, and without a drawing of the board.

The tests of points and seats install it.
"""

from collections.abc import Sequence

import dealt_hands  # type: ignore[import-not-found]
from dealt_hands import *  # noqa: F403
from dealt_hands import State, standing
from msgspec.structs import replace

from stele.title import Command, Points, Result, by_points, gettext_noop, numbered_rules

PROTOCOL = dealt_hands.PROTOCOL
dealt_hands.CARDS = tuple(range(1, 71))

meta = replace(
    dealt_hands.meta,
    id="few-hands",
    title="Few Hands",
    most_players=10,
    rules=numbered_rules(__name__),
    points=Points(
        gettext_noop("Bulls"), gettext_noop("{number} bull"), gettext_noop("{number} bulls"), better="fewest"
    ),
)


def result(state: State) -> Result | None:
    """Places by points, of which the fewest are best."""
    points = standing(state)
    return Result(by_points(points, meta.points.better), points, "bulls") if state.is_shown else None


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """Low cards are good."""
    return [-worth for worth in dealt_hands.appraise(state, seat, commands)]
