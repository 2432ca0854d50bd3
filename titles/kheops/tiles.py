"""Tiles: set-up of the pyramid, and laying and drawing one, the second and third part of a turn (KH-S, KH-L)."""

from typing import Literal

from msgspec.structs import replace

from stele.title import (
    Chance,
    Event,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    choose,
    decides,
    gettext_noop,
    with_item,
    without,
)
from titles.kheops.commands import PlaceTile
from titles.kheops.events import BaseLaid, BaseTile, TableLaid, TileDrawn, TilePlaced, TurnsBegin
from titles.kheops.plan import BESIDE, CELLS, INDEX, SIDES
from titles.kheops.state import (
    HAND,
    WORKERS,
    Components,
    Laid,
    Player,
    Pyramid,
    State,
    Tile,
    other,
    undealt,
    whose_turn,
)


def lay_base(components: Components, chance: Chance) -> BaseLaid:
    """Draw nineteen tiles, cell by cell in the order of the base, and turn each at random (KH-S3, R1)."""
    left = [tile.id for tile in components.tiles]
    tiles: list[BaseTile] = []
    for cell in components.base:
        tile = choose(chance, left)
        left.remove(tile)
        tiles.append(BaseTile(tile, cell, chance.below(SIDES)))
    return BaseLaid(tuple(tiles))


def advance_deal(state: State, chance: Chance) -> Event:
    """Deal three tiles to each player in turn, white first; white then begins (KH-S4)."""
    held = [len(player.hand) for player in state.players]
    if min(held) == HAND:
        return TurnsBegin(state.white)
    seat = state.white if held[state.white] <= held[other(state.white)] else other(state.white)
    return draw(state, seat, chance)


def draw(state: State, seat: int, chance: Chance) -> TileDrawn:
    """Draw a tile at random from the deck (KH-L4, R1)."""
    return TileDrawn(seat, choose(chance, undealt(state)))


def tile_of(state: State, number: int) -> Tile:
    """The tile with this id."""
    return state.components.tiles_by_id[number]


def is_open(laid: Pyramid, cell: int) -> bool:
    """Whether this is an empty cell that shares a side with a tile of the pyramid (KH-L1)."""
    one, two, three = BESIDE[cell]
    return laid[cell] is None and (laid[one] is not None or laid[two] is not None or laid[three] is not None)


def open_cells(laid: Pyramid) -> list[int]:
    """All these cells."""
    return [
        cell
        for cell, (one, two, three) in enumerate(BESIDE)
        if laid[cell] is None and (laid[one] is not None or laid[two] is not None or laid[three] is not None)
    ]


def orientations(tile: Tile) -> tuple[int, ...]:
    """The ways of laying this tile that look different."""
    return (0,) if len(set(tile.sides)) == 1 else (0, 1, 2)


def tile_options(state: State, seat: int) -> list[PlaceTile]:
    """Every tile of the hand in every open cell, turned in every way that looks different."""
    cells = [CELLS[cell] for cell in open_cells(state.laid)]
    options: list[PlaceTile] = []
    for number in sorted(one for one in state.players[seat].hand if isinstance(one, int)):
        ways = orientations(tile_of(state, number))
        options += [PlaceTile(seat, number, cell, orientation) for cell in cells for orientation in ways]
    return options


def place_tile(state: State, command: PlaceTile) -> TilePlaced:
    """The event for laying the tile, or why it is not allowed."""
    if command.tile not in state.players[command.seat].hand:
        raise Illegal("this tile is not in your hand", "KH-L1")
    cell = INDEX.get(command.cell)
    if cell is None or not is_open(state.laid, cell):
        raise Illegal("lay it in an empty cell that shares a side with the pyramid", "KH-L1")
    if command.orientation not in orientations(tile_of(state, command.tile)):
        raise Illegal(
            "turn it by no, one or two thirds of a turn; "
            "a tile that looks the same in every position is laid without turning it",
            "KH-L2",
        )
    complete = state.laid.count(None) == 1
    then: Literal["draw", "pass", "score"] = "score" if complete else "draw" if state.deck else "pass"
    return TilePlaced(command.seat, command.tile, command.cell, command.orientation, then)


def _table_laid(_state: State | None, event: TableLaid) -> State:
    reserve = [(WORKERS[seat == event.white], 1, 1, int(seat == event.white)) for seat in range(2)]
    players = (Player(reserve=reserve[0]), Player(reserve=reserve[1]))
    return State(
        event.components, event.settings, event.white, event.white, players=players, deck=len(event.components.tiles)
    )


def _base_laid(state: State, event: BaseLaid) -> State:
    laid = list(state.laid)
    for one in event.tiles:
        laid[INDEX[one.cell]] = Laid(tile_of(state, one.tile), one.orientation)
    return replace(state, laid=tuple(laid), deck=state.deck - len(event.tiles))


def _drawn(state: State, event: TileDrawn) -> State:
    hand = (*state.players[event.seat].hand, event.tile)
    state = replace(change_player(state, event.seat, hand=hand), deck=state.deck - 1)
    return _passed(state) if state.step == "draw" else state


def _begin(state: State, event: TurnsBegin) -> State:
    return replace(state, turn=event.seat, step="pawn")


def _tile_placed(state: State, event: TilePlaced) -> State:
    hand = without(state.players[event.seat].hand, event.tile)
    laid = Laid(tile_of(state, event.tile), event.orientation)
    state = replace(
        change_player(state, event.seat, hand=hand),
        laid=with_item(state.laid, INDEX[event.cell], laid),
        step="score" if event.then == "score" else "draw",
    )
    return _passed(state) if event.then == "pass" else state


def _passed(state: State) -> State:
    return replace(state, turn=other(state.turn), step="pawn", placed=None)


_FIRST_A_PAWN = gettext_noop("first place a pawn and use the power of its tile, then lay a tile")
PHASE_RULES = PhaseRules(
    phases={
        "deal": Phase("KH-S4", advance=advance_deal),
        "tile": Phase(
            "KH-T1",
            asked=whose_turn,
            options=tile_options,
            commands=(decides(PlaceTile, place_tile, refusal=_FIRST_A_PAWN),),
            takes_only_option=True,
        ),
        "draw": Phase("KH-T1", advance=lambda state, chance: draw(state, state.turn, chance)),
    },
    events=(_table_laid, _base_laid, _drawn, _begin, _tile_placed),
)
