"""Golden records: a game for each possible ending of this title; they always fold to the same results."""

from pathlib import Path

import pytest

from domain.rulebook import Result
from tests.golden import golden, records
from titles import amun_re as title
from titles.amun_re.events import GoldScored, IncomeTaken, NileFlooded, PointsScored, ProvinceAcquired
from titles.amun_re.scoring import pyramids_of, stones_of

GOLDEN = Path(__file__).parent / "golden"

RESULTS = {
    "game": Result((3, 2, 1), (31, 36, 53), "points"),
    "expert": Result((1, 2, 3), (19, 15, 12), "points"),
    "pyramids": Result((2, 3, 1), (19, 12, 19), "points"),
    "stones": Result((3, 2, 1), (16, 17, 17), "points"),
    "shared": Result((1, 3, 1), (24, 20, 24), "points"),
    "caretaker": Result((3, 1, 2), (37, 41, 24), "points"),
    "resigned": Result((2, 2, 1), (0, 0, 0), "resignation"),
    "disputed": Result((1, 2, 3), (44, 15, 12), "adjudicated"),
    "aborted": None,
}


def in_the_game(kind):
    """The events of this kind in the game of three stewards."""
    return [record.data for record in records(GOLDEN / "game.ndjson") if isinstance(record.data, kind)]


def test_every_record_is_here():
    """Every bundle in the folder is one of the ways to end."""
    assert set(RESULTS) == {path.stem for path in GOLDEN.glob("*.ndjson")}


@pytest.mark.parametrize("way", RESULTS)
def test_the_result_is_reproduced(way):
    """AR-T1, AR-E3, R55: every fact follows by the current rules; points, tie-breaks, resignation, aborted games.

    The result of one was disputed afterwards, replaced by consent, and corrected by the operator (G13).
    """
    game = golden(GOLDEN / f"{way}.ndjson")
    assert RESULTS[way] == game.result
    assert ("aborted" if way == "aborted" else "finished") == game.status


@pytest.mark.parametrize("way", ["game", "expert", "pyramids", "stones", "shared"])
def test_the_rules_find_the_same_result(way):
    """AR-E3: the recorded result matches the last table."""
    assert RESULTS[way] == title.result(golden(GOLDEN / f"{way}.ndjson").table)


@pytest.mark.parametrize(
    ("way", "tied", "strengths"),
    [
        ("pyramids", (0, 2), [(3, 4), (5, 4)]),
        ("stones", (1, 2), [(2, 1), (2, 4)]),
        ("shared", (0, 2), [(4, 3), (4, 3)]),
    ],
)
def test_tie_breaks(way, tied, strengths):
    """AR-E3, R55: the tie for the most points is broken by pyramids, then by Stones; otherwise the victory is
    shared.
    """
    table = golden(GOLDEN / f"{way}.ndjson").table
    assert strengths == [(pyramids_of(table, seat), stones_of(table, seat)) for seat in tied]


def test_the_caretaker_plays_on():
    """AR-E3: a resigned player is ranked last, whatever the caretaker reached; the game went on to its end."""
    game = golden(GOLDEN / "caretaker.ndjson")
    assert [True, False, False] == [seat.resigned for seat in game.seats]
    assert "over" == game.table.phase


def test_the_golden_provinces():
    """AR-N2, AR-A6: the prices and buyers of provinces; the same nine in both Kingdoms."""
    acquired = [(one.seat, one.province, one.gold) for one in in_the_game(ProvinceAcquired)]
    assert [
        (0, "berenike", 6), (1, "buto", 1), (2, "amarna", 0),
        (2, "dakhla", 0), (0, "avaris", 1), (1, "mendes", 1),
        (2, "damanhur", 1), (0, "sawu", 1), (1, "kharga", 0),
        (0, "kharga", 0), (1, "mendes", 1), (2, "amarna", 3),
        (0, "dakhla", 1), (1, "buto", 0), (2, "avaris", 3),
        (1, "berenike", 6), (2, "damanhur", 0), (0, "sawu", 3),
    ] == acquired  # fmt: skip
    assert {name for _seat, name, _gold in acquired[:9]} == {name for _seat, name, _gold in acquired[9:]}


def test_the_golden_floods():
    """AR-O5, AR-O7: six common offerings and their tiles."""
    assert [(12, 1), (8, 1), (13, 2), (18, 2), (13, 2), (14, 2)] == [
        (one.total, one.tile) for one in in_the_game(NileFlooded)
    ]


def test_the_golden_scorings():
    """AR-V1 to AR-V5: line by line, in turn order.

    Seat 2 has Damanhur's two Temples and Amarna's one, worth 3 each under the third tile, in both Kingdoms.
    """
    assert [
        PointsScored(2, 1, 9, 5, 0, 5, 5, 0, 24), PointsScored(0, 1, 0, 5, 3, 0, 0, 0, 8),
        PointsScored(1, 1, 0, 3, 3, 0, 0, 0, 6), PointsScored(1, 2, 0, 10, 9, 0, 5, 0, 24),
        PointsScored(2, 2, 9, 8, 3, 0, 5, 0, 25), PointsScored(0, 2, 0, 10, 6, 5, 0, 0, 21),
    ] == in_the_game(PointsScored)  # fmt: skip


def test_the_golden_gold():
    """AR-E2: 30, 16 and 11 Gold."""
    assert [GoldScored(1, 30, 1, 6), GoldScored(2, 16, 2, 4), GoldScored(0, 11, 3, 2)] == in_the_game(GoldScored)


def test_the_golden_harvests():
    """AR-H1: every income is the sum of its sources."""
    incomes = in_the_game(IncomeTaken)
    assert 18 == len(incomes)
    for one in incomes:
        assert one.mines + one.caravans + one.farmers + one.treasury == one.total
