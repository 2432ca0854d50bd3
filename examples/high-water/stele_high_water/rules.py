"""The commands and events, the state, and the rules (S, T, W, E)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Event,
    Illegal,
    Phase,
    PhaseRules,
    Result,
    Show,
    anew,
    choose,
    decides,
    gettext_noop,
)

FIELDS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abcd")
MIDDLE = ("b2", "c2", "b1", "c3")
LOST, MOST_LOST, STEPS = 3, 4, 2

Phases = Literal["walking", "tide", "over"]


class Walk(Command, frozen=True):
    """Walk to this field."""

    SAYS = gettext_noop("Walk to {field}")
    field: str


class Bail(Command, frozen=True):
    """Bail on the player's own field."""

    SAYS = gettext_noop("Bail")


class Wait(Command, frozen=True):
    """Do nothing in this step."""

    SAYS = gettext_noop("Wait")


class StormBegan(Event, frozen=True):
    """Set-up: the players, the number of tides, and how often the water rises in each."""

    RULES = ("S1", "S2")
    SAYS = gettext_noop("The storm has {tides} tides of strength {strength}.")
    players: int
    tides: int
    strength: int


class Walked(Event, frozen=True):
    """This seat walks to a field."""

    RULES = ("T1", "T2")
    SAYS = gettext_noop("{player} walks to {field}.")
    seat: int
    field: str


class Bailed(Event, frozen=True):
    """This seat bails on its field."""

    RULES = ("T1", "T3")
    SAYS = gettext_noop("{player} bails on {field}.")
    seat: int
    field: str


class Waited(Event, frozen=True):
    """This seat waits."""

    RULES = ("T1", "T4")
    SAYS = gettext_noop("{player} waits.")
    seat: int


class WaterRose(Event, frozen=True):
    """The water rises on this field; the wardens of these seats are out of the game."""

    RULES = ("W1", "W2")
    SAYS = gettext_noop("The water rises on {field}.")
    field: str
    out: tuple[int, ...]


COMMANDS: tuple[type[Command], ...] = (Walk, Bail, Wait)


class State(Struct, frozen=True, gc=False):
    """The island. `wardens` has the field of each seat, empty if it is out; `steps` are left of this turn."""

    tides: int
    strength: int
    wardens: tuple[str, ...]
    water: tuple[int, ...] = (0,) * len(FIELDS)
    turn: int = 0
    steps: int = STEPS
    risen: int = 0
    tide: int = 1

    def depth(self, field: str) -> int:
        """The water on this field."""
        return self.water[FIELDS.index(field)]

    @property
    def lost(self) -> int:
        """The number of lost fields."""
        return self.water.count(LOST)


def beside(field: str) -> list[str]:
    """The fields beside, above and below this one (T2)."""
    place = FIELDS.index(field)
    near = [(place - 1, place % 4 > 0), (place + 1, place % 4 < 3), (place - 4, place > 3), (place + 4, place < 8)]
    return [FIELDS[other] for other, is_there in near if is_there]


def phase_of(state: State) -> Phases:
    """A turn, and the tide after it."""
    if state.tide > state.tides or state.lost >= MOST_LOST or not any(state.wardens):
        return "over"
    return "walking" if state.steps else "tide"


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """The wardens take their places (S1, S2)."""
    yield StormBegan(players, options["tides"], options["strength"])


def seat_to_walk(state: State) -> tuple[int, ...]:
    """The seat whose turn it is (T1)."""
    return (state.turn,)


def steps(state: State, seat: int) -> list[Command]:
    """Walk, bail or wait (T2 to T4)."""
    field = state.wardens[seat]
    walks = [Walk(seat, one) for one in beside(field) if state.depth(one) < LOST]
    return [*walks, *([Bail(seat)] if state.depth(field) else []), Wait(seat)]


