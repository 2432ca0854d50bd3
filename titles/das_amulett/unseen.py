"""Hidden pieces dealt again: the metals that others took by choice, and the advanced set-up."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Chance, Event, Hidden, Need, Pile, Slot, choose, deal
from titles.das_amulett.commands import FuelSpells, KeepSpells
from titles.das_amulett.course import COURSE
from titles.das_amulett.effects import accepted_metals, symbols_of
from titles.das_amulett.events import (
    MetalsDealt,
    MetalsDrawn,
    MetalsLaid,
    MetalsOffered,
    MetalsTakenBack,
    MetalTaken,
    OfferDiscarded,
    PilesCounted,
    SpellsDealt,
    SpellsFuelled,
    SpellsKept,
    SpellsRevealed,
    TableLaid,
)
from titles.das_amulett.preparation import ONE_OF_EACH, choice_options
from titles.das_amulett.spells import METALS, Count, Metal
from titles.das_amulett.state import NOTHING, State


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with every hidden metal card, and every spell dealt or chosen in secret: one consistent possibility.

    The metals from symbols follow from the spells in play (R9), so only cards of free choice are uncertain. Each count
    of the piles reveals what all hands took together since the last one (R8); an offer, and the cards laid for it,
    reveal something about a single hand. Before the next count any card of the piles may have been taken, but none was
    the last of its pile.
    """
    metals = _Metals(past)
    taken = deal(metals.piles, metals.needs, lot)
    spells = deal(*_spells(past), lot)
    revealed = next((event for event in past if isinstance(event, SpellsRevealed)), None)
    state: State | None = None
    told: list[Event] = []
    for time, event in enumerate(past):
        match event:
            case MetalsDealt(metals=Hidden()):
                event = replace(event, metals=ONE_OF_EACH)
            case MetalsDrawn(metals=Hidden()):
                event = replace(event, metals=metals.drawn[time])
            case MetalTaken(metal=Hidden()):
                event = replace(event, metal=taken[time][0])
            case SpellsDealt(seat, Hidden()):
                event = replace(event, spells=_in_order(spells[time], revealed.spells[seat] if revealed else ()))
            case SpellsKept(seat, Hidden()):
                event = replace(event, spells=revealed.spells[seat] if revealed else _keep(state, seat, lot))
            case SpellsFuelled(seat, Hidden()):
                event = replace(event, energy=revealed.energy[seat] if revealed else _fuel(state, seat, lot))
        state = COURSE.evolve(state, event)
        told.append(event)
    return told


def _in_order(dealt: Sequence[str], kept: Sequence[str]) -> tuple[str, ...]:
    """The four spells, with the two kept ones in the order in which they were named."""
    wanted = iter(kept)
    return tuple(next(wanted) if spell in kept else spell for spell in dealt)


def _keep(state: State | None, seat: int, lot: Chance) -> tuple[str, str]:
    assert state is not None
    options = [one for one in choice_options(state, seat) if isinstance(one, KeepSpells)]
    kept = choose(lot, options)
    return kept.first, kept.second


def _fuel(state: State | None, seat: int, lot: Chance) -> tuple[int, int]:
    assert state is not None
    options = [one for one in choice_options(state, seat) if isinstance(one, FuelSpells)]
    fuelled = choose(lot, options)
    return fuelled.first, fuelled.second


def _spells(past: Sequence[Event]) -> tuple[list[Pile], list[Need]]:
    """The spells not dealt to this seat, those dealt to others, and those they kept."""
    left: list[str] = []
    slots: list[Slot] = []
    needs: list[Need] = []
    for time, event in enumerate(past):
        match event:
            case TableLaid(components=components):
                left = [spell.name for spell in components.spells]
            case SpellsDealt(seat, Hidden(height)):
                slots += [Slot(time, seat)] * (height or 0)
            case SpellsDealt(_, tuple(own)):
                left = [spell for spell in left if spell not in own]
            case SpellsRevealed(kept, _, True):
                hidden = {slot.hand for slot in slots}
                needs += [Need(time, seat, (one,), 1) for seat, two in enumerate(kept) if seat in hidden for one in two]
    return [Pile(tuple(left), tuple(slots))], needs


