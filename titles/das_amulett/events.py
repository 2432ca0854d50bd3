"""Events of this game, in the order of play. They contain their outcomes; regions and spells are named."""

from stele.title import Event, Hidden, gettext_noop, secret
from titles.das_amulett.spells import Count, Gem, Metal
from titles.das_amulett.state import Components


class TableLaid(Event, frozen=True):
    """Set-up: the component data, the kind of set-up, the maximum number of turns, and the player with the hat.

    `edition` is the edition of the rules (R73). Version 1 had none: it was the first one.
    """

    VERSION = 2
    RULES = ("DA-S1", "DA-S4", "DA-S6", "DA-S7")
    players: int
    components: Components
    advanced: bool
    turn_limit: int
    hat: int
    edition: int = 1


class GemsLaid(Event, frozen=True):
    """Set-up: the gems are drawn from the bag for the regions, in the order of the component data."""

    RULES = ("DA-S2",)
    gems: tuple[tuple[Gem, ...], ...]


class MetalsDealt(Event, frozen=True):
    """Set-up: a player gets the first metal cards."""

    RULES = ("DA-S3",)
    SAYS = gettext_noop("{player} got one card of each metal.")
    seat: int
    cards: int
    metals: Count | Hidden = secret(to="seat")


class SpellsDealt(Event, frozen=True):
    """Advanced set-up: four spells to choose from."""

    RULES = ("DA-A1",)
    SAYS = gettext_noop("{player} was dealt: {spells}.")
    seat: int
    spells: tuple[str, ...] | Hidden = secret(to="seat", shows_height=True)


class SpellsKept(Event, frozen=True):
    """Advanced set-up: a player has chosen two of them."""

    RULES = ("DA-A1",)
    SAYS = gettext_noop("{player} keeps {spells}.")
    seat: int
    spells: tuple[str, str] | Hidden = secret(to="seat")


class SpellsFuelled(Event, frozen=True):
    """Advanced set-up: a player has put energy on the two."""

    RULES = ("DA-A2", "R5")
    SAYS = gettext_noop("{player} put energy on the two spells: {energy}.")
    seat: int
    energy: tuple[int, int] | Hidden = secret(to="seat")


