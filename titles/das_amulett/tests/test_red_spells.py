"""The 19 red spells: the effect of each, and its limits."""

import pytest

from titles import das_amulett as title
from titles.das_amulett.commands import ChooseDisc, MoveCompany, NameMetal, OfferMetals, Pass
from titles.das_amulett.events import DiscChosen, GemTaken, MetalsTakenBack, TakeBackInvited
from titles.das_amulett.tests.tables import (
    BARE,
    BOTH,
    CITY,
    PYRAMID,
    WALL,
    company,
    energy,
    exchange,
    exchanging,
    gems,
    hands,
    lay,
    offers,
    spells,
    start,
    targets,
)

GOLD = BARE["gold"]
ALL = ("gold", "silver", "copper", "iron")


# Red: accepted metals


def accepted(region, *held, seat=0):
    """The metals that a seat may offer here when seat 0 has these spells."""
    table = company(spells(start(), 0, *held), region)
    return title.view(exchange(table).state)["players"][seat]["accepted"]


def test_burning_desire():
    """DA-K5, R31: the named metal is accepted from all players in all exchanges of the phase, not in the next turn."""
    table = gems(spells(company(hands(start(), "i3", "i2", "g1"), GOLD, "red"), 0, "Burning Desire"))
    table.when(NameMetal(0, "iron"), 0)
    assert [1, 2, 3] == offers(table, 0)
    table.when(OfferMetals(0, 1))
    assert [2] == offers(table, 1)
    table.when(Pass(1))
    table.when(next(iter(table.legal(0))))
    table.when(MoveCompany(0, "Fog Wood"))
    assert "iron" in title.view(table.state)["players"][2]["accepted"]
    assert ["silver"] == title.view(exchange(company(table, "Fog Wood")).state)["players"][0]["accepted"]


def test_burning_desire_ends_with_the_phase():
    """DA-G2, R31: the card beside the map is gone in the energy phase."""
    table = gems(spells(start(), 0, "Burning Desire"))
    table.when(NameMetal(0, "iron"), 0)
    assert ["iron"] == title.view(table.state)["desires"]
    assert [] == title.view(energy(table).state)["desires"]


def test_burning_desire_in_the_city():
    """R31: changes nothing there."""
    table = gems(spells(company(start(), CITY), 0, "Burning Desire"))
    table.when(NameMetal(0, "iron"), 0)
    assert list(ALL) == title.view(table.state)["players"][1]["accepted"]


@pytest.mark.parametrize(
    ("name", "metal", "other"),
    [
        ("Iron Metamorphosis", "iron", "copper"), ("Golden Metamorphosis", "gold", "iron"),
        ("Copper Metamorphosis", "copper", "silver"), ("Silver Metamorphosis", "silver", "gold"),
    ],
)  # fmt: skip
def test_metamorphosis(name, metal, other):
    """DA-K10: the owner's cards of this metal count everywhere, but not other players' or other metals."""
    for regions in (BARE, WALL, PYRAMID):
        assert {metal, other} == set(accepted(regions[other], name))
        assert [other] == accepted(regions[other], name, seat=1)
        assert [metal] == accepted(regions[metal], name)


def test_iron_metamorphosis():
    """DA-K10: three of iron count like three of gold."""
    assert [1, 2, 3, 4] == offers(exchanging("g1i3s9", "", "", region=GOLD, held=("Iron Metamorphosis",)), 0)


def test_golden_metamorphosis():
    """DA-K10: three of gold count like three of iron."""
    table = exchanging("i1g3s9", "", "", region=BARE["iron"], held=("Golden Metamorphosis",))
    assert [1, 2, 3, 4] == offers(table, 0)


def test_copper_metamorphosis():
    """DA-K10: three of copper count like three of gold."""
    assert [1, 2, 3, 4] == offers(exchanging("g1c3s9", "", "", region=GOLD, held=("Copper Metamorphosis",)), 0)


def test_silver_metamorphosis():
    """DA-K10: three of silver count like three of gold."""
    assert [1, 2, 3, 4] == offers(exchanging("g1s3c9", "", "", region=GOLD, held=("Silver Metamorphosis",)), 0)


def test_divine_metamorphosis():
    """DA-K11: all cards of the owner count in a region with a pyramid; not elsewhere, not along the Wall."""
    name = "Divine Metamorphosis"
    assert [list(ALL), list(ALL)] == [accepted(PYRAMID["gold"], name), accepted(BOTH, name)]
    assert [["gold"], ["gold"]] == [accepted(WALL["gold"], name), accepted(BARE["gold"], name)]
    assert ["gold"] == accepted(PYRAMID["gold"], name, seat=1)


