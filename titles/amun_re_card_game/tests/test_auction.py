"""Set-up and auctions."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ai.simulation import LotChance
from domain.chance import KeyedChance
from domain.projector import projector_for
from domain.rulebook import set_up, settle_options
from eventstore.canonical_json import canonical
from titles import amun_re_card_game as title
from titles.amun_re_card_game.auction import extend_options, is_pharaoh_settled, open_auction
from titles.amun_re_card_game.commands import ChooseGold, ExtendProvince, PlaceGold
from titles.amun_re_card_game.course import phase_of
from titles.amun_re_card_game.events import (
    AuctionOpened,
    GoldChosen,
    GoldPlaced,
    OfferingsInvited,
    PharaohDrawn,
    PharaohNamed,
    ProvinceAcquired,
    ProvinceExtended,
)
from titles.amun_re_card_game.state import turn_order, visible_ankhs
from titles.amun_re_card_game.tests.tables import auction, card, displays, holding, start

ROW = ("I-01", "I-02", "I-03")


def test_nine_gold_cards_each():
    """AC-S1: a first display consists of the player's cards 0 to 8, each at most once."""
    start(2).refuses(ChooseGold(0, (0, 5, 9)), "AC-S4")
    start(2).refuses(ChooseGold(0, (0, 7, 7)), "AC-S4")
    start(2).refuses(ChooseGold(0, (0, 8, 6)), "AC-S4")


def test_provinces_come_from_their_kingdom_by_chance():
    """AC-S2, R1: three Provinces a player for each Kingdom, drawn from its fifteen; the rest stays hidden."""
    for players in (2, 5):
        chance = KeyedChance(bytes(32), "g", [])
        table = displays(players)
        dealt: list[Any] = []
        for number in (1, 2, 3):
            event = open_auction(table.state, 2, number, chance)
            table.and_then(event)
            dealt += event.provinces
        assert len({one.id for one in dealt}) == 3 * players
        assert {one.kingdom for one in dealt} == {2}
        assert table.state.dealt == tuple(one.id for one in dealt)
    assert chance.draws == 15


def test_the_first_pharaoh_is_drawn():
    """AC-S3, R3: the event of the set-up names the player."""
    events = list(title.setup(4, {}, KeyedChance(bytes(31) + b"\1", "g", [""] * 4)))
    assert isinstance(events[1], PharaohDrawn)
    drawn: list[Any] = [list(title.setup(4, {}, KeyedChance(bytes([n]) * 32, "g", [])))[1] for n in range(40)]
    assert {event.seat for event in drawn} == {0, 1, 2, 3}


def test_the_table_before_the_first_display():
    """AC-S2, AC-S3: the game starts in the first Kingdom, without an auction, with three Provinces a player in each
    deck.
    """
    shown = title.view(start(4, pharaoh=2).state)
    assert (shown["kingdom"], shown["auction"], shown["pharaoh"], shown["turn_order"]) == (1, 0, 2, [2, 3, 0, 1])
    assert [(deck["kingdom"], deck["left"]) for deck in shown["decks"]] == [(1, 12), (2, 12), (3, 12)]
    assert dict(shown["offering"]) == {"revealed": [], "favors": [], "total": None, "flood": None}
    assert [player["revenue"] for player in shown["players"]] == [0, 0, 0, 0]


def test_first_displays_in_turn_order():
    """AC-S4, R4: clockwise from the Pharaoh, one after the other; twelve displays of exactly 14 with the 0."""
    table = start(3, pharaoh=2)
    assert title.to_act(table.state) == (2,)
    assert len(table.legal(2)) == 12
    assert all(sum(one.cards) == 14 and one.cards[0] == 0 for one in table.legal(2))
    table.refuses(ChooseGold(2, (0, 6, 7)), "AC-S4")
    table.refuses(ChooseGold(2, (6, 8)), "AC-S4")
    table.when(ChooseGold(2, (0, 6, 8))).then(GoldChosen(2, (0, 6, 8)))
    assert title.to_act(table.state) == (0,)