class SpellsRevealed(Event, frozen=True):
    """Set-up: all players' first spells and the energy on them, seat by seat; `chosen` in the advanced set-up."""

    RULES = ("DA-S5", "DA-A3")
    spells: tuple[tuple[str, str], ...]
    energy: tuple[tuple[int, int], ...]
    chosen: bool

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: the kept spells and their energy become public, but not the
        rejected spells.
        """
        return self.chosen and isinstance(sealed, SpellsKept | SpellsFuelled)


class TurnBegun(Event, frozen=True):
    """Spell phase: this many spells are laid face down to be auctioned."""

    RULES = ("DA-T1", "DA-P1")
    turn: int
    pile: int


class SpellTurnedUp(Event, frozen=True):
    """Spell phase: a spell of the pile is up for auction."""

    RULES = ("DA-P1", "DA-P2", "R11")
    SAYS = gettext_noop("{spell} was turned up.")
    spell: str
    order: tuple[int, ...]


class EnergyBid(Event, frozen=True):
    """Spell phase: a player bids this many tokens."""

    RULES = ("DA-P2", "DA-P3")
    SAYS = gettext_noop("{player} bid {tokens} energy.")
    seat: int
    tokens: int


class Passed(Event, frozen=True):
    """A player passes, in an auction or in an exchange."""

    RULES = ("DA-P2", "DA-X1", "R19", "R38")
    SAYS = gettext_noop("{player} passed.")
    seat: int


class SpellAcquired(Event, frozen=True):
    """Spell phase: a player puts the tokens on the spell and takes the hat."""

    RULES = ("DA-P4",)
    SAYS = gettext_noop("{player} acquired {spell} with {tokens} energy and took the hat.")
    seat: int
    spell: str
    tokens: int


class SpellReturned(Event, frozen=True):
    """Spell phase: there was no bid; the spell goes under the deck."""

    RULES = ("DA-P5",)
    SAYS = gettext_noop("No player wanted {spell}; it goes under the deck.")
    spell: str


class MetalsPhaseBegun(Event, frozen=True):
    """Metals phase: all players gain metals in turn."""

    RULES = ("DA-T1", "DA-T2")
    SAYS = gettext_noop("The metals phase begins.")
    order: tuple[int, ...]


class GemLifted(Event, frozen=True):
    """Metals phase: Teleportation takes a gem from a region."""

    RULES = ("DA-M1", "R28")
    SAYS = gettext_noop("{player}'s {spell} took {gem} from {region}.")
    seat: int
    spell: str
    region: str
    gem: Gem


class GemDropped(Event, frozen=True):
    """Metals phase: the gem is laid into another region."""

    RULES = ("DA-M1", "R28")
    seat: int
    region: str
    gem: Gem


class SpellsDeclined(Event, frozen=True):
    """A player does not use these spells now."""

    RULES = ("DA-K2",)
    SAYS = gettext_noop("{player} does not use {spells}.")
    seat: int
    spells: tuple[str, ...]


class MetalsDrawn(Event, frozen=True):
    """Metals phase: the metals from symbols and gem magic; `picks` more cards are of free choice."""

    RULES = ("DA-M2", "DA-K3", "R26")
    seat: int
    cards: int
    picks: int
    metals: Count | Hidden = secret(to="seat")


class MetalTaken(Event, frozen=True):
    """Metals phase: a card of free choice."""

    RULES = ("DA-M3", "DA-M4")
    SAYS = gettext_noop("{player} chose and took {metal}.")
    seat: int
    metal: Metal | Hidden = secret(to="seat")


class DrawsLost(Event, frozen=True):
    """Metals phase: all piles are empty, these cards are lost."""

    RULES = ("R25",)
    seat: int
    cards: int


class PilesCounted(Event, frozen=True):
    """The number of cards in each pile: published when one runs short or out, and at the end of the metals phase."""

    RULES = ("R8",)
    stock: Count

    def reveals(self, sealed: Event) -> bool:
        """False: the event does not open a single draw, but the total of all hands, which differs between consistent
        deals.
        """
        return False


class GemsPhaseBegun(Event, frozen=True):
    """Gems phase: first, in turn, spells that work before the disc is drawn."""

    RULES = ("DA-T1", "DA-G1")
    SAYS = gettext_noop("The gems phase begins.")
    order: tuple[int, ...]


class MetalNamed(Event, frozen=True):
    """Gems phase: this metal is accepted too, from all players, until the phase ends."""

    RULES = ("DA-G2",)
    SAYS = gettext_noop("{player}'s {spell}: all players may also use {metal} in this phase.")
    seat: int
    spell: str
    metal: Metal


class DiscChosen(Event, frozen=True):
    """Gems phase: a player chooses how often the company moves."""

    RULES = ("DA-G3",)
    seat: int
    spell: str
    disc: int


class DiscDrawn(Event, frozen=True):
    """Gems phase: the disc determines how often the company moves."""

    RULES = ("DA-G4",)
    disc: int


class ExchangeOpened(Event, frozen=True):
    """Gems phase: all players may offer metals for a gem of this region, in this order."""

    RULES = ("DA-X1",)
    SAYS = gettext_noop("Gems are exchanged in {region}.")
    region: str
    order: tuple[int, ...]


class RegionEmpty(Event, frozen=True):
    """Gems phase: there is nothing to exchange at the company's location."""

    RULES = ("R42",)
    SAYS = gettext_noop("There are no gems in {region}.")
    region: str


class MetalsOffered(Event, frozen=True):
    """Gems phase: a player offers this many cards."""

    RULES = ("DA-X2", "DA-X3")
    seat: int
    cards: int


