"""Descriptions of commands: what each would do."""

from stele.title import Command, Sentence, say
from titles.amun_re import commands as wishes
from titles.amun_re.state import cost
from titles.amun_re.words import CARDS, card_words, goods_words, province_name


def describe(command: Command) -> Sentence:
    """What this command would do."""
    match command:
        case wishes.ChooseProvince(_, province):
            return say("Put {province} up for auction", province=province_name(province))
        case wishes.PlaceBid(_, province, gold, False, False):
            return say("Bid {gold} Gold for {province}", gold=gold, province=province_name(province))
        case wishes.PlaceBid(_, province, gold, bribe, protection):
            return say(
                "Bid {gold} Gold for {province} with {cards}",
                gold=gold, province=province_name(province), cards=card_words(bribe, protection),
            )  # fmt: skip
        case wishes.SellFavor(_, card):
            return say("Discard {card} for 1 Gold", card=CARDS[card])
        case wishes.BuyFavor(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(count, 0, 0), gold=cost(count))
        case wishes.BuyFarmers(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(0, count, 0), gold=cost(count))
        case wishes.BuyStones(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(0, 0, count), gold=cost(count))
        case wishes.PlaceFarmer(_, province):
            return say("Place a Farmer in {province}", province=province_name(province))
        case wishes.PlaceStone(_, province):
            return say("Place a Stone in {province}", province=province_name(province))
        case wishes.PlayFreeFarmer(_, province):
            return say("Play a Free Farmer in {province}", province=province_name(province))
        case wishes.PlayArchitect(_, province):
            return say("Play an Architect in {province}", province=province_name(province))
        case wishes.EndMarket():
            return say("Leave the market")
        case wishes.SealOffering(_, _, True, adjusts):
            return say("Lay the Theft card with a blue card") if adjusts else say("Lay the Theft card")
        case wishes.SealOffering(_, gold, _, adjusts):
            if adjusts:
                return say("Offer {gold} Gold with a blue card", gold=gold)
            return say("Offer {gold} Gold", gold=gold)
        case wishes.DeclareAdjustment(_, amount):
            if amount > 0:
                return say("Raise the common offering by {amount}", amount=amount)
            return say("Lower the common offering by {amount}", amount=-amount)
        case wishes.TakeReward(_, 0, 0, 0):
            return say("Take no reward")
        case wishes.TakeReward(_, favor, farmers, stones):
            return say("Take {goods}", goods=goods_words(favor, farmers, stones))
        case wishes.PlayTreasury(_, province):
            return say("Play the Treasury for {province}", province=province_name(province))
        case wishes.PlayGreatHarvest(_, province):
            return say("Play the Great Harvest for {province}", province=province_name(province))
        case wishes.TakeIncome():
            return say("Harvest")
        case wishes.SealScoringCards(_, ()):
            return say("Lay down no card for the scoring")
        case wishes.SealScoringCards(_, cards):
            return say("Lay down for the scoring: {cards}", cards=tuple(CARDS[card] for card in cards))
    raise TypeError(f"{type(command).__name__} is not a command of this game")
