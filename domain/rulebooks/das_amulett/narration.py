"""What each event says, from the redacted event alone; what each command would do."""

from typing import Any

from domain.component_files import status_words
from domain.messages import Command, Event, SeatName, Sentence, say
from domain.rulebooks.das_amulett import commands as wishes
from domain.rulebooks.das_amulett import events as facts
from domain.rulebooks.das_amulett.spells import METALS, Count, Metal
from domain.rulebooks.das_amulett.words import GEM_WORDS, METAL_WORDS
from domain.secrets import Hidden


def narrate(event: Event) -> Sentence:
    """What this event says to its viewer."""
    match event:
        case facts.TableLaid(_, components, _, _, hat):
            return say(
                "The table was laid; map and spells are {name} ({status}). {player} has the hat.",
                name=components.name, status=status_words(components.status), player=SeatName(hat),
            )  # fmt: skip
        case facts.GemsLaid(gems):
            return say("{count} gems lie on the map.", count=sum(len(one) for one in gems))
        case facts.MetalsDealt(seat):
            return say("{player} got one card of each metal.", player=SeatName(seat))
        case facts.SpellsDealt(seat, Hidden()):
            return say("{player} was dealt four spells.", player=SeatName(seat))
        case facts.SpellsDealt(seat, spells):
            return say("{player} was dealt: {spells}.", player=SeatName(seat), spells=spells)
        case facts.SpellsKept(seat, Hidden()):
            return say("{player} has chosen two spells.", player=SeatName(seat))
        case facts.SpellsKept(seat, spells):
            return say("{player} keeps {spells}.", player=SeatName(seat), spells=spells)
        case facts.SpellsFuelled(seat, Hidden()):
            return say("{player} has put energy on them.", player=SeatName(seat))
        case facts.SpellsFuelled(seat, energy):
            return say("{player} put this energy on them: {energy}.", player=SeatName(seat), energy=energy)
        case facts.SpellsRevealed(spells, _, _):
            return say(
                "{players} begin with these spells: {spells}.",
                players=tuple(SeatName(seat) for seat in range(len(spells))),
                spells=tuple(one for both in spells for one in both),
            )  # fmt: skip
        case _:
            return _narrate_spells(event)


def _narrate_spells(event: Event) -> Sentence:
    match event:
        case facts.TurnBegun(turn, 1):
            return say("Turn {turn}: one spell is up for auction.", turn=turn)
        case facts.TurnBegun(turn, pile):
            return say("Turn {turn}: {count} spells are up for auction.", turn=turn, count=pile)
        case facts.SpellTurnedUp(spell, _):
            return say("{spell} was turned up.", spell=spell)
        case facts.EnergyBid(seat, tokens):
            return say("{player} bid {tokens} energy.", player=SeatName(seat), tokens=tokens)
        case facts.Passed(seat):
            return say("{player} passed.", player=SeatName(seat))
        case facts.SpellAcquired(seat, spell, tokens):
            return say(
                "{player} acquired {spell} with {tokens} energy and takes the hat.",
                player=SeatName(seat), spell=spell, tokens=tokens,
            )  # fmt: skip
        case facts.SpellReturned(spell):
            return say("Nobody wanted {spell}; it goes under the deck.", spell=spell)
        case facts.SpellsDeclined(seat, spells):
            return say("{player} does not use {spells}.", player=SeatName(seat), spells=spells)
        case facts.MetalsPhaseBegun():
            return say("The metals phase begins.")
        case facts.GemLifted(seat, spell, region, gem):
            return say(
                "{player}'s {spell} took a {gem} gem from {region}.",
                player=SeatName(seat), spell=spell, gem=GEM_WORDS[gem], region=region,
            )  # fmt: skip
        case facts.GemDropped(seat, region, gem):
            return say(
                "{player} laid the {gem} gem into {region}.",
                player=SeatName(seat), gem=GEM_WORDS[gem], region=region,
            )  # fmt: skip
        case facts.MetalsDrawn() | facts.MetalTaken() | facts.DrawsLost() | facts.PilesCounted():
            return _narrate_draws(event)
        case _:
            return _narrate_gems(event)


def _narrate_draws(event: Event) -> Sentence:
    match event:
        case facts.MetalsDrawn(seat, 0, _, _):
            return say("{player}'s spells gave no fixed metal.", player=SeatName(seat))
        case facts.MetalsDrawn(seat, 1, _, Hidden()):
            return say("{player}'s spells gave one metal card.", player=SeatName(seat))
        case facts.MetalsDrawn(seat, cards, _, Hidden()):
            return say("{player}'s spells gave {cards} metal cards.", player=SeatName(seat), cards=cards)
        case facts.MetalsDrawn(seat, _, _, metals):
            return say("{player}'s spells gave {cards}.", player=SeatName(seat), cards=_cards(metals))
        case facts.MetalTaken(seat, Hidden()):
            return say("{player} took a metal of free choice.", player=SeatName(seat))
        case facts.MetalTaken(seat, metal):
            return say("{player} took {metal} by free choice.", player=SeatName(seat), metal=METAL_WORDS[_known(metal)])
        case facts.DrawsLost(seat, 1):
            return say("All piles are empty: {player} lost one card.", player=SeatName(seat))
        case facts.DrawsLost(seat, cards):
            return say("All piles are empty: {player} lost {cards} cards.", player=SeatName(seat), cards=cards)
        case facts.PilesCounted((0, 0, 0, 0)):
            return say("The piles were counted: all are empty.")
        case facts.PilesCounted(stock):
            return say("The piles were counted: {cards}.", cards=_cards(stock))
    raise TypeError(f"{type(event).__name__} is not a draw")


