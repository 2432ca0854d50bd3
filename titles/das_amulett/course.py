"""Course of the game: the phases in which it is played, and its end (DA-T, DA-W).

The game ends with seven different gems or eight, or, by the house rule, after a long time.
"""

from typing import get_args

from msgspec.structs import replace

from stele.title import Course, Phase, PhaseRules, Result, Show, anew, by_points
from titles.das_amulett import energy_phase, exchange, gems_phase, metals_phase, preparation, spell_phase
from titles.das_amulett import state as states
from titles.das_amulett.events import AmuletCompleted, TurnLimitReached
from titles.das_amulett.state import State


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The gems on each amulet so far."""
    return tuple([len(player.gems) for player in state.players])


def result(state: State) -> Result | None:
    """The winner is first; all others are ranked as in the house rule: kinds, gems, metal cards (DA-W2, R70)."""
    if state.phase != "over":
        return None
    reason = "turn limit" if state.winner is None else "amulet completed"
    return Result(_ranked(state), standing(state), reason)


def places(state: State) -> tuple[int, ...]:
    """Each seat's place if the game ended now: by the rules for the end after the last turn, or, in the first edition,
    by gems alone (R73, R70).
    """
    return by_points(standing(state)) if state.edition < 2 else _ranked(state)


def _ranked(state: State) -> tuple[int, ...]:
    """A winner comes first, then kinds of gems, gems, and metal cards decide (DA-W2, R70)."""
    marks = [
        (seat == state.winner, len(set(player.gems)), len(player.gems), player.cards)
        for seat, player in enumerate(state.players)
    ]
    return tuple(1 + sum(other > mine for other in marks) for mine in marks)


def _completed(state: State, event: AmuletCompleted) -> State:
    return replace(state, phase="over", winner=event.seat)


def _limit_reached(state: State, event: TurnLimitReached) -> State:
    return replace(state, phase="over")


_ENDING = PhaseRules(
    phases={"over": Phase("DA-W1")},
    events=(_completed, _limit_reached),
)


COURSE: Course[State] = Course(
    lambda state: state.phase,
    get_args(states.Phase),
    (
        preparation.PHASE_RULES,
        spell_phase.PHASE_RULES,
        metals_phase.PHASE_RULES,
        gems_phase.PHASE_RULES,
        exchange.PHASE_RULES,
        energy_phase.PHASE_RULES,
        _ENDING,
    ),
    unknown_rule="DA-T1",
)
