"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from collections.abc import Sequence

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_number, status_words
from titles.amun_re_card_game.commands import (
    BuildPyramids,
    ChooseGold,
    ExtendProvince,
    PlaceGold,
    PlacePyramid,
    PrepareGold,
    SealOffering,
)
from titles.amun_re_card_game.construction import CARAVAN_GOLD, HIGHEST_FLOOD_WITH_CARAVANS
from titles.amun_re_card_game.events import (
    AuctionOpened,
    FavorsGranted,
    GoldChosen,
    GoldLeftOver,
    GoldPlaced,
    GoldPrepared,
    KingdomEnded,
    NileFlooded,
    OfferingSealed,
    OfferingsInvited,
    OfferingsRevealed,
    PharaohDrawn,
    PharaohNamed,
    PointsScored,
    ProvinceAcquired,
    ProvinceExtended,
    PyramidPlaced,
    PyramidsBuilt,
    RevenueEarned,
    TableLaid,
)
from titles.amun_re_card_game.state import Province


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer."""
    match event:
        case TableLaid(_, components):
            return say(
                "The table was set up; the Province cards are {name} ({status}).",
                name=components.name, status=status_words(components.status),
            )  # fmt: skip
        case PharaohDrawn(seat):
            return say("{player} was drawn as the first Pharaoh.", player=SeatName(seat))
        case GoldChosen(seat, cards):
            return say("{player} laid out {cards}.", player=SeatName(seat), cards=_gold(cards))
        case AuctionOpened(kingdom, auction, provinces):
            return say(
                "Kingdom {kingdom}, auction {auction}: {provinces} were turned over.",
                kingdom=kingdom, auction=auction, provinces=tuple(_province(province) for province in provinces),
            )  # fmt: skip
        case GoldPlaced(seat, gold, province, None):
            return say(
                "{player} placed the Gold card {gold} in front of Province {province}.",
                player=SeatName(seat), gold=gold, province=province,
            )  # fmt: skip
        case GoldPlaced(seat, gold, province, int() as outbid):
            return say(
                "{player} placed the Gold card {gold} in front of Province {province} and outbid {loser}.",
                player=SeatName(seat), gold=gold, province=province, loser=SeatName(outbid),
            )  # fmt: skip
        case ProvinceAcquired(seat, province, _, True):
            return say(
                "{player} took {province} for the 0 card, which returns to the display.",
                player=SeatName(seat), province=_province(province),
            )  # fmt: skip
        case ProvinceAcquired(seat, province, gold):
            return say(
                "{player} took {province} for {gold} Gold.",
                player=SeatName(seat), province=_province(province), gold=gold,
            )  # fmt: skip
        case ProvinceExtended(seat, place):
            return say(
                "{player} laid the new card on their Province {place}.",
                player=SeatName(seat), place=place + 1,
            )  # fmt: skip
        case PharaohNamed(seat, ankhs):
            return say_number(
                "{player} is Pharaoh with {number} Ankh.", "{player} is Pharaoh with {number} Ankhs.",
                ankhs[seat], player=SeatName(seat),
            )  # fmt: skip
        case OfferingsInvited(kingdom):
            return say("Amun-Re awaits the offerings of Kingdom {kingdom}.", kingdom=kingdom)
        case OfferingSealed(seat, _, Hidden()):
            return say("{player} sealed an offering.", player=SeatName(seat))
        case OfferingSealed(seat, _, tuple() as cards):
            return say(
                "{player} sealed an offering of {total} Gold: {cards}.",
                player=SeatName(seat), total=sum(cards), cards=_gold(cards),
            )  # fmt: skip
        case OfferingsRevealed(_, offerings):
            offered = tuple(_offering(seat, sum(cards)) for seat, cards in enumerate(offerings))
            return say("The offerings were revealed: {offerings}.", offerings=offered)
        case NileFlooded(total, level) if level <= HIGHEST_FLOOD_WITH_CARAVANS:
            return say(
                "The offerings total {total} Gold: every Field earns {level} Gold, every Caravan {caravan}.",
                total=total, level=level, caravan=CARAVAN_GOLD,
            )  # fmt: skip
        case NileFlooded(total, level):
            return say(
                "The offerings total {total} Gold: every Field earns {level} Gold, Caravans earn nothing.",
                total=total, level=level,
            )  # fmt: skip
        case FavorsGranted(pyramids) if not any(pyramids):
            return say("Amun-Re granted no Pyramid.")
        case FavorsGranted(pyramids):
            granted = tuple(_favor(seat, count) for seat, count in enumerate(pyramids) if count)
            return say("Amun-Re granted Pyramids to {favors}.", favors=granted)
        case PyramidPlaced(seat, place):
            return say(
                "{player} placed a Pyramid on their Province {place}.",
                player=SeatName(seat), place=place + 1,
            )  # fmt: skip
        case RevenueEarned(seat, _, _, _, 0):
            return say("{player} earned no Gold.", player=SeatName(seat))
        case RevenueEarned(seat, fields, caravans, cards, total):
            parts = (
                (fields, say("{gold} from Fields", gold=fields)),
                (caravans, say("{gold} from Caravans", gold=caravans)),
                (cards, say("{gold} from Gold cards", gold=cards)),
            )
            return say(
                "{player} earned {total} Gold: {parts}.",
                player=SeatName(seat), total=total, parts=tuple(part for gold, part in parts if gold),
            )  # fmt: skip
        case PyramidsBuilt(seat, 0):
            return say("{player} built no Pyramid.", player=SeatName(seat))
        case PyramidsBuilt(seat, count, cost):
            return say_number(
                "{player} built {number} Pyramid for {cost} Gold.", "{player} built {number} Pyramids for {cost} Gold.",
                count, player=SeatName(seat), cost=cost,
            )  # fmt: skip
        case GoldPrepared(seat, cards, 0):
            return say("{player} laid out {cards}.", player=SeatName(seat), cards=_gold(cards))
        case GoldPrepared(seat, cards, lost):
            return say(
                "{player} laid out {cards} and lost {lost} Gold that nine cards cannot make up.",
                player=SeatName(seat), cards=_gold(cards), lost=lost,
            )  # fmt: skip
        case GoldLeftOver(seat, 0):
            return say("{player} had no Gold left over.", player=SeatName(seat))
        case GoldLeftOver(seat, gold):
            return say("{player} had {gold} Gold left over, which is worth nothing.", player=SeatName(seat), gold=gold)
        case PointsScored():
            return _points_scored(event)
        case KingdomEnded(kingdom):
            return say("Kingdom {kingdom} ended.", kingdom=kingdom)
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def _gold(cards: Sequence[int]) -> Sentence:
    return say_number("the Gold card {cards}", "the Gold cards {cards}", len(cards), cards=cards)


def _offering(seat: int, total: int) -> Sentence:
    return say("{player} ({total} Gold)", player=SeatName(seat), total=total)


def _favor(seat: int, count: int) -> Sentence:
    return say("{player} ({number})", player=SeatName(seat), number=count)


def _province(card: Province) -> Sentence:
    parts = (
        (card.ankhs, say_number("{number} Ankh", "{number} Ankhs", card.ankhs)),
        (card.fields, say_number("{number} Field", "{number} Fields", card.fields)),
        (card.caravan, say("a Caravan")),
        (card.pyramids, say_number("{number} Pyramid", "{number} Pyramids", card.pyramids)),
    )
    shown = tuple(part for count, part in parts if count)
    if not shown:
        return say("Province {id}", id=card.id)
    return say("Province {id} ({symbols})", id=card.id, symbols=shown)


def _points_scored(event: PointsScored) -> Sentence:
    parts = (
        (event.pyramids, say("{points} for Pyramids", points=event.pyramids)),
        (event.fields, say("{points} for Fields", points=event.fields)),
        (event.pharaoh, say("{points} for the Pharaoh", points=event.pharaoh)),
        (event.fewest_ankhs, say("{points} for the fewest Ankhs", points=event.fewest_ankhs)),
    )
    reasons = tuple(part for points, part in parts if points)
    values = {"player": SeatName(event.seat), "kingdom": event.kingdom}
    if not reasons:
        return say("{player} scored no points in Kingdom {kingdom}.", **values)
    return say_number(
        "{player} scored {number} point in Kingdom {kingdom}: {reasons}.",
        "{player} scored {number} points in Kingdom {kingdom}: {reasons}.",
        event.total, reasons=reasons, **values,
    )  # fmt: skip


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case ChooseGold(_, cards) | PrepareGold(_, cards):
            return say("Lay out {cards}", cards=_gold(cards))
        case PlaceGold(_, gold, province):
            return say("Place the Gold card {gold} in front of Province {province}", gold=gold, province=province)
        case ExtendProvince(_, place):
            return say("Lay the new card on your Province {place}", place=place + 1)
        case SealOffering(_, cards):
            return say("Offer {cards}: {total} Gold", cards=_gold(cards), total=sum(cards))
        case PlacePyramid(_, place):
            return say("Place a Pyramid on your Province {place}", place=place + 1)
        case BuildPyramids(_, 0):
            return say("Build no Pyramid")
        case BuildPyramids(_, count):
            return say_number("Build {number} Pyramid", "Build {number} Pyramids", count)
    raise TypeError(f"{type(command).__name__} is not a command of this game")
