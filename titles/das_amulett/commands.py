"""Commands of this game. Regions and spells are called by their names."""

from typing import ClassVar

from stele.title import Command
from titles.das_amulett.spells import Count, Gem, Metal


class KeepSpells(Command, frozen=True):
    """Advanced set-up: keep these two of the four spells that were dealt."""

    ANY_ORDER: ClassVar[tuple[str, ...]] = ("first", "second")

    first: str
    second: str


class FuelSpells(Command, frozen=True):
    """Advanced set-up: this many Energy tokens on the first and on the second of the two kept spells."""

    first: int
    second: int
    spells: tuple[str, str]


class BidEnergy(Command, frozen=True):
    """Bid this many Energy tokens for the spell that is turned up."""

    tokens: int


class Pass(Command, frozen=True):
    """Make no offer in this auction, or no further one in this exchange."""


class UseNoMore(Command, frozen=True):
    """Decline to use further spells now."""


class LiftGem(Command, frozen=True):
    """Teleportation: lift this gem from this region."""

    region: str
    gem: Gem


class DropGem(Command, frozen=True):
    """Teleportation: lay it into this region."""

    region: str


class TakeMetal(Command, frozen=True):
    """Take a card of this metal: for a free symbol, or because a pile is empty."""

    metal: Metal


class NameMetal(Command, frozen=True):
    """Burning Desire: this metal is accepted too, from all players, in the whole phase."""

    metal: Metal


class ChooseDisc(Command, frozen=True):
    """Magical Journey: the company moves this many times."""

    disc: int


class OfferMetals(Command, frozen=True):
    """Offer this many cards of accepted metals."""

    cards: int


class LayMetals(Command, frozen=True):
    """Lay this many cards of each metal for the winning offer."""

    gold: int = 0
    silver: int = 0
    copper: int = 0
    iron: int = 0

    @property
    def metals(self) -> Count:
        """The cards, metal by metal."""
        return self.gold, self.silver, self.copper, self.iron


class TakeGem(Command, frozen=True):
    """Take a gem of this kind from the region of the company."""

    gem: Gem


class TakeBack(Command, frozen=True):
    """Take back this many cards of each metal from the offer on the table; none at all is possible."""

    gold: int = 0
    silver: int = 0
    copper: int = 0
    iron: int = 0

    @property
    def metals(self) -> Count:
        """The cards, metal by metal."""
        return self.gold, self.silver, self.copper, self.iron


class MoveCompany(Command, frozen=True):
    """Move the company to this region."""

    region: str


class MoveEnergy(Command, frozen=True):
    """Arc of Energy: move this many of its tokens to this other spell of its owner."""

    spell: str
    tokens: int


class RemoveEnergy(Command, frozen=True):
    """Remove one token from this spell of this player by a vortex."""

    vortex: str
    spell: str
    owner: int


class DiscardSpell(Command, frozen=True):
    """Of several spells without energy, put this one under the deck next."""

    spell: str


COMMANDS: tuple[type[Command], ...] = (
    KeepSpells, FuelSpells, BidEnergy, Pass, UseNoMore, LiftGem, DropGem, TakeMetal, NameMetal, ChooseDisc, OfferMetals,
    LayMetals, TakeGem, TakeBack, MoveCompany, MoveEnergy, RemoveEnergy, DiscardSpell,
)  # fmt: skip
