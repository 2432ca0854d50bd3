"""Shape of the view, as built by `view` and documented in the API."""

from typing import Literal, TypedDict

from titles.kheops.state import ClosedRule, Kind, PawnKind, Power, Step, Symbol

Colour = Literal["white", "blue"]


class Tile(TypedDict):
    """A tile; `sides` says for each of its three sides whether it is open, `colour` is a sarcophagus's."""

    id: int
    kind: Kind
    sides: list[bool]
    symbol: Symbol
    colour: str | None
    figure: str | None


class Pawn(TypedDict):
    """A pawn in the pyramid, and its owner."""

    seat: int
    kind: PawnKind


class Cell(TypedDict):
    """A cell of the pyramid; `up`: its triangle stands on a side. `orientation` counts thirds, clockwise."""

    cell: str
    up: bool
    tile: Tile | None
    orientation: int | None
    pawn: Pawn | None


class Dungeon(TypedDict):
    """A dungeon as it would be scored now; `pawns` counts each seat's pawns in it."""

    cells: list[str]
    halls: int
    sarcophagi: int
    apex: int
    longest: int
    closed: bool
    cursed: bool
    pawns: list[int]
    value: int
    winner: int | None


class Reserve(TypedDict):
    """The number of pawns of each kind in reserve."""

    worker: int
    priest: int
    mummy: int
    pharaoh: int


class Player(TypedDict):
    """A player's possessions; `hand` is null if unknown to the viewer."""

    seat: int
    colour: Colour
    hand_size: int
    hand: list[Tile] | None
    reserve: Reserve
    ankhs: int
    points: int


class Settings(TypedDict):
    """The readings of the rulebook in this game."""

    closed_rule: ClosedRule
    swap_may_use_placed_pawn: bool
    pharaoh_after_mummy: bool


class Components(TypedDict):
    """The origin of the game's component data."""

    name: str
    status: str
    digest: str


class Table(TypedDict):
    """The whole table; `power` is the power triggered by this turn's pawn, which was placed at `placed`."""

    phase: Literal["setup", "turns", "end"]
    step: Step
    turn: int
    white: int
    power: Power | None
    placed: str | None
    deck: int
    tiles_to_lay: int
    open_cells: list[str]
    cells: list[Cell]
    dungeons: list[Dungeon]
    players: list[Player]
    settings: Settings
    components: Components
