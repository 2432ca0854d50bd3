"""State of the table: the pyramid's tiles and pawns, hands, reserves, and how far the turn is."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from stele.title import Hidden
from titles.kheops.plan import CELLS, SIDES

Kind = Literal["hall", "corridor"]
Symbol = Literal[
    "none", "rotate_corridor", "rotate_hall", "swap", "move", "no_pawn", "double", "ankh", "sarcophagus", "curse"
]
Power = Literal["rotate_corridor", "rotate_hall", "swap", "move"]
PawnKind = Literal["worker", "priest", "mummy", "pharaoh"]
ClosedRule = Literal["border", "strict"]
Step = Literal["deal", "pawn", "power", "tile", "draw", "score", "over"]

POWERS: tuple[Power, ...] = ("rotate_corridor", "rotate_hall", "swap", "move")
PAWNS: tuple[PawnKind, ...] = ("worker", "priest", "mummy", "pharaoh")
PROTECTED: tuple[PawnKind, ...] = ("priest", "pharaoh")
HAND = 3
BASE = 19
WORKERS: Mapping[bool, int] = {True: 14, False: 15}


class Tile(Struct, frozen=True, array_like=True, gc=False):
    """A tile as printed: `sides[n]` says whether its side n is open (KH-N2)."""

    id: int
    kind: Kind
    sides: tuple[bool, bool, bool]
    symbol: Symbol
    colour: str = ""
    figure: str = ""

    def is_open(self, side: int, orientation: int) -> bool:
        """Whether the tile is open at this side of its cell in this orientation (KH-N3)."""
        return self.sides[(side - orientation) % SIDES]


class Components(Struct, frozen=True, dict=True):
    """The component data of this game. `base` are the cells that are filled before the first turn."""

    name: str
    status: str
    digest: str
    base: tuple[str, ...]
    tiles: tuple[Tile, ...]

    @cached_property
    def tiles_by_id(self) -> Mapping[int, Tile]:
        """The tiles by their ids."""
        return {tile.id: tile for tile in self.tiles}


class Settings(Struct, frozen=True, gc=False):
    """The interpretations of unclear rules in this game (rulings R17, R25 and R39)."""

    closed_rule: ClosedRule = "border"
    swap_may_use_placed_pawn: bool = True
    pharaoh_after_mummy: bool = True


class Laid(Struct, frozen=True, array_like=True, gc=False):
    """A tile in the pyramid; `orientation` counts the thirds by which it is turned clockwise."""

    tile: Tile
    orientation: int

    def is_open(self, side: int) -> bool:
        """Whether it is open at this side of its cell."""
        return self.tile.is_open(side, self.orientation)


Pyramid = tuple[Laid | None, ...]
"""The tile in each cell."""


class Pawn(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """A pawn in the pyramid, and its owner."""

    seat: int
    kind: PawnKind


Pawns = tuple[Pawn | None, ...]
"""The pawn in each cell."""


class Player(Struct, frozen=True, gc=False):
    """One player's hand and reserve. `reserve` counts the pawns in the order of `PAWNS`."""

    hand: tuple[int | Hidden, ...] = ()
    reserve: tuple[int, int, int, int] = (0, 0, 0, 0)
    points: int = 0


class State(Struct, frozen=True, gc=False):
    """The whole table. `placed` is the cell of this turn's pawn, `power` the power it has triggered.

    `scored` counts the items already scored after the pyramid is complete.
    """

    components: Components
    settings: Settings
    white: int = 0
    turn: int = 0
    step: Step = "deal"
    laid: Pyramid = (None,) * len(CELLS)
    pawns: Pawns = (None,) * len(CELLS)
    players: tuple[Player, Player] = (Player(), Player())
    deck: int = 0
    placed: int | None = None
    power: Power | None = None
    scored: int = 0


def whose_turn(state: State) -> tuple[int, ...]:
    """The one player who answers in the parts of a turn (KH-T1)."""
    return (state.turn,)


def other(seat: int) -> int:
    """The other player."""
    return 1 - seat


def reserve_of(player: Player, kind: PawnKind) -> int:
    """How many pawns of this kind are in the player's reserve."""
    return player.reserve[PAWNS.index(kind)]


def undealt(state: State) -> list[int]:
    """The ids of the tiles in the deck, ascending; known only where no hand is hidden."""
    gone = {laid.tile.id for laid in state.laid if laid is not None}
    for player in state.players:
        gone.update([tile for tile in player.hand if isinstance(tile, int)])
    return [number for number in state.components.tiles_by_id if number not in gone]
