"""Table types of the titles. Written by `table_types`; do not change them by hand.

A class whose name ends in `Table` is what `calls.state(game, TheTable)` reads.
"""

from typing import Literal

from msgspec import Struct


class AmunReBanks(Struct, frozen=True, kw_only=True):
    """The current winner of each bank."""

    east: tuple[int, ...]
    west: tuple[int, ...]


class AmunReComponents(Struct, frozen=True, kw_only=True):
    """The origin of the game's component data, and values not found elsewhere in the table."""

    adjust: int
    digest: str
    favors: dict[str, int]
    min_farmers: int
    name: str
    status: str


AmunReTableDiscard = Literal[
    "architect",
    "bribe",
    "desert",
    "free_farmer",
    "great_harvest",
    "many_farmers",
    "offering_adjuster",
    "one_bank",
    "one_half",
    "protection",
    "river",
    "treasury",
]


class AmunReOffer(Struct, frozen=True, kw_only=True):
    """One player's offering: Gold, or the Theft card, and whether a blue Favor card is added."""

    adjusts: bool
    gold: int
    theft: bool


class AmunReOffering(Struct, frozen=True, kw_only=True):
    """The revealed offerings and their outcome; `tile` counts from 0."""

    offers: tuple[AmunReOffer, ...]
    rewards: tuple[int, ...]
    tile: int | None
    total: int | None


AmunReTablePhase = Literal[
    "adjustment",
    "auction",
    "choice",
    "control",
    "deal",
    "gold",
    "harvest",
    "market",
    "offering",
    "over",
    "points",
    "reward",
    "scoring",
]


class AmunReChosen(Struct, frozen=True, kw_only=True):
    """Whether a province is chosen; null if the viewer does not know which."""

    province: str | None
    sealed: bool


class AmunReIncome(Struct, frozen=True, kw_only=True):
    """A harvest's income by source."""

    caravans: int
    farmers: int
    mines: int
    total: int
    treasury: int


class AmunReScoring(Struct, frozen=True, kw_only=True):
    """The points of a scoring at this moment, without yellow cards; Temples need a tile in the delta."""

    east: int
    gold: int
    pyramids: int
    sets: int
    temples: int | None
    total: int
    west: int


class AmunReToPlace(Struct, frozen=True, kw_only=True):
    """Goods that have not been placed yet."""

    farmers: int
    stones: int


class AmunRePlayer(Struct, frozen=True, kw_only=True):
    """A player's possessions; null if unknown to the viewer, or only in the expert rules."""

    banned: str | None
    chosen: AmunReChosen
    favor_cards: int
    gold: int
    great_harvest: str | None
    hand: tuple[AmunReTableDiscard, ...] | None
    income: AmunReIncome | None
    offer: AmunReOffer | None
    points: int
    points_by_scoring: tuple[int, ...]
    protected: bool
    province_hand: tuple[str, ...] | None
    provinces: tuple[str, ...]
    provinces_in_hand: int | None
    pyramids: int
    scoring: AmunReScoring
    scoring_cards: tuple[AmunReTableDiscard, ...] | None
    sealed: bool
    seat: int
    stones: int
    to_place: AmunReToPlace
    treasury: str | None
    used: tuple[AmunReTableDiscard, ...]


class AmunReBonus(Struct, frozen=True, kw_only=True):
    """The one-time bonus of a province."""

    favor: int
    gold: int
    stones: int


class AmunReLand(Struct, frozen=True, kw_only=True):
    """A province: its yields, contents and owner, and the certainty of each value, if known."""

    bank: Literal["east", "west"]
    bonus: AmunReBonus
    caravan: int
    certainty: dict[str, str] | None
    farmers: int
    favor: int
    fields: int
    free_farmers: int
    gold_mine: int
    half: Literal["lower", "upper"]
    id: str
    name: str
    owner: int | None
    pyramids: int
    river: bool
    stones: int
    temples: int


class AmunReBid(Struct, frozen=True, kw_only=True):
    """A province that is up for auction; `next` is the minimum of the next bid in Gold."""

    gold: int | None
    next: int | None
    protected: bool
    province: str
    seat: int | None


class AmunReOfferingTile(Struct, frozen=True, kw_only=True):
    """An Offering tile: its range of totals and its effects."""

    camel: bool
    farmer_income: int
    max: int
    min: int
    temple_points: int


