"""Effects of spells at the table: the one place where each is decided (DA-K1 to DA-K19).

All functions answer for a seat from the spells in front of it, summed if effects are alike (DA-K1).
"""

from typing import TypeVar

from titles.das_amulett.spells import (
    METALS,
    Arc,
    ChosenDisc,
    Count,
    Effect,
    Equal,
    ExtraMetal,
    FreeMove,
    Gift,
    Income,
    Metal,
    Power,
    Refund,
    Skim,
    Spell,
    Teleport,
    Vortex,
    Where,
    Wild,
)
from titles.das_amulett.state import METAL_OF, Region, State, best_bid, here

E = TypeVar("E", bound=Effect)


def spells_of(state: State, seat: int) -> list[Spell]:
    """The spells in front of this player."""
    spells = state.components.spells_by_name
    return [spells[one.spell] for one in state.players[seat].spells]


def effects_of(state: State, seat: int, kind: type[E]) -> list[E]:
    """The seat's effects of this kind."""
    spells = state.components.spells_by_name
    return [found for one in state.players[seat].spells if isinstance(found := spells[one.spell].effect, kind)]


def unused(state: State, seat: int, kind: type[Effect]) -> Spell | None:
    """The seat's spell of this kind that was not used in this phase, or none (DA-K2)."""
    for spell in spells_of(state, seat):
        if isinstance(spell.effect, kind) and spell.name not in state.used:
            return spell
    return None


def holds_in(where: Where, region: Region) -> bool:
    """Whether an effect that requires the wall or a pyramid works in this region (DA-B4)."""
    match where:
        case "anywhere":
            return True
        case "wall":
            return region.wall
        case "pyramid":
            return region.pyramid


def symbols_of(state: State, seat: int) -> tuple[Count, int]:
    """The cards that the seat gains: the number of each metal, by symbols and gem magic, and the number of free choice
    (DA-M2).
    """
    gains = dict.fromkeys(METALS, 0)
    wilds = 0
    for spell in spells_of(state, seat):
        wilds += spell.wilds
        for metal, count in zip(METALS, spell.metals, strict=True):
            gains[metal] += count
    for income in effects_of(state, seat, Income):
        gains[income.metal] += income.amount * state.players[seat].gems.count(income.gem)
    return (gains["gold"], gains["silver"], gains["copper"], gains["iron"]), wilds


def accepted_metals(state: State, seat: int) -> tuple[Metal, ...]:
    """The metals that the seat may offer at the company's location (DA-X3)."""
    return accepted_metals_in(state, seat, here(state))


def accepted_metals_in(state: State, seat: int, region: Region) -> tuple[Metal, ...]:
    """The metals that the seat could offer in this region (DA-X3)."""
    own = METAL_OF[region.terrain]
    if own is None:
        return METALS
    accepted = {own, *state.desires}
    for wild in effects_of(state, seat, Wild):
        if holds_in(wild.where, region):
            if wild.metal is None:
                return METALS
            accepted.add(wild.metal)
    return (own,) if len(accepted) == 1 else tuple([metal for metal in METALS if metal in accepted])


def least_offer(state: State, seat: int) -> int:
    """The fewest cards that the seat may offer now (DA-X2)."""
    lead = None if state.bidder is None else lead_of(state, state.bidder)
    return least_against(best_bid(state), lead, may_equal(state, seat))


def least_against(best: int, lead: int | None, equals: bool) -> int:
    """One more than the best offer, or as required by Power and Equal; one card if there is no offer (DA-X2)."""
    if lead is None:
        return 1
    return best if equals else best + lead


def may_equal(state: State, seat: int) -> bool:
    """Whether the seat need not offer more than the best offer."""
    return bool(effects_of(state, seat, Equal))


def lead_of(state: State, seat: int) -> int:
    """How many more cards than the seat's offer another must offer."""
    return sum(power.amount for power in effects_of(state, seat, Power)) or 1


def gems_won(state: State, seat: int) -> int:
    """The number of gems the seat takes for a winning offer here, if available (DA-X6)."""
    return gems_won_in(state, seat, here(state))


def gems_won_in(state: State, seat: int, region: Region) -> int:
    """The number of gems the seat would take for a winning offer in this region (DA-X6)."""
    return 1 + sum(gift.amount for gift in effects_of(state, seat, Gift) if holds_in(gift.where, region))


def take_back(state: State, seat: int, offer: int) -> int:
    """The number of cards of this winning offer that the seat may take; refunds are for the winner only (DA-X7)."""
    cards = sum(skim.amount for skim in effects_of(state, seat, Skim) if skim.least <= offer <= skim.most)
    if seat == state.bidder:
        cards += refunds(state, seat)
    return cards


def refunds(state: State, seat: int) -> int:
    """The number of cards the seat takes back from its own winning offer here (DA-K8, DA-K9)."""
    return sum(refund.amount for refund in effects_of(state, seat, Refund) if holds_in(refund.where, here(state)))


def moves_freely(state: State, seat: int) -> bool:
    """Whether the seat may move the company to any region with gems (DA-V3)."""
    return bool(effects_of(state, seat, FreeMove))


def teleport_of(state: State, seat: int) -> Spell | None:
    """The seat's spell that can still move a gem in this phase (DA-M1)."""
    return unused(state, seat, Teleport)


def desire_of(state: State, seat: int) -> Spell | None:
    """The seat's spell that can still name a metal in this phase (DA-G2)."""
    return unused(state, seat, ExtraMetal)


def journey_of(state: State, seat: int) -> Spell | None:
    """The seat's spell that can still choose the disc in this phase (DA-G3)."""
    return unused(state, seat, ChosenDisc)


def arc_of(state: State, seat: int) -> Spell | None:
    """The seat's spell whose energy may be moved (DA-E2)."""
    for spell in spells_of(state, seat):
        if isinstance(spell.effect, Arc):
            return spell
    return None


def vortex_targets(state: State, seat: int) -> dict[str, list[tuple[str, int]]]:
    """The spells, with their seats, from which the seat's vortices may still remove energy now (DA-E3, DA-E4)."""
    found: dict[str, list[tuple[str, int]]] = {}
    for spell in spells_of(state, seat):
        if isinstance(spell.effect, Vortex) and state.used.count(spell.name) < spell.effect.amount:
            found[spell.name] = [
                (one.spell, owner)
                for owner, player in enumerate(state.players)
                for one in player.spells
                if one.energy and (owner != seat or spell.effect.own_too)
            ]
    return found


def reaches_own_spells(state: State, seat: int, vortex: str) -> bool:
    """Whether this is a vortex of the seat that removes energy from any spell, including its owner's (DA-E4)."""
    effects = (spell.effect for spell in spells_of(state, seat) if spell.name == vortex)
    return any(isinstance(effect, Vortex) and effect.own_too for effect in effects)
