"""The table as plain values, and the sentences of events and commands."""

from stele.title import Command, Event, Hidden, SeatName, Sentence, Show, anew, part, say, say_fields, say_number
from stele_whist import shown
from stele_whist.cards import name_of, suit_of
from stele_whist.events import DealScored, HandDealt, TeamsSeated
from stele_whist.play import State, phase_of


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as the drawing gets it."""
    hands = state.hands + ((),) * (4 - len(state.hands))
    return part(
        shown.Table,
        state,
        phase=phase_of(state),
        deal=min(state.deal, state.deals),
        players=[show(_player, seat, hand, dict(state.trick).get(seat), at=seat) for seat, hand in enumerate(hands)],
    )


def _player(seat: int, hand: tuple[int | Hidden, ...], played: int | None) -> shown.Player:
    return {"seat": seat, "hand": [_card(card) for card in hand], "played": _card(played)}


def _card(card: int | Hidden | None) -> shown.Card | None:
    if card is None or isinstance(card, Hidden):
        return None
    return {"card": card, "name": name_of(card), "suit": suit_of(card)}


def narrate(event: Event) -> Sentence:
    """The sentence of this event."""
    match event:
        case TeamsSeated(deals):
            return say_number("The game lasts {number} deal.", "The game lasts {number} deals.", deals)
        case HandDealt(seat, Hidden()):
            return say("{player} is dealt thirteen cards.", player=SeatName(seat))
        case HandDealt(seat, tuple(cards)):
            return say("{player} is dealt {cards}.", player=SeatName(seat), cards=" ".join(map(name_of, cards)))
        case DealScored((ours, theirs)):
            return say("The deal is over: {ours} to {theirs} points.", ours=ours, theirs=theirs)
    return say_fields(event, card=name_of)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    return say_fields(command, card=name_of)
