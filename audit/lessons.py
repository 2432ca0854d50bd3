"""Lessons of a title, from a record: the seat's view at each step, and at each task every answer and the right one.

The right answer is not stored: it is the command that leads to the recorded action under the rules.
"""

from collections.abc import Set
from functools import cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from audit.bundle import import_entries, read_bundle
from audit.verification.replay_rules import adjudicate
from domain import game as shared
from domain.game import Game
from domain.lessons import Step, Task
from domain.messages import Command
from domain.projector import Projector, projector_for
from domain.title_loader import find_lesson, folder_of
from eventstore.entries import Position, parse_position, read_record
from replay.past_states import Placed, placed_records
from replay.player_names import Names, called
from replay.viewer_state import SeenRecord, see

RECORD = "lesson.ndjson"


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
    return LedGame(projector, lesson.seat, called(bundle.header.names)(whole), first, records, tuple(steps))


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
