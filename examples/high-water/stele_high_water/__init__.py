"""High Water, a cooperative game of wardens on an island, for 2 to 6 players.

`RULES.md` has every rule. `rules` contains them as code, with the nouns and verbs and the judgement of a sensible
player. Stele finds this package by its entry point.
"""

from collections.abc import Mapping
from typing import Any, get_args

from stele.title import (
    Command,
    ComponentStatus,
    Course,
    Event,
    Meta,
    Option,
    Points,
    SeatName,
    Sentence,
    Show,
    anew,
    as_seen,
    gettext_noop,
    no_components,
    numbered_rules,
    part,
    say,
    say_fields,
)
from stele_high_water import rules, shown
from stele_high_water.rules import (
    COMMANDS,
    FIELDS,
    Phases,
    State,
    WaterRose,
    appraise,
    eliminated,
    phase_of,
    result,
    setup,
    standing,
)

PROTOCOL = 3
"""The version of what a title offers (`stele.title.PROTOCOL`) for which this one was written."""

COURSE: Course[State] = Course(phase_of, get_args(Phases), (rules.PHASE_RULES,), unknown_rule="T1")
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve
UPCASTERS: Mapping[tuple[str, int], Any] = {}
read_components, determinize = no_components, as_seen

meta = Meta(
    id="high-water",
    title="High Water",
    designer="own design",
    publisher="an example",
    year=2026,
    least_players=2,
    most_players=6,
    options=(
        Option("tides", "number", 16, "Number of tides.", least=4, most=30, label=gettext_noop("Tides")),
        Option("strength", "number", 2, "How often the water rises in each tide.", least=1, most=6,
               label=gettext_noop("Strength of the storm")),
    ),
    components=(ComponentStatus("Island", "exact", "Twelve fields, each as likely as the others."),),
    rules=numbered_rules(__name__),
    points=Points(gettext_noop("Fields"), gettext_noop("{number} field"), gettext_noop("{number} fields")),
    teams=tuple((0,) * players for players in range(2, 7)),
)  # fmt: skip


def conserved(state: State) -> dict[str, int]:
    """The island keeps its fields, and the players stay."""
    return {"fields": len(state.water), "players": len(state.wardens)}


def view(state: State, show: Show = anew) -> shown.Table:
    """The table as the drawing gets it."""
    return part(
        shown.Table,
        state,
        phase=phase_of(state),
        tide=min(state.tide, state.tides),
        fields=[{"field": field, "water": state.depth(field)} for field in FIELDS],
        players=[{"seat": seat, "field": field or None} for seat, field in enumerate(state.wardens)],
    )


def narrate(event: Event) -> Sentence:
    """The sentence of this event."""
    if isinstance(event, WaterRose) and event.out:
        seats = tuple(map(SeatName, event.out))
        return say("{field} is lost, and out of the game: {players}.", field=event.field, players=seats)
    return say_fields(event)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    return say_fields(command)


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "eliminated", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing",
    "to_act", "view",
]  # fmt: skip
