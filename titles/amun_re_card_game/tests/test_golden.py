"""Golden records: a game for each way in which this game can end; they always fold to the same results."""

from pathlib import Path

import pytest

from domain.rulebook import Result
from tests.golden import golden
from titles import amun_re_card_game as title
from titles.amun_re_card_game.scoring import all_pyramids

GOLDEN = Path(__file__).parent / "golden"

RESULTS = {
    "game": Result((1, 2), (21, 14), "points"),
    "tie": Result((3, 2, 1), (10, 17, 17), "points"),
    "turn-order": Result((3, 2, 1), (10, 12, 12), "points"),
    "caretaker": Result((3, 2, 1), (14, 16, 22), "points"),
    "resigned": Result((2, 1), (0, 0), "resignation"),
    "all-resigned": Result((2, 2, 1), (0, 0, 0), "resignation"),
    "adjudicated": Result((1, 1), (0, 0), "adjudicated"),
    "aborted": None,
}


def test_every_record_is_here():
    """Every bundle in the folder is one of the ways to end."""
    assert set(RESULTS) == {path.stem for path in GOLDEN.glob("*.ndjson")}


@pytest.mark.parametrize("way", RESULTS)
def test_the_result_is_reproduced(way):
    """AC-E1 to AC-E3, R47, R50: most points, most Pyramids, turn order; resignation, calling off, a referee (G13)."""
    game = golden(GOLDEN / f"{way}.ndjson")
    assert RESULTS[way] == game.result
    assert ("aborted" if way == "aborted" else "finished") == game.status


@pytest.mark.parametrize("way", ["game", "tie", "turn-order"])
def test_the_rules_find_the_same_result(way):
    """AC-E1: the recorded result matches the last table."""
    game = golden(GOLDEN / f"{way}.ndjson")
    assert RESULTS[way] == title.result(game.table)


def test_tie_breaks():
    """AC-E2, AC-E3, R47: in one record more Pyramids win; in the other the earlier place in turn order."""
    tables = [golden(GOLDEN / f"{way}.ndjson").table for way in ("tie", "turn-order")]
    assert [(26, 33), (21, 21)] == [tuple(all_pyramids(table, seat) for seat in (1, 2)) for table in tables]


def test_the_caretaker_plays_on():
    """R50: of three players one resigned and is ranked last; the game went on to its end."""
    game = golden(GOLDEN / "caretaker.ndjson")
    assert [True, False, False] == [seat.resigned for seat in game.seats]
    assert "over" == game.table.phase
