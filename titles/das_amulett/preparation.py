"""Set-up: gems on the map, first metals, first spells: two drawn, or two of four chosen in secret (DA-S, DA-A)."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Event,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    choose,
    decides,
    gettext_noop,
    known,
)
from titles.das_amulett.changes import from_piles
from titles.das_amulett.commands import FuelSpells, KeepSpells
from titles.das_amulett.components import components_from, shipped_components
from titles.das_amulett.events import (
    GemsLaid,
    MetalsDealt,
    PilesCounted,
    SpellsDealt,
    SpellsFuelled,
    SpellsKept,
    SpellsRevealed,
    TableLaid,
)
from titles.das_amulett.spells import METALS, Count, Gem
from titles.das_amulett.state import (
    ENERGY_ON_EACH,
    SPELLS_AT_START,
    SPELLS_TO_CHOOSE_FROM,
    Components,
    InPlay,
    Player,
    State,
)

ONE_OF_EACH: Count = (1, 1, 1, 1)


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterable[Event]:
    """The table, the gems, one card of each metal for each player, and the first spells (DA-S1 to DA-S6, DA-A1)."""
    given = options.get("components")
    components = shipped_components() if given is None else components_from(given)
    advanced: bool = options["advanced"]
    hat = chance.below(players)
    yield TableLaid(players, components, advanced, options["turn_limit"], hat, options.get("edition", 1))
    yield lay_gems(components, chance)
    for seat in range(players):
        yield MetalsDealt(seat, sum(ONE_OF_EACH), ONE_OF_EACH)
    left = components.metal_cards - players
    yield PilesCounted((left, left, left, left))
    undealt = [spell.name for spell in components.spells]
    if advanced:
        for seat in range(players):
            yield SpellsDealt(seat, _deal(undealt, SPELLS_TO_CHOOSE_FROM, chance))
        return
    dealt = [_deal(undealt, SPELLS_AT_START, chance) for _ in range(players)]
    spells = tuple((first, second) for first, second in dealt)
    yield SpellsRevealed(spells, ((ENERGY_ON_EACH, ENERGY_ON_EACH),) * players, False)


def lay_gems(components: Components, chance: Chance) -> GemsLaid:
    """Gems are drawn from the bag, region by region, until it is empty (DA-S2)."""
    bag: list[Gem] = [gem for gem, count in components.gems for _ in range(count)]
    regions: list[tuple[Gem, ...]] = []
    for region in components.regions:
        gems: list[Gem] = []
        for _ in range(region.gems):
            gem = choose(chance, bag)
            bag.remove(gem)
            gems.append(gem)
        regions.append(tuple(gems))
    return GemsLaid(tuple(regions))


def _deal(undealt: list[str], count: int, chance: Chance) -> tuple[str, ...]:
    dealt: list[str] = []
    for _ in range(count):
        spell = choose(chance, undealt)
        undealt.remove(spell)
        dealt.append(spell)
    return tuple(dealt)


def undealt_spells(state: State) -> list[str]:
    """The spells of the shuffled deck, in the order of the component data; known only to the server (DA-P1)."""
    gone = {one.spell for player in state.players for one in player.spells} | set(state.under) | {state.offered}
    return [spell.name for spell in state.components.spells if spell.name not in gone]


def asked_to_choose(state: State) -> tuple[int, ...]:
    """The seats that have not finished the advanced set-up."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.has_fuelled)


def choice_options(state: State, seat: int) -> list[Command]:
    """The options: any two of the four spells, then any split of the available energy with at least one token on each
    (DA-A1, DA-A2, R5).
    """
    player = state.players[seat]
    kept = known(player.kept)
    if kept is None:
        return [KeepSpells(seat, *two) for two in combinations(known(player.dealt), SPELLS_AT_START)]
    energy = player.reserve
    splits = ((first, second) for first in range(1, energy) for second in range(1, energy - first + 1))
    return [FuelSpells(seat, first, second, kept) for first, second in splits]


