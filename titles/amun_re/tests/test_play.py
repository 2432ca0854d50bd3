"""Whole games: their course and a seat's view."""

from itertools import pairwise

import pytest

from domain.chance import Scripted
from domain.game import Resign
from domain.messages import Illegal
from domain.redaction import HIDDEN, Hidden, redact
from titles import amun_re as title
from titles.amun_re.commands import PlaceBid
from titles.amun_re.events import (
    BidPlaced,
    FavorDrawn,
    GoldScored,
    HarvestBegun,
    MarketOpened,
    OfferingsInvited,
    PointsScored,
    ProvincesRevealed,
    RewardsGranted,
    ScoringBegun,
)
from titles.amun_re.tests.tables import auction, hands, start
from titles.amun_re.tests.test_expert import Watched

PLAYERS = (3, 4, 5)
PHASES = [ProvincesRevealed, MarketOpened, OfferingsInvited, HarvestBegun]


@pytest.fixture(scope="module", params=PLAYERS)
def played(request):
    """A game of random answers."""
    return Watched(request.param, f"course {request.param}", False)


def test_the_course(played):
    """AR-T1, AR-T2: two Kingdoms of three rounds of four phases, each Kingdom scored."""
    kinds = [type(one) for one in played.events if type(one) in (*PHASES, ScoringBegun)]
    assert (PHASES * 3 + [ScoringBegun]) * 2 == kinds
    rows = [one for one in played.events if isinstance(one, ProvincesRevealed)]
    assert [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)] == [(one.kingdom, one.round) for one in rows]


def test_three_provinces_a_player(played):
    """AR-S1, AR-A6: each player controls three provinces at the end of each Kingdom."""
    owners = [land.owner for land in played.final.table.lands if land.owner is not None]
    assert [3] * played.final.players == [owners.count(seat) for seat in range(played.final.players)]


def test_nothing_is_lost(played):
    """R3, R58: Gold, Favor cards, Farmers and Stones are the same from the beginning to the end."""
    assert 1 == len({tuple(one.items()) for one in played.kept})


def test_the_points(played):
    """AR-V1, AR-E2, R46: final points are exactly those of two scorings and the Gold."""
    points = [0] * played.final.players
    for event in played.events:
        if isinstance(event, PointsScored):
            points[event.seat] += event.total
        elif isinstance(event, GoldScored):
            points[event.seat] += event.points
    assert tuple(points) == played.final.result.points == title.standing(played.final.table)


def test_auctions_end(played):
    """R22: every bid on a province is higher than the last, so the auction ends and every player gets a province."""
    rows = [place for place, one in enumerate(played.events) if isinstance(one, ProvincesRevealed)]
    for begin, end in pairwise([*rows, len(played.events)]):
        bids = [one for one in played.events[begin:end] if isinstance(one, BidPlaced)]
        assert len(bids) <= 9 * played.final.players
        for name in {one.province for one in bids}:
            spaces = [one.space for one in bids if one.province == name]
            assert sorted(set(spaces)) == spaces


def test_the_start_player(played):
    """AR-R3, R45: each round begins with the player named in the previous round."""
    named = [one.start for one in played.events if isinstance(one, RewardsGranted)]
    begun = [one.order[0] for one in played.events if isinstance(one, HarvestBegun)]
    assert named[:-1] == begun[1:]


def test_there_is_always_a_bid():
    """R13: a player who is asked in an auction always has a bid."""
    game = Watched(5, "bids", False)
    assert game.final.is_over
    table = hands(auction(), "", "", "")
    assert any(isinstance(one, PlaceBid) for one in table.legal(0))


# Secrets


def test_drawn_cards_are_secret():
    """R4: other viewers see that a card is drawn, and the size of each hand."""
    event = FavorDrawn(1, "treasury")
    assert event == redact(event, 1)
    assert [FavorDrawn(1, HIDDEN)] * 2 == [redact(event, viewer) for viewer in (0, "public")]
    shown = title.view(start().and_then(redact(event, 0)).state)["players"]
    assert (2, None) == (shown[1]["favor_cards"], shown[1]["hand"])
    assert ["architect"] == shown[0]["hand"]


def test_public_information():
    """R4: Gold, the discarded cards, the deck's height; cards played from a hidden hand are visible."""
    table = start().and_then(FavorDrawn(1, HIDDEN), title.events.FavorSold(1, "treasury"))
    shown = title.view(table.state)
    assert (21, 1) == (shown["players"][1]["gold"], shown["players"][1]["favor_cards"])
    assert (["treasury"], 35) == (shown["discard"], shown["deck"])


def test_the_known_architect_goes_before_a_hidden_card():
    """R4: a viewer who cannot see a hand sees a card leave it, and its size stays right."""
    table = start().and_then(FavorDrawn(1, HIDDEN), title.events.FavorSold(1, "river"))
    assert ("architect",) == table.state.players[1].hand
    table.and_then(FavorDrawn(1, HIDDEN), title.events.FavorSold(1, "architect"))
    assert [True] == [isinstance(card, Hidden) for card in table.state.players[1].hand]


def test_at_the_end_nothing_is_hidden(played):
    """R4, AR-E1: hands are sold, so that all viewers fold the same table, except the box."""
    for seen in played.seen.values():
        assert played.final.result == seen.result
        assert [()] * seen.players == [player.hand for player in seen.table.players]


# Refusals


def test_it_is_not_your_turn():
    """AR-T1: an unknown command is refused from any seat."""
    table = auction()
    with pytest.raises(Illegal) as refusal:
        title.decide(table.state, Resign(0), Scripted([]))
    assert "AR-T1" == refusal.value.rule
    with pytest.raises(Illegal) as refusal:
        title.decide(table.state, Resign(1), Scripted([]))
    assert "AR-A2" == refusal.value.rule
