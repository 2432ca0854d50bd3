"""Three tiny titles, small enough to know the best play: taking sticks or bulls, and laying coins at the same time."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game import Game, Seat
from domain.messages import Command, Event
from domain.redaction import Hidden, secret
from domain.rulebook import Better, Points, Result
from domain.title_loader import find_rulebooks

WITHOUT_POINTS = replace(next(iter(find_rulebooks().values())).meta, points=None)


class Take(Command, frozen=True):
    """Take this number of sticks."""

    count: int


class Taken(Event, frozen=True):
    """The event of taking this number of sticks."""

    seat: int
    count: int


class Heap(Struct, frozen=True):
    """A heap of sticks: the player who takes the last one wins."""

    sticks: int
    turn: int = 0


def sticks() -> Any:
    """Two players take one, two or three sticks in turn; the player who takes the last one wins, without points."""

    def evolve(state: Heap | None, event: Taken) -> Heap:
        assert state is not None
        return Heap(state.sticks - event.count, 1 - event.seat)

    return SimpleNamespace(
        meta=WITHOUT_POINTS,
        to_act=lambda state: (state.turn,) if state.sticks else (),
        legal=lambda state, seat: [Take(seat, count) for count in (1, 2, 3) if count <= state.sticks],
        decide=lambda state, command, chance: (Taken(command.seat, command.count),),
        advance=lambda state, chance: None,
        evolve=lambda state, event: event.heap if isinstance(event, Begun) else evolve(state, event),
        result=lambda state: None if state.sticks else _won_by(1 - state.turn),
        appraise=lambda state, seat, commands: [0 for _ in commands],
        determinize=lambda past, lot: past,
    )


class Begun(Event, frozen=True):
    """The start of play."""

    heap: Any


class Lay(Command, frozen=True):
    """Lay a coin, face down."""

    side: int


class Laid(Event, frozen=True):
    """A coin was laid."""

    seat: int
    side: int | Hidden = secret(to="seat")


class Coins(Struct, frozen=True):
    """The coins that two players have laid."""

    laid: tuple[int | Hidden | None, ...] = (None, None)


def coins() -> Any:
    """A title in which two players lay a coin each at the same time. Seat 0 wins if they show the same side, seat 1 if
    they differ.
    """

    def evolve(state: Coins, event: Event) -> Coins:
        if not isinstance(event, Laid):
            return Coins()
        return Coins(tuple(event.side if seat == event.seat else one for seat, one in enumerate(state.laid)))

    return SimpleNamespace(
        meta=WITHOUT_POINTS,
        to_act=lambda state: tuple(seat for seat, side in enumerate(state.laid) if side is None),
        legal=lambda state, seat: [Lay(seat, side) for side in (0, 1)],
        decide=lambda state, command, chance: (Laid(command.seat, command.side),),
        advance=lambda state, chance: None,
        evolve=evolve,
        result=lambda state: None if None in state.laid else _won_by(0 if state.laid[0] == state.laid[1] else 1),
        appraise=lambda state, seat, commands: [0 for _ in commands],
        determinize=lambda past, lot: past,
    )


def bulls(better: Better) -> Any:
    """The first player takes up to three bulls, and loses; the second one has none. Only the points matter."""

    def evolve(state: Heap | None, event: Event) -> Heap:
        return event.heap if isinstance(event, Begun) else Heap(3 - event.count, 1)  # type: ignore[attr-defined]

    return SimpleNamespace(
        meta=replace(WITHOUT_POINTS, points=Points(better=better)),
        to_act=lambda state: () if state.turn else (0,),
        legal=lambda state, seat: [] if state.turn else [Take(seat, count) for count in (0, 1, 2, 3)],
        decide=lambda state, command, chance: (Taken(command.seat, command.count),),
        advance=lambda state, chance: None,
        evolve=evolve,
        result=lambda state: Result((2, 1), (3 - state.sticks, 0), "") if state.turn else None,
        appraise=lambda state, seat, commands: [0 for _ in commands],
        determinize=lambda past, lot: past,
    )


def game_of(rulebook: Any, past: Sequence[Event], players: int = 2) -> Game[Any]:
    """A game of this number of persons after this past."""
    table = None
    for event in past:
        table = rulebook.evolve(table, event)
    seats = (Seat("", "", "person", ""),) * players
    return Game("tiny", players, {}, "", False, seats=seats, status="playing", table=table)


def _won_by(seat: int) -> Result:
    return Result(tuple(1 if one == seat else 2 for one in (0, 1)), (), "")
