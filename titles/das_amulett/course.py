"""Course of the game: the phases in which it is played (DA-T)."""

from typing import get_args

from stele.title import Course, Illegal, PhaseRules, decides
from titles.das_amulett import ending, energy_phase, exchange, gems_phase, metals_phase, preparation, spell_phase
from titles.das_amulett.commands import UseNoMore
from titles.das_amulett.events import EnergySpent, SpellsDeclined
from titles.das_amulett.state import Phase, State


def use_no_more(state: State, command: UseNoMore) -> SpellsDeclined | EnergySpent:
    """The event for declining the usable spells, in one of three phases; or why there is nothing to decline (DA-K2)."""
    match state.phase:
        case "metals":
            return metals_phase.decline_teleport(state, command.seat)
        case "gems":
            return gems_phase.decline_before_disc(state, command.seat)
        case "energy":
            return energy_phase.spend_energy(state, command.seat)
    raise Illegal("there is no spell to use now", "DA-K2")


COURSE: Course[State] = Course(
    lambda state: state.phase,
    get_args(Phase),
    (
        preparation.PHASE_RULES,
        spell_phase.PHASE_RULES,
        metals_phase.PHASE_RULES,
        gems_phase.PHASE_RULES,
        exchange.PHASE_RULES,
        energy_phase.PHASE_RULES,
        ending.PHASE_RULES,
        PhaseRules(commands=(decides(UseNoMore, use_no_more),)),
    ),
    unknown_rule="DA-T1",
)
