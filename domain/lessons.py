"""Lessons: a first game on a recorded game, with texts and tasks at its positions.

A title offers a lesson by two files in its folder: `lesson.py` has `LESSON`, `lesson.ndjson` the record, the bundle of
a finished game.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.messages import Sentence


class Instead(Struct, frozen=True):
    """The response to a wrong legal move with these fields; without any, to every wrong move."""

    text: Sentence
    having: Mapping[str, Any] = {}


class Task(Struct, frozen=True):
    """A task for the reader. The answer is the recorded move; `instead`: the first match gives the response."""

    text: Sentence
    instead: tuple[Instead, ...]


class Step(Struct, frozen=True):
    """The text shown with the position, and the reader's task there, if there is one."""

    at: str
    text: Sentence
    task: Task | None = None


class Lesson(Struct, frozen=True):
    """The steps of a lesson in order, and the seat from which its reader plays."""

    seat: int
    steps: tuple[Step, ...]
