"""Dispute file: every verifier reads it, compares its dossier with its record, and hears the kept receipts."""

import json

import pytest

from domain.disputes.events import DisputeOpened
from domain.game import CommandSigned
from eventstore.canonical_json import canonical
from eventstore.entries import read_records
from tests.audit.games import disputed
from tests.audit.holders import both_verifiers
from tests.audit.mutations import receipt, signed_bundle
from tests.signers import Signer

TITLE = "kheops"


def dispute_file(*receipts, texts=None, **changed):
    """The file about a game's first disputed action, with these receipts and these other members of the dossier.

    With signed `texts` it is of a signed game.
    """
    projector, game = disputed(TITLE, "rolled back", texts is not None)
    opened = next(one.data for one in read_records(projector, game.entries) if isinstance(one.data, DisputeOpened))
    digests = {str(one.position): one.digest.hex() for one in game.entries}
    action = opened.position.partition("-")[0]
    events = [{"position": at, "digest": digest} for at, digest in digests.items() if at.partition("-")[0] == action]
    dossier = {
        "game": game.game_id, "position": events[0]["position"], "until": opened.position,
        "digest": digests[opened.position], "views": [], "events": events, **changed,
    }  # fmt: skip
    record = signed_bundle(TITLE, "all", texts is not None, "rolled back").decode()
    whole = {"format": "stele-dispute/1", "record": record, "dossier": dossier, "receipts": [*receipts, *(texts or ())]}
    return json.dumps(whole).encode()


def signed_texts(seat):
    """The texts that this seat signed in the signed game, as its browser keeps them; and one that was never sent."""
    projector, game = disputed(TITLE, "rolled back", True)
    signer, kept = Signer(f"seat {seat}"), []
    for record in read_records(projector, game.entries):
        if isinstance(record.data, CommandSigned) and record.data.seat == seat:
            kept.append({"text": record.data.text, "signature": record.data.signature, "public_key": signer.public_key})
    text = canonical(json.loads(str(kept[-1]["text"])) | {"nonce": "f" * 32}).decode()
    return kept, {"text": text, "signature": signer.sign(text.encode()), "public_key": signer.public_key}


def receipt_of(place, digest=""):
    """The server's receipt for this entry of the game, or for another digest there."""
    _projector, game = disputed(TITLE)
    entry = game.entries[place]
    return receipt(game.game_id, str(entry.position), digest or entry.digest.hex())


def test_a_dispute_file_is_verified_whole(tmp_path):
    """The record is checked like any other, and the dossier is found to be of it."""
    status, *told = both_verifiers(tmp_path, dispute_file())
    assert status in (0, 3)
    assert all("The dossier is of this record, up to" in said for said in told)


@pytest.mark.parametrize(
    "changed", [{"digest": "00" * 32}, {"until": "9999-0"}, {"events": [{"position": "1-0", "digest": "00" * 32}]}]
)
def test_a_dossier_of_another_record_is_found(tmp_path, changed):
    """Another digest, a missing position, and an event that is recorded differently are reported."""
    status, *told = both_verifiers(tmp_path, dispute_file(**changed))
    assert status == 1
    assert all("The dossier is of another record" in said or "The dossier tells other events" in said for said in told)


def test_the_signed_texts_are_heard(tmp_path):
    """Signed texts that the record contains are no fault, a conflicting text is a warning, a stranger's text is
    ignored.
    """
    recorded, other = signed_texts(0)
    forged = {**other, "signature": recorded[0]["signature"]}
    for texts, is_warned in (([*recorded, other], True), (recorded, False), ([forged], False)):
        status, *told = both_verifiers(tmp_path, dispute_file(texts=texts))
        assert status in (0, 3)
        assert all(("you also signed another text" in said) == is_warned for said in told)
