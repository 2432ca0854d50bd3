"""Title API: titles import only this module of Stele; `docs/tutorials/adding-a-title.md` shows its use.

A change that removes a name or changes its meaning raises `PROTOCOL`.
"""

import stele.import_path  # noqa: F401
from domain import components_file
from domain.chance import Chance, Scripted, choose
from domain.components_file import status_words
from domain.determinization import Need, Pile, Slot, as_seen, deal
from domain.lessons import Instead, Lesson, Step, Task
from domain.messages import Command, Event, Illegal, SeatName, Sentence, say, say_fields, say_number, with_more
from domain.ordered_moves import Message, Order
from domain.phases import Course, Phase, PhaseRules, change_player, clockwise, decides, one_phase, with_item
from domain.redaction import Hidden, known, secret, without
from domain.rulebook import (
    PROTOCOL,
    BadOption,
    Cell,
    ComponentStatus,
    Grid,
    Hand,
    Meta,
    Option,
    Points,
    Result,
    Rulebook,
    Show,
    Track,
    anew,
    by_points,
    cell_name,
    gettext_noop,
    no_components,
    numbered_rules,
    part,
)
from domain.statistics import Fact, Topic

__all__ = [  # noqa: RUF022
    # A title's members, its description, and the end of its games.
    "PROTOCOL", "Rulebook", "Meta", "Option", "gettext_noop", "BadOption", "ComponentStatus", "Points", "Result",
    "by_points", "numbered_rules", "no_components",
    # Commands, events and refusals.
    "Command", "Event", "Illegal", "with_more",
    # Secrets.
    "Hidden", "known", "secret", "without",
    # The course of play, assembled from chapters of phases.
    "PhaseRules", "Course", "Phase", "decides", "one_phase",
    # Changes of a state.
    "with_item", "change_player", "clockwise",
    # Randomness, and the fixed randomness of tests.
    "Chance", "Scripted", "choose",
    # Texts, in every language.
    "SeatName", "Sentence", "say", "say_fields", "say_number",
    # The parts of a view.
    "Show", "anew", "part", "Grid", "Cell", "cell_name", "Hand", "Track",
    # Component files.
    "components_file", "status_words",
    # Determinization and standing orders.
    "Need", "Pile", "Slot", "deal", "as_seen", "Message", "Order",
    # Lessons.
    "Instead", "Lesson", "Step", "Task",
    # Statistics of finished games.
    "Fact", "Topic",
]  # fmt: skip
