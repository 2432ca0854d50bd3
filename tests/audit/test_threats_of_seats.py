"""Threats to the seats of a signed game: the operator does it, and an honest holder finds it with what they hold.

The operator has the store, the game key, the server's key and the code, and is careful: chain, header, checksum and
receipts fit. The holder has what their browser keeps: the receipts, and every text that it signed. What shows it is
named by `flask verify` and by the one file, with the same exit status.
"""

import base64
import itertools
import random

import msgspec
import pytest

from app import create_app
from domain import game as shared
from domain import lifecycle
from domain.clocks.availability import DAY
from domain.clocks.events import Pace, TimeOut
from domain.clocks.rules import deadlines
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import (
    Abort,
    ChangeKey,
    GameAborted,
    Happening,
    KeyChanged,
    OfferSeat,
    SeatTaken,
)
from sdk.verify import stele_verify
from tests.audit.games import SEATED, Seating, bundled, happenings_of, rewritten, sealed_again
from tests.audit.holders import Holder, is_statement_of, raw_of, receipt
from tests.signers import Signer

TITLE = "kheops"
OPERATOR = Signer("the operator")
BANK = Pace("bank", DAY, 3600_000, 2 * DAY, False, 0, "seat")


def signed_table(**more):
    """A signed game of two that has begun."""
    table = Seating(TITLE, bytes(range(32)), 2, signed=True, **more)
    for seat in range(2):
        table.sit(seat)
    table.play(4, random.Random(4))
    return table


@pytest.fixture
def holder(tmp_path):
    """An honest player."""
    return Holder(tmp_path)


def finds(holder, raw, status, *words):
    """Both verifiers end with this status and say these words."""
    code, said, other = holder.verifies(raw)
    assert code == status, said
    for one in words:
        assert one in said and one in other, (one, said, other)


def test_an_honest_game_has_nothing_to_find(holder):
    """The holder's texts and receipts agree with it."""
    table = signed_table()
    holder.signed(table, 0)
    holder.kept.append(receipt(table.played().entries[-1]))
    code, said, other = holder.verifies(raw_of(table, viewer=0))
    assert code == 0, (said, other)
    assert "moves by the key that sat down" in said


def test_a_swapped_key(holder):
    """The operator gives the seat another key without a signature. The running game's public record shows it."""
    table = signed_table()
    lie = [*table.actions, [Happening(KeyChanged(0, OPERATOR.public_key, ""), 0)]]
    finds(holder, raw_of(table, lie), 1, "in this signed game seat 0 did not sign this")
    place = sealed_again(table.projector, table.actions, table.game_key, SEATED, table.times)[-1]
    forged = OPERATOR.signed(
        SEATED, str(place.position), place.digest.hex(), 0,
        {"type": "ChangeKey", "public_key": OPERATOR.public_key}, previous=table.game.seats[0].signed,
    )  # fmt: skip
    lie[-1] = [*lie[-1], Happening(lifecycle.as_statement(forged), 0)]
    finds(holder, raw_of(table, lie), 1, "this is not signed by the key of seat 0")


def test_a_key_that_was_swapped_from_the_beginning(holder):
    """The operator sits down in the player's name, with a key of their own: the player's texts name another one."""
    table, honest = signed_table(), Signer("seat 0")
    holder.signed(table, 0)
    forged = Seating(TITLE, table.game_key, 2, signed=True)
    forged.signers[0] = OPERATOR
    for seat in range(2):
        forged.sit(seat)
    forged.play(4, random.Random(4))
    finds(
        holder, raw_of(forged), 3, f"you signed for seat 0 with the key {honest.public_key}, which that seat does not"
    )


def test_an_invented_offer_and_take_over(holder):
    """A sock puppet takes the seat over: the player of the seat signed no offer."""
    table = signed_table()
    forged = Seating(TITLE, table.game_key, 2, signed=True)
    forged.actions, forged.times, forged.game = list(table.actions), list(table.times), table.game
    forged.ends = dict(table.ends)
    forged.signers[0] = OPERATOR
    forged.act(OfferSeat(0, "puppet"))
    forged.act(TakeOver(0, "puppet", OPERATOR.public_key))
    finds(holder, raw_of(forged), 1, "this is not signed by the key of seat 0")
    unsigned = [[one for one in action if not is_statement_of(one, OfferSeat)] for action in forged.actions]
    finds(holder, raw_of(forged, unsigned), 1, "in this signed game seat 0 did not sign this")


def timed_out():
    """A game in which a seat's time runs out, and a computer moves for it; the seat, and the time-out's action."""
    table = signed_table(pace=BANK)
    ((seat, deadline), *_) = deadlines(table.rulebook, table.game).items()
    table.act(TimeOut(seat, deadline), after=deadline - table.times[-1] + 17)
    number = len(table.actions)
    while shared.to_act(table.rulebook, table.game) == (seat,):
        table.act(next(iter(table.rulebook.legal(table.game.table, seat))))
    return table, seat, number


def test_an_invented_time_out_with_a_stand_in(holder):
    """Only the server's clock says so, and how many moves a computer made: a warning, not a fault.

    With a receipt or a proof of the log for the question, the server had signed it before.
    """
    table, seat, number = timed_out()
    said = f"the time of seat {seat} ran out at {number}-0"
    finds(holder, raw_of(table), 3, f"{said}: only the server's clock says so", " by a computer")
    out = table.actions[number - 1][0].event
    asked = next(one for one in table.played().entries if str(one.position) == out.asked)
    holder.kept.append(receipt(asked))
    finds(holder, raw_of(table), 0, f"{said}: it was asked at {out.asked}, and the server signed {out.asked} before")


