"""Lessons of a title, from a record: the seat's view at each step, and at each task every answer and the right one.

The right answer is not stored. It is the command that leads to the recorded action under the rules.
"""

from collections.abc import Iterator, Mapping, Set
from functools import cache
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from audit.bundle import import_entries
from audit.verification.replay_rules import adjudicate
from audit.verification.store_validation import validate_bundle
from domain import game as shared
from domain.game import Game
from domain.lessons import Instead, Step, Task
from domain.messages import Command
from domain.projector import Projector, projector_for
from domain.title_loader import find_lesson, folder_of
from eventstore.entries import Position, parse_position, read_record
from replay.message_json import command_json
from replay.past_states import Placed, placed_records
from replay.player_names import Names, called
from replay.viewer_state import SeenRecord, see
from verify.bundle import read_bundle

RECORD = "lesson.ndjson"
_PROVEN = ("chain", "luck", "rules")
"""The checks that only the full record of a finished game passes."""


class BadLesson(ValueError):
    """The lesson refers to a place that its record lacks; the message says where."""


class Decision(Struct, frozen=True):
    """A task, every legal answer to it, and the recorded one."""

    task: Task
    legal: tuple[Command, ...]
    answer: Command


class LedStep(Struct, frozen=True):
    """A step, and the task it gives to the reader, if any."""

    step: Step
    decision: Decision | None


class LedGame(Struct, frozen=True):
    """A lesson that can be shown: its steps, and the record as the lesson's seat sees it, up to the last step."""

    projector: Projector
    seat: int
    names: Names
    first: Position
    records: tuple[SeenRecord, ...]
    steps: tuple[LedStep, ...]


def lesson_record(title: str) -> bytes:
    """The bundle for the title's lesson."""
    return folder_of(title).joinpath(RECORD).read_bytes()


@cache
def led_game(title: str) -> LedGame | None:
    """The lesson of the title with this id, or none; `BadLesson` if lesson and record do not match."""
    lesson = find_lesson(title)
    if lesson is None:
        return None
    bundle = read_bundle(lesson_record(title))
    projector = projector_for(bundle.rulebook)
    entries = import_entries(bundle)
    whole = projector.fold(read_record(projector, entry) for entry in entries)
    assert whole is not None, "a bundle has at least one entry"
    first, last = parse_position(lesson.steps[0].at), parse_position(lesson.steps[-1].at)
    asked = {parse_position(step.at) for step in lesson.steps if step.task is not None}
    answers = _answers(projector, bundle.game_id, placed_records(projector, entries), whole, asked)
    records = tuple(see(projector, entry, lesson.seat) for entry in entries if entry.position <= last)
    positions = {entry.position for entry in entries}
    steps = []
    for step in lesson.steps:
        at = parse_position(step.at)
        if at not in positions:
            raise BadLesson(f"{title}: the record has no position {step.at}")
        decision = None
        if step.task is not None:
            answer = answers.get(at)
            seen = projector.fold(one.record for one in records if one.position <= at)
            legal = () if seen is None else shared.legal(projector.rulebook, seen, lesson.seat)
            if answer not in legal:
                raise BadLesson(f"{title}: at {step.at} the record does not go on with an answer of the lesson's seat")
            decision = Decision(step.task, tuple(legal), answer)
        steps.append(LedStep(step, decision))
    return LedGame(projector, lesson.seat, called(bundle.names)(whole), first, records, tuple(steps))


def lesson_faults(title: str) -> Iterator[str]:
    """The faults of this title's lesson, which its author has to mend; none if it has no lesson."""
    lesson = find_lesson(title)
    if lesson is None:
        return
    if not lesson.steps:
        yield "it has no steps"
        return
    for step in lesson.steps:
        task = step.task
        if task is not None and not (isinstance(task, Task) and _are_instead(task.instead)):
            yield f"at {step.at}: a task is a Task, and its `instead` a tuple of Instead(text, having)"
            return
    try:
        raw = lesson_record(title)
    except FileNotFoundError:
        yield f"{RECORD} is missing beside lesson.py: save the full record of a finished game there"
        return
    report = validate_bundle(raw)
    if not report.ok:
        yield f"{RECORD} does not verify: {', '.join(one.detail for one in report.checks if one.verdict == 'failed')}"
        return
    bundle = read_bundle(raw)
    if bundle.rulebook != title or any(one.verdict != "passed" for one in report.checks if one.name in _PROVEN):
        yield f"{RECORD} must be the full record of a finished game of this title"
        return
    try:
        led = led_game(title)
    except ValueError as error:  # also a position that is none
        yield str(error)
        return
    assert led is not None
    places = [parse_position(one.step.at) for one in led.steps]
    if places != sorted(places):
        yield "the steps must be in the order of the record"
    for one in led.steps:
        if one.decision is not None:
            yield from _without_a_text(one.step.at, one.decision)


def _are_instead(found: Any) -> bool:
    return isinstance(found, tuple) and all(isinstance(one, Instead) for one in found)


def _as_json(values: Mapping[str, Any]) -> dict[str, Any]:
    """These values with lists in place of tuples, as pages compare them."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values))
    return plain


def _without_a_text(at: str, decision: Decision) -> Iterator[str]:
    """The wrong answers to a task for which there is no text, and the texts that belong to no answer."""
    used = set()
    for command in decision.legal:
        move = _as_json(command_json(command))
        fits = [
            number
            for number, one in enumerate(decision.task.instead)
            if all(field in move and move[field] == value for field, value in _as_json(one.having).items())
        ]
        if command != decision.answer:
            if not fits:
                yield f"at {at}: no Instead fits {move}; one without `having` fits every move"
                return
            used.add(fits[0])
    for number in range(len(decision.task.instead)):
        if number not in used:
            yield f"at {at}: no move gets the text of Instead number {number + 1}"


def _answers(
    projector: Projector, game_id: str, placed: Placed, whole: Game[Any], asked: Set[Position]
) -> dict[Position, Command]:
    """The player's next command at each of these positions that ends an action, if there is one."""
    answers: dict[Position, Command] = {}
    game: Game[Any] | None = None
    before: Position | None = None
    for _number, group in groupby(placed, key=lambda one: one[0].action):
        action = list(group)
        if before is not None and before in asked:
            judged = adjudicate(projector, game_id, game, action, bytes.fromhex(whole.key), whole.nonces)
            if judged.command is not None:
                answers[before] = judged.command
        game = projector.fold([record for _, record in action], game)
        before = action[-1][0]
    return answers
