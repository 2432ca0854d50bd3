"""Combinations of spells: those in the rulebook, and those decided by rulings."""

from titles import das_amulett as title
from titles.das_amulett.commands import (
    ChooseDisc,
    DropGem,
    LayMetals,
    LiftGem,
    MoveCompany,
    MoveEnergy,
    NameMetal,
    OfferMetals,
    Pass,
    TakeGem,
    TakeMetal,
    UseNoMore,
)
from titles.das_amulett.events import (
    AmuletCompleted,
    DiscChosen,
    DiscDrawn,
    EnergyRemoved,
    EnergySpent,
    ExchangeWon,
    GemTaken,
    MetalNamed,
    MetalsDrawn,
    MetalsTakenBack,
    RegionEmpty,
    SpellDiscarded,
    SpellsDeclined,
)
from titles.das_amulett.tests.tables import (
    BARE,
    BOTH,
    PYRAMID,
    WALL,
    amulet,
    company,
    energy,
    exchanging,
    gems,
    hand,
    hands,
    lay,
    lying,
    metals,
    offers,
    piles,
    removal,
    spells,
    start,
)

GOLD = BARE["gold"]
INFLUENCES = ("Influence:1", "Influence of the Builders:1", "Influence of the Pharaohs:1")


def taken(cards, *held, region=BOTH):
    """The number of cards returned from an own offer of this size, in a region with iron, pyramid and wall."""
    table = lay(exchanging(f"i{cards}", "", "", region=region, held=held), region, "red")
    return [sum(one.metals) for one in table.when(OfferMetals(0, cards)).of(MetalsTakenBack)]


def test_influence_three_times():
    """DA-K1, R48: five cards come back in a region with a pyramid along the Wall."""
    assert [5] == taken(7, *INFLUENCES)


def test_influence_three_times_and_croesus():
    """R48: three Influences and Croesus together return one card more of an offer of six or more."""
    assert [6] == taken(7, *INFLUENCES, "Foul Curse of Croesus:1")


def test_influence_three_times_and_avarice():
    """R48: Avarice adds one card for an offer of four or fewer, up to the cards laid; for an offer of five, neither
    spell adds one.
    """
    assert [4] == taken(4, *INFLUENCES, "Foul Curse of Avarice:1")
    assert [5] == taken(5, *INFLUENCES, "Foul Curse of Avarice:1", "Foul Curse of Croesus:1")
    assert [3] == taken(4, *INFLUENCES[1:2], "Foul Curse of Avarice:1")


def test_the_size_of_the_offer_counts():
    """R47: the winner's refund makes an offer of six no smaller, and one of five no smaller for Avarice."""
    table = lay(exchanging("", "i6", "", region=BOTH, held=("Foul Curse of Croesus",)), BOTH, "red")
    spells(table, 1, *INFLUENCES).settles()
    assert [5, 1] == [sum(one.metals) for one in table.when(OfferMetals(1, 6)).of(MetalsTakenBack)]
    table = lay(exchanging("", "i5", "", region=BOTH, held=("Foul Curse of Avarice",)), BOTH, "red")
    spells(table, 1, *INFLUENCES[:1]).settles()
    assert [1] == [sum(one.metals) for one in table.when(OfferMetals(1, 5)).of(MetalsTakenBack)]


# Superiority and Immense Power


def against_power(cards, region=GOLD):
    """Seat 0 offers with Immense Power, seat 1 has Superiority."""
    table = spells(exchanging("g9", "g9", "g9", region=region, held=("Immense Power",)), 1, "Superiority")
    table.when(OfferMetals(0, cards))
    return table


def test_superiority_equals_immense_power():
    """DA-K14, R41: an equal offer leads; Immense Power does not require more of its owner than of other players."""
    table = against_power(3)
    assert 3 == offers(table, 1)[0]
    table.when(OfferMetals(1, 3))
    table.when(Pass(2))
    assert ExchangeWon(1, 3, 1) == table.when(Pass(0)).events[1]


