"""Favor cards: drawing and selling them (AR-F)."""

from msgspec.structs import replace

from stele.title import Chance, Illegal, Phase, PhaseRules, change_player, decides, gettext_noop, known
from titles.amun_re.changes import discard, earn
from titles.amun_re.commands import SellFavor
from titles.amun_re.events import DeckShuffled, DrawLost, FavorDrawn, FavorSold
from titles.amun_re.state import Favor, State


def deck_cards(state: State) -> list[Favor]:
    """The cards in the deck, by type; they are known only where no hand is hidden."""
    left = dict(state.components.favors)
    held: list[Favor] = [known(card) for player in state.players for card in player.hand]
    for card in [*state.discard, *held]:
        left[card] -= 1
    return [card for card, count in left.items() for _ in range(count)]


def draw(state: State, chance: Chance) -> FavorDrawn | DeckShuffled | DrawLost:
    """Draw the next due card; an empty deck is made from the discarded cards (AR-F4, R5)."""
    seat = state.draws[0]
    if state.deck:
        cards = deck_cards(state)
        return FavorDrawn(seat, cards[chance.below(len(cards))])
    return DeckShuffled(len(state.discard)) if state.discard else DrawLost(seat)


def sale_options(state: State, seat: int) -> list[SellFavor]:
    """The cards that the seat may sell at its own decisions, each type once (AR-F3)."""
    cards = {known(card) for card in state.players[seat].hand}
    if not cards:
        return []
    return [SellFavor(seat, card) for card, _count in state.components.favors if card in cards]


def sell(state: State, command: SellFavor) -> FavorSold:
    """The event for selling the card, or why it is not allowed."""
    if command.card not in state.players[command.seat].hand:
        raise Illegal("this Favor card is not in your hand", "AR-F3")
    return FavorSold(command.seat, command.card)


SALES = (
    decides(
        SellFavor,
        sell,
        "AR-F3",
        refusal=gettext_noop("you can sell Favor cards only when it is your turn to decide, before the scoring"),
    ),
)
"""Part of the commands of each phase in which cards are sold (R7)."""


def _drawn(state: State, event: FavorDrawn) -> State:
    hand = (*state.players[event.seat].hand, event.card)
    return replace(change_player(state, event.seat, hand=hand), deck=state.deck - 1, draws=state.draws[1:])


def _shuffled(state: State, event: DeckShuffled) -> State:
    return replace(state, deck=event.cards, discard=())


def _lost(state: State, event: DrawLost) -> State:
    return replace(state, draws=state.draws[1:])


def _sold(state: State, event: FavorSold) -> State:
    return earn(discard(state, event.seat, event.card, used=False), event.seat, 1)


PHASE_RULES = PhaseRules(
    phases={"draws": Phase("AR-F4", advance=draw)},
    events=(_drawn, _shuffled, _lost, _sold),
)
