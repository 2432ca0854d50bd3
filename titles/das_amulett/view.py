"""View of the table, as plain values for a page or a client."""

from collections.abc import Mapping
from typing import Any

import msgspec

from stele.title import Hidden, Show, anew, part
from titles.das_amulett import shown
from titles.das_amulett.effects import accepted_metals, lead_of, least_against, may_equal
from titles.das_amulett.gems_phase import move_options
from titles.das_amulett.spells import METALS, Count, Gem, Metal, Spell
from titles.das_amulett.state import Components, InPlay, Player, Region, State, best_bid, gems_in

Spells = Mapping[str, shown.Spell]
"""The spells as they are shown, by name."""


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; of a hidden hand it contains only the size."""
    components, players = state.components, state.players
    spells, goal, board, described = show(_given, components)
    accepted, least_offers, reachable = _exchange(state, show)
    return part(
        shown.Table,
        state,
        on_offer=gems_in(state, state.company),
        discs=components.discs,
        discs_in_bag=state.bag,
        regions=show(_regions, show, components.regions, state.gems, reachable),
        spells=show(_spell_cards, state.deck, state.pile, state.under, state.offered, spells),
        metals=show(
            _metal_cards,
            state.stock,
            len(METALS) * components.metal_cards - sum([player.cards for player in players]) - sum(state.laid),
            state.empty,
        ),
        best_bid=best_bid(state),
        laid=_metals(state.laid),
        lifted=None if state.lifted is None else dict(zip(("region", "gem"), state.lifted, strict=True)),
        players=show(_players, show, players, spells, accepted, least_offers),
        goal=goal,
        board=board,
        components=described,
    )


def _given(components: Components) -> tuple[Spells, shown.Goal, shown.Board, shown.Components]:
    """The constant parts: the spells, the winning numbers, the map, and the origin of the data."""
    return (
        {spell.name: _spell(spell) for spell in components.spells},
        {"different": components.win_different, "gems": components.win_total},
        part(shown.Board, components),
        part(shown.Components, components),
    )


def _exchange(state: State, show: Show) -> tuple[list[list[Metal] | None], list[int | None], frozenset[str]]:
    """Each seat's possible and minimum offers, and where the company may go, as far as relevant now."""
    nothing: list[Any] = [None] * len(state.players)
    if state.phase not in ("exchange", "payment", "gem", "take_back", "movement"):
        return nothing, nothing, frozenset()
    # The inputs here are a part of the table that rarely changes.
    spells = [player.spells for player in state.players]
    where = show(_where, state.components, spells, state.gems, state.company, state.hat, state.desires)
    accepted = show(_accepted, where) if state.phase in ("exchange", "payment") else nothing
    least_offers = nothing
    if state.phase == "exchange":
        equal, leads = show(_challenges, where)
        best, lead = best_bid(state), None if state.bidder is None else leads[state.bidder]
        least_offers = [
            None if seat == state.bidder else least_against(best, lead, equals) for seat, equals in enumerate(equal)
        ]
    return accepted, least_offers, show(_reachable, where)


def _where(
    components: Components,
    spells: list[tuple[InPlay, ...]],
    gems: tuple[tuple[Gem, ...], ...],
    company: str,
    hat: int,
    desires: tuple[Metal, ...],
) -> State:
    players = tuple([Player(0, spells=in_play) for in_play in spells])
    return State(components, False, 0, players, gems, company, hat, desires=desires)


def _accepted(where: State) -> list[list[Metal] | None]:
    return [list(accepted_metals(where, seat)) for seat in range(len(where.players))]


def _challenges(where: State) -> tuple[list[bool], list[int]]:
    seats = range(len(where.players))
    return [may_equal(where, seat) for seat in seats], [lead_of(where, seat) for seat in seats]


def _reachable(where: State) -> frozenset[str]:
    return frozenset([option.region for option in move_options(where, where.hat)])


def _regions(
    show: Show, regions: tuple[Region, ...], gems: tuple[tuple[Gem, ...], ...], reachable: frozenset[str]
) -> list[shown.Region]:
    return [
        show(_region, region, there, region.name in reachable, at=region.name)
        for region, there in zip(regions, gems, strict=True)
    ]


def _region(region: Region, gems: tuple[Gem, ...], reachable: bool) -> shown.Region:
    return part(shown.Region, region, gems=gems, reachable=reachable)


def _spell_cards(deck: int, pile: int, under: tuple[str, ...], offered: str | None, spells: Spells) -> shown.Spells:
    turned_up = None if offered is None else spells[offered]
    return part(shown.Spells, deck=deck + len(under) - pile, pile=pile, under=under, offered=turned_up)


def _metal_cards(stock: Count | Hidden, cards: int, empty: tuple[Metal, ...]) -> shown.Stock:
    return part(shown.Stock, stock=_metals(stock), cards=cards, empty=empty)


def _metals(metals: Count | Hidden) -> Mapping[Metal, int] | None:
    return None if isinstance(metals, Hidden) else dict(zip(METALS, metals, strict=True))


def _spell(spell: Spell) -> shown.Spell:
    effect = spell.effect and {"type": spell.effect.__struct_config__.tag, **msgspec.structs.asdict(spell.effect)}
    return part(shown.Spell, spell, metals=_metals(spell.metals), effect=effect, name_is=spell.sure)


def _in_play(in_play: tuple[InPlay, ...], spells: Spells) -> list[shown.InPlay]:
    return [{**spells[one.spell], "energy": one.energy} for one in in_play]


def _players(
    show: Show,
    players: tuple[Player, ...],
    spells: Spells,
    accepted: list[list[Metal] | None],
    least_offers: list[int | None],
) -> list[shown.Player]:
    return [
        show(_player, show, seat, player, spells, accepted[seat], least_offers[seat], at=seat)
        for seat, player in enumerate(players)
    ]


def _player(
    show: Show, seat: int, player: Player, spells: Spells, accepted: list[Metal] | None, least_offer: int | None
) -> shown.Player:
    dealt = () if isinstance(player.dealt, Hidden) else player.dealt
    return part(
        shown.Player,
        player,
        seat=seat,
        metals=_metals(player.metals),
        different=len(set(player.gems)),
        spells=show(_in_play, player.spells, spells, at=seat),
        dealt=[spells[name] for name in dealt] or None,
        accepted=accepted,
        least_offer=least_offer,
    )
