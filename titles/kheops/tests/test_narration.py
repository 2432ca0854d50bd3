"""Sentences: they count, name powers, and omit zero numbers."""

import pytest

from replay.languages import translator
from replay.narration import render
from titles import kheops as title
from titles.kheops.commands import PlaceTile
from titles.kheops.events import AnkhsScored, DungeonScored, PawnPlaced, PowerUnused, TilePlaced, TileRotated


def dungeon(*, halls=0, sarcophagi=0, apex=0, longest=0, closed=False, cursed=False, value=0, winner=None):
    """A dungeon of two tiles that is scored."""
    return DungeonScored(("a1", "a2"), halls, sarcophagi, apex, longest, closed, cursed, (1, 0), value, winner)


SENTENCES = [
    (PawnPlaced(0, "worker", "b3", False, None), "Ann placed a Worker on b3 (Wb3)."),
    (
        PawnPlaced(0, "worker", "b3", False, "rotate_hall"),
        "Ann placed a Worker on b3 (Wb3). The tile's power: turn a hall.",
    ),
    (PowerUnused(1, "swap"), "Bob had nothing to use the power on: swap two pawns."),
    (TileRotated(0, "a5", 1, 1), "Ann turned the tile on a5 by one third of a turn (a5+1)."),
    (TileRotated(0, "a5", 2, 2), "Ann turned the tile on a5 by two thirds of a turn (a5+2)."),
    (TilePlaced(0, 10, "b2", 0, "draw"), "Ann laid tile 10 on b2 (10@b2/0)."),
    (TilePlaced(0, 10, "b2", 1, "draw"), "Ann laid tile 10 on b2, turned once (10@b2/1)."),
    (TilePlaced(0, 10, "b2", 2, "draw"), "Ann laid tile 10 on b2, turned twice (10@b2/2)."),
    (dungeon(value=1, halls=1, winner=0), "Ann scored 1 point for the dungeon of 2 tiles from a1: 1 for halls."),
    (
        dungeon(value=24, halls=2, sarcophagi=5, longest=5, closed=True, winner=1),
        "Bob scored 24 points for the closed dungeon of 2 tiles from a1: "
        "2 for halls, 5 for sarcophagi and 5 for the longest, doubled.",
    ),
    (dungeon(value=6, halls=1, apex=5), "No player gets the dungeon of 2 tiles from a1, worth 6."),
    (dungeon(winner=0), "The dungeon of 2 tiles from a1 is worth nothing."),
    (dungeon(halls=2, cursed=True), "The dungeon of 2 tiles from a1 is cursed and worth nothing."),
    (AnkhsScored(0, 0, 0), "Ann scored no points for Ankhs."),
    (AnkhsScored(0, 1, 1), "Ann scored 1 point for 1 Ankh."),
    (AnkhsScored(0, 3, 9), "Ann scored 9 points for 3 Ankhs."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_sentences(event, sentence):
    """KH-T1: in English, singular and plural differ, and zero numbers are omitted."""
    assert sentence == render(title.narrate(event), ["Ann", "Bob"])


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_sentences_in_other_languages(event, sentence, language):
    """KH-T1: every sentence and every part of it is translated."""
    told = render(title.narrate(event), ["Ann", "Bob"], translator(language))
    assert told != sentence
    assert not {"the", "for", "and", "turn", "scored"} & set(told.replace(":", " ").split())


def test_previews_of_moves():
    """KH-L2: the number of turns of the tile is given in words, and only if it is turned."""
    assert ["Lay tile 10 on b2 (10@b2/0)", "Lay tile 10 on b2, turned once (10@b2/1)"] == [
        render(title.describe(PlaceTile(0, 10, "b2", orientation)), []) for orientation in (0, 1)
    ]
