"""Victory points and the end."""

from titles import amun_re_card_game as title
from titles.amun_re_card_game.events import KingdomEnded, PointsScored
from titles.amun_re_card_game.scoring import result, score
from titles.amun_re_card_game.tests.tables import holding, prepared, scored, tokens

FLAT = ("I-01", "I-02", "I-04")


EXAMPLE = (("I-01", "I-03", "I-12"), ("I-04", "I-06", "I-13"), ("I-02", "I-07", "I-15"), ("I-05", "I-08", "I-09"))


def example():
    """The rulebooks' Kingdom I with shipped cards: Purple, Blue, Yellow, Red in turn order."""
    table = holding(*EXAMPLE)
    tokens(table, 0, 3, 2, 2)
    tokens(table, 1, 2, 2, 2)
    tokens(table, 2, 3, 0, 3)
    tokens(table, 3, 1, 2, 1)
    return table


def test_the_rulebooks_scores_of_the_first_kingdom():
    """R49, AC-V2 to AC-V5, R40: 4, 3, 2 and 2; of Blue and Red with the fewest Ankhs Red, the later, loses a point."""
    table = example()
    assert [score(table.state, seat) for seat in range(4)] == [
        PointsScored(0, 1, 3, 0, 1, 0, 4),
        PointsScored(1, 1, 2, 1, 0, 0, 3),
        PointsScored(2, 1, 2, 0, 0, 0, 2),
        PointsScored(3, 1, 2, 1, 0, -1, 2),
    ]


def test_purple_over_three_kingdoms():
    """R49, R44: 4 + 7 + 11 = 22; Pyramids score again at the end of every Kingdom."""
    second = holding(("I-01+II-02", "I-03+II-03", "I-12+II-14"), ("I-13", "I-14", "I-15"), kingdom=2)
    tokens(second, 0, 5, 2, 3)
    assert score(second.state, 0) == PointsScored(0, 2, 5, 1, 1, 0, 7)
    third = holding(FLAT, ("I-01+II-02+III-08", "I-03+II-03+III-13", "I-12+II-14+III-15"), pharaoh=0, kingdom=3)
    tokens(third, 1, 9, 5, 7)
    assert score(third.state, 1) == PointsScored(1, 3, 12, 0, 0, -1, 11)
    table = scored(scored(scored(third, 1, 0, 4), 2, 0, 7), 3, 0, 11)
    assert result(table.state).points == (0, 22)


def test_scoring_in_turn_order_and_then_the_next_kingdom():
    """AC-V1, R46: all players score automatically when the last one has prepared."""
    table = holding(FLAT, FLAT, pharaoh=1)
    from titles.amun_re_card_game.events import RevenueEarned

    table.and_then(RevenueEarned(0, 0, 0, 0, 0))
    prepared(prepared(table, 0, (0,)), 1, (0,))
    happened = table.settles(0, 0)
    assert [event.seat for event in happened.of(PointsScored)] == [1, 0]
    assert happened.of(KingdomEnded) == [KingdomEnded(1)]
    assert table.state.kingdom == 2


def test_pyramids_of_the_lowest_province():
    """AC-V2: the Province with the fewest counts."""
    table = holding(("I-07", "I-11", "I-03"), FLAT)
    assert score(table.state, 0).pyramids == 1


def test_nine_fields_once():
    """AC-V3, R43: 8 are worth nothing, 9 a point, more no second one; several players may score it."""
    table = holding(("I-13", "I-15", "I-01"), ("I-13", "I-14", "I-01"), ("I-13", "I-14", "I-08"))
    assert [score(table.state, seat).fields for seat in range(3)] == [1, 1, 1]
    assert score(holding(("I-13", "I-02", "I-01"), FLAT).state, 0).fields == 0


def test_the_token_scores():
    """AC-V4, R42: the Pharaoh's point goes to the holder, not to all tied players."""
    table = holding(FLAT, FLAT, pharaoh=1)
    assert [score(table.state, seat).pharaoh for seat in range(2)] == [0, 1]


def test_exactly_one_has_the_fewest():
    """AC-V5, R40: of several players with the fewest, the last in turn order from the Pharaoh counts."""
    table = holding(FLAT, FLAT, FLAT, pharaoh=2)
    assert [score(table.state, seat).fewest_ankhs for seat in range(3)] == [0, -1, 0]


def test_two_players_lose_a_point_too():
    """AC-V5, R41: the player who is not Pharaoh, also in a tie."""
    table = holding(FLAT, FLAT, pharaoh=1)
    assert [score(table.state, seat).fewest_ankhs for seat in range(2)] == [-1, 0]


def test_never_below_0():
    """AC-V6, R45: no Pyramid and the fewest Ankhs make 0."""
    table = holding(FLAT, ("I-13", "I-15", "I-01"), pharaoh=0)
    assert score(table.state, 1) == PointsScored(1, 1, 0, 1, 0, -1, 0)
    assert score(holding(FLAT, ("I-15", "I-15", "I-01")).state, 1).total == 0


def test_points_are_open():
    """AC-V7, R48: the view and the standing show them."""
    table = scored(holding(FLAT, FLAT), 1, 3, 5)
    assert title.standing(table.state) == (3, 5)
    assert [player["points"] for player in title.view(table.state)["players"]] == [3, 5]


def ended(points, hands=None, pharaoh=0):
    """The game is over with these points."""
    return scored(holding(*(hands or (FLAT,) * len(points)), pharaoh=pharaoh, kingdom=3), 3, *points)


def test_most_points_win():
    """AC-E1: the most points win after the third Kingdom, and the game does not end earlier."""
    assert result(ended((3, 7, 5)).state).places == (3, 1, 2)
    assert result(scored(holding(FLAT, FLAT), 2, 3, 5).state) is None


def test_then_most_pyramids():
    """AC-E2, R47: a tie is broken by the pyramids on all three Extended Provinces together."""
    assert result(ended((7, 7), (FLAT, ("I-07", "I-02", "I-04"))).state).places == (2, 1)


def test_then_turn_order():
    """AC-E3, R47: the last tie-break is the turn order from the last Pharaoh, so there is always one winner."""
    assert result(ended((7, 7, 7), pharaoh=2).state).places == (2, 3, 1)
