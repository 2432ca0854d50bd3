"""Harvest, the fourth phase of a round: cards for the harvest, then income (AR-H)."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Chance, Command, Illegal, Phase, PhaseRules, change_player, decides, gettext_noop
from titles.amun_re.auction import advance_deal
from titles.amun_re.changes import discard, earn, has_card, new_phase
from titles.amun_re.commands import PlayGreatHarvest, PlayTreasury, TakeIncome
from titles.amun_re.events import (
    ChoiceInvited,
    GreatHarvestPlayed,
    HarvestBegun,
    IncomeTaken,
    ProvinceDealt,
    ProvincesRevealed,
    ScoringBegun,
    TreasuryPlayed,
)
from titles.amun_re.favors import SALES, sale_options
from titles.amun_re.state import ROUNDS, Favor, State, next_in_turn, owned, place_of, tile_of

TREASURY_GOLD = 8


def follow_harvest(
    state: State, chance: Chance
) -> ScoringBegun | ChoiceInvited | ProvinceDealt | ProvincesRevealed | None:
    """The harvest is followed by the next round, after three rounds by the scoring (AR-T2)."""
    if state.queue:
        return None
    if state.round == ROUNDS:
        return ScoringBegun(state.kingdom)
    return ChoiceInvited(state.kingdom, state.round + 1) if state.expert else advance_deal(state, chance)


def harvesters(state: State) -> tuple[int, ...]:
    """The seats that harvest now: all that have not yet, or the next in turn order (AR-H1, R60)."""
    return tuple(sorted(state.queue)) if state.together else next_in_turn(state)


def harvest_options(state: State, seat: int) -> Sequence[Command]:
    """The options in the harvest: to harvest, or to play or sell cards first."""
    names = [state.components.provinces[place].id for place in owned(state, seat)]
    options: list[Command] = [TakeIncome(seat)]
    if has_card(state, seat, "treasury"):
        options += [PlayTreasury(seat, name) for name in names]
    if has_card(state, seat, "great_harvest"):
        options += [PlayGreatHarvest(seat, name) for name in names]
    return [*options, *sale_options(state, seat)]


def _play(state: State, seat: int, province: str, card: Favor, rule: str) -> None:
    if not has_card(state, seat, card):
        raise Illegal("play this card from your hand before your income, one of its type per harvest", rule)
    place = place_of(state, province)
    if place is None or state.lands[place].owner != seat:
        raise Illegal("this province is not yours", "AR-B2")


def play_treasury(state: State, command: PlayTreasury) -> TreasuryPlayed:
    """The event for playing the Treasury, or why it is not allowed."""
    _play(state, command.seat, command.province, "treasury", "AR-F10")
    return TreasuryPlayed(command.seat, command.province)


def play_great_harvest(state: State, command: PlayGreatHarvest) -> GreatHarvestPlayed:
    """The event for playing the Great Harvest, or why it is not allowed."""
    _play(state, command.seat, command.province, "great_harvest", "AR-F11")
    return GreatHarvestPlayed(command.seat, command.province)


def take_income(state: State, command: TakeIncome) -> IncomeTaken:
    """The event for taking the income, or why it is not allowed."""
    return income(state, command.seat)


def income(state: State, seat: int) -> IncomeTaken:
    """Gold mines, Caravans if the tile shows a camel, Farmers by the tile, and card effects (AR-H2 to AR-H4)."""
    player, tile = state.players[seat], tile_of(state)
    mines = caravans = farmers = treasury = 0
    for place in owned(state, seat):
        province, land = state.components.provinces[place], state.lands[place]
        if player.treasury == province.id:
            treasury = TREASURY_GOLD
            continue
        mines += province.gold_mine
        caravans += province.caravan if tile.camel else 0
        each = tile.farmer_income + (player.great_harvest == province.id)
        farmers += each * (land.farmers + land.free_farmers)
    return IncomeTaken(seat, mines, caravans, farmers, treasury, mines + caravans + farmers + treasury)


def _begun(state: State, event: HarvestBegun) -> State:
    return new_phase(state, phase="harvest", queue=event.order)


def _treasury(state: State, event: TreasuryPlayed) -> State:
    return change_player(discard(state, event.seat, "treasury", used=True), event.seat, treasury=event.province)


def _great_harvest(state: State, event: GreatHarvestPlayed) -> State:
    state = discard(state, event.seat, "great_harvest", used=True)
    return change_player(state, event.seat, great_harvest=event.province)


def _income(state: State, event: IncomeTaken) -> State:
    state = change_player(earn(state, event.seat, event.total), event.seat, treasury=None, great_harvest=None)
    return replace(state, queue=tuple([seat for seat in state.queue if seat != event.seat]))


PHASE_RULES = PhaseRules(
    phases={
        "harvest": Phase(
            "AR-H1",
            asked=harvesters,
            options=harvest_options,
            commands=(
                decides(PlayTreasury, play_treasury, "AR-F10"),
                decides(PlayGreatHarvest, play_great_harvest, "AR-F11"),
                decides(TakeIncome, take_income, refusal=gettext_noop("it is not time for the harvest")),
                *SALES,
            ),
            advance=follow_harvest,
            takes_only_option=True,
        ),
    },
    events=(_begun, _treasury, _great_harvest, _income),
)
