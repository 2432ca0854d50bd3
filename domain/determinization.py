"""Determinization: hidden pieces dealt anew, at random among all deals that agree with what was seen.

A title says what is hidden (piles of pieces, and the slots in which they came to hands) and what was shown of it since
(needs: by this time, that hand had received so many of these pieces). Everything else is the same for cards, tiles and
metals, and stands here.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from domain.chance import Chance, KeyedChance
from domain.messages import Event
from domain.rulebook import Rulebook

Piece = Hashable

DEALING = 1
"""The number of the way in which this module and the titles deal. A change after which the same lot deals something
else gets the next number: an analysis game's record says by which one it was dealt (G26)."""

# How often, for each slot, two pieces that lie hidden change places once everything agrees.
_STIRS = 12
# How often, for each slot and need, something is tried until everything agrees, and how often all is begun anew.
_TRIES, _BEGINNINGS = 60, 40
# Of so many swaps that make things worse one is kept, so that no corner is a dead end.
_WORSE = 16


def lot_of_fork(game_key: bytes, game_id: str) -> Chance:
    """The luck by which an analysis game with this key is dealt; its play draws other luck from the same key."""
    return KeyedChance(game_key, game_id, ("dealing",))


class NoSuchDeal(Exception):
    """No deal was found that agrees with what was seen: the title has misjudged its own past."""


class Slot(Struct, frozen=True):
    """At this time a hidden piece came to this hand."""

    time: int
    hand: int


class Pile(Struct, frozen=True):
    """Pieces that lie hidden, of which as many as there are slots came to hands; the others lie where they were."""

    pieces: tuple[Piece, ...]
    slots: tuple[Slot, ...]


class Need(Struct, frozen=True):
    """Of what had come hidden to this hand (none: to all together) before this time, so many were among these pieces.

    They came at the time `since` or later; so many or more.
    """

    time: int
    hand: int | None
    pieces: tuple[Piece, ...]
    count: int
    since: int = 0

    def may_be_met_by(self, slot: Slot) -> bool:
        """Whether what came in this slot counts."""
        return self.since <= slot.time < self.time and self.hand in (None, slot.hand)


def determinize(rulebook: Rulebook[Any], past: Sequence[Event], lot: Chance) -> Any:
    """A full state of the title's table, drawn at random among those that agree with what one seat has seen.

    `past` are the title's events that count, redacted for that seat: whose eyes they are is told by what they hide.
    """
    state = None
    for event in rulebook.determinize(past, lot):
        state = rulebook.evolve(state, event)
    return state


def deal(piles: Iterable[Pile], needs: Iterable[Need], lot: Chance) -> dict[int, list[Any]]:
    """For each time with slots the pieces that came then, or `NoSuchDeal`.

    Pieces are laid at random; swaps within a pile then fulfil what is needed, and more swaps, which are kept as long as
    everything still agrees, stir the rest: two deals that differ by swaps are equally likely. So every deal of the
    pieces, each a thing of its own, that agrees with the needs is as likely as any other.
    """
    table = _Table([pile for pile in piles if pile.slots], needs)
    for _ in range(_BEGINNINGS):
        table.lay(lot)
        if table.mend(lot):
            table.stir(lot)
            return table.dealt()
    raise NoSuchDeal


class _Table:
    """Where each piece lies: in places, pile after pile, each pile's slots before what nobody has drawn."""

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
        """Bring what is needed to where it is needed; whether that was found."""
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
        """Swap hidden pieces at random, as long as everything agrees."""
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
    """The needs that say something: more than nothing, and more than an earlier one of the same hand and pieces."""
    most: dict[Any, int] = {}
    telling: list[Need] = []
    for need in sorted(needs, key=lambda one: one.time):
        about = (need.hand, need.pieces, need.since)
        if need.count > most.get(about, 0):
            most[about] = need.count
            telling.append(need)
    return telling
