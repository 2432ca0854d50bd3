"""What lies on the table, as plain values for a page or a client."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.rulebooks.das_amulett.effects import accepted_metals, least_offer
from domain.rulebooks.das_amulett.gems_phase import move_options
from domain.rulebooks.das_amulett.spells import METALS, Count, Effect, Spell
from domain.rulebooks.das_amulett.state import InPlay, Player, Region, State, best_bid, spell_named
from domain.secrets import Hidden


def view(state: State) -> dict[str, Any]:
    """The whole table as this state knows it; of a hand that is hidden only its size is told."""
    components = state.components
    reachable = {option.region for option in move_options(state, state.hat)}
    on_the_way = state.phase in ("exchange", "payment", "gem", "take_back", "movement")
    return {
        "phase": state.phase,
        "turn": state.turn,
        "turn_limit": state.turn_limit,
        "advanced": state.advanced,
        "hat": state.hat,
        "queue": list(state.queue),
        "company": state.company,
        "disc": state.disc,
        "moves": state.moves,
        "discs": list(components.discs),
        "discs_in_bag": state.bag,
        "desires": list(state.desires),
        "regions": [
            {**_region(region), "gems": list(gems), "reachable": on_the_way and region.name in reachable}
            for region, gems in zip(components.regions, state.gems, strict=True)
        ],
        "spells": {
            "deck": state.deck + len(state.under) - state.pile,
            "pile": state.pile,
            "under": list(state.under),
            "offered": None if state.offered is None else _spell(spell_named(state, state.offered)),
        },
        "metals": {
            "stock": _count(state.stock),
            "cards": len(METALS) * components.metal_cards
            - sum(player.cards for player in state.players)
            - sum(state.laid),
            "empty": list(state.empty),
        },
        "bids": list(state.bids),
        "bidder": state.bidder,
        "best_bid": best_bid(state),
        "laid": _count(state.laid),
        "to_lay": state.to_lay,
        "gems_due": state.gems_due,
        "take_backs": list(state.take_backs),
        "picks": state.picks,
        "lifted": None if state.lifted is None else {"region": state.lifted[0], "gem": state.lifted[1]},
        "winner": state.winner,
        "players": [_player(state, seat, player) for seat, player in enumerate(state.players)],
        "goal": {"different": components.win_different, "gems": components.win_total},
        "board": {
            "width": components.width,
            "height": components.height,
            "radius_tenths": components.radius_tenths,
            "wall": [list(point) for point in components.wall],
        },
        "components": {"name": components.name, "status": components.status, "digest": components.digest},
    }


@lru_cache(128)
def _region(region: Region) -> dict[str, Any]:
    return {
        "name": region.name,
        "terrain": region.terrain,
        "pyramid": region.pyramid,
        "wall": region.wall,
        "x": region.x,
        "y": region.y,
        "adjacent": list(region.adjacent),
    }


def _count(metals: Count | Hidden) -> dict[str, int] | None:
    return None if isinstance(metals, Hidden) else dict(zip(METALS, metals, strict=True))


@lru_cache(128)
def _spell(spell: Spell) -> dict[str, Any]:
    return {
        "name": spell.name,
        "printed": spell.printed,
        "colour": spell.colour,
        "cost": spell.cost,
        "metals": _count(spell.metals),
        "wilds": spell.wilds,
        "effect": None if spell.effect is None else _effect(spell.effect),
        "text": spell.text,
        "name_is": spell.sure,
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {"type": effect.__struct_config__.tag, **msgspec.structs.asdict(effect)}


def _in_play(state: State, one: InPlay) -> dict[str, Any]:
    return {**_spell(spell_named(state, one.spell)), "energy": one.energy}


def _known(things: tuple[Any, ...] | Hidden | None) -> list[Any] | None:
    return None if things is None or isinstance(things, Hidden) else list(things)


def _player(state: State, seat: int, player: Player) -> dict[str, Any]:
    dealt = _known(player.dealt)
    exchanging = state.phase in ("exchange", "payment")
    return {
        "seat": seat,
        "reserve": player.reserve,
        "cards": player.cards,
        "metals": _count(player.metals),
        "gems": list(player.gems),
        "different": len(set(player.gems)),
        "spells": [_in_play(state, one) for one in player.spells],
        "dealt": None if not dealt else [_spell(spell_named(state, name)) for name in dealt],
        "kept": _known(player.kept),
        "fuel": _known(player.fuel),
        "has_kept": player.has_kept,
        "has_fuelled": player.has_fuelled,
        "accepted": list(accepted_metals(state, seat)) if exchanging else None,
        "least_offer": least_offer(state, seat) if state.phase == "exchange" and seat != state.bidder else None,
    }
