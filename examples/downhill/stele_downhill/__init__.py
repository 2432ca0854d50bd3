"""Downhill, a race in which the fewest seconds win, for 2 to 10 players.

`RULES.md` has every rule. `rules` contains them as code, with the nouns and verbs and the judgement of a sensible
player. The table is declared by its tracks and the row of speeds. Stele finds this package by its entry point.
"""

from collections.abc import Mapping
from typing import Any, get_args

from stele.title import (
    Command,
    ComponentStatus,
    Course,
    Event,
    Hand,
    Meta,
    Option,
    Points,
    SeatName,
    Sentence,
    Track,
    as_seen,
    gettext_noop,
    no_components,
    numbered_rules,
    say,
    say_fields,
    say_number,
)
from stele_downhill import rules
from stele_downhill.rules import (
    COMMANDS,
    FASTEST,
    GatePassed,
    Phases,
    RaceBegan,
    State,
    appraise,
    is_icy,
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
    id="downhill",
    title="Downhill",
    designer="own design",
    publisher="an example",
    year=2026,
    least_players=2,
    most_players=10,
    options=(Option("gates", "number", 8, "Number of gates.", least=3, most=20, label=gettext_noop("Gates")),),
    components=(ComponentStatus("Die", "exact", "Six faces, each as likely as the others."),),
    rules=numbered_rules(__name__),
    points=Points(
        gettext_noop("Seconds"), gettext_noop("{number} second"), gettext_noop("{number} seconds"), better="fewest"
    ),
)


def conserved(state: State) -> dict[str, int]:
    """The quantities that no event changes: only the number of players."""
    return {"players": len(state.skiers)}


def tracks(state: State) -> tuple[Track, ...]:
    """The slope, with the gates that each skier has passed, and their speeds."""
    count = len(state.skiers)
    passed = (state.gate - 1 + ((seat - state.gate + 1) % count < state.done) for seat in range(count))
    speeds = tuple(skier.speed for skier in state.skiers)
    return Track("gates", tuple(passed), state.gates), Track("speed", speeds, FASTEST)


def hands(state: State) -> tuple[Hand, ...]:
    """The speeds to choose from."""
    name = "speed at an icy gate" if is_icy(state.gate) else "speed"
    return (Hand(name, tuple(range(1, FASTEST + 1)), field="speed"),)


def narrate(event: Event) -> Sentence:
    """The sentence of this event."""
    match event:
        case RaceBegan(_, gates):
            return say_number("The slope has {number} gate.", "The slope has {number} gates.", gates)
        case GatePassed(seat, face, True, seconds):
            return say(
                "The die shows {face}: {player} falls and needs {seconds} seconds.",
                face=face, player=SeatName(seat), seconds=seconds,
            )  # fmt: skip
    return say_fields(event)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    return say_fields(command)


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "hands", "legal", "meta", "narrate", "read_components", "result", "setup", "standing",
    "to_act", "tracks",
]  # fmt: skip
