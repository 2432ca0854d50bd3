"""Suggested standing orders of a sensible player for the rest of a round: rewards, the harvest, yellow cards."""

from collections.abc import Mapping
from itertools import combinations

from stele.title import Message, Order
from titles.amun_re.building_values import stone_worth
from titles.amun_re.scoring import is_fulfilled
from titles.amun_re.state import YELLOW, State, owned
from titles.amun_re.steward import farmers_in, farmers_pay

_ANY: Mapping[str, int] = {"from": 0, "to": 9}
_MOST_MOVES = 20


def standing_orders(state: State, seat: int) -> tuple[Order, ...]:
    """This seat's standing orders for the rest of the round, by what it sees.

    A harvest is automatic only if the seat holds no Treasury: the value of that card depends on the tile.
    """
    now = f"table.kingdom == `{state.kingdom}` && table.round == `{state.round}`"
    first, second = ("farmers", "stones") if farmers_pay(state) else ("stones", "farmers")
    take: Message = {"type": "TakeReward", **{goods: {"most": _ANY} for goods in (first, second, "favor")}}
    names = [state.components.provinces[place].id for place in owned(state, seat)]
    best = sorted(names, key=lambda name: -stone_worth(state, seat, name))
    place: tuple[Message, ...] = (
        {"type": "PlaceFarmer", "province": {"any": True}},
        *({"type": "PlaceStone", "province": name} for name in best),
    )
    treasury = f"contains(table.players[{seat}].hand, 'treasury')"
    fields = sorted((-farmers_in(state, name), name) for name in names if farmers_in(state, name) > 1)
    harvest: tuple[Message, ...] = (
        *({"type": "PlayGreatHarvest", "province": name} for _, name in fields),
        {"type": "TakeIncome"},
    )
    return (
        Order((take, *place), now, "table.phase == 'reward'"),
        Order(harvest, now, f"table.phase == 'harvest' && !{treasury}"),
        *_yellow_cards(state, seat, now),
    )


def _yellow_cards(state: State, seat: int, now: str) -> tuple[Order, ...]:
    """The order to lay down all yellow cards that are fulfilled at the scoring, unless the hand has changed; none for a
    hand with too many possibilities.
    """
    hand = state.players[seat].hand
    cards = sorted(card for card in YELLOW if card in hand)  # in the order that the command requires
    sets = [chosen for count in range(len(cards), -1, -1) for chosen in combinations(cards, count)]
    moves: tuple[Message, ...] = tuple({"type": "SealScoringCards", "cards": list(chosen)} for chosen in sets)
    same = f"table.phase == 'scoring' && table.players[{seat}].favor_cards == `{len(hand)}`"
    return (Order(moves, now, same),) if len(moves) <= _MOST_MOVES else ()


def is_forced(state: State, seat: int) -> bool:
    """Whether the public view shows that this seat can lay down no card for the scoring, because it fulfils no
    condition.
    """
    return state.phase == "scoring" and not any(is_fulfilled(state, seat, card) for card in YELLOW)