def test_displays_are_open():
    """R5: Gold is public: the view shows every display and every discard."""
    table = displays(2)
    assert [player["display"] for player in title.view(table.state)["players"]] == [[0, 1, 2, 3, 8]] * 2
    assert [player["discarded"] for player in title.view(table.state)["players"]] == [[4, 5, 6, 7]] * 2


def test_a_row_before_each_auction():
    """AC-A1, R7: as many Provinces as players are turned over for each of three auctions, and the Pharaoh begins."""
    table = start(2, pharaoh=1).and_then(GoldChosen(1, (0, 6, 8)))
    opened = table.when(ChooseGold(0, (0, 6, 8)), 0, 0).of(AuctionOpened)
    assert opened == [AuctionOpened(1, 1, (card("I-01"), card("I-02")))]
    assert title.to_act(table.state) == (1,)
    table.and_then(PharaohNamed(0, (0, 0)))
    assert table.settles(0, 0).of(AuctionOpened) == [AuctionOpened(1, 2, (card("I-03"), card("I-04")))]
    assert title.to_act(table.state) == (0,)
    table.and_then(AuctionOpened(1, 3, ()), PharaohNamed(0, (0, 0)))
    assert table.settles().events == [OfferingsInvited(1)]


def test_one_card_before_one_province():
    """AC-A2, R8: a card from the player's display in front of a Province of the row; there is no passing."""
    table = auction(3, *ROW)
    assert len(table.legal(0)) == 15
    table.refuses(PlaceGold(0, 4, "I-01"), "AC-A2")
    table.refuses(PlaceGold(0, 3, "I-09"), "AC-A2")
    table.when(PlaceGold(0, 3, "I-02")).then(GoldPlaced(0, 3, "I-02", None))
    assert table.state.players[0].display == (0, 1, 2, 8)
    assert all(isinstance(one, PlaceGold) for one in table.legal(1))


def test_only_a_higher_card_outbids():
    """AC-A3, R10: equal is not higher, a 0 outbids nothing, and the lower card goes back."""
    table = auction(3, *ROW).and_then(GoldPlaced(0, 0, "I-01"))
    table.refuses(PlaceGold(1, 0, "I-01"), "AC-A3")
    table.when(PlaceGold(1, 2, "I-01")).then(GoldPlaced(1, 2, "I-01", 0))
    table.refuses(PlaceGold(2, 2, "I-01"), "AC-A3")
    assert table.state.players[0].display == (0, 1, 2, 3, 8)


def test_the_italian_example_of_an_auction():
    """R49: Red's 4 lies before the second Province; Blue's 5 sends it back."""
    table = auction(3, *ROW, display=(0, 2, 3, 4, 5)).and_then(GoldPlaced(0, 4, "I-02"))
    table.when(PlaceGold(1, 5, "I-02")).then(GoldPlaced(1, 5, "I-02", 0))
    assert 4 in table.state.players[0].display


def test_a_player_with_a_card_in_the_row_is_passed_over():
    """AC-A4, R9, R11: the next player clockwise without a card is asked, not the outbid one out of turn."""
    table = auction(4, "I-01", "I-02", "I-03", "I-04")
    table.when(PlaceGold(0, 1, "I-01"))
    table.when(PlaceGold(1, 2, "I-01"))
    assert title.to_act(table.state) == (2,)
    table.when(PlaceGold(2, 1, "I-02"))
    table.when(PlaceGold(3, 1, "I-03"))
    assert title.to_act(table.state) == (0,)
    assert table.legal(1) == []


def test_outbidding_again():
    """AC-A5, R12: an outbid player may bid on the same Province again, even with the returned card if it is high
    enough.
    """
    table = auction(2, "I-01", "I-02", display=(0, 6, 8))
    table.and_then(GoldPlaced(0, 0, "I-01"), GoldPlaced(1, 6, "I-01", 0))
    assert PlaceGold(0, 8, "I-01") in table.legal(0)
    assert PlaceGold(0, 0, "I-02") in table.legal(0)


