"""Metals phase, the second of a turn: Teleportation, gem magic, and the metals of all spells (DA-M)."""

from msgspec.structs import replace

from stele.title import Chance, Command, Hidden, Illegal, Phase, PhaseRules, decides, gettext_noop, known
from titles.das_amulett.changes import from_piles, least_pile, one_of, with_gem, without_gem
from titles.das_amulett.commands import DropGem, LiftGem, TakeMetal, UseNoMore
from titles.das_amulett.effects import symbols_of, teleport_of
from titles.das_amulett.events import (
    DrawsLost,
    GemDropped,
    GemLifted,
    GemsPhaseBegun,
    MetalsDrawn,
    MetalsPhaseBegun,
    MetalTaken,
    PilesCounted,
    SpellsDeclined,
)
from titles.das_amulett.spells import METALS, Metal
from titles.das_amulett.state import State, gems_in, in_order, next_in_turn, region_place


def metals_options(state: State, seat: int) -> list[Command]:
    """The options in the metals phase: regions for a lifted gem, gems that Teleportation may lift, or metals to take
    (DA-M1, DA-M3).
    """
    regions = state.components.regions
    if state.lifted is not None:
        return [DropGem(seat, region.name) for region in regions if region.name != state.lifted[0]]
    if teleport_of(state, seat) is not None:
        lifts = [
            LiftGem(seat, region.name, gem)
            for region, gems in zip(regions, state.gems, strict=True)
            for gem in dict.fromkeys(gems)
        ]
        return [*lifts, UseNoMore(seat)]
    return [TakeMetal(seat, metal) for metal in METALS if metal not in state.empty] if state.picks else []


def lift_gem(state: State, command: LiftGem) -> GemLifted:
    """The event for lifting a gem, or why it is not allowed."""
    spell = teleport_of(state, command.seat)
    if spell is None or state.lifted is not None:
        raise Illegal("none of your spells can move a gem now", "DA-M1")
    if region_place(state, command.region) is None or command.gem not in gems_in(state, command.region):
        raise Illegal("there is no such gem in this region", "DA-M1")
    return GemLifted(command.seat, spell.name, command.region, command.gem)


def drop_gem(state: State, command: DropGem) -> GemDropped:
    """The event for laying down the lifted gem, or why it is not allowed."""
    if state.lifted is None:
        raise Illegal("no gem is on its way", "DA-M1")
    origin, gem = state.lifted
    if region_place(state, command.region) is None or command.region == origin:
        raise Illegal("put the gem in another region", "DA-M1")
    return GemDropped(command.seat, command.region, gem)


def decline_teleport(state: State, command: UseNoMore) -> SpellsDeclined:
    """The event for declining Teleportation, or why there is nothing to decline (DA-K2)."""
    spell = teleport_of(state, command.seat)
    if spell is None or state.lifted is not None:
        raise Illegal("there is no spell to use now", "DA-K2")
    return SpellsDeclined(command.seat, (spell.name,))


def take_metal(state: State, command: TakeMetal) -> MetalTaken:
    """The event for taking a card of free choice, or why it is not allowed."""
    seat = command.seat
    if not state.picks or state.lifted is not None or teleport_of(state, seat) is not None:
        raise Illegal("you have no metal of your choice to take now", "DA-M3")
    if command.metal in state.empty:
        raise Illegal("this pile is empty", "DA-M4")
    return MetalTaken(seat, command.metal)


def advance_metals(state: State, _chance: Chance) -> PilesCounted | GemsPhaseBegun | MetalsDrawn | DrawsLost | None:
    """Player by player: first the gem that may be moved, then all fixed symbols, then free choices (DA-M)."""
    if state.lifted is not None:
        return None  # the gem's destination does not depend on the piles, which the seat may not see
    if state.picks and state.spare and isinstance(state.stock, Hidden):
        return None  # even viewers who may not see the piles know that none has run out
    stock = known(state.stock)
    if any(height == 0 and metal not in state.empty for metal, height in zip(METALS, stock, strict=True)):
        return PilesCounted(stock)
    if not state.queue:
        return GemsPhaseBegun(in_order(state)) if state.counted else PilesCounted(stock)
    seat = state.queue[0]
    if teleport_of(state, seat) is not None:
        return None
    if not state.drawn:
        gains, wilds = symbols_of(state, seat)
        is_short = any(gain > height for gain, height in zip(gains, stock, strict=True))
        if is_short and not state.counted:
            return PilesCounted(stock)
        gold, silver, copper, iron = (min(gain, height) for gain, height in zip(gains, stock, strict=True))
        cards = gold + silver + copper + iron
        return MetalsDrawn(seat, cards, wilds + sum(gains) - cards, (gold, silver, copper, iron))
    if len(state.empty) == len(METALS):
        return DrawsLost(seat, state.picks)
    return None


def _begun(state: State, event: MetalsPhaseBegun) -> State:
    spare = least_pile(state.stock)
    return replace(state, phase="metals", queue=event.order, drawn=False, used=(), bids=(), bidder=None, spare=spare)


def _lifted(state: State, event: GemLifted) -> State:
    state = without_gem(state, event.region, event.gem)
    return replace(state, lifted=(event.region, event.gem), used=(*state.used, event.spell))


def _dropped(state: State, event: GemDropped) -> State:
    return replace(with_gem(state, event.region, event.gem), lifted=None)


def _declined(state: State, event: SpellsDeclined) -> State:
    return replace(state, used=(*state.used, *event.spells))


def _drawn(state: State, event: MetalsDrawn) -> State:
    state = from_piles(state, event.seat, event.metals, event.cards)
    return _next(replace(state, drawn=True, picks=event.picks))


def _taken(state: State, event: MetalTaken) -> State:
    metal: Metal | Hidden = event.metal
    metals = metal if isinstance(metal, Hidden) else one_of(metal)
    return _next(replace(from_piles(state, event.seat, metals, 1), picks=state.picks - 1))


def _next(state: State) -> State:
    """Go on to the next player once a player has taken everything."""
    return state if state.picks else replace(state, queue=state.queue[1:], drawn=False)


def _lost(state: State, event: DrawsLost) -> State:
    return _next(replace(state, picks=0))


def _counted(state: State, event: PilesCounted) -> State:
    empty = tuple(metal for metal, height in zip(METALS, event.stock, strict=True) if height == 0)
    return replace(state, stock=event.stock, empty=empty, counted=True, spare=least_pile(event.stock))


PHASE_RULES = PhaseRules(
    phases={
        "metals": Phase(
            "DA-M1",
            asked=next_in_turn,
            options=metals_options,
            commands=(
                decides(LiftGem, lift_gem),
                decides(DropGem, drop_gem),
                decides(TakeMetal, take_metal, "DA-M3"),
                decides(UseNoMore, decline_teleport, "DA-K2", refusal=gettext_noop("there is no spell to use now")),
            ),
            advance=advance_metals,
            takes_only_option=True,
        ),
    },
    events=(_begun, _lifted, _dropped, _declined, _drawn, _taken, _lost, _counted),
)
