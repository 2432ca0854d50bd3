"""Scoring, the change of Kingdom, the end."""

import pytest
from msgspec.structs import replace

from domain.redaction import HIDDEN, redact
from domain.rulebook import Result
from stele.title import change_player
from titles import amun_re as title
from titles.amun_re.commands import SealScoringCards
from titles.amun_re.events import (
    FavorDrawn,
    GameScored,
    GoldScored,
    HandSold,
    KingdomEnded,
    PointsScored,
    ProvinceAcquired,
    ProvincesRevealed,
    ScoringCardsRevealed,
    ScoringCardsSealed,
)
from titles.amun_re.tests.tables import gold, hands, holding, land, scoring, start

FAR = ("thebes", "mendes")
"""Provinces of the other players, without buildings."""


def ended(*words, tile=1, kingdom=1, golds=(), first=0, cards=()):
    """The table after its scoring, and the events; only seat 0 has yellow cards and lays them down."""
    table = holding(*words, kingdom=kingdom, number=3, first=first)
    table = scoring(gold(hands(table, " ".join(cards), *[""] * (len(words) - 1)), *golds), tile)
    luck = (0,) * len(words) if kingdom == 1 else ()
    happened = table.when(SealScoringCards(0, tuple(cards)), *luck) if cards else table.settles(*luck)
    return table, happened


def points(*words, seat=0, tile=1):
    """The seat's points for these provinces."""
    return next(one for one in ended(*words, tile=tile)[1].of(PointsScored) if one.seat == seat)


# The lines


@pytest.mark.parametrize("tile", range(4))
def test_temples(tile):
    """AR-V2, R52: the points of the last tile for each Temple: Damanhur has two, Edfu and Amarna one each."""
    assert 4 * (tile + 1) == points("damanhur edfu amarna", *FAR, tile=tile).temples


def test_temples_score_once_a_kingdom():
    """R46: a player's points come only from two scorings and the Gold."""
    table, happened = ended("damanhur edfu amarna", *FAR)
    assert 1 == len([one for one in happened.of(PointsScored) if one.seat == 0])
    assert (8,) == table.state.players[0].points


def test_pyramids():
    """AR-V3, R31: a point for each; a double pyramid is two."""
    assert 7 == points("buto:p4 edfu:p3 abu", *FAR).pyramids


def test_stones_are_no_pyramids():
    """AR-V3: two Stones are worth nothing."""
    assert 0 == points("buto:s2 kharga:s1 abu", *FAR).total


@pytest.mark.parametrize(("names", "sets"), [
    ("buto:p4 edfu:p2 abu:p3", 6), ("buto:p1 edfu:p1 abu:p1", 3), ("buto:p4 edfu:p2 abu", 0),
])  # fmt: skip
def test_sets(names, sets):
    """AR-V4, R49: 3 points for each pyramid of the player's province with the fewest."""
    assert sets == points(names, *FAR).sets


def test_the_banks():
    """AR-V5: 5 points on each bank for the province with the most pyramids."""
    words = ("buto:p2 edfu:p2", "memphis:p3 abu:p1", "thebes:p4 kharga:p1")
    assert [(0, 0), (5, 0), (0, 5)] == [
        (points(*words, seat=seat).west, points(*words, seat=seat).east) for seat in range(3)
    ]


def test_one_seat_may_win_both_banks():
    """AR-V5: 5 and 5."""
    one = points("buto:p2 thebes:p1", "memphis:p1", "mendes")
    assert (5, 5) == (one.west, one.east)


def test_single_provinces_are_compared():
    """R50: the banks compare single provinces, not the sum of a player's provinces."""
    words = ("buto:p2 edfu:p2 kharga:p2", "memphis:p3", "thebes")
    assert [0, 5] == [points(*words, seat=seat).west for seat in (0, 1)]


def test_ties_on_a_bank_by_stones():
    """AR-V5: a tie on a bank is broken by the Stones of the tied provinces."""
    words = ("buto:p2s1 edfu:s2", "memphis:p2", "kharga:p2s2")
    assert [0, 0, 5] == [points(*words, seat=seat).west for seat in range(3)]


def test_ties_on_a_bank_are_shared():
    """AR-V5: if the Stones are equal too, all tied players get 5."""
    words = ("buto:p2s1", "memphis:p2s1", "kharga:p2")
    assert [5, 5, 0] == [points(*words, seat=seat).west for seat in range(3)]


def test_a_player_gets_a_bank_once():
    """R50: a player scores a bank once, even with two tied provinces."""
    assert 5 == points("buto:p2 edfu:p2", "memphis", "thebes").west


def test_without_a_pyramid_no_award():
    """R50: Stones alone win no bank."""
    one = points("buto:s2 abu:s2", *FAR)
    assert (0, 0) == (one.west, one.east)


