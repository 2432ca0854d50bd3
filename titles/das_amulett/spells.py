"""Spells: small types of effect, one for each thing that a spell changes (DA-K).

A spell is data: its metals, its cost, and at most one effect with its numbers. `effects` decides the meaning of an
effect in play; no other module examines a spell's kind.
"""

from typing import Literal

from msgspec import Struct

Metal = Literal["gold", "silver", "copper", "iron"]
METALS: tuple[Metal, ...] = ("gold", "silver", "copper", "iron")
Gem = Literal["red", "yellow", "green", "clear", "white", "light_blue", "blue", "grey", "orange", "brown"]
GEMS: tuple[Gem, ...] = (
    "red", "yellow", "green", "clear", "white", "light_blue", "blue", "grey", "orange", "brown",
)  # fmt: skip
Where = Literal["anywhere", "wall", "pyramid"]
Colour = Literal["grey", "red", "blue"]

Count = tuple[int, int, int, int]
"""A number of cards of each metal, in the order of `METALS`."""


class Income(Struct, frozen=True, array_like=True, tag="income", gc=False):
    """For each gem of this kind on the amulet, this many more cards of this metal."""

    gem: Gem
    metal: Metal
    amount: int


class Teleport(Struct, frozen=True, array_like=True, tag="teleport", gc=False):
    """A gem on the board is moved to another region."""


class ExtraMetal(Struct, frozen=True, array_like=True, tag="extra_metal", gc=False):
    """A metal is named that all players may use too, in all exchanges of the phase."""


class ChosenDisc(Struct, frozen=True, array_like=True, tag="chosen_disc", gc=False):
    """The numbered disc is chosen, not drawn."""


class Skim(Struct, frozen=True, array_like=True, tag="skim", gc=False):
    """This many cards of any winning offer go to the owner's hand, if its size is between these two."""

    least: int
    most: int
    amount: int


class Refund(Struct, frozen=True, array_like=True, tag="refund", gc=False):
    """This many cards of the owner's winning offer come back, in such a region."""

    amount: int
    where: Where


class Wild(Struct, frozen=True, array_like=True, tag="wild", gc=False):
    """The owner's cards of this metal, or of all, count as any metal, in such a region."""

    metal: Metal | None
    where: Where


class Gift(Struct, frozen=True, array_like=True, tag="gift", gc=False):
    """This many more gems for the owner's winning offer, in such a region."""

    amount: int
    where: Where


class Power(Struct, frozen=True, array_like=True, tag="power", gc=False):
    """A player who outbids the owner's offer must offer this many more cards."""

    amount: int


class Equal(Struct, frozen=True, array_like=True, tag="equal", gc=False):
    """An offer as large as the highest one beats it."""


class FreeMove(Struct, frozen=True, array_like=True, tag="free_move", gc=False):
    """The company may be moved to any region with gems."""


class Arc(Struct, frozen=True, array_like=True, tag="arc", gc=False):
    """Energy of this spell may be moved to other spells of its owner."""


class Vortex(Struct, frozen=True, array_like=True, tag="vortex", gc=False):
    """This much energy is removed from spells of other players, or of any player."""

    amount: int
    own_too: bool


Effect = (
    Income | Teleport | ExtraMetal | ChosenDisc | Skim | Refund | Wild | Gift | Power | Equal | FreeMove | Arc | Vortex
)


class Spell(Struct, frozen=True, array_like=True, gc=False):
    """A Spell card as printed; `text` describes its effect, `metals` its metals, `wilds` those of free choice.

    Spells are called by their names, which are unique; `printed` is the name on the printed card.
    """

    name: str
    printed: str
    colour: Colour
    cost: int
    metals: Count
    wilds: int
    effect: Effect | None
    text: str
    sure: str
