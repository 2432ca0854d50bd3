"""State of the table: provinces, players, the deck of Favor cards, and how far the game is."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import isqrt
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from stele.title import Hidden, clockwise

Favor = Literal[
    "bribe", "protection", "free_farmer", "architect", "offering_adjuster", "treasury", "great_harvest",
    "one_bank", "one_half", "river", "desert", "many_farmers",
]  # fmt: skip
YELLOW: tuple[Favor, ...] = ("one_bank", "one_half", "river", "desert", "many_farmers")
Phase = Literal[
    "deal", "choice", "auction", "control", "market", "offering", "adjustment", "reward", "harvest", "scoring",
    "points", "gold", "over",
]  # fmt: skip
Goods = Literal["favor", "farmers", "stones"]
GOODS: tuple[Goods, ...] = ("favor", "farmers", "stones")

KINGDOMS = 2
ROUNDS = 3
PROVINCES_EACH = 3
START_GOLD = 20
FARMERS = 45
STONES = 15
STONES_FOR_A_PYRAMID = 3
STONES_WITH_ARCHITECT = 2
MOST_FAVOR_CARDS = 4
THEFT_GOLD = 3


class Province(Struct, frozen=True, array_like=True, gc=False):
    """A province as printed: its location, its permanent yields, and its one-time bonus."""

    id: str
    name: str
    bank: Literal["west", "east"]
    half: Literal["upper", "lower"]
    river: bool
    fields: int
    favor: int
    gold_mine: int
    caravan: int
    temples: int
    bonus_stones: int
    bonus_favor: int
    bonus_gold: int


class OfferingTile(Struct, frozen=True, array_like=True, gc=False):
    """An Offering tile: its range of totals, Gold per Farmer, points per Temple, and whether Caravans earn."""

    least: int
    most: int
    farmer_income: int
    temple_points: int
    camel: bool


class Components(Struct, frozen=True, dict=True):
    """The component data of this game. `favors` counts the Favor cards of each type."""

    name: str
    status: str
    digest: str
    bid_track: tuple[int, ...]
    tiles: tuple[OfferingTile, ...]
    adjust: int
    min_farmers: int
    provinces: tuple[Province, ...]
    favors: tuple[tuple[Favor, int], ...]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The index of each province, by id."""
        return {province.id: place for place, province in enumerate(self.provinces)}


class Land(Struct, frozen=True, gc=False):
    """The contents and owner of one province. Free Farmers need no Field."""

    owner: int | None = None
    farmers: int = 0
    free_farmers: int = 0
    stones: int = 0
    pyramids: int = 0


class Bid(Struct, frozen=True, gc=False):
    """The highest bid on a province: its seat, and the space of the bid track, counted from 0."""

    province: str
    seat: int | None = None
    space: int = 0


class Offer(Struct, frozen=True, array_like=True, gc=False):
    """One player's offering: Gold, or the Theft card, and whether a blue Favor card is added."""

    gold: int
    theft: bool
    adjusts: bool


class Player(Struct, frozen=True, gc=False):
    """One player. `hand` are the Favor cards; `used` the types played in this phase.

    `banned` is the province where the player was last outbid; `protected` whether the player's Scribe has Protection.
    `provinces` and `chosen` are for the expert rules. `offer` is the sealed offering, in the order of `Offer`.
    `farmers` and `stones` count those that are not placed yet. `treasury` and `great_harvest` name the provinces of
    these cards in this harvest.
    """

    gold: int = START_GOLD
    hand: tuple[Favor | Hidden, ...] = ()
    used: tuple[Favor, ...] = ()
    banned: str | None = None
    protected: bool = False
    provinces: tuple[str | Hidden, ...] = ()
    chosen: str | Hidden | None = None
    sealed: bool = False
    offer: tuple[int, bool, bool] | Hidden | None = None
    farmers: int = 0
    stones: int = 0
    treasury: str | None = None
    great_harvest: str | None = None
    scoring_cards: tuple[Favor, ...] | Hidden = ()
    points: tuple[int, ...] = ()


class State(Struct, frozen=True, gc=False):
    """The whole table. `queue` are the seats still to act in this phase, in order; `goods` what may still be bought.

    `row` holds the provinces in auction, `draws` the seats that draw Favor cards next, `seen` the provinces that came
    into play in this Kingdom, `pool` those of the whole game as far as known. `bank` is the net Gold paid into the
    reserve, `quarry` the number of Stones taken from it. `strict_supply` is set only if Stones can run out (R58),
    `together` only if all harvest at the same time (R60).
    """

    components: Components
    expert: bool
    players: tuple[Player, ...]
    lands: tuple[Land, ...]
    start: int = 0
    next_start: int = 0
    kingdom: int = 1
    round: int = 0
    phase: Phase = "deal"
    queue: tuple[int, ...] = ()
    goods: Goods | None = "favor"
    row: tuple[Bid, ...] = ()
    bidder: int | None = None
    acquired: str | None = None
    draws: tuple[int, ...] = ()
    deck: int = 0
    discard: tuple[Favor, ...] = ()
    seen: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    total: int = 0
    tile: int | None = None
    rewards: tuple[int, ...] = ()
    bank: int = 0
    quarry: int = 0
    architects: int = 0
    farmers_left: int = FARMERS
    strict_supply: bool | UnsetType = UNSET
    together: bool | UnsetType = UNSET


def in_order(state: State) -> tuple[int, ...]:
    """The seats clockwise from the start player (AR-S5), which also breaks ties in the offerings."""
    return clockwise(state.start, len(state.players))


def next_in_turn(state: State) -> tuple[int, ...]:
    """The next player in phases in which players act in turn."""
    return state.queue[:1]


def unsealed(state: State) -> tuple[int, ...]:
    """The seats that have not sealed their choice yet, in simultaneous phases."""
    return tuple([seat for seat, player in enumerate(state.players) if not player.sealed])


def stones_left(state: State) -> int | None:
    """The number of Stones left in the quarry; none if there is no limit (R58)."""
    if not state.strict_supply:
        return None
    return STONES - sum(land.stones for land in state.lands) - sum(player.stones for player in state.players)


def place_of(state: State, province: str) -> int | None:
    """The index of this province, or none."""
    return state.components.places.get(province)


def owned(state: State, seat: int) -> Sequence[int]:
    """The indices of this seat's provinces."""
    return [place for place, land in enumerate(state.lands) if land.owner == seat]


def cost(count: int) -> int:
    """The Gold for this many of one kind: 1, 3, 6, 10 … without end (AR-M2)."""
    return count * (count + 1) // 2


def most_affordable(gold: int) -> int:
    """How many of one kind this Gold can buy."""
    return (isqrt(8 * gold + 1) - 1) // 2


def tile_of(state: State) -> OfferingTile:
    """The Offering tile in the delta."""
    assert state.tile is not None
    return state.components.tiles[state.tile]
