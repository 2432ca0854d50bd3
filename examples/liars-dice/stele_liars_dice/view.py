"""The table, as plain values."""

from stele.title import Show, anew, part
from stele_liars_dice import shown
from stele_liars_dice.state import Player, State, all_dice, phase_of


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as this state knows it; a face that it does not know is null."""
    return part(
        shown.Table,
        state,
        phase=phase_of(state),
        dice=all_dice(state),
        dice_lost=state.lost,
        players=[show(_player, seat, player, at=seat) for seat, player in enumerate(state.players)],
    )


def _player(seat: int, player: Player) -> shown.Player:
    return part(shown.Player, player, seat=seat)
