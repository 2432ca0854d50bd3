"""Statistics: the spells that players had, their prices, and the gems that they took."""

from collections.abc import Iterable
from typing import Any

from stele.title import Event, Fact, Topic, gettext_noop
from titles.das_amulett.events import AmuletCompleted, GemTaken, SpellAcquired, SpellsRevealed
from titles.das_amulett.state import State
from titles.das_amulett.words import GEM_WORDS

_TURN = gettext_noop("Turn of the completed amulet")

TOPICS = (
    Topic("bought", gettext_noop("Prices of spells"), gettext_noop("Spell"), gettext_noop("Energy")),
    Topic("first", gettext_noop("First spells"), gettext_noop("Spell"), gettext_noop("Energy")),
    Topic("gem", gettext_noop("Gems taken"), gettext_noop("Gem")),
    Topic("end", gettext_noop("Completed amulets"), gettext_noop("End"), gettext_noop("Turn"), wins=False),
)


def facts(state: State, event: Event) -> Iterable[Fact]:
    """The facts of this event."""
    match event:
        case SpellAcquired():
            yield Fact("bought", event.spell, event.seat, event.tokens)
        case SpellsRevealed(spells, energy):
            for seat, own in enumerate(spells):
                for spell, tokens in zip(own, energy[seat], strict=True):
                    yield Fact("first", spell, seat, tokens)
        case GemTaken(seat, _, gem):
            yield Fact("gem", GEM_WORDS[gem], seat)
        case AmuletCompleted(seat):
            yield Fact("end", _TURN, seat, state.turn)


def situation(state: State) -> Any:
    """An answer in a spell's auction, by the spell and the highest bid so far; no other decision."""
    if state.phase != "spells" or state.offered is None:
        return None
    bids = [0 if bid is None else bid for bid in state.bids]
    return ["spell", state.offered, max(bids, default=0)]
