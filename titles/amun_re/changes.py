"""State changes that several phases share: a player, a province, Gold, a Stone, a card in hand."""

from typing import Any, TypeVar

from msgspec.structs import replace

from stele.title import Hidden
from titles.amun_re.state import Favor, Land, Player, State, place_of

T = TypeVar("T")


def change_player(state: State, seat: int, **changed: Any) -> State:
    """The table with this player replaced."""
    return replace(state, players=at(state.players, seat, replace(state.players[seat], **changed)))


def at(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """The sequence with the item at this place replaced."""
    changed = list(things)
    changed[place] = thing
    return tuple(changed)


def change_land(state: State, province: str, **changed: Any) -> State:
    """The table with the contents of this province replaced."""
    place = known_place(state, province)
    return replace(state, lands=at(state.lands, place, replace(state.lands[place], **changed)))


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
    player = state.players[seat]
    players = at(state.players, seat, replace(player, gold=player.gold + gold))
    return replace(state, players=players, bank=state.bank - gold)


def without_card(player: Player, card: Favor) -> tuple[Favor | Hidden, ...]:
    """The hand without this card, or with one hidden card less if the card is hidden."""
    hand = list(player.hand)
    hand.remove(card if card in hand else next(one for one in hand if isinstance(one, Hidden)))
    return tuple(hand)


def discard(state: State, seat: int, card: Favor, used: bool) -> State:
    """Discard the card; if it is `used`, its type cannot be played again in this phase (AR-F2)."""
    player = state.players[seat]
    types = (*player.used, card) if used else player.used
    players = at(state.players, seat, replace(player, hand=without_card(player, card), used=types))
    return replace(state, players=players, discard=(*state.discard, card))


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
