"""What lies on the table, as plain values for a page or a client."""

from functools import lru_cache
from typing import Any

from domain.rulebooks.amun_re_card_game.offering import favors
from domain.rulebooks.amun_re_card_game.state import (
    AUCTIONS,
    GOLD_CARDS,
    KINGDOMS,
    Bid,
    ExtendedProvince,
    Player,
    Province,
    State,
    turn_order,
    visible_ankhs,
)
from domain.secrets import Hidden


def view(state: State) -> dict[str, Any]:
    """The whole table as this state knows it; what the state hides is shown as sealed."""
    deck = len(state.players) * AUCTIONS
    dealt = len(state.dealt)
    return {
        "kingdom": state.kingdom,
        "auction": state.auction,
        "phase": state.phase,
        "pharaoh": state.pharaoh,
        "turn_order": turn_order(state),
        "row": [_bid(bid) for bid in state.row],
        "decks": [
            {"kingdom": kingdom, "left": min(deck, max(0, deck * kingdom - dealt)), "of": deck}
            for kingdom in range(1, KINGDOMS + 1)
        ],
        "offering": {
            "revealed": [list(cards) for cards in state.offered],
            "favors": list(favors(state)) if state.offered else [],
            "total": state.flood_total if state.flood else None,
            "flood": state.flood or None,
        },
        # For information: the supply has no limit (R2).
        "tokens_used": {
            "pyramids": sum(province.tokens for player in state.players for province in player.provinces),
            "points": sum(sum(player.points) for player in state.players),
        },
        "players": [_player(state, seat, player) for seat, player in enumerate(state.players)],
        "components": {
            "name": state.components.name,
            "status": state.components.status,
            "digest": state.components.digest,
            "construction_cost": list(state.components.construction_cost),
        },
    }


@lru_cache(256)
def _province(card: Province) -> dict[str, Any]:
    return {
        "id": card.id,
        "kingdom": card.kingdom,
        "ankhs": card.ankhs,
        "fields": card.fields,
        "caravan": card.caravan,
        "pyramids": card.pyramids,
    }


def _bid(bid: Bid) -> dict[str, Any]:
    return {"province": _province(bid.province), "seat": bid.seat, "gold": bid.gold}


def _extended(place: int, province: ExtendedProvince) -> dict[str, Any]:
    return {
        "place": place,
        "cards": [_province(card) for card in province.cards],
        "printed": province.pyramids - province.tokens,
        "tokens": province.tokens,
        "pyramids": province.pyramids,
    }


def _offering(offering: tuple[int, ...] | Hidden | None) -> dict[str, Any]:
    if offering is None:
        return {"sealed": False, "cards": None}
    return {"sealed": True, "cards": None if isinstance(offering, Hidden) else list(offering)}


def _player(state: State, seat: int, player: Player) -> dict[str, Any]:
    in_row = [bid.gold for bid in state.row if bid.seat == seat]
    tops = [province.top for province in player.provinces]
    return {
        "seat": seat,
        "display": list(player.display),
        "discarded": [card for card in GOLD_CARDS if card not in player.display and card not in in_row],
        "offering": _offering(player.offering),
        "acquired": None if player.acquired is None else _province(player.acquired),
        "provinces": [_extended(place, province) for place, province in enumerate(player.provinces)],
        "ankhs": visible_ankhs(player),
        "fields": sum(card.fields for card in tops),
        "caravans": sum(card.caravan for card in tops),
        "pyramids_to_place": player.to_place,
        "revenue": player.revenue,
        "step": player.step if state.phase == "development" else None,
        "points_by_kingdom": list(player.points),
        "points": sum(player.points),
    }