def walk(state: State, command: Walk) -> Walked:
    """Walk to an adjacent field that is not lost (T2)."""
    if command not in steps(state, command.seat):
        raise Illegal("walk to a field beside yours that is not lost", "T2")
    return Walked(command.seat, command.field)


def bail(state: State, command: Bail) -> Bailed:
    """The event for bailing the player's field, which must not be dry (T3)."""
    field = state.wardens[command.seat]
    if not state.depth(field):
        raise Illegal("this field is dry", "T3")
    return Bailed(command.seat, field)


def wait(state: State, command: Wait) -> Waited:
    """Wait, which is always possible (T4)."""
    return Waited(command.seat)


def rise(state: State, chance: Chance) -> WaterRose:
    """Let the water rise on a field that is not lost (W1); the third time, the field is lost with its wardens (W2)."""
    field = choose(chance, [one for one in FIELDS if state.depth(one) < LOST])
    is_lost = state.depth(field) == LOST - 1
    return WaterRose(field, tuple(seat for seat, at in enumerate(state.wardens) if is_lost and at == field))


def eliminated(state: State) -> tuple[int, ...]:
    """The seats whose wardens were on a field that is lost (W2)."""
    return tuple(seat for seat, field in enumerate(state.wardens) if not field)


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The number of fields that are not lost, for every seat."""
    return (len(FIELDS) - state.lost,) * len(state.wardens)


def result(state: State) -> Result | None:
    """All win or lose together (E1)."""
    if phase_of(state) != "over":
        return None
    has_won = state.lost < MOST_LOST and any(state.wardens)
    return Result((1 if has_won else 2,) * len(state.wardens), standing(state), "held" if has_won else "flooded")


def _began(_nothing: State | None, event: StormBegan) -> State:
    return State(event.tides, event.strength, tuple(MIDDLE[seat % len(MIDDLE)] for seat in range(event.players)))


def _walked(state: State, event: Walked) -> State:
    wardens = (*state.wardens[: event.seat], event.field, *state.wardens[event.seat + 1 :])
    return replace(state, wardens=wardens, steps=state.steps - 1)


def _changed(state: State, field: str, by: int) -> tuple[int, ...]:
    return tuple(depth + by * (one == field) for one, depth in zip(FIELDS, state.water, strict=True))


def _bailed(state: State, event: Bailed) -> State:
    return replace(state, water=_changed(state, event.field, -1), steps=state.steps - 1)


def _waited(state: State, event: Waited) -> State:
    return replace(state, steps=state.steps - 1)


def _rose(state: State, event: WaterRose) -> State:
    wardens = tuple("" if seat in event.out else field for seat, field in enumerate(state.wardens))
    state = replace(state, water=_changed(state, event.field, 1), wardens=wardens, risen=state.risen + 1)
    if state.risen < state.strength or not any(wardens):
        return state
    following = (*range(state.turn + 1, len(wardens)), *range(state.turn + 1))
    turn = next(seat for seat in following if wardens[seat])
    return replace(state, turn=turn, steps=STEPS, risen=0, tide=state.tide + 1)


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "walking": Phase(
            "T1",
            asked=seat_to_walk,
            options=steps,
            commands=(decides(Walk, walk), decides(Bail, bail), decides(Wait, wait)),
        ),
        "tide": Phase("W1", advance=rise),
        "over": Phase("E1"),
    },
    events=(_began, _walked, _bailed, _waited, _rose),
)


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """A sensible warden bails where the water is high, and walks towards it, away from the others."""

    def worth(command: Command) -> int:
        here = state.wardens[seat]
        match command:
            case Bail():
                return 10 + 20 * state.depth(here)
            case Walk(_, field):
                others = sum(one == field for one in state.wardens)
                reach = [state.depth(one) for one in beside(field) if state.depth(one) < LOST]
                return 22 * state.depth(field) + 4 * max(reach, default=0) - 6 * others - 12 * state.depth(here)
        return 0

    return [worth(command) for command in commands]
