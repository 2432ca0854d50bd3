"""The state, and the rules: dealing, tricks and points (S, T, P)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from stele.title import (
    Chance,
    Event,
    Hidden,
    Illegal,
    Need,
    Phase,
    PhaseRules,
    Pile,
    Result,
    Show,
    Slot,
    anew,
    by_points,
    choose,
    deal,
    decides,
    known,
    with_item,
    without,
)
from stele_whist.cards import CARDS, HAND, SEATS, TRUMPS, of_suit, suit_of, winner_of
from stele_whist.events import CardPlayed, DealScored, HandDealt, PlayCard, TeamsSeated, TrickTaken

Phases = Literal["dealing", "playing", "taking", "scoring", "over"]


class State(Struct, frozen=True, gc=False):
    """The table. `trick` has the seats and cards of the present trick, `played` all cards of this deal."""

    deals: int
    deal: int = 1
    hands: tuple[tuple[int | Hidden, ...], ...] = ()
    leader: int = 0
    trick: tuple[tuple[int, int], ...] = ()
    played: tuple[int, ...] = ()
    tricks: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)

    @property
    def trump(self) -> str:
        """The suit of this deal (S3)."""
        return TRUMPS[(self.deal - 1) % len(TRUMPS)]


def phase_of(state: State) -> Phases:
    """The phase of a deal: the cards, thirteen tricks, or the points."""
    if state.deal > state.deals:
        return "over"
    if len(state.hands) < SEATS:
        return "dealing"
    if len(state.trick) == SEATS:
        return "taking"
    return "playing" if len(state.played) < len(CARDS) else "scoring"


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """The players sit down (S1)."""
    yield TeamsSeated(options["deals"])


def deal_hand(state: State, chance: Chance) -> HandDealt:
    """The next seat's cards, at once (S2)."""
    left = [card for card in CARDS if not any(card in hand for hand in state.hands)]
    cards = []
    for _ in range(HAND):
        cards.append(choose(chance, left))
        left.remove(cards[-1])
    return HandDealt(len(state.hands), tuple(sorted(cards)))


def seat_to_play(state: State) -> tuple[int, ...]:
    """The seat that plays the next card, from the leader on (T1)."""
    return ((state.leader + len(state.trick)) % SEATS,)


def cards_to_play(state: State, seat: int) -> list[PlayCard]:
    """Cards of the suit that was led, if there are any (T2)."""
    hand = [known(card) for card in state.hands[seat]]
    following = of_suit(hand, suit_of(state.trick[0][1])) if state.trick else []
    return [PlayCard(seat, card) for card in following or hand]


def play(state: State, command: PlayCard) -> CardPlayed:
    """A card of the hand that follows suit (T1, T2)."""
    if command.card not in state.hands[command.seat]:
        raise Illegal("play a card of your hand", "T1")
    if command not in cards_to_play(state, command.seat):
        raise Illegal("you must follow suit", "T2")
    return CardPlayed(command.seat, command.card)


def take(state: State, chance: Chance) -> TrickTaken:
    """Give the trick to its highest card (T3)."""
    return TrickTaken(winner_of(state.trick, state.trump)[0])


def score(state: State, chance: Chance) -> DealScored:
    """A point for each trick above six (P1)."""
    return DealScored((max(0, state.tricks[0] - 6), max(0, state.tricks[1] - 6)))


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat's team so far."""
    return state.points * 2


def result(state: State) -> Result | None:
    """Places by points (P2)."""
    points = standing(state)
    return Result(by_points(points), points, "points") if phase_of(state) == "over" else None


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with all hidden hands. Played cards had been dealt, and a player who did not follow suit had no card of
    it.
    """
    found, dealt, began, piles, needs = list(past), 0, 0, list[Pile](), list[Need]()
    trick, gone = list[int](), {seat: list[int]() for seat in range(SEATS)}
    slots, own = list[Slot](), set[int]()
    for time, event in enumerate(past):
        match event:
            case HandDealt(seat, cards):
                if dealt % SEATS == 0:
                    began, slots, own = time, [], set()
                    gone = {one: [] for one in range(SEATS)}
                dealt += 1
                if isinstance(cards, Hidden):
                    slots += [Slot(time, seat)] * HAND
                else:
                    own |= set(cards)
                if dealt % SEATS == 0:
                    piles.append(Pile(tuple(card for card in CARDS if card not in own), tuple(slots)))
            case CardPlayed(seat, card) if card not in own:
                needs.append(Need(time, seat, (card,), 1, began))
                if trick and suit_of(trick[0]) != suit_of(card):
                    suit = suit_of(trick[0])
                    others = tuple(one for one in CARDS if suit_of(one) != suit)
                    needs.append(Need(time, seat, others, HAND - len(of_suit(gone[seat], suit)), began))
        if isinstance(event, CardPlayed):
            gone[event.seat].append(event.card)
            trick = [*trick, event.card] if len(trick) < SEATS else [event.card]
        elif isinstance(event, TrickTaken):
            trick = []
    for time, hidden in deal(piles, needs, lot).items():
        seat = next(slot.hand for pile in piles for slot in pile.slots if slot.time == time)
        found[time] = HandDealt(seat, tuple(sorted(hidden)))
    return found


def _seated(_nothing: State | None, event: TeamsSeated) -> State:
    return State(event.deals)


def _dealt(state: State, event: HandDealt) -> State:
    cards = (Hidden(),) * HAND if isinstance(event.cards, Hidden) else event.cards
    return replace(state, hands=(*state.hands, cards), leader=(state.deal - 1) % SEATS)


def _played(state: State, event: CardPlayed) -> State:
    hands = with_item(state.hands, event.seat, without(state.hands[event.seat], event.card))
    trick = (*state.trick, (event.seat, event.card))
    return replace(state, hands=hands, trick=trick, played=(*state.played, event.card))


def _taken(state: State, event: TrickTaken) -> State:
    ours, theirs = state.tricks
    tricks = (ours + 1, theirs) if event.seat % 2 == 0 else (ours, theirs + 1)
    return replace(state, leader=event.seat, trick=(), tricks=tricks)


def _scored(state: State, event: DealScored) -> State:
    points = (state.points[0] + event.points[0], state.points[1] + event.points[1])
    return replace(state, deal=state.deal + 1, hands=(), played=(), tricks=(0, 0), points=points)


PHASE_RULES: PhaseRules[State] = PhaseRules(
    phases={
        "dealing": Phase("S2", advance=deal_hand),
        "playing": Phase("T1", asked=seat_to_play, options=cards_to_play, commands=(decides(PlayCard, play),)),
        "taking": Phase("T3", advance=take),
        "scoring": Phase("P1", advance=score),
        "over": Phase("P2"),
    },
    events=(_seated, _dealt, _played, _taken, _scored),
)
