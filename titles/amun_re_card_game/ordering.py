"""Suggested standing orders of a sensible player for the rest of a Kingdom: extensions and granted Pyramids."""

from collections.abc import Mapping

from stele.title import Message, Order
from titles.amun_re_card_game.state import State
from titles.amun_re_card_game.steward import covering_cost

_PLACES: Mapping[str, int] = {"from": 0, "to": 2}


def standing_orders(state: State, seat: int) -> tuple[Order, ...]:
    """This seat's standing orders for the rest of the Kingdom, by what it sees."""
    if not state.kingdom:
        return ()
    kingdom = f"table.kingdom == `{state.kingdom}`"
    provinces = state.players[seat].provinces
    dearest = sorted(range(len(provinces)), key=lambda place: covering_cost(state, seat, place))
    cover: tuple[Message, ...] = tuple({"type": "ExtendProvince", "place": place} for place in dearest)
    build: Message = {"type": "PlacePyramid", "place": {"least": _PLACES}}
    covering = (Order(cover, kingdom, f"table.players[{seat}].acquired"),) if cover else ()
    return (*covering, Order((build,), kingdom, f"table.players[{seat}].pyramids_to_place > `0`"))
