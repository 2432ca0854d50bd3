"""State of the table: regions, gems, spells, players, and how far the game is."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct

from stele.title import Hidden, clockwise
from titles.das_amulett.spells import Count, Gem, Metal, Spell

Terrain = Literal["water", "forest", "plain", "mountain", "city"]
Phase = Literal[
    "setup",
    "choice",
    "spells",
    "metals",
    "gems",
    "exchange",
    "payment",
    "gem",
    "take_back",
    "movement",
    "energy",
    "over",
]
METAL_OF: Mapping[Terrain, Metal | None] = {
    "water": "gold", "forest": "silver", "plain": "copper", "mountain": "iron", "city": None,
}  # fmt: skip
NOTHING: Count = (0, 0, 0, 0)
SPELLS = 33
SPELLS_AT_START = 2
ENERGY_ON_EACH = 2
SPELLS_TO_CHOOSE_FROM = 4


class Region(Struct, frozen=True, array_like=True, gc=False):
    """A region as printed, called by its name; `gems` are there at the beginning, `x` and `y` are for drawing."""

    name: str
    terrain: Terrain
    pyramid: bool
    wall: bool
    gems: int
    x: int
    y: int
    adjacent: tuple[str, ...]


class Components(Struct, frozen=True, dict=True):
    """The component data of this game. `gems` counts the gems of each kind in the bag.

    `wall` is the line of the Great Wall on a board of this `width` and `height`; the radius of its hexagons is in
    tenths.
    """

    name: str
    status: str
    digest: str
    width: int
    height: int
    radius_tenths: int
    wall: tuple[tuple[int, int], ...]
    start: str
    energy: int
    metal_cards: int
    discs: tuple[int, ...]
    win_different: int
    win_total: int
    gems: tuple[tuple[Gem, int], ...]
    regions: tuple[Region, ...]
    spells: tuple[Spell, ...]

    @cached_property
    def region_places(self) -> Mapping[str, int]:
        """The index of each region, by name."""
        return {region.name: place for place, region in enumerate(self.regions)}

    @cached_property
    def spells_by_name(self) -> Mapping[str, Spell]:
        """The Spell cards by name."""
        return {spell.name: spell for spell in self.spells}


class InPlay(Struct, frozen=True, array_like=True, gc=False):
    """A spell in front of a player, and the Energy tokens on it."""

    spell: str
    energy: int


class Player(Struct, frozen=True, gc=False):
    """One player. The number of metal cards in hand is public, their metals are not.

    `dealt`, `kept` and `fuel` are for the advanced set-up: four spells, two of them, and the energy on these two.
    """

    reserve: int
    cards: int = 0
    metals: Count | Hidden = NOTHING
    gems: tuple[Gem, ...] = ()
    spells: tuple[InPlay, ...] = ()
    dealt: tuple[str, ...] | Hidden = ()
    has_kept: bool = False
    kept: tuple[str, str] | Hidden | None = None
    has_fuelled: bool = False
    fuel: tuple[int, int] | Hidden | None = None


class State(Struct, frozen=True, gc=False):
    """The whole table. `queue` are the seats still to act in this phase or step, in order.

    `deck` counts the spells of the shuffled deck, `under` are spells put under it later, and `pile` counts those laid
    face down for auction. `used` names the spells that were used or declined in this phase, once for each use.

    `stock` are the metal cards in no player's hand; while hands grow, until all piles are counted, only the `empty`
    piles are public, and that each other pile has at least `spare` cards. `picks` is the number of cards of free choice
    that the seat still takes, `lifted` the gem that Teleportation is moving.

    `bids` are the answers of this auction or exchange: none yet, 0 for a pass. `desires` are metals that are accepted
    too. `moves` are left in this turn, and as many discs are laid out; the others are in the `bag`. `laid` is the offer
    on the table; `to_lay`, `gems_due` and `take_backs` are still due for it. `edition` is the edition of the rules
    (R73).
    """

    components: Components
    advanced: bool
    turn_limit: int
    players: tuple[Player, ...]
    gems: tuple[tuple[Gem, ...], ...]
    company: str
    hat: int
    turn: int = 0
    phase: Phase = "setup"
    queue: tuple[int, ...] = ()
    used: tuple[str, ...] = ()
    deck: int = SPELLS
    under: tuple[str, ...] = ()
    pile: int = 0
    offered: str | None = None
    bids: tuple[int | None, ...] = ()
    bidder: int | None = None
    stock: Count | Hidden = NOTHING
    empty: tuple[Metal, ...] = ()
    counted: bool = False
    spare: int = 0
    drawn: bool = False
    picks: int = 0
    lifted: tuple[str, Gem] | None = None
    desires: tuple[Metal, ...] = ()
    disc: int | None = None
    moves: int = 0
    bag: int = 0
    laid: Count = NOTHING
    to_lay: int = 0
    gems_due: int = 0
    take_backs: tuple[int, ...] = ()
    winner: int | None = None
    edition: int = 1


def in_order(state: State) -> tuple[int, ...]:
    """The seats clockwise from the hat (DA-T2)."""
    return clockwise(state.hat, len(state.players))


def next_in_turn(state: State) -> tuple[int, ...]:
    """The next player in phases in which players answer in turn."""
    return state.queue[:1]


def with_the_hat(state: State) -> tuple[int, ...]:
    """The player with the hat, who lays, takes and moves after an exchange (DA-X4)."""
    return (state.hat,)


def spell_named(state: State, name: str) -> Spell:
    """The Spell card with this name."""
    return state.components.spells_by_name[name]


def region_place(state: State, name: str) -> int | None:
    """The index of this region, or none."""
    return state.components.region_places.get(name)


def region_named(state: State, name: str) -> Region:
    """The region with this name."""
    return state.components.regions[state.components.region_places[name]]


def here(state: State) -> Region:
    """The region where the company is."""
    components = state.components
    return components.regions[components.region_places[state.company]]


def gems_in(state: State, name: str) -> tuple[Gem, ...]:
    """The gems in this region."""
    return state.gems[state.components.region_places[name]]


def best_bid(state: State) -> int:
    """The highest bid so far, 0 before the first."""
    return 0 if state.bidder is None else state.bids[state.bidder] or 0
