"""The sentences of each event and of each move."""

import pytest

from replay.narration import render
from titles import amun_re as title
from titles.amun_re.commands import BuyFarmers, BuyStones, DeclareAdjustment, PlaceBid, SealScoringCards, TakeReward
from titles.amun_re.events import (
    AdjustmentDeclared,
    BonusTaken,
    DeckShuffled,
    GoldScored,
    GoodsBought,
    HandSold,
    IncomeTaken,
    NileFlooded,
    OfferingsRevealed,
    PointsScored,
    RewardsGranted,
    RewardTaken,
    ScoringCardsRevealed,
)
from titles.amun_re.state import Offer

NAMES = ("Anna", "Bruno", "Carla")

SAID = [
    (GoodsBought(0, "farmers", 1, 1), "Anna bought 1 Farmer for 1 Gold."),
    (GoodsBought(0, "stones", 3, 6), "Anna bought 3 Stones for 6 Gold."),
    (BonusTaken(1, "sawu", 0, 0, 0, 0), "Sawu gave Bruno nothing at once."),
    (BonusTaken(1, "sawu", 1, 0, 2, 3), "Sawu gave Bruno 2 Favor cards, 1 Stone and 3 Gold at once."),
    (BonusTaken(1, "dakhla", 2, 1, 0, 0),
     "Dakhla gave Bruno 2 Stones at once; three Stones there became a pyramid."),
    (DeckShuffled(1), "The one discarded Favor card forms the new deck."),
    (DeckShuffled(7), "The 7 discarded Favor cards form the new deck."),
    (OfferingsRevealed(1, 1, (Offer(6, False, True), Offer(0, True, True), Offer(0, True, False))),
     "Offerings: Anna 6 Gold with a blue card, Bruno Theft with a blue card and Carla Theft; 0 in all."),
    (AdjustmentDeclared(1, -3), "Bruno's blue card lowers the common offering by 3."),
    (AdjustmentDeclared(1, 3), "Bruno's blue card raises the common offering by 3."),
    (NileFlooded(8, 1, (1,)), "The common offering is 8: tile 2 is in the delta, and Bruno took 3 Gold."),
    (NileFlooded(8, 1, (1, 2)),
     "The common offering is 8: tile 2 is in the delta, and Bruno and Carla took 3 Gold each."),
    (RewardsGranted((0, 2), (3, 2), 0), "Rewards: Anna 3 and Carla 2; Anna begins the next round."),
    (RewardTaken(0, 1, 0, 2), "Anna took 1 Favor card and 2 Stones as a reward."),
    (RewardTaken(0, 0, 0, 0), "Anna took no reward."),
    (IncomeTaken(2, 4, 0, 6, 0, 10), "Carla earned 10 Gold: 4 from Gold mines and 6 from Farmers."),
    (IncomeTaken(2, 0, 0, 0, 0, 0), "Carla earned nothing."),
    (ScoringCardsRevealed(1, (("one_bank", "river"), (), ("many_farmers",))),
     "Yellow cards laid down: Anna (one bank and on the Nile) and Carla (Farmers)."),
    (ScoringCardsRevealed(1, ((), (), ())), "No player laid down a yellow card."),
    (PointsScored(0, 1, 0, 5, 3, 5, 0, 3, 16),
     "Anna scored 16 in Kingdom 1: 5 for pyramids, 3 for sets, 5 for the west bank and 3 for yellow cards."),
    (PointsScored(0, 2, 0, 0, 0, 0, 0, 0, 0), "Anna scored no points in Kingdom 2."),
    (HandSold(1, 1), "Bruno discarded the last Favor card for 1 Gold."),
    (HandSold(1, 4), "Bruno discarded the last 4 Favor cards for 4 Gold."),
    (GoldScored(0, 2, 4, 0), "Anna has 2 Gold and is in place 4: no points."),
]  # fmt: skip

DESCRIBED = [
    (BuyFarmers(0, 1), "Buy 1 Farmer for 1 Gold"),
    (BuyStones(0, 4), "Buy 4 Stones for 10 Gold"),
    (DeclareAdjustment(0, 3), "Raise the common offering by 3"),
    (DeclareAdjustment(0, -3), "Lower the common offering by 3"),
    (TakeReward(0, 0, 1, 2), "Take 1 Farmer and 2 Stones"),
    (TakeReward(0, 0, 0, 0), "Take no reward"),
    (PlaceBid(0, "buto", 6, True, True), "Bid 6 Gold for Buto with Bribe and Protection"),
    (SealScoringCards(0, ("river",)), "Lay down for the scoring: Yellow card: on the Nile"),
]


@pytest.mark.parametrize(("event", "said"), SAID)
def test_sentences(event, said):
    """Numbers have their form, zero numbers are omitted, and public things are named."""
    assert said == render(title.narrate(event), NAMES)


@pytest.mark.parametrize(("command", "described"), DESCRIBED)
def test_previews_of_moves(command, described):
    """Each move states its cost and effect, as far as the move alone determines them."""
    assert described == render(title.describe(command), NAMES)