class ExchangeWon(Event, frozen=True):
    """Gems phase: a player has won with this many cards, takes the hat, and may take up to this many gems."""

    RULES = ("DA-X4", "DA-X6")
    seat: int
    cards: int
    gems: int


class NobodyOffered(Event, frozen=True):
    """Gems phase: there was no offer; the gems stay."""

    RULES = ("DA-X9",)
    SAYS = gettext_noop("No player made an offer in {region}.")
    region: str


class MetalsLaid(Event, frozen=True):
    """Gems phase: the winner lays out the offer's cards."""

    RULES = ("DA-X5", "R43")
    seat: int
    metals: Count


class GemTaken(Event, frozen=True):
    """Gems phase: a gem goes to the winner's amulet."""

    RULES = ("DA-X6", "R44")
    SAYS = gettext_noop("{player} took {gem} from {region}.")
    seat: int
    region: str
    gem: Gem


class TakeBackInvited(Event, frozen=True):
    """Gems phase: these players, in this order, may take this many cards of the offer."""

    RULES = ("DA-X7",)
    order: tuple[int, ...]
    cards: tuple[int, ...]


class MetalsTakenBack(Event, frozen=True):
    """Gems phase: a player takes cards of the offer, or none."""

    RULES = ("DA-X7", "R49")
    seat: int
    metals: Count


class OfferDiscarded(Event, frozen=True):
    """Gems phase: the rest of the offer goes back to the piles."""

    RULES = ("DA-X8",)
    metals: Count


class CompanyMoved(Event, frozen=True):
    """Gems phase: a player moves the company."""

    RULES = ("DA-V1", "DA-V2", "DA-V3")
    SAYS = gettext_noop("{player} moved the company to {region}.")
    seat: int
    region: str


class CompanyStuck(Event, frozen=True):
    """Gems phase: no other region has gems, the phase ends."""

    RULES = ("DA-V4",)
    SAYS = gettext_noop("No other region has gems, so the company stays in {region}.")
    region: str


class EnergyPhaseBegun(Event, frozen=True):
    """Energy phase: all players in turn."""

    RULES = ("DA-T1", "DA-T2")
    SAYS = gettext_noop("The energy phase begins.")
    order: tuple[int, ...]


class EnergyMoved(Event, frozen=True):
    """Energy phase: tokens go from one of the player's spells to another."""

    RULES = ("DA-E2",)
    SAYS = gettext_noop("{player} moved {tokens} energy from {source} to {spell}.")
    seat: int
    source: str
    spell: str
    tokens: int


class EnergyRemoved(Event, frozen=True):
    """Energy phase: a vortex returns a token to the reserve of the spell's owner."""

    RULES = ("DA-E3", "DA-E4")
    SAYS = gettext_noop("{player}'s {vortex} removed 1 energy from {owner}'s {spell}.")
    seat: int
    vortex: str
    spell: str
    owner: int


class EnergySpent(Event, frozen=True):
    """Energy phase: a player's spells use up their energy, in order; it goes to the reserve."""

    RULES = ("DA-E5",)
    SAYS = gettext_noop("{player}'s spells used {total} energy.")
    seat: int
    tokens: tuple[int, ...]
    total: int


class SpellDiscarded(Event, frozen=True):
    """Energy phase: a spell without energy goes under the deck."""

    RULES = ("DA-E6",)
    SAYS = gettext_noop("{player}'s {spell} has no energy left and is discarded.")
    seat: int
    spell: str


class AmuletCompleted(Event, frozen=True):
    """A player has enough gems on the amulet and wins immediately."""

    RULES = ("DA-W1", "R45")
    seat: int
    different: int
    gems: int


class TurnLimitReached(Event, frozen=True):
    """House rule: this many turns were played, the game ends."""

    RULES = ("R70",)
    turns: int
