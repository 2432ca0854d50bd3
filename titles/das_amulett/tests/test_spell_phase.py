"""The spell phase: auctions for energy."""

from typing import Any

import pytest

from domain.chance import Scripted
from domain.redaction import redact
from titles import das_amulett as title
from titles.das_amulett.commands import BidEnergy, Pass, UseNoMore
from titles.das_amulett.events import (
    EnergyBid,
    MetalsPhaseBegun,
    Passed,
    SpellAcquired,
    SpellReturned,
    SpellTurnedUp,
    TurnBegun,
)
from titles.das_amulett.preparation import undealt_spells
from titles.das_amulett.spell_phase import begin_turn
from titles.das_amulett.tests.tables import auction, deck, energy, lying, reserve, spells, start


def bids(table, seat):
    """The numbers of tokens that the seat may bid."""
    return [one.tokens for one in table.legal(seat) if isinstance(one, BidEnergy)]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_spell_for_each_player(players):
    """DA-P1: the pile has a spell for each player, face down, and the first of them is turned up."""
    happened = energy(start(players)).settles(0)
    assert [TurnBegun(2, players)] == happened.of(TurnBegun)
    assert (1, players - 1) == (len(happened.of(SpellTurnedUp)), happened.state.pile)


def test_spells_come_by_lot():
    """DA-P1: any spell of the deck may be turned up, but none on the table or under the deck."""
    table = deck(spells(start(), 0, "Magic of Amber"), "Teleportation")
    names = undealt_spells(table.state)
    assert 31 == len(names) == table.state.deck
    table.and_then(TurnBegun(1, 3))
    turned: list[Any] = [title.advance(table.state, Scripted([number])) for number in range(31)]
    assert {one.name for one in table.state.components.spells} - {"Magic of Amber", "Teleportation"} == {
        one.spell for one in turned
    }


def test_the_next_spell_after_a_sale():
    """DA-P1: sold, then the next one of the pile is turned up."""
    table = auction(start(), pile=2)
    table.when(BidEnergy(0, 1)).then(EnergyBid(0, 1))
    table.when(Pass(1)).then(Passed(1))
    happened = table.when(Pass(2), 0)
    assert [Passed, SpellAcquired, SpellTurnedUp] == [type(event) for event in happened.events]


def test_the_last_spell_of_the_pile():
    """DA-P1, DA-T1: when the pile is used up the metals phase begins."""
    table = auction(start(), pile=1)
    table.when(BidEnergy(0, 1))
    table.when(Pass(1))
    happened = table.when(Pass(2), 0)
    assert [Passed(2), SpellAcquired(0, "Alchemy", 1), MetalsPhaseBegun((0, 1, 2))] == happened.events[:3]


def test_from_the_hat_on():
    """DA-P2, DA-T2, R11: the player with the hat answers first, then the rest clockwise."""
    table = auction(start(4, hat=2))
    asked = []
    for _ in range(3):
        (seat,) = title.to_act(table.state)
        asked.append(seat)
        table.when(Pass(seat))
    assert ([2, 3, 0], (1,)) == (asked, title.to_act(table.state))
    table.refuses(BidEnergy(2, 5), "DA-P2")


def test_one_round_of_bids():
    """DA-P2, R13: each player answers once; outbid players are not asked again, so the last player wins by one energy
    more.
    """
    table = auction(start(), pile=2)
    table.when(BidEnergy(0, 2))
    table.when(BidEnergy(1, 3))
    assert 4 == bids(table, 2)[0]
    table.when(BidEnergy(2, 4), 0).then(EnergyBid(2, 4), SpellAcquired(2, "Alchemy", 4), ...)


def test_a_bid_is_higher_than_the_best():
    """DA-P3: a bid is higher than the best by any number, not equal or lower."""
    table = auction(start())
    table.when(BidEnergy(0, 3))
    table.refuses(BidEnergy(1, 3), "DA-P3")
    table.refuses(BidEnergy(1, 2), "DA-P3")
    assert [4, 5, 6, 7, 8, 9, 10] == bids(table, 1)


def test_a_bid_is_a_number_from_one():
    """R12: zero and less is no bid."""
    table = auction(start())
    assert 1 == bids(table, 0)[0]
    table.refuses(BidEnergy(0, 0), "DA-P3")
    table.refuses(BidEnergy(0, -1), "DA-P3")


def test_at_most_the_own_reserve():
    """DA-P3: tokens on spells are not bid."""
    table = auction(spells(start(), 0, "Gift:4"))
    assert 6 == bids(table, 0)[-1]
    table.refuses(BidEnergy(0, 7), "DA-P3")


def test_the_best_bid_gets_the_spell():
    """DA-P4: the winner's tokens go from the reserve onto the spell; other players pay nothing."""
    table = auction(start())
    table.when(BidEnergy(0, 2))
    table.when(BidEnergy(1, 5))
    table.when(Pass(2), 0)
    assert {"Alchemy": 5} == lying(table, 1)
    assert [10, 5, 10] == [player.reserve for player in table.state.players]