def _known(metal: Any) -> Metal:
    found: Metal = metal
    return found


def _cards(metals: Any) -> tuple[Sentence, ...]:
    """The cards of a hand or an offer, metal by metal."""
    counts: Count = metals
    return tuple(
        say("{count} {metal}", count=count, metal=METAL_WORDS[metal])
        for metal, count in zip(METALS, counts, strict=True)
        if count
    )


def _narrate_gems(event: Event) -> Sentence:
    match event:
        case facts.GemsPhaseBegun():
            return say("The gems phase begins.")
        case facts.MetalNamed(seat, spell, metal):
            return say(
                "{player}'s {spell}: everybody may use {metal} too in this phase.",
                player=SeatName(seat), spell=spell, metal=METAL_WORDS[metal],
            )  # fmt: skip
        case facts.DiscChosen(seat, spell, disc):
            return say(
                "{player}'s {spell}: the company will move {disc} times.",
                player=SeatName(seat), spell=spell, disc=disc,
            )  # fmt: skip
        case facts.DiscDrawn(disc):
            return say("The disc says {disc}: the company will move so often.", disc=disc)
        case facts.ExchangeOpened(region, _):
            return say("Gems are exchanged in {region}.", region=region)
        case facts.RegionEmpty(region):
            return say("There are no gems in {region}.", region=region)
        case facts.MetalsOffered(seat, 1):
            return say("{player} offered one card.", player=SeatName(seat))
        case facts.MetalsOffered(seat, cards):
            return say("{player} offered {cards} cards.", player=SeatName(seat), cards=cards)
        case facts.ExchangeWon(seat, cards, _):
            return say("{player} won with {cards} and takes the hat.", player=SeatName(seat), cards=cards)
        case facts.NobodyOffered(region):
            return say("Nobody offered anything in {region}.", region=region)
        case facts.MetalsLaid(seat, metals):
            return say("{player} laid {cards}.", player=SeatName(seat), cards=_cards(metals))
        case facts.GemTaken(seat, region, gem):
            return say(
                "{player} took a {gem} gem from {region}.",
                player=SeatName(seat), gem=GEM_WORDS[gem], region=region,
            )  # fmt: skip
        case facts.TakeBackInvited(order, _):
            return say("{players} may take cards of the offer back.", players=tuple(SeatName(seat) for seat in order))
        case facts.MetalsTakenBack(seat, (0, 0, 0, 0)):
            return say("{player} took nothing back.", player=SeatName(seat))
        case facts.MetalsTakenBack(seat, metals):
            return say("{player} took {cards} back.", player=SeatName(seat), cards=_cards(metals))
        case facts.OfferDiscarded((0, 0, 0, 0)):
            return say("Nothing of the offer is left.")
        case facts.OfferDiscarded(metals):
            return say("Back to the piles: {cards}.", cards=_cards(metals))
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
                "{player} completed the amulet: {gems} gems of {different} kinds.",
                player=SeatName(seat), gems=gems, different=different,
            )  # fmt: skip
        case facts.TurnLimitReached(turns):
            return say("{turns} turns were played: the game ends by the house rule.", turns=turns)
    raise TypeError(f"{type(event).__name__} is not an event of this game")


def describe(command: Command) -> Sentence:
    """What this command would do."""
    match command:
        case wishes.KeepSpells(_, first, second):
            return say("Keep {first} and {second}", first=first, second=second)
        case wishes.FuelSpells(_, first, second):
            return say("Put {first} energy on the first and {second} on the second", first=first, second=second)
        case wishes.BidEnergy(_, tokens):
            return say("Bid {tokens} energy", tokens=tokens)
        case wishes.Pass():
            return say("Pass")
        case wishes.UseNoMore():
            return say("Use no more spells now")
        case wishes.LiftGem(_, region, gem):
            return say("Move the {gem} gem of {region}", gem=GEM_WORDS[gem], region=region)
        case wishes.DropGem(_, region):
            return say("Lay it into {region}", region=region)
        case wishes.TakeMetal(_, metal):
            return say("Take {metal}", metal=METAL_WORDS[metal])
        case wishes.NameMetal(_, metal):
            return say("Accept {metal} too", metal=METAL_WORDS[metal])
        case wishes.ChooseDisc(_, disc):
            return say("Choose the disc {disc}", disc=disc)
        case wishes.OfferMetals(_, 1):
            return say("Offer one card")
        case wishes.OfferMetals(_, cards):
            return say("Offer {cards} cards", cards=cards)
        case wishes.LayMetals(_, gold, silver, copper, iron):
            return say("Lay {cards}", cards=_cards((gold, silver, copper, iron)))
        case wishes.TakeGem(_, gem):
            return say("Take the {gem} gem", gem=GEM_WORDS[gem])
        case wishes.TakeBack(_, 0, 0, 0, 0):
            return say("Take nothing back")
        case wishes.TakeBack(_, gold, silver, copper, iron):
            return say("Take {cards} back", cards=_cards((gold, silver, copper, iron)))
        case wishes.MoveCompany(_, region):
            return say("Move the company to {region}", region=region)
        case wishes.MoveEnergy(_, spell, tokens):
            return say("Move {tokens} energy to {spell}", tokens=tokens, spell=spell)
        case wishes.RemoveEnergy(_, vortex, spell):
            return say("{vortex}: remove 1 energy from {spell}", vortex=vortex, spell=spell)
        case wishes.DiscardSpell(_, spell):
            return say("Put {spell} under the deck next", spell=spell)
    raise TypeError(f"{type(command).__name__} is not a command of this game")
