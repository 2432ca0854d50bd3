"""Shape of the view, as built by `view` and documented in the API."""

from typing import Literal, TypedDict

from titles.amun_re.state import Favor, Goods, Phase

Bank = Literal["west", "east"]


class Bonus(TypedDict):
    """The one-time bonus of a province."""

    stones: int
    favor: int
    gold: int


class PrintedProvince(TypedDict):
    """A province as printed."""

    id: str
    name: str
    bank: Bank
    half: Literal["upper", "lower"]
    river: bool
    fields: int
    favor: int
    gold_mine: int
    caravan: int
    temples: int
    bonus: Bonus


class Land(PrintedProvince):
    """A province: its yields, contents and owner, and the certainty of each value, if known."""

    owner: int | None
    farmers: int
    free_farmers: int
    stones: int
    pyramids: int
    certainty: dict[str, str] | None


class Bid(TypedDict):
    """A province that is up for auction; `next` is the minimum of the next bid in Gold."""

    province: str
    seat: int | None
    gold: int | None
    next: int | None
    protected: bool


class Offer(TypedDict):
    """One player's offering: Gold, or the Theft card, and whether a blue Favor card is added."""

    gold: int
    theft: bool
    adjusts: bool


class Offering(TypedDict):
    """The revealed offerings and their outcome; `tile` counts from 0."""

    offers: list[Offer]
    total: int | None
    tile: int | None
    rewards: list[int]


class OfferingTile(TypedDict):
    """An Offering tile: its range of totals and its effects."""

    min: int
    max: int
    farmer_income: int
    temple_points: int
    camel: bool


class Chosen(TypedDict):
    """Whether a province is chosen; null if the viewer does not know which."""

    sealed: bool
    province: str | None


class ToPlace(TypedDict):
    """Goods that have not been placed yet."""

    farmers: int
    stones: int


class Scoring(TypedDict):
    """The points of a scoring at this moment, without yellow cards; Temples need a tile in the delta."""

    temples: int | None
    pyramids: int
    sets: int
    west: int
    east: int
    total: int
    gold: int


class Income(TypedDict):
    """A harvest's income by source."""

    mines: int
    caravans: int
    farmers: int
    treasury: int
    total: int


class Player(TypedDict):
    """A player's possessions; null if unknown to the viewer, or only in the expert rules."""

    seat: int
    gold: int
    favor_cards: int
    hand: list[Favor] | None
    used: list[Favor]
    banned: str | None
    protected: bool
    provinces: list[str]
    provinces_in_hand: int | None
    province_hand: list[str] | None
    chosen: Chosen
    sealed: bool
    offer: Offer | None
    scoring_cards: list[Favor] | None
    to_place: ToPlace
    treasury: str | None
    great_harvest: str | None
    pyramids: int
    stones: int
    points_by_scoring: list[int]
    points: int
    scoring: Scoring
    income: Income | None


class Banks(TypedDict):
    """The current winner of each bank."""

    west: list[int]
    east: list[int]


class Components(TypedDict):
    """The origin of the game's component data, and values not found elsewhere in the table."""

    name: str
    status: str
    digest: str
    adjust: int
    min_farmers: int
    favors: dict[str, int]


class Table(TypedDict):
    """The whole table. `prices` are for one item, for two, and so on; an unlimited quarry is null."""

    kingdom: int
    round: int
    phase: Phase
    start: int
    next_start: int
    turn_order: list[int]
    queue: list[int]
    goods: Goods | None
    prices: list[int]
    row: list[Bid]
    bidder: int | None
    provinces: list[Land]
    deck: int
    discard: list[Favor]
    farmers_left: int
    stones_left: int | None
    offering: Offering
    players: list[Player]
    banks: Banks
    expert: bool
    bid_track: list[int]
    tiles: list[OfferingTile]
    components: Components
