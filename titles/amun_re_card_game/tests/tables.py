"""Starting tables."""

from tests.harness import Given
from titles import amun_re_card_game as title
from titles.amun_re_card_game.components import shipped_components
from titles.amun_re_card_game.events import (
    AuctionOpened,
    FavorsGranted,
    GoldChosen,
    GoldPrepared,
    KingdomEnded,
    NileFlooded,
    OfferingsInvited,
    OfferingsRevealed,
    PharaohDrawn,
    PharaohNamed,
    PointsScored,
    ProvinceAcquired,
    ProvinceExtended,
    PyramidPlaced,
    TableLaid,
)

CARDS = {card.id: card for card in shipped_components().provinces}
DISPLAY = (0, 1, 2, 3, 8)


def card(identity):
    """The shipped Province with this id."""
    return CARDS[identity]


def start(players, pharaoh=0):
    """The game is set up, without any choices."""
    return Given(title, TableLaid(players, shipped_components()), PharaohDrawn(pharaoh))


def displays(players, pharaoh=0, display=DISPLAY):
    """All players have laid out this display."""
    return start(players, pharaoh).and_then(*[GoldChosen(seat, display) for seat in range(players)])


def auction(players, *identities, pharaoh=0, kingdom=1, number=1, display=DISPLAY):
    """An auction of these Provinces begins."""
    table = displays(players, pharaoh, display)
    return table.and_then(AuctionOpened(kingdom, number, tuple(card(identity) for identity in identities)))


def holding(*hands, pharaoh=0, kingdom=1, display=DISPLAY):
    """Each seat holds these Provinces; a name with `+` is an Extended Province: `I-01+II-02`."""
    table = displays(len(hands), pharaoh, display)
    for seat, hand in enumerate(hands):
        for place, names in enumerate(hand):
            first, *more = names.split("+")
            table.and_then(AuctionOpened(1, 1, (card(first),)), ProvinceAcquired(seat, card(first), 1, False, True))
            for name in more:
                table.and_then(
                    AuctionOpened(card(name).kingdom, 1, (card(name),)),
                    ProvinceAcquired(seat, card(name), 1, False, False),
                    ProvinceExtended(seat, place),
                )
    return table.and_then(AuctionOpened(kingdom, 3, ()), PharaohNamed(pharaoh, (0,) * len(hands)))


def offered(table, *offerings, favors=None):
    """These offerings are revealed; the flood and (if given) the favors follow."""
    kingdom = table.state.kingdom
    table.and_then(OfferingsInvited(kingdom), OfferingsRevealed(kingdom, offerings))
    if favors is not None:
        total = sum(map(sum, offerings))
        level = 1 + (total > 5) + (total > 10) + (total > 15)
        table.and_then(NileFlooded(total, level), FavorsGranted(favors))
    return table


def scored(table, kingdom, *points):
    """All players scored this number of points for this Kingdom, which ended."""
    for seat, total in enumerate(points):
        table.and_then(PointsScored(seat, kingdom, 0, 0, 0, 0, total))
    return table.and_then(KingdomEnded(kingdom))


def tokens(table, seat, *counts):
    """This number of Pyramid tokens is on each Province of this seat."""
    from msgspec.structs import replace

    for place, count in enumerate(counts):
        for _ in range(count):
            table.and_then(PyramidPlaced(seat, place))
    player = replace(table.state.players[seat], to_place=0)
    players = list(table.state.players)
    players[seat] = player
    table.state = replace(table.state, players=tuple(players))
    return table


def prepared(table, seat, cards):
    """This seat has finished its turn of development."""
    return table.and_then(GoldPrepared(seat, cards, 0))