def test_superiority_offers_one_more():
    """R41: against Immense Power too, where other players need two."""
    table = against_power(3)
    assert 4 in offers(table, 1)
    table.when(Pass(1))
    assert 5 == offers(table, 2)[0]


def test_immense_power_against_superiority():
    """R40, R41: the owner of Immense Power outbids an offer of Superiority by one, and then is equalled again."""
    table = against_power(3)
    table.when(OfferMetals(1, 3))
    table.when(Pass(2))
    assert 4 == offers(table, 0)[0]
    table.when(OfferMetals(0, 4))
    assert 4 == offers(table, 1)[0]


def test_both_with_one_owner():
    """DA-K13, DA-K14: a player who equals an offer by Superiority is outbid by two because of Immense Power."""
    table = exchanging("g9", "g9", "g9", region=GOLD, held=("Immense Power", "Superiority"), hat=1)
    table.when(OfferMetals(1, 2))
    table.when(Pass(2))
    table.when(OfferMetals(0, 2))
    assert 4 == offers(table, 1)[0]


def test_power_and_few_cards():
    """R38, R40: one card more than an offer of Immense Power is an automatic pass; an equal number with Superiority is
    not.
    """
    table = spells(exchanging("g3", "g3", "g4", "g5", region=GOLD, held=("Immense Power",)), 1, "Superiority")
    table.when(OfferMetals(0, 3))
    assert (1,) == title.to_act(table.state)
    table.when(Pass(1))
    assert (3,) == title.to_act(table.state)


# Burning Desire and Magical Journey


def test_desire_before_journey():
    """DA-G1: if the hat comes to Burning Desire first, its metal is named before the disc is chosen."""
    table = gems(spells(spells(start(hat=1), 1, "Burning Desire"), 2, "Magical Journey"))
    table.when(NameMetal(1, "iron")).then(MetalNamed(1, "Burning Desire", "iron"))
    assert DiscChosen(2, "Magical Journey", 3) == table.when(ChooseDisc(2, 3)).events[0]


def test_journey_before_desire():
    """DA-G1: if the hat comes to Magical Journey first, the metal is named when the disc is known."""
    table = gems(spells(spells(start(hat=2), 1, "Burning Desire"), 2, "Magical Journey"))
    table.when(ChooseDisc(2, 6)).then(DiscChosen(2, "Magical Journey", 6))
    happened = table.when(NameMetal(1, "iron"))
    assert MetalNamed(1, "Burning Desire", "iron") == happened.events[0]
    assert ([], 6) == (happened.of(DiscDrawn), table.state.moves)


def test_one_owner_of_both():
    """R30: uses them in any order, one alone or none."""
    for first, second in ((NameMetal(1, "gold"), ChooseDisc(1, 4)), (ChooseDisc(1, 4), NameMetal(1, "gold"))):
        table = gems(spells(start(), 1, "Burning Desire", "Magical Journey"))
        table.when(first)
        assert (1,) == title.to_act(table.state)
        table.when(second)
        assert (("gold",), 4) == (table.state.desires, table.state.disc)
    table = gems(spells(start(), 1, "Burning Desire", "Magical Journey"))
    table.when(ChooseDisc(1, 4))
    assert SpellsDeclined(1, ("Burning Desire",)) == table.when(UseNoMore(1)).events[0]
    table = gems(spells(start(), 1, "Burning Desire", "Magical Journey"))
    assert SpellsDeclined(1, ("Burning Desire", "Magical Journey")) == table.when(UseNoMore(1), 0).events[0]


def test_desire_and_metamorphosis():
    """R36: region, named metal and wild cards together, mixed in one offer."""
    table = gems(spells(company(hands(start(), "g1s1i1c1", "", ""), GOLD), 0, "Burning Desire", "Iron Metamorphosis"))
    table.when(NameMetal(0, "silver"), 0)
    assert [1, 2, 3] == offers(table, 0)
    table.when(OfferMetals(0, 3))
    assert [LayMetals(0, 1, 1, 0, 1)] == table.legal(0)


# Metamorphosis


