"""A sensible player's view of each answer, from what the seat may know."""

from domain.messages import Command
from domain.rulebooks.amun_re import commands as wishes
from domain.rulebooks.amun_re.state import Player, State, cost, owned, place_of

KEEP_GOLD = 4


def appraise(state: State, seat: int, command: Command) -> int:
    """How good this legal command looks; only comparisons between commands of one moment mean anything."""
    player = state.players[seat]
    match command:
        case wishes.ChooseProvince(_, province):
            return -_worth(state, province)
        case wishes.PlaceBid(_, province, gold, bribe, protection):
            return 10 * _worth(state, province) - 10 * gold - 30 * bribe - 40 * protection - 3 * gold * gold // 10
        case wishes.BuyFarmers(_, count):
            return 1000 + 10 * _farmers_worth(state, count) - 10 * cost(count)
        case wishes.BuyStones(_, count):
            return 1000 + _stones_worth(state, seat, count) - 10 * cost(count) - _poverty(player, cost(count))
        case wishes.BuyFavor(_, count):
            return 1000 + 15 * count - 10 * cost(count) if player.gold > cost(count) + 12 else 0
        case wishes.EndMarket():
            return 1000
        case wishes.PlayArchitect(_, province):
            return 1100 + stone_place(state, province)
        case wishes.PlayFreeFarmer():
            return 1090
        case wishes.PlaceFarmer():
            return 100
        case wishes.PlaceStone(_, province):
            return 100 + stone_place(state, province)
        case wishes.SellFavor():
            return -500
        case wishes.SealOffering(_, gold, theft, adjusts):
            return _offering(player, gold, theft) - 5 * adjusts
        case wishes.DeclareAdjustment(_, amount):
            return amount if any(state.lands[place].farmers for place in owned(state, seat)) else -amount
        case wishes.TakeReward(_, favor, farmers, stones):
            return 10 * favor + 30 * farmers * farmers_pay(state) + 32 * stones
        case wishes.PlayTreasury(_, province):
            return 8 - _income(state, province)
        case wishes.PlayGreatHarvest(_, province):
            place = place_of(state, province)
            return 0 if place is None else state.lands[place].farmers + state.lands[place].free_farmers - 1
        case wishes.TakeIncome():
            return 0
        case wishes.SealScoringCards(_, cards):
            return len(cards)
    return 0


def _worth(state: State, name: str) -> int:
    """Gold that a province seems worth: what stands there, what it brings for the rounds that are left."""
    place = place_of(state, name)
    assert place is not None
    province, land = state.components.provinces[place], state.lands[place]
    rounds = 4 - state.round
    worth = 4 * land.pyramids + land.stones + province.bonus_stones + province.bonus_favor + province.bonus_gold
    worth += province.gold_mine * rounds * 2 // 3 + province.caravan * rounds // 3
    return worth + province.fields * rounds // 2 + 2 * province.temples + province.favor // 2


def _farmers_worth(state: State, count: int) -> int:
    return 2 * count * (4 - state.round)


def _stones_worth(state: State, seat: int, count: int) -> int:
    """Whole pyramids are what counts; lone Stones are a beginning."""
    lying = sum(state.lands[place].stones for place in owned(state, seat))
    built = (lying + count) // 3
    return 110 * built + 25 * (count - 3 * max(0, built - lying // 3))


def _poverty(player: Player, price: int) -> int:
    return 12 * max(0, KEEP_GOLD - (player.gold - price))


def farmers_pay(state: State) -> bool:
    """Whether a Farmer still brings an income after this round's."""
    return state.round < 3


def stone_place(state: State, name: str) -> int:
    """How well a Stone lies there: complete what is begun, first where there are the fewest pyramids, for the sets."""
    place = place_of(state, name)
    assert place is not None
    land = state.lands[place]
    return 10 * land.stones - 4 * land.pyramids


def _offering(player: Player, gold: int, theft: bool) -> int:
    if theft:
        return 18 if player.gold < 3 else 0
    wish = min(player.gold, 2 + player.gold // 3, 9)
    return 20 - 3 * abs(gold - wish)


def _income(state: State, name: str) -> int:
    place = place_of(state, name)
    assert place is not None and state.tile is not None
    province, land, tile = state.components.provinces[place], state.lands[place], state.components.tiles[state.tile]
    caravan = province.caravan if tile.camel else 0
    return province.gold_mine + caravan + tile.farmer_income * (land.farmers + land.free_farmers)
