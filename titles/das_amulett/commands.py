"""Commands of this game. Regions and spells are called by their names."""

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations, product
from typing import Any, ClassVar

from stele.title import Command, gettext_noop
from titles.das_amulett.components import components_from, shipped_components
from titles.das_amulett.spells import METALS, Count, Gem, Metal, Vortex
from titles.das_amulett.state import Components


class KeepSpells(Command, frozen=True):
    """Advanced set-up: keep these two of the four spells that were dealt."""

    SAYS = gettext_noop("Keep {first} and {second}")
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

    SAYS = gettext_noop("Bid {tokens} energy")
    tokens: int


class Pass(Command, frozen=True):
    """Make no offer in this auction, or no further one in this exchange."""

    SAYS = gettext_noop("Pass")


class UseNoMore(Command, frozen=True):
    """Decline to use further spells now."""

    SAYS = gettext_noop("Use no more spells now")


class LiftGem(Command, frozen=True):
    """Teleportation: lift this gem from this region."""

    SAYS = gettext_noop("Move the {gem} gem from {region}")
    region: str
    gem: Gem


class DropGem(Command, frozen=True):
    """Teleportation: lay it into this region."""

    SAYS = gettext_noop("Put the gem in {region}")
    region: str


class TakeMetal(Command, frozen=True):
    """Take a card of this metal: for a free symbol, or because a pile is empty."""

    SAYS = gettext_noop("Take {metal}")
    metal: Metal


class NameMetal(Command, frozen=True):
    """Burning Desire: this metal is accepted too, from all players, in the whole phase."""

    SAYS = gettext_noop("Accept {metal} too")
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

    SAYS = gettext_noop("Take the {gem} gem")
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

    SAYS = gettext_noop("Move the company to {region}")
    region: str


class MoveEnergy(Command, frozen=True):
    """Arc of Energy: move this many of its tokens to this other spell of its owner."""

    SAYS = gettext_noop("Move {tokens} energy to {spell}")
    spell: str
    tokens: int


class RemoveEnergy(Command, frozen=True):
    """Remove one token from this spell of this player by a vortex."""

    SAYS = gettext_noop("{vortex}: remove 1 energy from {owner}'s {spell}")
    vortex: str
    spell: str
    owner: int


class DiscardSpell(Command, frozen=True):
    """Put this one of several spells without energy under the deck next."""

    SAYS = gettext_noop("Put {spell} under the deck next")
    spell: str


COMMANDS: tuple[type[Command], ...] = (
    KeepSpells, FuelSpells, BidEnergy, Pass, UseNoMore, LiftGem, DropGem, TakeMetal, NameMetal, ChooseDisc, OfferMetals,
    LayMetals, TakeGem, TakeBack, MoveCompany, MoveEnergy, RemoveEnergy, DiscardSpell,
)  # fmt: skip


_MOST_OF_A_METAL = 9
_MOST_TAKEN_BACK = 6


def command_values(players: int, options: Mapping[str, Any]) -> Mapping[str, Iterable[Any]]:
    """The values that fields, or all fields of a command, can have, for numbering the commands."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    return {
        "KeepSpells": combinations(sorted(components.spells_by_name), 2),
        "FuelSpells": _fuelled(components) if options["advanced"] else (),
        "LayMetals": product(range(_MOST_OF_A_METAL + 1), repeat=len(METALS)),
        "TakeBack": [
            cards
            for cards in product(range(_MOST_TAKEN_BACK + 1), repeat=len(METALS))
            if sum(cards) <= _MOST_TAKEN_BACK
        ],
        "region": list(components.region_places),
        "spell": list(components.spells_by_name),
        "vortex": [spell.name for spell in components.spells if isinstance(spell.effect, Vortex)],
        "owner": range(players),
        "tokens": range(1, components.energy + 1),
        "cards": range(1, components.metal_cards * len(METALS) + 1),
        "disc": sorted(set(components.discs)),
    }


def _fuelled(components: Components) -> Iterable[tuple[int, int, tuple[str, str]]]:
    """Each way to put at most all energy on any two spells, at least one token on each."""
    for first in range(1, components.energy):
        for second in range(1, components.energy - first + 1):
            for spells in permutations(components.spells_by_name, 2):
                yield first, second, spells
