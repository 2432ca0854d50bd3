"""Titles import this module and nothing else of Stele; `docs/tutorials/adding-a-title.md` shows it in use.

Whatever takes a name away or gives it another meaning raises `PROTOCOL`.
"""

import stele.import_path  # noqa: F401
from domain import components_file
from domain.chance import Chance, Scripted, choose
from domain.components_file import status_words
from domain.determinization import Need, Pile, Slot, deal
from domain.lessons import Instead, Lesson, Step, Task
from domain.messages import Command, Event, Illegal, SeatName, Sentence, say, say_number, with_more
from domain.ordered_moves import Message, Order
from domain.phases import Course, Phase, PhaseRules, changes, decides
from domain.redaction import Hidden, known, secret
from domain.rulebook import (
    PROTOCOL,
    BadOption,
    ComponentStatus,
    Meta,
    Option,
    Result,
    Rulebook,
    Show,
    anew,
    by_points,
    gettext_noop,
    numbered_rules,
)

__all__ = [  # noqa: RUF022
    # What a title offers, how it describes itself, and how its games end.
    "PROTOCOL", "Rulebook", "Meta", "Option", "gettext_noop", "BadOption", "ComponentStatus", "Result", "by_points",
    "numbered_rules",
    # What players wish, what happens, and what may not be done.
    "Command", "Event", "Illegal", "with_more",
    # What only some may see.
    "Hidden", "known", "secret",
    # The course of play, put together from chapters of phases.
    "PhaseRules", "Course", "Phase", "changes", "decides",
    # Luck, and the written luck of tests.
    "Chance", "Scripted", "choose",
    # What is told, in every language.
    "SeatName", "Sentence", "say", "say_number",
    # What is shown, part by part.
    "Show", "anew",
    # Component files.
    "components_file", "status_words",
    # What a seat does not know, dealt anew; what it orders beforehand.
    "Need", "Pile", "Slot", "deal", "Message", "Order",
    # A first lesson.
    "Instead", "Lesson", "Step", "Task",
]  # fmt: skip
