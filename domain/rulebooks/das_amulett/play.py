"""The course of the game: whose turn it is, what may be answered, what follows by itself (DA-T)."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from domain.chance import Chance
from domain.messages import Command, Event, Illegal
from domain.rulebooks.das_amulett import (
    ending,
    energy_phase,
    exchange,
    gems_phase,
    metals_phase,
    preparation,
    spell_phase,
)
from domain.rulebooks.das_amulett.commands import (
    BidEnergy,
    ChooseDisc,
    DiscardSpell,
    DropGem,
    FuelSpells,
    KeepSpells,
    LayMetals,
    LiftGem,
    MoveCompany,
    MoveEnergy,
    NameMetal,
    OfferMetals,
    Pass,
    RemoveEnergy,
    TakeBack,
    TakeGem,
    TakeMetal,
    UseNoMore,
)
from domain.rulebooks.das_amulett.events import EnergyPhaseBegun
from domain.rulebooks.das_amulett.state import Phase, State, in_order

_TURN_RULE: dict[Phase, str] = {
    "setup": "DA-S1", "choice": "DA-A1", "spells": "DA-P2", "metals": "DA-M1", "gems": "DA-G1", "exchange": "DA-X1",
    "payment": "DA-X5", "gem": "DA-X6", "take_back": "DA-X7", "movement": "DA-V1", "energy": "DA-E1", "over": "DA-W1",
}  # fmt: skip

_EVOLVE = {
    **preparation.EVOLVE,
    **spell_phase.EVOLVE,
    **metals_phase.EVOLVE,
    **gems_phase.EVOLVE,
    **exchange.EVOLVE,
    **energy_phase.EVOLVE,
    **ending.EVOLVE,
}


def evolve(state: State | None, event: Event) -> State:
    """The state after this event."""
    new: State = _EVOLVE[event.__class__](state, event)
    return new


def to_act(state: State) -> tuple[int, ...]:
    """The seats that must answer now: one, or all that still choose their first spells."""
    match state.phase:
        case "choice":
            return preparation.asked_to_choose(state)
        case "gems":
            return gems_phase.asked_before_disc(state)
        case "payment" | "gem" | "movement":
            return (state.hat,)
        case "energy":
            return energy_phase.asked_for_energy(state)
        case "spells" | "metals" | "exchange" | "take_back":
            return state.queue[:1]
        case "setup" | "over":
            return ()
        case _:
            assert_never(state.phase)


def legal(state: State, seat: int) -> Sequence[Command]:
    """Every legal answer of this seat."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case "choice":
            return preparation.choice_options(state, seat)
        case "spells":
            return spell_phase.auction_options(state, seat)
        case "metals":
            return metals_phase.metals_options(state, seat)
        case "gems":
            return gems_phase.before_disc_options(state, seat)
        case "exchange":
            return exchange.offer_options(state, seat)
        case "payment":
            return exchange.lay_options(state, seat)
        case "gem":
            return exchange.gem_options(state, seat)
        case "take_back":
            return exchange.take_back_options(state, seat)
        case "movement":
            return gems_phase.move_options(state, seat)
        case "energy":
            return energy_phase.energy_options(state, seat)
        case "setup" | "over":
            return ()
        case _:
            assert_never(state.phase)


def decide(state: State, command: Command, chance: Chance) -> Iterable[Event]:
    """The player's own fact, or `Illegal`."""
    if command.seat not in to_act(state):
        raise Illegal("it is not your turn", _TURN_RULE[state.phase])
    return (_fact(state, command),)


def _fact(state: State, command: Command) -> Event:
    match command:
        case KeepSpells():
            return preparation.keep_spells(state, command)
        case FuelSpells():
            return preparation.fuel_spells(state, command)
        case BidEnergy():
            return spell_phase.bid_energy(state, command)
        case Pass():
            return exchange.pass_on(state, command)
        case UseNoMore():
            return _use_no_more(state, command.seat)
        case LiftGem():
            return metals_phase.lift_gem(state, command)
        case DropGem():
            return metals_phase.drop_gem(state, command)
        case TakeMetal():
            return metals_phase.take_metal(state, command)
        case NameMetal():
            return gems_phase.name_metal(state, command)
        case ChooseDisc():
            return gems_phase.choose_disc(state, command)
        case OfferMetals():
            return exchange.offer_metals(state, command)
        case LayMetals():
            return exchange.lay_metals(state, command)
        case TakeGem():
            return exchange.take_gem(state, command)
        case TakeBack():
            return exchange.take_back(state, command)
        case MoveCompany():
            return gems_phase.move_company(state, command)
        case MoveEnergy():
            return energy_phase.move_energy(state, command)
        case RemoveEnergy():
            return energy_phase.remove_energy(state, command)
        case DiscardSpell():
            return energy_phase.discard_spell(state, command)
    raise Illegal("this game knows no such command", "DA-T1")


def _use_no_more(state: State, seat: int) -> Event:
    match state.phase:
        case "metals":
            return metals_phase.decline_teleport(state, seat)
        case "gems":
            return gems_phase.decline_before_disc(state, seat)
        case "energy":
            return energy_phase.spend_energy(state, seat)
    raise Illegal("no spell waits to be used", "DA-K2")


def advance(state: State, chance: Chance) -> Event | None:
    """The next thing that happens by itself; none while somebody must answer, and at the end."""
    match state.phase:
        case "choice":
            return preparation.advance_choice(state)
        case "spells":
            return spell_phase.advance_spells(state, chance) or _only_answer(state, chance)
        case "metals":
            return metals_phase.advance_metals(state) or _only_answer(state, chance)
        case "gems":
            opened = gems_phase.advance_gems(state, chance)
            if opened is None and not gems_phase.asked_before_disc(state):
                return EnergyPhaseBegun(in_order(state))
            return opened
        case "exchange":
            return exchange.advance_exchange(state)
        case "payment":
            return exchange.advance_payment(state)
        case "gem":
            return exchange.advance_gem(state)
        case "take_back":
            return exchange.advance_take_back(state)
        case "movement":
            return gems_phase.advance_movement(state)
        case "energy":
            return energy_phase.advance_energy(state)
        case "setup" | "over":
            return None
        case _:
            assert_never(state.phase)


def _only_answer(state: State, chance: Chance) -> Event | None:
    """A single answer is given by itself, where everybody can see that it is the only one."""
    seat = to_act(state)[0]
    options = legal(state, seat)
    return next(iter(decide(state, options[0], chance))) if len(options) == 1 else None
