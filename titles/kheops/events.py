"""Events of this game, in the order of play. They contain their outcomes."""

from typing import Literal

from msgspec import Struct

from stele.title import Event, Hidden, gettext_noop, secret
from titles.kheops.state import Components, PawnKind, Power, Settings


class BaseTile(Struct, frozen=True, array_like=True, gc=False):
    """A tile of the base, its cell and its orientation."""

    tile: int
    cell: str
    orientation: int


class TableLaid(Event, frozen=True):
    """Set-up: the tiles of this game, the readings of the rules, and the players' colours."""

    RULES = ("KH-S1", "KH-S2")
    components: Components
    settings: Settings
    white: int


class BaseLaid(Event, frozen=True):
    """Set-up: nineteen tiles are turned up and laid as the base of the pyramid."""

    RULES = ("KH-S3", "R1")
    tiles: tuple[BaseTile, ...]


class TileDrawn(Event, frozen=True):
    """A player draws a tile from the deck; the other cannot see it."""

    RULES = ("KH-S4", "KH-L4")
    SAYS = gettext_noop("{player} drew tile {tile}.")
    seat: int
    tile: int | Hidden = secret(to="seat")


class TurnsBegin(Event, frozen=True):
    """Set-up is over: white begins."""

    RULES = ("KH-T1",)
    SAYS = gettext_noop("{player} begins.")
    seat: int


class PawnPlaced(Event, frozen=True):
    """A pawn is placed. If it `captured`, the Mummy sent a Worker back to its owner. `power` is the power that it
    triggers.
    """

    RULES = ("KH-P1", "KH-P2", "KH-P3", "KH-M1")
    seat: int
    pawn: PawnKind
    cell: str
    captured: bool
    power: Power | None


class PowerUnused(Event, frozen=True):
    """The power has no target."""

    RULES = ("KH-W5",)
    SAYS = gettext_noop("{player} had nothing to use the power on: {power}.")
    seat: int
    power: Power


class TileRotated(Event, frozen=True):
    """A tile is turned clockwise by `thirds`; `orientation` is its new orientation."""

    RULES = ("KH-W1", "R21")
    seat: int
    cell: str
    thirds: int
    orientation: int


class PawnsSwapped(Event, frozen=True):
    """A pawn of the player and one of the opponent change places."""

    RULES = ("KH-W2",)
    seat: int
    own: str
    enemy: str


class PawnMoved(Event, frozen=True):
    """A pawn of the player goes to another tile."""

    RULES = ("KH-W3", "KH-W4")
    seat: int
    origin: str
    target: str


class TilePlaced(Event, frozen=True):
    """A tile from the hand is laid. `then` says what follows: a tile is drawn, the turn passes without one, or the
    pyramid is complete.
    """

    RULES = ("KH-L1", "KH-L2")
    seat: int
    tile: int
    cell: str
    orientation: int
    then: Literal["draw", "pass", "score"]


class DungeonScored(Event, frozen=True):
    """The value of one dungeon, by reason, and its winner (none: a tie, no pawn, or a curse)."""

    RULES = ("KH-D2", "KH-V1", "KH-V3")
    cells: tuple[str, ...]
    halls: int
    sarcophagi: int
    apex: int
    longest: int
    closed: bool
    cursed: bool
    pawns: tuple[int, int]
    value: int
    winner: int | None


class AnkhsScored(Event, frozen=True):
    """A player's tiles with an Ankh that count, and their square."""

    RULES = ("KH-V8",)
    seat: int
    ankhs: int
    points: int


class PyramidScored(Event, frozen=True):
    """Everything is scored."""

    RULES = ("KH-E1", "KH-E2")
    SAYS = gettext_noop("The pyramid is complete and scored.")
