"""The table, as plain values."""

from stele.title import Show, anew, part
from stele_new_title import shown
from stele_new_title.state import State, phase_of


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as the drawing gets it."""
    return part(
        shown.Table,
        state,
        phase=phase_of(state),
        round=min(state.round, state.rounds),
        players=[show(_player, seat, points, at=seat) for seat, points in enumerate(state.points)],
    )


def _player(seat: int, points: int) -> shown.Player:
    return part(shown.Player, seat=seat, points=points)