def test_the_auction_ends_automatically():
    """AC-A6, R13: immediately when every Province has a card, without confirmation."""
    table = auction(2, "I-01", "I-02").and_then(GoldPlaced(0, 3, "I-01"))
    table.when(PlaceGold(1, 0, "I-02"), 0, 0).then(
        GoldPlaced(1, 0, "I-02"),
        ProvinceAcquired(0, card("I-01"), 3, False, True),
        ProvinceAcquired(1, card("I-02"), 0, True, True),
        PharaohNamed(0, (4, 3)),
        ...,
    )


def test_only_the_0_returns():
    """AC-A7, R14: any other card that paid is discarded."""
    table = auction(2, "I-01", "I-02").and_then(GoldPlaced(0, 3, "I-01"))
    table.when(PlaceGold(1, 0, "I-02"), 0, 0)
    assert table.state.players[0].display == (0, 1, 2, 8)
    assert table.state.players[1].display == (0, 1, 2, 3, 8)


def test_the_only_possible_bid_is_automatic():
    """AC-A10: a 0 card alone in the display has one place to go when one Province is left without a card."""
    table = auction(3, *ROW).and_then(GoldChosen(2, (0,)), GoldPlaced(0, 3, "I-01"))
    happened = table.when(PlaceGold(1, 0, "I-02"), 0, 0, 0)
    assert happened.events[1] == GoldPlaced(2, 0, "I-03")
    assert happened.of(PharaohNamed) == [PharaohNamed(0, (4, 3, 3))]


def test_a_bid_with_two_possible_answers_is_asked_for():
    """AC-A10, R8: a player with one card and two free Provinces, or two cards and one Province, is asked for a bid."""
    table = auction(3, *ROW).and_then(GoldChosen(1, (0,)))
    table.when(PlaceGold(0, 3, "I-01")).then(GoldPlaced(0, 3, "I-01"))
    assert table.legal(1) == [PlaceGold(1, 0, "I-02"), PlaceGold(1, 0, "I-03")]
    table.when(PlaceGold(1, 0, "I-02")).then(GoldPlaced(1, 0, "I-02"))
    assert title.to_act(table.state) == (2,)


def test_no_player_bids_out_of_turn():
    """AC-A4, R8, R9: a player who is not asked cannot bid, and there is no passing."""
    table = auction(3, *ROW)
    table.refuses(PlaceGold(1, 3, "I-01"), "AC-A4")
    table.when(PlaceGold(0, 1, "I-01"))
    table.refuses(PlaceGold(0, 2, "I-02"), "AC-A4")
    table.refuses(ExtendProvince(1, 0), "AC-X1")


def test_visible_ankhs_count():
    """AC-A8, R17: cards of the previous Kingdom count until they are covered."""
    table = holding(("I-01+II-01", "I-02", "I-13"), ("I-13", "I-14", "I-15"), kingdom=2)
    assert [visible_ankhs(player) for player in table.state.players] == [5 + 3 + 0, 0]


def named(ankhs_of_seats, pharaoh):
    """The Pharaoh when the seats hold cards with these numbers of Ankhs."""
    cards = {0: "I-13", 1: "I-08", 2: "I-04", 3: "I-02", 4: "I-01"}
    table = displays(len(ankhs_of_seats), pharaoh)
    for seat, ankhs in enumerate(ankhs_of_seats):
        one = card(cards[ankhs])
        table.and_then(AuctionOpened(1, 1, (one,)), ProvinceAcquired(seat, one, 1, False, True))
    return table.settles(*[0] * len(ankhs_of_seats)).of(PharaohNamed)[0].seat


def test_the_most_ankhs_make_the_pharaoh():
    """AC-A9: the most visible Ankhs."""
    assert named((1, 3, 2), pharaoh=2) == 1


def test_ties_for_the_pharaoh():
    """AC-A9, R6, R18: the sitting Pharaoh stays in a tie, else the first tied clockwise; all at 0: no change."""
    assert named((3, 1, 3), pharaoh=2) == 2
    assert named((3, 3, 1), pharaoh=2) == 0
    assert named((1, 3, 3), pharaoh=0) == 1
    assert named((0, 0, 0), pharaoh=1) == 1


