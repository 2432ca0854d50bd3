"""Course of the game: the set-up, and the steps in which it is played (KH-T)."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from stele.title import Chance, Course, Event
from titles.kheops import pawns, powers, scoring, tiles
from titles.kheops.components import components_from, shipped_components
from titles.kheops.events import TableLaid
from titles.kheops.state import Settings, State, Step


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """Settle tiles and colours, and lay the base (KH-S1 to KH-S3)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    settings = Settings(options["closed_rule"], options["swap_may_use_placed_pawn"], options["pharaoh_after_mummy"])
    match options["white"]:
        case "first":
            white = 0
        case "second":
            white = 1
        case _:
            white = chance.below(2)
    yield TableLaid(components, settings, white)
    yield tiles.lay_base(components, chance)


COURSE: Course[State] = Course(
    lambda state: state.step,
    get_args(Step),
    (tiles.PHASE_RULES, pawns.PHASE_RULES, powers.PHASE_RULES, scoring.PHASE_RULES),
    unknown_rule="KH-T1",
)
