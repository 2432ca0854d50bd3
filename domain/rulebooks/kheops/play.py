"""The course of the game: whose turn it is, what may be answered, what follows by itself (KH-T)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from domain.chance import Chance
from domain.messages import Command, Event, Illegal
from domain.rulebooks.kheops import pawns, powers, scoring, tiles
from domain.rulebooks.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from domain.rulebooks.kheops.components import components_from, shipped_components
from domain.rulebooks.kheops.events import TableLaid
from domain.rulebooks.kheops.state import Settings, State

_EVOLVE: dict[type[Event], Any] = {**tiles.EVOLVE, **pawns.EVOLVE, **powers.EVOLVE, **scoring.EVOLVE}


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """Tiles and colours are settled, and the base is laid (KH-S1 to KH-S3)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    settings = Settings(options["closed_rule"], options["swap_may_use_placed_pawn"], options["pharaoh_after_mummy"])
    match options["white"]:
        case "first":
            white = 0
        case "second":
            white = 1
        case _:
            white = chance.below(2)
    yield TableLaid(components, settings, white)
    yield tiles.lay_base(components, chance)


def evolve(state: State | None, event: Event) -> State:
    """The state after this event."""
    new: State = _EVOLVE[event.__class__](state, event)
    return new


def to_act(state: State) -> tuple[int, ...]:
    """The player whose turn it is, while something is to be chosen."""
    return (state.turn,) if state.step in ("pawn", "power", "tile") else ()


def legal(state: State, seat: int) -> Sequence[Command]:
    """Every legal answer of this seat."""
    if seat not in to_act(state):
        return ()
    match state.step:
        case "pawn":
            return pawns.pawn_options(state, seat)
        case "power":
            return powers.power_options(state, seat)
        case "tile":
            return tiles.tile_options(state, seat)
        case _:
            return ()


def decide(state: State, command: Command, chance: Chance) -> Iterable[Event]:
    """The player's own fact, or `Illegal`."""
    if command.seat not in to_act(state):
        raise Illegal("it is not your turn", "KH-T1")
    match command:
        case PlacePawn():
            return (pawns.place_pawn(state, command),)
        case Rotate() | Swap() | Move():
            return (powers.use_power(state, command),)
        case PlaceTile():
            return (tiles.place_tile(state, command),)
    raise Illegal("this game knows no such command", "KH-T1")


def advance(state: State, chance: Chance) -> Event | None:
    """The next thing that happens by itself; none while somebody must choose, and at the end."""
    match state.step:
        case "deal":
            return tiles.advance_deal(state, chance)
        case "pawn":
            return None
        case "power":
            return powers.advance_power(state)
        case "tile":
            options = tiles.tile_options(state, state.turn)
            return tiles.place_tile(state, options[0]) if len(options) == 1 else None
        case "draw":
            return tiles.draw(state, state.turn, chance)
        case "score":
            return scoring.advance_scoring(state)
        case "over":
            return None
        case _:
            assert_never(state.step)
