"""Ordered moves: their mark in the record, in every game."""

from domain.chance import KeyedChance
from domain.disputes.events import OpenDispute
from domain.game import CommandSigned, Resign, evolve
from domain.lifecycle import act
from domain.narration import narrate_shared
from domain.ordered_moves import MoveOrdered
from tests.domain.test_game import RULEBOOK, Sitting, first_command, refusal, signed_table


def ordered(table, command, signed=None):
    """The events of this command as an ordered move."""
    chance = KeyedChance(bytes(32), "g", table.game.nonces, table.game.draws)
    return act(RULEBOOK, table.game, command, chance, "key", (), signed, ordered=True)


def test_an_ordered_move_is_the_seats_own_and_marked_right_behind_it():
    """G24: the effects are the same as without the order, and the mark changes nothing; it counts as no move."""
    table, plain = Sitting(2).sit("ann", "bob"), Sitting(2).sit("ann", "bob")
    command = first_command(table)
    happenings = ordered(table, command)
    first, mark, *rest = happenings
    assert mark.event == MoveOrdered(command.seat) and (mark.actor, mark.luck) == (command.seat, 0)
    assert [first.event, *(one.event for one in rest)] == plain.do(command)
    game = table.game
    for one in happenings:
        game = evolve(RULEBOOK, game, one.event, one.actor, one.luck)
    assert game == plain.game
    assert narrate_shared(mark.event).template == "(standing order)"


def test_commands_that_cannot_be_ordered():
    """G24: only moves of the title's play can, and none where players sign or have signed."""
    table = Sitting(2).sit("ann", "bob")
    assert refusal(lambda: ordered(table, Resign(0))) == "G24"
    started = "1-0"
    assert refusal(lambda: ordered(table, OpenDispute(0, started, "Why?"))) in ("G12", "G24")
    signed = signed_table()
    command = first_command(signed)
    assert refusal(lambda: ordered(signed, command)) == "G10"
    assert refusal(lambda: ordered(signed, command, CommandSigned(command.seat, "signature", "text"))) == "G24"
