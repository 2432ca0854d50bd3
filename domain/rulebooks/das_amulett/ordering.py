"""What a sensible player orders for the rest of a turn: bids for its other spells, and offers in its exchanges.

The bids are those that the steward would make. Its limits in exchanges are what the gems are worth to it now: they end
with the turn, when it has won a gem, and when somebody comes close to victory.
"""

from collections.abc import Iterable
from itertools import groupby

import msgspec

from domain.ordered import Message, Order
from domain.rulebooks.das_amulett.effects import effects_of
from domain.rulebooks.das_amulett.spells import Gem, Refund
from domain.rulebooks.das_amulett.state import Player, State
from domain.rulebooks.das_amulett.steward import LAST_GEM, NEW_KIND, SLOW, gem_worth, tokens_wanted

PASS: Message = {"type": "Pass"}
_LARGEST_OPENING = 4


def standing_orders(state: State, seat: int) -> tuple[Order, ...]:
    """The orders of this seat for the rest of the turn, by what it sees."""
    if not state.turn:
        return ()
    turn = f"table.turn == `{state.turn}`"
    return (*_bids(state, turn), *_offers(state, seat, turn))


def _bids(state: State, turn: str) -> Iterable[Order]:
    """As many tokens as the spell deserves, one more if that is too few, and all that there are if they are fewer."""
    spells = sorted((tokens_wanted(state, spell.name), spell.name) for spell in state.components.spells)
    for wanted, group in groupby(spells, lambda one: one[0]):
        names = _list(name for _, name in group)
        yield Order(
            (_bid("most", 1, wanted), _bid("least", wanted + 1, wanted + 1), PASS),
            turn,
            f"table.phase == 'spells' && contains({names}, table.spells.offered.name)",
        )


def _bid(place: str, least: int, most: int) -> Message:
    return {"type": "BidEnergy", "tokens": {place: {"from": least, "to": most}}}


def _offers(state: State, seat: int, turn: str) -> Iterable[Order]:
    """Up to what the best gem there is worth, and nothing without one: the kinds that are worth most come first."""
    gems = len(state.players[seat].gems)
    close = f"length(table.players[?different >= `{state.components.win_different - 1}`])"
    near = sum(_is_close(state, player) for player in state.players)
    guard = f"{turn} && length(table.players[{seat}].gems) == `{gems}` && {close} == `{near}`"
    more = sum(refund.amount for refund in effects_of(state, seat, Refund) if refund.where == "anywhere")
    kinds = sorted((-_limit(state, seat, gem), gem) for gem, _ in state.components.gems)
    for worth, group in groupby(kinds, lambda one: -one[0]):
        opening = worth // SLOW if worth // SLOW <= _LARGEST_OPENING else 1
        yield Order(
            (_offer("least", opening, worth // 10 + more), _offer("most", 1, opening), PASS),
            guard,
            f"table.phase == 'exchange' && table.on_offer[?contains({_list(gem for _, gem in group)}, @)]",
        )


def _is_close(state: State, player: Player) -> bool:
    return len(set(player.gems)) >= state.components.win_different - 1


def _limit(state: State, seat: int, gem: Gem) -> int:
    """What a gem of this kind is worth to the seat, in tenths of a card; what wins the game is kept from others."""
    rivals = (one for one, player in enumerate(state.players) if one != seat and player.cards)
    keeps = any(gem_worth(state, one, gem) >= LAST_GEM for one in rivals)
    worth = gem_worth(state, seat, gem)
    return max(worth, 3 * NEW_KIND) if keeps else worth


def _offer(place: str, least: int, most: int) -> Message:
    return {"type": "OfferMetals", "cards": {place: {"from": least, "to": most}}}


def _list(names: Iterable[str]) -> str:
    """These names as a literal of an expression."""
    return "`" + msgspec.json.encode(list(names)).decode().replace("`", "\\`") + "`"
