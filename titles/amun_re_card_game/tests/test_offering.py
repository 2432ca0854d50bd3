"""Offerings, flood and favors."""

from typing import Any

import pytest
from msgspec.structs import replace

from ai.self_play import play_out
from domain.game import SHARED_EVENTS
from domain.projector import projector_for
from domain.redaction import HIDDEN, redact
from eventstore.entries import read_records
from titles import amun_re_card_game as title
from titles.amun_re_card_game.commands import PlacePyramid, SealOffering
from titles.amun_re_card_game.events import (
    FavorsGranted,
    GoldChosen,
    NileFlooded,
    OfferingSealed,
    OfferingsInvited,
    OfferingsRevealed,
    PharaohNamed,
    PyramidPlaced,
)
from titles.amun_re_card_game.offering import flood_level
from titles.amun_re_card_game.tests.tables import DISPLAY, holding, offered

FLAT = ("I-01", "I-02", "I-04")
TWO, THREE, FOUR = ((FLAT,) * 2, (FLAT,) * 3, (FLAT,) * 4)


def invited(hands=THREE, **more):
    """A table at which players are asked for their offerings."""
    return holding(*hands, **more).and_then(OfferingsInvited(1))


def test_all_offer_at_once():
    """AC-O1: all players are asked until they have sealed."""
    table = invited()
    assert title.to_act(table.state) == (0, 1, 2)
    table.when(SealOffering(1, (0, 3))).then(OfferingSealed(1, 1, (0, 3)))
    assert title.to_act(table.state) == (0, 2)


def test_at_least_one_card():
    """AC-O2, R21: the 0 alone is enough, all cards may be offered, no cards may not; only from the player's display."""
    table = invited()
    assert len(table.legal(0)) == 2 ** len(DISPLAY) - 1
    assert {SealOffering(0, (0,)), SealOffering(0, DISPLAY)} <= set(table.legal(0))
    table.refuses(SealOffering(0, ()), "AC-O2")
    table.refuses(SealOffering(0, (4,)), "AC-O2")
    table.refuses(SealOffering(0, (3, 1)), "AC-O2")
    table.refuses(SealOffering(0, (3, 3)), "AC-O2")


def test_a_sealed_offering_hides_its_number_too():
    """R22: other viewers see only that an offering is sealed; the seat itself sees its cards."""
    event = OfferingSealed(1, 1, (0, 3))
    assert redact(event, 0) == OfferingSealed(1, 1, HIDDEN)
    assert redact(event, 1) == event
    table = invited()
    table.and_then(redact(event, 0))
    assert dict(title.view(table.state)["players"][1]["offering"]) == {"sealed": True, "cards": None}
    assert title.view(table.state)["players"][1]["display"] == list(DISPLAY)


def test_a_sealed_offering_is_final():
    """R23: a player who has sealed is not asked again."""
    table = invited().and_then(OfferingSealed(1, 1, (0, 3)))
    assert 1 not in title.to_act(table.state)
    table.refuses(SealOffering(1, (8,)), "R23")


def test_a_single_card_is_offered_automatically():
    """AC-O5: a player with only the 0 card has one possible offering; the other players are still asked."""
    table = holding(*THREE).and_then(GoldChosen(1, (0,)))
    happened = table.settles()
    assert happened.events == [OfferingsInvited(1), OfferingSealed(1, 1, (0,))]
    assert title.to_act(table.state) == (0, 2)


def test_revealed_together_and_discarded():
    """AC-O3, R29: the last offering reveals all of them, and the offered cards, including the 0, leave the display."""
    table = invited(TWO).and_then(OfferingSealed(0, 1, (0, 3)))
    happened = table.when(SealOffering(1, (8,)))
    assert happened.of(OfferingsRevealed) == [OfferingsRevealed(1, ((0, 3), (8,)))]
    assert happened.events[1].reveals(OfferingSealed(0, 1, (0, 3)))
    assert not happened.events[1].reveals(OfferingSealed(0, 2, (0, 3)))
    assert [player.display for player in table.state.players] == [(1, 2, 8), (0, 1, 2, 3)]


@pytest.mark.parametrize(("total", "level"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3), (16, 4), (90, 4)])
def test_the_flood(total, level):
    """AC-O4: the limits of the Offering table."""
    assert flood_level(total) == level


def test_the_flood_does_not_depend_on_the_number_of_players():
    """R26: two offerings of 8 flood as high as five of 16 in all."""
    assert offered(holding(*TWO), (8,), (8,)).settles().of(NileFlooded) == [NileFlooded(16, 4)]
    assert offered(holding(*FOUR), (8,), (8,), (0,), (0,)).settles().of(NileFlooded) == [NileFlooded(16, 4)]


def favors(table, *offerings):
    """The favors granted for these."""
    return offered(table, *offerings).settles().of(FavorsGranted)[0].pyramids


def test_the_rulebooks_example():
    """R49: (4) + (2) + (0 + 2) + (1) = 9; Purple 3, Yellow 2 before Red in turn order, Red and Blue 1 each."""
    # Seats in turn order: Purple, Blue, Yellow, Red.
    happened = offered(holding(*FOUR, display=(0, 1, 2, 4, 5)), (4,), (1,), (0, 2), (2,)).settles()
    assert happened.of(NileFlooded) == [NileFlooded(9, 2)]
    assert happened.of(FavorsGranted) == [FavorsGranted((3, 1, 2, 1))]


