"""Steward orders: the standing orders that a steward would place, such as outbidding others up to its limit."""

from typing import Any

from ai.standing_orders import MOST_MOVES, MOST_ORDERS
from domain.ordered_moves import Message, Order
from domain.rulebook import Rulebook
from domain.title_loader import find_standing_orders
from replay.message_json import command_json


def orders_of(rulebook: Rulebook[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """A steward's standing orders when asked: the rest of this auction, and those of the title's module `ordering`.

    `state` is what the seat may see.
    """
    foreseen = find_standing_orders(rulebook.meta.id)
    return (*_outbidding(rulebook, state, seat), *(foreseen(state, seat) if foreseen else ()))[:MOST_ORDERS]


def _outbidding(rulebook: Rulebook[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """Standing orders for the rest of this auction by the title's current `appraise`; none if there is no auction.

    They name every bid that the seat may place now, best first; consecutive bids for one thing are replaced by the
    least of them that is legal.
    """
    bids = [command for command in rulebook.legal(state, seat) if command.BID]
    worth = dict(zip(bids, rulebook.appraise(state, seat, bids), strict=True))
    liked = sorted(bids, key=lambda bid: -worth[bid])
    moves: list[Message] = []
    for bid in liked:
        said = command_json(bid)
        number = said.pop(bid.BID)
        if moves and said == {name: value for name, value in moves[-1].items() if name != bid.BID}:
            bounds = moves[-1][bid.BID]["least"]
            if number > bounds["to"]:
                bounds["to"] = number
                continue
        moves.append({**said, bid.BID: {"least": {"from": number, "to": number}}})
    parts = [tuple(moves[first : first + MOST_MOVES]) for first in range(0, len(moves), MOST_MOVES)]
    return tuple(map(Order, parts))
