"""Course of the game: the set-up, and the phases in which it is played (AR-S, AR-T)."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec import UNSET

from stele.title import Chance, Course, Event, PhaseRules
from titles.amun_re import auction, favors, harvest, market, offering, scoring
from titles.amun_re.components import components_from, shipped_components
from titles.amun_re.events import TableLaid
from titles.amun_re.state import START_GOLD, Land, Phase, Player, State


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """Settle the component data, and draw the start player (AR-S1 to AR-S5)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    # Records of games opened before these options were introduced lack them.
    strict_supply, together = options.get("strict_supply", False), options.get("together", False)
    yield TableLaid(players, components, options["expert"], chance.below(players), strict_supply, together)


def _table_laid(_state: State | None, event: TableLaid) -> State:
    players = tuple(Player(hand=("architect",)) for _ in range(event.players))
    return State(
        event.components,
        event.expert,
        players,
        tuple(Land() for _ in event.components.provinces),
        start=event.start,
        next_start=event.start,
        deck=sum(count for _card, count in event.components.favors) - event.players,
        bank=-START_GOLD * event.players,
        strict_supply=event.strict_supply or UNSET,
        together=event.together or UNSET,
    )


def phase_of(state: State) -> str:
    """The phase of the game: due Favor cards are drawn and rewards placed before a phase continues."""
    if state.draws:
        return "draws"
    return "placement" if state.phase == "reward" and market.next_to_place(state) else state.phase


COURSE: Course[State] = Course(
    phase_of,
    (*get_args(Phase), "draws", "placement"),
    (
        PhaseRules(events=(_table_laid,)),
        auction.PHASE_RULES,
        favors.PHASE_RULES,
        market.PHASE_RULES,
        offering.PHASE_RULES,
        harvest.PHASE_RULES,
        scoring.PHASE_RULES,
    ),
    unknown_rule="AR-T1",
)
