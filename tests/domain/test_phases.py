"""Phases: a command is decided only in a phase that has it; elsewhere it is refused before any decision."""

import pytest

from domain.chance import Scripted
from domain.messages import Command, Illegal
from domain.phases import Course, Phase, PhaseRules, decides
from tests.laws import dealt_hands
from tests.laws.dealt_hands import HandDealt, OfferTurned, PlayCard, TableLaid, TakeCard


class Shuffle(Command, frozen=True):
    """A command that no phase has."""


def refused(course, state, command):
    """The rule and the reason with which this command is refused."""
    with pytest.raises(Illegal) as refusal:
        list(course.decide(state, command, Scripted(())))
    return refusal.value.rule, str(refusal.value)


def folded(*events):
    """The state after these events."""
    state = None
    for event in events:
        state = dealt_hands.evolve(state, event)
    return state


TAKING = folded(TableLaid(2, False), HandDealt(0, (1, 2)), HandDealt(1, (3, 4)), OfferTurned((5, 6)))


def test_a_command_of_another_phase_is_refused_with_its_own_phases_rule():
    """The decision, which would accept this card, is not asked."""
    assert dealt_hands.play(TAKING, PlayCard(0, 1))
    assert refused(dealt_hands.COURSE, TAKING, PlayCard(0, 1)) == ("DH-P1", "you can't do this now")


def test_a_decision_that_fails_in_other_phases_is_not_asked_there():
    """`take` fails without an offer; the refusal comes first."""
    playing = folded(TableLaid(2, False), HandDealt(0, (1, 2)), HandDealt(1, (3, 4)), OfferTurned((5, 6)),
                     dealt_hands.CardTaken(0, 6, 12), dealt_hands.CardTaken(1, 5, 5))  # fmt: skip
    with pytest.raises(ValueError, match="empty"):
        dealt_hands.take(playing, TakeCard(0, 5))
    assert refused(dealt_hands.COURSE, playing, TakeCard(0, 5)) == ("DH-O1", "you can't do this now")


def test_a_command_of_no_phase_is_unknown():
    """The course's own rule is named."""
    assert refused(dealt_hands.COURSE, TAKING, Shuffle(0)) == ("DH-P1", "this game has no such command")


def test_whose_turn_it_is_comes_first():
    """A seat that is not asked is told whom the game waits for, whatever it sends."""
    rule, reason = refused(dealt_hands.COURSE, TAKING, PlayCard(1, 3))
    assert rule == "DH-O1" and reason.startswith("it is not your turn")


def test_a_command_may_name_its_own_rule():
    """A command of several phases names the rule that says when it is possible."""
    dealing = Phase("R1", asked=lambda _state: (0,), commands=(decides(PlayCard, dealt_hands.play, "R3"),))
    course = Course(str, ("one", "two"), [PhaseRules({"one": Phase("R2", lambda _state: (0,)), "two": dealing})], "R9")
    assert refused(course, "one", PlayCard(0, 1))[0] == "R3"


def test_a_command_has_one_decision_in_a_phase():
    """Two in the same phase are an error of the title."""
    twice = Phase("R1", commands=(decides(PlayCard, dealt_hands.play),) * 2)
    with pytest.raises(TypeError, match="the same command is defined twice"):
        Course(str, ("one",), [PhaseRules({"one": twice})], "R9")


def test_a_change_names_its_event():
    """A function that gives the state after an event names the event's type."""
    with pytest.raises(TypeError, match="does not name the type of its event"):
        Course(str, (), [PhaseRules(events=(lambda state, event: state,))], "R9")
