"""Revenue, construction, preparation."""

from msgspec.structs import replace

from titles import amun_re_card_game as title
from titles.amun_re_card_game.auction import displays_worth
from titles.amun_re_card_game.commands import BuildPyramids, PlacePyramid, PrepareGold
from titles.amun_re_card_game.events import GoldLeftOver, GoldPrepared, PyramidPlaced, PyramidsBuilt, RevenueEarned
from titles.amun_re_card_game.tests.tables import holding, offered, tokens

FLAT = ("I-01", "I-02", "I-04")  # 4 + 3 + 2 Ankhs, 1 + 2 + 3 Fields, no Pyramid
NOTHING = (0,)


def developing(*hands, flood=1, display=(0, 1, 2, 3, 8), **more):
    """A table in the development without favors, before the first player's revenue."""
    table = offered(holding(*hands, display=display, **more), *[NOTHING] * len(hands), favors=(0,) * len(hands))
    table.state = replace(table.state, flood=flood)
    return table


def test_revenue_of_the_rulebooks_example():
    """AC-C2, R49: 6 Fields at 2 Gold, a Caravan, a Gold card 5: 12 + 10 + 5 = 27."""
    table = developing(("I-02", "I-07", "I-15"), FLAT, flood=2, display=(0, 5))
    assert table.settles().events[0] == RevenueEarned(0, 12, 10, 5, 27)


def test_caravans_at_a_low_flood_only():
    """AC-C2: 10 Gold each where a Field earns 1 or 2."""
    for flood, caravans in ((1, 10), (2, 10), (3, 0), (4, 0)):
        table = developing(("I-15", "I-13", "I-14"), FLAT, flood=flood)
        assert table.settles().events[0].caravans == caravans
        assert table.state.players[0].revenue == 12 * flood + caravans + 14


def test_covered_cards_earn_nothing():
    """AC-C2, AC-X1: only the uncovered card of an Extended Province counts."""
    table = developing(("I-13+II-01", "I-15+II-01", "I-14+II-01"), FLAT, kingdom=2)
    assert table.settles().events[0] == RevenueEarned(0, 0, 0, 14, 14)


def test_the_display_is_discarded():
    """AC-C2: the Gold cards left are counted and discarded."""
    table = developing(FLAT, FLAT)
    table.settles()
    assert table.state.players[0].display == ()


def test_the_rulebooks_construction_and_preparation():
    """AC-C3, AC-C5, AC-C7, R49: 4 Pyramids for 15 Gold; the 12 Gold left are laid out as 0, 2, 4, 6."""
    table = developing(("I-02", "I-15", "I-07"), FLAT, flood=2, display=(0, 5))
    tokens(table, 0, 1, 1, 0)
    table.settles()
    happened = table.when(BuildPyramids(0, 4))
    assert happened.events[0] == PyramidsBuilt(0, 4, 15)
    # 1, 1, 2: two, then one of three, where the owner chooses.
    assert happened.of(PyramidPlaced) == [PyramidPlaced(0, 0), PyramidPlaced(0, 1)]
    table.when(PlacePyramid(0, 0))
    table.when(PlacePyramid(0, 1))
    assert [province.pyramids for province in table.state.players[0].provinces] == [3, 3, 2]
    assert table.state.players[0].revenue == 12
    assert PrepareGold(0, (0, 2, 4, 6)) in table.legal(0)
    assert table.when(PrepareGold(0, (0, 2, 4, 6))).events[0] == GoldPrepared(0, (0, 2, 4, 6), 0)
    assert table.state.players[0].display == (0, 2, 4, 6)
    assert table.state.players[0].revenue == 0


def test_one_player_after_the_other():
    """AC-C1, R30: the next player's revenue comes after the first one's preparation."""
    table = developing(FLAT, FLAT, pharaoh=1)
    assert table.settles().events == [RevenueEarned(1, 6, 0, 14, 20)]
    assert title.to_act(table.state) == (1,)
    table.refuses(PrepareGold(1, (0, 5, 7, 8)), "AC-C1")
    table.when(BuildPyramids(1, 0)).then(PyramidsBuilt(1, 0, 0))
    table.refuses(BuildPyramids(1, 0), "AC-C1")
    happened = table.when(PrepareGold(1, (0, 5, 7, 8)))
    assert happened.of(RevenueEarned) == [RevenueEarned(0, 6, 0, 14, 20)]


def test_building_less_or_nothing():
    """AC-C3, R32: any affordable number in the first two Kingdoms."""
    table = developing(FLAT, FLAT)
    table.settles()
    assert table.legal(0) == [BuildPyramids(0, count) for count in range(5)]
    table.refuses(BuildPyramids(0, 5), "AC-C3")
    table.refuses(BuildPyramids(0, -1), "AC-C3")