def test_only_controlled_provinces_count():
    """R50: unowned pyramids neither win nor prevent a win."""
    table = holding("buto:p1", "thebes", "mendes", number=3)
    from titles.amun_re.tests.tables import lands

    happened = scoring(hands(lands(table, "memphis:p7"), "", "", "")).settles(0, 0, 0)
    assert 5 == happened.of(PointsScored)[0].west


def test_a_bank_without_a_province():
    """R51: if no player has a province in the west, no player scores there."""
    words = ("abu:p1", "thebes:p2", "mendes:p3")
    assert [0, 0, 0] == [points(*words, seat=seat).west for seat in range(3)]


def test_all_players_score():
    """AR-V1: all players score in turn order, and a player's total is the sum of all lines."""
    table, happened = ended("damanhur:p2 edfu:p1 amarna:p1", "buto:p2", "thebes:p4", tile=2, first=1)
    assert [
        PointsScored(1, 1, 0, 2, 6, 5, 0, 0, 13),
        PointsScored(2, 1, 0, 4, 12, 0, 5, 0, 21),
        PointsScored(0, 1, 12, 4, 3, 5, 0, 0, 24),
    ] == happened.of(PointsScored)
    assert (24, 13, 21) == title.standing(table.state)


# Yellow cards


def test_yellow_cards_are_revealed_together():
    """AR-V6: the last answer reveals all yellow cards; players without cards lay down none."""
    table = scoring(hands(holding("buto", "thebes", "kharga"), "river", "river one_bank", ""))
    assert [ScoringCardsSealed(2, 1, ())] == table.settles().events
    table.when(SealScoringCards(1, ("one_bank",))).then(ScoringCardsSealed(1, 1, ("one_bank",)))
    assert ("river", "one_bank") == table.state.players[1].hand
    happened = table.when(SealScoringCards(0, ("river",)), 0, 0, 0)
    assert [ScoringCardsRevealed(1, (("river",), ("one_bank",), ()))] == happened.of(ScoringCardsRevealed)
    assert ("river",) == table.state.players[1].hand


def test_yellow_cards_lie_face_down():
    """AR-V6: other viewers see neither the yellow cards, nor their number, nor whether there are any."""
    sealed = ScoringCardsSealed(1, 1, ("river",))
    for viewer in (0, 2, "public"):
        assert ScoringCardsSealed(1, 1, HIDDEN) == redact(sealed, viewer)
    assert sealed == redact(sealed, 1)


def test_revealing_opens_the_yellow_cards_of_this_kingdom():
    """AR-V6: revealing opens the yellow cards of this Kingdom and of no other."""
    revealed = ScoringCardsRevealed(2, ())
    assert revealed.reveals(ScoringCardsSealed(0, 2, ()))
    assert not revealed.reveals(ScoringCardsSealed(0, 1, ()))
    assert not revealed.reveals(FavorDrawn(0, "river"))


def test_a_player_with_any_card_is_asked():
    """AR-V6: a hand without a yellow card too, so that its content is not revealed."""
    table = scoring(hands(holding("buto", "thebes", "kharga"), "bribe", "", ""))
    table.settles()
    assert (0,) == title.to_act(table.state)
    assert [SealScoringCards(0, ())] == table.legal(0)


def test_yellow_cards_may_be_kept():
    """R53: fulfilled or not; in the New Kingdom they can be laid down again."""
    table = scoring(hands(holding("buto", "thebes", "kharga", number=3), "river", "", ""))
    happened = table.when(SealScoringCards(0, ()), 0, 0, 0)
    assert (0, ("river",)) == (happened.of(PointsScored)[0].cards, table.state.players[0].hand)


def test_yellow_cards_are_for_the_scoring():
    """AR-V6: no cards are laid down earlier."""
    from titles.amun_re.tests.tables import market

    market(hands(holding("buto", "thebes", "kharga"), "river")).refuses(SealScoringCards(0, ("river",)), "AR-V6")


# The New Kingdom


def test_scribes_and_farmers_leave():
    """AR-N1: pyramids and Stones stay without an owner."""
    table, happened = ended("buto:f3g1s2p4", *FAR)
    left = land(table, "buto")
    assert [KingdomEnded(1)] == happened.of(KingdomEnded)
    assert (None, 0, 0, 2, 4) == (left.owner, left.farmers, left.free_farmers, left.stones, left.pyramids)
    assert 45 == table.state.farmers_left


def test_the_new_kingdom_begins():
    """AR-T1, AR-N2: the New Kingdom begins with its first round and with provinces of the Old Kingdom."""
    _table, happened = ended("buto", *FAR)
    assert [(2, 1)] == [(one.kingdom, one.round) for one in happened.of(ProvincesRevealed)]


def test_only_the_old_provinces_come_up():
    """AR-N2: three players see the same nine again, and no other."""
    table = start()
    names = ("sawu", "kharga", "edfu", "abu", "berenike", "thebes", "abydos", "dakhla", "amarna")
    table.and_then(*[ProvinceAcquired(place % 3, name, 0) for place, name in enumerate(names)], KingdomEnded(1))
    assert set(names) == set(title.auction.undealt(table.state))


