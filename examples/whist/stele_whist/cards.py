"""The cards: numbers from 0 to 51, suit by suit, from the two to the ace."""

from collections.abc import Iterable
from typing import Literal

Suit = Literal["clubs", "diamonds", "hearts", "spades"]
SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")
TRUMPS = ("hearts", "clubs", "diamonds", "spades")
CARDS = tuple(range(52))
SEATS, HAND = 4, 13
_RANKS = (*map(str, range(2, 11)), "J", "Q", "K", "A")


def suit_of(card: int) -> Suit:
    """The suit of this card."""
    return SUITS[card // HAND]


def name_of(card: int) -> str:
    """The rank and suit of this card, such as Q♠."""
    return _RANKS[card % HAND] + "♣♦♥♠"[card // HAND]


def of_suit(cards: Iterable[int], suit: str) -> list[int]:
    """The cards of this suit."""
    return [card for card in cards if suit_of(card) == suit]


def winner_of(trick: Iterable[tuple[int, int]], trump: str) -> tuple[int, int]:
    """The seat and the card that take these cards, the first of which was led (T3)."""
    (first, led), *others = trick
    best = (first, led)
    for seat, card in others:
        same = suit_of(card) == suit_of(best[1])
        if (same and card > best[1]) or (not same and suit_of(card) == trump):
            best = (seat, card)
    return best
