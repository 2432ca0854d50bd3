"""Liar's Dice, a traditional game of dice under cups, for 2 to 4 players.

`RULES.md` has every rule. `rounds` and `bidding` are its chapters, `state` and `events` its nouns and verbs.
`narration` and `view` are what a player reads and sees. It is a package of its own: Stele finds it by its entry point.
"""

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any, get_args

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    ComponentStatus,
    Course,
    Event,
    Hidden,
    Meta,
    Option,
    choose,
    gettext_noop,
    no_components,
    numbered_rules,
)
from stele_liars_dice import bidding, rounds
from stele_liars_dice.events import COMMANDS, Bid, CupsLifted, DieRolled, Doubt
from stele_liars_dice.narration import describe, narrate
from stele_liars_dice.rounds import result, setup, standing
from stele_liars_dice.state import FACES, Phase, State, all_dice, phase_of
from stele_liars_dice.view import view

PROTOCOL = 3
"""The version of what a title offers (`stele.title.PROTOCOL`) for which this one was written."""

COURSE: Course[State] = Course(
    phase_of, get_args(Phase), (rounds.PHASE_RULES, bidding.PHASE_RULES), unknown_rule="LD-B1"
)
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve
UPCASTERS: Mapping[tuple[str, int], Any] = {}
read_components = no_components

meta = Meta(
    id="liars-dice",
    title="Liar's Dice",
    designer="traditional",
    publisher="public domain",
    year=1800,
    least_players=2,
    most_players=4,
    options=(
        Option(
            "dice", "number", 3, "Number of dice each player starts with.", least=1, most=5, label=gettext_noop("Dice")
        ),
    ),
    components=(ComponentStatus("Dice", "exact", "Six faces, each as likely as the others."),),
    rules=numbered_rules(__name__),
    languages=("en", "it", "es"),
)


def conserved(state: State) -> dict[str, int]:
    """Each die lies under a cup or has left the game (LD-D2), and a player is out exactly if they have none (LD-E1)."""
    without = {seat for seat, player in enumerate(state.players) if not player.left}
    return {"dice": all_dice(state) + state.lost, "out, and with dice": len(set(state.out) ^ without)}


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with every hidden die: its face when the cups were lifted, otherwise any face."""
    lifted = {event.round: event.faces for event in past if isinstance(event, CupsLifted)}
    rolled: dict[tuple[int, int], int] = {}
    told: list[Event] = []
    for event in past:
        if isinstance(event, DieRolled):
            place = event.round, event.seat
            number = rolled[place] = rolled.get(place, -1) + 1
            if isinstance(event.face, Hidden):
                faces = lifted.get(event.round)
                event = replace(event, face=choose(lot, FACES) if faces is None else faces[event.seat][number])
        told.append(event)
    return told


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """How likely it is, in thousandths, that the bid holds, or that the doubted one does not."""
    return [round(1000 * _sureness(state, seat, command)) for command in commands]


def _sureness(state: State, seat: int, command: Command) -> float:
    match command:
        case Bid(_, count, face):
            return _likely(state, seat, count, face)
        case Doubt() if state.claim is not None:
            return 1 - _likely(state, seat, state.claim.count, state.claim.face)
    return 0


def _likely(state: State, seat: int, count: int, face: int) -> float:
    """The likelihood that this number of dice show this face, by the dice under this seat's cup."""
    mine = state.players[seat].faces
    others, missing = all_dice(state) - len(mine), count - mine.count(face)
    ways = sum(comb(others, hits) * 5 ** (others - hits) for hits in range(max(0, missing), others + 1))
    return float(ways / 6**others)


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
