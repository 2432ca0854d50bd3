"""View of the table, as plain values for a page or a client."""

from stele.title import Show, anew, part
from titles.amun_re_card_game import shown
from titles.amun_re_card_game.state import (
    AUCTIONS,
    GOLD_CARDS,
    KINGDOMS,
    Bid,
    ExtendedProvince,
    Player,
    State,
    turn_order,
    visible_ankhs,
)


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; hidden parts are shown as sealed."""
    players = state.players
    in_row = show(_in_row, len(players), state.row)
    in_development = state.phase == "development"
    return part(
        shown.Table,
        state,
        turn_order=turn_order(state),
        row=show(_row, state.row),
        decks=show(_decks, len(players) * AUCTIONS, len(state.dealt)),
        offering=show(_offerings, state.offered, state.favors, state.flood_total, state.flood),
        # For information: the supply has no limit (R2).
        tokens_used=show(_tokens_used, players),
        players=[
            show(_player, show, seat, player, in_row[seat], in_development, at=seat)
            for seat, player in enumerate(players)
        ],
        components=show(part, shown.Components, state.components),
    )


def _decks(size: int, dealt: int) -> list[shown.Deck]:
    return [
        {"kingdom": kingdom, "left": min(size, max(0, size * kingdom - dealt)), "of": size}
        for kingdom in range(1, KINGDOMS + 1)
    ]


def _offerings(
    offered: tuple[tuple[int, ...], ...], favors: tuple[int, ...], flood_total: int, flood: int
) -> shown.Offerings:
    total = flood_total if flood else None
    return part(shown.Offerings, revealed=offered, favors=favors, total=total, flood=flood or None)


def _row(row: tuple[Bid, ...]) -> list[shown.Bid]:
    return [part(shown.Bid, bid) for bid in row]


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
    return part(shown.ExtendedProvince, province, place=place, printed=province.pyramids - province.tokens)


def _player(
    show: Show, seat: int, player: Player, in_row: tuple[int | None, ...], in_development: bool
) -> shown.Player:
    tops = [province.top for province in player.provinces]
    return part(
        shown.Player,
        player,
        seat=seat,
        discarded=_discarded(player.display, in_row),
        offering=part(shown.SealedOffering, sealed=player.offering is not None, cards=player.offering),
        provinces=show(_extended_provinces, show, seat, player.provinces, at=seat),
        ankhs=visible_ankhs(player),
        fields=sum([card.fields for card in tops]),
        caravans=sum([card.caravan for card in tops]),
        pyramids_to_place=player.to_place,
        step=player.step if in_development else None,
        points_by_kingdom=player.points,
        points=sum(player.points),
    )
