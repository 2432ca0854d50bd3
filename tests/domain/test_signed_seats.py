"""Signed seats (G10, G11): by the second scheme, whatever binds a seat is signed by the person whom it binds."""

import hashlib

import pytest

from domain import game as shared
from domain.disputes.events import DecideDispute, OpenDispute, SeatTakenOver, TakeOver
from domain.game import (
    FREE,
    REFEREE,
    Abort,
    ChangeKey,
    CommandSigned,
    GameAborted,
    KeyChanged,
    LeaveSeat,
    OfferSeat,
    Resign,
    SeatOffered,
    SeatTaken,
    StatementSigned,
    TakeSeat,
)
from domain.lifecycle import FIRST_TEXT, must_sign, previous_of
from domain.messages import Illegal
from domain.seats import recovery_commitment, signing_key
from tests.domain.tables import Sitting, refusal
from tests.signers import Signer

KEYS = [Signer(name).public_key for name in ("ann", "bob", "cy", "dora")]
JUDGE = Signer("judge").public_key


def signature(seat, text="text"):
    """A signature by this seat; the rules do not check it."""
    return CommandSigned(seat, "signature", text, hashlib.sha256(text.encode()).hexdigest())


def statement(seat, text="text"):
    """The signature as it is recorded for everything but moves."""
    signed = signature(seat, text)
    return StatementSigned(seat, signed.signature, text, signed.digest)


def seated(persons=2, **more):
    """A signed game in which these persons sit."""
    table = Sitting(2, signed=True, **more)
    for seat in range(persons):
        taking = TakeSeat(seat, player=f"p{seat}", public_key=KEYS[seat], recovery=recovery_commitment(KEYS[3]))
        table.do(taking, signature(seat, f"sit {seat}"))
    return table


def test_sitting_down_is_signed_by_the_key_that_is_brought():
    """The signature proves the possession of the key; its text is public, and follows the seat."""
    table = Sitting(2, signed=True)
    taking = TakeSeat(0, player="p0", public_key=KEYS[0])
    assert refusal(lambda: table.do(taking)) == "G10"
    assert signing_key(table.game, taking) == KEYS[0]
    assert previous_of(table.game, taking) == FIRST_TEXT
    events = table.do(taking, signature(0))
    assert events == [SeatTaken(0, "p0", "person", "", "", KEYS[0]), statement(0)]
    assert table.game.seats[0].signed == signature(0).digest


def test_a_seat_is_signed_for_by_its_number():
    """A signed text names its seat: a signature for another seat than the free one is refused."""
    table = Sitting(2, signed=True)
    assert refusal(lambda: table.do(TakeSeat(1, player="p0", public_key=KEYS[0]), signature(1))) == "G10"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (OfferSeat(0, "p9"), SeatOffered),
        (Abort(0), GameAborted),
        (ChangeKey(0, KEYS[2]), KeyChanged),
        (Resign(0), shared.SeatResigned),
    ],
)
def test_what_binds_a_seat_is_signed(command, kind):
    """Offering it, calling off, another key, resigning: without a signature it is refused."""
    table = seated()
    assert must_sign(table.game, command)
    assert refusal(lambda: table.do(command)) == "G10"
    events = table.do(command, signature(0))
    assert events[1] == statement(0)
    assert type(events[0]) is kind


def test_leaving_is_signed():
    """Leaving before the start is signed by the key that joined."""
    table = seated(1)
    assert refusal(lambda: table.do(LeaveSeat(0))) == "G10"
    assert table.do(LeaveSeat(0), signature(0))[1:] == [statement(0)]
    assert not table.game.seats or table.game.seats[0].kind == FREE


def test_taking_over_is_signed_by_the_new_player():
    """The new key signs, and begins a chain of its own."""
    table = seated()
    table.do(OfferSeat(0, "p9"), signature(0))
    taking = TakeOver(0, "p9", KEYS[2])
    assert signing_key(table.game, taking) == KEYS[2]
    assert refusal(lambda: table.do(taking)) == "G10"
    assert table.do(taking, signature(0, "taken")) == [SeatTakenOver(0, "p9", KEYS[2]), statement(0, "taken")]
    assert table.game.seats[0].signed == signature(0, "taken").digest


def test_a_key_is_changed_by_the_old_one_or_by_the_recovery_key():
    """G11: besides the old key, only the recovery key of the seat's joining can change it; the empty word is
    refused.
    """
    table = seated()
    assert signing_key(table.game, ChangeKey(0, KEYS[2])) == KEYS[0]
    recovering = ChangeKey(0, KEYS[2], recovery=KEYS[3])
    assert signing_key(table.game, recovering) == KEYS[3]
    assert signing_key(table.game, ChangeKey(0, KEYS[2], recovery=KEYS[1])) == ""
    assert refusal(lambda: table.do(ChangeKey(0, KEYS[2], recovery=KEYS[1]), signature(0))) == "G11"
    assert refusal(lambda: table.do(ChangeKey(0, KEYS[2], "old key's"), signature(0))) == "G11"
    assert table.do(recovering, signature(0)) == [KeyChanged(0, KEYS[2], "", KEYS[3]), statement(0)]
    assert table.game.seats[0].public_key == KEYS[2]


def test_moves_stay_sealed_and_name_the_previous_text():
    """A move may be a secret: its text is sealed, and its digest public for the chain."""
    table = seated()
    command = table.first_command()
    before = previous_of(table.game, command)
    assert before == signature(command.seat, f"sit {command.seat}").digest
    events = table.do(command, signature(command.seat, "move"))
    assert events[1] == signature(command.seat, "move") and type(events[1]) is CommandSigned
    assert table.game.seats[command.seat].signed == signature(command.seat, "move").digest


def test_a_referee_with_a_key_signs_decisions():
    """The key is in the game's opening; so is the operator's, where there is no referee."""
    table = seated(referee="judge", referee_key=JUDGE)
    deciding = DecideDispute(REFEREE, 1, "referee", "So.")
    assert must_sign(table.game, deciding) and signing_key(table.game, deciding) == JUDGE
    unkeyed = seated(referee="judge")
    assert not must_sign(unkeyed.game, deciding)
    operators = seated(referee_key=JUDGE)
    deciding = DecideDispute(REFEREE, 1, "operator", "So.")
    assert must_sign(operators.game, deciding) and signing_key(operators.game, deciding) == JUDGE
    for more in ({"signed": False, "referee_key": JUDGE}, {"signed": True, "referee": "judge", "referee_key": "key"}):
        assert refusal(lambda one=more: Sitting(2, **one)) == "G13"


def test_games_of_the_first_scheme_go_on_as_before():
    """Joining, offering and the rest are not signed there."""
    table = Sitting(2, signed=True, signing="1")
    table.do(TakeSeat(0, player="p0", public_key=KEYS[0]))
    for command in (Abort(0), LeaveSeat(0), ChangeKey(0, KEYS[2])):
        assert not must_sign(table.game, command)
        with pytest.raises(Illegal):
            table.do(command, signature(0))
    assert refusal(lambda: table.do(TakeSeat(0, player="p1", public_key=KEYS[1], recovery="0" * 64))) == "G11"
    assert must_sign(table.game, OpenDispute(0, "1-0", "Why?"))
