"""Spell phase, the first of a turn: spells are auctioned for energy, one round of bids each (DA-P)."""

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    choose,
    decides,
    gettext_noop,
    with_item,
)
from titles.das_amulett.commands import BidEnergy, Pass
from titles.das_amulett.events import (
    EnergyBid,
    MetalsPhaseBegun,
    Passed,
    SpellAcquired,
    SpellReturned,
    SpellTurnedUp,
    TurnBegun,
)
from titles.das_amulett.preparation import undealt_spells
from titles.das_amulett.state import InPlay, State, best_bid, in_order, next_in_turn


def begin_turn(state: State) -> TurnBegun:
    """Lay a spell for each player face down, if the deck has enough (DA-P1, R10)."""
    return TurnBegun(state.turn + 1, min(len(state.players), state.deck + len(state.under)))


def advance_spells(
    state: State, chance: Chance
) -> SpellReturned | SpellAcquired | MetalsPhaseBegun | SpellTurnedUp | None:
    """When all have answered once, the spell goes to the best bid, or under the deck; then the next (DA-P2)."""
    if state.offered is not None:
        if state.queue:
            return None
        if state.bidder is None:
            return SpellReturned(state.offered)
        return SpellAcquired(state.bidder, state.offered, best_bid(state))
    if state.pile == 0:
        return MetalsPhaseBegun(in_order(state))
    spell = choose(chance, undealt_spells(state)) if state.deck else state.under[0]
    return SpellTurnedUp(spell, in_order(state))


def auction_options(state: State, seat: int) -> list[Command]:
    """The options in a spell's auction: to pass, or any higher bid that the reserve allows (DA-P3)."""
    reserve = state.players[seat].reserve
    return [Pass(seat), *(BidEnergy(seat, tokens) for tokens in range(best_bid(state) + 1, reserve + 1))]


def bid_energy(state: State, command: BidEnergy) -> EnergyBid:
    """The event for the bid, or why it is not allowed."""
    if command.tokens > state.players[command.seat].reserve:
        raise Illegal("you can't bid more Energy tokens than you have in reserve", "DA-P3")
    if command.tokens <= best_bid(state):
        raise Illegal("bid at least {least}, or pass", "DA-P3", least=best_bid(state) + 1)
    return EnergyBid(command.seat, command.tokens)


def pass_on(state: State, command: Pass) -> Passed:
    """The event for passing in an auction or in an exchange (DA-P2, DA-X1)."""
    return Passed(command.seat)


PASSING = decides(Pass, pass_on, "DA-X1", refusal=gettext_noop("you can't pass now"))
"""One of the commands of an auction and of an exchange."""


def _begun(state: State, event: TurnBegun) -> State:
    return replace(state, phase="spells", turn=event.turn, pile=event.pile, queue=(), used=())


def _turned_up(state: State, event: SpellTurnedUp) -> State:
    from_deck = state.deck > 0
    return replace(
        state,
        deck=state.deck - from_deck,
        under=state.under if from_deck else state.under[1:],
        pile=state.pile - 1,
        offered=event.spell,
        queue=event.order,
        bids=(None,) * len(state.players),
        bidder=None,
    )


def answered(state: State, seat: int, bid: int) -> tuple[int | None, ...]:
    """The answers in an auction or exchange with this seat's added; 0 is a pass."""
    return with_item(state.bids, seat, bid)


def _bid(state: State, event: EnergyBid) -> State:
    bids = answered(state, event.seat, event.tokens)
    return replace(state, bids=bids, bidder=event.seat, queue=state.queue[1:])


def _passed(state: State, event: Passed) -> State:
    return replace(state, bids=answered(state, event.seat, 0), queue=state.queue[1:])


def _acquired(state: State, event: SpellAcquired) -> State:
    player = state.players[event.seat]
    spells = (*player.spells, InPlay(event.spell, event.tokens))
    state = change_player(state, event.seat, spells=spells, reserve=player.reserve - event.tokens)
    return replace(state, hat=event.seat, offered=None)


def _returned(state: State, event: SpellReturned) -> State:
    return replace(state, under=(*state.under, event.spell), offered=None)


PHASE_RULES = PhaseRules(
    phases={
        "spells": Phase(
            "DA-P2",
            asked=next_in_turn,
            options=auction_options,
            commands=(decides(BidEnergy, bid_energy, refusal=gettext_noop("no spell is up for auction")), PASSING),
            advance=advance_spells,
            takes_only_option=True,
        ),
    },
    events=(_begun, _turned_up, _bid, _passed, _acquired, _returned),
)
