"""View of the table, as plain values for a page or a client."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from stele.title import Hidden, Show, anew, part
from titles.amun_re import shown
from titles.amun_re.auction import is_protected, least_space, next_bidder
from titles.amun_re.components import certainties
from titles.amun_re.harvest import income
from titles.amun_re.scoring import GOLD_POINTS, bank_winners, points_for
from titles.amun_re.state import (
    Bid,
    Components,
    Land,
    Offer,
    OfferingTile,
    Player,
    Province,
    State,
    cost,
    in_order,
    most_affordable,
    stones_left,
)

_NO_TILE = OfferingTile(0, 0, 0, 0, False)


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; of hidden things it contains only the number."""
    components, players = state.components, state.players
    provinces, estates, banks = show(_landscape, show, len(players), components, state.lands)
    tiles, described = show(_printed, components)
    harvested = state.queue if state.phase == "harvest" else ()
    return part(
        shown.Table,
        state,
        turn_order=in_order(state),
        goods=state.goods if state.phase == "market" else None,
        prices=_prices(max([player.gold for player in players])),
        row=show(_row, state.row, components.bid_track, [is_protected(state, bid) for bid in state.row]),
        bidder=next(iter(next_bidder(state)), None) if state.phase == "auction" else None,
        provinces=provinces,
        stones_left=stones_left(state),
        offering=show(_offering, state.offers, state.total, state.tile, state.rewards),
        players=show(
            _players,
            show,
            players,
            show(_holdings, show, estates, banks, None if state.tile is None else components.tiles[state.tile]),
            state.expert,
            {seat: part(shown.Income, income(state, seat)) for seat in harvested},
        ),
        banks=banks,
        bid_track=components.bid_track,
        tiles=tiles,
        components=described,
    )


def _printed(components: Components) -> tuple[list[shown.OfferingTile], shown.Components]:
    """The constant parts: the tiles, and the origin of the data."""
    tiles = [part(shown.OfferingTile, tile, min=tile.least, max=tile.most) for tile in components.tiles]
    return tiles, part(shown.Components, components, favors=dict(components.favors))


Estate = list[tuple[Province, Land]]
"""A seat's provinces."""


def _landscape(
    show: Show, seats: int, components: Components, lands: tuple[Land, ...]
) -> tuple[list[shown.Land], list[Estate], shown.Banks]:
    """The provinces, their owners, and the winner of each bank, from the provinces alone."""
    sure = certainties(components.digest)
    estates: list[Estate] = [[] for _seat in range(seats)]
    shown = []
    for province, land in zip(components.provinces, lands, strict=True):
        shown.append(show(_land, province, land, sure.get(province.id), at=province.id))
        if land.owner is not None:
            estates[land.owner].append((province, land))
    return shown, estates, show(_banks, components, lands)


def _banks(components: Components, lands: tuple[Land, ...]) -> shown.Banks:
    landscape = State(components, False, (), lands)
    return {"west": sorted(bank_winners(landscape, "west")), "east": sorted(bank_winners(landscape, "east"))}


def _gold_points(golds: Sequence[int]) -> list[int]:
    """The points of each seat's Gold at the end."""
    ranked = sorted(golds, reverse=True)
    places = [ranked.index(gold) for gold in golds]
    return [GOLD_POINTS[place] if place < len(GOLD_POINTS) else 0 for place in places]


def _offering(offers: tuple[Offer, ...], total: int, tile: int | None, rewards: tuple[int, ...]) -> shown.Offering:
    return part(shown.Offering, offers=offers, total=total if offers else None, tile=tile, rewards=rewards)


def _prices(most_gold: int) -> list[int]:
    """The price of one item of a kind, of two, and so on, up to seven or the largest affordable number (AR-M2)."""
    return [cost(count) for count in range(1, max(7, most_affordable(most_gold)) + 1)]


def _land(province: Province, land: Land, certainty: Any) -> shown.Land:
    bonus = {"stones": province.bonus_stones, "favor": province.bonus_favor, "gold": province.bonus_gold}
    printed = part(shown.PrintedProvince, province, bonus=bonus)
    return part(shown.Land, land, **printed, certainty=certainty)


def _row(row: tuple[Bid, ...], track: tuple[int, ...], protected: Sequence[bool]) -> list[shown.Bid]:
    return [_bid(bid, track, is_so) for bid, is_so in zip(row, protected, strict=True)]


def _bid(bid: Bid, track: tuple[int, ...], protected: bool) -> shown.Bid:
    least = least_space(bid, protected)
    return part(
        shown.Bid,
        bid,
        gold=None if bid.seat is None else track[bid.space],
        next=track[least] if least < len(track) else None,
        protected=protected,
    )


class _Holding(NamedTuple):
    """The contents of a seat's provinces, and the points of a scoring now, without yellow cards.

    Temples count only with a tile in the delta.
    """

    provinces: list[str]
    pyramids: int
    stones: int
    temples: int | None
    sets: int
    west: int
    east: int
    total: int


def _holdings(show: Show, estates: list[Estate], banks: shown.Banks, tile: OfferingTile | None) -> list[_Holding]:
    west, east = banks["west"], banks["east"]
    return [show(_holding, estate, tile, seat in west, seat in east, at=seat) for seat, estate in enumerate(estates)]


def _holding(estate: Estate, tile: OfferingTile | None, in_west: bool, in_east: bool) -> _Holding:
    points = points_for(estate, tile or _NO_TILE, in_west, in_east, 0)
    return _Holding(
        provinces=[province.id for province, _land in estate],
        pyramids=points.pyramids,
        stones=sum([land.stones for _province, land in estate]),
        temples=None if tile is None else points.temples,
        sets=points.sets,
        west=points.west,
        east=points.east,
        total=points.total,
    )


def _players(
    show: Show,
    players: tuple[Player, ...],
    holdings: list[_Holding],
    expert: bool,
    incomes: dict[int, shown.Income],
) -> list[shown.Player]:
    gold_points = _gold_points([player.gold for player in players])
    return [
        show(_player, seat, player, holdings[seat], gold_points[seat], expert, incomes.get(seat), at=seat)
        for seat, player in enumerate(players)
    ]


def _known(things: tuple[Any, ...]) -> list[Any] | None:
    """The things, or none if some of them are hidden."""
    for one in things:
        if isinstance(one, Hidden):
            return None
    return [*things]


def _player(
    seat: int, player: Player, holding: _Holding, gold_points: int, expert: bool, income: shown.Income | None
) -> shown.Player:
    """A player's possessions, in hand and in the provinces."""
    return part(
        shown.Player,
        player,
        seat=seat,
        favor_cards=len(player.hand),
        hand=_known(player.hand),
        provinces=holding.provinces,
        provinces_in_hand=len(player.provinces) if expert else None,
        province_hand=_known(player.provinces) if expert else None,
        chosen=part(shown.Chosen, sealed=player.chosen is not None, province=player.chosen),
        offer=Offer(*player.offer) if isinstance(player.offer, tuple) else None,
        to_place=part(shown.ToPlace, player),
        pyramids=holding.pyramids,
        stones=holding.stones,
        points_by_scoring=player.points,
        points=sum(player.points),
        scoring=part(shown.Scoring, holding, gold=gold_points),
        income=income,
    )
