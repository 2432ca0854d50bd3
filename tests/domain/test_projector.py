"""Projector: old shapes are upcast, unknown ones are refused."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import asdict

from ai.self_play import play_out
from domain.clocks.events import TimedOut
from domain.disputes.events import SeatTakenOver
from domain.game import SHARED_EVENTS, Forked, Game, GameAborted, GameCreated, KeyChanged, SeatOffered, SeatTaken
from domain.messages import Record
from domain.projector import NewerRecord, play_all, projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import read_records

OLD = Path(__file__).parent / "old_records"
TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


def old(name):
    """The current form of this record of an earlier version."""
    return projector_for("kheops").decode((OLD / f"{name}.json").read_bytes().strip())


SHA256 = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
UPCAST = [
    ("game_created_1", 9, asdict(
        GameCreated("amun-re-card-game", 2, {}, SHA256, False, (), "", "1", edition=1, signing="1")
    )),  # it called the rulebook `title`, and had neither private games nor computer players
    ("game_created_2", 9, {
        "luck": "1", "strict": False, "nonce_commitments": (), "signed": False, "computers": ("steward",),
    }),  # the creator's nonce was ahead of the commitment
    ("seat_taken_1", 4, asdict(SeatTaken(0, "p0", "person", "n0", "", "", "Ann"))),
    ("game_created_3", 9, {"referee": "", "referee_name": msgspec.UNSET, "strict": True}),  # the operator decides
    ("game_created_4", 9, {"pace": None, "reserved": ()}),  # neither clocks nor reserved seats
    ("game_created_6", 9, {"edition": 1, "rated": False}),  # the first edition was meant
    ("game_created_7", 9, {"signing": "1", "referee_key": ""}),
    ("seat_taken_3", 4, {"recovery": ""}),  # no recovery keys
    ("seat_taken_over_2", 3, {"recovery": ""}),
    ("key_changed_1", 2, asdict(KeyChanged(0, "c0dgvkGLOsvxkDzX7PHBbuCI4+jozY8WebUkkQ2NN7M=", "", ""))),
    ("command_signed_1", 2, {"digest": ""}),
    ("timed_out_1", 2, asdict(TimedOut(0, 1760000000009, ""))),  # it named no question
    ("game_created_8", 9, {"beacon": None, "signing": "2"}),  # no public beacon
    ("forked_1", 2, asdict(Forked("g0", "7-2", "00", 5, None, 0))),  # a copy of a whole game: nothing was dealt
    ("game_aborted_1", 2, asdict(GameAborted(0, "00", ""))),  # always a player's, without a reason
]  # fmt: skip


@pytest.mark.parametrize(("name", "version", "members"), UPCAST, ids=lambda one: one if isinstance(one, str) else "")
def test_old_records_are_upcast(name, version, members):
    """Each earlier version has the current members, with the values that were meant by their absence."""
    record = old(name)
    assert record.version == version
    assert {member: getattr(record.data, member) for member in members} == members


def test_names_in_old_records_are_read():
    """Records hold names up to GameCreated 5, SeatTaken 2, SeatOffered 1 and SeatTakenOver 1; their states do, too."""
    projector = projector_for("kheops")
    records = [old(name) for name in ("game_created_5", "seat_taken_2", "seat_offered_1", "seat_taken_over_1")]
    assert [(type(one.data).__name__, one.version) for one in records] == [
        ("GameCreated", 9), ("SeatTaken", 4), ("SeatOffered", 2), ("SeatTakenOver", 3),
    ]  # fmt: skip
    created, taken, offered, taken_over = (projector.fold(records[: number + 1]) for number in range(4))
    assert (created.referee, created.referee_name, created.reserved) == ("judge", "Justice", ("", "p1"))
    assert (taken.seats[0].player, taken.seats[0].name) == ("p0", "Ann")
    assert (offered.seats[0].offered, offered.seats[0].offered_name) == ("p2", "Cy")
    assert (taken_over.seats[0].player, taken_over.seats[0].name) == ("p2", "Cy")


def test_current_records_hold_no_names():
    """Opening, joining, offering a seat and taking one over record player ids."""
    for event in (
        GameCreated(TITLE, 2, {}, "00", False, referee="p9"), SeatTaken(0, "p0", "person", ""), SeatOffered(0, "p1"),
        SeatTakenOver(0, "p1", ""),
    ):  # fmt: skip
        assert not {"name", "referee_name"} & set(msgspec.to_builtins(event))


def test_an_upcast_record_folds():
    """A stream that begins with an old record folds to an ordinary state."""
    record = projector_for(TITLE).decode((OLD / "game_created_1.json").read_bytes())
    game = projector_for(TITLE).fold([record])
    assert isinstance(game, Game)
    assert game.status == "waiting"


def test_every_way_of_folding_counts_moves_and_draws():
    """Folding at once, in two parts and record by record gives the same state, with the same draws and moves."""
    projector, game = projector_for(TITLE), play_out(projector_for(TITLE), ["random", "random"], "counted")
    records = read_records(projector, game.entries)
    drawn = sum(record.luck for record in records)
    moved = sum(record.actor is not None and type(record.data) not in SHARED_EVENTS for record in records)
    assert drawn > 0 and moved > 0
    middle = len(records) // 2
    in_two_parts = projector.fold(records[middle:], projector.fold(records[:middle]))
    for folded in (projector.fold(records), in_two_parts, play_all(projector, records)):
        assert isinstance(folded, Game)
        assert (drawn, moved) == (folded.draws, folded.moves)
        assert folded == game.final


def test_a_current_record_is_not_upcast():
    """A current record is read unchanged."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=9)
    assert projector_for(TITLE).decode(msgspec.json.encode(record, order="sorted")) == record


def test_an_unknown_shape_is_refused():
    """An unknown form is refused when no upcaster reads it."""
    with pytest.raises(NewerRecord, match="a newer Stele wrote it: Nonsense"):
        projector_for(TITLE).decode(b'{"at":1,"data":{"type":"Nonsense"}}')


def test_a_newer_version_is_refused():
    """A record of a newer Stele is refused, even if its fields fit."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=10)
    with pytest.raises(NewerRecord, match="version 10"):
        projector_for(TITLE).decode(msgspec.json.encode(record, order="sorted"))


def test_impossible_versions_are_refused():
    """A record of an earlier version with later members, or without its own, is refused."""
    projector = projector_for(TITLE)
    created = {"type": "GameCreated", "rulebook": TITLE, "players": 2, "options": {}, "commitment": "00"}
    more = {"private": False, "computers": [], "game": "one"}
    seated = {"type": "SeatTaken", "seat": 0, "player": "one", "kind": "person", "nonce": ""}
    keys = {"nonce_commitment": "", "public_key": ""}
    for version, data in (
        (1, {**created, **more}),
        (1, {**created, "game": ""}),
        (2, {**created, **more, "luck": "2"}),
        (1, {**seated, "name": "Ada", "public_key": ""}),
        (2, {**seated, **keys}),
        (3, {**seated, **keys, "name": "Ada"}),
    ):
        with pytest.raises(msgspec.ValidationError):
            projector.decode(msgspec.json.encode({"at": 1, "data": data, "version": version}, order="sorted"))
    named = {"at": 1, "data": {**seated, **keys, "name": "Ada"}, "version": 2}
    assert projector.decode(msgspec.json.encode(named, order="sorted")).data.name == "Ada"