class AmunReTable(Struct, frozen=True, kw_only=True):
    """The whole table. `prices` are for one item, for two, and so on; an unlimited quarry is null."""

    banks: AmunReBanks
    bid_track: tuple[int, ...]
    bidder: int | None
    components: AmunReComponents
    deck: int
    discard: tuple[AmunReTableDiscard, ...]
    expert: bool
    farmers_left: int
    goods: Literal["farmers", "favor", "stones"] | None
    kingdom: int
    next_start: int
    offering: AmunReOffering
    phase: AmunReTablePhase
    players: tuple[AmunRePlayer, ...]
    prices: tuple[int, ...]
    provinces: tuple[AmunReLand, ...]
    queue: tuple[int, ...]
    round: int
    row: tuple[AmunReBid, ...]
    start: int
    stones_left: int | None
    tiles: tuple[AmunReOfferingTile, ...]
    turn_order: tuple[int, ...]


class AmunReCardGameComponents(Struct, frozen=True, kw_only=True):
    """The origin of the game's component data, and the cost of Pyramids bought together."""

    construction_cost: tuple[int, ...]
    digest: str
    name: str
    status: str


class AmunReCardGameDeck(Struct, frozen=True, kw_only=True):
    """How many Provinces of a Kingdom have not been turned over yet."""

    kingdom: int
    left: int
    of: int


class AmunReCardGameOfferings(Struct, frozen=True, kw_only=True):
    """The revealed offerings, the Pyramids granted for them, seat by seat, and the flood."""

    favors: tuple[int, ...]
    flood: int | None
    revealed: tuple[tuple[int, ...], ...]
    total: int | None


AmunReCardGameTablePhase = Literal[
    "auction",
    "development",
    "display",
    "favours",
    "flood",
    "offering",
    "over",
    "pharaoh",
    "points",
]


class AmunReCardGameProvince(Struct, frozen=True, kw_only=True):
    """A Province card, and the Kingdom on its back."""

    ankhs: int
    caravan: bool
    fields: int
    id: str
    kingdom: int
    pyramids: int


class AmunReCardGameSealedOffering(Struct, frozen=True, kw_only=True):
    """Whether a player has sealed an offering; `cards` is null if they are hidden from the viewer."""

    cards: tuple[int, ...] | None
    sealed: bool


class AmunReCardGameExtendedProvince(Struct, frozen=True, kw_only=True):
    """An Extended Province: its cards, the newest one last, and its Pyramids, printed and tokens."""

    cards: tuple[AmunReCardGameProvince, ...]
    place: int
    printed: int
    pyramids: int
    tokens: int


AmunReCardGamePlayerStep = Literal[
    "construction",
    "done",
    "placement",
    "preparation",
    "revenue",
]


class AmunReCardGamePlayer(Struct, frozen=True, kw_only=True):
    """The cards and tokens in front of a player; `step` is the player's step in the development."""

    acquired: AmunReCardGameProvince | None
    ankhs: int
    caravans: int
    discarded: tuple[int, ...]
    display: tuple[int, ...]
    fields: int
    offering: AmunReCardGameSealedOffering
    points: int
    points_by_kingdom: tuple[int, ...]
    provinces: tuple[AmunReCardGameExtendedProvince, ...]
    pyramids_to_place: int
    revenue: int
    seat: int
    step: AmunReCardGamePlayerStep | None


class AmunReCardGameBid(Struct, frozen=True, kw_only=True):
    """A Province that is up for auction, and the Gold card in front of it."""

    gold: int | None
    province: AmunReCardGameProvince
    seat: int | None


class AmunReCardGameTokens(Struct, frozen=True, kw_only=True):
    """The number of tokens on the table."""

    points: int
    pyramids: int


class AmunReCardGameTable(Struct, frozen=True, kw_only=True):
    """The whole table."""

    auction: int
    components: AmunReCardGameComponents
    decks: tuple[AmunReCardGameDeck, ...]
    kingdom: int
    offering: AmunReCardGameOfferings
    pharaoh: int
    phase: AmunReCardGameTablePhase
    players: tuple[AmunReCardGamePlayer, ...]
    row: tuple[AmunReCardGameBid, ...]
    tokens_used: AmunReCardGameTokens
    turn_order: tuple[int, ...]


