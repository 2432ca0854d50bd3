"""Hex, for 2 players, after Piet Hein and John Nash: connect your two sides of the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stele.title import (
    Cell,
    Chance,
    Command,
    Event,
    Grid,
    Illegal,
    Meta,
    Option,
    Phase,
    Result,
    cell_name,
    decides,
    gettext_noop,
    numbered_rules,
    one_phase,
)

PROTOCOL = 3
AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

meta = Meta(
    id="hex", title="Hex", designer="Piet Hein, John Nash", publisher="public domain", year=1942,
    least_players=2, most_players=2, components=(), rules=numbered_rules(__name__), points=None,
    options=(Option("size", "number", 11, "Number of rows.", least=3, most=19, label=gettext_noop("Size")),),
)  # fmt: skip


class State(Struct, frozen=True, gc=False):
    """The seat of the stone on each cell, row by row; whose turn it is; and the winner."""

    size: int
    stones: tuple[int | None, ...]
    turn: int = 0
    winner: int | None = None


class Place(Command, frozen=True):
    """Place a stone on this cell."""

    SAYS = gettext_noop("Place a stone on {cell}")
    cell: str


class Swap(Command, frozen=True):
    """Take over the first stone."""

    SAYS = gettext_noop("Swap: take over the first stone")


class BoardLaid(Event, frozen=True):
    """Set-up: an empty board with this number of rows and columns."""

    RULES = ("H1",)
    SAYS = gettext_noop("The board has {size} rows and columns.")
    size: int


class StonePlaced(Event, frozen=True):
    """This seat places a stone."""

    RULES = ("H2",)
    SAYS = gettext_noop("{player} places a stone on {cell}.")
    seat: int
    cell: str


class StoneSwapped(Event, frozen=True):
    """This seat takes over the first stone, which is now on this cell."""

    RULES = ("H3",)
    SAYS = gettext_noop("{player} takes over the first stone, now on {cell}.")
    seat: int
    cell: str


def names(size: int) -> list[str]:
    """The cells' names, row by row."""
    return [cell_name(column, row) for row in range(size) for column in range(size)]


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> list[Event]:
    """An empty board (H1)."""
    return [BoardLaid(options["size"])]


def may_swap(state: State) -> bool:
    """Whether a single stone, the opponent's, is on the board (H3)."""
    return state.turn == 1 and state.stones.count(None) == len(state.stones) - 1


def options(state: State, seat: int) -> Sequence[Command]:
    """Any empty cell (H2), or the swap (H3)."""
    empty = [Place(seat, name) for name, stone in zip(names(state.size), state.stones, strict=True) if stone is None]
    return [*empty, Swap(seat)] if may_swap(state) else empty


def place(state: State, command: Place) -> StonePlaced:
    """Place a stone on an empty cell (H2)."""
    if command not in options(state, command.seat):
        raise Illegal("place your stone on an empty cell", "H2")
    return StonePlaced(command.seat, command.cell)


def swap(state: State, command: Swap) -> StoneSwapped:
    """Swap the players' roles, which is possible only in the second turn of the game (H3)."""
    if not may_swap(state):
        raise Illegal("only the first stone can be taken over", "H3")
    return StoneSwapped(command.seat, cell_name(*divmod(state.stones.index(0), state.size)))


def laid(_nothing: State | None, event: BoardLaid) -> State:
    """The first state."""
    return State(event.size, (None,) * event.size**2)


def placed(state: State, event: StonePlaced) -> State:
    """The state after one more stone, which may end the game (H4)."""
    at = names(state.size).index(event.cell)
    stones = (*state.stones[:at], event.seat, *state.stones[at + 1 :])
    has_won = connects(state.size, stones, event.seat)
    return replace(state, stones=stones, turn=1 - event.seat, winner=event.seat if has_won else None)


def swapped(state: State, event: StoneSwapped) -> State:
    """The stone of the second player in place of the first one."""
    return placed(replace(state, stones=(None,) * len(state.stones)), StonePlaced(event.seat, event.cell))


def connects(size: int, stones: Sequence[int | None], seat: int) -> bool:
    """Whether a chain of this seat's stones leads from one of its sides to the other (H4)."""
    own = {(at % size, at // size) for at, stone in enumerate(stones) if stone == seat}
    reached = [cell for cell in own if cell[1 - seat] == 0]
    for column, row in reached:  # grows on the way
        reached += own.difference(reached) & {(column + right, row + down) for right, down in AROUND}
    return any(cell[1 - seat] == size - 1 for cell in reached)


def result(state: State) -> Result | None:
    """The player whose sides are connected wins (H4)."""
    return None if state.winner is None else Result((1, 2) if state.winner == 0 else (2, 1), (), "connected")


def grid(state: State) -> Grid:
    """The board as the pages draw it."""
    stones = enumerate(zip(names(state.size), state.stones, strict=True))
    cells = tuple(Cell(name, at % state.size, at // state.size, seat) for at, (name, seat) in stones)
    return Grid("hexes", cells, sides=(0, 1, 0, 1))


def asked(state: State) -> tuple[int, ...]:
    """One player after the other (H2), until one has won."""
    return (state.turn,) if state.winner is None else ()


COURSE = one_phase(Phase("H2", asked, options, (decides(Place, place), decides(Swap, swap))), laid, placed, swapped)