class _Metals:
    """The metals of a past as one seat saw it: from symbols, taken in secret, and shown."""

    def __init__(self, past: Sequence[Event]) -> None:
        self.drawn: dict[int, Count] = {}
        self.piles: list[Pile] = []
        self.needs: list[Need] = []
        # The contents of each pile, without what was taken in secret since the last count.
        self._heights = list(NOTHING)
        self._slots: list[Slot] = []
        self._hands: list[list[int]] = []
        state: State | None = None
        for time, event in enumerate(past):
            self._look(time, state, event)
            state = COURSE.evolve(state, event)
        if state is not None:
            self._leave_open(len(past), state)

    def _look(self, time: int, state: State | None, event: Event) -> None:
        if isinstance(event, TableLaid):
            self._heights = [event.components.metal_cards] * len(METALS)
            self._hands = [list(NOTHING) for _ in range(event.players)]
            return
        if state is None:
            return
        match event:
            case MetalsDealt(seat):
                self._comes(seat, ONE_OF_EACH, from_piles=True)
            case MetalsDrawn(seat, metals=metals):
                self.drawn[time] = self._symbols(state, seat) if isinstance(metals, Hidden) else metals
                self._comes(seat, self.drawn[time], from_piles=True)
            case MetalTaken(seat, Hidden()):
                self._slots.append(Slot(time, seat))
            case MetalTaken(seat, metal):
                self._comes(seat, _one(metal), from_piles=True)
            case PilesCounted(stock):
                self._count(time, state, stock)
            case MetalsOffered(seat, cards):
                accepted = accepted_metals(state, seat)
                held = sum(self._hands[seat][METALS.index(metal)] for metal in accepted)
                self.needs.append(Need(time, seat, accepted, cards - held))
            case MetalsLaid(seat, metals):
                self._lays(time, seat, metals)
            case MetalsTakenBack(seat, metals):
                self._comes(seat, metals)
            case OfferDiscarded(metals):
                self._heights = [height + count for height, count in zip(self._heights, metals, strict=True)]

    def _symbols(self, state: State, seat: int) -> Count:
        """The metals from the seat's symbols; piles that run short were counted just before (R8, R24)."""
        gains, _free = symbols_of(state, seat)
        if not state.counted:
            return gains
        gold, silver, copper, iron = (min(gain, height) for gain, height in zip(gains, self._heights, strict=True))
        return gold, silver, copper, iron

    def _comes(self, seat: int, metals: Sequence[int], from_piles: bool = False) -> None:
        for place, count in enumerate(metals):
            self._hands[seat][place] += count
            if from_piles:
                self._heights[place] -= count

    def _lays(self, time: int, seat: int, metals: Sequence[int]) -> None:
        for place, count in enumerate(metals):
            if count:
                self._hands[seat][place] -= count
                self.needs.append(Need(time, seat, (METALS[place],), -self._hands[seat][place]))

    def _count(self, time: int, state: State, stock: Count) -> None:
        """Use a count of the piles: the missing cards were taken in secret, and an empty pile ran out with the last
        card taken.
        """
        taken = [height - count for height, count in zip(self._heights, stock, strict=True)]
        ran_out = [metal for metal, count in zip(METALS, stock, strict=True) if not count and metal not in state.empty]
        if ran_out and self._slots and self._slots[-1].time == time - 1:
            taken[METALS.index(ran_out[0])] -= 1
            self.piles.append(Pile((ran_out[0],), (self._slots.pop(),)))
        self.piles.append(Pile(_cards(taken), tuple(self._slots)))
        self._heights, self._slots = list(stock), []

    def _leave_open(self, time: int, state: State) -> None:
        """Deal the cards taken since the last count, which may be of any metal that is left (R8)."""
        metals = tuple(metal for metal in METALS if metal not in state.empty)
        self.piles += [Pile(metals, (slot,)) for slot in self._slots]
        for metal in metals:
            least = len(self._slots) - (self._heights[METALS.index(metal)] - 1)
            others = tuple(one for one in metals if one != metal)
            self.needs.append(Need(time, None, others, least, self._slots[0].time if self._slots else time))


def _cards(counts: Sequence[int]) -> tuple[Metal, ...]:
    """This number of cards of each metal."""
    return tuple(metal for metal, count in zip(METALS, counts, strict=True) for _ in range(count))


def _one(metal: Metal | Hidden) -> list[int]:
    return [int(metal == one) for one in METALS]