def test_things_that_stay():
    """R56: Gold, Favor cards, points and the start player."""
    table = scoring(gold(hands(holding("buto:p1", *FAR, first=2, number=3), "bribe", "", ""), 17))
    table.when(SealScoringCards(0, ()), 0, 0, 0)
    player = table.state.players[0]
    assert (17, ("bribe",), (1 + 3 + 5,), 2) == (player.gold, player.hand, player.points, table.state.start)


def test_pyramids_that_are_left_score_for_their_new_owner():
    """R57: pyramids that remain on a province score for its new owner from the moment it is taken."""
    table, _happened = ended("buto:p4", *FAR)
    table.and_then(ProvinceAcquired(2, "buto", 0))
    assert 4 == title.scoring.score(table.state, 2, 0).pyramids
    assert 0 == title.scoring.score(table.state, 0, 0).pyramids


# The end


def test_remaining_cards_become_gold():
    """AR-E1: 1 each, before the Gold is compared."""
    table = scoring(gold(hands(holding("buto", *FAR, kingdom=2, number=3), "bribe treasury", "", ""), 9, 10, 3))
    happened = table.when(SealScoringCards(0, ()))
    assert [HandSold(0, 2)] == happened.of(HandSold)
    assert GoldScored(0, 11, 1, 6) == happened.of(GoldScored)[0]
    assert 11 == table.state.players[0].gold


def gold_points(*golds):
    """The points for this Gold at the end."""
    words = ("buto", "mendes", "thebes", "edfu", "abu")[: len(golds)]
    return [one.points for one in ended(*words, kingdom=2, golds=golds)[1].of(GoldScored)]


def test_gold_at_the_end():
    """AR-E2: 6, 4 and 2 points."""
    assert [4, 0, 6, 2, 0] == gold_points(20, 3, 31, 8, 7)


@pytest.mark.parametrize(("golds", "scored"), [
    ((9, 9, 5, 4), [6, 6, 2, 0]), ((9, 5, 5, 4), [6, 4, 4, 0]), ((9, 9, 9, 4), [6, 6, 6, 0]),
    ((9, 8, 4, 4), [6, 4, 2, 2]), ((9, 9, 5, 5), [6, 6, 2, 2]),
])  # fmt: skip
def test_ties_of_gold(golds, scored):
    """AR-E2, R54: players with equal Gold get the same points, and the next places are void."""
    assert scored == gold_points(*golds)


def test_no_gold_is_ranked_too():
    """R54: 0 Gold is the third most here."""
    assert [6, 4, 2] == gold_points(5, 1, 0)


def test_no_gold_points_after_the_old_kingdom():
    """AR-E1, AR-E2: cards are kept and Gold is not scored there."""
    _table, happened = ended("buto", *FAR)
    assert [] == happened.of(GoldScored) + happened.of(HandSold)


def test_the_order_of_the_end():
    """AR-E1: the game ends with the last scoring and then the points for Gold."""
    table, happened = ended("buto", *FAR, kingdom=2)
    kinds = [type(one) for one in happened.events]
    assert [PointsScored] * 3 + [KingdomEnded] + [GoldScored] * 3 + [GameScored] == kinds[-8:]
    assert ("over", ()) == (table.state.phase, title.to_act(table.state))
    table.refuses(SealScoringCards(0, ()), "AR-E3")


def over(*words, scored):
    """The game is over; these are all points."""
    table = replace(holding(*words, kingdom=2, number=3).state, phase="over")
    for seat, total in enumerate(scored):
        table = change_player(table, seat, points=(total,))
    return title.result(table)


def test_the_most_points_win():
    """AR-E3: regardless of other possessions."""
    assert Result((2, 1, 3), (30, 31, 5), "points") == over("buto:p9", "thebes", "mendes", scored=(30, 31, 5))


def test_ties_by_pyramids():
    """AR-E3, R55: a tie is broken by the pyramids in all of the player's provinces; a double pyramid counts as two."""
    assert (2, 1, 3) == over("buto:p3s2", "thebes:p2 abu:p2", "mendes", scored=(30, 30, 5)).places


def test_ties_by_stones():
    """AR-E3, R55: with equal pyramids, the tie is broken by the Stones in the player's provinces."""
    assert (2, 1, 3) == over("buto:p4s2", "thebes:p2s2 abu:p2s1", "mendes", scored=(30, 30, 5)).places


def test_a_shared_victory():
    """AR-E3, R55: with equal pyramids and equal Stones, the victory is shared."""
    result = over("buto:p4s2", "thebes:p4s1 abu:s1", "mendes", scored=(30, 30, 5))
    assert ((1, 1, 3), (0, 1)) == (result.places, result.winners())


def test_no_result_before_the_end():
    """AR-E3: a running game has no winner."""
    assert title.result(start().state) is None
