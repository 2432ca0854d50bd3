"""Shape of the view, as built by `view` and documented in the API."""

from typing import Literal, NotRequired, TypedDict

from titles.das_amulett.spells import Colour, Gem, Metal, Where
from titles.das_amulett.state import Phase, Terrain


class Metals(TypedDict):
    """A number of cards of each metal."""

    gold: int
    silver: int
    copper: int
    iron: int


class Effect(TypedDict):
    """The effect of a spell: its type determines its other fields."""

    type: Literal[
        "income", "teleport", "extra_metal", "chosen_disc", "skim", "refund", "wild", "gift", "power", "equal",
        "free_move", "arc", "vortex",
    ]  # fmt: skip
    gem: NotRequired[Gem]
    metal: NotRequired[Metal | None]
    amount: NotRequired[int]
    least: NotRequired[int]
    most: NotRequired[int]
    where: NotRequired[Where]
    own_too: NotRequired[bool]


class Spell(TypedDict):
    """A Spell card, called by its name; `printed` is the name on the card."""

    name: str
    printed: str
    colour: Colour
    cost: int
    metals: Metals
    wilds: int
    effect: Effect | None
    text: str
    name_is: str


class InPlay(Spell):
    """A spell in play, and the number of tokens on it."""

    energy: int


class PrintedRegion(TypedDict):
    """A region as printed."""

    name: str
    terrain: Terrain
    pyramid: bool
    wall: bool
    x: int
    y: int
    adjacent: list[str]


class Region(PrintedRegion):
    """A region, the gems in it, and whether the company may move there now."""

    gems: list[Gem]
    reachable: bool


class Player(TypedDict):
    """A player's possessions; null if unknown to the viewer."""

    seat: int
    reserve: int
    cards: int
    metals: Metals | None
    gems: list[Gem]
    different: int
    spells: list[InPlay]
    dealt: list[Spell] | None
    kept: list[str] | None
    fuel: list[int] | None
    has_kept: bool
    has_fuelled: bool
    accepted: list[Metal] | None
    least_offer: int | None


class Spells(TypedDict):
    """The pile of spells, and the one on offer."""

    deck: int
    pile: int
    under: list[str]
    offered: Spell | None


class Stock(TypedDict):
    """The cards in no player's hand; `stock` is null if unknown to the viewer."""

    stock: Metals | None
    cards: int
    empty: list[Metal]


class Lifted(TypedDict):
    """A gem that is on its way to another region."""

    region: str
    gem: Gem


class Goal(TypedDict):
    """The number of different gems that win, or the total number."""

    different: int
    gems: int


class Board(TypedDict):
    """The data for drawing the map."""

    width: int
    height: int
    radius_tenths: int
    wall: list[list[int]]


class Components(TypedDict):
    """The origin of the game's component data."""

    name: str
    status: str
    digest: str


class Table(TypedDict):
    """The whole table. In `bids`, seat by seat, null means no answer yet and 0 a pass."""

    phase: Phase
    turn: int
    turn_limit: int
    advanced: bool
    hat: int
    queue: list[int]
    company: str
    on_offer: list[Gem]
    disc: int | None
    moves: int
    discs: list[int]
    discs_in_bag: int
    desires: list[Metal]
    regions: list[Region]
    spells: Spells
    metals: Stock
    bids: list[int | None]
    bidder: int | None
    best_bid: int
    laid: Metals
    to_lay: int
    gems_due: int
    take_backs: list[int]
    picks: int
    lifted: Lifted | None
    winner: int | None
    players: list[Player]
    goal: Goal
    board: Board
    components: Components