def test_divine_and_a_single_metal():
    """DA-K1, DA-K11: all cards in a region with a pyramid, one metal besides the region's elsewhere."""
    held = ("Divine Metamorphosis", "Silver Metamorphosis")
    assert [1, 2, 3, 4] == offers(exchanging("g1s1c1i1", "", "", region=PYRAMID["gold"], held=held), 0)
    assert [1, 2] == offers(exchanging("g1s1c1i1", "", "", region=WALL["gold"], held=held), 0)


def test_stone_and_a_single_metal():
    """DA-K1, DA-K11: all cards along the Wall, one metal besides the region's elsewhere."""
    held = ("Stone Metamorphosis", "Copper Metamorphosis")
    assert [1, 2, 3, 4] == offers(exchanging("g1s1c1i1", "", "", region=WALL["gold"], held=held), 0)
    assert [1, 2] == offers(exchanging("g1s1c1i1", "", "", region=PYRAMID["gold"], held=held), 0)


def test_divine_cards_come_back_as_they_are():
    """R57, R49: a player who laid three metals chooses among these."""
    table = exchanging("g1s1c2", "", "", region=PYRAMID["gold"], held=("Divine Metamorphosis", "Influence"))
    lay(table, PYRAMID["gold"], "red")
    table.when(OfferMetals(0, 3))
    table.when(LayMetals(0, gold=1, silver=1, copper=1))
    assert {(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 0)} == {
        (one.gold, one.silver, one.copper, one.iron) for one in table.legal(0)
    }


# Gifts


def gifted(region, *gems_there):
    """Seat 0 wins here with all three Gifts."""
    held = ("Gift", "Gift of the Builders", "Gift of the Pharaohs")
    table = lay(exchanging("g2i2s2c2", "", "", region=region, held=held), region, *gems_there)
    return table, table.when(OfferMetals(0, 1))


def test_three_gifts():
    """DA-K1, R44: four gems with pyramid and wall, three with one of them, two without."""
    for region, number in ((BOTH, 4), (WALL["gold"], 3), (PYRAMID["gold"], 3), (GOLD, 2)):
        assert number == len(gifted(region, *["red"] * 5)[1].of(GemTaken))


def test_no_more_gems_than_there_are():
    """R44: two gems for three Gifts."""
    assert 2 == len(gifted(BOTH, "red", "red")[1].of(GemTaken))


def test_each_gem_of_gifts_is_chosen():
    """R44: two choices among three kinds; the last kind is taken automatically."""
    table, _ = gifted(BOTH, "red", "blue", "grey")
    table.when(TakeGem(0, "blue")).then(GemTaken(0, BOTH, "blue"))
    assert [GemTaken(0, BOTH, gem) for gem in ("grey", "red")] == table.when(TakeGem(0, "grey")).of(GemTaken)


def test_gifts_win():
    """R45: the third gem of three Gifts is the eighth; the fourth stays."""
    table = lay(exchanging("i2", "", "", region=BOTH, held=("Gift", "Gift of the Builders")), BOTH, *["red"] * 4)
    happened = amulet(table, 0, *["red"] * 6).when(OfferMetals(0, 1))
    assert [AmuletCompleted(0, 1, 8)] == happened.of(AmuletCompleted)
    assert 2 == len(happened.of(GemTaken))


# Gem magic and empty piles


def test_gem_magic_with_empty_piles():
    """R24: with two of nine gold cards in the pile, seven are of free choice, card by card."""
    table = amulet(spells(hands(start(), "", "", ""), 0, "Magic of Amber"), 0, *["yellow"] * 4)
    metals(piles(table, 2, 3, 0, 9))
    assert MetalsDrawn(0, 2, 8, (2, 0, 0, 0)) == table.settles().of(MetalsDrawn)[0]
    for _ in range(3):
        table.when(TakeMetal(0, "silver"), 0)
    assert (2, 3, 0, 5) == hand(table, 0)


