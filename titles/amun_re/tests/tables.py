"""Tables for tests.

The contents of a seat's provinces are written as words: `"buto:f2g1s1p3 mendes"` are Buto with two Farmers, one Free
Farmer, one Stone and three pyramids, and Mendes with nothing.
"""

import re

from msgspec.structs import replace

from stele.title import change_player
from tests.harness import Given
from titles import amun_re as title
from titles.amun_re.changes import change_land
from titles.amun_re.components import shipped_components
from titles.amun_re.events import (
    HarvestBegun,
    MarketOpened,
    OfferingsInvited,
    OfferingsRevealed,
    ProvincesRevealed,
    ScoringBegun,
    TableLaid,
)
from titles.amun_re.state import Land, Offer, in_order

ROW = ("buto", "mendes", "thebes", "edfu", "amarna")
"""Provinces to bid for; only Mendes has a one-time bonus: 3 Gold."""
THINGS = {"f": "farmers", "g": "free_farmers", "s": "stones", "p": "pyramids"}
THEFT = (0, True, False)


def province(name):
    """The shipped province with this id."""
    return next(one for one in shipped_components().provinces if one.id == name)


def start(players=3, first=0, expert=False, strict_supply=False, components=None):
    """The table is laid; this seat is start player."""
    return Given(title, TableLaid(players, components or shipped_components(), expert, first, strict_supply))


def gold(table, *amounts):
    """The seats have so much Gold."""
    for seat, amount in enumerate(amounts):
        table.state = change_player(table.state, seat, gold=amount)
    return table


def hands(table, *words):
    """The seats hold these Favor cards and no others; the deck has the rest."""
    for seat, cards in enumerate(words):
        table.state = change_player(table.state, seat, hand=tuple(cards.split()))
    held = sum(len(player.hand) for player in table.state.players)
    total = sum(count for _card, count in table.state.components.favors)
    table.state = replace(table.state, deck=total - held - len(table.state.discard))
    return table


def lands(table, words, owner=None):
    """These provinces, with these contents, belong to this seat."""
    for word in words.split():
        name, _, things = word.partition(":")
        counts = {THINGS[letter]: int(count) for letter, count in re.findall(r"([fgsp])(\d+)", things)}
        table.state = change_land(table.state, name, owner=owner, **counts)
    farmers = sum(land.farmers + land.free_farmers for land in table.state.lands)
    table.state = replace(table.state, farmers_left=45 - farmers)
    return table


def land(table, name):
    """The contents of this province."""
    places = [one.id for one in table.state.components.provinces]
    found: Land = table.state.lands[places.index(name)]
    return found


def auction(players=3, row=None, first=0, kingdom=1, number=1):
    """An auction of these provinces begins."""
    table = start(players, first)
    table.state = replace(table.state, kingdom=kingdom)
    return table.and_then(ProvincesRevealed(kingdom, number, tuple(row or ROW[:players]), False))


def holding(*words, first=0, kingdom=1, number=1):
    """Each seat controls these provinces, in this round; all fifteen came into play."""
    table = start(len(words), first)
    pool = tuple(one.id for one in shipped_components().provinces)
    table.state = replace(table.state, kingdom=kingdom, round=number, pool=pool)
    for seat, one in enumerate(words):
        lands(table, one, seat)
    return table


def market(table):
    """The market opens."""
    return table.and_then(MarketOpened(in_order(table.state)))


def offering(table):
    """Offerings are invited."""
    return table.and_then(OfferingsInvited(table.state.kingdom, table.state.round))


def offered(table, *offers):
    """These offerings are revealed: a number is Gold, a tuple the offering itself; blue cards are held for it."""
    for seat, one in enumerate(offers):
        if isinstance(one, tuple) and one[2]:
            hand = (*table.state.players[seat].hand, "offering_adjuster")
            table.state = change_player(table.state, seat, hand=hand)
    offers = tuple(Offer(*one) if isinstance(one, tuple) else Offer(one, False, False) for one in offers)
    return offering(table).and_then(OfferingsRevealed(table.state.kingdom, table.state.round, offers))


def harvest(table, tile=1):
    """The harvest begins, with this tile, counted from 0, in the delta."""
    table.state = replace(table.state, tile=tile)
    return table.and_then(HarvestBegun(in_order(table.state)))


def scoring(table, tile=1):
    """The scoring begins, with this tile in the delta."""
    table.state = replace(table.state, tile=tile)
    return table.and_then(ScoringBegun(table.state.kingdom))
