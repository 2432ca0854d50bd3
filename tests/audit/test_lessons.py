"""Lessons of Stele's own titles; a law holds for every title that each fits its record (`sdk.laws.suite`)."""

import pytest
from msgspec.structs import replace

from audit import lessons
from audit.bundle import export_bundle, import_entries
from audit.lessons import RECORD, BadLesson, led_game, lesson_faults
from domain.lessons import Instead, Lesson, Step, Task
from domain.messages import say
from domain.projector import projector_for
from domain.redaction import Hidden
from domain.title_loader import find_lesson, find_rulebooks
from tests.serving import ROOT
from verify.bundle import read_bundle

TITLES = [title for title in find_rulebooks() if find_lesson(title)]


def folder(title):
    return ROOT / "titles" / title.replace("-", "_")


def test_every_lesson_is_found():
    """A lesson is a module and a record in the title's folder, without an entry elsewhere."""
    assert TITLES
    for name in ("lesson.py", RECORD):
        assert {path.parent for path in ROOT.glob(f"titles/*/{name}")} == {folder(title) for title in TITLES}


@pytest.mark.parametrize("title", TITLES)
def test_every_step_is_in_the_record(title):
    """Between eight and fifteen of them, several of which the reader answers."""
    led = led_game(title)
    assert 8 <= len(led.steps) <= 15
    assert led.steps[-1].step.at == str(led.records[-1].position)
    assert 4 <= sum(one.decision is not None for one in led.steps)


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


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda step: replace(step, task=replace(step.task, instead=())), "no Instead fits"),
        (lambda step: replace(step, task=replace(step.task, instead=say("No."))), "a tuple of Instead"),
        (lambda step: replace(step, task=say("Now.")), "a task is a Task"),
        (lambda step: replace(step, at="x"), "'x' is not a position"),
        (lambda step: replace(step, at="1-0"), "does not go on with an answer"),
        (
            lambda step: replace(step, task=replace(step.task, instead=(Instead(say("No.")), Instead(say("No."))))),
            "no move gets the text of Instead number 2",
        ),
    ],
    ids=["no text", "a text alone", "a sentence", "no position", "another position", "a text for nothing"],
)
def test_a_fault_is_told_to_the_author(monkeypatch, change, told):
    """Each with the place, by the law and by `title check`."""
    lesson = find_lesson("kheops")
    steps = tuple(change(step) if step.task else step for step in lesson.steps)
    monkeypatch.setattr(lessons, "find_lesson", lambda title: replace(lesson, steps=steps))
    led_game.cache_clear()
    assert told in next(lesson_faults("kheops"))
    led_game.cache_clear()


def test_only_the_whole_record_of_a_finished_game_proves_its_answers(monkeypatch):
    """A record that is cut off, of another title, not over or missing is told, and so is a lesson without steps."""
    whole = lessons.lesson_record("kheops")
    records = {
        "does not verify": whole[: whole[: len(whole) // 2].rindex(b"\n") + 1],
        "must be the full record of a finished game of this title": lessons.lesson_record("das-amulett"),
    }
    for told, raw in records.items():
        monkeypatch.setattr(lessons, "lesson_record", lambda title, raw=raw: raw)
        assert told in next(lesson_faults("kheops"))
    bundle = read_bundle(whole)
    entries = [one for one in import_entries(bundle) if one.position.action <= 6]
    begun = b"".join(export_bundle(projector_for("kheops"), bundle.game_id, entries, "all"))
    monkeypatch.setattr(lessons, "lesson_record", lambda title: begun)
    assert "must be the full record of a finished game" in next(lesson_faults("kheops"))
    monkeypatch.setattr(lessons, "lesson_record", lambda title: (ROOT / "nowhere" / RECORD).read_bytes())
    assert ["lesson.ndjson is missing beside lesson.py: save the full record of a finished game there"] == list(
        lesson_faults("kheops")
    )
    monkeypatch.setattr(lessons, "find_lesson", lambda title: Lesson(0, ()))
    assert ["it has no steps"] == list(lesson_faults("kheops"))
