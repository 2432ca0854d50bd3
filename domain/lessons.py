"""Lessons: a first game that leads its reader on a record of its own, with texts and tasks at its positions.

A title offers one by two files in its folder: `lesson.py` has `LESSON`, `lesson.ndjson` the record, the bundle of a
game that is over.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.messages import Sentence


class Instead(Struct, frozen=True):
    """What is said of a legal move that is not the answer and has these fields; without any, of every such move."""

    text: Sentence
    having: Mapping[str, Any] = {}


class Task(Struct, frozen=True):
    """What the reader shall do. The answer is what the record goes on with; `instead`: the first that fits is said."""

    text: Sentence
    instead: tuple[Instead, ...]


class Step(Struct, frozen=True):
    """What is said while the table is shown as it was at a position, and the reader's task there, if there is one."""

    at: str
    text: Sentence
    task: Task | None = None


class Lesson(Struct, frozen=True):
    """The steps of a lesson in their order, and the seat from which its reader plays."""

    seat: int
    steps: tuple[Step, ...]
