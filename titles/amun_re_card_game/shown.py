"""Shape of the view: what `view` makes, and what the API's document says."""

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
    """Whether a player has sealed an offering; `cards` is null where the viewer does not know them."""

    sealed: bool
    cards: list[int] | None


class Player(TypedDict):
    """What lies in front of a player; `step` is how far the player is in the development."""

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
    """The offerings that were turned over, the Pyramids that they bring, seat by seat, and the flood."""

    revealed: list[list[int]]
    favors: list[int]
    total: int | None
    flood: int | None


class Tokens(TypedDict):
    """How many tokens lie on the table."""

    pyramids: int
    points: int


class Components(TypedDict):
    """Whose component data this game is played with, and what Pyramids that are bought together cost."""

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
