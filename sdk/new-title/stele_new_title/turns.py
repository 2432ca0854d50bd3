"""The set-up, the turns, and the end (S, T, E)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
)
from stele_new_title.events import Bank, DieRolled, PotBanked, Roll, RollChosen, RoundsAgreed
from stele_new_title.state import FACES, State, phase_of


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """All players begin with no points (S1)."""
    yield RoundsAgreed(players, options["rounds"])


def seat_to_choose(state: State) -> tuple[int, ...]:
    """The seat whose turn it is, one after the other (S1)."""
    return (state.turn,)


def answers(state: State, seat: int) -> Sequence[Command]:
    """The options: to roll, or to bank a pot that is not empty (T1, T2)."""
    return [Roll(seat), Bank(seat)] if state.pot else [Roll(seat)]


def roll(state: State, command: Roll) -> RollChosen:
    """Choose to roll, as often as the player likes (R1). A decision draws nothing at random; `roll_die` follows it."""
    return RollChosen(command.seat)


def bank(state: State, command: Bank) -> PotBanked:
    """Bank the pot, which must not be empty (T2)."""
    if not state.pot:
        raise Illegal("the pot is empty: roll first", "T2")
    return PotBanked(command.seat, state.pot)


def roll_die(state: State, chance: Chance) -> DieRolled:
    """Roll the die, whose faces are equally likely (T3, T4)."""
    return DieRolled(state.turn, choose(chance, FACES))


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat so far (T5)."""
    return state.points


def result(state: State) -> Result | None:
    """Places by points (E1)."""
    return Result(by_points(state.points), state.points, "points") if phase_of(state) == "over" else None


def _started(_nothing: State | None, event: RoundsAgreed) -> State:
    return State((0,) * event.players, event.rounds)


def _chosen(state: State, _event: RollChosen) -> State:
    return replace(state, is_rolling=True)


def _rolled(state: State, event: DieRolled) -> State:
    rolled = replace(state, is_rolling=False, die=event.face)
    return _next_turn(rolled) if event.face == 1 else replace(rolled, pot=state.pot + event.face)


def _banked(state: State, event: PotBanked) -> State:
    points = list(state.points)
    points[event.seat] += event.points
    return _next_turn(replace(state, points=tuple(points)))


def _next_turn(state: State) -> State:
    turn = (state.turn + 1) % len(state.points)
    return replace(state, turn=turn, round=state.round + (turn == 0), pot=0)


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "choosing": Phase(
            "T1",
            asked=seat_to_choose,
            options=answers,
            commands=(decides(Roll, roll), decides(Bank, bank)),
            takes_only_option=True,
        ),
        "rolling": Phase("T3", advance=roll_die),
        "over": Phase("E1"),
    },
    events=(_started, _chosen, _rolled, _banked),
)
