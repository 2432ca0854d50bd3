"""Building values: the worth of pyramids and Stones to a sensible player, and the best places for Stones."""

from collections.abc import Iterable, Sequence
from math import exp
from typing import NamedTuple

from titles.amun_re.scoring import BANK_POINTS, SET_POINTS
from titles.amun_re.state import (
    PROVINCES_EACH,
    ROUNDS,
    STONES_FOR_A_PYRAMID,
    STONES_WITH_ARCHITECT,
    State,
    owned,
    place_of,
)

# A pyramid of which one or two Stones are laid, before the last round of a Kingdom and in it.
BEGUN = (0.0, 0.25, 0.55)
BEGUN_LAST = (0.0, 0.12, 0.28)
# How well the smallest number of pyramids in a province predicts the sets of the end, with 0, 1, 2 or 3 provinces.
SETS = (0.0, 0.5, 0.75, 1.0)
# How likely a bank's winner stays the same, and how much safer one pyramid more makes it; before the last round and in
# it.
BANK, LEAD = (0.6, 1.0), (2.5, 1.6)
A_STONE_OF_A_RIVAL = 0.25
ARCHITECT = 0.18


class Heap(NamedTuple):
    """The relevant values of one province."""

    pyramids: int
    stones: int
    bank: str


Rivals = dict[str, float]
"""For each bank, the strongest province that another player owns or may still acquire."""


def worth_of_built(state: State, seat: int) -> float:
    """The expected points of this seat's pyramids in this Kingdom."""
    return _worth(state, _heaps(state, seat), _rivals(state, seat))


def built_with_bonus(state: State, seat: int, place: int) -> float:
    """The points this province would add, with its Stones."""
    heaps, rivals = _heaps(state, seat), _rivals(state, seat)
    new = _with(_heap(state, place), state.components.provinces[place].bonus_stones)
    return _worth(state, (*heaps, new), rivals) - _worth(state, heaps, rivals)


def stone_gains(state: State, seat: int, most: int) -> tuple[float, ...]:
    """The gain of none, one, two … Stones in the best places."""
    heaps, rivals = _heaps(state, seat), _rivals(state, seat)
    now = _worth(state, heaps, rivals)
    return tuple(
        [max([_worth(state, one, rivals) for one in _spread(heaps, count)]) - now for count in range(most + 1)]
    )


def stone_worth(state: State, seat: int, name: str) -> float:
    """The value of a Stone in this province, if all later Stones are laid in the best places."""
    heaps = list(_heaps(state, seat))
    number = _number(state, seat, name)
    heaps[number] = _with(heaps[number], 1)
    due = max(0, state.players[seat].stones - 1)
    return max([_worth(state, one, _rivals(state, seat)) for one in _spread(heaps, due)])


def gain_by_architect(state: State, seat: int, name: str) -> float:
    """The gain of a pyramid for two Stones of this province, compared with the card's later use."""
    heaps, rivals = list(_heaps(state, seat)), _rivals(state, seat)
    now = _worth(state, heaps, rivals)
    number = _number(state, seat, name)
    heap = heaps[number]
    heaps[number] = heap._replace(pyramids=heap.pyramids + 1, stones=heap.stones - STONES_WITH_ARCHITECT)
    return _worth(state, heaps, rivals) - now - ARCHITECT


def _number(state: State, seat: int, name: str) -> int:
    place = place_of(state, name)
    assert place is not None
    return owned(state, seat).index(place)


def _heap(state: State, place: int) -> Heap:
    land = state.lands[place]
    return Heap(land.pyramids, land.stones, state.components.provinces[place].bank)


def _heaps(state: State, seat: int) -> tuple[Heap, ...]:
    return tuple([_heap(state, place) for place in owned(state, seat)])


def _rivals(state: State, seat: int) -> Rivals:
    best: Rivals = {"west": 0.0, "east": 0.0}
    for place, land in enumerate(state.lands):
        if land.owner != seat and (land.owner is not None or state.kingdom > 1):
            bank = state.components.provinces[place].bank
            best[bank] = max(best[bank], land.pyramids + A_STONE_OF_A_RIVAL * land.stones)
    return best


def _with(heap: Heap, stones: int) -> Heap:
    pyramids, lying = divmod(heap.stones + stones, STONES_FOR_A_PYRAMID)
    return Heap(heap.pyramids + pyramids, lying, heap.bank)


def _spread(heaps: Sequence[Heap], stones: int) -> Iterable[tuple[Heap, ...]]:
    """Every way to place this many Stones."""
    if len(heaps) < 2:
        yield tuple([_with(heap, stones) for heap in heaps])
        return
    for here in range(stones + 1):
        for rest in _spread(heaps[1:], stones - here):
            yield (_with(heaps[0], here), *rest)


def _worth(state: State, heaps: Sequence[Heap], rivals: Rivals) -> float:
    """The points for these provinces' pyramids at the scoring: single pyramids, sets, and banks."""
    if not heaps:
        return 0.0
    is_last = state.round == ROUNDS
    begun = BEGUN_LAST if is_last else BEGUN
    heights = [heap.pyramids + begun[heap.stones] for heap in heaps]
    worth = sum(heights) + SET_POINTS * SETS[min(len(heaps), PROVINCES_EACH)] * min(heights)
    for bank, rival in rivals.items():
        mine = max([height for height, heap in zip(heights, heaps, strict=True) if heap.bank == bank], default=0.0)
        if mine:
            worth += BANK_POINTS * BANK[is_last] / (1 + exp(-LEAD[is_last] * (mine - rival)))
    return worth
