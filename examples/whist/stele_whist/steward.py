"""The judgement of a sensible player: win cheaply, keep trumps, and leave a trick to the partner who takes it."""

from collections.abc import Sequence

from stele.title import Command, known
from stele_whist.cards import CARDS, HAND, SEATS, of_suit, suit_of, winner_of
from stele_whist.events import PlayCard
from stele_whist.play import State


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """How good each card is to play now."""
    hand = [known(card) for card in state.hands[seat]]
    out = {*state.played, *hand}
    return [_worth(state, seat, hand, out, command.card) for command in commands if isinstance(command, PlayCard)]


def _worth(state: State, seat: int, hand: Sequence[int], out: set[int], card: int) -> int:
    rank, is_trump = card % HAND, suit_of(card) == state.trump
    is_best = not any(other > card and other not in out for other in of_suit(CARDS, suit_of(card)))
    if not state.trick:
        length = len(of_suit(hand, suit_of(card)))
        return (60 + length if is_best else 2 * length - rank) - (10 if is_trump else 0)
    taker, best = winner_of(state.trick, state.trump)
    is_last = len(state.trick) == SEATS - 1
    is_ours = taker % 2 == seat % 2 and (is_last or best % HAND > 9 or suit_of(best) == state.trump)
    if is_ours or winner_of((*state.trick, (seat, card)), state.trump)[0] != seat:
        return -rank - (20 if is_trump else 0)  # the least card
    return (60 if is_last or is_best or is_trump else 30) - rank
