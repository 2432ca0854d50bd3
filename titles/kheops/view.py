"""View of the table, as plain values for a page or a client."""

from collections.abc import Mapping

from stele.title import Hidden, Show, anew
from titles.kheops import shown
from titles.kheops.dungeons import Dungeon, judged
from titles.kheops.plan import CELLS, SIDE, points_up
from titles.kheops.state import (
    Components,
    Laid,
    Pawn,
    Pawns,
    Player,
    Pyramid,
    Settings,
    State,
    Tile,
)
from titles.kheops.tiles import open_cells


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; of a hidden hand it contains only the size."""
    tiles, described, settings = show(_given, state.components, state.settings)
    to_lay, open_now = show(_to_lay, state.laid)
    found = judged(state.laid, state.pawns, state.settings.closed_rule, show)
    return {
        "phase": "end" if state.step in ("score", "over") else "setup" if state.step == "deal" else "turns",
        "step": state.step,
        "turn": state.turn,
        "white": state.white,
        "power": state.power,
        "placed": None if state.placed is None else CELLS[state.placed],
        "deck": state.deck,
        "tiles_to_lay": to_lay,
        "open_cells": open_now if state.step != "deal" else [],
        "cells": show(_cells, show, tiles, state.laid, state.pawns),
        "dungeons": show(_dungeons, found.dungeons),
        "players": [
            show(_player, seat, player, seat == state.white, tiles, found.ankhs[seat], at=seat)
            for seat, player in enumerate(state.players)
        ],
        "settings": settings,
        "components": described,
    }


def _given(
    components: Components, settings: Settings
) -> tuple[Mapping[int, shown.Tile], shown.Components, shown.Settings]:
    """The constant parts: the tiles, the origin of the data, and the settings."""
    return _tiles(components.tiles), _components(components), _settings(settings)


def _to_lay(laid: Pyramid) -> tuple[int, list[str]]:
    """The number of tiles still to be laid, and where."""
    return laid.count(None), [CELLS[cell] for cell in open_cells(laid)]


def _settings(settings: Settings) -> shown.Settings:
    return {
        "closed_rule": settings.closed_rule,
        "swap_may_use_placed_pawn": settings.swap_may_use_placed_pawn,
        "pharaoh_after_mummy": settings.pharaoh_after_mummy,
    }


def _components(components: Components) -> shown.Components:
    return {"name": components.name, "status": components.status, "digest": components.digest}


def _tiles(tiles: tuple[Tile, ...]) -> Mapping[int, shown.Tile]:
    return {tile.id: _tile(tile) for tile in tiles}


def _tile(tile: Tile) -> shown.Tile:
    return {
        "id": tile.id,
        "kind": tile.kind,
        "sides": list(tile.sides),
        "symbol": tile.symbol,
        "colour": tile.colour or None,
        "figure": tile.figure or None,
    }


def _cells(show: Show, tiles: Mapping[int, shown.Tile], laid: Pyramid, pawns: Pawns) -> list[shown.Cell]:
    # Few cells change at a time, so they are shown some at a time.
    parts = [(cell, laid[cell : cell + SIDE], pawns[cell : cell + SIDE]) for cell in range(0, len(CELLS), SIDE)]
    return [cell for part in parts for cell in show(_some_cells, tiles, *part, at=part[0])]


def _some_cells(tiles: Mapping[int, shown.Tile], first: int, laid: Pyramid, pawns: Pawns) -> list[shown.Cell]:
    return [_cell(cell, tiles, *there) for cell, there in enumerate(zip(laid, pawns, strict=True), first)]


def _cell(cell: int, tiles: Mapping[int, shown.Tile], laid: Laid | None, pawn: Pawn | None) -> shown.Cell:
    return {
        "cell": CELLS[cell],
        "up": points_up(cell),
        "tile": None if laid is None else tiles[laid.tile.id],
        "orientation": None if laid is None else laid.orientation,
        "pawn": None if pawn is None else {"seat": pawn.seat, "kind": pawn.kind},
    }


def _dungeons(found: tuple[Dungeon, ...]) -> list[shown.Dungeon]:
    return [*map(_dungeon, found)]


def _dungeon(dungeon: Dungeon) -> shown.Dungeon:
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


def _player(seat: int, player: Player, is_white: bool, tiles: Mapping[int, shown.Tile], ankhs: int) -> shown.Player:
    known = [tile for tile in player.hand if not isinstance(tile, Hidden)]
    return {
        "seat": seat,
        "colour": "white" if is_white else "blue",
        "hand_size": len(player.hand),
        "hand": [tiles[tile] for tile in sorted(known)] if len(known) == len(player.hand) else None,
        "reserve": _reserve(player.reserve),
        "ankhs": ankhs,
        "points": player.points,
    }


def _reserve(reserve: tuple[int, int, int, int]) -> shown.Reserve:
    worker, priest, mummy, pharaoh = reserve
    return {"worker": worker, "priest": priest, "mummy": mummy, "pharaoh": pharaoh}
