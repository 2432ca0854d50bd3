"""Shape of the view, as built by `view` and documented in the API."""

from typing import TypedDict

from titles.amun_re_card_game.state import Phase, Step


class Province(TypedDict):
    """A Province card, and the Kingdom on its back."""

    id: str
    kingdom: int
    ankhs: int
    fields: int
    caravan: bool
    pyramids: int


class Bid(TypedDict):
    """A Province that is up for auction, and the Gold card in front of it."""

    province: Province
    seat: int | None
    gold: int | None


class ExtendedProvince(TypedDict):
    """An Extended Province: its cards, the newest one last, and its Pyramids, printed and tokens."""

    place: int
    cards: list[Province]
    printed: int
    tokens: int
    pyramids: int


class SealedOffering(TypedDict):
    """Whether a player has sealed an offering; `cards` is null if they are hidden from the viewer."""

    sealed: bool
    cards: list[int] | None


class Player(TypedDict):
    """The cards and tokens in front of a player; `step` is the player's step in the development."""

    seat: int
    display: list[int]
    discarded: list[int]
    offering: SealedOffering
    acquired: Province | None
    provinces: list[ExtendedProvince]
    ankhs: int
    fields: int
    caravans: int
    pyramids_to_place: int
    revenue: int
    step: Step | None
    points_by_kingdom: list[int]
    points: int


class Deck(TypedDict):
    """How many Provinces of a Kingdom have not been turned over yet."""

    kingdom: int
    left: int
    of: int


class Offerings(TypedDict):
    """The revealed offerings, the Pyramids granted for them, seat by seat, and the flood."""

    revealed: list[list[int]]
    favors: list[int]
    total: int | None
    flood: int | None


class Tokens(TypedDict):
    """The number of tokens on the table."""

    pyramids: int
    points: int


class Components(TypedDict):
    """The origin of the game's component data, and the cost of Pyramids bought together."""

    name: str
    status: str
    digest: str
    construction_cost: list[int]


class Table(TypedDict):
    """The whole table."""

    kingdom: int
    auction: int
    phase: Phase
    pharaoh: int
    turn_order: list[int]
    row: list[Bid]
    decks: list[Deck]
    offering: Offerings
    tokens_used: Tokens
    players: list[Player]
    components: Components
