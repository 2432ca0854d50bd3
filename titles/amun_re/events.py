"""Events of this game, in the order of play. They contain their outcomes."""

from stele.title import Event, Hidden, gettext_noop, secret
from titles.amun_re.state import Components, Favor, Offer


class TableLaid(Event, frozen=True):
    """Set-up: the component data, the rules, and the start player.

    Version 1 had no `strict_supply`, as Stones never ran out. Version 2 had no `together`, as the harvest was in turn.
    """

    VERSION = 3
    RULES = ("AR-S1", "AR-S2", "AR-S3", "AR-S5")

    players: int
    components: Components
    expert: bool
    start: int
    strict_supply: bool = False
    together: bool = False


class ProvinceDealt(Event, frozen=True):
    """Expert rules: a province card is dealt to a player; the others cannot see it."""

    RULES = ("AR-X1",)
    SAYS = gettext_noop("{player} was dealt {province}.")
    seat: int
    province: str | Hidden = secret(to="seat")


class ChoiceInvited(Event, frozen=True):
    """Expert rules: all players may now choose a province for this round."""

    RULES = ("AR-X2",)
    SAYS = gettext_noop("Kingdom {kingdom}, round {round}: each player chooses a province.")
    kingdom: int
    round: int


class ProvinceChosen(Event, frozen=True):
    """Expert rules: a player has chosen the province to put up for auction."""

    RULES = ("AR-X2", "R59")
    SAYS = gettext_noop("{player} chose {province}.")
    seat: int
    kingdom: int
    round: int
    province: str | Hidden = secret(to="seat")


class ProvincesRevealed(Event, frozen=True):
    """Auction: these provinces are up for auction in this round. By the expert rules, in the order of the seats."""

    RULES = ("AR-A1", "AR-S4", "AR-N2", "AR-X2")
    SAYS = gettext_noop("Kingdom {kingdom}, round {round}: {provinces} are up for auction.")
    kingdom: int
    round: int
    provinces: tuple[str, ...]
    chosen: bool

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: the provinces chosen for this round become public."""
        return (
            self.chosen
            and isinstance(sealed, ProvinceChosen)
            and (sealed.kingdom, sealed.round) == (self.kingdom, self.round)
        )


class BidPlaced(Event, frozen=True):
    """Auction: a Scribe is placed. `space` is the place on the bid track, `outbid` the seat whose Scribe goes back."""

    RULES = ("AR-A2", "AR-A3", "AR-A4", "AR-A5")
    seat: int
    province: str
    space: int
    gold: int
    bribe: bool
    protection: bool
    outbid: int | None


class ProvinceAcquired(Event, frozen=True):
    """Auction: a player pays and controls the province."""

    RULES = ("AR-A6", "R21")
    SAYS = gettext_noop("{player} took {province} for {gold} Gold.")
    seat: int
    province: str
    gold: int


class BonusTaken(Event, frozen=True):
    """Auction: the one-time bonus of the province; its Stones make `pyramids`, Favor cards are drawn next."""

    RULES = ("AR-B1", "R25")
    seat: int
    province: str
    stones: int
    pyramids: int
    favor: int
    gold: int


class MarketOpened(Event, frozen=True):
    """Market: players buy in turn."""

    RULES = ("AR-T2", "AR-M1")
    SAYS = gettext_noop("The market is open.")
    order: tuple[int, ...]


class FavorDrawn(Event, frozen=True):
    """A player draws a Favor card; the others cannot see it."""

    RULES = ("AR-B1", "AR-M1", "AR-R2")
    SAYS = gettext_noop("{player} drew {card}.")
    seat: int
    card: Favor | Hidden = secret(to="seat")


class DeckShuffled(Event, frozen=True):
    """The discarded Favor cards are the new deck."""

    RULES = ("AR-F4",)
    cards: int


class DrawLost(Event, frozen=True):
    """No Favor card is left to draw."""

    RULES = ("R5",)
    SAYS = gettext_noop("There was no Favor card left for {player}.")
    seat: int


class FavorSold(Event, frozen=True):
    """A Favor card is discarded for 1 Gold."""

    RULES = ("AR-F3", "R7")
    SAYS = gettext_noop("{player} discarded {card} for 1 Gold.")
    seat: int
    card: Favor


class GoodsBought(Event, frozen=True):
    """Market: this many Favor cards, Farmers or Stones are bought together."""

    RULES = ("AR-M1", "AR-M2")
    seat: int
    goods: str
    count: int
    gold: int


class FarmerPlaced(Event, frozen=True):
    """A Farmer is placed on a Field."""

    RULES = ("AR-P1",)
    SAYS = gettext_noop("{player} placed a Farmer in {province}.")
    seat: int
    province: str


class StonePlaced(Event, frozen=True):
    """A Stone is placed; the third one becomes a pyramid with the other two."""

    RULES = ("AR-P2", "AR-P3")
    SAYS = gettext_noop("{player} placed a Stone in {province}.")
    seat: int
    province: str
    pyramid: bool


class FreeFarmerPlayed(Event, frozen=True):
    """Market: a Farmer without a Field."""

    RULES = ("AR-F7",)
    SAYS = gettext_noop("{player} placed a Free Farmer in {province}.")
    seat: int
    province: str


class ArchitectPlayed(Event, frozen=True):
    """Market: a pyramid of two Stones."""

    RULES = ("AR-F8",)
    SAYS = gettext_noop("{player}'s Architect built a pyramid in {province}.")
    seat: int
    province: str


class MarketLeft(Event, frozen=True):
    """Market: a player leaves."""

    RULES = ("AR-M1",)
    SAYS = gettext_noop("{player} left the market.")
    seat: int


class OfferingsInvited(Event, frozen=True):
    """Offering: all players may now seal one."""

    RULES = ("AR-T2", "AR-O1")
    SAYS = gettext_noop("Amun-Re awaits the offerings.")
    kingdom: int
    round: int


class OfferingSealed(Event, frozen=True):
    """Offering: a player has sealed one; the Gold, Theft, and blue card are secret."""

    RULES = ("AR-O1", "AR-O2", "AR-O3", "R36")
    seat: int
    kingdom: int
    round: int
    offer: tuple[int, bool, bool] | Hidden = secret(to="seat")


class OfferingsRevealed(Event, frozen=True):
    """Offering: all are turned over together, seat by seat; Gold is paid, blue cards are discarded."""

    RULES = ("AR-O4", "R44")
    kingdom: int
    round: int
    offers: tuple[Offer, ...]

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: the offerings of this round become public."""
        return isinstance(sealed, OfferingSealed) and (sealed.kingdom, sealed.round) == (self.kingdom, self.round)


