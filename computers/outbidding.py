"""What a steward orders when it is asked for a bid: to outbid others, each thing up to what it is worth to it."""

from typing import Any

from computers.orders import MOST_MOVES, MOST_ORDERS, Message, Order
from domain.rulebook import Rulebook
from replay.frames import command_json


def orders_of(rulebook: Rulebook[Any], state: Any, seat: int) -> tuple[Order, ...]:
    """The orders that leave the rest of this auction to what the title's `appraise` likes now; none where none is held.

    They name every bid that the seat may place now, the one that it likes best first; bids for one thing that follow
    each other stand for the least of them that is legal. `state` is what the seat may see when it is asked.
    """
    bids = [command for command in rulebook.legal(state, seat) if command.BID]
    liked = sorted(bids, key=lambda bid: -rulebook.appraise(state, seat, bid))
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
    return tuple(map(Order, parts[:MOST_ORDERS]))
