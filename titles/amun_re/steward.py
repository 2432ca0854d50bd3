"""Steward: a sensible player's evaluation of each answer, in points, from what the seat may know.

Gold is worth what it will buy, a province its points and income until the Kingdom's end, an offering its probable
rewards and flood. `building` evaluates Stones; all purchases in a market share one purse.
"""

from collections.abc import Sequence
from functools import cached_property
from math import exp, sqrt

from msgspec import Struct

from stele.title import Command
from titles.amun_re import commands
from titles.amun_re.building_values import (
    built_with_bonus,
    gain_by_architect,
    stone_gains,
    stone_worth,
    worth_of_built,
)
from titles.amun_re.market import most_of, open_fields
from titles.amun_re.offering import REWARD_OF_THE_OTHERS, REWARDS
from titles.amun_re.scoring import CARD_POINTS
from titles.amun_re.state import (
    KINGDOMS,
    ROUNDS,
    THEFT_GOLD,
    YELLOW,
    OfferingTile,
    Phase,
    Player,
    Province,
    State,
    cost,
    most_affordable,
    owned,
    place_of,
)

FORESIGHT, EXPLORE = 0, 0.2
"""A search asks for the prospects immediately, so it plays three times as many games and relies on them more."""

# In points: a Gold, and one of the last harvest; the additional value of the first Gold kept.
GOLD, LAST_GOLD, NEED = 0.25, 0.15, 0.2
KEEP, KEEP_LAST = 10, 6
# A Favor card, and the discount for each further one; the chance of fulfilling a yellow card with this many provinces.
CARD, NEXT_CARD = 0.6, 0.85
FITS = (0.08, 0.15, 0.28, 0.5)
BRIBE = PROTECTION = 0.5
# The average Gold of a flood for a Farmer or a Temple; the chance of a camel; the share of Fields with Farmers.
LEVEL, CAMEL, FARMED, MOST_FARMED = 2.3, 0.5, 0.21, 5
SYMBOL, MOST_SYMBOLS = 0.1, 3
STONE = 0.8
# The probable offers of others: a fixed amount, and a share of their Gold, up to this limit; and the uncertainty.
OFFER, SHARE, MOST_OFFERED, DOUBT = 2.0, 0.3, 9.0, 1.5
FIRST, ENVY = 0.1, 0.5
MOST_STONES = 9
# A seat's expected points: of Gold before the last market and of a harvest's income, of each Favor card, of a yellow
# card by its chance, of a Gold mine and a Caravan; and how well such points predict the winner, by Kingdom and round.
GOLD_TO_SPEND, HARVESTED, A_CARD, YELLOW_CARD, A_MINE, A_CARAVAN = 0.45, 0.23, 0.5, 1.3, 0.18, 0.38
LASTING = ((0.16, 0.22, 0.18), (0.25, 0.33, 0.375))
_AFTER_HARVEST = frozenset[Phase](("deal", "scoring", "points", "gold"))
AFTER_MARKET = frozenset[Phase](("offering", "adjustment", "reward", "harvest", *_AFTER_HARVEST))
_SCALE = 1000
_FIRST_OF_ALL = 1000


class Moment(Struct, frozen=True, dict=True):
    """The view of an asked seat; the common part of several answers is evaluated once."""

    state: State
    seat: int

    @cached_property
    def plans(self) -> tuple[tuple[float, ...], ...]:
        """The value of cards, Farmers or Stones by number, with the best use of the rest of this market."""
        return _plans(self.state, self.seat)

    @cached_property
    def harvests(self) -> tuple[tuple[float, ...], ...]:
        """The points of each seat's harvest with each tile."""
        seats = range(len(self.state.players))
        tiles = self.state.components.tiles
        return tuple([tuple([_harvest(self.state, seat, tile) for seat in seats]) for tile in tiles])


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """The value of these legal commands; only comparisons between commands of one moment are meaningful."""
    moment = Moment(state, seat)
    return [round(_SCALE * _points(moment, command)) for command in commands]