def test_the_pharaoh_changes_after_an_auction_only():
    """AC-V7, R19: the next Kingdom begins with the Pharaoh of the last auction, whatever is visible then."""
    from titles.amun_re_card_game.tests.tables import scored

    table = scored(holding(("I-13", "I-14", "I-15"), ("I-01", "I-02", "I-03"), pharaoh=0), 1, 2, 2)
    table.settles(0, 0).then(AuctionOpened(2, 1, (card("II-01"), card("II-02"))))
    assert table.state.pharaoh == 0
    assert title.to_act(table.state) == (0,)


def extending(pharaoh=0):
    """An auction of the second Kingdom in which all players have just acquired."""
    table = holding(("I-01", "I-02", "I-03"), ("I-04", "I-05", "I-06"), pharaoh=pharaoh, kingdom=2)
    table.and_then(AuctionOpened(2, 1, (card("II-01"), card("II-02"))))
    return table.and_then(
        ProvinceAcquired(0, card("II-01"), 1, False, False), ProvinceAcquired(1, card("II-02"), 1, False, False)
    )


def test_a_new_province_covers_one_of_the_previous_kingdom():
    """AC-X1: Pyramids stay visible, Ankhs, Fields and Caravan are covered."""
    table = extending()
    table.when(ExtendProvince(0, 2)).then(ProvinceExtended(0, 2))
    extended = table.state.players[0].provinces[2]
    assert extended.pyramids == card("I-03").pyramids + card("II-01").pyramids
    assert visible_ankhs(table.state.players[0]) == 4 + 3 + 5
    table.refuses(ExtendProvince(1, 3), "AC-X1")
    table.refuses(ExtendProvince(1, -1), "AC-X1")


def test_covering_in_turn_order_before_ankhs_are_compared():
    """AC-X2, R15, R16: players cover in turn order from the auction's Pharaoh; after the last card the new Pharaoh is
    named.
    """
    table = extending(pharaoh=1)
    assert title.to_act(table.state) == (1,)
    table.when(ExtendProvince(1, 0)).then(ProvinceExtended(1, 0))
    assert title.to_act(table.state) == (0,)
    table.when(ExtendProvince(0, 0), 0, 0).then(ProvinceExtended(0, 0), PharaohNamed(0, (11, 8)), ...)


def test_all_cover_at_the_same_time():
    """R51: in the first edition players cover in any order, and the Pharaoh is named when all players have."""
    table = extending(pharaoh=1)
    table.state = replace(table.state, together=True)
    assert (0, 1) == title.to_act(table.state)
    table.when(ExtendProvince(0, 0)).then(ProvinceExtended(0, 0))
    assert (1,) == title.to_act(table.state)
    table.refuses(ExtendProvince(0, 1), "AC-X2")
    table.when(ExtendProvince(1, 0), 0, 0).then(ProvinceExtended(1, 0), PharaohNamed(0, (11, 8)), ...)


def test_no_province_is_covered_twice_in_a_kingdom():
    """R20: a new card covers only a card of the Kingdom just before, and each of these once."""
    table = holding(("I-01+II-03", "I-02", "I-03"), ("I-04", "I-05", "I-06"), kingdom=2)
    table.and_then(AuctionOpened(2, 2, (card("II-01"),)), ProvinceAcquired(0, card("II-01"), 1, False, False))
    assert table.legal(0) == [ExtendProvince(0, 1), ExtendProvince(0, 2)]
    table.refuses(ExtendProvince(0, 0), "AC-X1")


def test_the_last_place_is_taken_automatically():
    """AC-X2: in the third auction only one Province is left to cover, so it is covered automatically."""
    table = holding(("I-01+II-03", "I-02+II-04", "I-03"), ("I-04+II-05", "I-05+II-06", "I-06"), kingdom=2)
    table.and_then(AuctionOpened(2, 3, (card("II-01"), card("II-02"))), GoldPlaced(0, 3, "II-01"))
    happened = table.when(PlaceGold(1, 1, "II-02"))
    assert happened.of(ProvinceExtended) == [ProvinceExtended(0, 2), ProvinceExtended(1, 2)]


