"""Lessons: what they say fits their records, every task can be done, and every other answer is spoken of."""

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
    """A lesson is a module and a record in the title's folder, and nothing else has to name it."""
    assert TITLES
    for name in ("lesson.py", RECORD):
        assert {path.parent for path in ROOT.glob(f"titles/*/{name}")} == {folder(title) for title in TITLES}


@pytest.mark.parametrize("title", TITLES)
def test_the_record_is_a_golden_one(title):
    """It verifies, today's rules make the same of it, and it is a game of this title that is over: nobody's secret."""
    game = golden(folder(title) / RECORD)
    assert game.rulebook == title and game.is_over
    assert read_bundle(lesson_record(title)).viewer == "all"


@pytest.mark.parametrize("title", TITLES)
def test_every_step_stands_in_the_record(title):
    """In the order of play, between eight and fifteen of them, several of which are the reader's to answer."""
    led = led_game(title)
    assert 8 <= len(led.steps) <= 15
    positions = [one.position for one in led.records]
    shown = [next(place for place in positions if str(place) == led_step.step.at) for led_step in led.steps]
    assert shown == sorted(shown)
    assert shown[-1] == positions[-1]
    assert 4 <= sum(one.decision is not None for one in led.steps)


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_is_spoken_of(title):
    """The answer is legal, each other legal move has something said of it, and nothing is said of no move."""
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


def test_only_what_the_seat_may_see_is_shown():
    """The others' tiles are hidden from the reader, as from anybody in that seat."""
    led = led_game("kheops")
    drawn = [one.record.data for one in led.records if type(one.record.data).__name__ == "TileDrawn"]
    assert {event.seat == led.seat for event in drawn if not isinstance(event.tile, Hidden)} == {True}
    assert {event.seat == led.seat for event in drawn if isinstance(event.tile, Hidden)} == {False}


@pytest.mark.parametrize(
    ("at", "task"),
    [("3-99", None), ("4-0", Task(say("Now Bo."), (Instead(say("No."), {}),)))],
    ids=["a position that is not there", "a place where another seat answers"],
)
def test_a_lesson_that_does_not_fit_is_found(monkeypatch, at, task):
    """A step of a place that the record does not have, a task of somebody else: neither is ever shown."""
    lesson = find_lesson("kheops")
    bad = replace(lesson, seat=1, steps=(*lesson.steps[:1], Step(at, say("Here."), task), *lesson.steps[-1:]))
    monkeypatch.setattr(lessons, "find_lesson", lambda title: bad)
    with pytest.raises(BadLesson, match=at):
        led_game.__wrapped__("kheops")
