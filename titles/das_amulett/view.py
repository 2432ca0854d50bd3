"""View of the table, as plain values for a page or a client."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from stele.title import Hidden, Show, anew
from titles.das_amulett import shown
from titles.das_amulett.effects import accepted_metals, lead_of, least_against, may_equal
from titles.das_amulett.gems_phase import move_options
from titles.das_amulett.spells import METALS, Count, Effect, Gem, Metal, Spell
from titles.das_amulett.state import Components, InPlay, Player, Region, State, best_bid, gems_in

Spells = Mapping[str, shown.Spell]
"""The spells as they are shown, by name."""


def view(state: State, show: Show = anew) -> shown.Table:
    """The whole table from this state; of a hidden hand it contains only the size."""
    components, players = state.components, state.players
    spells, discs, goal, board, described = show(_given, components)
    accepted, least_offers, reachable = _exchange(state, show)
    return {
        "phase": state.phase,
        "turn": state.turn,
        "turn_limit": state.turn_limit,
        "advanced": state.advanced,
        "hat": state.hat,
        "queue": list(state.queue),
        "company": state.company,
        "on_offer": list(gems_in(state, state.company)),
        "disc": state.disc,
        "moves": state.moves,
        "discs": discs,
        "discs_in_bag": state.bag,
        "desires": list(state.desires),
        "regions": show(_regions, show, components.regions, state.gems, reachable),
        "spells": show(_spell_cards, state.deck, state.pile, state.under, state.offered, spells),
        "metals": show(
            _metal_cards,
            state.stock,
            len(METALS) * components.metal_cards - sum([player.cards for player in players]) - sum(state.laid),
            state.empty,
        ),
        "bids": list(state.bids),
        "bidder": state.bidder,
        "best_bid": best_bid(state),
        "laid": _metals(state.laid),
        "to_lay": state.to_lay,
        "gems_due": state.gems_due,
        "take_backs": list(state.take_backs),
        "picks": state.picks,
        "lifted": None if state.lifted is None else _lifted(state.lifted),
        "winner": state.winner,
        "players": show(_players, show, players, spells, accepted, least_offers),
        "goal": goal,
        "board": board,
        "components": described,
    }


def _given(components: Components) -> tuple[Spells, list[int], shown.Goal, shown.Board, shown.Components]:
    """The constant parts: the spells, the discs, the winning numbers, the map, and the origin of the data."""
    return (
        _spells(components.spells),
        list(components.discs),
        _goal(components),
        _board(components),
        _components(components),
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


def _spell_cards(deck: int, pile: int, under: tuple[str, ...], offered: str | None, spells: Spells) -> shown.Spells:
    return {
        "deck": deck + len(under) - pile,
        "pile": pile,
        "under": list(under),
        "offered": None if offered is None else spells[offered],
    }


def _metal_cards(stock: Count | Hidden, cards: int, empty: tuple[Metal, ...]) -> shown.Stock:
    return {"stock": _known_metals(stock), "cards": cards, "empty": list(empty)}


def _lifted(lifted: tuple[str, Gem]) -> shown.Lifted:
    return {"region": lifted[0], "gem": lifted[1]}


def _goal(components: Components) -> shown.Goal:
    return {"different": components.win_different, "gems": components.win_total}


def _board(components: Components) -> shown.Board:
    return {
        "width": components.width,
        "height": components.height,
        "radius_tenths": components.radius_tenths,
        "wall": [list(point) for point in components.wall],
    }


def _components(components: Components) -> shown.Components:
    return {"name": components.name, "status": components.status, "digest": components.digest}


def _printed(region: Region) -> shown.PrintedRegion:
    return {
        "name": region.name,
        "terrain": region.terrain,
        "pyramid": region.pyramid,
        "wall": region.wall,
        "x": region.x,
        "y": region.y,
        "adjacent": list(region.adjacent),
    }


def _region(region: Region, gems: tuple[Gem, ...], reachable: bool) -> shown.Region:
    return {**_printed(region), "gems": list(gems), "reachable": reachable}


def _known_metals(metals: Count | Hidden) -> shown.Metals | None:
    return None if isinstance(metals, Hidden) else _metals(metals)


def _metals(metals: Count) -> shown.Metals:
    gold, silver, copper, iron = metals
    return {"gold": gold, "silver": silver, "copper": copper, "iron": iron}


def _spells(spells: tuple[Spell, ...]) -> Spells:
    return {spell.name: _spell(spell) for spell in spells}


def _spell(spell: Spell) -> shown.Spell:
    return {
        "name": spell.name,
        "printed": spell.printed,
        "colour": spell.colour,
        "cost": spell.cost,
        "metals": _metals(spell.metals),
        "wilds": spell.wilds,
        "effect": None if spell.effect is None else _effect(spell.effect),
        "text": spell.text,
        "name_is": spell.sure,
    }


def _effect(effect: Effect) -> shown.Effect:
    return cast("shown.Effect", {"type": effect.__struct_config__.tag, **msgspec.structs.asdict(effect)})


def _in_play(in_play: tuple[InPlay, ...], spells: Spells) -> list[shown.InPlay]:
    return [{**spells[one.spell], "energy": one.energy} for one in in_play]


def _known(things: tuple[Any, ...] | Hidden | None) -> list[Any] | None:
    return None if things is None or isinstance(things, Hidden) else list(things)


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
    dealt = _known(player.dealt)
    return {
        "seat": seat,
        "reserve": player.reserve,
        "cards": player.cards,
        "metals": _known_metals(player.metals),
        "gems": list(player.gems),
        "different": len(set(player.gems)),
        "spells": show(_in_play, player.spells, spells, at=seat),
        "dealt": None if not dealt else [spells[name] for name in dealt],
        "kept": _known(player.kept),
        "fuel": _known(player.fuel),
        "has_kept": player.has_kept,
        "has_fuelled": player.has_fuelled,
        "accepted": accepted,
        "least_offer": least_offer,
    }
