"""Steward: a sensible player's evaluation of each answer: both players' scores, and how certain they are.

A dungeon counts by its leader's chance of keeping it, a pawn with the best use of its power, a tile with the best reply
of the opponent's next pawn. All of that is public; the only hand used is the seat's own.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from stele.title import Command
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.dungeons import Score, judged
from titles.kheops.pawns import free_for_pawns
from titles.kheops.plan import INDEX, SIDES
from titles.kheops.powers import Use, movable, power_options, swappable
from titles.kheops.stakes import (
    KEPT,
    Stakes,
    for_ankhs,
    for_reserve,
    in_the_end,
    missing,
    stakes,
    sureness,
    yet_to_play,
)
from titles.kheops.state import POWERS, Laid, Pawn, Power, State, other
from titles.kheops.tiles import tile_of

FORESIGHT = 0
"""A search asks for the prospects immediately: nearly everything is public, and twenty times as many games are better.
"""

EXPLORE, WIDTH = 0.2, 1.0
"""The width of the search: no chance intervenes between two drawn tiles, so a search that concentrates on the best
answers looks further ahead.
"""

REPLY = 0.6
_SCALE = 1000


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """The value of these legal commands; only comparisons between commands of one moment are meaningful."""
    at_stake = stakes(state)
    set_off = {_set_off(state, command) for command in commands if isinstance(command, PlacePawn)}
    best = {power: _best_use(state, at_stake, power) for power in set_off if power is not None}
    return [round(_SCALE * _worth(state, at_stake, best, seat, command)) for command in commands]


def _worth(state: State, at_stake: Stakes, best: Mapping[Power, float], seat: int, command: Command) -> float:
    """The value of this command in points; `best` is the best use of each power that a pawn can trigger now."""
    match command:
        case PlacePawn():
            power = _set_off(state, command)
            return _pawn(state, at_stake, command) + (0.0 if power is None else best[power])
        case PlaceTile():
            tile = Laid(tile_of(state, command.tile), command.orientation)
            after = at_stake.with_tile(INDEX[command.cell], tile)
            return after.margins[seat] - REPLY * after.best_worker(other(seat))
        case Rotate() | Swap() | Move():
            return at_stake.margins[seat] + _use(state, at_stake, command)
    raise ValueError("no command of this title")


def prospects(state: State) -> tuple[float, ...]:
    """The expected points of each seat at the end."""
    return expected(state, judged(state.laid, state.pawns, state.settings.closed_rule))


def expected(state: State, found: Score) -> tuple[float, ...]:
    """The points that each seat may expect at the end of the game, from the current score."""
    left = missing(state.laid)
    points = [
        for_ankhs(ankhs, left) + for_reserve(player.reserve, left)
        for ankhs, player in zip(found.ankhs, state.players, strict=True)
    ]
    for dungeon in found.dungeons:
        value, lead = in_the_end(dungeon, left), sureness(dungeon.pawns[0] - dungeon.pawns[1], left)
        # Even without pawns a player will take it, as long as there are turns to come.
        drawn = left == 0 and lead == 0
        for seat, sure in enumerate((lead, -lead)):
            points[seat] += 0.0 if drawn else value * (1 + sure) / 2
    return tuple(points)


def _set_off(state: State, command: PlacePawn) -> Power | None:
    """The power that this pawn triggers, which is the same for all its uses."""
    laid = state.laid[INDEX[command.cell]]
    assert laid is not None, "pawns stand on tiles"
    return next((power for power in POWERS if power == laid.tile.symbol), None)


def _pawn(state: State, at_stake: Stakes, command: PlacePawn) -> float:
    """The value of this pawn, without the power that it triggers."""
    seat, cell = command.seat, INDEX[command.cell]
    standing = state.pawns[cell]
    changes = [(at_stake.footing(cell, Pawn(seat, command.pawn)), seat, 1)]
    kept = KEPT[command.pawn]
    if standing is not None:
        changes.append((at_stake.footing(cell, standing), standing.seat, -1))
        kept += KEPT[standing.kind]
    return at_stake.margins[seat] + at_stake.gain(seat, *changes) - yet_to_play(at_stake.left) * kept


def _use(state: State, at_stake: Stakes, use: Use) -> float:
    """The value of this use of a power to its owner."""
    match use:
        case Rotate():
            cell = INDEX[use.cell]
            laid = state.laid[cell]
            assert laid is not None, "only tiles are turned"
            turned = Laid(laid.tile, (laid.orientation + use.thirds) % SIDES)
            return at_stake.with_tile(cell, turned).margins[use.seat] - at_stake.margins[use.seat]
        case Swap():
            return at_stake.gain_of_swapping(use.seat, INDEX[use.own], INDEX[use.enemy])
        case Move():
            pawn = state.pawns[INDEX[use.origin]]
            assert pawn is not None, "only pawns are moved"
            origin, target = (at_stake.footing(INDEX[cell], pawn) for cell in (use.origin, use.target))
            return at_stake.gain_of_moving(use.seat, origin, target)
        case _:
            assert_never(use)


def _best_use(state: State, at_stake: Stakes, power: Power) -> float:
    """The value of the best use of this power to the current player, wherever the pawn that triggers it is."""
    seat = state.turn
    if power == "move":
        # Many cells are alike for a pawn: each kind of place is evaluated once.
        own, free = movable(state, seat), free_for_pawns(state)
        pawns = {(pawn, at_stake.footing(cell, pawn)) for cell in own if (pawn := state.pawns[cell])}
        targets = {pawn: {at_stake.footing(cell, pawn) for cell in free} for pawn, _ in pawns}
        gains = [at_stake.gain_of_moving(seat, origin, target) for pawn, origin in pawns for target in targets[pawn]]
    elif power == "swap":
        own, enemy = swappable(state, seat)
        gains = [at_stake.gain_of_swapping(seat, one, two) for one in own for two in enemy]
    else:
        ready = replace(state, power=power, step="power")
        gains = [_use(ready, at_stake, use) for use in power_options(ready, seat)]
    return max(gains, default=0.0)
