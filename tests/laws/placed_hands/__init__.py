"""Placed Hands: Dealt Hands as a game without points, which has only places. It has no drawing.

The tests of points and seats install it.
"""

from typing import Any

import dealt_hands  # type: ignore[import-not-found]
from dealt_hands import *  # noqa: F403
from dealt_hands import State
from msgspec.structs import replace

from stele.title import Result, Show, anew, by_points, numbered_rules

del standing  # type: ignore[name-defined]  # noqa: F821
PROTOCOL = dealt_hands.PROTOCOL

meta = replace(dealt_hands.meta, id="placed-hands", title="Placed Hands", rules=numbered_rules(__name__), points=None)


def result(state: State) -> Result | None:
    """Places by the sum of the cards."""
    return Result(by_points(dealt_hands.standing(state)), (), "cards") if state.is_shown else None


def view(state: State, show: Show = anew) -> dict[str, Any]:
    """The table without the sums."""
    shown = dealt_hands.view(state, show)
    players = [{name: value for name, value in player.items() if name != "points"} for player in shown["players"]]
    return {**shown, "players": players}
