"""State changes that several phases share: a province, Gold, a card in hand."""

from typing import Any

from msgspec.structs import replace

from stele.title import change_player, with_item, without
from titles.amun_re.state import Favor, Land, State, place_of


def change_land(state: State, province: str, **changed: Any) -> State:
    """The table with the contents of this province replaced."""
    place = known_place(state, province)
    return replace(state, lands=with_item(state.lands, place, replace(state.lands[place], **changed)))


def known_place(state: State, province: str) -> int:
    """The index of this province; it must be in the game."""
    place = place_of(state, province)
    assert place is not None
    return place


def land_of(state: State, province: str) -> Land:
    """The contents of this province."""
    return state.lands[known_place(state, province)]


def earn(state: State, seat: int, gold: int) -> State:
    """The player takes Gold from the reserve, or pays it there if the amount is negative."""
    state = change_player(state, seat, gold=state.players[seat].gold + gold)
    return replace(state, bank=state.bank - gold)


def discard(state: State, seat: int, card: Favor, used: bool) -> State:
    """Discard the card; if it is `used`, its type cannot be played again in this phase (AR-F2)."""
    player = state.players[seat]
    types = (*player.used, card) if used else player.used
    state = change_player(state, seat, hand=without(player.hand, card), used=types)
    return replace(state, discard=(*state.discard, card))


def has_card(state: State, seat: int, card: Favor) -> bool:
    """Whether the seat holds the card and has not played its type in this phase."""
    player = state.players[seat]
    return card in player.hand and card not in player.used


def new_phase(state: State, **changed: Any) -> State:
    """A new phase: every type of card may be played again."""
    players = tuple([replace(player, used=()) if player.used else player for player in state.players])
    return replace(state, players=players, **changed)


def next_in_queue(state: State) -> State:
    """The first seat of the queue has acted."""
    return replace(state, queue=state.queue[1:])