def test_stone_metamorphosis():
    """DA-K11: all cards of the owner count along the Wall, on either side; not elsewhere, not at pyramids."""
    name = "Stone Metamorphosis"
    assert [list(ALL)] * 3 == [accepted(region, name) for region in (WALL["gold"], "Sunset Sea", BOTH)]
    assert [["gold"], ["gold"]] == [accepted(PYRAMID["gold"], name), accepted(BARE["gold"], name)]
    assert ["gold"] == accepted(WALL["gold"], name, seat=1)


# Red: cards of an offer


def taken(region, cards, *held, winner=0):
    """The cards returned to each seat from an offer of this size that a seat wins here, if seat 0 has these spells."""
    metal = {place: name for regions in (BARE, WALL, PYRAMID) for name, place in regions.items()}.get(region, "iron")
    words = ["", "", ""]
    words[winner] = f"{metal[0]}{cards}"
    table = lay(exchanging(*words, region=region, held=held), region, "red", "red", "red")
    table.settles()
    happened = table.when(OfferMetals(winner, cards))
    return [(one.seat, sum(one.metals)) for one in happened.of(MetalsTakenBack)]


@pytest.mark.parametrize(("cards", "found"), [(1, [(0, 1)]), (4, [(0, 1)]), (5, []), (6, [])])
@pytest.mark.parametrize("winner", [0, 1])
def test_foul_curse_of_avarice(cards, found, winner):
    """DA-K6, R47: the owner takes one card of any winning offer of up to four cards, even an own one, but not of
    five.
    """
    assert found == taken(GOLD, cards, "Foul Curse of Avarice", winner=winner)


@pytest.mark.parametrize(("cards", "found"), [(4, []), (5, []), (6, [(0, 1)]), (9, [(0, 1)])])
@pytest.mark.parametrize("winner", [0, 1])
def test_foul_curse_of_croesus(cards, found, winner):
    """DA-K7, R47: the owner takes one card of any winning offer of six or more, even an own one, but not of five."""
    assert found == taken(GOLD, cards, "Foul Curse of Croesus", winner=winner)


@pytest.mark.parametrize("region", [BARE["gold"], WALL["gold"], PYRAMID["gold"], BOTH])
def test_influence(region):
    """DA-K8: the owner takes back one card of an own winning offer, everywhere, and none of another player's."""
    assert [(0, 1)] == taken(region, 5, "Influence")
    assert [] == taken(region, 5, "Influence", winner=1)


def test_influence_of_the_builders():
    """DA-K9: two cards of the player's own winning offer along the Wall; none elsewhere, none of another player's."""
    name = "Influence of the Builders"
    assert [[(0, 2)]] * 3 == [taken(region, 5, name) for region in (WALL["gold"], WALL["silver"], BOTH)]
    assert [[], []] == [taken(PYRAMID["gold"], 5, name), taken(BARE["gold"], 5, name)]
    assert [] == taken(WALL["gold"], 5, name, winner=1)


def test_influence_of_the_pharaohs():
    """DA-K9: two cards of the player's own winning offer in a region with a pyramid.

    None elsewhere, none of another player's.
    """
    name = "Influence of the Pharaohs"
    assert [[(0, 2)]] * 2 == [taken(region, 5, name) for region in (PYRAMID["gold"], BOTH)]
    assert [[], []] == [taken(WALL["gold"], 5, name), taken(BARE["gold"], 5, name)]
    assert [] == taken(PYRAMID["gold"], 5, name, winner=1)


# Red: gems


def gems_taken(region, *held, winner=0):
    """The number of three gems that a seat takes here when seat 0 has these spells."""
    words = ["", "", ""]
    words[winner] = "g3s3c3i3"
    table = lay(exchanging(*words, region=region, held=held), region, "red", "red", "red")
    table.settles()
    happened = table.when(OfferMetals(winner, 1))
    return len(happened.of(GemTaken))


@pytest.mark.parametrize("region", [BARE["gold"], WALL["gold"], PYRAMID["gold"], BOTH])
def test_gift(region):
    """DA-K12: the owner gets one more gem for an own winning offer, everywhere, and none for another player's."""
    assert (2, 1) == (gems_taken(region, "Gift"), gems_taken(region, "Gift", winner=1))


