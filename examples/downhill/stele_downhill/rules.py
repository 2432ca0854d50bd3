"""The command and events, the state, and the rules (S, T, E)."""

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
    by_points,
    choose,
    decides,
    gettext_noop,
)

FACES = range(1, 7)
FASTEST, GATE_SECONDS, FALL_SECONDS = 6, 8, 5

Phases = Literal["choosing", "skiing", "over"]


class Ski(Command, frozen=True):
    """Ski through the gate at this speed."""

    SAYS = gettext_noop("Ski at speed {speed}")
    speed: int


class RaceBegan(Event, frozen=True):
    """Set-up: the players, and the number of gates."""

    RULES = ("S1",)
    players: int
    gates: int


class SpeedChosen(Event, frozen=True):
    """This seat chooses a speed."""

    RULES = ("S2", "T1")
    SAYS = gettext_noop("{player} skis at speed {speed}.")
    seat: int
    speed: int


class GatePassed(Event, frozen=True):
    """The die shows this face, so that the seat falls or not, and needs this time."""

    RULES = ("T2", "T3", "T4")
    SAYS = gettext_noop("The die shows {face}: {player} needs {seconds} seconds.")
    seat: int
    face: int
    falls: bool
    seconds: int


COMMANDS: tuple[type[Command], ...] = (Ski,)


class Skier(Struct, frozen=True, gc=False):
    """One player: the speed, the seconds so far, and the last face and whether it was a fall."""

    speed: int = 1
    seconds: int = 0
    face: int = 0
    fell: bool = False


class State(Struct, frozen=True, gc=False):
    """The race: `done` players have passed this gate."""

    gates: int
    skiers: tuple[Skier, ...]
    gate: int = 1
    done: int = 0
    is_skiing: bool = False

    @property
    def turn(self) -> int:
        """The seat whose turn it is (S2)."""
        return (self.gate - 1 + self.done) % len(self.skiers)


def is_icy(gate: int) -> bool:
    """Whether this gate is icy, as every third one is (T2)."""
    return gate % 3 == 0


def phase_of(state: State) -> Phases:
    """The phase: choose a speed, then ski, until all are down."""
    if state.gate > state.gates:
        return "over"
    return "skiing" if state.is_skiing else "choosing"


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """The set-up: all stand at the start (S1)."""
    yield RaceBegan(players, options["gates"])


def seat_to_choose(state: State) -> tuple[int, ...]:
    """The seat that chooses a speed, one after the other (S2)."""
    return (state.turn,)


def speeds(state: State, seat: int) -> list[Ski]:
    """The speeds to choose from: one less, the same, or one more (T1)."""
    now = state.skiers[seat].speed
    return [Ski(seat, speed) for speed in (now - 1, now, now + 1) if 1 <= speed <= FASTEST]


def choose_speed(state: State, command: Ski) -> SpeedChosen:
    """A speed near the one before (T1)."""
    if command not in speeds(state, command.seat):
        raise Illegal("change your speed by one at most, from 1 to 6", "T1")
    return SpeedChosen(command.seat, command.speed)


def falls(gate: int, speed: int, face: int) -> bool:
    """Whether a skier of this speed falls (T2)."""
    return speed > 1 and (face <= speed if is_icy(gate) else face < speed)


def ski(state: State, chance: Chance) -> GatePassed:
    """Roll the die, whose faces are equally likely, and ski (T2 to T4)."""
    speed, face = state.skiers[state.turn].speed, choose(chance, FACES)
    fallen = falls(state.gate, speed, face)
    return GatePassed(state.turn, face, fallen, GATE_SECONDS - speed + FALL_SECONDS * fallen)


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The seconds of each seat so far, of which the fewest are best."""
    return tuple(skier.seconds for skier in state.skiers)


def result(state: State) -> Result | None:
    """Places by seconds (E1)."""
    seconds = standing(state)
    return Result(by_points(seconds, "fewest"), seconds, "seconds") if phase_of(state) == "over" else None


def _with(state: State, seat: int, skier: Skier) -> tuple[Skier, ...]:
    return (*state.skiers[:seat], skier, *state.skiers[seat + 1 :])


def _began(_nothing: State | None, event: RaceBegan) -> State:
    return State(event.gates, (Skier(),) * event.players)


def _chosen(state: State, event: SpeedChosen) -> State:
    skier = replace(state.skiers[event.seat], speed=event.speed)
    return replace(state, skiers=_with(state, event.seat, skier), is_skiing=True)


def _passed(state: State, event: GatePassed) -> State:
    before = state.skiers[event.seat]
    speed = 1 if event.falls else before.speed
    skier = Skier(speed, before.seconds + event.seconds, event.face, event.falls)
    done = (state.done + 1) % len(state.skiers)
    gate = state.gate + (done == 0)
    return replace(state, skiers=_with(state, event.seat, skier), done=done, gate=gate, is_skiing=False)


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "choosing": Phase("T1", asked=seat_to_choose, options=speeds, commands=(decides(Ski, choose_speed),)),
        "skiing": Phase("T2", advance=ski),
        "over": Phase("E1"),
    },
    events=(_began, _chosen, _passed),
)


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """For each command, the average time of the rest of a well-skied race, in hundredths of a second, negated."""

    def seconds(gate: int, speed: int, after: Sequence[float]) -> float:
        risk = sum(falls(gate, speed, face) for face in FACES) / len(FACES)
        return GATE_SECONDS - speed + risk * (FALL_SECONDS + after[1]) + (1 - risk) * after[speed]

    after = [0.0] * (FASTEST + 2)
    for gate in range(state.gates, state.gate, -1):
        near = [[one for one in (now - 1, now, now + 1) if 1 <= one <= FASTEST] for now in range(FASTEST + 2)]
        after = [min(seconds(gate, one, after) for one in speeds) for speeds in near]
    return [-round(100 * seconds(state.gate, one.speed, after)) for one in commands if isinstance(one, Ski)]
