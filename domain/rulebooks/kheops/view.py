"""What lies on the table, as plain values for a page or a client."""

from functools import lru_cache
from typing import Any

from domain.rulebooks.kheops.dungeons import Dungeon, ankhs, dungeons
from domain.rulebooks.kheops.plan import CELLS, points_up
from domain.rulebooks.kheops.state import PAWNS, Player, State, Tile
from domain.rulebooks.kheops.tiles import open_cells, tile_of
from domain.secrets import Hidden


def view(state: State) -> dict[str, Any]:
    """The whole table as this state knows it; of a hand that is hidden only its size is told."""
    found = dungeons(state)
    return {
        "phase": "end" if state.step in ("score", "over") else "setup" if state.step == "deal" else "turns",
        "step": state.step,
        "turn": state.turn,
        "white": state.white,
        "power": state.power,
        "placed": None if state.placed is None else CELLS[state.placed],
        "deck": state.deck,
        "tiles_to_lay": sum(laid is None for laid in state.laid),
        "open_cells": [CELLS[cell] for cell in open_cells(state)] if state.step != "deal" else [],
        "cells": [_cell(state, cell) for cell in range(len(CELLS))],
        "dungeons": [_dungeon(dungeon) for dungeon in found],
        "players": [_player(state, seat, player, found) for seat, player in enumerate(state.players)],
        "settings": {
            "closed_rule": state.settings.closed_rule,
            "swap_may_use_placed_pawn": state.settings.swap_may_use_placed_pawn,
            "pharaoh_after_mummy": state.settings.pharaoh_after_mummy,
        },
        "components": {
            "name": state.components.name,
            "status": state.components.status,
            "digest": state.components.digest,
        },
    }


@lru_cache(256)
def _tile(tile: Tile) -> dict[str, Any]:
    return {
        "id": tile.id,
        "kind": tile.kind,
        "sides": list(tile.sides),
        "symbol": tile.symbol,
        "colour": tile.colour or None,
        "figure": tile.figure or None,
    }


def _cell(state: State, cell: int) -> dict[str, Any]:
    laid, pawn = state.laid[cell], state.pawns[cell]
    return {
        "cell": CELLS[cell],
        "up": points_up(cell),
        "tile": None if laid is None else _tile(laid.tile),
        "orientation": None if laid is None else laid.orientation,
        "pawn": None if pawn is None else {"seat": pawn.seat, "kind": pawn.kind},
    }


def _dungeon(dungeon: Dungeon) -> dict[str, Any]:
    return {
        "cells": [CELLS[cell] for cell in dungeon.cells],
        "halls": dungeon.halls,
        "sarcophagi": dungeon.sarcophagi,
        "apex": dungeon.apex,
        "longest": dungeon.longest,
        "closed": dungeon.closed,
        "cursed": dungeon.cursed,
        "pawns": list(dungeon.pawns),
        "value": dungeon.value,
        "winner": dungeon.winner,
    }


def _player(state: State, seat: int, player: Player, found: list[Dungeon]) -> dict[str, Any]:
    known = [tile for tile in player.hand if not isinstance(tile, Hidden)]
    return {
        "seat": seat,
        "colour": "white" if seat == state.white else "blue",
        "hand_size": len(player.hand),
        "hand": [_tile(tile_of(state, tile)) for tile in sorted(known)] if len(known) == len(player.hand) else None,
        "reserve": dict(zip(PAWNS, player.reserve, strict=True)),
        "ankhs": ankhs(state, seat, found),
        "points": player.points,
    }
