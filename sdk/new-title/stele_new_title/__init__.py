"""New Title, a game of dice for 2 to 6 players.

`RULES.md` has every rule. `turns` contains them as code, `state` and `events` its nouns and verbs. `narration` and
`view` are what a player reads and sees. Stele finds this package by its entry point.
"""

from collections.abc import Mapping
from typing import Any, get_args

from stele.title import (
    ComponentStatus,
    Course,
    Meta,
    Option,
    as_seen,
    gettext_noop,
    no_components,
    numbered_rules,
)
from stele_new_title import turns
from stele_new_title.events import COMMANDS
from stele_new_title.narration import describe, narrate
from stele_new_title.state import Phase, State, phase_of
from stele_new_title.steward import appraise
from stele_new_title.turns import result, setup, standing
from stele_new_title.view import view

PROTOCOL = 3
"""The version of what a title offers (`stele.title.PROTOCOL`) for which this one was written."""

COURSE: Course[State] = Course(phase_of, get_args(Phase), (turns.PHASE_RULES,), unknown_rule="T1")
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve
UPCASTERS: Mapping[tuple[str, int], Any] = {}
read_components, determinize = no_components, as_seen

meta = Meta(
    id="new-title",
    title="New Title",
    designer="traditional",
    publisher="public domain",
    year=1945,
    least_players=2,
    most_players=6,
    options=(Option("rounds", "number", 3, "Number of rounds.", least=1, most=10, label=gettext_noop("Rounds")),),
    components=(ComponentStatus("Die", "exact", "Six faces, each as likely as the others."),),
    rules=numbered_rules(__name__),
)


def conserved(state: State) -> dict[str, int]:
    """The rules have no material that could be lost, so only the number of players is conserved."""
    return {"players": len(state.points)}


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
