"""What each event says, from the redacted event alone; what each command would do."""

from typing import Any

from domain.messages import Command, Event, SeatName, Sentence, say
from domain.rulebooks.amun_re import commands as wishes
from domain.rulebooks.amun_re import events as facts
from domain.rulebooks.amun_re.state import Favor
from domain.rulebooks.amun_re.words import CARDS, card_words, province_name
from domain.secrets import Hidden

# How sure component data is, in the words that readers know from the pages.
_STATUS = {"exact": "as printed", "host": "the host's own"}


def narrate(event: Event) -> Sentence:
    """What this event says to its viewer."""
    match event:
        case facts.TableLaid(_, components, _, start):
            return say(
                "The table was laid; the provinces and Favor cards are {name} ({status}). {player} begins.",
                name=components.name, status=_STATUS.get(components.status, components.status), player=SeatName(start),
            )  # fmt: skip
        case facts.ProvinceDealt(seat, Hidden()):
            return say("{player} was dealt a province.", player=SeatName(seat))
        case facts.ProvinceDealt(seat, province):
            return say("{player} was dealt {province}.", player=SeatName(seat), province=province_name(str(province)))
        case facts.ChoiceInvited(kingdom, number):
            return say("Kingdom {kingdom}, round {round}: everybody chooses a province.", kingdom=kingdom, round=number)
        case facts.ProvinceChosen(seat, _, _, Hidden()):
            return say("{player} chose a province.", player=SeatName(seat))
        case facts.ProvinceChosen(seat, _, _, province):
            return say("{player} chose {province}.", player=SeatName(seat), province=province_name(str(province)))
        case facts.ProvincesRevealed(kingdom, number, provinces, _):
            return say(
                "Kingdom {kingdom}, round {round}: {provinces} are up for auction.",
                kingdom=kingdom, round=number, provinces=tuple(province_name(one) for one in provinces),
            )  # fmt: skip
        case facts.BidPlaced():
            return _bid(event)
        case facts.ProvinceAcquired(seat, province, gold):
            return say(
                "{player} took {province} for {gold} Gold.",
                player=SeatName(seat), province=province_name(province), gold=gold,
            )  # fmt: skip
        case facts.BonusTaken(seat, province, 0, 0, 0, 0):
            return say(
                "{province} brought {player} nothing at once.", province=province_name(province), player=SeatName(seat)
            )
        case facts.BonusTaken(seat, province, stones, pyramids, favor, gold):
            return say(
                "{province} brought {player} at once: Stones {stones}, pyramids {pyramids}, Favor cards {favor}, "
                "Gold {gold}.",
                province=province_name(province), player=SeatName(seat), stones=stones, pyramids=pyramids,
                favor=favor, gold=gold,
            )  # fmt: skip
        case facts.DeckShuffled(cards):
            return say("The {count} discarded Favor cards are the new deck.", count=cards)
        case facts.DrawLost(seat):
            return say("There was no Favor card left for {player}.", player=SeatName(seat))
        case facts.FavorDrawn(seat, Hidden()):
            return say("{player} drew a Favor card.", player=SeatName(seat))
        case facts.FavorDrawn(seat, card):
            return say("{player} drew {card}.", player=SeatName(seat), card=CARDS[_favor(card)])
        case facts.FavorSold(seat, card):
            return say("{player} discarded {card} for 1 Gold.", player=SeatName(seat), card=CARDS[card])
        case _:
            return _narrate_market(event)


def _favor(card: Any) -> Favor:
    found: Favor = card
    return found


def _names(cards: Any) -> tuple[str, ...]:
    return tuple(CARDS[_favor(card)] for card in cards)


def _bid(event: facts.BidPlaced) -> Sentence:
    values: dict[str, Any] = {
        "player": SeatName(event.seat),
        "gold": event.gold,
        "province": province_name(event.province),
        "cards": card_words(event.bribe, event.protection),
    }
    with_cards = event.bribe or event.protection
    if event.outbid is None:
        if with_cards:
            return say("{player} bid {gold} Gold for {province} with {cards}.", **values)
        return say("{player} bid {gold} Gold for {province}.", **values)
    values["loser"] = SeatName(event.outbid)
    if with_cards:
        return say("{player} bid {gold} Gold for {province} with {cards} and outbid {loser}.", **values)
    return say("{player} bid {gold} Gold for {province} and outbid {loser}.", **values)


