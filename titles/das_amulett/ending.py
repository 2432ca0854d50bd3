"""Ending: an immediate win with seven different gems or eight; and the house rule for a long game (DA-W)."""

from msgspec.structs import replace

from stele.title import Phase, PhaseRules, Result, Show, anew, by_points, changes
from titles.das_amulett.events import AmuletCompleted, TurnLimitReached
from titles.das_amulett.state import State


def completed(state: State, seat: int) -> AmuletCompleted | None:
    """The victory of this seat, if its amulet has enough gems (DA-W1)."""
    gems = state.players[seat].gems
    different = len(set(gems))
    if different < state.components.win_different and len(gems) < state.components.win_total:
        return None
    return AmuletCompleted(seat, different, len(gems))


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
    """The order if the game ends now: as after the last turn; in the first edition by gems alone (R73, R70)."""
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


PHASE_RULES = PhaseRules(
    phases={"over": Phase("DA-W1")},
    events=(changes(AmuletCompleted, _completed), changes(TurnLimitReached, _limit_reached)),
)