class DasAmulettBoard(Struct, frozen=True, kw_only=True):
    """The data for drawing the map."""

    height: int
    radius_tenths: int
    wall: tuple[tuple[int, ...], ...]
    width: int


class DasAmulettComponents(Struct, frozen=True, kw_only=True):
    """The origin of the game's component data."""

    digest: str
    name: str
    status: str


class DasAmulettGoal(Struct, frozen=True, kw_only=True):
    """The number of different gems that win, or the total number."""

    different: int
    gems: int


class DasAmulettMetals(Struct, frozen=True, kw_only=True):
    """A number of cards of each metal."""

    copper: int
    gold: int
    iron: int
    silver: int


DasAmulettLiftedGem = Literal[
    "blue",
    "brown",
    "clear",
    "green",
    "grey",
    "light_blue",
    "orange",
    "red",
    "white",
    "yellow",
]


class DasAmulettLifted(Struct, frozen=True, kw_only=True):
    """A gem that is on its way to another region."""

    gem: DasAmulettLiftedGem
    region: str


class DasAmulettStock(Struct, frozen=True, kw_only=True):
    """The cards in no player's hand; `stock` is null if unknown to the viewer."""

    cards: int
    empty: tuple[Literal["copper", "gold", "iron", "silver"], ...]
    stock: DasAmulettMetals | None


DasAmulettTablePhase = Literal[
    "choice",
    "energy",
    "exchange",
    "gem",
    "gems",
    "metals",
    "movement",
    "over",
    "payment",
    "setup",
    "spells",
    "take_back",
]


DasAmulettEffectType = Literal[
    "arc",
    "chosen_disc",
    "equal",
    "extra_metal",
    "free_move",
    "gift",
    "income",
    "power",
    "refund",
    "skim",
    "teleport",
    "vortex",
    "wild",
]


class DasAmulettEffect(Struct, frozen=True, kw_only=True):
    """The effect of a spell: its type determines its other fields."""

    type: DasAmulettEffectType
    amount: int | None = None
    gem: DasAmulettLiftedGem | None = None
    least: int | None = None
    metal: Literal["copper", "gold", "iron", "silver"] | None = None
    most: int | None = None
    own_too: bool | None = None
    where: Literal["anywhere", "pyramid", "wall"] | None = None


class DasAmulettSpell(Struct, frozen=True, kw_only=True):
    """A Spell card, called by its name; `printed` is the name on the card."""

    colour: Literal["blue", "grey", "red"]
    cost: int
    effect: DasAmulettEffect | None
    metals: DasAmulettMetals
    name: str
    name_is: str
    printed: str
    text: str
    wilds: int


class DasAmulettInPlay(Struct, frozen=True, kw_only=True):
    """A spell in play, and the number of tokens on it."""

    colour: Literal["blue", "grey", "red"]
    cost: int
    effect: DasAmulettEffect | None
    energy: int
    metals: DasAmulettMetals
    name: str
    name_is: str
    printed: str
    text: str
    wilds: int


class DasAmulettPlayer(Struct, frozen=True, kw_only=True):
    """A player's possessions; null if unknown to the viewer."""

    accepted: tuple[Literal["copper", "gold", "iron", "silver"], ...] | None
    cards: int
    dealt: tuple[DasAmulettSpell, ...] | None
    different: int
    fuel: tuple[int, ...] | None
    gems: tuple[DasAmulettLiftedGem, ...]
    has_fuelled: bool
    has_kept: bool
    kept: tuple[str, ...] | None
    least_offer: int | None
    metals: DasAmulettMetals | None
    reserve: int
    seat: int
    spells: tuple[DasAmulettInPlay, ...]


DasAmulettRegionTerrain = Literal[
    "city",
    "forest",
    "mountain",
    "plain",
    "water",
]


class DasAmulettRegion(Struct, frozen=True, kw_only=True):
    """A region, the gems in it, and whether the company may move there now."""

    adjacent: tuple[str, ...]
    gems: tuple[DasAmulettLiftedGem, ...]
    name: str
    pyramid: bool
    reachable: bool
    terrain: DasAmulettRegionTerrain
    wall: bool
    x: int
    y: int


class DasAmulettSpells(Struct, frozen=True, kw_only=True):
    """The pile of spells, and the one on offer."""

    deck: int
    offered: DasAmulettSpell | None
    pile: int
    under: tuple[str, ...]


