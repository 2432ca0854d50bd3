"""Favor cards: drawing and selling them (AR-F)."""

from typing import Any

from msgspec.structs import replace

from domain.chance import Chance
from domain.messages import Event, Illegal
from domain.rulebooks.amun_re.changes import discard, earn, with_player
from domain.rulebooks.amun_re.commands import SellFavor
from domain.rulebooks.amun_re.events import DeckShuffled, DrawLost, FavorDrawn, FavorSold
from domain.rulebooks.amun_re.state import Favor, State
from domain.secrets import Hidden


def deck_cards(state: State) -> list[Favor]:
    """The cards in the deck, type by type; known only where no hand is hidden."""
    left = dict(state.components.favors)
    gone = [*state.discard]
    gone += [card for player in state.players for card in player.hand if not isinstance(card, Hidden)]
    for card in gone:
        left[card] -= 1
    return [card for card, count in left.items() for _ in range(count)]


def advance_draws(state: State, chance: Chance) -> Event | None:
    """The next card that is due; an empty deck is made anew of the discarded cards (AR-F4, R5)."""
    if not state.draws:
        return None
    seat = state.draws[0]
    if state.deck:
        cards = deck_cards(state)
        return FavorDrawn(seat, cards[chance.below(len(cards))])
    return DeckShuffled(len(state.discard)) if state.discard else DrawLost(seat)


def sale_options(state: State, seat: int) -> list[SellFavor]:
    """The cards that the seat may sell at its own decisions, each type once (AR-F3)."""
    cards = state.players[seat].hand
    known = [card for card, _count in state.components.favors]
    return [SellFavor(seat, card) for card in known if card in cards]


def sell(state: State, command: SellFavor) -> FavorSold:
    """The card is sold, or the reason why not."""
    if command.card not in state.players[command.seat].hand:
        raise Illegal("this Favor card is not in your hand", "AR-F3")
    return FavorSold(command.seat, command.card)


def _drawn(state: State, event: FavorDrawn) -> State:
    state = with_player(state, event.seat, hand=(*state.players[event.seat].hand, event.card))
    return replace(state, deck=state.deck - 1, draws=state.draws[1:])


EVOLVE: dict[type[Event], Any] = {
    FavorDrawn: _drawn,
    DeckShuffled: lambda state, event: replace(state, deck=event.cards, discard=()),
    DrawLost: lambda state, event: replace(state, draws=state.draws[1:]),
    FavorSold: lambda state, event: earn(discard(state, event.seat, event.card, used=False), event.seat, 1),
}
