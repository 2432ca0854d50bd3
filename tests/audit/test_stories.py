"""Stories of lies about a game by a writer of its record, and an honest player's evidence.

The liar is careful: chain, header, checksum and signature fit. The honest player holds receipts, a known key, or
nothing but `verify`; the message names the fault.
"""

import json
from itertools import groupby

import msgspec
import pytest

from api.services import services
from app import create_app
from audit.bundle import export_bundle
from audit.signing.key_succession import succession_of
from eventstore.append import NO_HEAD
from eventstore.entries import read_records
from tests.audit.conformance.sources import NEXT, ORIGIN, SERVER, STRANGER, receipt
from tests.audit.games import SEATED, retold, seated, with_other_times

TITLE = "kheops"


def bundle(entries, key=SERVER, *proofs, viewer="all"):
    """The bundle of these entries, signed by this key, or unsigned."""
    signed = () if key is None else (receipt(entries[-1], key),)
    return b"".join(export_bundle(seated(TITLE)[0], SEATED, entries, viewer, (*signed, *proofs)))


def ends_of_actions(entries):
    """The last entry of each action, for which a player of every seat has receipts."""
    return [list(action)[-1] for _, action in groupby(entries, key=lambda entry: entry.position.action)]


def played(ending="played out"):
    """The entries of a real game."""
    return list(seated(TITLE, ending)[1].entries)


class Player:
    """A player with `verify`, a file of known keys, and receipts."""

    def __init__(self, directory):
        self.directory = directory
        self.receipts = []

    def verifies(self, raw, *options):
        """Exit code and words of `verify` on this bundle, with the receipts, if any."""
        file, receipts = self.directory / "game.ndjson", self.directory / "receipts.ndjson"
        file.write_bytes(raw)
        if self.receipts:
            receipts.write_text("".join(json.dumps(one) + "\n" for one in self.receipts))
            options = (*options, "--receipts", str(receipts))
        arguments = ["verify", str(file), "--trust", str(self.directory / "keys.json"), *options]
        told = create_app({}).test_cli_runner().invoke(args=arguments)
        assert "what was played" not in told.output
        return told.exit_code, told.output


@pytest.fixture
def stranger(tmp_path):
    """A player who has never used the server."""
    return Player(tmp_path)


@pytest.fixture
def player(tmp_path):
    """A player who has verified another game of the server, and so knows its key."""
    made = Player(tmp_path)
    assert made.verifies(bundle(played("called off")), "--keep")[0] == 0
    return made


def test_a_game_that_never_took_place(player):
    """A consistent record can be forged. Signed in the server's name by another key, it is refused."""
    code, said = player.verifies(bundle(played(), STRANGER))
    assert code == 1 and f"FAILED: signed by {STRANGER.public_key} in the name of {ORIGIN}" in said
    assert SERVER.public_key in said


def test_two_histories(player):
    """The server shows Ada one game and Bo another, and signs both: Ada's receipts contradict Bo's bundle."""
    for_ada, for_bo = played(), played("resigned")
    player.receipts = [receipt(entry) for entry in ends_of_actions(for_ada)]
    assert player.verifies(bundle(for_ada))[0] == 0
    code, said = player.verifies(bundle(for_bo))
    other = {str(entry.position): entry.digest for entry in for_bo}
    first = next(
        entry for entry in ends_of_actions(for_ada) if other.get(str(entry.position), entry.digest) != entry.digest
    )
    assert code == 1 and f"FAILED: contradicts the receipt of {first.position}: " in said
    assert f" signed {first.digest.hex()}, the bundle has " in said


def test_impossible_early_times(stranger):
    """Times before the first release of Stele are reported; after the first receipt they cannot be moved at all."""
    entries = played()
    assert "begin at 1970-01-01" in stranger.verifies(bundle(entries))[1]
    stranger.receipts = [receipt(entries[0])]
    code, said = stranger.verifies(bundle(with_other_times(entries, 1, 10**12)))
    assert code == 1 and "FAILED: contradicts the receipt of 1-0" in said


def test_a_running_game_that_is_wholly_rewritten(player):
    """While the game key is secret, the rules cannot be checked, and only receipts show the first changed entry."""
    entries = played()
    half = [entry for entry in entries if entry.position.action <= entries[-1].position.action // 2]
    player.receipts = [receipt(entry) for entry in ends_of_actions(half)]
    assert player.verifies(bundle(half, viewer="public"))[0] == 0
    lie = with_other_times(half, 7, 500)
    code, said = player.verifies(bundle(lie, viewer="public"))
    assert code == 1 and "Unaltered in itself, as far as it could be checked; not checked: luck, rules." in said
    first = next(entry for entry in ends_of_actions(half) if entry.position.action == 7)
    assert f"FAILED: contradicts the receipt of {first.position}:" in said


def test_a_removed_move(player):
    """The record of the finished game ends before a move with a receipt of the server."""
    whole, short = played(), played("called off")
    player.receipts = [receipt(entry) for entry in ends_of_actions(whole) if entry.position > short[-1].position]
    code, said = player.verifies(bundle(short))
    assert code == 1 and f"FAILED: contradicts the receipt of {player.receipts[0]['position']}" in said
    assert "the bundle has no such entry (unless the game was disputed since" in said


def test_a_key_that_is_replaced(player):
    """The operator takes a new key: refused until the old one has signed the succession, whatever else is claimed."""
    alone = bundle(played(), STRANGER)
    assert player.verifies(alone)[0] == 1
    by_itself = succession_of(ORIGIN, STRANGER, STRANGER, 1)
    assert player.verifies(bundle(played(), STRANGER, by_itself))[0] == 1
    elsewhere = succession_of("other.example", SERVER, STRANGER, 1)
    assert player.verifies(bundle(played(), STRANGER, elsewhere))[0] == 1
    forged_word = {**succession_of(ORIGIN, STRANGER, STRANGER, 1), "previous": SERVER.public_key}
    code, said = player.verifies(bundle(played(), STRANGER, forged_word))
    assert code == 1 and "a succession of keys is not signed by both" in said
    code, said = player.verifies(bundle(played(), NEXT, succession_of(ORIGIN, SERVER, NEXT, 1)))
    assert code == 0 and f"which continues {SERVER.public_key}, which you trust" in said


def test_an_outcome_against_the_rules(own_directory):
    """The operator writes another event and chains all again: `audit --all` names place, both outcomes and the rule."""
    projector, game = seated(TITLE)
    records = read_records(projector, game.entries)
    number = next(
        number for number, record in enumerate(records)
        if type(record.data).__name__ == "TileDrawn" and game.entries[number].position.action > 5
    )  # fmt: skip
    lie = msgspec.structs.replace(records[number].data, tile=records[number].data.tile + 1)
    entries = retold(projector, game, number, lie)
    app = create_app({"STELE_DATA": str(own_directory)})
    with app.app_context():
        store = services().games.tables.store
        store.save_game_key(SEATED, game.game_key)
        store.append(SEATED, entries, NO_HEAD, closes=True)
        told = app.test_cli_runner().invoke(args=["audit", "--all"])
    place = game.entries[number].position
    line = next(line for line in told.output.splitlines() if line.startswith(f"{SEATED}: "))
    assert told.exit_code == 1
    assert line.startswith(f"{SEATED}: rules at {place}: recorded {lie!r}")
    assert f"the rules decide {records[number].data!r}" in line and "(rule KH-" in line
    assert "1/1 games, bad so far: 1" in told.output
