"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from collections.abc import Sequence

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_fields, say_number, status_words
from titles.amun_re_card_game.commands import (
    BuildPyramids,
    SealOffering,
)
from titles.amun_re_card_game.construction import CARAVAN_GOLD, HIGHEST_FLOOD_WITH_CARAVANS
from titles.amun_re_card_game.events import (
    FavorsGranted,
    GoldLeftOver,
    GoldPlaced,
    GoldPrepared,
    NileFlooded,
    OfferingSealed,
    OfferingsRevealed,
    PharaohNamed,
    PointsScored,
    ProvinceAcquired,
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
        case PharaohNamed(seat, ankhs):
            return say_number(
                "{player} is Pharaoh with {number} Ankh.", "{player} is Pharaoh with {number} Ankhs.",
                ankhs[seat], player=SeatName(seat),
            )  # fmt: skip
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
        case FavorsGranted(pyramids) if not any(pyramids):
            return say("Amun-Re granted no Pyramid.")
        case FavorsGranted(pyramids):
            granted = tuple(_favor(seat, count) for seat, count in enumerate(pyramids) if count)
            return say("Amun-Re granted Pyramids to {favors}.", favors=granted)
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
        case GoldLeftOver(seat, 0):
            return say("{player} had no Gold left over.", player=SeatName(seat))
        case PointsScored():
            return _points_scored(event)
    return say_fields(event, cards=_gold, place=_place, provinces=_provinces)


def _gold(cards: Sequence[int]) -> Sentence:
    return say_number("the Gold card {cards}", "the Gold cards {cards}", len(cards), cards=cards)


def _place(place: int) -> int:
    return place + 1


def _provinces(cards: Sequence[Province]) -> tuple[Sentence, ...]:
    return tuple(map(_province, cards))


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
        case SealOffering(_, cards):
            return say("Offer {cards}: {total} Gold", cards=_gold(cards), total=sum(cards))
        case BuildPyramids(_, 0):
            return say("Build no Pyramid")
        case BuildPyramids(_, count):
            return say_number("Build {number} Pyramid", "Build {number} Pyramids", count)
    return say_fields(command, cards=_gold, place=_place)
