"""Bids and doubts (LD-B)."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Command, Illegal, Phase, PhaseRules, decides
from stele_liars_dice.events import Bid, BidDoubted, BidMade, Doubt
from stele_liars_dice.state import FACES, Claim, State, all_dice, next_with_dice


def seat_to_bid(state: State) -> tuple[int, ...]:
    """The seat that bids, one after the other (LD-B2)."""
    return (state.turn,)


def is_higher(claim: Claim | None, count: int, face: int) -> bool:
    """Whether a bid is higher: more dice, or equally many with a higher face (LD-B2). Any bid is higher than none."""
    return claim is None or (count, face) > (claim.count, claim.face)


def answers(state: State, seat: int) -> Sequence[Command]:
    """The options: every higher bid (LD-B1, LD-B2), and to doubt if there is a bid."""
    claim = state.claim
    counts = range(1 if claim is None else claim.count, all_dice(state) + 1)
    bids: list[Command] = [
        Bid(seat, count, face) for count in counts for face in FACES if is_higher(claim, count, face)
    ]
    return bids if claim is None else [*bids, Doubt(seat)]


def bid(state: State, command: Bid) -> BidMade:
    """Bid a face that dice have, on no more dice than there are (LD-B1), and higher than before (LD-B2)."""
    if command.face not in FACES or not 1 <= command.count <= all_dice(state):
        raise Illegal("bid at least one die and at most all dice, and a face from 1 to 6", "LD-B1")
    if not is_higher(state.claim, command.count, command.face):
        raise Illegal("bid more dice, or the same number with a higher face", "LD-B2")
    return BidMade(command.seat, command.count, command.face)


def doubt(state: State, command: Doubt) -> BidDoubted:
    """Doubt the bid, of which there must be one (LD-B2)."""
    if state.claim is None:
        raise Illegal("there is no bid yet", "LD-B2")
    return BidDoubted(command.seat)


def _bid_made(state: State, event: BidMade) -> State:
    claim = Claim(event.seat, event.count, event.face)
    return replace(state, claim=claim, turn=next_with_dice(state.players, event.seat))


def _doubted(state: State, event: BidDoubted) -> State:
    return replace(state, doubter=event.seat)


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "bidding": Phase(
            "LD-B2",
            asked=seat_to_bid,
            options=answers,
            commands=(decides(Bid, bid), decides(Doubt, doubt)),
            takes_only_option=True,
        )
    },
    events=(_bid_made, _doubted),
)
