"""The facts of finished games as a table: read from a server, and written for other tools."""

import random

import pytest
from pyarrow import parquet

from stele.research import facts_in, read_facts, write_parquet
from tests.api.clients import play_to_the_end, table_of

TITLE = "amun-re-card-game"


@pytest.fixture
def facts(gallery):
    """The facts of all games of this title on the server, at least of one that was played out."""
    game_id, clients = table_of(gallery, TITLE, ["Ann", "Bob"])
    play_to_the_end(game_id, clients, random.Random(3))
    return [one for one in read_facts(gallery.url, TITLE) if one["game"] == game_id]


def test_a_row_has_the_game_and_the_end_of_its_seat(facts):
    """Each fact of a seat says its place, points and win; a fact of the table says none."""
    assert {"province", "offering", "flood"} <= {one["topic"] for one in facts}
    assert all((one["place"] == 1) == one["won"] for one in facts if one["seat"] is not None)
    assert all(one["won"] is None is one["points"] for one in facts if one["topic"] == "flood")
    assert {2} == {one["players"] for one in facts} and {True} == {one["people"] for one in facts}


def test_only_servers_are_read():
    """Facts are read from servers only, so other kinds of address are refused; no lines give no facts."""
    with pytest.raises(ValueError, match="not the address"):
        next(read_facts("file:///etc", TITLE))
    assert [] == list(facts_in([]))


def test_the_table_is_written_as_parquet(facts, tmp_path):
    """Read again, it is the same table."""
    path = tmp_path / "facts.parquet"
    assert len(facts) == write_parquet(facts, path)
    read = parquet.read_table(path).to_pylist()
    assert [(one["which"], one["value"], one["won"]) for one in facts] == [
        (one["which"], one["value"], one["won"]) for one in read
    ]
    assert read[0]["ended_at"].year >= 2024
