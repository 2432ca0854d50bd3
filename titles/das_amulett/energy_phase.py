"""Energy phase, the fourth of a turn: Arc and vortices, energy costs, and discarding empty spells (DA-E)."""

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    decides,
    gettext_noop,
)
from titles.das_amulett.changes import to_reserve, with_energy
from titles.das_amulett.commands import DiscardSpell, MoveEnergy, RemoveEnergy, UseNoMore
from titles.das_amulett.effects import arc_of, reaches_own_spells, spells_of, vortex_targets
from titles.das_amulett.events import (
    EnergyMoved,
    EnergyPhaseBegun,
    EnergyRemoved,
    EnergySpent,
    SpellDiscarded,
    TurnBegun,
    TurnLimitReached,
)
from titles.das_amulett.spell_phase import begin_turn
from titles.das_amulett.state import InPlay, State


def without_energy(state: State) -> tuple[int, list[str]] | None:
    """The first seat with spells without energy, and these spells; or none (DA-E6)."""
    for seat, player in enumerate(state.players):
        empty = [one.spell for one in player.spells if not one.energy]
        if empty:
            return seat, empty
    return None


def asked_for_energy(state: State) -> tuple[int, ...]:
    """The player who orders discarded spells, or the next one who may use blue spells."""
    empty = without_energy(state)
    return (empty[0],) if empty is not None else state.queue[:1]


def energy_options(state: State, seat: int) -> list[Command]:
    """The options in the energy phase: which empty spell to discard first; or to move or remove energy, or decline
    (DA-E1).
    """
    empty = without_energy(state)
    if empty is not None:
        return [DiscardSpell(seat, spell) for spell in empty[1]]
    return [*_moves(state, seat), *_removals(state, seat), UseNoMore(seat)]


def _moves(state: State, seat: int) -> list[Command]:
    """Any number of the Arc's tokens to any other spell of its owner (DA-E2)."""
    arc = arc_of(state, seat)
    if arc is None:
        return []
    spells = state.players[seat].spells
    tokens = next(one.energy for one in spells if one.spell == arc.name)
    others = [one.spell for one in spells if one.spell != arc.name]
    return [MoveEnergy(seat, spell, count) for spell in others for count in range(1, tokens + 1)]


def _removals(state: State, seat: int) -> list[Command]:
    """One token of any spell that a vortex reaches (DA-E3, DA-E4)."""
    targets = vortex_targets(state, seat)
    return [RemoveEnergy(seat, vortex, spell, owner) for vortex, found in targets.items() for spell, owner in found]


def move_energy(state: State, command: MoveEnergy) -> EnergyMoved:
    """The event for moving energy, or why it is not allowed."""
    arc = arc_of(state, command.seat)
    if arc is None:
        raise Illegal("none of your spells can move energy now", "DA-E2")
    if without_energy(state) is not None or command not in _moves(state, command.seat):
        raise Illegal("move tokens from this spell to another of your spells", "DA-E2")
    return EnergyMoved(command.seat, arc.name, command.spell, command.tokens)


def remove_energy(state: State, command: RemoveEnergy) -> EnergyRemoved:
    """The event for removing a token, or why it is not allowed."""
    if without_energy(state) is not None or command not in _removals(state, command.seat):
        rule = "DA-E4" if reaches_own_spells(state, command.seat, command.vortex) else "DA-E3"
        raise Illegal("none of your spells can remove energy from there now", rule)
    return EnergyRemoved(command.seat, command.vortex, command.spell, command.owner)


def discard_spell(state: State, command: DiscardSpell) -> SpellDiscarded:
    """The event for discarding a spell, or why it is not allowed."""
    empty = without_energy(state)
    if empty is None or command.spell not in empty[1]:
        raise Illegal("only a spell without energy can be discarded", "DA-E6")
    return SpellDiscarded(command.seat, command.spell)


def decline_energy(state: State, command: UseNoMore) -> EnergySpent:
    """The event for declining the blue spells, or why there is nothing to decline (DA-K2)."""
    if without_energy(state) is not None:
        raise Illegal("there is no spell to use now", "DA-K2")
    return spend_energy(state, command.seat)


def spend_energy(state: State, seat: int) -> EnergySpent:
    """Each spell pays its cost, or all its energy if that is less (DA-E5)."""
    costs = [spell.cost for spell in spells_of(state, seat)]
    tokens = tuple(min(cost, one.energy) for cost, one in zip(costs, state.players[seat].spells, strict=True))
    return EnergySpent(seat, tokens, sum(tokens))


def advance_energy(state: State, _chance: Chance) -> SpellDiscarded | EnergySpent | TurnLimitReached | TurnBegun | None:
    """Discard an empty spell if there is a single one, pay for players without a usable blue spell, and then begin the
    next turn.
    """
    empty = without_energy(state)
    if empty is not None:
        seat, spells = empty
        return SpellDiscarded(seat, spells[0]) if len(spells) == 1 else None
    if state.queue:
        seat = state.queue[0]
        may_act = _moves(state, seat) or _removals(state, seat)
        return None if may_act else spend_energy(state, seat)
    return TurnLimitReached(state.turn) if state.turn >= state.turn_limit else begin_turn(state)


def _begun(state: State, event: EnergyPhaseBegun) -> State:
    return replace(state, phase="energy", queue=event.order, used=(), desires=(), disc=None)


def _moved(state: State, event: EnergyMoved) -> State:
    return with_energy(with_energy(state, event.source, -event.tokens), event.spell, event.tokens)


def _removed(state: State, event: EnergyRemoved) -> State:
    state = to_reserve(with_energy(state, event.spell, -1), event.owner, 1)
    return replace(state, used=(*state.used, event.vortex))


def _spent(state: State, event: EnergySpent) -> State:
    player = state.players[event.seat]
    spells = tuple(
        [InPlay(one.spell, one.energy - tokens) for one, tokens in zip(player.spells, event.tokens, strict=True)]
    )
    state = change_player(state, event.seat, spells=spells, reserve=player.reserve + event.total)
    return replace(state, queue=state.queue[1:], used=())


def _discarded(state: State, event: SpellDiscarded) -> State:
    left = tuple(one for one in state.players[event.seat].spells if one.spell != event.spell)
    return replace(change_player(state, event.seat, spells=left), under=(*state.under, event.spell))


PHASE_RULES = PhaseRules(
    phases={
        "energy": Phase(
            "DA-E1",
            asked=asked_for_energy,
            options=energy_options,
            commands=(
                decides(MoveEnergy, move_energy, "DA-E2"),
                decides(RemoveEnergy, remove_energy),
                decides(DiscardSpell, discard_spell, "DA-E6"),
                decides(UseNoMore, decline_energy, "DA-K2", refusal=gettext_noop("there is no spell to use now")),
            ),
            advance=advance_energy,
        ),
    },
    events=(_begun, _moved, _removed, _spent, _discarded),
)