def _narrate_market(event: Event) -> Sentence:
    match event:
        case facts.MarketOpened():
            return say("The market is open.")
        case facts.GoodsBought(seat, goods, 1, _):
            return _bought_one(seat, goods)
        case facts.GoodsBought(seat, "favor", count, gold):
            return say(
                "{player} bought {count} Favor cards for {gold} Gold.", player=SeatName(seat), count=count, gold=gold
            )
        case facts.GoodsBought(seat, "farmers", count, gold):
            return say(
                "{player} bought {count} Farmers for {gold} Gold.", player=SeatName(seat), count=count, gold=gold
            )
        case facts.GoodsBought(seat, _, count, gold):
            return say("{player} bought {count} Stones for {gold} Gold.", player=SeatName(seat), count=count, gold=gold)
        case facts.FarmerPlaced(seat, province):
            return say(
                "{player} placed a Farmer in {province}.", player=SeatName(seat), province=province_name(province)
            )
        case facts.StonePlaced(seat, province, True):
            return say(
                "{player} placed a Stone in {province} and built a pyramid.",
                player=SeatName(seat), province=province_name(province),
            )  # fmt: skip
        case facts.StonePlaced(seat, province, _):
            return say(
                "{player} placed a Stone in {province}.", player=SeatName(seat), province=province_name(province)
            )
        case facts.FreeFarmerPlayed(seat, province):
            return say(
                "{player} placed a Free Farmer in {province}.", player=SeatName(seat), province=province_name(province)
            )
        case facts.ArchitectPlayed(seat, province):
            return say(
                "{player}'s Architect built a pyramid in {province}.",
                player=SeatName(seat), province=province_name(province),
            )  # fmt: skip
        case facts.MarketLeft(seat):
            return say("{player} left the market.", player=SeatName(seat))
        case _:
            return _narrate_offering(event)


def _bought_one(seat: int, goods: str) -> Sentence:
    match goods:
        case "favor":
            return say("{player} bought a Favor card for 1 Gold.", player=SeatName(seat))
        case "farmers":
            return say("{player} bought a Farmer for 1 Gold.", player=SeatName(seat))
    return say("{player} bought a Stone for 1 Gold.", player=SeatName(seat))


def _narrate_offering(event: Event) -> Sentence:
    match event:
        case facts.OfferingsInvited():
            return say("Amun-Re awaits the offerings.")
        case facts.OfferingSealed(seat, _, _, Hidden()):
            return say("{player} sealed an offering.", player=SeatName(seat))
        case facts.OfferingSealed(seat, _, _, (_, True, adjusts)):
            if adjusts:
                return say("{player} sealed the Theft card and a blue card.", player=SeatName(seat))
            return say("{player} sealed the Theft card.", player=SeatName(seat))
        case facts.OfferingSealed(seat, _, _, (gold, _, adjusts)):
            if adjusts:
                return say("{player} sealed {gold} Gold and a blue card.", player=SeatName(seat), gold=gold)
            return say("{player} sealed {gold} Gold.", player=SeatName(seat), gold=gold)
        case facts.OfferingsRevealed(_, _, offers):
            return say(
                "{players} offered, in this order: {offers}.",
                players=tuple(SeatName(seat) for seat in range(len(offers))),
                offers=tuple("Theft" if offer.theft else offer.gold for offer in offers),
            )  # fmt: skip
        case facts.AdjustmentDeclared(seat, amount):
            if amount > 0:
                return say("{player}'s blue card adds {amount}.", player=SeatName(seat), amount=amount)
            return say("{player}'s blue card takes {amount} away.", player=SeatName(seat), amount=-amount)
        case facts.NileFlooded(total, tile, ()):
            return say("The offerings are {total} in all: tile {tile} lies in the delta.", total=total, tile=tile + 1)
        case facts.NileFlooded(total, tile, thieves):
            return say(
                "The offerings are {total} in all: tile {tile} lies in the delta, and 3 Gold went to {thieves}.",
                total=total, tile=tile + 1, thieves=tuple(SeatName(seat) for seat in thieves),
            )  # fmt: skip
        case facts.RewardsGranted((), _, _):
            return say("Nobody is rewarded.")
        case facts.RewardsGranted(order, rewards, start):
            return say(
                "Rewards {rewards} for {players}; {start} begins the next round.",
                rewards=rewards, players=tuple(SeatName(seat) for seat in order), start=SeatName(start),
            )  # fmt: skip
        case facts.RewardTaken(seat, favor, farmers, stones):
            return say(
                "{player} took as reward: Favor cards {favor}, Farmers {farmers}, Stones {stones}.",
                player=SeatName(seat), favor=favor, farmers=farmers, stones=stones,
            )  # fmt: skip
        case _:
            return _narrate_harvest(event)


