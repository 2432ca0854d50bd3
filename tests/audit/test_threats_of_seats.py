"""Threats to the seats of a signed game: the operator does it, and an honest holder finds it with what they hold.

The operator has the store, the game key, the server's key and the code, and is careful: chain, header, checksum and
receipts fit. The holder has what their browser keeps: the receipts, and every text that it signed. What shows it is
named by `stele verify` and by the one file, with the same exit status.
"""

import random

import pytest

from domain import game as shared
from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.disputes.events import DecideDispute, OpenDispute, Remedy
from domain.game import Abort, GameAborted, Happening
from tests.audit.conformance.sources import receipt
from tests.audit.games import SEATED, Seating, happenings_of, sealed_again
from tests.audit.holders import Holder, raw_of
from tests.signers import Signer

TITLE = "kheops"
OPERATOR = Signer("the operator")
BANK = Pace("bank", DAY, 3600_000, 2 * DAY, False, 0, "seat")


def signed_table(**more):
    """A signed game of two that has begun."""
    table = Seating(TITLE, bytes(range(32)), 2, signed=True, **more).fill()
    table.play(4, random.Random(4))
    return table


@pytest.fixture
def holder(tmp_path):
    """An honest player."""
    return Holder(tmp_path)


def finds(holder, raw, status, *words):
    """Check that both verifiers end with this status and print these words."""
    code, said, other = holder.verifies(raw)
    assert code == status, said
    for one in words:
        assert one in said and one in other, (one, said, other)


def test_a_key_that_was_swapped_from_the_beginning(holder):
    """The operator sits down in the player's name, with a key of their own: the player's texts name another one."""
    table, honest = signed_table(), Signer("seat 0")
    holder.signed(table, 0)
    forged = Seating(TITLE, table.game_key, 2, signed=True)
    forged.signers[0] = OPERATOR
    forged.fill()
    forged.play(4, random.Random(4))
    finds(
        holder, raw_of(forged), 3, f"you signed for seat 1 with the key {honest.public_key}, which that seat does not"
    )


def timed_out():
    """A game in which a seat's time runs out, and a computer moves for it; the seat, and the time-out's action."""
    table = signed_table(pace=BANK)
    seat = table.run_out()
    number = len(table.actions)
    while shared.to_act(table.rulebook, table.game) == (seat,):
        table.act(next(iter(table.rulebook.legal(table.game.table, seat))))
    return table, seat, number


def test_an_invented_time_out_with_a_stand_in(holder):
    """Only the server vouches for a time-out and for a computer's moves, so a warning remains with any receipt."""
    table, seat, number = timed_out()
    out = table.actions[number - 1][0].event
    said = f"the time of seat {seat + 1}, asked at {out.asked}, ran out at {number}-0: only the server's clock says so"
    finds(holder, raw_of(table), 3, said, " by a computer")
    holder.kept.append(receipt(next(one for one in table.played().entries if str(one.position) == out.asked)))
    finds(holder, raw_of(table), 3, said)


def test_an_invented_calling_off(holder):
    """The game ends in a player's name: that player did not sign it."""
    table = Seating(TITLE, bytes(range(32)), 2, signed=True).fill()
    lie = [*table.actions, [Happening(GameAborted(0, table.game_key.hex()), 0)]]
    finds(holder, raw_of(table, lie, "all"), 1, "in this signed game seat 1 did not sign this")
    table.act(Abort(0))
    assert holder.verifies(raw_of(table, viewer="all"))[0] == 0


def test_an_invented_decision_of_the_operator(holder):
    """The operator of a game without a referee signs nothing, and the verdict says so."""
    table = signed_table()
    table.act(OpenDispute(0, "1-0", "Why?", Remedy()))
    table.act(DecideDispute(shared.REFEREE, 1, "operator", "So it is.", Remedy("result", places=(2, 1))))
    finds(holder, raw_of(table, viewer="all"), 3, f"was decided at {len(table.actions)}-0 by the operator, unsigned")


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
    finds(holder, raw_of(table, viewer=seat), 3, f"in place of what seat {seat + 1} signed at {place} you also signed")
    used = list(table.actions)
    taken = happenings_of(table.projector, sealed_again(table.projector, used, table.game_key, SEATED, table.times))
    reused = [*taken, [taken[-1][0], Happening(withheld, seat)]]
    finds(holder, raw_of(table, reused, seat), 1, f"seat {seat + 1} signed this after another text than the last one")
