"""Suggested standing orders of a sensible player for the rest of a turn: bids for its other spells, and offers.

The bids are those that the steward would make. Its limits in exchanges are its current values of the gems, which hold
until the turn ends, it wins a gem, or a player comes close to victory.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

import msgspec

from stele.title import Message, Order
from titles.das_amulett.effects import effects_of
from titles.das_amulett.spells import Refund
from titles.das_amulett.state import Player, State
from titles.das_amulett.steward import SLOW, Moment, gem_worth, tokens_wanted

_LARGEST_OPENING = 4
_MOST_NAMES = 12


def standing_orders(state: State, seat: int) -> tuple[Order, ...]:
    """This seat's standing orders for the rest of the turn, by what it sees."""
    if not state.turn:
        return ()
    turn = f"table.turn == `{state.turn}`"
    return (*_bids(state, turn), *_offers(state, seat, turn))


def _bids(state: State, turn: str) -> Iterable[Order]:
    """Bid the number of tokens that the spell deserves, one more if that is too few, and all tokens if there are fewer.

    Only spells with an unusual value are named, because a guard must be short.
    """
    wanted = {spell.name: tokens_wanted(state, spell.name) for spell in state.components.spells}
    ((usual, _),) = Counter(wanted.values()).most_common(1)
    others = sorted((tokens, name) for name, tokens in wanted.items() if tokens != usual)
    for tokens, group in groupby(others, lambda one: one[0]):
        names = [name for _, name in group]
        for first in range(0, len(names), _MOST_NAMES):
            these = _list(names[first : first + _MOST_NAMES])
            yield _bids_for(tokens, turn, f"table.phase == 'spells' && contains({these}, table.spells.offered.name)")
    yield _bids_for(usual, turn, "table.phase == 'spells'")


def _bids_for(tokens: int, turn: str, when: str) -> Order:
    return Order((_bid("most", 1, tokens), _bid("least", tokens + 1, tokens + 1), {"type": "Pass"}), turn, when)


def _bid(place: str, least: int, most: int) -> Message:
    return {"type": "BidEnergy", "tokens": {place: {"from": least, "to": most}}}


def _offers(state: State, seat: int, turn: str) -> Iterable[Order]:
    """Offers up to the value of the best gem there, most valuable kinds first; none if there is no gem."""
    gems = len(state.players[seat].gems)
    close = f"length(table.players[?different >= `{state.components.win_different - 1}`])"
    near = sum(_is_close(state, player) for player in state.players)
    guard = f"{turn} && length(table.players[{seat}].gems) == `{gems}` && {close} == `{near}`"
    more = sum(refund.amount for refund in effects_of(state, seat, Refund) if refund.where == "anywhere")
    moment = Moment(state, seat)
    kinds = sorted((-gem_worth(moment, gem), gem) for gem, _ in state.components.gems)
    for worth, group in groupby(kinds, lambda one: -one[0]):
        opening = max(1, worth // SLOW) if worth // SLOW <= _LARGEST_OPENING else 1
        yield Order(
            (_offer("least", opening, worth // 10 + more), _offer("most", 1, opening), {"type": "Pass"}),
            guard,
            f"table.phase == 'exchange' && table.on_offer[?contains({_list(gem for _, gem in group)}, @)]",
        )


def _is_close(state: State, player: Player) -> bool:
    return len(set(player.gems)) >= state.components.win_different - 1


def _offer(place: str, least: int, most: int) -> Message:
    return {"type": "OfferMetals", "cards": {place: {"from": least, "to": most}}}


def _list(names: Iterable[str]) -> str:
    """These names as a literal of an expression."""
    return "`" + msgspec.json.encode(list(names)).decode().replace("`", "\\`") + "`"
