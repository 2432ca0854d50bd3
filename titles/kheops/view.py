"""View of the table, as plain values for a page or a client."""

from collections.abc import Mapping

from stele.title import Hidden, Show, anew, part
from titles.kheops import shown
from titles.kheops.dungeons import Dungeon, judged
from titles.kheops.plan import CELLS, SIDE, points_up
from titles.kheops.state import PAWNS, Components, Laid, Pawn, Pawns, Player, Pyramid, Settings, State
from titles.kheops.tiles import open_cells


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; of a hidden hand it contains only the size."""
    tiles, components, settings = show(_given, state.components, state.settings)
    to_lay, open_now = show(_to_lay, state.laid)
    found = judged(state.laid, state.pawns, state.settings.closed_rule, show)
    return part(
        shown.Table,
        state,
        phase="end" if state.step in ("score", "over") else "setup" if state.step == "deal" else "turns",
        placed=None if state.placed is None else CELLS[state.placed],
        tiles_to_lay=to_lay,
        open_cells=open_now if state.step != "deal" else [],
        cells=show(_cells, show, tiles, state.laid, state.pawns),
        dungeons=show(_dungeons, found.dungeons),
        players=[
            show(_player, seat, player, seat == state.white, tiles, found.ankhs[seat], at=seat)
            for seat, player in enumerate(state.players)
        ],
        settings=settings,
        components=components,
    )


def _given(
    components: Components, settings: Settings
) -> tuple[Mapping[int, shown.Tile], shown.Components, shown.Settings]:
    """The constant parts: the tiles, the origin of the data, and the settings."""
    tiles = {
        tile.id: part(shown.Tile, tile, colour=tile.colour or None, figure=tile.figure or None)
        for tile in components.tiles
    }
    return tiles, part(shown.Components, components), part(shown.Settings, settings)


def _to_lay(laid: Pyramid) -> tuple[int, list[str]]:
    """The number of tiles still to be laid, and where."""
    return laid.count(None), [CELLS[cell] for cell in open_cells(laid)]


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
        "pawn": None if pawn is None else part(shown.Pawn, pawn),
    }


def _dungeons(found: tuple[Dungeon, ...]) -> list[shown.Dungeon]:
    return [part(shown.Dungeon, dungeon, cells=[CELLS[cell] for cell in dungeon.cells]) for dungeon in found]


def _player(seat: int, player: Player, is_white: bool, tiles: Mapping[int, shown.Tile], ankhs: int) -> shown.Player:
    known = [tile for tile in player.hand if not isinstance(tile, Hidden)]
    return part(
        shown.Player,
        player,
        seat=seat,
        colour="white" if is_white else "blue",
        hand_size=len(player.hand),
        hand=[tiles[tile] for tile in sorted(known)] if len(known) == len(player.hand) else None,
        reserve=dict(zip(PAWNS, player.reserve, strict=True)),
        ankhs=ankhs,
    )