def test_gift_of_the_builders():
    """DA-K12: the owner gets one more gem for an own winning offer along the Wall, and none elsewhere."""
    name = "Gift of the Builders"
    regions = (WALL["gold"], BOTH, PYRAMID["gold"], BARE["gold"])
    assert [2, 2, 1, 1] == [gems_taken(region, name) for region in regions]
    assert 1 == gems_taken(WALL["gold"], name, winner=1)


def test_gift_of_the_pharaohs():
    """DA-K12: the owner gets one more gem for an own winning offer in a region with a pyramid, and none elsewhere."""
    name = "Gift of the Pharaohs"
    regions = (PYRAMID["gold"], BOTH, WALL["gold"], BARE["gold"])
    assert [2, 2, 1, 1] == [gems_taken(region, name) for region in regions]
    assert 1 == gems_taken(PYRAMID["gold"], name, winner=1)


# Red: offers, the disc, moves


def test_immense_power():
    """DA-K13, R40: other players must outbid its owner by two cards; its owner outbids them by one."""
    table = exchanging("g9", "g9", "g9", region=GOLD, held=("Immense Power",))
    table.when(OfferMetals(0, 2))
    assert 4 == offers(table, 1)[0]
    table.refuses(OfferMetals(1, 3), "DA-X2")
    table.when(OfferMetals(1, 4))
    assert 5 == offers(table, 2)[0]
    table.when(Pass(2))
    assert 5 == offers(table, 0)[0]


def test_superiority():
    """DA-K14, R41: the owner leads with an equal offer, other players need one card more, and no offer cannot be
    equalled.
    """
    table = exchanging("g9", "g9", "g9", region=GOLD, held=("Superiority",), hat=1)
    table.when(OfferMetals(1, 3))
    table.refuses(OfferMetals(2, 3), "DA-X2")
    table.when(Pass(2))
    assert 3 == offers(table, 0)[0]
    table.refuses(OfferMetals(0, 2), "DA-X2")
    table.when(OfferMetals(0, 3))
    assert (0, 4) == (table.state.bidder, offers(table, 1)[0])
    assert 0 == table.when(Pass(1)).state.hat
    opening = exchanging("g9", "g9", "g9", region=GOLD, held=("Superiority",))
    assert 1 == offers(opening, 0)[0]


def test_superiority_needs_the_cards():
    """DA-K14, DA-X3: no more than its owner has."""
    table = exchanging("g2", "g9", "", region=GOLD, held=("Superiority",), hat=1)
    table.when(OfferMetals(1, 3)).then(title.events.MetalsOffered(1, 3), title.events.Passed(2), ...)
    assert 1 == table.state.hat


def test_magical_journey():
    """DA-K15: once a turn, the spell's owner chooses the disc; other players do not."""
    table = gems(spells(start(), 1, "Magical Journey"))
    table.refuses(ChooseDisc(0, 5), "DA-G1")
    happened = table.when(ChooseDisc(1, 5))
    assert ([DiscChosen(1, "Magical Journey", 5)], 5) == (happened.of(DiscChosen), happened.state.moves)
    table.refuses(ChooseDisc(0, 5), "DA-G3")


def test_wings_of_the_phoenix():
    """DA-K16: the owner moves the company to any region with gems, other players move it to an adjacent one."""
    table = exchange(spells(company(hands(start(), "", "", ""), "Red Desert"), 0, "Wings of the Phoenix"))
    table.settles()
    assert 23 == len(targets(table, 0))
    table = exchange(spells(company(hands(start(), "", "", ""), "Red Desert"), 1, "Wings of the Phoenix"))
    table.settles()
    assert 3 == len(targets(table, 0))


# All


def test_effects_add_up():
    """DA-K1: a winner who holds both Influence and Avarice takes one card for each."""
    assert [(0, 2)] == taken(GOLD, 4, "Influence", "Foul Curse of Avarice")


def test_passive_spells_are_used_in_every_exchange():
    """DA-K2, R47: a passive spell works in every exchange, so Avarice takes a card of any winning offer, even twice in
    a phase.
    """
    table = lay(exchanging("", "g5", "", region=GOLD, held=("Foul Curse of Avarice",)), GOLD, "red")
    table.settles()
    for _ in range(2):
        happened = table.when(OfferMetals(1, 1))
        assert [TakeBackInvited((0,), (1,))] == happened.of(TakeBackInvited)
        exchange(lay(company(table, GOLD), GOLD, "red")).settles()
