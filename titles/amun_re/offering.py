"""Offering, the third phase of a round: sealed offerings, the flood, rewards (AR-O, AR-R)."""

from collections.abc import Sequence

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
    known,
)
from titles.amun_re.changes import discard, earn, has_card, new_phase, next_in_queue
from titles.amun_re.commands import DeclareAdjustment, SealOffering, TakeReward
from titles.amun_re.events import (
    AdjustmentDeclared,
    HarvestBegun,
    NileFlooded,
    OfferingSealed,
    OfferingsInvited,
    OfferingsRevealed,
    RewardsGranted,
    RewardTaken,
)
from titles.amun_re.favors import SALES, sale_options
from titles.amun_re.market import cards_left, open_fields
from titles.amun_re.state import (
    THEFT_GOLD,
    Offer,
    State,
    in_order,
    next_in_turn,
    owned,
    stones_left,
    unsealed,
)

REWARDS = (3, 2)
REWARD_OF_THE_OTHERS = 1


def seal_options(state: State, seat: int) -> Sequence[Command]:
    """Every offering that the seat may make, and the cards that it may sell first (AR-O2, AR-O3)."""
    blue = (False, True) if has_card(state, seat, "offering_adjuster") else (False,)
    gold = state.players[seat].gold
    options: list[Command] = [SealOffering(seat, offered, False, one) for offered in range(1, gold + 1) for one in blue]
    options += [SealOffering(seat, 0, True, one) for one in blue]
    return [*options, *sale_options(state, seat)]


def seal_offering(state: State, command: SealOffering) -> OfferingSealed:
    """The event for sealing the offering, or why it is not allowed."""
    seat = command.seat
    if command.theft and command.gold:
        raise Illegal("offer Gold or the Theft card, not both", "AR-O3")
    if not command.theft and not 1 <= command.gold <= state.players[seat].gold:
        raise Illegal("offer at least 1 Gold and at most what you have, or the Theft card", "AR-O2")
    if command.adjusts and not has_card(state, seat, "offering_adjuster"):
        raise Illegal("you have no blue Favor card", "AR-F9")
    offer = (command.gold, command.theft, command.adjusts)
    return OfferingSealed(seat, state.kingdom, state.round, offer)


def advance_offering(state: State, _chance: Chance) -> OfferingSealed | OfferingsRevealed | None:
    """A player with neither Gold nor cards to sell offers Theft; after the last offering all are shown (AR-O4, R35)."""
    for seat, player in enumerate(state.players):
        if not player.sealed and player.gold == 0 and not player.hand:
            return OfferingSealed(seat, state.kingdom, state.round, (0, True, False))
    if unsealed(state):
        return None
    offers = [known(player.offer) for player in state.players]
    return OfferingsRevealed(state.kingdom, state.round, tuple([Offer(*offer) for offer in offers if offer]))


def common_offering(state: State) -> int:
    """Gold minus 3 for each thief, before blue cards (AR-O5, R38)."""
    return sum(offer.gold - THEFT_GOLD * offer.theft for offer in state.offers)


def adjustment_options(state: State, seat: int) -> list[DeclareAdjustment]:
    """The card's amount, positive or negative (AR-O6, R37)."""
    return [DeclareAdjustment(seat, state.components.adjust), DeclareAdjustment(seat, -state.components.adjust)]


def declare_adjustment(state: State, command: DeclareAdjustment) -> AdjustmentDeclared:
    """The event for changing the common offering, or why it is not allowed."""
    if abs(command.amount) != state.components.adjust:
        raise Illegal("the blue card adds or subtracts {amount}", "AR-O6", amount=state.components.adjust)
    return AdjustmentDeclared(command.seat, command.amount)


def advance_adjustment(state: State, _chance: Chance) -> NileFlooded | RewardsGranted | None:
    """When all blue cards are declared, lay the tile, pay the thieves and grant rewards (AR-O7)."""
    if state.queue:
        return None
    if state.tile is None:
        tiles = state.components.tiles
        # The last tile has no upper end, as the first has no lower one.
        tile = next((place for place, one in enumerate(tiles) if state.total <= one.most), len(tiles) - 1)
        thieves = tuple(seat for seat in in_order(state) if state.offers[seat].theft)
        return NileFlooded(state.total, tile, thieves)
    return granted(state)