class DasAmulettTable(Struct, frozen=True, kw_only=True):
    """The whole table. In `bids`, seat by seat, null means no answer yet and 0 a pass."""

    advanced: bool
    best_bid: int
    bidder: int | None
    bids: tuple[int | None, ...]
    board: DasAmulettBoard
    company: str
    components: DasAmulettComponents
    desires: tuple[Literal["copper", "gold", "iron", "silver"], ...]
    disc: int | None
    discs: tuple[int, ...]
    discs_in_bag: int
    gems_due: int
    goal: DasAmulettGoal
    hat: int
    laid: DasAmulettMetals
    lifted: DasAmulettLifted | None
    metals: DasAmulettStock
    moves: int
    on_offer: tuple[DasAmulettLiftedGem, ...]
    phase: DasAmulettTablePhase
    picks: int
    players: tuple[DasAmulettPlayer, ...]
    queue: tuple[int, ...]
    regions: tuple[DasAmulettRegion, ...]
    spells: DasAmulettSpells
    take_backs: tuple[int, ...]
    to_lay: int
    turn: int
    turn_limit: int
    winner: int | None


class KheopsPawn(Struct, frozen=True, kw_only=True):
    """A pawn in the pyramid, and its owner."""

    kind: Literal["mummy", "pharaoh", "priest", "worker"]
    seat: int


KheopsTileSymbol = Literal[
    "ankh",
    "curse",
    "double",
    "move",
    "no_pawn",
    "none",
    "rotate_corridor",
    "rotate_hall",
    "sarcophagus",
    "swap",
]


class KheopsTile(Struct, frozen=True, kw_only=True):
    """A tile; `sides` says for each of its three sides whether it is open, `colour` is a sarcophagus's."""

    colour: str | None
    figure: str | None
    id: int
    kind: Literal["corridor", "hall"]
    sides: tuple[bool, ...]
    symbol: KheopsTileSymbol


class KheopsCell(Struct, frozen=True, kw_only=True):
    """A cell of the pyramid; `up`: its triangle stands on a side. `orientation` counts thirds, clockwise."""

    cell: str
    orientation: int | None
    pawn: KheopsPawn | None
    tile: KheopsTile | None
    up: bool


class KheopsComponents(Struct, frozen=True, kw_only=True):
    """The origin of the game's component data."""

    digest: str
    name: str
    status: str


class KheopsDungeon(Struct, frozen=True, kw_only=True):
    """A dungeon as it would be scored now; `pawns` counts each seat's pawns in it."""

    apex: int
    cells: tuple[str, ...]
    closed: bool
    cursed: bool
    halls: int
    longest: int
    pawns: tuple[int, ...]
    sarcophagi: int
    value: int
    winner: int | None


class KheopsReserve(Struct, frozen=True, kw_only=True):
    """The number of pawns of each kind in reserve."""

    mummy: int
    pharaoh: int
    priest: int
    worker: int


class KheopsPlayer(Struct, frozen=True, kw_only=True):
    """A player's possessions; `hand` is null if unknown to the viewer."""

    ankhs: int
    colour: Literal["blue", "white"]
    hand: tuple[KheopsTile, ...] | None
    hand_size: int
    points: int
    reserve: KheopsReserve
    seat: int


class KheopsSettings(Struct, frozen=True, kw_only=True):
    """The readings of the rulebook in this game."""

    closed_rule: Literal["border", "strict"]
    pharaoh_after_mummy: bool
    swap_may_use_placed_pawn: bool


KheopsTableStep = Literal[
    "deal",
    "draw",
    "over",
    "pawn",
    "power",
    "score",
    "tile",
]


class KheopsTable(Struct, frozen=True, kw_only=True):
    """The whole table; `power` is the power triggered by this turn's pawn, which was placed at `placed`."""

    cells: tuple[KheopsCell, ...]
    components: KheopsComponents
    deck: int
    dungeons: tuple[KheopsDungeon, ...]
    open_cells: tuple[str, ...]
    phase: Literal["end", "setup", "turns"]
    placed: str | None
    players: tuple[KheopsPlayer, ...]
    power: Literal["move", "rotate_corridor", "rotate_hall", "swap"] | None
    settings: KheopsSettings
    step: KheopsTableStep
    tiles_to_lay: int
    turn: int
    white: int
