"""The table, as plain values."""

from stele.title import Hidden, Show, anew
from stele_liars_dice import shown
from stele_liars_dice.state import Claim, Player, State, all_dice, phase_of


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as this state knows it; a face that it does not know is null."""
    return {
        "phase": phase_of(state),
        "round": state.round,
        "turn": state.turn,
        "claim": None if state.claim is None else show(_claim, state.claim),
        "doubter": state.doubter,
        "dice": all_dice(state),
        "dice_lost": state.lost,
        "players": [show(_player, seat, player, at=seat) for seat, player in enumerate(state.players)],
    }


def _claim(claim: Claim) -> shown.Claim:
    return {"seat": claim.seat, "count": claim.count, "face": claim.face}


def _player(seat: int, player: Player) -> shown.Player:
    return {
        "seat": seat,
        "left": player.left,
        "faces": [None if isinstance(face, Hidden) else face for face in player.faces],
    }
