"""Course of the game: the set-up, and the phases in which it is played."""

from collections.abc import Iterator, Mapping
from typing import Any

from stele.title import Chance, Course, Event
from titles.amun_re_card_game import auction, construction, offering, scoring
from titles.amun_re_card_game.components import components_from, shipped_components
from titles.amun_re_card_game.events import PharaohDrawn, TableLaid
from titles.amun_re_card_game.state import State

PHASES = (
    "display", "auction", "extension", "pharaoh", "offering", "flood", "favours",
    "revenue", "construction", "placement", "preparation", "points", "over",
)  # fmt: skip


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """Settle the component data, and draw the first Pharaoh (AC-S1 to AC-S3, R3)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    # Records of games opened before this option or editions were introduced lack them.
    yield TableLaid(players, components, options.get("together", False), options.get("edition", 1))
    yield PharaohDrawn(chance.below(players))


def phase_of(state: State) -> str:
    """One of `PHASES`: new cards are laid when the row is empty, and development proceeds step by step."""
    if state.phase == "auction":
        return "auction" if state.row else "extension"
    if state.phase == "development":
        for seat in construction.next_to_develop(state):
            return state.players[seat].step
        return "points"
    return state.phase


COURSE: Course[State] = Course(
    phase_of,
    PHASES,
    (auction.PHASE_RULES, offering.PHASE_RULES, construction.PHASE_RULES, scoring.PHASE_RULES),
    unknown_rule="AC-S1",
)