def keep_spells(state: State, command: KeepSpells) -> SpellsKept:
    """The event for keeping two of four, or why it is not allowed."""
    if state.players[command.seat].has_kept:
        raise Illegal("you have already chosen your first spells", "DA-A1")
    if command not in choice_options(state, command.seat):
        raise Illegal("keep two of the four spells you were dealt", "DA-A1")
    return SpellsKept(command.seat, (command.first, command.second))


def fuel_spells(state: State, command: FuelSpells) -> SpellsFuelled:
    """The event for putting energy on the two, or why it is not allowed."""
    player = state.players[command.seat]
    if not player.has_kept:
        raise Illegal("choose two spells first; then put energy on them", "DA-A2")
    if min(command.first, command.second) < 1 or command.first + command.second > player.reserve:
        raise Illegal("put at least 1 Energy token on each, and at most {most} in all", "DA-A2", most=player.reserve)
    if command.spells != player.kept:
        raise Illegal("put energy on the two spells you kept, in the order you kept them", "DA-A2")
    return SpellsFuelled(command.seat, (command.first, command.second))


def advance_choice(state: State, _chance: Chance) -> SpellsRevealed | None:
    """When all have chosen, reveal all together (DA-A3)."""
    if asked_to_choose(state):
        return None
    spells = [known(player.kept) for player in state.players]
    energy = [known(player.fuel) for player in state.players]
    return SpellsRevealed(tuple([one for one in spells if one]), tuple([one for one in energy if one]), True)


def _table_laid(_state: State | None, event: TableLaid) -> State:
    components = event.components
    return State(
        components,
        event.advanced,
        event.turn_limit,
        tuple(Player(components.energy) for _ in range(event.players)),
        tuple(() for _ in components.regions),
        components.start,
        event.hat,
        deck=len(components.spells),
        bag=len(components.discs),
        stock=(components.metal_cards,) * len(METALS),  # type: ignore[arg-type]
        edition=event.edition,
    )


def _gems_laid(state: State, event: GemsLaid) -> State:
    return replace(state, gems=event.gems)


def _metals_dealt(state: State, event: MetalsDealt) -> State:
    return from_piles(state, event.seat, event.metals, event.cards)


def _dealt(state: State, event: SpellsDealt) -> State:
    return replace(change_player(state, event.seat, dealt=event.spells), phase="choice")


def _kept(state: State, event: SpellsKept) -> State:
    return change_player(state, event.seat, has_kept=True, kept=event.spells)


def _fuelled(state: State, event: SpellsFuelled) -> State:
    return change_player(state, event.seat, has_fuelled=True, fuel=event.energy)


def _revealed(state: State, event: SpellsRevealed) -> State:
    players = tuple(
        replace(
            player,
            reserve=player.reserve - sum(energy),
            spells=tuple(InPlay(spell, tokens) for spell, tokens in zip(spells, energy, strict=True)),
            dealt=(),
            has_kept=False,
            kept=None,
            has_fuelled=False,
            fuel=None,
        )
        for player, spells, energy in zip(state.players, event.spells, event.energy, strict=True)
    )
    in_play = SPELLS_AT_START * len(players)
    return replace(state, players=players, deck=state.deck - in_play, phase="energy")


PHASE_RULES = PhaseRules(
    phases={
        "setup": Phase("DA-S1"),
        "choice": Phase(
            "DA-A1",
            asked=asked_to_choose,
            options=choice_options,
            commands=(
                decides(KeepSpells, keep_spells, refusal=gettext_noop("it is not time to choose first spells")),
                decides(FuelSpells, fuel_spells, "DA-A2"),
            ),
            advance=advance_choice,
        ),
    },
    events=(_table_laid, _gems_laid, _metals_dealt, _dealt, _kept, _fuelled, _revealed),
)
