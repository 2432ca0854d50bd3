"""Chances: what tells who will win, for a logistic regression with the weights in `chances.toml`."""

from typing import NamedTuple

from titles.amun_re_card_game.state import KINGDOMS, Player, State, turn_order, visible_ankhs
from titles.amun_re_card_game.steward import heights, rows_to_come


class Standing(NamedTuple):
    """One seat's features: points; the points of its rows of Pyramids until the end, the complete rows, its Pyramids.

    And Pyramids to place, the Gold of its display, the cards in it, Gold on the Revenue track; uncovered Fields,
    Caravans and Ankhs; whether it is the Pharaoh, and its place in turn order.
    """

    points: float
    rows_to_come: float
    rows: float
    pyramids: float
    to_place: float
    display: float
    cards: float
    revenue: float
    fields: float
    caravans: float
    ankhs: float
    pharaoh: float
    order: float


FEATURES = Standing._fields
PARTS_OF_A_KINGDOM = 4
STAGES = KINGDOMS * PARTS_OF_A_KINGDOM
"""In each Kingdom the first two auctions, the third one, the offering, and the development."""


def features(state: State) -> tuple[Standing, ...]:
    """The features of all seats."""
    order = turn_order(state)
    return tuple([_standing(state, player, order.index(seat)) for seat, player in enumerate(state.players)])


def _standing(state: State, player: Player, place: int) -> Standing:
    built = heights(player)
    return Standing(
        points=sum(player.points),
        rows_to_come=rows_to_come(state, player),
        rows=min(built, default=0),
        pyramids=sum(built),
        to_place=player.to_place,
        display=sum(player.display),
        cards=len(player.display),
        revenue=player.revenue,
        fields=sum([province.top.fields for province in player.provinces]),
        caravans=sum([province.top.caravan for province in player.provinces]),
        ankhs=visible_ankhs(player),
        pharaoh=place == 0,
        order=place / len(state.players),
    )


def stage(state: State) -> int:
    """The stage of the game, by Kingdom and phase."""
    match state.phase:
        case "display" | "auction" | "pharaoh":
            part = int(state.auction > 2)
        case "offering" | "flood" | "favours":
            part = 2
        case _:
            part = 3
    return PARTS_OF_A_KINGDOM * (state.kingdom - 1) + part
