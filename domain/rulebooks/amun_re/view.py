"""What lies on the table, as plain values for a page or a client."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from domain.rulebooks.amun_re.auction import least_space, next_bidder
from domain.rulebooks.amun_re.components import certainties
from domain.rulebooks.amun_re.harvest import income
from domain.rulebooks.amun_re.scoring import GOLD_POINTS, bank_winners, pyramids_of, score, stones_of
from domain.rulebooks.amun_re.state import (
    Bid,
    Land,
    Offer,
    Player,
    Province,
    State,
    cost,
    in_order,
    most_affordable,
    owned,
    stones_left,
)
from domain.secrets import Hidden


def view(state: State) -> dict[str, Any]:
    """The whole table as this state knows it; of what is hidden only its number is told."""
    components = state.components
    return {
        "kingdom": state.kingdom,
        "round": state.round,
        "phase": state.phase,
        "start": state.start,
        "next_start": state.next_start,
        "turn_order": list(in_order(state)),
        "queue": list(state.queue),
        "goods": state.goods if state.phase == "market" else None,
        "prices": _prices(state),
        "row": [_bid(state, bid) for bid in state.row],
        "bidder": next(iter(next_bidder(state)), None) if state.phase == "auction" else None,
        "provinces": [
            _province(province) | _land(land) | {"certainty": certainties(components.digest).get(province.id)}
            for province, land in zip(components.provinces, state.lands, strict=True)
        ],
        "deck": state.deck,
        "discard": list(state.discard),
        "farmers_left": state.farmers_left,
        "stones_left": stones_left(state),
        "offering": {
            "offers": [_offer(offer) for offer in state.offers],
            "total": state.total if state.offers else None,
            "tile": state.tile,
            "rewards": list(state.rewards),
        },
        "players": [_player(state, seat, player) for seat, player in enumerate(state.players)],
        "banks": {"west": sorted(bank_winners(state, "west")), "east": sorted(bank_winners(state, "east"))},
        "expert": state.expert,
        "bid_track": list(components.bid_track),
        "tiles": [
            {
                "min": tile.least,
                "max": tile.most,
                "farmer_income": tile.farmer_income,
                "temple_points": tile.temple_points,
                "camel": tile.camel,
            }
            for tile in components.tiles
        ],
        "components": {
            "name": components.name,
            "status": components.status,
            "digest": components.digest,
            "adjust": components.adjust,
            "min_farmers": components.min_farmers,
            "favors": dict(components.favors),
        },
    }


def _prices(state: State) -> list[int]:
    """What one thing of a kind costs, what two cost, and so on: seven, or as many as anybody could buy (AR-M2)."""
    most = max(most_affordable(player.gold) for player in state.players)
    return [cost(count) for count in range(1, max(7, most) + 1)]


@lru_cache(64)
def _province(province: Province) -> dict[str, Any]:
    return {
        "id": province.id,
        "name": province.name,
        "bank": province.bank,
        "half": province.half,
        "river": province.river,
        "fields": province.fields,
        "favor": province.favor,
        "gold_mine": province.gold_mine,
        "caravan": province.caravan,
        "temples": province.temples,
        "bonus": {"stones": province.bonus_stones, "favor": province.bonus_favor, "gold": province.bonus_gold},
    }


def _land(land: Land) -> dict[str, Any]:
    return {
        "owner": land.owner,
        "farmers": land.farmers,
        "free_farmers": land.free_farmers,
        "stones": land.stones,
        "pyramids": land.pyramids,
    }


def _bid(state: State, bid: Bid) -> dict[str, Any]:
    track = state.components.bid_track
    least = least_space(state, bid)
    return {
        "province": bid.province,
        "seat": bid.seat,
        "gold": None if bid.seat is None else track[bid.space],
        "next": track[least] if least < len(track) else None,
        "protected": bid.seat is not None and state.players[bid.seat].protected,
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {"gold": offer.gold, "theft": offer.theft, "adjusts": offer.adjusts}


def _known(things: tuple[Any, ...]) -> list[Any] | None:
    """The things, or none when some of them are hidden."""
    return None if any(isinstance(one, Hidden) for one in things) else list(things)


def _player(state: State, seat: int, player: Player) -> dict[str, Any]:
    scoring_cards = player.scoring_cards
    return {
        "seat": seat,
        "gold": player.gold,
        "favor_cards": len(player.hand),
        "hand": _known(player.hand),
        "used": list(player.used),
        "banned": player.banned,
        "protected": player.protected,
        "provinces": [state.components.provinces[place].id for place in owned(state, seat)],
        "provinces_in_hand": len(player.provinces) if state.expert else None,
        "province_hand": _known(player.provinces) if state.expert else None,
        "chosen": {
            "sealed": player.chosen is not None,
            "province": player.chosen if isinstance(player.chosen, str) else None,
        },
        "sealed": player.sealed,
        "offer": _offer(Offer(*player.offer)) if isinstance(player.offer, tuple) else None,
        "scoring_cards": None if isinstance(scoring_cards, Hidden) else list(scoring_cards),
        "to_place": {"farmers": player.farmers, "stones": player.stones},
        "treasury": player.treasury,
        "great_harvest": player.great_harvest,
        "pyramids": pyramids_of(state, seat),
        "stones": stones_of(state, seat),
        "points_by_scoring": list(player.points),
        "points": sum(player.points),
        "scoring": _scoring(state, seat),
        "income": _income(state, seat) if state.phase == "harvest" and seat in state.queue else None,
    }


def _scoring(state: State, seat: int) -> dict[str, int | None]:
    """What a scoring would bring now, without yellow cards; Temples count only with a tile in the delta."""
    scored = score(state if state.tile is not None else replace(state, tile=0), seat, 0)
    temples = scored.temples if state.tile is not None else None
    place = sum(player.gold > state.players[seat].gold for player in state.players)
    return {
        "temples": temples,
        "pyramids": scored.pyramids,
        "sets": scored.sets,
        "west": scored.west,
        "east": scored.east,
        "total": scored.total if temples is not None else scored.total - scored.temples,
        "gold": GOLD_POINTS[place] if place < len(GOLD_POINTS) else 0,
    }


def _income(state: State, seat: int) -> dict[str, int]:
    """What the harvest brings this seat, by its sources."""
    taken = income(state, seat)
    return {
        "mines": taken.mines,
        "caravans": taken.caravans,
        "farmers": taken.farmers,
        "treasury": taken.treasury,
        "total": taken.total,
    }