class AdjustmentDeclared(Event, frozen=True):
    """Offering: a blue card changes the common offering by this amount."""

    RULES = ("AR-O6", "AR-F9")
    seat: int
    amount: int


class NileFlooded(Event, frozen=True):
    """Offering: the common offering determines the tile in the delta, counted from 0; thieves take their Gold."""

    RULES = ("AR-O5", "AR-O7", "R44")
    total: int
    tile: int
    thieves: tuple[int, ...]


class RewardsGranted(Event, frozen=True):
    """Offering: the number of rewards of each player, in this order, and the start player from the next round on."""

    RULES = ("AR-R1", "AR-R3")
    order: tuple[int, ...]
    rewards: tuple[int, ...]
    start: int


class RewardTaken(Event, frozen=True):
    """Offering: a player takes this many Favor cards, Farmers and Stones."""

    RULES = ("AR-R2", "R42")
    seat: int
    favor: int
    farmers: int
    stones: int


class HarvestBegun(Event, frozen=True):
    """Harvest: all players harvest in turn."""

    RULES = ("AR-T2", "AR-H1")
    SAYS = gettext_noop("The harvest begins.")
    order: tuple[int, ...]


class TreasuryPlayed(Event, frozen=True):
    """Harvest: Gold from the reserve instead of this province's income."""

    RULES = ("AR-F10",)
    SAYS = gettext_noop("{player} played the Treasury on {province}.")
    seat: int
    province: str


class GreatHarvestPlayed(Event, frozen=True):
    """Harvest: one Gold more for each Farmer of this province."""

    RULES = ("AR-F11",)
    SAYS = gettext_noop("{player} played the Great Harvest on {province}.")
    seat: int
    province: str


class IncomeTaken(Event, frozen=True):
    """Harvest: a player's income by its sources."""

    RULES = ("AR-H2", "AR-H3", "AR-H4")
    seat: int
    mines: int
    caravans: int
    farmers: int
    treasury: int
    total: int


class ScoringBegun(Event, frozen=True):
    """Scoring: all players may lay down yellow Favor cards."""

    RULES = ("AR-T2", "AR-V1")
    SAYS = gettext_noop("Kingdom {kingdom} is scored.")
    kingdom: int


class ScoringCardsSealed(Event, frozen=True):
    """Scoring: a player has chosen yellow Favor cards, or none."""

    RULES = ("AR-V6", "R53")
    seat: int
    kingdom: int
    cards: tuple[Favor, ...] | Hidden = secret(to="seat")


class ScoringCardsRevealed(Event, frozen=True):
    """Scoring: the yellow Favor cards are turned over, seat by seat, and discarded."""

    RULES = ("AR-V6", "AR-F12")
    kingdom: int
    cards: tuple[tuple[Favor, ...], ...]

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: the yellow cards of this Kingdom become public."""
        return isinstance(sealed, ScoringCardsSealed) and sealed.kingdom == self.kingdom


class PointsScored(Event, frozen=True):
    """Scoring: a player's points in this Kingdom, by their sources."""

    RULES = ("AR-V2", "AR-V3", "AR-V4", "AR-V5")
    seat: int
    kingdom: int
    temples: int
    pyramids: int
    sets: int
    west: int
    east: int
    cards: int
    total: int


class KingdomEnded(Event, frozen=True):
    """The Old Kingdom ends: Scribes and Farmers leave, pyramids and Stones stay; or the New one does."""

    RULES = ("AR-T1", "AR-N1")
    kingdom: int


class HandSold(Event, frozen=True):
    """The end: the remaining Favor cards become 1 Gold each."""

    RULES = ("AR-E1", "R8")
    seat: int
    cards: int


class GoldScored(Event, frozen=True):
    """The end: a player's Gold, its rank, and the points for it."""

    RULES = ("AR-E2", "R54")
    SAYS = gettext_noop("{player} has {gold} Gold and is in place {place}: {points} points.")
    seat: int
    gold: int
    place: int
    points: int


class GameScored(Event, frozen=True):
    """The end: everything is scored."""

    RULES = ("AR-E3", "R55")
    SAYS = gettext_noop("Scoring is complete.")