def granted(state: State) -> RewardsGranted:
    """The number of rewards of each player: three for the most Gold, two for the second most, one for others in turn
    order, none for thieves (R39 to R41).
    """
    givers = [seat for seat in in_order(state) if not state.offers[seat].theft]
    ranked = sorted(givers, key=lambda seat: -state.offers[seat].gold)  # sorted keeps the turn order of ties
    best = ranked[: len(REWARDS)]
    order = (*best, *(seat for seat in givers if seat not in best))
    rewards = tuple(REWARDS[place] if place < len(REWARDS) else REWARD_OF_THE_OTHERS for place in range(len(order)))
    return RewardsGranted(order, rewards, ranked[0] if ranked else state.start)


def follow_rewards(state: State, _chance: Chance) -> HarvestBegun | None:
    """When all rewards are taken, all players harvest, from this round's start player on (AR-H1, R45)."""
    return None if state.queue else HarvestBegun(in_order(state))


def reward_options(state: State, seat: int) -> list[TakeReward]:
    """Every mix of Favor cards, Farmers and Stones up to the number of rewards (AR-R2)."""
    most = state.rewards[0]
    fields = min(sum(open_fields(state, place) for place in owned(state, seat)), state.farmers_left)
    left = stones_left(state)
    quarry = most if left is None else left
    return [
        TakeReward(seat, favor, farmers, stones)
        for favor in range(min(most, cards_left(state)) + 1)
        for farmers in range(min(most - favor, fields) + 1)
        for stones in range(min(most - favor - farmers, quarry) + 1)
    ]


def take_reward(state: State, command: TakeReward) -> RewardTaken:
    """The event for taking the reward, or why it is not allowed."""
    if command not in reward_options(state, command.seat):
        raise Illegal(
            "take at most {most} in all, Farmers only for open Fields, Favor cards while there are some left", "AR-R2",
            most=state.rewards[0],
        )  # fmt: skip
    return RewardTaken(command.seat, command.favor, command.farmers, command.stones)


def _invited(state: State, event: OfferingsInvited) -> State:
    return new_phase(state, phase="offering", offers=(), total=0, tile=None)


def _sealed(state: State, event: OfferingSealed) -> State:
    return change_player(state, event.seat, sealed=True, offer=event.offer)


def _revealed(state: State, event: OfferingsRevealed) -> State:
    players = tuple(
        [
            replace(player, sealed=False, offer=None, gold=player.gold - offer.gold)
            for player, offer in zip(state.players, event.offers, strict=True)
        ]
    )
    bank = state.bank + sum([offer.gold for offer in event.offers])
    state = replace(state, players=players, bank=bank, offers=event.offers, phase="adjustment")
    adjusting = [seat for seat, offer in enumerate(event.offers) if offer.adjusts]
    for seat in adjusting:
        state = discard(state, seat, "offering_adjuster", used=True)
    queue = tuple([seat for seat in in_order(state) if seat in adjusting])
    return replace(state, queue=queue, total=common_offering(state))


def _declared(state: State, event: AdjustmentDeclared) -> State:
    return replace(next_in_queue(state), total=state.total + event.amount)


def _flooded(state: State, event: NileFlooded) -> State:
    for seat in event.thieves:
        state = earn(state, seat, THEFT_GOLD)
    return replace(state, tile=event.tile)


def _granted(state: State, event: RewardsGranted) -> State:
    return replace(state, phase="reward", queue=event.order, rewards=event.rewards, next_start=event.start)


def _taken(state: State, event: RewardTaken) -> State:
    return replace(
        change_player(state, event.seat, farmers=event.farmers, stones=event.stones),
        queue=state.queue[1:],
        rewards=state.rewards[1:],
        draws=(*state.draws, *(event.seat,) * event.favor),
        quarry=state.quarry + event.stones,
    )


PHASE_RULES = PhaseRules(
    phases={
        "offering": Phase(
            "AR-O1",
            asked=unsealed,
            options=seal_options,
            commands=(decides(SealOffering, seal_offering, refusal=gettext_noop("no offering is due now")), *SALES),
            advance=advance_offering,
        ),
        "adjustment": Phase(
            "AR-O6",
            asked=next_in_turn,
            options=adjustment_options,
            commands=(
                decides(
                    DeclareAdjustment, declare_adjustment, refusal=gettext_noop("there is no blue card to declare now")
                ),
            ),
            advance=advance_adjustment,
        ),
        "reward": Phase(
            "AR-R1",
            asked=next_in_turn,
            options=reward_options,
            commands=(decides(TakeReward, take_reward, refusal=gettext_noop("there is no reward to take now")),),
            advance=follow_rewards,
            takes_only_option=True,
        ),
    },
    events=(_invited, _sealed, _revealed, _declared, _flooded, _granted, _taken),
)
