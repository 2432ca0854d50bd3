"""Ordered moves: their mark in the record, in every game."""

from domain.disputes.events import OpenDispute
from domain.game import CommandSigned, Resign, evolve
from domain.narration import narrate_shared
from domain.ordered_moves import MoveOrdered
from tests.domain.tables import RULEBOOK, Sitting, refusal
from tests.domain.test_game import signed_table


def test_an_ordered_move_is_the_seats_own_and_marked_right_behind_it():
    """G24: the effects are the same as without the order, and the mark changes nothing; it counts as no move."""
    table, plain = Sitting(2).sit("ann", "bob"), Sitting(2).sit("ann", "bob")
    command = table.first_command()
    happenings = table.when(command, ordered=True)
    first, mark, *rest = happenings
    assert mark.event == MoveOrdered(command.seat) and (mark.actor, mark.luck) == (command.seat, 0)
    assert [first.event, *(one.event for one in rest)] == plain.do(command)
    game = table.game
    for one in happenings:
        game = evolve(RULEBOOK, game, one.event, one.actor, one.luck)
    assert game == plain.game
    assert narrate_shared(mark.event).template == "(standing order)"


def test_commands_that_cannot_be_ordered():
    """G24: only moves of the title's play can be ordered, and none where players sign or have signed."""
    table = Sitting(2).sit("ann", "bob")
    assert refusal(lambda: table.when(Resign(0), ordered=True)) == "G24"
    assert refusal(lambda: table.when(OpenDispute(0, "1-0", "Why?"), ordered=True)) in ("G12", "G24")
    signed = signed_table()
    command = signed.first_command()
    assert refusal(lambda: signed.when(command, ordered=True)) == "G10"
    signature = CommandSigned(command.seat, "signature", "text")
    assert refusal(lambda: signed.when(command, signature, ordered=True)) == "G24"
