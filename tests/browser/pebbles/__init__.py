"""Pebbles: a title as small as one can be, to see that a new folder is all that a title needs, in the browser too.

Two players take one to three pebbles from a heap in turn; who takes the last one wins.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.chance import Chance
from domain.messages import Command, Event, Illegal, SeatName, Sentence, say
from domain.rulebook import BadOption, ComponentStatus, Meta, Option, Result

MOST = 3


class State(Struct, frozen=True):
    """The heap, who is to take, what each has taken so far, move by move."""

    heap: int
    turn: int = 0
    taken: tuple[tuple[int, ...], ...] = ((), ())


class Take(Command, frozen=True):
    """Take this many pebbles."""

    pebbles: int


class HeapLaid(Event, frozen=True):
    """The heap lies on the table."""

    pebbles: int


class PebblesTaken(Event, frozen=True):
    """A player took pebbles."""

    seat: int
    pebbles: int


COMMANDS = (Take,)
EVENTS = (HeapLaid, PebblesTaken)
UPCASTERS: dict[tuple[str, int], Any] = {}

meta = Meta(
    id="pebbles",
    title="Pebbles",
    designer="Anon",
    publisher="Nobody",
    year=1900,
    least_players=2,
    most_players=2,
    options=(Option("heap", "number", 9, "How many pebbles lie on the table.", least=1, most=30),),
    components=(ComponentStatus("Pebbles", "exact", "from the beach"),),
    rules={"P1": "Take one to three pebbles.", "P2": "Who takes the last one wins."},
)


def read_components(data: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """There are none to choose."""
    raise BadOption("components", "this title has none")


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """The heap is laid."""
    yield HeapLaid(options["heap"])


def decide(state: State, command: Command, chance: Chance) -> Iterable[Event]:
    """P1."""
    if command not in legal(state, command.seat):
        raise Illegal("take one to three pebbles of those that are left", "P1")
    assert isinstance(command, Take)
    return (PebblesTaken(command.seat, command.pebbles),)


def advance(state: State, chance: Chance) -> Event | None:
    """Nothing happens by itself."""
    return None


def evolve(state: State | None, event: Event) -> State:
    """The heap shrinks."""
    match event:
        case HeapLaid(pebbles):
            return State(pebbles)
        case PebblesTaken(seat, pebbles):
            assert state is not None
            taken = tuple((*pile, pebbles) if one == seat else pile for one, pile in enumerate(state.taken))
            return replace(state, heap=state.heap - pebbles, turn=1 - seat, taken=taken)
    raise TypeError(event)


def to_act(state: State) -> tuple[int, ...]:
    """One after the other."""
    return (state.turn,) if state.heap else ()


def legal(state: State, seat: int) -> Sequence[Command]:
    """P1."""
    return [Take(seat, pebbles) for pebbles in range(1, min(MOST, state.heap) + 1)] if seat in to_act(state) else []


def view(state: State) -> dict[str, Any]:
    """The heap as a pile, a track of totals, and a table of the players."""
    return {
        "heap": state.heap,
        "seat": state.turn,
        "totals": [sum(pile) for pile in state.taken],
        "players": [{"seat": seat, "taken": list(pile)} for seat, pile in enumerate(state.taken)],
    }


def standing(state: State) -> tuple[int, ...]:
    """What each has taken."""
    return tuple(sum(pile) for pile in state.taken)


def result(state: State) -> Result | None:
    """P2."""
    if state.heap:
        return None
    winner = 1 - state.turn
    return Result(tuple(1 if seat == winner else 2 for seat in range(2)), standing(state), "last pebble")


def conserved(state: State) -> dict[str, int]:
    """No pebble is lost."""
    return {"pebbles": state.heap + sum(standing(state))}


def narrate(event: Event) -> Sentence:
    """What happened."""
    match event:
        case HeapLaid(pebbles):
            return say("A heap of {pebbles} pebbles was laid.", pebbles=pebbles)
        case PebblesTaken(seat, pebbles):
            return say("{player} took {pebbles}.", player=SeatName(seat), pebbles=pebbles)
    raise TypeError(event)


def describe(command: Command) -> Sentence:
    """What a move would do."""
    assert isinstance(command, Take)
    return say("Take {pebbles}", pebbles=command.pebbles)


def appraise(state: State, seat: int, command: Command) -> int:
    """Leave a multiple of four."""
    assert isinstance(command, Take)
    return int((state.heap - command.pebbles) % (MOST + 1) == 0)
