"""Projector: old shapes are upcast, unknown ones are refused."""

from pathlib import Path

import msgspec
import pytest

from ai.self_play import play_out
from domain.clocks.events import TimedOut
from domain.disputes.events import SeatTakenOver
from domain.game import SHARED_EVENTS, Forked, Game, GameAborted, GameCreated, KeyChanged, SeatOffered, SeatTaken
from domain.messages import Record
from domain.projector import play_all, projector_for
from domain.title_loader import find_rulebooks
from eventstore.entries import read_records

OLD = Path(__file__).parent / "old_records"
TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


def test_a_record_of_version_1_is_upcast():
    """GameCreated 1 called the rulebook `title` and had neither private games nor computer players."""
    stored = (OLD / "game_created_1.json").read_bytes().strip()
    record = projector_for(TITLE).decode(stored)
    assert record.version == 9
    sha256 = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert record.data == GameCreated("amun-re-card-game", 2, {}, sha256, False, (), "", "1", edition=1, signing="1")


def test_records_of_the_first_scheme_of_luck_are_upcast():
    """GameCreated 2 and SeatTaken 1 belong to the scheme with the creator's nonce ahead of the commitment."""
    projector = projector_for(TITLE)
    created = projector.decode((OLD / "game_created_2.json").read_bytes().strip())
    assert (created.data.luck, created.data.strict, created.data.nonce_commitments) == ("1", False, ())
    assert not created.data.signed
    assert created.data.computers == ("steward",)
    taken = projector.decode((OLD / "seat_taken_1.json").read_bytes().strip())
    assert (taken.version, taken.data) == (4, SeatTaken(0, "p0", "person", "n0", "", "", "Ann"))


def test_records_without_a_referee_are_upcast():
    """GameCreated 3 had no referee: the operator decides its disputes."""
    created = projector_for("kheops").decode((OLD / "game_created_3.json").read_bytes().strip())
    assert (created.version, created.data.referee, created.data.referee_name) == (9, "", msgspec.UNSET)
    assert created.data.strict


def test_records_without_a_pace_are_upcast():
    """GameCreated 4 had neither clocks nor reserved seats."""
    created = projector_for("kheops").decode((OLD / "game_created_4.json").read_bytes().strip())
    assert (created.version, created.data.pace, created.data.reserved) == (9, None, ())


def test_records_of_the_first_edition_are_upcast():
    """GameCreated 6 had no edition of the rules, the first being meant, and no word on ratings."""
    created = projector_for("kheops").decode((OLD / "game_created_6.json").read_bytes().strip())
    assert (created.version, created.data.edition, created.data.rated) == (9, 1, False)
    assert projector_for("kheops").fold([created]).edition == 1


def test_records_of_the_first_scheme_of_signatures_are_upcast():
    """Seats had no recovery keys, referees no keys; signatures no digest, and time-outs named no question."""
    projector = projector_for("kheops")
    names = ("game_created_7", "seat_taken_3", "seat_taken_over_2", "key_changed_1", "command_signed_1", "timed_out_1")
    created, taken, taken_over, changed, signed, out = (
        projector.decode((OLD / f"{name}.json").read_bytes().strip()) for name in names
    )
    assert (created.version, created.data.signing, created.data.referee_key) == (9, "1", "")
    assert (taken.version, taken.data.recovery) == (4, "")
    assert (taken_over.version, taken_over.data.recovery) == (3, "")
    assert (changed.version, changed.data) == (2, KeyChanged(0, taken.data.public_key, "", ""))
    assert (signed.version, signed.data.digest) == (2, "")
    assert (out.version, out.data) == (2, TimedOut(0, 1760000000009, ""))


def test_records_without_a_beacon_are_upcast():
    """GameCreated 8 named no public beacon."""
    created = projector_for("kheops").decode((OLD / "game_created_8.json").read_bytes().strip())
    assert (created.version, created.data.beacon, created.data.signing) == (9, None, "2")


def test_names_in_old_records_are_read():
    """Records hold names up to GameCreated 5, SeatTaken 2, SeatOffered 1 and SeatTakenOver 1; their states do, too."""
    projector = projector_for("kheops")
    stored = [
        (OLD / f"{name}.json").read_bytes().strip()
        for name in ("game_created_5", "seat_taken_2", "seat_offered_1", "seat_taken_over_1")
    ]
    records = [projector.decode(one) for one in stored]
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


def test_forks_of_finished_games_are_upcast():
    """Forked 1 was a copy of a whole finished game: nothing was dealt."""
    forked = projector_for("kheops").decode((OLD / "forked_1.json").read_bytes().strip())
    assert (forked.version, forked.data) == (2, Forked("g0", "7-2", "00", 5, None, 0))


def test_games_that_players_called_off_are_upcast():
    """GameAborted 1 was always a player's, without a reason."""
    aborted = projector_for("kheops").decode((OLD / "game_aborted_1.json").read_bytes().strip())
    assert (aborted.version, aborted.data) == (2, GameAborted(0, "00", ""))


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
    """It is read unchanged."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=9)
    assert projector_for(TITLE).decode(msgspec.json.encode(record, order="sorted")) == record


def test_an_unknown_shape_is_refused():
    """Without an upcaster it is not guessed."""
    with pytest.raises(msgspec.ValidationError):
        projector_for(TITLE).decode(b'{"at":1,"data":{"type":"Nonsense"}}')


def test_a_newer_version_is_refused():
    """A record of a newer Stele is refused, even if its fields fit."""
    record = Record(1, GameCreated(TITLE, 3, {}, "00", True, ("steward",)), version=10)
    with pytest.raises(msgspec.ValidationError, match="version 10"):
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
