"""Small changes of the table that several chapters make: a player, cards of the hand, energy, a gem, the stock."""

from typing import Any

from msgspec.structs import replace

from domain.rulebooks.das_amulett.spells import METALS, Count, Gem, Metal
from domain.rulebooks.das_amulett.state import InPlay, State, region_place
from domain.secrets import Hidden


def change_player(state: State, seat: int, **changed: Any) -> State:
    """The table with this player changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changed)
    return replace(state, players=tuple(players))


def plus(one: Count | Hidden, other: Count | Hidden, sign: int = 1) -> Count | Hidden:
    """Both counts together, or the second taken from the first; unknown if one of them is."""
    if isinstance(one, Hidden) or isinstance(other, Hidden):
        return Hidden()
    gold, silver, copper, iron = (mine + sign * theirs for mine, theirs in zip(one, other, strict=True))
    return gold, silver, copper, iron


def one_of(metal: Metal) -> Count:
    """One card of this metal."""
    gold, silver, copper, iron = (int(one == metal) for one in METALS)
    return gold, silver, copper, iron


def to_hand(state: State, seat: int, metals: Count | Hidden, cards: int) -> State:
    """This many cards come to the hand; negative: `metals` and `cards` leave it."""
    player = state.players[seat]
    sign = 1 if cards >= 0 else -1
    return change_player(state, seat, metals=plus(player.metals, metals, sign), cards=player.cards + cards)


def from_piles(state: State, seat: int, metals: Count | Hidden, cards: int) -> State:
    """This many cards go from the piles to the hand; how high each pile is stays untold until all are counted."""
    if not cards:
        return state
    state = to_hand(state, seat, metals, cards)
    return replace(state, stock=plus(state.stock, metals, -1), counted=False)


def spell_place(state: State, name: str) -> tuple[int, int] | None:
    """Before which seat this spell lies, and as which of its spells; or none."""
    return next(
        (
            (seat, place)
            for seat, player in enumerate(state.players)
            for place, one in enumerate(player.spells)
            if one.spell == name
        ),
        None,
    )


def with_energy(state: State, name: str, change: int) -> State:
    """This many tokens more on this spell; where they come from is not said here."""
    found = spell_place(state, name)
    assert found is not None
    seat, place = found
    spells = list(state.players[seat].spells)
    spells[place] = InPlay(name, spells[place].energy + change)
    return change_player(state, seat, spells=tuple(spells))


def to_reserve(state: State, seat: int, tokens: int) -> State:
    """This many tokens more in this player's reserve."""
    return change_player(state, seat, reserve=state.players[seat].reserve + tokens)


def without_gem(state: State, region: str, gem: Gem) -> State:
    """The table without this gem of this region."""
    place = region_place(state, region)
    assert place is not None
    left = list(state.gems[place])
    left.remove(gem)
    return _with_gems(state, place, tuple(left))


def with_gem(state: State, region: str, gem: Gem) -> State:
    """The table with one more gem in this region."""
    place = region_place(state, region)
    assert place is not None
    return _with_gems(state, place, (*state.gems[place], gem))


def _with_gems(state: State, place: int, gems: tuple[Gem, ...]) -> State:
    return replace(state, gems=(*state.gems[:place], gems, *state.gems[place + 1 :]))
