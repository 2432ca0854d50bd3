"""Powers triggered by a pawn (KH-W): rotate a corridor, rotate a hall, swap, move. They do not chain."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from stele.title import Chance, Event, Illegal, Phase, PhaseRules, decides, gettext_noop, with_item
from titles.kheops.commands import Move, Rotate, Swap
from titles.kheops.events import PawnMoved, PawnsSwapped, PowerUnused, TileRotated
from titles.kheops.pawns import free_for_pawns
from titles.kheops.plan import CELLS, INDEX, SIDES
from titles.kheops.state import PROTECTED, Laid, State, other, whose_turn

Use = Rotate | Swap | Move


def is_protected(state: State, cell: int, seat: int) -> bool:
    """Whether the opponent's Priest or Pharaoh is there: this seat may neither touch nor turn it (KH-R1, KH-R2)."""
    pawn = state.pawns[cell]
    return pawn is not None and pawn.seat == other(seat) and pawn.kind in PROTECTED


def turns(laid: Laid) -> tuple[int, ...]:
    """The thirds by which this tile may be turned: only one if all its sides are alike (R21)."""
    return (1,) if len(set(laid.tile.sides)) == 1 else (1, 2)


def rotatable(state: State, seat: int, kind: str) -> list[int]:
    """The cells with a tile of this kind that the seat may turn (KH-W1)."""
    return [
        cell
        for cell, laid in enumerate(state.laid)
        if laid is not None and laid.tile.kind == kind and not is_protected(state, cell, seat)
    ]


def swappable(state: State, seat: int) -> tuple[list[int], list[int]]:
    """The cells of the player's pawns and of the opponent's that may change places (KH-W2)."""
    own = [
        cell
        for cell, pawn in enumerate(state.pawns)
        if pawn is not None and pawn.seat == seat and (cell != state.placed or state.settings.swap_may_use_placed_pawn)
    ]
    enemy = [
        cell
        for cell, pawn in enumerate(state.pawns)
        if pawn is not None and pawn.seat != seat and pawn.kind not in PROTECTED
    ]
    return own, enemy


def movable(state: State, seat: int) -> list[int]:
    """The cells of the player's pawns that were not placed in this turn (KH-W3)."""
    return [
        cell for cell, pawn in enumerate(state.pawns) if pawn is not None and pawn.seat == seat and cell != state.placed
    ]


def power_options(state: State, seat: int) -> Sequence[Use]:
    """All possible uses of this turn's power."""
    match state.power:
        case None:
            return []
        case "rotate_corridor" | "rotate_hall":
            kind = state.power.removeprefix("rotate_")
            found = [(cell, state.laid[cell]) for cell in rotatable(state, seat, kind)]
            return [Rotate(seat, CELLS[cell], thirds) for cell, laid in found if laid for thirds in turns(laid)]
        case "swap":
            own, enemy = swappable(state, seat)
            return [Swap(seat, CELLS[one], CELLS[two]) for one in own for two in enemy]
        case "move":
            free = free_for_pawns(state)
            return [Move(seat, CELLS[cell], CELLS[target]) for cell in movable(state, seat) for target in free]
        case _:
            assert_never(state.power)


def use_power(state: State, command: Use) -> Event:
    """The event for using the power, or why this use is not allowed."""
    match command:
        case Rotate():
            return _rotate(state, command)
        case Swap():
            return _swap(state, command)
        case Move():
            return _move(state, command)
        case _:
            assert_never(command)


def _cell(name: str, rule: str) -> int:
    cell = INDEX.get(name)
    if cell is None:
        raise Illegal("there is no such cell", rule)
    return cell