def test_one_purchase():
    """AC-C3, R33: the price is for all together, and there is no second purchase."""
    table = developing(FLAT, FLAT)
    table.settles()
    table.when(BuildPyramids(0, 1))
    table.when(PlacePyramid(0, 0))
    assert table.state.players[0].revenue == 20 - 3
    table.refuses(BuildPyramids(0, 1), "AC-C1")


def test_a_placed_pyramid_never_moves():
    """AC-P1: a Pyramid is placed only while one waits to be placed, and a placed one never moves."""
    table = developing(FLAT, FLAT)
    table.settles()
    table.refuses(PlacePyramid(0, 0), "AC-P1")


def test_printed_pyramids_and_tokens_are_balanced_together():
    """AC-C4, AC-P2, R31: over the whole Extended Province."""
    table = developing(("I-07+II-06", "I-03+II-03", "I-01+II-15"), FLAT, kingdom=2)
    table.settles()
    # 2 + 3, 1 + 2, 0 + 3 Pyramids are printed.
    happened = table.when(BuildPyramids(0, 2))
    assert happened.of(PyramidPlaced) == [PyramidPlaced(0, 1), PyramidPlaced(0, 2)]


def test_the_third_kingdom_spends_all():
    """AC-C6, AC-C8, R34, R37: in the third Kingdom the largest purchase is automatic, and no preparation follows."""
    table = developing(("I-01+II-01+III-01",) * 1 + ("I-02+II-02+III-02", "I-03+II-03+III-03"), FLAT, kingdom=3)
    happened = table.settles()
    assert happened.of(RevenueEarned)[0].total == 3 + 10 + 14
    assert happened.of(PyramidsBuilt)[0] == PyramidsBuilt(0, 5, 21)
    while title.to_act(table.state) == (0,):
        happened = table.when(table.legal(0)[0])
    assert GoldLeftOver(0, 6) in happened.events
    assert table.state.players[0].revenue == 0
    assert table.state.players[0].display == ()
    assert not happened.of(GoldPrepared)
    player = replace(table.state.players[1], step="construction", revenue=20)
    table.state = replace(table.state, players=(table.state.players[0], player))
    assert table.legal(1) == [BuildPyramids(1, 4)]
    table.refuses(BuildPyramids(1, 3), "AC-C6")
    table.when(BuildPyramids(1, 4)).then(PyramidsBuilt(1, 4, 15), ...)


def test_more_gold_than_cards_can_show():
    """R35, R38: revenue has no limit; at preparation all nine cards are laid out, the rest is lost and recorded."""
    table = developing(("I-13", "I-14", "I-08"), FLAT, flood=4, display=(0, 8))
    assert table.settles().events[0].total == 13 * 4 + 8
    happened = table.when(BuildPyramids(0, 0))
    assert GoldPrepared(0, (0, 1, 2, 3, 4, 5, 6, 7, 8), 24) in happened.events


def test_no_gold_left():
    """R36: the display is the 0 card alone, which is prepared automatically."""
    table = developing(("I-02", "I-15", "I-07"), FLAT, flood=1, display=(0, 5))
    assert table.settles().events[0].total == 6 + 10 + 5
    table.when(BuildPyramids(0, 5))
    while not table.state.players[0].display:
        table.when(table.legal(0)[0])
    assert table.state.players[0].display == (0,)


def test_two_displays_are_a_choice():
    """AC-C7: 3 Gold are the 3, or the 1 and the 2: the player is asked; 2 Gold are the 2 alone, automatically."""
    for gold, displays in ((3, [(0, 3), (0, 1, 2)]), (2, [])):
        table = developing(FLAT, FLAT)
        table.and_then(RevenueEarned(0, gold, 0, 0, gold), PyramidsBuilt(0, 0, 0))
        happened = table.settles()
        assert [one.cards for one in table.legal(0)] == displays
        assert (GoldPrepared(0, (0, 2), 0) in happened.events) == (gold == 2)


def test_all_nine_cards_are_available():
    """AC-C7, R39: every total from 0 to 36 can be shown, also with cards that have paid."""
    assert all(displays_worth(total) for total in range(37))
    table = developing(FLAT, FLAT)
    table.settles()
    table.when(BuildPyramids(0, 0))
    assert PrepareGold(0, (0, 5, 7, 8)) in table.legal(0)
    table.refuses(PrepareGold(0, (0, 4, 7, 8)), "AC-C7")
    table.refuses(PrepareGold(0, (5, 7, 8)), "AC-C7")


def test_tokens_do_not_run_out():
    """R2: placing is not limited by the number of tokens; the count is for information."""
    table = developing(FLAT, FLAT)
    tokens(table, 0, 40, 40, 40)
    table.settles()
    table.when(BuildPyramids(0, 3))
    assert [province.pyramids for province in table.state.players[0].provinces] == [41, 41, 41]
    assert title.view(table.state)["tokens_used"] == {"pyramids": 123, "points": 0}
