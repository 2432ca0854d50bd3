"""Names of metals, gems, regions and spells, as used in sentences: the English words, and the keys of translations.

Regions and spells are called by their names in the component data. The shipped names are listed here for translation;
names from a host's own file are used unchanged.
"""

from collections.abc import Mapping
from typing import Any

from stele.title import Sentence, say
from titles.das_amulett.spells import METALS, Count, Gem, Metal

METAL_WORDS: Mapping[Metal, str] = {
    "gold": say("gold").template,
    "silver": say("silver").template,
    "copper": say("copper").template,
    "iron": say("iron").template,
}

GEM_WORDS: Mapping[Gem, str] = {
    "red": say("red").template,
    "yellow": say("yellow").template,
    "green": say("green").template,
    "clear": say("clear").template,
    "white": say("white").template,
    "light_blue": say("light blue").template,
    "blue": say("blue").template,
    "grey": say("grey").template,
    "orange": say("orange").template,
    "brown": say("brown").template,
}

REGION_NAMES = (
    say("North Lake").template,
    say("Upper Steppe").template,
    say("Pine Forest").template,
    say("Ice Peaks").template,
    say("Windy Heath").template,
    say("Fog Wood").template,
    say("Raven Ridge").template,
    say("Mirror Lake").template,
    say("Eastern Steppe").template,
    say("Ivy Wood").template,
    say("Watch Mountain").template,
    say("West Quarter").template,
    say("North Quarter").template,
    say("Owl Forest").template,
    say("Sunset Sea").template,
    say("Eastern Firth").template,
    say("Amber Plain").template,
    say("South Quarter").template,
    say("East Quarter").template,
    say("Cold Spire").template,
    say("Iron Hills").template,
    say("Palm Grove").template,
    say("Reed Lagoon").template,
    say("Red Desert").template,
)

SPELL_NAMES = (
    say("Magic of Amber").template,
    say("Magic of the Diamond").template,
    say("Magic of the Rubies").template,
    say("Magic of the Emeralds").template,
    say("Teleportation").template,
    say("Rain of Gold").template,
    say("Silver Spring").template,
    say("Vein of Copper").template,
    say("Iron Seed").template,
    say("Alchemy").template,
    say("Philosopher's Stone").template,
    say("Burning Desire").template,
    say("Foul Curse of Avarice").template,
    say("Foul Curse of Croesus").template,
    say("Influence").template,
    say("Influence of the Builders").template,
    say("Influence of the Pharaohs").template,
    say("Iron Metamorphosis").template,
    say("Golden Metamorphosis").template,
    say("Copper Metamorphosis").template,
    say("Silver Metamorphosis").template,
    say("Divine Metamorphosis").template,
    say("Stone Metamorphosis").template,
    say("Gift").template,
    say("Gift of the Builders").template,
    say("Gift of the Pharaohs").template,
    say("Immense Power").template,
    say("Superiority").template,
    say("Magical Journey").template,
    say("Wings of the Phoenix").template,
    say("Arc of Energy").template,
    say("Vortex of Darkness").template,
    say("Vortex of Light").template,
)


def gem_words(gem: Gem) -> Sentence:
    """One gem of this kind."""
    colour = GEM_WORDS[gem]
    return say("an {gem} gem", gem=colour) if gem == "orange" else say("a {gem} gem", gem=colour)


def card_words(metals: Any) -> tuple[Sentence, ...]:
    """The cards of a hand or an offer, metal by metal."""
    counts: Count = metals
    return tuple(
        say("{count} {metal}", count=count, metal=METAL_WORDS[metal])
        for metal, count in zip(METALS, counts, strict=True)
        if count
    )
