"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_fields, say_number, status_words
from titles.das_amulett import commands
from titles.das_amulett import events as facts
from titles.das_amulett.words import GEM_WORDS, METAL_WORDS, card_words, gem_words


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer."""
    match event:
        case facts.TableLaid(_, components, _, _, hat):
            return say(
                "The table was set up; the map and spells are {name} ({status}). {player} has the hat.",
                name=components.name, status=status_words(components.status), player=SeatName(hat),
            )  # fmt: skip
        case facts.GemsLaid(gems):
            return say_number(
                "There is {number} gem on the map.", "There are {number} gems on the map.", sum(map(len, gems))
            )
        case facts.SpellsDealt(seat, Hidden()):
            return say("{player} was dealt four spells.", player=SeatName(seat))
        case facts.SpellsKept(seat, Hidden()):
            return say("{player} chose two spells.", player=SeatName(seat))
        case facts.SpellsFuelled(seat, Hidden()):
            return say("{player} put energy on the two spells.", player=SeatName(seat))
        case facts.SpellsRevealed(spells, energy, _):
            return say("First spells: {spells}.", spells=tuple(map(_first_spells, range(len(spells)), spells, energy)))
        case _:
            return _narrate_metals(event)


def _first_spells(seat: int, spells: tuple[str, str], energy: tuple[int, int]) -> Sentence:
    return say(
        "{player} has {first} ({energy} energy) and {second} ({other} energy)",
        player=SeatName(seat), first=spells[0], energy=energy[0], second=spells[1], other=energy[1],
    )  # fmt: skip


def _narrate_metals(event: Event) -> Sentence:
    match event:
        case facts.TurnBegun(turn, 0):
            return say("Turn {turn}: no spells are left to auction.", turn=turn)
        case facts.TurnBegun(turn, pile):
            return say_number(
                "Turn {turn}: {number} spell is up for auction.", "Turn {turn}: {number} spells are up for auction.",
                pile, turn=turn,
            )  # fmt: skip
        case facts.GemDropped(seat, region, gem):
            return say(
                "{player} put the {gem} gem in {region}.",
                player=SeatName(seat), gem=GEM_WORDS[gem], region=region,
            )  # fmt: skip
        case facts.MetalsDrawn(seat, 0, _, _):
            return say("{player}'s spells gave no fixed metals.", player=SeatName(seat))
        case facts.MetalsDrawn(seat, cards, _, Hidden()):
            return say_number(
                "{player}'s spells gave {number} metal card.", "{player}'s spells gave {number} metal cards.",
                cards, player=SeatName(seat),
            )  # fmt: skip
        case facts.MetalsDrawn(seat, _, _, metals):
            return say("{player}'s spells gave {cards}.", player=SeatName(seat), cards=card_words(metals))
        case facts.MetalTaken(seat, Hidden()):
            return say("{player} took a metal of their choice.", player=SeatName(seat))
        case facts.DrawsLost(seat, cards):
            return say_number(
                "All piles are empty: {player} lost {number} card.",
                "All piles are empty: {player} lost {number} cards.",
                cards, player=SeatName(seat),
            )  # fmt: skip
        case facts.PilesCounted((0, 0, 0, 0)):
            return say("The piles were counted: all are empty.")
        case facts.PilesCounted(stock):
            return say("The piles were counted: {cards}.", cards=card_words(stock))
        case _:
            return _narrate_gems(event)


def _narrate_gems(event: Event) -> Sentence:
    match event:
        case facts.DiscChosen(seat, spell, disc):
            return say_number(
                "{player}'s {spell}: the company will move once.",
                "{player}'s {spell}: the company will move {number} times.",
                disc, player=SeatName(seat), spell=spell,
            )  # fmt: skip
        case facts.DiscDrawn(disc):
            return say_number(
                "The disc shows {number}: the company will move once.",
                "The disc shows {number}: the company will move {number} times.",
                disc,
            )  # fmt: skip
        case facts.MetalsOffered(seat, cards):
            return say_number(
                "{player} offered {number} card.", "{player} offered {number} cards.", cards, player=SeatName(seat)
            )
        case facts.ExchangeWon(seat, cards, _):
            return say_number(
                "{player} won with {number} card and took the hat.",
                "{player} won with {number} cards and took the hat.",
                cards, player=SeatName(seat),
            )  # fmt: skip
        case facts.MetalsLaid(seat, metals):
            return say("{player} laid down {cards}.", player=SeatName(seat), cards=card_words(metals))
        case facts.TakeBackInvited(order, _):
            return say("{players} may take back cards from the offer.", players=tuple(SeatName(seat) for seat in order))
        case facts.MetalsTakenBack(seat, (0, 0, 0, 0)):
            return say("{player} took nothing back.", player=SeatName(seat))
        case facts.MetalsTakenBack(seat, metals):
            return say("{player} took {cards} back.", player=SeatName(seat), cards=card_words(metals))
        case facts.OfferDiscarded((0, 0, 0, 0)):
            return say("No cards of the offer are left.")
        case facts.OfferDiscarded(metals):
            return say("Back to the piles: {cards}.", cards=card_words(metals))
        case facts.EnergySpent(seat, _, 0):
            return say("{player} has no spell that uses energy.", player=SeatName(seat))
        case facts.AmuletCompleted(seat, different, gems):
            return say(
                "{player} completed the amulet: {gems} of {kinds}.",
                player=SeatName(seat), gems=say_number("{number} gem", "{number} gems", gems),
                kinds=say_number("{number} kind", "{number} kinds", different),
            )  # fmt: skip
        case facts.TurnLimitReached(turns):
            return say_number(
                "{number} turn was played: the game ends by the house rule.",
                "{number} turns were played: the game ends by the house rule.",
                turns,
            )  # fmt: skip
    return say_fields(event, gem=gem_words, metal=METAL_WORDS.__getitem__, owner=SeatName)


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    match command:
        case commands.FuelSpells(_, first, second, spells):
            return say(
                "Put {first} energy on {spell} and {second} on {other}",
                first=first, spell=spells[0], second=second, other=spells[1],
            )  # fmt: skip
        case commands.ChooseDisc(_, disc):
            return say_number(
                "Choose disc {number}: the company moves once",
                "Choose disc {number}: the company moves {number} times",
                disc,
            )  # fmt: skip
        case commands.OfferMetals(_, cards):
            return say_number("Offer {number} card", "Offer {number} cards", cards)
        case commands.LayMetals(_, gold, silver, copper, iron):
            return say("Lay down {cards}", cards=card_words((gold, silver, copper, iron)))
        case commands.TakeBack(_, 0, 0, 0, 0):
            return say("Take nothing back")
        case commands.TakeBack(_, gold, silver, copper, iron):
            return say("Take {cards} back", cards=card_words((gold, silver, copper, iron)))
    return say_fields(command, gem=GEM_WORDS.__getitem__, metal=METAL_WORDS.__getitem__, owner=SeatName)