def _narrate_harvest(event: Event) -> Sentence:
    match event:
        case facts.HarvestBegun():
            return say("The harvest begins.")
        case facts.TreasuryPlayed(seat, province):
            return say(
                "{player} played the Treasury for {province}.", player=SeatName(seat), province=province_name(province)
            )
        case facts.GreatHarvestPlayed(seat, province):
            return say(
                "{player} played the Great Harvest for {province}.",
                player=SeatName(seat), province=province_name(province),
            )  # fmt: skip
        case facts.IncomeTaken(seat, mines, caravans, farmers, treasury, total):
            return say(
                "{player} earned {total} Gold: mines {mines}, Caravans {caravans}, Farmers {farmers}, "
                "Treasury {treasury}.",
                player=SeatName(seat), total=total, mines=mines, caravans=caravans, farmers=farmers, treasury=treasury,
            )  # fmt: skip
        case facts.ScoringBegun(kingdom):
            return say("Kingdom {kingdom} is scored.", kingdom=kingdom)
        case facts.ScoringCardsSealed(seat, _, Hidden()):
            return say("{player} has chosen cards for the scoring.", player=SeatName(seat))
        case facts.ScoringCardsSealed(seat, _, ()):
            return say("{player} lays down no card for the scoring.", player=SeatName(seat))
        case facts.ScoringCardsSealed(seat, _, cards):
            return say(
                "{player} lays down for the scoring: {cards}.",
                player=SeatName(seat), cards=_names(cards),
            )  # fmt: skip
        case facts.ScoringCardsRevealed(_, cards):
            return say(
                "{players} laid down so many yellow cards: {counts}.",
                players=tuple(SeatName(seat) for seat in range(len(cards))),
                counts=tuple(len(one) for one in cards),
            )  # fmt: skip
        case facts.PointsScored():
            return say(
                "{player} scored {total} in Kingdom {kingdom}: Temples {temples}, pyramids {pyramids}, sets {sets}, "
                "west {west}, east {east}, cards {cards}.",
                player=SeatName(event.seat), total=event.total, kingdom=event.kingdom, temples=event.temples,
                pyramids=event.pyramids, sets=event.sets, west=event.west, east=event.east, cards=event.cards,
            )  # fmt: skip
        case facts.KingdomEnded(1):
            return say("The Old Kingdom ended: Scribes and Farmers leave, pyramids and Stones stay.")
        case facts.KingdomEnded():
            return say("The New Kingdom ended.")
        case facts.HandSold(seat, cards):
            return say(
                "{player} discarded the last {count} Favor cards for as much Gold.", player=SeatName(seat), count=cards
            )
        case facts.GoldScored(seat, gold, place, points):
            return say(
                "{player} has {gold} Gold, place {place}: {points} points.",
                player=SeatName(seat), gold=gold, place=place, points=points,
            )  # fmt: skip
        case facts.GameScored():
            return say("Everything is scored.")
    raise TypeError(f"{type(event).__name__} is not an event of this game")


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
        case wishes.BuyFavor(_, 1):
            return say("Buy a Favor card")
        case wishes.BuyFavor(_, count):
            return say("Buy {count} Favor cards", count=count)
        case wishes.BuyFarmers(_, 1):
            return say("Buy a Farmer")
        case wishes.BuyFarmers(_, count):
            return say("Buy {count} Farmers", count=count)
        case wishes.BuyStones(_, 1):
            return say("Buy a Stone")
        case wishes.BuyStones(_, count):
            return say("Buy {count} Stones", count=count)
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
        case wishes.DeclareAdjustment(_, raises):
            return say("The blue card adds") if raises else say("The blue card takes away")
        case wishes.TakeReward(_, favor, farmers, stones):
            return say(
                "Take Favor cards {favor}, Farmers {farmers}, Stones {stones}",
                favor=favor, farmers=farmers, stones=stones,
            )  # fmt: skip
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
