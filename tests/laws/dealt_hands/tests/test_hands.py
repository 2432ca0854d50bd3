"""The laws, and each numbered rule of Dealt Hands. `tests/laws/test_packages.py` runs this module."""

import dealt_hands as title  # type: ignore[import-not-found]
from dealt_hands import CardPlayed, CardTaken, HandDealt, HandsShown, OfferTurned, PlayCard, TableLaid, TakeCard

from stele.laws import *  # noqa: F403
from stele.laws import Given
from stele.title import Scripted

DEALT = (TableLaid(2, False), HandDealt(0, (1, 2)), HandDealt(1, (3, 4)))


def test_hands_are_dealt_at_once():
    """DH-S1, DH-S2: two cards for each player, then the offer."""
    assert [TableLaid(2, False)] == list(title.setup(2, {"sorts": False}, Scripted([])))
    Given(title, TableLaid(2, False)).settles(0, 0, 0, 0, 0, 0).then(*DEALT[1:], OfferTurned((5, 6)))


def test_taking():
    """DH-O1, DH-P1: the highest counts double; a card is taken before any is played, and not after."""
    table = Given(title, *DEALT, OfferTurned((5, 6)))
    table.refuses(TakeCard(0, 7), "DH-O1")
    table.refuses(PlayCard(0, 1), "DH-P1")
    table.when(TakeCard(0, 6)).then(CardTaken(0, 6, 12))
    after = table.and_then(CardTaken(1, 5, 5))
    after.refuses(TakeCard(0, 5), "DH-O1")
    after.refuses(PlayCard(0, 3), "DH-P1")


def test_the_end():
    """DH-E1: hands are shown and points count."""
    first = (OfferTurned((5, 6)), CardTaken(0, 6, 12), CardTaken(1, 5, 5), CardPlayed(0, 1), CardPlayed(1, 3))
    second = (HandDealt(0, (7, 8)), HandDealt(1, (9, 10)), OfferTurned((11, 12)), CardTaken(0, 11, 11))
    table = Given(title, *DEALT, *first, *second, CardTaken(1, 12, 24), CardPlayed(0, 2))
    after = table.when(PlayCard(1, 4))
    after.then(CardPlayed(1, 4), HandsShown(((7, 8), (9, 10))))
    assert (26, 36) == title.result(after.state).points