def test_where_it_decides_the_pharaoh_all_cover_in_turn():
    """R51, R15: from the second edition on, players cover in turn where covering decides the Pharaoh, and see only
    earlier choices.
    """
    table = holding(("I-01", "I-02", "I-13"), ("I-04", "I-05", "I-03"), pharaoh=1, kingdom=2)
    table.and_then(AuctionOpened(2, 1, (card("II-01"), card("II-02"))))
    table.and_then(*[ProvinceAcquired(seat, card(f"II-0{seat + 1}"), 1, False, False) for seat in range(2)])
    table.state = replace(table.state, together=True, edition=2)
    assert not is_pharaoh_settled(table.state)
    assert (1,) == title.to_act(table.state)
    table.refuses(ExtendProvince(0, 0), "AC-X2")
    table.when(ExtendProvince(1, 0)).then(ProvinceExtended(1, 0))
    assert (0,) == title.to_act(table.state)
    table.when(ExtendProvince(0, 0), 0, 0).then(ProvinceExtended(0, 0), PharaohNamed(1, (8, 9)), ...)


def coverings(players, edition, seed):
    """Each state of a game of random answers in which players cover a Province, with all seats asked then."""
    lot = random.Random(f"{players}/{seed}")
    chance = LotChance(lot)
    state = None
    for event in set_up(title, players, settle_options(title, {}), chance, edition):
        state = title.evolve(state, event)
    while title.result(state) is None:
        while (event := title.advance(state, chance)) is not None:
            state = title.evolve(state, event)
        if not (asked := title.to_act(state)):
            break
        if phase_of(state) == "extension":
            yield state, asked
        seat = lot.choice(asked)
        (event,) = title.decide(state, lot.choice(title.legal(state, seat)), chance)
        state = title.evolve(state, event)


def pharaohs_after(state, waiting):
    """All possible Pharaohs after these coverings, by trying every combination."""
    if not waiting:
        ankhs = [visible_ankhs(player) for player in state.players]
        return {max(turn_order(state), key=lambda seat: ankhs[seat])}
    seat, *others = waiting
    after = (title.evolve(state, ProvinceExtended(seat, place.place)) for place in extend_options(state, seat))
    return set().union(*(pharaohs_after(one, others) for one in after))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_covering_last_is_no_advantage(players):
    """R51: players asked together cannot change the Pharaoh, in any combination; in the first edition, in many rounds.

    And all players who cannot change it are asked together: no one waits unnecessarily.
    """
    open_before = 0
    for seed in range(12):
        for state, asked in coverings(players, 2, seed):
            waiting = [seat for seat in turn_order(state) if state.players[seat].acquired is not None]
            is_settled = len(pharaohs_after(state, waiting)) == 1
            assert is_settled == is_pharaoh_settled(state)
            assert asked == (tuple(sorted(waiting)) if is_settled else tuple(waiting[:1]))
        for state, asked in coverings(players, 1, seed):
            open_before += len(asked) > 1 and len(pharaohs_after(state, asked)) > 1
    assert open_before > 10


def test_records_without_an_edition_are_upcast():
    """R51: TableLaid 1 and 2 are of the first edition, by which their games are played to the end."""
    laid: Any
    (laid, _drawn) = title.setup(2, {"together": True}, LotChance(random.Random(1)))
    assert laid.edition == 1
    projector = projector_for(title.meta.id)
    for version, without in ((1, ("together", "edition")), (2, ("edition",))):
        data = {name: value for name, value in msgspec.to_builtins(laid).items() if name not in without}
        stored = canonical({"at": 1000, "data": data, **({"version": version} if version > 1 else {})})
        read = projector.decode(stored)
        assert (read.version, read.data.edition, read.data.together) == (3, 1, version == 2)
        assert title.evolve(None, read.data).edition == 1
