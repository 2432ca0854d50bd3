"""Whist, the traditional card game for two teams of two.

`RULES.md` has every rule. `play` contains them as code and the state, `cards` and `events` the nouns and verbs; `view`
is what a player sees and reads. Stele finds this package by its entry point.
"""

from collections.abc import Mapping
from typing import Any, get_args

from stele.title import ComponentStatus, Course, Meta, Option, gettext_noop, known, no_components, numbered_rules
from stele_whist.events import COMMANDS
from stele_whist.play import PHASE_RULES, Phases, State, determinize, phase_of, result, setup, standing
from stele_whist.steward import appraise
from stele_whist.view import describe, narrate, view

PROTOCOL = 3
"""The version of what a title offers (`stele.title.PROTOCOL`) for which this one was written."""

COURSE: Course[State] = Course(phase_of, get_args(Phases), (PHASE_RULES,), unknown_rule="T1")
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve
UPCASTERS: Mapping[tuple[str, int], Any] = {}
read_components = no_components

meta = Meta(
    id="whist",
    title="Whist",
    designer="traditional",
    publisher="public domain",
    year=1742,
    least_players=4,
    most_players=4,
    options=(Option("deals", "number", 2, "Number of deals.", least=1, most=12, label=gettext_noop("Deals")),),
    components=(ComponentStatus("Cards", "exact", "52 cards in four suits."),),
    rules=numbered_rules(__name__),
    teams=((0, 1, 0, 1),),
)


def conserved(state: State) -> dict[str, int]:
    """No card is in two places."""
    cards = [*(known(card) for hand in state.hands for card in hand), *state.played]
    return {"cards twice": len(cards) - len(set(cards))}


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