def test_an_invented_question(holder):
    """The time-out names a later question than the record has: recomputed with the rules."""
    table, seat, number = timed_out()
    out = table.actions[number - 1][0].event
    at = f"{number - 1}-{len(table.actions[number - 2]) - 1}"
    lie = [list(action) for action in table.actions]
    lie[number - 1][0] = Happening(msgspec.structs.replace(out, asked="3-0"))
    entries = sealed_again(table.projector, lie, table.game_key, SEATED, table.times)
    (holder.directory / "game.ndjson").write_bytes(bundled(table.projector, table.played(), entries, "public"))
    told = create_app({}).test_cli_runner().invoke(args=["verify", str(holder.directory / "game.ndjson")])
    assert told.exit_code == 1 and f"cites the question of 3-0; seat {seat} was asked at" in told.output
    assert out.asked <= at


def test_an_invented_calling_off(holder):
    """The game ends in a player's name: that player did not sign it."""
    table = Seating(TITLE, bytes(range(32)), 2, signed=True)
    for seat in range(2):
        table.sit(seat)
    lie = [*table.actions, [Happening(GameAborted(0, table.game_key.hex()), 0)]]
    finds(holder, raw_of(table, lie, "all"), 1, "in this signed game seat 0 did not sign this")
    table.act(Abort(0))
    assert holder.verifies(raw_of(table, viewer="all"))[0] == 0


@pytest.mark.parametrize("referee", ["judge", ""])
def test_an_invented_decision(holder, referee):
    """Of a referee with a key: not signed by it. The operator signs nothing, and the verdict says so."""
    table = signed_table(referee=referee)
    table.act(OpenDispute(0, "3-0" if table.ends.get("3-0") else "1-0", "Why?", Remedy()))
    result = Remedy("result", places=(2, 1))
    if referee:
        table.signers[shared.REFEREE] = OPERATOR
        table.act(DecideDispute(shared.REFEREE, 1, "referee", "So it is.", result))
        finds(holder, raw_of(table, viewer="all"), 1, "this is not signed by the key of seat -1")
        unsigned = [*table.actions[:-1], [one for one in table.actions[-1] if not is_statement_of(one, DecideDispute)]]
        finds(holder, raw_of(table, unsigned, "all"), 1, "the referee did not sign this decision")
    else:
        table.act(DecideDispute(shared.REFEREE, 1, "operator", "So it is.", result))
        finds(
            holder, raw_of(table, viewer="all"), 3, f"was decided at {len(table.actions)}-0 by the operator, unsigned"
        )


def test_choosing_among_withheld_signed_moves(holder):
    """The server drops one signed move and keeps it, takes the one signed in its place, or the other way round.

    Both name the same previous text: a holder of both sees that the server chose.
    """
    table = signed_table()
    seat = shared.to_act(table.rulebook, table.game)[0]
    legal = list(table.rulebook.legal(table.game.table, seat))
    withheld, sent = table.sign(legal[0]), table.sign(legal[-1])
    table.act(legal[-1], sent)
    place = f"{len(table.actions)}-1"
    holder.signed(table, seat)
    assert holder.verifies(raw_of(table, viewer=seat))[0] == 0
    holder.keeps(withheld, table.signer(seat))
    finds(holder, raw_of(table, viewer=seat), 3, f"in place of what seat {seat} signed at {place} you also signed")
    used = list(table.actions)
    taken = happenings_of(table.projector, sealed_again(table.projector, used, table.game_key, SEATED, table.times))
    reused = [*taken, [taken[-1][0], Happening(withheld, seat)]]
    finds(holder, raw_of(table, reused, seat), 1, f"seat {seat} signed this after another text than the last one")


def test_a_move_that_was_never_recorded(holder):
    """The player holds a text that the record has not: not a fault of the record, but said."""
    table = signed_table()
    seat = shared.to_act(table.rulebook, table.game)[0]
    holder.signed(table, seat)
    holder.keeps(table.sign(next(iter(table.rulebook.legal(table.game.table, seat)))), table.signer(seat))
    finds(holder, raw_of(table, viewer=seat), 3, f"for seat {seat} after {table.end}, which the record does not have")


@pytest.mark.parametrize("order", [1, 2, 4, 8])
def test_a_key_of_small_order(holder, order):
    """Any person could sign with it: no seat, no recovery and no referee has one in a record of today."""
    points = {
        1: b"\x01" + bytes(31),
        2: b"\xec" + b"\xff" * 30 + b"\x7f",
        4: bytes(32),
        8: bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    }
    weak = base64.b64encode(points[order]).decode()
    table = signed_table()
    raw = bundled(table.projector, table.played(), table.played().entries, "public")
    number = next(
        number
        for number, one in enumerate(itertools.chain.from_iterable(table.actions))
        if isinstance(one.event, SeatTaken)
    )
    for member in ("public_key", "recovery"):
        lie = rewritten(raw, number, lambda plain, member=member: plain["data"].update({member: weak}))
        assert stele_verify.verify(lie).first_bad == "2-0"
        assert holder.verifies(lie)[0] == 1
    lie = rewritten(raw, 0, lambda plain: plain["data"].update(referee="judge", referee_key=weak))
    assert stele_verify.verify(lie).first_bad == "1-0"
    assert holder.verifies(lie)[0] == 1


def test_a_changed_key_names_who_signed_for_it(holder):
    """By the old key nothing is lost, and the moves of each key are counted."""
    table = signed_table()
    later = Signer("another browser")
    table.act(ChangeKey(0, later.public_key))
    table.signers[0] = later
    table.play(4, random.Random(1))
    code, said, _other = holder.verifies(raw_of(table, viewer=0))
    assert code == 0 and "for which the one before signed" in said
