"""Sentences: they count, name a card's features, and omit zero numbers."""

import pytest

from domain.redaction import redact
from replay.languages import translator
from replay.narration import render
from titles import amun_re_card_game as title
from titles.amun_re_card_game.commands import BuildPyramids, PrepareGold, SealOffering
from titles.amun_re_card_game.events import (
    AuctionOpened,
    FavorsGranted,
    GoldChosen,
    GoldLeftOver,
    GoldPlaced,
    GoldPrepared,
    NileFlooded,
    OfferingSealed,
    OfferingsRevealed,
    PharaohNamed,
    PointsScored,
    ProvinceAcquired,
    ProvinceExtended,
    PyramidPlaced,
    PyramidsBuilt,
    RevenueEarned,
)
from titles.amun_re_card_game.state import Province
from titles.amun_re_card_game.tests.tables import card

NAMES = ["Ann", "Bob"]
BARE = Province("X-01", 1, 0, 0, False, 0)

SENTENCES = [
    (GoldChosen(0, (0, 6, 8)), "Ann laid out the Gold cards 0, 6 and 8."),
    (
        AuctionOpened(1, 2, (card("I-01"), BARE)),
        "Kingdom 1, auction 2: Province I-01 (4 Ankhs and 1 Field) and Province X-01 were turned over.",
    ),
    (GoldPlaced(0, 3, "I-01"), "Ann placed the Gold card 3 in front of Province I-01."),
    (GoldPlaced(0, 3, "I-01", 1), "Ann placed the Gold card 3 in front of Province I-01 and outbid Bob."),
    (
        ProvinceAcquired(0, card("I-06"), 2, False, True),
        "Ann took Province I-06 (2 Ankhs, 1 Field and a Caravan) for 2 Gold.",
    ),
    (
        ProvinceAcquired(0, card("I-03"), 0, True, True),
        "Ann took Province I-03 (3 Ankhs, 1 Field and 1 Pyramid) for the 0 card, which returns to the display.",
    ),
    (ProvinceExtended(0, 0), "Ann laid the new card on their Province 1."),
    (PharaohNamed(1, (0, 1)), "Bob is Pharaoh with 1 Ankh."),
    (PharaohNamed(1, (0, 5)), "Bob is Pharaoh with 5 Ankhs."),
    (OfferingSealed(0, 1, (0,)), "Ann sealed an offering of 0 Gold: the Gold card 0."),
    (redact(OfferingSealed(0, 1, (0,)), 1), "Ann sealed an offering."),
    (OfferingsRevealed(1, ((0, 3), (0,))), "The offerings were revealed: Ann (3 Gold) and Bob (0 Gold)."),
    (NileFlooded(9, 2), "The offerings total 9 Gold: every Field earns 2 Gold, every Caravan 10."),
    (NileFlooded(11, 3), "The offerings total 11 Gold: every Field earns 3 Gold, Caravans earn nothing."),
    (FavorsGranted((3, 0)), "Amun-Re granted Pyramids to Ann (3)."),
    (FavorsGranted((0, 0)), "Amun-Re granted no Pyramid."),
    (PyramidPlaced(0, 2), "Ann placed a Pyramid on their Province 3."),
    (RevenueEarned(0, 6, 0, 5, 11), "Ann earned 11 Gold: 6 from Fields and 5 from Gold cards."),
    (RevenueEarned(0, 0, 0, 0, 0), "Ann earned no Gold."),
    (PyramidsBuilt(0, 0, 0), "Ann built no Pyramid."),
    (PyramidsBuilt(0, 1, 3), "Ann built 1 Pyramid for 3 Gold."),
    (PyramidsBuilt(0, 2, 6), "Ann built 2 Pyramids for 6 Gold."),
    (GoldPrepared(0, (0,), 0), "Ann laid out the Gold card 0."),
    (GoldPrepared(0, (0, 8), 5), "Ann laid out the Gold cards 0 and 8 and lost 5 Gold that nine cards cannot make up."),
    (GoldLeftOver(0, 0), "Ann had no Gold left over."),
    (GoldLeftOver(0, 4), "Ann had 4 Gold left over, which is worth nothing."),
    (
        PointsScored(0, 2, 1, 1, 0, -1, 1),
        "Ann scored 1 point in Kingdom 2: 1 for Pyramids, 1 for Fields and -1 for the fewest Ankhs.",
    ),
    (PointsScored(0, 2, 3, 0, 1, 0, 4), "Ann scored 4 points in Kingdom 2: 3 for Pyramids and 1 for the Pharaoh."),
    (PointsScored(0, 2, 0, 0, 0, 0, 0), "Ann scored no points in Kingdom 2."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_sentences(event, sentence):
    """AC-V1: in English, singular and plural differ, and zero numbers are omitted."""
    assert sentence == render(title.narrate(event), NAMES)


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_sentences_in_other_languages(event, sentence, language):
    """AC-V1: every sentence and every part of it is translated."""
    told = render(title.narrate(event), NAMES, translator(language))
    assert told != sentence
    assert not {"the", "for", "and", "of", "from", "Gold"} & set(told.replace(":", " ").replace(")", " ").split())


def test_previews_of_moves():
    """AC-C3, AC-O2, AC-C7: previews of moves use the singular for one Pyramid and for one card."""
    moves = (BuildPyramids(0, 1), BuildPyramids(0, 2), SealOffering(0, (3,)), PrepareGold(0, (0, 3)))
    assert [
        "Build 1 Pyramid",
        "Build 2 Pyramids",
        "Offer the Gold card 3: 3 Gold",
        "Lay out the Gold cards 0 and 3",
    ] == [render(title.describe(move), NAMES) for move in moves]
