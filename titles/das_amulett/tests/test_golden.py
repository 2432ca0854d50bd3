"""Golden records: a game for each possible ending of this title; they always fold to the same results."""

from pathlib import Path

import pytest

from domain.rulebook import Result
from tests.golden import golden, records
from titles import das_amulett as title
from titles.das_amulett.events import (
    AmuletCompleted,
    DiscDrawn,
    ExchangeWon,
    GemTaken,
    SpellAcquired,
    SpellDiscarded,
    TurnBegun,
    TurnLimitReached,
)

GOLDEN = Path(__file__).parent / "golden"

RESULTS = {
    "game": Result((2, 3, 1), (7, 7, 7), "amulet completed"),
    "eight-gems": Result((1, 3, 2), (8, 4, 4), "amulet completed"),
    "turn-limit": Result((2, 1, 3), (1, 2, 1), "turn limit"),
    "shared": Result((1, 1, 3), (1, 1, 0), "turn limit"),
    "caretaker": Result((3, 1, 2), (8, 6, 5), "amulet completed"),
    "resigned": Result((2, 2, 1), (0, 0, 0), "resignation"),
    "taken-over": Result((1, 3, 2), (8, 4, 5), "amulet completed"),
    "aborted": None,
}


def in_the_game(kind, way="game"):
    """The events of this kind in the game of three stewards, or in another record."""
    return [record.data for record in records(GOLDEN / f"{way}.ndjson") if isinstance(record.data, kind)]


def test_every_record_is_here():
    """Every bundle in the folder is one of the ways to end."""
    assert set(RESULTS) == {path.stem for path in GOLDEN.glob("*.ndjson")}


@pytest.mark.parametrize("way", RESULTS)
def test_the_result_is_reproduced(way):
    """DA-T1, DA-W1, R70, R73: every fact follows by the current rules.

    The endings are amulets, turn limits, resignation, aborted games. In one record a resigned player lost the seat, and
    another player took it over (G15): it is ranked by play.
    """
    game = golden(GOLDEN / f"{way}.ndjson")
    assert RESULTS[way] == game.result
    assert ("aborted" if way == "aborted" else "finished") == game.status


@pytest.mark.parametrize("way", ["game", "eight-gems", "turn-limit", "shared", "taken-over"])
def test_the_rules_find_the_same_result(way):
    """DA-W2, R70: the recorded result matches the last table."""
    assert RESULTS[way] == title.result(golden(GOLDEN / f"{way}.ndjson").table)


def test_how_each_was_won():
    """DA-W1, R70: the records are won by seven kinds, by eight gems of six kinds, and, after one turn, without a
    victory.
    """
    assert [AmuletCompleted(2, 7, 7)] == in_the_game(AmuletCompleted)
    assert [AmuletCompleted(0, 6, 8)] == in_the_game(AmuletCompleted, "eight-gems")
    for way in ("turn-limit", "shared"):
        assert [TurnLimitReached(1)] == in_the_game(TurnLimitReached, way)


def test_the_shared_place():
    """R70: equal in kinds, gems and metal cards."""
    players = golden(GOLDEN / "shared.ndjson").table.players
    assert [(1, 1, 0), (1, 1, 0), (0, 0, 12)] == [(len(set(one.gems)), len(one.gems), one.cards) for one in players]


def test_the_caretaker_plays_on():
    """DA-W2: the player of this seat resigned and is ranked last, though the caretaker completed the amulet."""
    game = golden(GOLDEN / "caretaker.ndjson")
    assert [True, False, False] == [seat.resigned for seat in game.seats]
    assert 0 == game.table.winner


def test_the_golden_auctions():
    """DA-P1, DA-P4: five turns of three spells, with the winners and prices."""
    assert [
        (1, "Wings of the Phoenix", 4), (0, "Influence", 4), (2, "Silver Spring", 4),
        (0, "Magic of Amber", 5), (2, "Foul Curse of Avarice", 5), (1, "Superiority", 4),
        (1, "Silver Metamorphosis", 5), (0, "Teleportation", 4), (2, "Divine Metamorphosis", 3),
        (2, "Burning Desire", 3), (0, "Magic of the Emeralds", 3), (1, "Copper Metamorphosis", 3),
        (1, "Gift of the Builders", 4), (0, "Arc of Energy", 4), (2, "Magic of the Rubies", 4),
    ] == [(one.seat, one.spell, one.tokens) for one in in_the_game(SpellAcquired)]  # fmt: skip
    assert [3] * 5 == [one.pile for one in in_the_game(TurnBegun)]


def test_the_golden_exchanges():
    """DA-X4, DA-X6: the winners, their numbers of cards, and the due gems."""
    assert [
        (0, 6, 1), (0, 6, 1), (1, 5, 1), (2, 5, 2), (0, 6, 1), (1, 5, 1), (1, 6, 1), (2, 6, 1), (0, 7, 1), (0, 4, 1),
        (1, 3, 1), (2, 6, 1), (1, 5, 1), (2, 7, 1), (2, 5, 1), (1, 5, 1), (0, 3, 1), (0, 10, 1), (1, 8, 2), (2, 3, 1),
    ] == [(one.seat, one.cards, one.gems) for one in in_the_game(ExchangeWon)]  # fmt: skip
    assert [4, 4, 4, 5, 6] == [one.disc for one in in_the_game(DiscDrawn)]


def test_the_golden_amulet():
    """DA-W1: the winner's gems, in the order in which they came."""
    assert ["yellow", "white", "grey", "green", "red", "clear", "light_blue"] == [
        one.gem for one in in_the_game(GemTaken) if one.seat == 2
    ]


def test_the_golden_discards():
    """DA-E6: the spells that went under the deck, in their order."""
    assert [
        "Gift", "Alchemy", "Immense Power", "Vein of Copper", "Silver Spring", "Vortex of Light",
        "Influence of the Pharaohs", "Influence", "Wings of the Phoenix",
    ] == [one.spell for one in in_the_game(SpellDiscarded)]  # fmt: skip
