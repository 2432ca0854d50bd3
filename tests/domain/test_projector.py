"""The one projector: old shapes are lifted, unknown ones are refused."""

from pathlib import Path

import msgspec
import pytest

from domain.game import Game, GameCreated
from domain.messages import Record
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks

OLD = Path(__file__).parent / "old_records"
TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


def test_a_record_of_version_1_is_lifted():
    """GameCreated 1 called the rulebook `title` and knew neither private games nor computer players."""
    stored = (OLD / "game_created_1.json").read_bytes().strip()
    record = projector_for(TITLE).decode(stored)
    assert record.version == 2
    assert record.data == GameCreated(
        "amun-re-card-game", 2, {}, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", False, (), ""
    )


def test_a_lifted_record_folds():
    """A stream that begins with an old record gives a state like any other."""
    record = projector_for(TITLE).decode((OLD / "game_created_1.json").read_bytes())
    game = projector_for(TITLE).fold([record])
    assert isinstance(game, Game)
    assert game.status == "waiting"


def test_a_record_of_the_present_version_is_not_lifted():
    """What is written today is read as it is."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=2)
    assert projector_for(TITLE).decode(msgspec.json.encode(record, order="sorted")) == record


def test_an_unknown_shape_is_refused():
    """No upcaster, no guess."""
    with pytest.raises(msgspec.ValidationError):
        projector_for(TITLE).decode(b'{"at":1,"data":{"type":"Nonsense"}}')


def test_a_newer_version_is_refused():
    """A record that a newer Stele wrote is not read as if it were known, however well its fields fit."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=3)
    with pytest.raises(msgspec.ValidationError, match="version 3"):
        projector_for(TITLE).decode(msgspec.json.encode(record, order="sorted"))
