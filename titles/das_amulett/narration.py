"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from typing import Any

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_number, status_words
from titles.das_amulett import commands as wishes
from titles.das_amulett import events as facts
from titles.das_amulett.spells import Metal
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
        case facts.MetalsDealt(seat):
            return say("{player} got one card of each metal.", player=SeatName(seat))
        case facts.SpellsDealt(seat, Hidden()):
            return say("{player} was dealt four spells.", player=SeatName(seat))
        case facts.SpellsDealt(seat, spells):
            return say("{player} was dealt: {spells}.", player=SeatName(seat), spells=spells)
        case facts.SpellsKept(seat, Hidden()):
            return say("{player} chose two spells.", player=SeatName(seat))
        case facts.SpellsKept(seat, spells):
            return say("{player} keeps {spells}.", player=SeatName(seat), spells=spells)
        case facts.SpellsFuelled(seat, Hidden()):
            return say("{player} put energy on the two spells.", player=SeatName(seat))
        case facts.SpellsFuelled(seat, energy):
            return say("{player} put this energy on the two spells: {energy}.", player=SeatName(seat), energy=energy)
        case facts.SpellsRevealed(spells, energy, _):
            return say("First spells: {spells}.", spells=tuple(map(_first_spells, range(len(spells)), spells, energy)))
        case _:
            return _narrate_spells(event)


def _first_spells(seat: int, spells: tuple[str, str], energy: tuple[int, int]) -> Sentence:
    return say(
        "{player} has {first} ({energy} energy) and {second} ({other} energy)",
        player=SeatName(seat), first=spells[0], energy=energy[0], second=spells[1], other=energy[1],
    )  # fmt: skip


def _narrate_spells(event: Event) -> Sentence:
    match event:
        case facts.TurnBegun(turn, 0):
            return say("Turn {turn}: no spells are left to auction.", turn=turn)
        case facts.TurnBegun(turn, pile):
            return say_number(
                "Turn {turn}: {number} spell is up for auction.", "Turn {turn}: {number} spells are up for auction.",
                pile, turn=turn,
            )  # fmt: skip
        case facts.SpellTurnedUp(spell, _):
            return say("{spell} was turned up.", spell=spell)
        case facts.EnergyBid(seat, tokens):
            return say("{player} bid {tokens} energy.", player=SeatName(seat), tokens=tokens)
        case facts.Passed(seat):
            return say("{player} passed.", player=SeatName(seat))
        case facts.SpellAcquired(seat, spell, tokens):
            return say(
                "{player} acquired {spell} with {tokens} energy and took the hat.",
                player=SeatName(seat), spell=spell, tokens=tokens,
            )  # fmt: skip
        case facts.SpellReturned(spell):
            return say("No player wanted {spell}; it goes under the deck.", spell=spell)
        case facts.SpellsDeclined(seat, spells):
            return say("{player} does not use {spells}.", player=SeatName(seat), spells=spells)
        case facts.MetalsPhaseBegun():
            return say("The metals phase begins.")
        case facts.GemLifted(seat, spell, region, gem):
            return say(
                "{player}'s {spell} took {gem} from {region}.",
                player=SeatName(seat), spell=spell, gem=gem_words(gem), region=region,
            )  # fmt: skip
        case facts.GemDropped(seat, region, gem):
            return say(
                "{player} put the {gem} gem in {region}.",
                player=SeatName(seat), gem=GEM_WORDS[gem], region=region,
            )  # fmt: skip
        case facts.MetalsDrawn() | facts.MetalTaken() | facts.DrawsLost() | facts.PilesCounted():
            return _narrate_draws(event)
        case _:
            return _narrate_gems(event)


def _narrate_draws(event: Event) -> Sentence:
    match event:
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
        case facts.MetalTaken(seat, metal):
            return say("{player} chose and took {metal}.", player=SeatName(seat), metal=METAL_WORDS[_known(metal)])
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
    raise TypeError(f"{type(event).__name__} is not a draw")


def _known(metal: Any) -> Metal:
    found: Metal = metal
    return found


def _narrate_gems(event: Event) -> Sentence:
    match event:
        case facts.GemsPhaseBegun():
            return say("The gems phase begins.")
        case facts.MetalNamed(seat, spell, metal):
            return say(
                "{player}'s {spell}: all players may also use {metal} in this phase.",
                player=SeatName(seat), spell=spell, metal=METAL_WORDS[metal],
            )  # fmt: skip
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
        case facts.ExchangeOpened(region, _):
            return say("Gems are exchanged in {region}.", region=region)
        case facts.RegionEmpty(region):
            return say("There are no gems in {region}.", region=region)
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
        case facts.NobodyOffered(region):
            return say("No player made an offer in {region}.", region=region)
        case facts.MetalsLaid(seat, metals):
            return say("{player} laid down {cards}.", player=SeatName(seat), cards=card_words(metals))
        case facts.GemTaken(seat, region, gem):
            return say(
                "{player} took {gem} from {region}.",
                player=SeatName(seat), gem=gem_words(gem), region=region,
            )  # fmt: skip
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
        case facts.CompanyMoved(seat, region):
            return say("{player} moved the company to {region}.", player=SeatName(seat), region=region)
        case facts.CompanyStuck(region):
            return say("No other region has gems: the company stays in {region}.", region=region)
        case _:
            return _narrate_energy(event)


def _narrate_energy(event: Event) -> Sentence:
    match event:
        case facts.EnergyPhaseBegun():
            return say("The energy phase begins.")
        case facts.EnergyMoved(seat, source, spell, tokens):
            return say(
                "{player} moved {tokens} energy from {source} to {spell}.",
                player=SeatName(seat), tokens=tokens, source=source, spell=spell,
            )  # fmt: skip
        case facts.EnergyRemoved(seat, vortex, spell, owner):
            return say(
                "{player}'s {vortex} removed 1 energy from {owner}'s {spell}.",
                player=SeatName(seat), vortex=vortex, spell=spell, owner=SeatName(owner),
            )  # fmt: skip
        case facts.EnergySpent(seat, _, 0):
            return say("{player} has no spell that uses energy.", player=SeatName(seat))
        case facts.EnergySpent(seat, _, total):
            return say("{player}'s spells used {total} energy.", player=SeatName(seat), total=total)
        case facts.SpellDiscarded(seat, spell):
            return say("{player}'s {spell} has no energy left and is discarded.", player=SeatName(seat), spell=spell)
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
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
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
            return say("Move the {gem} gem from {region}", gem=GEM_WORDS[gem], region=region)
        case wishes.DropGem(_, region):
            return say("Put the gem in {region}", region=region)
        case wishes.TakeMetal(_, metal):
            return say("Take {metal}", metal=METAL_WORDS[metal])
        case wishes.NameMetal(_, metal):
            return say("Accept {metal} too", metal=METAL_WORDS[metal])
        case wishes.ChooseDisc(_, disc):
            return say_number(
                "Choose disc {number}: the company moves once",
                "Choose disc {number}: the company moves {number} times",
                disc,
            )  # fmt: skip
        case wishes.OfferMetals(_, cards):
            return say_number("Offer {number} card", "Offer {number} cards", cards)
        case wishes.LayMetals(_, gold, silver, copper, iron):
            return say("Lay down {cards}", cards=card_words((gold, silver, copper, iron)))
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
