"""Events of this game, chapter by chapter. They contain the outcomes of randomness and of rulings."""

from stele.title import Event, Hidden, gettext_noop, secret
from titles.amun_re_card_game.state import Components, Province


class TableLaid(Event, frozen=True):
    """Set-up: the component data is settled, and all players have nine Gold cards.

    `edition` is the edition of the rules (R51). Version 1 had no `together`, as all were asked in turn order. Version 2
    had no `edition`, as there was only the first.
    """

    VERSION = 3
    RULES = ("AC-S1",)

    players: int
    components: Components
    together: bool = False
    edition: int = 1


class PharaohDrawn(Event, frozen=True):
    """Set-up: chance names the first Pharaoh."""

    RULES = ("AC-S3", "R3")
    SAYS = gettext_noop("{player} was drawn as the first Pharaoh.")
    seat: int


class GoldChosen(Event, frozen=True):
    """Set-up: a player lays out a first display."""

    RULES = ("AC-S4", "R4")
    SAYS = gettext_noop("{player} laid out {cards}.")
    seat: int
    cards: tuple[int, ...]


class AuctionOpened(Event, frozen=True):
    """Auction: a Province is turned over for each player."""

    RULES = ("AC-A1", "R7")
    SAYS = gettext_noop("Kingdom {kingdom}, auction {auction}: {provinces} were turned over.")
    kingdom: int
    auction: int
    provinces: tuple[Province, ...]


class GoldPlaced(Event, frozen=True):
    """Auction: a Gold card is placed in front of a Province; `outbid` takes their card back."""

    RULES = ("AC-A2", "AC-A3", "AC-A4", "AC-A10")
    SAYS = gettext_noop("{player} placed the Gold card {gold} in front of Province {province}.")
    seat: int
    gold: int
    province: str
    outbid: int | None = None


class ProvinceAcquired(Event, frozen=True):
    """Auction: a player takes the Province. In the first Kingdom it is laid down at once.

    `returns`: the 0 card goes back to the display; any other card is discarded.
    """

    RULES = ("AC-A6", "AC-A7")
    seat: int
    province: Province
    gold: int
    returns: bool
    placed: bool


class ProvinceExtended(Event, frozen=True):
    """Second and third Kingdom: the new card is laid over one of the previous Kingdom."""

    RULES = ("AC-X1", "AC-X2")
    SAYS = gettext_noop("{player} laid the new card on their Province {place}.")
    seat: int
    place: int


class PharaohNamed(Event, frozen=True):
    """Auction: the most visible Ankhs make the Pharaoh; `ankhs` are those of all players."""

    RULES = ("AC-A9", "R18")
    seat: int
    ankhs: tuple[int, ...]


class OfferingsInvited(Event, frozen=True):
    """Offerings: all players may now seal one."""

    RULES = ("AC-O1",)
    SAYS = gettext_noop("Amun-Re awaits the offerings of Kingdom {kingdom}.")
    kingdom: int


class OfferingSealed(Event, frozen=True):
    """Offerings: a player has chosen. The cards and their number are hidden from the others."""

    RULES = ("AC-O1", "AC-O2", "AC-O5")
    seat: int
    kingdom: int
    cards: tuple[int, ...] | Hidden = secret(to="seat")


class OfferingsRevealed(Event, frozen=True):
    """Offerings: all are turned over together, seat by seat."""

    RULES = ("AC-O3",)
    kingdom: int
    offerings: tuple[tuple[int, ...], ...]

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: the offerings of this Kingdom become public."""
        return isinstance(sealed, OfferingSealed) and sealed.kingdom == self.kingdom


class NileFlooded(Event, frozen=True):
    """Offerings: their total determines the height of the Nile; `level` is the Gold for each Field."""

    RULES = ("AC-O4",)
    SAYS = gettext_noop("The offerings total {total} Gold: every Field earns {level} Gold, Caravans earn nothing.")
    total: int
    level: int


class FavorsGranted(Event, frozen=True):
    """Favors: the Pyramids granted by Amun-Re, seat by seat."""

    RULES = ("AC-F1", "AC-F2", "AC-F3")
    pyramids: tuple[int, ...]


class PyramidPlaced(Event, frozen=True):
    """A Pyramid token is placed, and never moves again."""

    RULES = ("AC-P1", "AC-P2", "AC-P3")
    SAYS = gettext_noop("{player} placed a Pyramid on their Province {place}.")
    seat: int
    place: int


class RevenueEarned(Event, frozen=True):
    """Revenue: Gold from Fields, Caravans and the remaining Gold cards, which are discarded."""

    RULES = ("AC-C1", "AC-C2")
    seat: int
    fields: int
    caravans: int
    cards: int
    total: int


class PyramidsBuilt(Event, frozen=True):
    """Construction: this many Pyramids are bought at once."""

    RULES = ("AC-C3", "AC-C6")
    seat: int
    count: int
    cost: int


class GoldPrepared(Event, frozen=True):
    """Preparation: the next display. `lost` is Gold that nine cards cannot show."""

    RULES = ("AC-C7", "R35")
    SAYS = gettext_noop("{player} laid out {cards} and lost {lost} Gold that nine cards cannot make up.")
    seat: int
    cards: tuple[int, ...]
    lost: int


class GoldLeftOver(Event, frozen=True):
    """Third Kingdom: there is no preparation; remaining Gold is worth nothing."""

    RULES = ("AC-C8",)
    SAYS = gettext_noop("{player} had {gold} Gold left over, which is worth nothing.")
    seat: int
    gold: int


class PointsScored(Event, frozen=True):
    """Victory Points of one player for this Kingdom, by reason; `total` is never below 0."""

    RULES = ("AC-V2", "AC-V3", "AC-V4", "AC-V5", "AC-V6")
    seat: int
    kingdom: int
    pyramids: int
    fields: int
    pharaoh: int
    fewest_ankhs: int
    total: int


class KingdomEnded(Event, frozen=True):
    """All have scored."""

    RULES = ("AC-V1", "AC-V7", "AC-E1")
    SAYS = gettext_noop("Kingdom {kingdom} ended.")
    kingdom: int
