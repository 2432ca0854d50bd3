"""Lessons: texts that match their records, solvable tasks, and a text for each other answer."""

import msgspec
import pytest
from msgspec.structs import replace

from audit import lessons
from audit.bundle import read_bundle
from audit.lessons import RECORD, BadLesson, led_game, lesson_record
from domain.lessons import Instead, Step, Task
from domain.messages import say
from domain.redaction import Hidden
from domain.title_loader import find_lesson, find_rulebooks
from replay.message_json import command_json
from tests.golden import golden
from tests.serving import ROOT

TITLES = [title for title in find_rulebooks() if find_lesson(title)]


def folder(title):
    return ROOT / "titles" / title.replace("-", "_")


def test_every_lesson_is_found():
    """A lesson is a module and a record in the title's folder, without an entry elsewhere."""
    assert TITLES
    for name in ("lesson.py", RECORD):
        assert {path.parent for path in ROOT.glob(f"titles/*/{name}")} == {folder(title) for title in TITLES}


@pytest.mark.parametrize("title", TITLES)
def test_the_record_is_a_golden_one(title):
    """It verifies, the current rules reproduce it, and it is a finished game of this title, without secrets."""
    game = golden(folder(title) / RECORD)
    assert game.rulebook == title and game.is_over
    assert read_bundle(lesson_record(title)).viewer == "all"


@pytest.mark.parametrize("title", TITLES)
def test_every_step_is_in_the_record(title):
    """In the order of play, between eight and fifteen of them, several of which the reader answers."""
    led = led_game(title)
    assert 8 <= len(led.steps) <= 15
    positions = [one.position for one in led.records]
    shown = [next(place for place in positions if str(place) == led_step.step.at) for led_step in led.steps]
    assert shown == sorted(shown)
    assert shown[-1] == positions[-1]
    assert 4 <= sum(one.decision is not None for one in led.steps)


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_has_a_text(title):
    """The answer is legal, each other legal move has a text, and no text is without a move."""
    for led_step in led_game(title).steps:
        decision = led_step.decision
        if decision is None:
            continue
        assert decision.answer in decision.legal
        said = set()
        for command in decision.legal:
            move = msgspec.json.decode(msgspec.json.encode(command_json(command)))
            fits = [
                place
                for place, one in enumerate(decision.task.instead)
                if all(field in move and move[field] == value for field, value in one.having.items())
            ]
            if command != decision.answer:
                assert fits, (led_step.step.at, move)
                said.add(fits[0])
        assert said == set(range(len(decision.task.instead))), led_step.step.at


def test_only_the_seats_view_is_shown():
    """The opponents' tiles are hidden from the reader, as from any player in that seat."""
    led = led_game("kheops")
    drawn = [one.record.data for one in led.records if type(one.record.data).__name__ == "TileDrawn"]
    assert {event.seat == led.seat for event in drawn if not isinstance(event.tile, Hidden)} == {True}
    assert {event.seat == led.seat for event in drawn if isinstance(event.tile, Hidden)} == {False}


@pytest.mark.parametrize(
    ("at", "task"),
    [("3-99", None), ("4-0", Task(say("Now Bo."), (Instead(say("No."), {}),)))],
    ids=["a position that is not there", "a place where another seat answers"],
)
def test_a_mismatched_lesson_is_found(monkeypatch, at, task):
    """A step at a missing position, or a task of another seat: neither is ever shown."""
    lesson = find_lesson("kheops")
    bad = replace(lesson, seat=1, steps=(*lesson.steps[:1], Step(at, say("Here."), task), *lesson.steps[-1:]))
    monkeypatch.setattr(lessons, "find_lesson", lambda title: bad)
    with pytest.raises(BadLesson, match=at):
        led_game.__wrapped__("kheops")
