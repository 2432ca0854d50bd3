"""The shape of the table in a viewer's state: the result of `view`, described in the API's document."""

from typing import TypedDict

from stele_whist.cards import Suit
from stele_whist.play import Phases


class Card(TypedDict):
    """A card: its number, its name and its suit."""

    card: int
    name: str
    suit: Suit


class Player(TypedDict):
    """A player's hand, and the card played in this trick; what the viewer does not know is null."""

    seat: int
    hand: list[Card | None]
    played: Card | None


class Table(TypedDict):
    """The whole table."""

    phase: Phases
    deal: int
    deals: int
    trump: Suit
    tricks: list[int]
    points: list[int]
    players: list[Player]
