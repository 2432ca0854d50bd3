"""Dispute file: every verifier reads it, compares its dossier with its record, and hears the kept receipts."""

import json

import pytest
from click.testing import CliRunner

from api.commands.verify import verify_command
from domain.disputes.events import DisputeOpened
from eventstore.entries import read_records
from sdk.verify import stele_verify
from tests.audit.games import disputed
from tests.audit.mutations import receipt, signed_bundle

TITLE = "kheops"


def dispute_file(*receipts, **changed):
    """The file about a game's first disputed action, with these receipts and these other members of the dossier."""
    projector, game = disputed(TITLE)
    opened = next(one.data for one in read_records(projector, game.entries) if isinstance(one.data, DisputeOpened))
    digests = {str(one.position): one.digest.hex() for one in game.entries}
    action = opened.position.partition("-")[0]
    events = [{"position": at, "digest": digest} for at, digest in digests.items() if at.partition("-")[0] == action]
    dossier = {
        "game": game.game_id, "position": events[0]["position"], "until": opened.position,
        "digest": digests[opened.position], "views": [], "events": events, **changed,
    }  # fmt: skip
    record = signed_bundle(TITLE, "all", way="rolled back").decode()
    whole = {"format": "stele-dispute/1", "record": record, "dossier": dossier, "receipts": list(receipts)}
    return json.dumps(whole).encode()


def receipt_of(place, digest=""):
    """The server's receipt for this entry of the game, or for another digest there."""
    _projector, game = disputed(TITLE)
    entry = game.entries[place]
    return receipt(game.game_id, str(entry.position), digest or entry.digest.hex())


@pytest.fixture
def verified(tmp_path, capsys):
    """Runs both verifiers: the exit status, on which they must agree, and what each said."""

    def run(raw):
        path = tmp_path / "dispute.json"
        path.write_bytes(raw)
        ran = CliRunner().invoke(verify_command, [str(path), "--trust", str(tmp_path / "trusted.json")])
        status = stele_verify.main([str(path)])
        assert ran.exit_code == status, (ran.output, capsys.readouterr().out)
        return status, ran.output, capsys.readouterr().out

    return run


def test_a_dispute_file_is_verified_whole(verified):
    """The record is checked like any other, and the dossier is found to be of it."""
    status, *told = verified(dispute_file())
    assert status in (0, 3)
    assert all("The dossier is of this record, up to" in said for said in told)


@pytest.mark.parametrize(
    "changed", [{"digest": "00" * 32}, {"until": "9999-0"}, {"events": [{"position": "1-0", "digest": "00" * 32}]}]
)
def test_a_dossier_of_another_record_is_found(verified, changed):
    """Another digest, a position that is missing, an event that is not recorded so."""
    status, *told = verified(dispute_file(**changed))
    assert status == 1
    assert all("The dossier is of another record" in said or "The dossier tells other events" in said for said in told)


def test_the_kept_receipts_are_heard(verified):
    """One that agrees is no fault; a signed one for another digest is a proof against the server."""
    assert verified(dispute_file(receipt_of(20)))[0] in (0, 3)
    status, *_told = verified(dispute_file(receipt_of(20), receipt_of(30, "11" * 32)))
    assert status == 1


def test_an_incomplete_file_is_no_record(verified):
    """Without its record, or with receipts that are none, it is refused as another kind of file."""
    for broken in ({"record": None}, {"receipts": ["x"]}):
        raw = json.dumps(json.loads(dispute_file()) | broken).encode()
        assert verified(raw)[0] == 2