def test_the_winner_takes_the_hat():
    """DA-P4: the winner takes the hat and opens the next auction."""
    table = auction(start(), pile=2)
    table.when(Pass(0))
    table.when(BidEnergy(1, 1))
    happened = table.when(Pass(2), 0)
    assert [(1, 2, 0)] == [one.order for one in happened.of(SpellTurnedUp)]
    assert (1, (1,)) == (table.state.hat, title.to_act(table.state))


def test_no_bids():
    """DA-P5, R15: the spell goes under the deck and is not replaced; the hat stays, and its player continues."""
    table = auction(start(hat=1), pile=2)
    for seat in (1, 2):
        table.when(Pass(seat))
    happened = table.when(Pass(0), 0)
    assert [Passed, SpellReturned, SpellTurnedUp] == [type(event) for event in happened.events]
    assert (1, ("Alchemy",), 0) == (table.state.hat, table.state.under, table.state.pile)
    assert (1, 2, 0) == happened.events[-1].order


def test_spells_under_the_deck_are_public():
    """R7: the spells under it, and their order."""
    assert SpellReturned("Gift") == redact(SpellReturned("Gift"), "public")
    assert ["Gift", "Alchemy"] == title.view(deck(start(), "Gift", "Alchemy").state)["spells"]["under"]


def test_under_the_deck_in_order():
    """DA-P5: the shuffled part goes first, then the spells put under it, in order."""
    table = deck(start(), "Gift", "Alchemy", "Superiority", shuffled=1)
    table.and_then(TurnBegun(1, 3))
    table.settles(0)
    turned = [table.state.offered]
    for _ in range(2):
        for seat in (0, 1, 2):
            happened = table.when(Pass(seat))
        turned += [one.spell for one in happened.of(SpellTurnedUp)]
    assert ["Gift", "Alchemy"] == turned[1:]
    assert turned[0] not in ("Gift", "Alchemy", "Superiority")
    assert ("Superiority", turned[0], "Gift") == table.state.under


def test_fewer_spells_than_players():
    """R10: as many spells are auctioned as the deck and the part under it have, and none if both are empty."""
    table = start(4)
    piles = [begin_turn(deck(table, "Gift", shuffled=number).state).pile for number in (4, 3, 2, 0)]
    assert [4, 4, 3, 1] == piles


def test_no_spell_is_left():
    """R10: the metals phase begins immediately."""
    table = deck(start(), shuffled=0)
    assert MetalsPhaseBegun((0, 1, 2)) == table.and_then(begin_turn(table.state)).settles(0).events[0]


def test_a_winner_may_pass_on_the_next():
    """R14: the previous winner of a spell is asked first, and may pass."""
    table = auction(start(), pile=2)
    table.when(BidEnergy(0, 1))
    table.when(Pass(1))
    table.when(Pass(2), 0)
    table.when(Pass(0)).then(Passed(0))


def test_won_tokens_are_missing_at_once():
    """R16: tokens on a won spell are not available in the next auction of the same phase."""
    table = auction(start(), pile=2)
    table.when(BidEnergy(0, 7))
    table.when(Pass(1))
    table.when(Pass(2), 0)
    assert [1, 2, 3] == bids(table, 0)


def test_no_limit_of_spells():
    """R17: a player with nine spells may win a tenth."""
    names = [one.name for one in start().state.components.spells if one.name != "Alchemy"][:9]
    table = auction(spells(start(), 0, *[f"{name}:1" for name in names]))
    table.when(BidEnergy(0, 1))
    table.when(Pass(1))
    table.when(Pass(2), 0)
    assert 10 == len(table.state.players[0].spells)


def test_no_spell_works_in_this_phase():
    """R18: owners of grey, red and blue spells can only bid or pass."""
    table = auction(spells(start(), 0, "Teleportation:1", "Burning Desire:1", "Arc of Energy:3", "Superiority:1"))
    assert {BidEnergy, Pass} == {type(one) for one in table.legal(0)}
    table.refuses(UseNoMore(0), "DA-K2")


def test_superiority_is_not_for_energy():
    """R18: the owner of Superiority bids energy like any player."""
    table = auction(spells(start(), 1, "Superiority:1"))
    table.when(BidEnergy(0, 3))
    table.refuses(BidEnergy(1, 3), "DA-P3")


def test_a_player_who_cannot_bid_passes():
    """R19: a player whose reserve has no more tokens than the best bid passes automatically."""
    table = auction(reserve(start(4), 10, 4, 3, 5))
    table.when(BidEnergy(0, 4)).then(EnergyBid(0, 4), Passed(1), Passed(2))
    assert (3,) == title.to_act(table.state)


def test_no_possible_bids():
    """R19: with empty reserves, the whole auction is automatic."""
    table = auction(reserve(start(), 0, 0, 0))
    assert [Passed(0), Passed(1), Passed(2), SpellReturned("Alchemy"), MetalsPhaseBegun((0, 1, 2))] == (
        table.settles(0).events[:5]
    )


def test_no_auction_no_bid():
    """DA-P2: a player can't bid in another phase."""
    table = energy(spells(start(), 0, "Vortex of Light"))
    table.refuses(BidEnergy(0, 1), "DA-P2")