def _points(moment: Moment, command: Command) -> float:
    state, seat = moment.state, moment.seat
    match command:
        case commands.ChooseProvince(_, province):
            return -_province(state, seat, province)
        case commands.PlaceBid(_, province, gold, bribe, protection):
            left = _purse(state, state.players[seat].gold - gold)
            return _province(state, seat, province) + left - BRIBE * bribe - PROTECTION * protection
        case commands.BuyFavor(_, count):
            return moment.plans[0][count]
        case commands.BuyFarmers(_, count):
            return moment.plans[1][count]
        case commands.BuyStones(_, count):
            return moment.plans[2][count]
        case commands.EndMarket():
            return moment.plans[2][0]
        case commands.PlayArchitect(_, province):
            gain = gain_by_architect(state, seat, province)
            return gain + (_FIRST_OF_ALL if gain > 0 else -_FIRST_OF_ALL)
        case commands.PlayFreeFarmer():
            return _FIRST_OF_ALL
        case commands.PlaceStone(_, province):
            return stone_worth(state, seat, province)
        case commands.SellFavor():
            return -_FIRST_OF_ALL
        case commands.SealOffering(_, gold, theft, adjusts):
            return _offering(moment, gold, theft) - CARD * adjusts
        case commands.DeclareAdjustment(_, amount):
            return _flood(moment, state.total + amount, 0.01)
        case commands.TakeReward(_, favor, farmers, stones):
            first, second = (farmers, stones) if farmers_pay(state) else (stones, farmers)
            return 1 + first + second / 10 + favor / 100
        case commands.PlayTreasury(_, province):
            return 8 - _income(state, province)
        case commands.PlayGreatHarvest(_, province):
            return farmers_in(state, province) - 1
        case commands.SealScoringCards(_, cards):
            return len(cards)
    return 0  # a Farmer's place, and harvesting immediately


def prospects(state: State) -> tuple[float, ...]:
    """How near each seat is to winning, relative to the average, by its points and its expected points.

    A seat whose value is greater by one is e times as likely to win.
    """
    if state.phase == "over":
        return tuple([float(sum(player.points)) for player in state.players])
    points = [sum(player.points) + _to_come(state, seat) for seat, player in enumerate(state.players)]
    average = sum(points) / len(points)
    etag = LASTING[state.kingdom - 1][max(0, state.round - 1)]
    return tuple([etag * (one - average) for one in points])


def _to_come(state: State, seat: int) -> float:
    """The points that a seat may still expect from its possessions."""
    player = state.players[seat]
    worth = worth_of_built(state, seat) + player.stones + A_CARD * len(player.hand)
    mine = [state.components.provinces[place] for place in owned(state, seat)]
    worth += YELLOW_CARD * CARD_POINTS * sum([fits(card, mine) for card in player.hand])
    harvests = ROUNDS - state.round + (state.phase not in _AFTER_HARVEST)
    for place, province in zip(owned(state, seat), mine, strict=True):
        land = state.lands[place]
        earned = LEVEL * (land.farmers + land.free_farmers) + province.gold_mine + CAMEL * province.caravan
        worth += province.temples + A_MINE * province.gold_mine + A_CARAVAN * province.caravan
        worth += HARVESTED * harvests * earned
    if _is_last(state) and state.phase in AFTER_MARKET:
        return worth
    return worth + GOLD_TO_SPEND * player.gold


def farmers_pay(state: State) -> bool:
    """Whether a Farmer still yields income after this round."""
    return state.round < ROUNDS


def farmers_in(state: State, name: str) -> int:
    """The number of working Farmers in this province."""
    place = place_of(state, name)
    assert place is not None
    return state.lands[place].farmers + state.lands[place].free_farmers


def _is_last(state: State) -> bool:
    return state.kingdom == KINGDOMS and state.round == ROUNDS


def _gold(state: State) -> float:
    """The points that one Gold will buy; in the last round Gold counts directly."""
    return LAST_GOLD if _is_last(state) else GOLD


def _purse(state: State, gold: int) -> float:
    """The points of this amount of Gold, of which the first pieces are needed most."""
    keep = KEEP_LAST if _is_last(state) else KEEP
    return _gold(state) * gold - NEED * max(0, keep - gold) ** 2 / (2 * keep)


def _cards(count: int) -> float:
    return sum([CARD * NEXT_CARD**number for number in range(count)])


def _plans(state: State, seat: int) -> tuple[tuple[float, ...], ...]:
    """The best plan for the rest of this market with 0, 1, 2 … cards bought now, likewise with Farmers, and with
    Stones.
    """
    purse = state.players[seat].gold
    stones = stone_gains(state, seat, min(most_affordable(purse), MOST_STONES))
    farmer = _gold(state) * LEVEL * (ROUNDS - state.round + 1)
    most_farmers = most_of(state, seat, "farmers")

    def with_stones(spent: int) -> float:
        payable = [number for number in range(len(stones)) if spent + cost(number) <= purse]
        return max([stones[number] + _purse(state, purse - spent - cost(number)) for number in payable])

    def with_farmers(spent: int) -> float:
        payable = [number for number in range(most_farmers + 1) if spent + cost(number) <= purse]
        return max([farmer * number + with_stones(spent + cost(number)) for number in payable])

    return (
        tuple([_cards(number) + with_farmers(cost(number)) for number in range(most_of(state, seat, "favor") + 1)]),
        tuple([farmer * number + with_stones(cost(number)) for number in range(most_farmers + 1)]),
        tuple(
            [
                stones[min(number, len(stones) - 1)] + _purse(state, purse - cost(number))
                for number in range(most_affordable(purse) + 1)
            ]
        ),
    )


