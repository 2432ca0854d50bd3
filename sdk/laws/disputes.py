"""Disputes in a playout: occasional rollbacks, by consent or by decision, and seats that change hands."""

import random
from collections.abc import Sequence
from typing import Any

from domain.disputes.events import AnswerDispute, DecideDispute, OpenDispute, Remedy, TakeOver, WithdrawDispute
from domain.game import Game
from domain.messages import Command

OFTEN = 0.04
"""The share of steps with a dispute."""
FAR = 10
"""The maximum number of actions to roll back, including annulled ones, so that playouts make progress."""


def drawn_dispute(game: Game[Any], ends: Sequence[str], lot: random.Random) -> list[Command]:
    """The commands of a dispute that begins and ends now; usually none.

    `ends` are the positions since the start at which actions ended.
    """
    owned = [seat for seat in range(game.players) if game.seats[seat].is_owned]
    freed = [seat for seat in range(game.players) if game.seats[seat].freed]
    number = len(game.disputes) + 1
    if lot.random() >= OFTEN or number >= 40 or not owned:
        return []
    if freed and lot.random() < 0.5:
        return [TakeOver(freed[0], f"somebody-{len(ends)}")]
    seat, position = lot.choice(owned), lot.choice(ends[-FAR:])
    way = lot.choice(("back", "back", "back", "free", "nothing", "withdrawn"))
    remedy = Remedy("roll_back", position) if way == "back" else Remedy()
    if way == "free" and len(owned) > 1:
        remedy = Remedy("free_seat", seat=lot.choice(owned))
    opened = OpenDispute(seat, ends[-1], "I doubt it.", remedy)
    if way == "withdrawn":
        return [opened, WithdrawDispute(seat, number)]
    others = [one for one in owned if one != seat]
    if way == "back" and others and lot.random() < 0.5:
        return [opened, *(AnswerDispute(one, number, True) for one in others)]
    return [opened, DecideDispute(-1, number, "operator", "So it is.", remedy)]
