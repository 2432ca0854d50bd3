"""Gems phase, the third of a turn: spells before the disc, the disc, the company's moves (DA-G, DA-V)."""

from msgspec.structs import replace

from stele.title import Chance, Command, Illegal, Phase, PhaseRules, choose, decides, gettext_noop
from titles.das_amulett.commands import ChooseDisc, MoveCompany, NameMetal, UseNoMore
from titles.das_amulett.effects import desire_of, journey_of, moves_freely
from titles.das_amulett.events import (
    CompanyMoved,
    CompanyStuck,
    DiscChosen,
    DiscDrawn,
    EnergyPhaseBegun,
    ExchangeOpened,
    GemsPhaseBegun,
    MetalNamed,
    RegionEmpty,
    SpellsDeclined,
)
from titles.das_amulett.spells import METALS
from titles.das_amulett.state import State, gems_in, here, in_order, with_the_hat


def asked_before_disc(state: State) -> tuple[int, ...]:
    """The next seat with a spell that works before the disc is drawn (DA-G1)."""
    for seat in state.queue:
        if desire_of(state, seat) is not None or journey_of(state, seat) is not None:
            return (seat,)
    return ()


def before_disc_options(state: State, seat: int) -> list[Command]:
    """Name a metal, choose a disc, or neither (DA-G2, DA-G3)."""
    options: list[Command] = []
    if desire_of(state, seat) is not None:
        options += [NameMetal(seat, metal) for metal in METALS]
    if journey_of(state, seat) is not None:
        options += [ChooseDisc(seat, disc) for disc in sorted(set(state.components.discs))]
    return [*options, UseNoMore(seat)]


def name_metal(state: State, command: NameMetal) -> MetalNamed:
    """The event for naming a metal, or why it is not allowed."""
    spell = desire_of(state, command.seat)
    if spell is None:
        raise Illegal("none of your spells can name a metal now", "DA-G2")
    return MetalNamed(command.seat, spell.name, command.metal)


def choose_disc(state: State, command: ChooseDisc) -> DiscChosen:
    """The event for choosing a disc, or why it is not allowed."""
    spell = journey_of(state, command.seat)
    if spell is None:
        raise Illegal("none of your spells can choose the disc now", "DA-G3")
    if command.disc not in state.components.discs:
        raise Illegal("there is no such disc", "DA-G3")
    return DiscChosen(command.seat, spell.name, command.disc)


def decline_before_disc(state: State, command: UseNoMore) -> SpellsDeclined:
    """The event for declining the remaining spells (DA-K2)."""
    spells = (desire_of(state, command.seat), journey_of(state, command.seat))
    return SpellsDeclined(command.seat, tuple(spell.name for spell in spells if spell is not None))


def advance_gems(state: State, chance: Chance) -> DiscDrawn | EnergyPhaseBegun | RegionEmpty | ExchangeOpened | None:
    """Draw the disc unless one was chosen; then come the exchanges and moves that it shows (DA-G4, DA-T1)."""
    if asked_before_disc(state):
        return None
    if state.disc is None:
        return DiscDrawn(choose(chance, state.components.discs))
    if state.moves == 0:
        return EnergyPhaseBegun(in_order(state))
    if not gems_in(state, state.company):
        return RegionEmpty(state.company)
    return ExchangeOpened(state.company, in_order(state))


def _reachable(state: State) -> list[str]:
    """The regions the company may move to: adjacent ones with gems, otherwise all with gems (DA-V1 to DA-V3)."""
    with_gems = [
        region.name
        for region, gems in zip(state.components.regions, state.gems, strict=True)
        if gems and region.name != state.company
    ]
    adjacent = [name for name in with_gems if name in here(state).adjacent]
    return with_gems if moves_freely(state, state.hat) or not adjacent else adjacent


def move_options(state: State, seat: int) -> list[MoveCompany]:
    """The regions the company may move to, as commands."""
    return [MoveCompany(seat, name) for name in _reachable(state)]


def move_company(state: State, command: MoveCompany) -> CompanyMoved:
    """The event for moving the company, or why it is not allowed."""
    if command.region == state.company:
        raise Illegal("the company can't stay where it is", "DA-V1")
    if command.region not in _reachable(state):
        raise Illegal("go to an adjacent region with gems; if no adjacent region has gems, to any that does", "DA-V2")
    return CompanyMoved(command.seat, command.region)


def advance_movement(state: State, _chance: Chance) -> CompanyStuck | CompanyMoved | None:
    """If the company cannot move, it stays, and the phase is over (DA-V4)."""
    regions = _reachable(state)
    if not regions:
        return CompanyStuck(state.company)
    return CompanyMoved(state.hat, regions[0]) if len(regions) == 1 else None


def _begun(state: State, event: GemsPhaseBegun) -> State:
    return replace(state, phase="gems", queue=event.order, used=(), desires=(), disc=None, moves=0)


def _named(state: State, event: MetalNamed) -> State:
    desires = state.desires if event.metal in state.desires else (*state.desires, event.metal)
    return replace(state, desires=desires, used=(*state.used, event.spell))


def _set_out(state: State, disc: int) -> State:
    """Lay out this number of discs; one goes back with each move (R33)."""
    return replace(state, disc=disc, moves=disc, bag=state.bag - disc)


def _drawn(state: State, event: DiscDrawn) -> State:
    return _set_out(state, event.disc)


def _chosen(state: State, event: DiscChosen) -> State:
    return replace(_set_out(state, event.disc), used=(*state.used, event.spell))


def _empty(state: State, event: RegionEmpty) -> State:
    return replace(state, phase="movement", bids=(), bidder=None)


def _moved(state: State, event: CompanyMoved) -> State:
    return replace(state, company=event.region, moves=state.moves - 1, bag=state.bag + 1, phase="gems", queue=())


def _stuck(state: State, event: CompanyStuck) -> State:
    return replace(state, moves=0, bag=state.bag + state.moves, phase="gems", queue=())


PHASE_RULES = PhaseRules(
    phases={
        "gems": Phase(
            "DA-G1",
            asked=asked_before_disc,
            options=before_disc_options,
            commands=(
                decides(NameMetal, name_metal, "DA-G2"),
                decides(ChooseDisc, choose_disc, "DA-G3"),
                decides(UseNoMore, decline_before_disc, "DA-K2", refusal=gettext_noop("there is no spell to use now")),
            ),
            advance=advance_gems,
        ),
        "movement": Phase(
            "DA-V1",
            asked=with_the_hat,
            options=move_options,
            commands=(decides(MoveCompany, move_company, refusal=gettext_noop("the company can't move now")),),
            advance=advance_movement,
        ),
    },
    events=(_begun, _named, _chosen, _drawn, _empty, _moved, _stuck),
)
