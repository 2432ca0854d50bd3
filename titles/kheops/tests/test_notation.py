"""Moves in notation, and their sentences."""

import re
from importlib import resources

import pytest

from domain.redaction import redact
from replay.narration import render
from titles import kheops as title
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.events import PawnMoved, PawnPlaced, PawnsSwapped, TileDrawn, TilePlaced, TileRotated
from titles.kheops.notation import read, written
from titles.kheops.plan import CELLS, INDEX, NEIGHBOURS, points_up
from titles.kheops.state import Laid, Tile
from titles.kheops.tests.tables import Playout

MOVES = [
    ("Wa5", PlacePawn(1, "worker", "a5")),
    ("Pa5", PlacePawn(1, "priest", "a5")),
    ("Ma5", PlacePawn(1, "mummy", "a5")),
    ("Fa5", PlacePawn(1, "pharaoh", "a5")),
    ("a5+1", Rotate(1, "a5", 1)),
    ("a5+2", Rotate(1, "a5", 2)),
    ("a5=b3", Swap(1, "a5", "b3")),
    ("a5-b3", Move(1, "a5", "b3")),
    ("12@c3/1", PlaceTile(1, 12, "c3", 1)),
]


@pytest.mark.parametrize(("text", "command"), MOVES)
def test_a_move_is_written(text, command):
    """KH-T1: every kind of move, as the table of RULES.md shows it."""
    assert text == written(command)


@pytest.mark.parametrize(("text", "command"), MOVES)
def test_a_move_is_read(text, command):
    """KH-T1: a written move is read as the same move of its seat."""
    assert command == read(text, 1)


def test_how_sides_are_numbered():
    """KH-N2: sides are numbered clockwise from the bottom or the top, side 0, and adjacent cells share the number of a
    side.
    """
    assert (None, INDEX["a2"], INDEX["a4"]) == NEIGHBOURS[INDEX["a3"]]
    assert (INDEX["b1"], INDEX["a3"], INDEX["a1"]) == NEIGHBOURS[INDEX["a2"]]
    for cell, neighbours in enumerate(NEIGHBOURS):
        for side, near in enumerate(neighbours):
            assert near is None or NEIGHBOURS[near][side] == cell


def test_how_a_turned_tile_is_open():
    """KH-N3: one third clockwise brings the opening of side 0 to side 1, two thirds to side 2."""
    tile = Tile(1, "hall", (True, False, False), "none")
    assert [0, 1, 2] == [side for orientation in range(3) for side in range(3) if Laid(tile, orientation).is_open(side)]


def test_the_table_of_the_rules():
    """KH-T1: every example in RULES.md is one of the moves above, and vice versa."""
    text = resources.files(title).joinpath("RULES.md").read_text("utf-8")
    table = text[text.index("| Written |") : text.index("## Rulings")]
    examples = [one for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for one in re.findall("`(.*?)`", row)]
    assert [text for text, _ in MOVES] == examples


@pytest.mark.parametrize(
    "text",
    ["", "a5", "W", "wa5", "Xa5", "Wh5", "WA5", "Wa5 ", " Wa5", "Wa5\n", "a5+0", "a5+3", "a5=", "a5=b", "a5--b3",
     "a5>b3", "12@c3", "12@c3/3", "@c3/1", "1234@c3/1", "12@c3/1x", "-1@c3/1"],
)  # fmt: skip
def test_other_texts_are_no_moves(text):
    """KH-T1: other texts are not moves."""
    assert None is read(text, 0)


def test_the_names_of_the_cells():
    """KH-N1: rows from a to g of 13, 11, 9, 7, 5, 3 and 1 cells, numbered from the left; odd ones stand on a side."""
    rows = [[name for name in CELLS if name[0] == letter] for letter in "abcdefg"]
    assert [13, 11, 9, 7, 5, 3, 1] == [len(row) for row in rows]
    assert [[f"{row[0][0]}{number}" for number in range(1, len(row) + 1)] for row in rows] == rows
    assert [int(name[1:]) % 2 == 1 for name in CELLS] == [points_up(cell) for cell in range(49)]


@pytest.mark.parametrize("seed", range(3))
def test_every_move_has_a_unique_text(seed):
    """KH-T1: in whole games, no two moves of one moment are written alike, and each text is read as its own move."""
    playout = Playout(seed)
    while not playout.game.is_over:
        listed = playout.listed()
        assert listed == [read(written(command), command.seat) for command in listed]
        playout.step()


def test_the_texts_contain_the_move():
    """KH-T1: offers and later sentences contain the notation."""
    playout = Playout(6)
    while not playout.game.is_over:
        for command in playout.listed():
            assert written(command) == title.describe(command).values["notation"]
        playout.step()
    told = [
        re.findall(r"\((\S+)\)", render(title.narrate(event), []))[-1]
        for event in playout.events
        if isinstance(event, PawnPlaced | TileRotated | PawnsSwapped | PawnMoved | TilePlaced)
    ]
    assert None not in [read(text, 0) for text in told]
    assert 60 <= len(told)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (PawnPlaced(0, "worker", "a5", False, None), "Wa5"),
        (PawnPlaced(0, "priest", "a5", False, None), "Pa5"),
        (PawnPlaced(0, "mummy", "a5", False, None), "Ma5"),
        (PawnPlaced(0, "mummy", "a5", True, "swap"), "Ma5"),
        (PawnPlaced(0, "pharaoh", "a5", False, None), "Fa5"),
        (TileRotated(0, "a5", 2, 1), "a5+2"),
        (PawnsSwapped(0, "a5", "b3"), "a5=b3"),
        (PawnMoved(0, "a5", "b3"), "a5-b3"),
        (TilePlaced(0, 12, "c3", 1, "draw"), "12@c3/1"),
    ],
)
def test_sentences(event, text):
    """KH-T1: each fact from a move has it in its sentence."""
    assert f"({text})" in render(title.narrate(event), [])


def test_a_drawn_tile_is_shown_to_its_owner():
    """R9: other viewers see that a tile was drawn, not which."""
    event = TileDrawn(1, 20)
    assert [True, False, False] == [
        20 in title.narrate(redact(event, viewer)).values.values() for viewer in (1, 0, "public")
    ]


def test_a_taken_place_is_mentioned():
    """KH-M1: the sentence says that the Mummy sent a Worker back."""
    taken, empty = (title.narrate(PawnPlaced(0, "mummy", "a5", captured, None)) for captured in (True, False))
    assert ("Worker" in taken.template, "Worker" in empty.template) == (True, False)


@pytest.mark.parametrize("seed", range(3))
def test_all_facts_have_sentences_for_all_viewers(seed):
    """R9: every fact of a game has its sentence for every viewer, with all its values."""
    for event in Playout(seed).finish().events:
        if type(event) in title.EVENTS:
            for viewer in ("public", 0, 1):
                sentence = title.narrate(redact(event, viewer))
                assert set(re.findall(r"{(\w+)}", sentence.template)) <= set(sentence.values)
