"""The end: seven different gems or eight, at once; and the house rule for a game that nobody ends (DA-W)."""

from msgspec.structs import replace

from domain.course import Chapter, Phase, changes
from domain.rulebook import Result
from domain.rulebooks.das_amulett.events import AmuletCompleted, TurnLimitReached
from domain.rulebooks.das_amulett.state import State


def completed(state: State, seat: int) -> AmuletCompleted | None:
    """The victory of this seat if its amulet has enough gems (DA-W1)."""
    gems = state.players[seat].gems
    different = len(set(gems))
    if different < state.components.win_different and len(gems) < state.components.win_total:
        return None
    return AmuletCompleted(seat, different, len(gems))


def standing(state: State) -> tuple[int, ...]:
    """The gems on each amulet so far."""
    return tuple([len(player.gems) for player in state.players])


def result(state: State) -> Result | None:
    """The winner is first, all others are ranked as the house rule does it: kinds, gems, metal cards (DA-W2, R70)."""
    if state.phase != "over":
        return None
    marks = [
        (seat == state.winner, len(set(player.gems)), len(player.gems), player.cards)
        for seat, player in enumerate(state.players)
    ]
    places = tuple(1 + sum(other > mine for other in marks) for mine in marks)
    return Result(places, standing(state), "turn limit" if state.winner is None else "amulet completed")


def _completed(state: State, event: AmuletCompleted) -> State:
    return replace(state, phase="over", winner=event.seat)


def _limit_reached(state: State, event: TurnLimitReached) -> State:
    return replace(state, phase="over")


CHAPTER = Chapter(
    phases={"over": Phase("DA-W1")},
    events=(changes(AmuletCompleted, _completed), changes(TurnLimitReached, _limit_reached)),
)
