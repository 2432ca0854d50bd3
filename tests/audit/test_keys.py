"""Keys: valid signatures by the vectors, for the server and for the verifier in one file; keys that prove nothing."""

import base64

import pytest

from domain.disputes.events import OpenDispute, Remedy, TakeOver, WithdrawDispute
from domain.game import ChangeKey
from tests.audit.conformance.edits import event
from tests.audit.games import SEATED, Seating, bundled
from tests.audit.test_signatures import finding, said_of
from tests.signers import Signer
from tests.vectors import PUBLIC_KEYS, SIGNATURES, WORTHLESS
from verify import ed25519
from verify.notes import LOG_KEY, WITNESS_KEY, BadKey, NoteKey, note_key

ANYBODYS = base64.b64encode(b"\x01" + bytes(63)).decode()
"""R is the neutral point and S is 0: for the neutral point as key this signs every text."""


@pytest.mark.parametrize("vector", SIGNATURES, ids=lambda vector: vector["what"])
def test_the_vectors(vector, monkeypatch):
    """The verdicts on the vectors agree with the description, with cryptography and without."""
    message, signature, key = vector["message"].encode(), vector["signature"], vector["public_key"]
    assert ed25519.is_signed(message, signature, key) == vector["good"]
    monkeypatch.setattr(ed25519, "Ed25519PublicKey", None)
    assert ed25519.is_signed(message, signature, key) == vector["good"]


@pytest.mark.parametrize("vector", PUBLIC_KEYS, ids=lambda vector: vector["what"])
def test_the_vectors_of_keys(vector):
    """The file on its own."""
    assert ed25519.is_public_key(vector["public_key"]) == vector["good"]


@pytest.mark.parametrize("key", WORTHLESS)
@pytest.mark.parametrize("kind", [LOG_KEY, WITNESS_KEY])
def test_logs_and_witnesses_have_the_same_rules_for_keys(key, kind):
    """A note's key is refused where it is named."""
    with pytest.raises(BadKey, match="weak"):
        note_key(str(NoteKey("log.example", key, kind)), kind)


@pytest.mark.parametrize(
    ("kind", "member"), [("KeyChanged", "public_key"), ("SeatTakenOver", "public_key"), ("GameCreated", "referee_key")]
)
def test_a_current_record_holds_no_weak_key(kind, member):
    """A record with such a key is invalid: all verifiers name the entry."""
    projector, game = keyed(edition=2)
    lie, place = event(bundled(projector, game, game.entries), kind, **{member: WORTHLESS[0]})
    assert finding(lie) == ("records", place)


def test_in_a_game_of_the_first_edition_such_a_key_proves_nothing():
    """The record verifies, but no report calls its moves signed."""
    projector, game = seated_with(WORTHLESS[0], edition=1)
    verdict, words = said_of(bundled(projector, game, game.entries))
    assert verdict == "passed"
    assert "seat 1: 2 moves by a key that ANYONE can sign with, which prove nothing" in words
    assert "seat 2: 2 moves by the key that sat down" in words
    lie, _place = event(bundled(projector, game, game.entries), "GameCreated", edition=2)
    assert finding(lie) == ("records", "2-0"), "accepted in the first edition, refused today"


def keyed(edition):
    """A signed game in which a key is changed and a seat is taken over."""
    table = Seating("kheops", bytes(32), 2, signed=True, edition=edition, signing="1")
    table.sit(0)
    table.sit(1)
    successor = Signer("a later key")
    table.act(ChangeKey(0, successor.public_key, Signer("seat 0").names(SEATED, 0, successor.public_key)))
    table.signers[0] = successor
    table.decide(0, table.end, Remedy("free_seat", seat=1))
    table.act(TakeOver(1, "player-9", Signer("another").public_key))
    return table.projector, table.played()


def seated_with(key, edition):
    """A signed game that runs; seat 0 has this key, which signs every text."""

    class Anybody(Signer):
        """The signer of a key of small order."""

        @property
        def public_key(self):
            """The key."""
            return key

        def sign(self, _content):
            """A signature that fits every text."""
            return ANYBODYS

    table = Seating("kheops", bytes(32), 2, signed=True, edition=edition, signing="1")
    table.signers[0] = Anybody("anybody")
    table.sit(0)
    table.sit(1)
    for seat in (0, 1):
        table.act(OpenDispute(seat, "1-0", "Why?"))
        table.act(WithdrawDispute(seat, seat + 1))
    return table.projector, table.played()
