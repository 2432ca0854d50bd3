"""What lies on the table, as plain values for a page or a client."""

from functools import lru_cache
from typing import Any

from domain.rulebooks.amun_re.auction import least_space, next_bidder
from domain.rulebooks.amun_re.components import certainties
from domain.rulebooks.amun_re.scoring import bank_winners, pyramids_of, stones_of
from domain.rulebooks.amun_re.state import Bid, Land, Offer, Player, Province, State, in_order, owned, stones_left
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
    }
