"""A sensible player's view of each answer, one step ahead, from what the seat may know."""

from domain.messages import Command
from domain.rulebooks.amun_re_card_game.commands import (
    BuildPyramids,
    ChooseGold,
    ExtendProvince,
    PlaceGold,
    PlacePyramid,
    PrepareGold,
    SealOffering,
)
from domain.rulebooks.amun_re_card_game.state import KINGDOMS, Province, State

GOLD_WORTH_KEEPING = 12


def province_worth(card: Province) -> int:
    """What a Province is worth, in tenths of a Gold: its income, lasting Pyramids, Ankhs for the Pharaoh's point."""
    income = 20 * card.fields + 55 * card.caravan
    return income + 35 * card.pyramids + 9 * card.ankhs


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    player = state.players[seat]
    match command:
        case ChooseGold(_, cards) | PrepareGold(_, cards):
            # Many different cards leave most choices in three auctions and the offering.
            return 10 * len(cards) - max(cards)
        case PlaceGold(_, gold, identity):
            bid = next(bid for bid in state.row if bid.province.id == identity)
            return province_worth(bid.province) - 10 * gold
        case ExtendProvince(_, place):
            assert player.acquired is not None
            province = player.provinces[place]
            balance = -40 * (province.pyramids + player.acquired.pyramids)
            return balance - province_worth(province.top)
        case SealOffering(_, cards):
            total = sum(cards)
            wish = 5 if state.kingdom < KINGDOMS else 7
            return 10 * min(total, wish) - 12 * max(0, total - wish) - len(cards)
        case PlacePyramid(_, place):
            return -place
        case BuildPyramids(_, count):
            left = player.revenue - state.components.construction_cost[count]
            return 10 * count - 4 * max(0, GOLD_WORTH_KEEPING - left)
    return 0