def test_favors_by_height():
    """AC-F1: 3 for the greatest, 2 for the second, 1 for every other."""
    assert favors(holding(*FOUR), (1,), (8,), (2,), (3,)) == (1, 3, 1, 2)


def test_ties_for_favors():
    """AC-F1, R6, R24: the earlier in turn order from the Pharaoh."""
    assert favors(holding(*THREE, pharaoh=2), (3,), (3,), (3,)) == (2, 1, 3)


def test_no_favor_for_an_offering_of_0():
    """AC-F2, R24: an offering of 0 earns nothing, even in second place."""
    assert favors(holding(*THREE), (0,), (3,), (0,)) == (0, 3, 0)


def test_two_players():
    """AC-F3, R25: two players get 3 and 1 favors; the second gets none if they offer 0, and neither does if both offer
    0.
    """
    assert favors(holding(*TWO), (2,), (3,)) == (1, 3)
    assert favors(holding(*TWO), (0,), (3,)) == (0, 3)
    assert favors(holding(*TWO), (0,), (0,)) == (0, 0)


def test_favors_are_placed_in_turn_order():
    """AC-P1, R28: clockwise from the Pharaoh, whatever the offerings were."""
    table = offered(holding(*THREE, pharaoh=1), (1,), (2,), (8,), favors=(1, 2, 3))
    assert title.to_act(table.state) == (1,)
    table.refuses(PlacePyramid(1, 3), "AC-P2")
    table.when(PlacePyramid(1, 0)).then(PyramidPlaced(1, 0))
    # Seat 2 gets three for three Provinces: one each, automatically.
    table.when(PlacePyramid(1, 1)).then(
        PyramidPlaced(1, 1), PyramidPlaced(2, 0), PyramidPlaced(2, 1), PyramidPlaced(2, 2)
    )
    assert title.to_act(table.state) == (0,)


def test_all_place_favors_at_the_same_time():
    """R51: players with a choice answer in any order, and forced Pyramids are placed, in any turn order."""
    table = holding(*THREE, pharaoh=1)
    table.state = replace(table.state, together=True)
    table = offered(table, (1,), (2,), (8,), favors=(1, 2, 3))
    table.settles()
    assert title.to_act(table.state) == (0, 1)
    assert sum(province.tokens for province in table.state.players[2].provinces) == 3
    table.when(PlacePyramid(0, 0))
    assert title.to_act(table.state) == (1,)
    table.refuses(PlacePyramid(0, 1), "AC-P1")


def test_favors_are_balanced_strictly():
    """AC-P2, AC-C4, R27, R31: a Pyramid goes where the fewest are, counting printed Pyramids and tokens together."""
    table = offered(holding(("I-01", "I-02", "I-07"), FLAT), (3,), (0,), favors=(1, 0))
    assert table.legal(0) == [PlacePyramid(0, 0), PlacePyramid(0, 1)]
    table.refuses(PlacePyramid(0, 2), "AC-P2")


def test_a_single_place_is_taken_automatically():
    """AC-P3: if only one Province has the fewest Pyramids, the Pyramid is placed there automatically."""
    table = offered(holding(("I-01", "I-03", "I-07"), FLAT), (3,), (0,), favors=(1, 0))
    assert table.settles().events[0] == PyramidPlaced(0, 0)


def test_granted_favors_are_shown_though_the_pharaoh_changes():
    """AC-F1: the view shows the granted favors, by the turn order of that time, until offerings are sealed again."""
    table = offered(holding(*FOUR), (4,), (4,), (2,), (2,), favors=(3, 2, 1, 1))
    assert table.state.pharaoh == 0 and [3, 2, 1, 1] == title.view(table.state)["offering"]["favors"]
    table.and_then(PharaohNamed(1, (0, 9, 0, 0)))
    assert [3, 2, 1, 1] == title.view(table.state)["offering"]["favors"]
    assert [] == title.view(table.and_then(OfferingsInvited(2)).state)["offering"]["favors"]


@pytest.mark.parametrize("players", [2, 5])
def test_the_view_shows_the_recorded_offerings(players):
    """AC-O3, AC-O4, AC-F1: later unrelated events do not change the shown offerings."""
    projector = projector_for(title.meta.id)
    playout = play_out(projector, ["random"] * players, "offerings")
    nothing: Any = {"revealed": [], "favors": [], "total": None, "flood": None}
    told, state, checked = nothing, None, 0
    for record in read_records(projector, playout.entries):
        event = record.data
        if isinstance(event, SHARED_EVENTS):
            continue
        state = title.evolve(state, event)
        match event:
            case OfferingsInvited():
                told = nothing
            case OfferingsRevealed(_, offerings):
                told = {**nothing, "revealed": [list(cards) for cards in offerings]}
            case NileFlooded(total, level):
                told = {**told, "total": total, "flood": level}
            case FavorsGranted(pyramids):
                told = {**told, "favors": list(pyramids)}
        assert told == title.view(state)["offering"], event
        checked += bool(told["favors"])
    assert checked > 20
