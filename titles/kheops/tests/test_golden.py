"""Golden records: a game for each way in which this game can end; they always fold to the same results."""

from pathlib import Path

import pytest

from audit.verification.verify import verify
from domain.rulebook import Result
from tests.audit.games import rewritten
from tests.golden import golden, records
from titles import kheops as title
from titles.kheops.events import AnkhsScored, DungeonScored
from titles.kheops.tests.tables import drawn, shown
from verify import report as engine

GOLDEN = Path(__file__).parent / "golden"

RESULTS = {
    "game": Result((1, 1), (25, 25), "points"),
    "won": Result((1, 2), (15, 10), "points"),
    "resigned": Result((2, 1), (0, 0), "resignation"),
    "aborted": None,
    "called-off": None,
    "nonces": Result((2, 1), (0, 0), "resignation"),
    "strict": Result((1, 2), (0, 0), "resignation"),
    "signed": Result((2, 1), (0, 0), "resignation"),
    "signed-seats": Result((2, 1), (0, 0), "resignation"),
    "beacon": Result((2, 1), (0, 0), "resignation"),
    "rolled-back": Result((1, 2), (31, 6), "points"),
    "handed-over": Result((2, 1), (3, 26), "agreed"),
    "ids": Result((2, 1), (3, 26), "agreed"),
}
GOLDEN_PYRAMID = r"""
g                                -HAw-
                                   '
f                           -H2W--HGW//C=.-
                              |         |
e                      -H..--HcW--CAw\-C2.-/HY.\
                         '         |         '
d                 /CcW--Hhw--C=w--C.W//C=.-\H=w--C>w-
                    '         |         |         '
c            -Ch.--CA.--HX.\-ChW-/C..-\C#.--Ch.-\HRM--H2w\
               ,         '         |                   |
b       -C.m--H=W--C2W--H>W-/Hc.--Cc.-/H#.--C>w--C.F--HGw/-CX.-
          |         ,         ,         ,         ,         |
a  -HhW--HRw//C>.--C#.-/HAw\\Chw--HAW\-Cc./-C.W\\HAw-/H#.--Hc./-HY.\
     '         '         '         '         '         '         '
"""


def test_every_record_is_here():
    """Every bundle in the folder is one of the ways to end."""
    assert set(RESULTS) == {path.stem for path in GOLDEN.glob("*.ndjson")}


@pytest.mark.parametrize("way", RESULTS)
def test_the_result_is_reproduced(way):
    """KH-T1, KH-E2, R43: every fact follows by the current rules: a draw, a win, a resignation, two aborted games.

    Games from before the second scheme of randomness, one of each of its kinds, a signed one whose keys change, one
    whose seats are signed by the second scheme, one whose randomness depends on a beacon, and one with rollbacks: two
    by consent, one by a decision, then to an annulled position (G14); and one in which a seat was handed over (G22),
    as recorded with names, and as recorded with ids alone.
    """
    game = golden(GOLDEN / f"{way}.ndjson")
    assert RESULTS[way] == game.result
    assert ("finished" if RESULTS[way] else "aborted") == game.status


def test_the_reason_of_a_cancellation():
    """G27: the reason of a cancellation is in the record, so readers need no rules; a missing reason is detected."""
    raw = (GOLDEN / "called-off.ndjson").read_bytes()
    assert golden(GOLDEN / "called-off.ndjson").called_off == "The table was opened twice."
    assert engine.verify(raw).first_bad is None
    number = len(raw.splitlines()) - 3  # the last entry, between header and proofs
    silent = rewritten(raw, number, lambda plain: plain["data"].update(text=""))
    assert verify(silent).first_bad == engine.verify(silent).first_bad == "8-0"


def test_names_in_early_and_current_records():
    """Old records that contain names are still folded to the same game; the chain of current records contains no
    names.
    """
    named, bare = (golden(GOLDEN / f"{way}.ndjson") for way in ("handed-over", "ids"))
    assert [seat.name for seat in named.seats] == ["Person 0", "Person 9"]
    assert [seat.name for seat in bare.seats] == ["", ""]
    assert [seat.player for seat in named.seats] == [seat.player for seat in bare.seats] == ["player-0", "player-9"]
    header, *lines = (GOLDEN / "ids.ndjson").read_bytes().splitlines()
    assert b"Person 0" in header and not [line for line in lines if b"Person" in line]
    forged = rewritten((GOLDEN / "ids.ndjson").read_bytes(), 1, lambda plain: plain["data"].update(name="Ann"))
    assert verify(forged).first_bad == engine.verify(forged).first_bad == "2-0"


@pytest.mark.parametrize("way", ["game", "won", "rolled-back"])
def test_the_rules_find_the_same_result(way):
    """KH-E2: the recorded result matches the last table."""
    assert RESULTS[way] == title.result(golden(GOLDEN / f"{way}.ndjson").table)


def test_the_golden_pyramid():
    """KH-D2: the draw folds to the pyramid drawn here, with every pawn."""
    assert drawn(GOLDEN_PYRAMID) == shown(golden(GOLDEN / "game.ndjson").table)


def test_the_golden_dungeons():
    """KH-V1 to KH-V8: cell by cell, value and winner of every dungeon in the drawing; then the Ankhs.

    White: 4 halls and a sarcophagus, 9; 5 halls, a sarcophagus and the longest, 15; one Ankh on a7: 25. Blue: 4 halls
    of a closed dungeon, 8; one hall at d6; four Ankhs on a5, a10, e3 and g1, 16: 25.
    """
    events = [record.data for record in records(GOLDEN / "game.ndjson")]
    assert [
        ("a1 a2 b1 b2 b3 b4", 9, 0),
        ("a3 a4", 0, None),
        ("a6 a7", 1, None),
        ("a11 a12 b11", 0, None),
        ("b5 b6 c5", 2, None),
        ("b7 b8 b9 b10 c8 c9", 8, 1),
        ("c1 c2 c3", 0, None),
        ("c4 d1 d2 d3 d4 e1 e2 e3 f1 f2", 15, 0),
        ("c6 c7 d5", 0, None),
        ("d6 d7", 1, 1),
        ("e4 f3", 0, None),
    ] == [(" ".join(event.cells), event.value, event.winner) for event in events if isinstance(event, DungeonScored)]
    assert [AnkhsScored(0, 1, 1), AnkhsScored(1, 4, 16)] == [
        event for event in events if isinstance(event, AnkhsScored)
    ]
