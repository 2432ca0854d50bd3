"""What each event says, from the redacted event alone; what each command would do."""

from collections.abc import Sequence

from domain.messages import Command, Event, SeatName, Sentence, say
from domain.rulebooks.amun_re_card_game.commands import (
    BuildPyramids,
    ChooseGold,
    ExtendProvince,
    PlaceGold,
    PlacePyramid,
    PrepareGold,
    SealOffering,
)
from domain.rulebooks.amun_re_card_game.events import (
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
from domain.secrets import Hidden

# How sure component data is, in the words that readers know from the pages.
_STATUS = {"exact": "as printed", "host": "the host's own"}


def narrate(event: Event) -> Sentence:
    """What this event says to its viewer."""
    match event:
        case TableLaid(_, components):
            return say(
                "The table was laid; the Province cards are {name} ({status}).",
                name=components.name, status=_STATUS.get(components.status, components.status),
            )  # fmt: skip
        case PharaohDrawn(seat):
            return say("{player} was drawn as the first Pharaoh.", player=SeatName(seat))
        case GoldChosen(seat, cards):
            return say("{player} laid out the Gold cards {cards}.", player=SeatName(seat), cards=cards)
        case AuctionOpened(kingdom, auction, provinces):
            return say(
                "Kingdom {kingdom}, auction {auction}: the Provinces {provinces} were turned over.",
                kingdom=kingdom, auction=auction, provinces=tuple(province.id for province in provinces),
            )  # fmt: skip
        case GoldPlaced(seat, gold, province, None):
            return say(
                "{player} placed {gold} Gold on Province {province}.",
                player=SeatName(seat), gold=gold, province=province,
            )  # fmt: skip
        case GoldPlaced(seat, gold, province, int() as outbid):
            return say(
                "{player} placed {gold} Gold on Province {province} and outbid {loser}.",
                player=SeatName(seat), gold=gold, province=province, loser=SeatName(outbid),
            )  # fmt: skip
        case ProvinceAcquired(seat, province, gold):
            return say(
                "{player} acquired Province {province} for {gold} Gold.",
                player=SeatName(seat), province=province.id, gold=gold,
            )  # fmt: skip
        case ProvinceExtended(seat, place):
            return say("{player} extended Province {place}.", player=SeatName(seat), place=place + 1)
        case PharaohNamed(seat, ankhs):
            return say("{player} is Pharaoh with {ankhs} Ankhs.", player=SeatName(seat), ankhs=ankhs[seat])
        case OfferingsInvited(kingdom):
            return say("Amun-Re awaits the offerings of Kingdom {kingdom}.", kingdom=kingdom)
        case OfferingSealed(seat, _, Hidden()):
            return say("{player} sealed an offering.", player=SeatName(seat))
        case OfferingSealed(seat, _, cards):
            return say("{player} sealed an offering of {cards}.", player=SeatName(seat), cards=cards)
        case OfferingsRevealed(_, offerings):
            return say(
                "{players} offered {totals} Gold, in this order.",
                players=_seats(offerings), totals=tuple(sum(cards) for cards in offerings),
            )  # fmt: skip
        case NileFlooded(total, level):
            return say("Offerings of {total} in all: every Field earns {level} Gold.", total=total, level=level)
        case FavorsGranted(pyramids):
            return say(
                "{players} were granted {pyramids} Pyramids, in this order.",
                players=_seats(pyramids), pyramids=pyramids,
            )  # fmt: skip
        case PyramidPlaced(seat, place):
            return say("{player} placed a Pyramid on Province {place}.", player=SeatName(seat), place=place + 1)
        case RevenueEarned(seat, fields, caravans, cards, total):
            return say(
                "{player} earned {total} Gold: "
                "{fields} from Fields, {caravans} from Caravans, {cards} from Gold cards.",
                player=SeatName(seat), total=total, fields=fields, caravans=caravans, cards=cards,
            )  # fmt: skip
        case PyramidsBuilt(seat, 0):
            return say("{player} built no Pyramid.", player=SeatName(seat))
        case PyramidsBuilt(seat, count, cost):
            return say(
                "{player} built {count} Pyramids for {cost} Gold.", player=SeatName(seat), count=count, cost=cost
            )
        case GoldPrepared(seat, cards, 0):
            return say("{player} prepared the Gold cards {cards}.", player=SeatName(seat), cards=cards)
        case GoldPrepared(seat, cards, lost):
            return say(
                "{player} prepared the Gold cards {cards} and lost {lost} Gold.",
                player=SeatName(seat), cards=cards, lost=lost,
            )  # fmt: skip
        case GoldLeftOver(seat, gold):
            return say("{player} had {gold} Gold left over.", player=SeatName(seat), gold=gold)
        case PointsScored(seat, kingdom, pyramids, fields, pharaoh, fewest, total):
            return say(
                "{player} scored {total} in Kingdom {kingdom}: "
                "Pyramids {pyramids}, Fields {fields}, Pharaoh {pharaoh}, fewest Ankhs {fewest}.",
                player=SeatName(seat), total=total, kingdom=kingdom,
                pyramids=pyramids, fields=fields, pharaoh=pharaoh, fewest=fewest,
            )  # fmt: skip
        case KingdomEnded(kingdom):
            return say("Kingdom {kingdom} ended.", kingdom=kingdom)
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def _seats(by_seat: Sequence[object]) -> tuple[SeatName, ...]:
    return tuple(SeatName(seat) for seat in range(len(by_seat)))


def describe(command: Command) -> Sentence:
    """What this command would do."""
    match command:
        case ChooseGold(_, cards):
            return say("Lay out the Gold cards {cards}", cards=cards)
        case PlaceGold(_, gold, province):
            return say("Place {gold} Gold on Province {province}", gold=gold, province=province)
        case ExtendProvince(_, place):
            return say("Extend Province {place}", place=place + 1)
        case SealOffering(_, cards):
            return say("Offer the Gold cards {cards}: {total} Gold", cards=cards, total=sum(cards))
        case PlacePyramid(_, place):
            return say("Place a Pyramid on Province {place}", place=place + 1)
        case BuildPyramids(_, 0):
            return say("Build no Pyramid")
        case BuildPyramids(_, count):
            return say("Build {count} Pyramids", count=count)
        case PrepareGold(_, cards):
            return say("Prepare the Gold cards {cards}", cards=cards)
    raise TypeError(f"{type(command).__name__} is not a command of this game")
