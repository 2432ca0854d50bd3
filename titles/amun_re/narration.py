"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from typing import Any

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_fields, say_number, status_words
from titles.amun_re import commands
from titles.amun_re import events as facts
from titles.amun_re.state import GOODS, THEFT_GOLD, Offer, cost
from titles.amun_re.words import CARDS, YELLOW_WORDS, card_words, goods_words, province_name


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer."""
    match event:
        case facts.TableLaid(_, components, _, start):
            return say(
                "The table was set up; the provinces and Favor cards are {name} ({status}). {player} begins.",
                name=components.name, status=status_words(components.status), player=SeatName(start),
            )  # fmt: skip
        case facts.ProvinceDealt(seat, Hidden()):
            return say("{player} was dealt a province.", player=SeatName(seat))
        case facts.ProvinceChosen(seat, _, _, Hidden()):
            return say("{player} chose a province.", player=SeatName(seat))
        case facts.BidPlaced():
            return _bid(event)
        case facts.BonusTaken():
            return _bonus(event)
        case facts.DeckShuffled(cards):
            return say_number(
                "The one discarded Favor card forms the new deck.",
                "The {number} discarded Favor cards form the new deck.",
                cards,
            )  # fmt: skip
        case facts.FavorDrawn(seat, Hidden()):
            return say("{player} drew a Favor card.", player=SeatName(seat))
        case facts.GoodsBought(seat, goods, count, gold):
            bought = goods_words(*(count if goods == one else 0 for one in GOODS))
            return say("{player} bought {goods} for {gold} Gold.", player=SeatName(seat), goods=bought, gold=gold)
        case facts.StonePlaced(seat, province, True):
            return say(
                "{player} placed a Stone in {province} and built a pyramid.",
                player=SeatName(seat), province=province_name(province),
            )  # fmt: skip
        case _:
            return _narrate_offering(event)


def _names(cards: Any) -> tuple[str, ...]:
    return tuple(CARDS[card] for card in cards)


def _provinces(provinces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(province_name, provinces))


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


def _bonus(event: facts.BonusTaken) -> Sentence:
    things = goods_words(event.favor, 0, event.stones)
    values: dict[str, Any] = {
        "player": SeatName(event.seat),
        "province": province_name(event.province),
        "things": (*things, say("{gold} Gold", gold=event.gold)) if event.gold else things,
    }
    if not values["things"]:
        return say("{province} gave {player} nothing at once.", **values)
    if not event.pyramids:
        return say("{province} gave {player} {things} at once.", **values)
    return say_number(
        "{province} gave {player} {things} at once; three Stones there became a pyramid.",
        "{province} gave {player} {things} at once; the Stones there became {number} pyramids.",
        event.pyramids, **values,
    )  # fmt: skip


def _narrate_offering(event: Event) -> Sentence:
    match event:
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
                "Offerings: {offers}; {total} in all.",
                offers=tuple(_offer(seat, offer) for seat, offer in enumerate(offers)),
                total=sum(offer.gold - THEFT_GOLD * offer.theft for offer in offers),
            )  # fmt: skip
        case facts.AdjustmentDeclared(seat, amount):
            if amount > 0:
                return say(
                    "{player}'s blue card raises the common offering by {amount}.", player=SeatName(seat), amount=amount
                )
            return say(
                "{player}'s blue card lowers the common offering by {amount}.", player=SeatName(seat), amount=-amount
            )
        case facts.NileFlooded(total, tile, ()):
            return say("The common offering is {total}: tile {tile} is in the delta.", total=total, tile=tile + 1)
        case facts.NileFlooded(total, tile, thieves):
            return say_number(
                "The common offering is {total}: tile {tile} is in the delta, and {thieves} took 3 Gold.",
                "The common offering is {total}: tile {tile} is in the delta, and {thieves} took 3 Gold each.",
                len(thieves), total=total, tile=tile + 1, thieves=tuple(SeatName(seat) for seat in thieves),
            )  # fmt: skip
        case facts.RewardsGranted((), _, _):
            return say("No player gets a reward.")
        case facts.RewardsGranted(order, rewards, start):
            granted = zip(order, rewards, strict=True)
            return say(
                "Rewards: {rewards}; {start} begins the next round.",
                rewards=tuple(say("{player} {number}", player=SeatName(seat), number=count) for seat, count in granted),
                start=SeatName(start),
            )  # fmt: skip
        case facts.RewardTaken(seat, 0, 0, 0):
            return say("{player} took no reward.", player=SeatName(seat))
        case facts.RewardTaken(seat, favor, farmers, stones):
            return say(
                "{player} took {goods} as a reward.",
                player=SeatName(seat), goods=goods_words(favor, farmers, stones),
            )  # fmt: skip
        case _:
            return _narrate_harvest(event)


def _offer(seat: int, offer: Offer) -> Sentence:
    player = SeatName(seat)
    if offer.theft:
        return (
            say("{player} Theft with a blue card", player=player)
            if offer.adjusts
            else say("{player} Theft", player=player)
        )
    if offer.adjusts:
        return say("{player} {gold} Gold with a blue card", player=player, gold=offer.gold)
    return say("{player} {gold} Gold", player=player, gold=offer.gold)


def _narrate_harvest(event: Event) -> Sentence:
    match event:
        case facts.IncomeTaken():
            return _income(event)
        case facts.ScoringCardsSealed(seat, _, Hidden()):
            return say("{player} chose cards for the scoring.", player=SeatName(seat))
        case facts.ScoringCardsSealed(seat, _, ()):
            return say("{player} lays down no cards for the scoring.", player=SeatName(seat))
        case facts.ScoringCardsSealed(seat, _, cards):
            return say(
                "{player} lays down for the scoring: {cards}.",
                player=SeatName(seat), cards=_names(cards),
            )  # fmt: skip
        case facts.ScoringCardsRevealed(_, cards):
            laid = [
                (SeatName(seat), tuple(YELLOW_WORDS[card] for card in one)) for seat, one in enumerate(cards) if one
            ]
            if not laid:
                return say("No player laid down a yellow card.")
            parts = tuple(say("{player} ({cards})", player=player, cards=words) for player, words in laid)
            return say("Yellow cards laid down: {cards}.", cards=parts)
        case facts.PointsScored():
            return _points(event)
        case facts.KingdomEnded(1):
            return say("The Old Kingdom ended: Scribes and Farmers are removed, pyramids and Stones stay.")
        case facts.KingdomEnded():
            return say("The New Kingdom ended.")
        case facts.HandSold(seat, cards):
            return say_number(
                "{player} discarded the last Favor card for 1 Gold.",
                "{player} discarded the last {number} Favor cards for {number} Gold.",
                cards, player=SeatName(seat),
            )  # fmt: skip
        case facts.GoldScored(seat, gold, place, 0):
            return say(
                "{player} has {gold} Gold and is in place {place}: no points.",
                player=SeatName(seat),
                gold=gold,
                place=place,
            )
    return say_fields(event, province=province_name, provinces=_provinces, card=CARDS.__getitem__)


def _income(event: facts.IncomeTaken) -> Sentence:
    if not event.total:
        return say("{player} earned nothing.", player=SeatName(event.seat))
    sources = (
        (event.mines, say("{gold} from Gold mines", gold=event.mines)),
        (event.caravans, say("{gold} from Caravans", gold=event.caravans)),
        (event.farmers, say("{gold} from Farmers", gold=event.farmers)),
        (event.treasury, say("{gold} from the Treasury", gold=event.treasury)),
    )
    return say(
        "{player} earned {total} Gold: {sources}.",
        player=SeatName(event.seat), total=event.total, sources=tuple(words for gold, words in sources if gold),
    )  # fmt: skip


def _points(event: facts.PointsScored) -> Sentence:
    values: dict[str, Any] = {"player": SeatName(event.seat), "kingdom": event.kingdom, "total": event.total}
    if not event.total:
        return say("{player} scored no points in Kingdom {kingdom}.", **values)
    sources = (
        (event.temples, say("{points} for Temples", points=event.temples)),
        (event.pyramids, say("{points} for pyramids", points=event.pyramids)),
        (event.sets, say("{points} for sets", points=event.sets)),
        (event.west, say("{points} for the west bank", points=event.west)),
        (event.east, say("{points} for the east bank", points=event.east)),
        (event.cards, say("{points} for yellow cards", points=event.cards)),
    )
    parts = tuple(words for points, words in sources if points)
    return say("{player} scored {total} in Kingdom {kingdom}: {sources}.", sources=parts, **values)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case commands.PlaceBid(_, province, gold, bribe, protection) if bribe or protection:
            return say(
                "Bid {gold} Gold for {province} with {cards}",
                gold=gold, province=province_name(province), cards=card_words(bribe, protection),
            )  # fmt: skip
        case commands.BuyFavor(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(count, 0, 0), gold=cost(count))
        case commands.BuyFarmers(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(0, count, 0), gold=cost(count))
        case commands.BuyStones(_, count):
            return say("Buy {goods} for {gold} Gold", goods=goods_words(0, 0, count), gold=cost(count))
        case commands.SealOffering(_, _, True, adjusts):
            return say("Play the Theft card with a blue card") if adjusts else say("Play the Theft card")
        case commands.SealOffering(_, gold, _, adjusts):
            if adjusts:
                return say("Offer {gold} Gold with a blue card", gold=gold)
            return say("Offer {gold} Gold", gold=gold)
        case commands.DeclareAdjustment(_, amount):
            if amount > 0:
                return say("Raise the common offering by {amount}", amount=amount)
            return say("Lower the common offering by {amount}", amount=-amount)
        case commands.TakeReward(_, 0, 0, 0):
            return say("Take no reward")
        case commands.TakeReward(_, favor, farmers, stones):
            return say("Take {goods}", goods=goods_words(favor, farmers, stones))
        case commands.SealScoringCards(_, ()):
            return say("Lay down no cards for the scoring")
        case commands.SealScoringCards(_, cards):
            return say("Lay down for the scoring: {cards}", cards=tuple(CARDS[card] for card in cards))
    return say_fields(command, province=province_name, card=CARDS.__getitem__)
