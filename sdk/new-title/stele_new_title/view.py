"""The table, as plain values."""

from stele.title import Show, anew
from stele_new_title import shown
from stele_new_title.state import State, phase_of


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as the drawing gets it."""
    return {
        "phase": phase_of(state),
        "round": min(state.round, state.rounds),
        "rounds": state.rounds,
        "turn": state.turn,
        "pot": state.pot,
        "die": state.die,
        "players": [show(_player, seat, points, at=seat) for seat, points in enumerate(state.points)],
    }


def _player(seat: int, points: int) -> shown.Player:
    return {"seat": seat, "points": points}
