"""State changes that several phases share: cards in hand, energy, a gem, the stock."""

from collections.abc import Mapping

from msgspec.structs import replace

from stele.title import Hidden, change_player, with_item
from titles.das_amulett.spells import Count, Gem, Metal
from titles.das_amulett.state import InPlay, Player, State, region_place

_ONE_OF: Mapping[Metal, Count] = {
    "gold": (1, 0, 0, 0),
    "silver": (0, 1, 0, 0),
    "copper": (0, 0, 1, 0),
    "iron": (0, 0, 0, 1),
}


def plus(one: Count | Hidden, other: Count | Hidden, sign: int = 1) -> Count | Hidden:
    """The sum of both counts, or their difference with the sign -1; unknown if one of them is."""
    if isinstance(one, Hidden) or isinstance(other, Hidden):
        return Hidden()
    (gold, silver, copper, iron), (more_gold, more_silver, more_copper, more_iron) = one, other
    return gold + sign * more_gold, silver + sign * more_silver, copper + sign * more_copper, iron + sign * more_iron


def one_of(metal: Metal) -> Count:
    """One card of this metal."""
    return _ONE_OF[metal]


def to_hand(state: State, seat: int, metals: Count | Hidden, cards: int) -> State:
    """Add this many cards to the hand, or remove `metals` and `cards` from it if they are negative."""
    return replace(state, players=_with_hand(state.players, seat, metals, cards))


def _with_hand(players: tuple[Player, ...], seat: int, metals: Count | Hidden, cards: int) -> tuple[Player, ...]:
    player = players[seat]
    sign = 1 if cards >= 0 else -1
    return with_item(
        players, seat, replace(player, metals=plus(player.metals, metals, sign), cards=player.cards + cards)
    )


def from_piles(state: State, seat: int, metals: Count | Hidden, cards: int) -> State:
    """Move this many cards from the piles to the hand; the height of each pile is unknown until all are counted."""
    if not cards:
        return state
    players = _with_hand(state.players, seat, metals, cards)
    stock, spare = plus(state.stock, metals, -1), max(0, state.spare - cards)
    return replace(state, players=players, stock=stock, counted=False, spare=spare)


def least_pile(stock: Count | Hidden) -> int:
    """The fewest cards in a non-empty pile; 0 if unknown."""
    return 0 if isinstance(stock, Hidden) else min(filter(None, stock), default=0)


def spell_place(state: State, name: str) -> tuple[int, int] | None:
    """The seat of this spell, and its index among the seat's spells; or none."""
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
    """Add this many tokens to this spell; their source is handled elsewhere."""
    found = spell_place(state, name)
    assert found is not None
    seat, place = found
    spells = list(state.players[seat].spells)
    spells[place] = InPlay(name, spells[place].energy + change)
    return change_player(state, seat, spells=tuple(spells))


def to_reserve(state: State, seat: int, tokens: int) -> State:
    """Add this many tokens to this player's reserve."""
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
    return replace(state, gems=with_item(state.gems, place, gems))
