"""Proposals in a playout: take-backs, ends by agreement, and seats handed over."""

import random
from typing import Any

from domain.disputes.events import TakeOver
from domain.game import Game, OfferSeat
from domain.messages import Command
from domain.proposals.events import AnswerEnd, AnswerTakeBack, AskTakeBack, ProposeEnd, WithdrawEnd, WithdrawTakeBack

OFTEN = 0.06
"""The share of steps with a proposal."""
AT_LAST = 0.05
"""The share of proposals to end the game to which all agree."""


def drawn_proposal(
    game: Game[Any], back: dict[int, str], step: int, lot: random.Random, may_end: bool = True
) -> list[Command]:
    """The commands of a proposal that begins and ends now; usually none.

    `back` has for each seat whose last move can be taken back the position before it.
    """
    playing = [seat for seat in range(game.players) if game.seats[seat].is_person]
    if lot.random() >= OFTEN or not playing:
        return []
    seat = lot.choice(playing)
    others = [one for one in playing if one != seat]
    way = lot.choice(("back", "back", "back", "withdrawn", "refused", "end", "seat"))
    if way == "seat":
        return [OfferSeat(seat, f"heir-{step}"), TakeOver(seat, f"heir-{step}")]
    if way == "end" and not may_end:
        return []
    if way == "end":
        asked: Command = ProposeEnd(seat, lot.choice(("draw", "as_it_stands")))
        if lot.random() < AT_LAST:
            return [asked, *(AnswerEnd(one, True) for one in others)]
        last = WithdrawEnd(seat) if lot.random() < 0.5 else AnswerEnd(others[0], False) if others else None
        return [asked, last] if others and last else []
    mine = [one for one in playing if one in back]
    if not mine:
        return []
    seat = lot.choice(mine)
    others = [one for one in playing if one != seat]
    if way == "withdrawn" and others:
        return [AskTakeBack(seat), WithdrawTakeBack(seat)]
    if way == "refused" and others:
        return [AskTakeBack(seat), *(AnswerTakeBack(one, True) for one in others[1:]), AnswerTakeBack(others[0], False)]
    return [AskTakeBack(seat), *(AnswerTakeBack(one, True) for one in others)]
