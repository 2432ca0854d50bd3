"""Shape of the view: what `view` makes, and what the API's document says."""

from typing import Literal, TypedDict

from titles.amun_re.state import Favor, Goods, Phase


class Bonus(TypedDict):
    """What a province brings at once."""

    stones: int
    favor: int
    gold: int


class PrintedProvince(TypedDict):
    """A province as it is printed."""

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
    bonus: Bonus


class Land(PrintedProvince):
    """A province: what it brings, what stands in it, whose it is; how sure each value is, where that is known."""

    owner: int | None
    farmers: int
    free_farmers: int
    stones: int
    pyramids: int
    certainty: dict[str, str] | None


class Bid(TypedDict):
    """A province that is up for auction; `next` is the least Gold of the next bid."""

    province: str
    seat: int | None
    gold: int | None
    next: int | None
    protected: bool


class Offer(TypedDict):
    """One player's offering: Gold, or the Theft card, and whether a blue Favor card lies with it."""

    gold: int
    theft: bool
    adjusts: bool


class Offering(TypedDict):
    """The offerings that were turned over, and what came of them; `tile` counts from 0."""

    offers: list[Offer]
    total: int | None
    tile: int | None
    rewards: list[int]


class OfferingTile(TypedDict):
    """An Offering tile: from which total to which, and what it brings."""

    min: int
    max: int
    farmer_income: int
    temple_points: int
    camel: bool


class Chosen(TypedDict):
    """Whether a province is chosen; null where the viewer does not know which."""

    sealed: bool
    province: str | None


class ToPlace(TypedDict):
    """What has no place yet."""

    farmers: int
    stones: int


class Scoring(TypedDict):
    """What a scoring would bring now, without yellow cards; Temples need a tile in the delta."""

    temples: int | None
    pyramids: int
    sets: int
    west: int
    east: int
    total: int
    gold: int


class Income(TypedDict):
    """What the harvest brings by its sources."""

    mines: int
    caravans: int
    farmers: int
    treasury: int
    total: int


class Player(TypedDict):
    """What is a player's; what the viewer does not know is null, and so is what only the expert rules have."""

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
    """Who would win each bank now."""

    west: list[int]
    east: list[int]


class Components(TypedDict):
    """Whose component data this game is played with, and what of it no other part of the table tells."""

    name: str
    status: str
    digest: str
    adjust: int
    min_farmers: int
    favors: dict[str, int]


class Table(TypedDict):
    """The whole table. `prices` are those of one thing, of two, and so on; the quarry may have no end (null)."""

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