def _rotate(state: State, command: Rotate) -> TileRotated:
    if state.power not in ("rotate_corridor", "rotate_hall"):
        raise Illegal("this power does not turn tiles", "KH-W5")
    cell = _cell(command.cell, "KH-W1")
    laid = state.laid[cell]
    if laid is None or laid.tile.kind != state.power.removeprefix("rotate_"):
        raise Illegal("turn a tile of the kind shown by the symbol", "KH-W1")
    if is_protected(state, cell, command.seat):
        raise Illegal("your opponent's Priest or Pharaoh is on this tile", "KH-R2")
    if command.thirds not in turns(laid):
        raise Illegal(
            "turn it by one or two thirds of a turn; a tile that looks the same in every position can be turned only "
            "by one",
            "R21",
        )
    return TileRotated(command.seat, command.cell, command.thirds, (laid.orientation + command.thirds) % SIDES)


def _swap(state: State, command: Swap) -> PawnsSwapped:
    if state.power != "swap":
        raise Illegal("this power does not swap pawns", "KH-W5")
    own, enemy = _cell(command.own, "KH-W2"), _cell(command.enemy, "KH-W2")
    if is_protected(state, enemy, command.seat):
        raise Illegal("the opponent's Priest and Pharaoh can't be swapped", "KH-R1")
    owns, enemies = swappable(state, command.seat)
    if own == state.placed and own not in owns:
        raise Illegal("you can't swap the pawn you just placed", "R25")
    if own not in owns or enemy not in enemies:
        raise Illegal("swap one of your pawns with one of your opponent's", "KH-W2")
    return PawnsSwapped(command.seat, command.own, command.enemy)


def _move(state: State, command: Move) -> PawnMoved:
    if state.power != "move":
        raise Illegal("this power does not move pawns", "KH-W5")
    origin, target = _cell(command.origin, "KH-W3"), _cell(command.target, "KH-W3")
    if origin not in movable(state, command.seat):
        raise Illegal("move one of your own pawns, but not the one just placed", "KH-W3")
    if target not in free_for_pawns(state):
        raise Illegal("move it to a tile that has no pawn and can hold one", "KH-W4")
    return PawnMoved(command.seat, command.origin, command.target)


def advance_power(state: State, _chance: Chance) -> Event | None:
    """Use a power that has a single target, skip one that has none, and otherwise let the player choose (KH-W5)."""
    options = power_options(state, state.turn)
    if not options:
        assert state.power is not None
        return PowerUnused(state.turn, state.power)
    return use_power(state, options[0]) if len(options) == 1 else None


def _unused(state: State, event: PowerUnused) -> State:
    return replace(state, power=None, step="tile")


def _rotated(state: State, event: TileRotated) -> State:
    cell = INDEX[event.cell]
    laid = state.laid[cell]
    assert laid is not None
    turned = Laid(laid.tile, event.orientation)
    return replace(state, laid=with_item(state.laid, cell, turned), power=None, step="tile")


def _swapped(state: State, event: PawnsSwapped) -> State:
    own, enemy = INDEX[event.own], INDEX[event.enemy]
    pawns = with_item(with_item(state.pawns, own, state.pawns[enemy]), enemy, state.pawns[own])
    placed = enemy if state.placed == own else state.placed
    return replace(state, pawns=pawns, placed=placed, power=None, step="tile")


def _moved(state: State, event: PawnMoved) -> State:
    origin, target = INDEX[event.origin], INDEX[event.target]
    pawns = with_item(with_item(state.pawns, target, state.pawns[origin]), origin, None)
    return replace(state, pawns=pawns, power=None, step="tile")


_NO_POWER = gettext_noop("there is no power to use now")
PHASE_RULES = PhaseRules(
    phases={
        "power": Phase(
            "KH-T1",
            asked=whose_turn,
            options=power_options,
            commands=(
                decides(Rotate, use_power, "KH-W5", refusal=_NO_POWER),
                decides(Swap, use_power, "KH-W5", refusal=_NO_POWER),
                decides(Move, use_power, "KH-W5", refusal=_NO_POWER),
            ),
            advance=advance_power,
        ),
    },
    events=(_unused, _rotated, _swapped, _moved),
)
