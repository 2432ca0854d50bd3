"""Descriptions of commands: what each would do."""

from stele.title import Command, SeatName, Sentence, say, say_number
from titles.das_amulett import commands as wishes
from titles.das_amulett.words import GEM_WORDS, METAL_WORDS, card_words


def describe(command: Command) -> Sentence:
    """What this command would do."""
    match command:
        case wishes.KeepSpells(_, first, second):
            return say("Keep {first} and {second}", first=first, second=second)
        case wishes.FuelSpells(_, first, second, spells):
            return say(
                "Put {first} energy on {spell} and {second} on {other}",
                first=first, spell=spells[0], second=second, other=spells[1],
            )  # fmt: skip
        case wishes.BidEnergy(_, tokens):
            return say("Bid {tokens} energy", tokens=tokens)
        case wishes.Pass():
            return say("Pass")
        case wishes.UseNoMore():
            return say("Use no more spells now")
        case wishes.LiftGem(_, region, gem):
            return say("Move the {gem} gem of {region}", gem=GEM_WORDS[gem], region=region)
        case wishes.DropGem(_, region):
            return say("Lay the gem into {region}", region=region)
        case wishes.TakeMetal(_, metal):
            return say("Take {metal}", metal=METAL_WORDS[metal])
        case wishes.NameMetal(_, metal):
            return say("Accept {metal} too", metal=METAL_WORDS[metal])
        case wishes.ChooseDisc(_, disc):
            return say_number(
                "Choose the disc {number}: the company moves once",
                "Choose the disc {number}: the company moves {number} times",
                disc,
            )  # fmt: skip
        case wishes.OfferMetals(_, cards):
            return say_number("Offer {number} card", "Offer {number} cards", cards)
        case wishes.LayMetals(_, gold, silver, copper, iron):
            return say("Lay {cards}", cards=card_words((gold, silver, copper, iron)))
        case wishes.TakeGem(_, gem):
            return say("Take the {gem} gem", gem=GEM_WORDS[gem])
        case wishes.TakeBack(_, 0, 0, 0, 0):
            return say("Take nothing back")
        case wishes.TakeBack(_, gold, silver, copper, iron):
            return say("Take {cards} back", cards=card_words((gold, silver, copper, iron)))
        case wishes.MoveCompany(_, region):
            return say("Move the company to {region}", region=region)
        case wishes.MoveEnergy(_, spell, tokens):
            return say("Move {tokens} energy to {spell}", tokens=tokens, spell=spell)
        case wishes.RemoveEnergy(_, vortex, spell, owner):
            return say(
                "{vortex}: remove 1 energy from {owner}'s {spell}", vortex=vortex, spell=spell, owner=SeatName(owner)
            )
        case wishes.DiscardSpell(_, spell):
            return say("Put {spell} under the deck next", spell=spell)
    raise TypeError(f"{type(command).__name__} is not a command of this game")