def test_teleportation_empties_the_companys_region():
    """R42, R28: if Teleportation empties the company's region, there is no exchange, but the disc is used."""
    table = spells(company(start(), "Red Desert", "red"), 0, "Teleportation")
    metals(table).when(LiftGem(0, "Red Desert", "red"))
    table.when(DropGem(0, "North Lake"))
    table.when(TakeMetal(0, "gold"))
    happened = table.when(TakeMetal(0, "gold"), 0)
    assert [RegionEmpty("Red Desert")] == happened.of(RegionEmpty)
    assert (0, "movement", 3) == (table.state.hat, table.state.phase, table.state.moves)
    assert 2 == table.when(MoveCompany(0, "East Quarter")).state.moves


# Vortices


def test_a_vortex_after_the_owner_has_acted():
    """R64: a spell that it empties is discarded immediately."""
    table = energy(spells(spells(start(), 0, "Alchemy:2"), 1, "Vortex of Light:3"))
    table.settles()
    assert {"Alchemy": 1} == lying(table, 0)
    table.when(removal(table, 1, "Vortex of Light", "Alchemy"), 0).then(
        EnergyRemoved(1, "Vortex of Light", "Alchemy", 0), SpellDiscarded(0, "Alchemy"), EnergySpent(1, (1,), 1), ...
    )
    assert ("Alchemy",) == table.state.under


def test_a_vortex_before_the_owner_has_acted():
    """R64: the effect of a spell that it empties is lost."""
    table = energy(spells(spells(start(), 0, "Vortex of Light:3"), 1, "Arc of Energy:1", "Gift:4"))
    happened = table.when(removal(table, 0, "Vortex of Light", "Arc of Energy"), 0)
    assert [SpellDiscarded(1, "Arc of Energy")] == happened.of(SpellDiscarded)
    assert [EnergySpent(0, (1,), 1), EnergySpent(1, (2,), 2)] == happened.of(EnergySpent)[:2]


def test_a_vortex_lets_a_spell_of_two_end():
    """R64, R67: a spell that costs two and loses a token to a Vortex uses up its last one and ends."""
    table = energy(spells(spells(start(), 0, "Vortex of Light:3"), 1, "Gift:2"))
    happened = table.when(removal(table, 0, "Vortex of Light", "Gift"), 0)
    assert (EnergySpent(1, (1,), 1), [SpellDiscarded(1, "Gift")]) == (
        happened.of(EnergySpent)[1],
        happened.of(SpellDiscarded),
    )


def test_vortex_of_light_on_itself():
    """R63, R64: a Vortex of Light that removes its own last token is discarded before energy is used up."""
    table = energy(spells(start(), 0, "Vortex of Light:1", "Gift:4"))
    table.when(removal(table, 0, "Vortex of Light", "Vortex of Light"), 0).then(
        EnergyRemoved(0, "Vortex of Light", "Vortex of Light", 0),
        SpellDiscarded(0, "Vortex of Light"),
        EnergySpent(0, (2,), 2),
        ...,
    )


def test_vortex_of_light_on_an_own_spell():
    """R63: a player can use Vortex of Light to save a token of an own spell that would be wasted."""
    table = energy(spells(start(), 0, "Vortex of Light:3", "Gift:1"))
    happened = table.when(removal(table, 0, "Vortex of Light", "Gift"), 0)
    assert [SpellDiscarded(0, "Gift"), EnergySpent(0, (1,), 1)] == happened.events[1:3]


def test_all_three_blue_spells():
    """R61, R62: between the two tokens of Darkness the Arc may be emptied; Darkness works on."""
    table = spells(start(), 0, "Arc of Energy:2", "Vortex of Darkness:2", "Vortex of Light:2")
    energy(spells(table, 1, "Alchemy:4"))
    table.when(removal(table, 0, "Vortex of Darkness", "Alchemy"))
    table.when(MoveEnergy(0, "Vortex of Light", 2))
    table.when(removal(table, 0, "Vortex of Darkness", "Alchemy"))
    table.when(removal(table, 0, "Vortex of Light", "Alchemy"), 0)
    assert ({"Vortex of Light": 3}, {}) == (lying(table, 0), lying(table, 1))
