"""State of the table: provinces, gold, pyramids, and how far the game is."""

from collections.abc import Callable
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from stele.title import Hidden, clockwise

AUCTIONS = 3
KINGDOMS = 3
GOLD_CARDS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
ALL_GOLD = sum(GOLD_CARDS)

Phase = Literal["display", "auction", "pharaoh", "offering", "flood", "favours", "development", "points", "over"]
Step = Literal["revenue", "construction", "placement", "preparation", "done"]


class Province(Struct, frozen=True, array_like=True, gc=False):
    """A Province card: its printed values, and the Kingdom on its back."""

    id: str
    kingdom: int
    ankhs: int
    fields: int
    caravan: bool
    pyramids: int


class Components(Struct, frozen=True, gc=False):
    """The component data of this game, as stored in its record.

    `construction_cost[n]` is the Gold for n Pyramids bought together.
    """

    name: str
    status: str
    digest: str
    construction_cost: tuple[int, ...]
    provinces: tuple[Province, ...]


class ExtendedProvince(Struct, frozen=True, gc=False):
    """One to three overlapping Province cards, the last one on top, and the Pyramid tokens on them.

    `pyramids` counts the printed Pyramids of all its cards and the tokens together.
    """

    cards: tuple[Province, ...]
    tokens: int
    pyramids: int

    @property
    def top(self) -> Province:
        """The card whose Ankhs, Fields and Caravan are visible."""
        return self.cards[-1]


class Bid(Struct, frozen=True, gc=False):
    """A Province in the auction's row, and the Gold card in front of it."""

    province: Province
    seat: int | None = None
    gold: int | None = None


class Player(Struct, frozen=True, gc=False):
    """The cards and tokens in front of one player. Other Gold cards are in the player's discard pile.

    `offering` is none while nothing is sealed; `acquired` is a Province that is not placed yet; `to_place` counts
    Pyramids that are not placed yet; `revenue` is the marker on the Revenue track.
    """

    display: tuple[int, ...] = ()
    provinces: tuple[ExtendedProvince, ...] = ()
    offering: tuple[int, ...] | Hidden | None = None
    acquired: Province | None = None
    to_place: int = 0
    revenue: int = 0
    step: Step = "revenue"
    points: tuple[int, ...] = ()


class State(Struct, frozen=True, gc=False):
    """The whole table: `row` is the auction's, `bidder` placed Gold last, `dealt` are the ids turned over so far.

    `together` is set only if all extend, and place granted Pyramids, at the same time, which the `edition` of the rules
    limits (R51). `favors` are the Pyramids granted by Amun-Re for the last offerings, `offered`.
    """

    components: Components
    players: tuple[Player, ...]
    pharaoh: int = 0
    kingdom: int = 1
    auction: int = 0
    phase: Phase = "display"
    row: tuple[Bid, ...] = ()
    bidder: int | None = None
    dealt: tuple[str, ...] = ()
    offered: tuple[tuple[int, ...], ...] = ()
    favors: tuple[int, ...] = ()
    flood_total: int = 0
    flood: int = 0
    together: bool | UnsetType = UNSET
    edition: int = 1


def turn_order(state: State) -> tuple[int, ...]:
    """The seats clockwise, the Pharaoh first (AC-S3), which also breaks ties."""
    return clockwise(state.pharaoh, len(state.players))


def next_of(state: State, waiting: Callable[[Player], object]) -> tuple[int, ...]:
    """The next of the waiting players: all of them, if they act at the same time, otherwise the first in turn (R51)."""
    seats = tuple([seat for seat in turn_order(state) if waiting(state.players[seat])])
    return tuple(sorted(seats)) if state.together else seats[:1]


def visible_ankhs(player: Player) -> int:
    """The Ankhs on the uncovered cards, of any Kingdom (AC-A8)."""
    return sum([province.cards[-1].ankhs for province in player.provinces])


def fewest_pyramids(player: Player) -> list[int]:
    """The places of the Provinces with the fewest Pyramids, printed and tokens together (AC-C4)."""
    counts = [province.pyramids for province in player.provinces]
    least = min(counts)
    return [place for place, count in enumerate(counts) if count == least]
