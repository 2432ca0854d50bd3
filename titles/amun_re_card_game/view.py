"""View of the table, as plain values for a page or a client."""

from stele.title import Hidden, Show, anew
from titles.amun_re_card_game import shown
from titles.amun_re_card_game.state import (
    AUCTIONS,
    GOLD_CARDS,
    KINGDOMS,
    Bid,
    Components,
    ExtendedProvince,
    Player,
    Province,
    State,
    turn_order,
    visible_ankhs,
)


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; hidden parts are shown as sealed."""
    players = state.players
    order = turn_order(state)
    in_row = show(_in_row, len(players), state.row)
    in_development = state.phase == "development"
    return {
        "kingdom": state.kingdom,
        "auction": state.auction,
        "phase": state.phase,
        "pharaoh": state.pharaoh,
        "turn_order": list(order),
        "row": show(_row, state.row),
        "decks": show(_decks, len(players) * AUCTIONS, len(state.dealt)),
        "offering": show(_offerings, state.offered, state.favors, state.flood_total, state.flood),
        # For information: the supply has no limit (R2).
        "tokens_used": show(_tokens_used, players),
        "players": [
            show(_player, show, seat, player, in_row[seat], in_development, at=seat)
            for seat, player in enumerate(players)
        ],
        "components": show(_components, state.components),
    }


def _decks(size: int, dealt: int) -> list[shown.Deck]:
    return [
        {"kingdom": kingdom, "left": min(size, max(0, size * kingdom - dealt)), "of": size}
        for kingdom in range(1, KINGDOMS + 1)
    ]


def _offerings(
    offered: tuple[tuple[int, ...], ...], favors: tuple[int, ...], flood_total: int, flood: int
) -> shown.Offerings:
    return {
        "revealed": [list(cards) for cards in offered],
        "favors": list(favors),
        "total": flood_total if flood else None,
        "flood": flood or None,
    }


def _components(components: Components) -> shown.Components:
    return {
        "name": components.name,
        "status": components.status,
        "digest": components.digest,
        "construction_cost": list(components.construction_cost),
    }


def _province(card: Province) -> shown.Province:
    return {
        "id": card.id,
        "kingdom": card.kingdom,
        "ankhs": card.ankhs,
        "fields": card.fields,
        "caravan": card.caravan,
        "pyramids": card.pyramids,
    }


def _row(row: tuple[Bid, ...]) -> list[shown.Bid]:
    return [*map(_bid, row)]


def _bid(bid: Bid) -> shown.Bid:
    return {"province": _province(bid.province), "seat": bid.seat, "gold": bid.gold}


def _in_row(seats: int, row: tuple[Bid, ...]) -> list[tuple[int | None, ...]]:
    """The Gold cards of each seat in the auction's row."""
    return [tuple([bid.gold for bid in row if bid.seat == seat]) for seat in range(seats)]


def _discarded(display: tuple[int, ...], in_row: tuple[int | None, ...]) -> list[int]:
    """The Gold cards of a seat that are neither in front of it nor in the auction's row."""
    return [card for card in GOLD_CARDS if card not in display and card not in in_row]


def _tokens_used(players: tuple[Player, ...]) -> shown.Tokens:
    return {
        "pyramids": sum([province.tokens for player in players for province in player.provinces]),
        "points": sum([sum(player.points) for player in players]),
    }


def _extended_provinces(show: Show, seat: int, provinces: tuple[ExtendedProvince, ...]) -> list[shown.ExtendedProvince]:
    return [show(_extended_province, place, province, at=(seat, place)) for place, province in enumerate(provinces)]


def _extended_province(place: int, province: ExtendedProvince) -> shown.ExtendedProvince:
    return {
        "place": place,
        "cards": [_province(card) for card in province.cards],
        "printed": province.pyramids - province.tokens,
        "tokens": province.tokens,
        "pyramids": province.pyramids,
    }


def _offering(offering: tuple[int, ...] | Hidden | None) -> shown.SealedOffering:
    if offering is None:
        return {"sealed": False, "cards": None}
    return {"sealed": True, "cards": None if isinstance(offering, Hidden) else list(offering)}


def _player(
    show: Show, seat: int, player: Player, in_row: tuple[int | None, ...], in_development: bool
) -> shown.Player:
    tops = [province.top for province in player.provinces]
    return {
        "seat": seat,
        "display": list(player.display),
        "discarded": _discarded(player.display, in_row),
        "offering": _offering(player.offering),
        "acquired": None if player.acquired is None else _province(player.acquired),
        "provinces": show(_extended_provinces, show, seat, player.provinces, at=seat),
        "ankhs": visible_ankhs(player),
        "fields": sum([card.fields for card in tops]),
        "caravans": sum([card.caravan for card in tops]),
        "pyramids_to_place": player.to_place,
        "revenue": player.revenue,
        "step": player.step if in_development else None,
        "points_by_kingdom": list(player.points),
        "points": sum(player.points),
    }