def _province(state: State, seat: int, name: str) -> float:
    """The value of a province to this seat, in points."""
    place = place_of(state, name)
    assert place is not None
    province = state.components.provinces[place]
    harvests = ROUNDS - state.round + 1
    income = harvests * (province.gold_mine + CAMEL * province.caravan) + province.bonus_gold
    income += harvests * LEVEL * FARMED * min(province.fields, MOST_FARMED)
    return (
        built_with_bonus(state, seat, place)
        + _gold(state) * income
        + LEVEL * province.temples
        + _cards(province.bonus_favor)
        + SYMBOL * min(province.favor, MOST_SYMBOLS)
        + _yellow(state, seat, province)
    )


def _yellow(state: State, seat: int, province: Province) -> float:
    """The points of the seat's yellow cards that this province makes likelier or less likely."""
    mine = [state.components.provinces[place] for place in owned(state, seat)]
    cards = {card for card in state.players[seat].hand if card in YELLOW}
    return CARD_POINTS * sum([fits(card, [*mine, province]) - fits(card, mine) for card in sorted(cards, key=str)])


def fits(card: object, provinces: Sequence[Province]) -> float:
    """The chance that the owner of these provinces fulfils this yellow card in the end."""
    match card:
        case "one_bank":
            fits = len({one.bank for one in provinces}) <= 1
        case "one_half":
            fits = len({one.half for one in provinces}) <= 1
        case "river":
            fits = all(one.river for one in provinces)
        case "desert":
            fits = not any(one.river for one in provinces)
        case _:
            return 0.0
    return fits * FITS[min(len(provinces), len(FITS) - 1)]


def _likely_offer(player: Player) -> float:
    return min(player.gold, OFFER + SHARE * player.gold, MOST_OFFERED)


def _passing_chance(distance: float, doubt: float) -> float:
    """The chance of passing a mark that is expected to be passed by this distance."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, distance / doubt))))


def _offering(moment: Moment, gold: int, theft: bool) -> float:
    """The value of this offering: rewards by its rank among likely ones, and its flood."""
    state, seat = moment.state, moment.seat
    others = [_likely_offer(player) for other, player in enumerate(state.players) if other != seat]
    total = sum(others) + (-THEFT_GOLD if theft else gold)
    worth = _flood(moment, total, DOUBT * sqrt(len(others)))
    purse = state.players[seat].gold
    if theft:
        return worth + _purse(state, purse + THEFT_GOLD)
    best, second = 1.0, 0.0
    for offer in others:
        over = _passing_chance(offer - gold, DOUBT)
        best, second = best * (1 - over), second * (1 - over) + best * over
    rewards = REWARDS[0] * best + REWARDS[1] * second + REWARD_OF_THE_OTHERS * (1 - best - second)
    return worth + rewards * _reward(state, seat) + FIRST * best + _purse(state, purse - gold)


def _reward(state: State, seat: int) -> float:
    """The value of a reward: a Farmer that pays, while there is a Field for it, or a Stone."""
    fields = any(open_fields(state, place) > 0 for place in owned(state, seat))
    return max(STONE, fields * _gold(state) * LEVEL * (ROUNDS - state.round + 1))


def _flood(moment: Moment, total: float, doubt: float) -> float:
    """The value of a common offering of about this total, relative to its value for the others."""
    worth, reached = 0.0, 1.0
    tiles = moment.state.components.tiles
    for number, (tile, harvests) in enumerate(zip(tiles, moment.harvests, strict=True)):
        over = _passing_chance(total - tile.most - 0.5, doubt) if number < len(tiles) - 1 else 0.0
        mine = harvests[moment.seat]
        rest = (sum(harvests) - mine) / (len(harvests) - 1)
        worth += (reached - over) * (mine - ENVY * rest)
        reached = over
    return worth


def _harvest(state: State, seat: int, tile: OfferingTile) -> float:
    """The points that a seat's harvest brings with this tile, plus those of its Temples in the last round; Gold mines
    are left out, because they pay with any tile.
    """
    worth = 0.0
    for place in owned(state, seat):
        province, land = state.components.provinces[place], state.lands[place]
        gold = province.caravan * tile.camel + tile.farmer_income * (land.farmers + land.free_farmers)
        worth += _gold(state) * gold + tile.temple_points * province.temples * (state.round == ROUNDS)
    return worth


def _income(state: State, name: str) -> int:
    """The Gold income of this province in this harvest."""
    place = place_of(state, name)
    assert place is not None and state.tile is not None
    province, tile = state.components.provinces[place], state.components.tiles[state.tile]
    return province.gold_mine + province.caravan * tile.camel + tile.farmer_income * farmers_in(state, name)
