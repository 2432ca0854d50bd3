"""Determinization: deals hidden pieces again, at random among all deals consistent with what a seat saw.

A title describes what is hidden (piles of pieces, and the slots in which they came to hands) and what was later
revealed of it (needs: by this time, that hand had received this number of these pieces). The rest is the same for
cards, tiles and metals, and is implemented here.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from domain.chance import Chance, KeyedChance
from domain.messages import Event
from domain.rulebook import Rulebook

Piece = Hashable

DEALING = 1
"""The number of this module's and the titles' dealing method. A change after which the same lot deals something else
gets the next number: the record of an analysis game contains it (G26).
"""

# How often, per slot, two hidden pieces swap places once the deal is consistent.
_STIRS = 12
# How often, per slot and need, a swap is tried until the deal is consistent, and how often dealing starts over.
_TRIES, _BEGINNINGS = 60, 40
# One in this many worsening swaps is kept, so that the search does not get stuck.
_WORSE = 16


def as_seen(past: Sequence[Event], lot: Chance) -> Sequence[Event]:
    """The past as it was seen: the `determinize` of a title whose events have no secrets."""
    return past


def lot_of_fork(game_key: bytes, game_id: str) -> Chance:
    """The randomness that deals an analysis game with this key; its play takes other draws from the same key."""
    return KeyedChance(game_key, game_id, ("dealing",))


class NoSuchDeal(Exception):
    """No consistent deal was found, because the title describes its own past wrongly."""


class Slot(Struct, frozen=True):
    """A hidden piece came to this hand at this time."""

    time: int
    hand: int


class Pile(Struct, frozen=True):
    """Hidden pieces, one of which went to a hand for each slot; the others stayed where they were."""

    pieces: tuple[Piece, ...]
    slots: tuple[Slot, ...]


class Need(Struct, frozen=True):
    """At least this number of the hidden pieces that came to this hand (none: to all together) before this time were
    among these pieces.

    They came at the time `since` or later.
    """

    time: int
    hand: int | None
    pieces: tuple[Piece, ...]
    count: int
    since: int = 0

    def may_be_met_by(self, slot: Slot) -> bool:
        """Whether the piece that came in this slot counts."""
        return self.since <= slot.time < self.time and self.hand in (None, slot.hand)


def determinize(rulebook: Rulebook[Any], past: Sequence[Event], lot: Chance) -> Any:
    """A full state of the title's table, drawn at random among those consistent with one seat's view.

    `past` holds the title's events that count, redacted for that seat; the seat follows from what they hide.
    """
    state = None
    for event in rulebook.determinize(past, lot):
        state = rulebook.evolve(state, event)
    return state


def deal(piles: Iterable[Pile], needs: Iterable[Need], lot: Chance) -> dict[int, list[Any]]:
    """For each time with slots the pieces that came then, or `NoSuchDeal`.

    Pieces are dealt at random; swaps within a pile then satisfy the needs, and further swaps, kept as long as the deal
    stays consistent, mix the rest. Two deals that differ by swaps are equally likely, so every consistent deal of the
    pieces, all regarded as distinct, is equally likely.
    """
    table = _Table([pile for pile in piles if pile.slots], needs)
    for _ in range(_BEGINNINGS):
        table.lay(lot)
        if table.mend(lot):
            table.stir(lot)
            return table.dealt()
    raise NoSuchDeal


class _Table:
    """The place of each piece: pile after pile, each pile's slots before its undrawn pieces."""

    def __init__(self, piles: Sequence[Pile], needs: Iterable[Need]) -> None:
        self._lying: list[Any] = [piece for pile in piles for piece in pile.pieces]
        self._slots: dict[int, Slot] = {}
        self._piles: list[tuple[int, int]] = []
        self._pile_of: dict[int, tuple[int, int]] = {}
        start = 0
        for pile in piles:
            if len(pile.slots) > len(pile.pieces):
                raise NoSuchDeal
            bounds = start, start + len(pile.pieces)
            self._piles.append(bounds)
            for place, slot in enumerate(pile.slots, start):
                self._slots[place] = slot
                self._pile_of[place] = bounds
            start = bounds[1]
        self._needs = _telling(needs)
        self._among: list[Collection[Any]] = [frozenset(need.pieces) for need in self._needs]
        self._before: list[list[int]] = [
            [place for place, slot in self._slots.items() if need.may_be_met_by(slot)] for need in self._needs
        ]
        self._needs_at: dict[int, list[int]] = {}
        for number, before in enumerate(self._before):
            for place in before:
                self._needs_at.setdefault(place, []).append(number)
        self._had: list[int] = []
        self._missing = 0

    def lay(self, lot: Chance) -> None:
        """Shuffle each pile."""
        lying = self._lying
        for start, end in self._piles:
            for place in range(end - 1, start, -1):
                other = start + lot.below(place - start + 1)
                lying[place], lying[other] = lying[other], lying[place]
        self._had = [
            sum(lying[place] in among for place in before)
            for among, before in zip(self._among, self._before, strict=True)
        ]
        self._missing = sum(max(0, need.count - had) for need, had in zip(self._needs, self._had, strict=True))

    def mend(self, lot: Chance) -> bool:
        """Swap pieces until the needs are met, and return whether this succeeded."""
        for _ in range(_TRIES * (len(self._slots) + len(self._needs))):
            if not self._missing:
                return True
            open_needs = [
                number
                for number, (need, had) in enumerate(zip(self._needs, self._had, strict=True))
                if had < need.count
            ]
            number = open_needs[lot.below(len(open_needs))]
            among, before = self._among[number], self._before[number]
            if not before:
                return False
            place = before[lot.below(len(before))]
            start, end = self._pile_of[place]
            wanted = [other for other in range(start, end) if self._lying[other] in among]
            if self._lying[place] in among or not wanted:
                continue
            other = wanted[lot.below(len(wanted))]
            missing = self._missing
            self._swap(place, other)
            if self._missing > missing and lot.below(_WORSE):
                self._swap(place, other)
        return not self._missing

    def stir(self, lot: Chance) -> None:
        """Swap hidden pieces at random, keeping the deal consistent."""
        places = [place for place, (start, end) in self._pile_of.items() if len(set(self._lying[start:end])) > 1]
        for _ in range(_STIRS * len(places)):
            place = places[lot.below(len(places))]
            start, end = self._pile_of[place]
            other = start + lot.below(end - start)
            self._swap(place, other)
            if self._missing:
                self._swap(place, other)

    def dealt(self) -> dict[int, list[Any]]:
        """The pieces that came at each time."""
        dealt: dict[int, list[Any]] = {}
        for place, slot in self._slots.items():
            dealt.setdefault(slot.time, []).append(self._lying[place])
        return dealt

    def _swap(self, place: int, other: int) -> None:
        lying = self._lying
        mine, theirs = lying[place], lying[other]
        if mine == theirs:
            return
        lying[place], lying[other] = theirs, mine
        for here, leaves, comes in ((place, mine, theirs), (other, theirs, mine)):
            for number in self._needs_at.get(here, ()):
                among = self._among[number]
                change = (comes in among) - (leaves in among)
                if change:
                    had, count = self._had[number], self._needs[number].count
                    self._missing += max(0, count - had - change) - max(0, count - had)
                    self._had[number] = had + change


def _telling(needs: Iterable[Need]) -> list[Need]:
    """The needs that add information: more than nothing, and more than an earlier one of the same hand and pieces."""
    most: dict[Any, int] = {}
    telling: list[Need] = []
    for need in sorted(needs, key=lambda one: one.time):
        about = (need.hand, need.pieces, need.since)
        if need.count > most.get(about, 0):
            most[about] = need.count
            telling.append(need)
    return telling
