"""Dealt Hands: a tiny title in a package, whose hands are dealt at once and whose texts are in English only.

The tests of the laws install it. No decision checks its phase, and `take` fails in any other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Course,
    Event,
    Hidden,
    Illegal,
    Meta,
    Need,
    Option,
    Phase,
    PhaseRules,
    Pile,
    Result,
    SeatName,
    Sentence,
    Show,
    Slot,
    anew,
    by_points,
    choose,
    deal,
    decides,
    gettext_noop,
    known,
    no_components,
    numbered_rules,
    say,
    secret,
)

PROTOCOL = 3
CARDS = tuple(range(1, 21))
HAND, ROUNDS = 2, 2
Phases = Literal["dealing", "turning", "taking", "playing", "showing", "over"]


class TakeCard(Command, frozen=True):
    """Take this card of the offer."""

    card: int


class PlayCard(Command, frozen=True):
    """Play this card from the hand."""

    card: int


class TableLaid(Event, frozen=True):
    """Set-up: the number of players, and whether their hands are sorted."""

    RULES = ("DH-S1",)
    players: int
    sorts: bool


class HandDealt(Event, frozen=True):
    """This seat is dealt its cards of this round, with one draw for each."""

    RULES = ("DH-S2",)
    seat: int
    cards: tuple[int, ...] | Hidden = secret(to="seat", shows_height=True)


class OfferTurned(Event, frozen=True):
    """These cards are turned up, with one draw for each."""

    RULES = ("DH-O1",)
    cards: tuple[int, ...]


class CardTaken(Event, frozen=True):
    """This seat takes a card of the offer."""

    RULES = ("DH-O1",)
    seat: int
    card: int
    points: int


class CardPlayed(Event, frozen=True):
    """This seat plays a card from its hand."""

    RULES = ("DH-P1",)
    seat: int
    card: int


class HandsShown(Event, frozen=True):
    """All hands are shown, by seat."""

    RULES = ("DH-E1",)
    hands: tuple[tuple[int, ...], ...]

    def reveals(self, sealed: Event) -> bool:
        """Whether this event reveals the sealed one: all dealt cards become public."""
        return isinstance(sealed, HandDealt)


COMMANDS: tuple[type[Command], ...] = (TakeCard, PlayCard)
UPCASTERS: Mapping[tuple[str, int], Any] = {}
read_components = no_components


class Player(Struct, frozen=True, gc=False):
    """One player: the cards in the hand, and how often cards were dealt, taken and played."""

    hand: tuple[int | Hidden, ...] = ()
    dealt: int = 0
    taken: int = 0
    played: int = 0
    points: int = 0


class State(Struct, frozen=True, gc=False):
    """The table: `seen` are all cards that have left the deck openly."""

    players: tuple[Player, ...]
    sorts: bool
    round: int = 1
    offer: tuple[int, ...] = ()
    turned: int = 0
    seen: tuple[int, ...] = ()
    is_shown: bool = False


def phase_of(state: State) -> Phases:
    """The phase of a round: deal, turn up, take, or play."""
    if state.is_shown:
        return "over"
    if state.players[-1].dealt < state.round:
        return "dealing"
    if state.turned < state.round:
        return "turning"
    if state.players[-1].taken < state.round:
        return "taking"
    return "playing" if state.players[-1].played < state.round else "showing"


def setup(players: int, options: Mapping[str, Any], chance: Chance) -> Iterator[Event]:
    """The players sit down."""
    yield TableLaid(players, options["sorts"])


def drawn(state: State, number: int, chance: Chance) -> tuple[int, ...]:
    """This number of cards of the deck."""
    left = list(set(CARDS) - {known(card) for player in state.players for card in player.hand} - set(state.seen))
    cards = []
    for _ in range(number):
        cards.append(choose(chance, left))
        left.remove(cards[-1])
    return tuple(cards)


def deal_hand(state: State, chance: Chance) -> HandDealt:
    """The next player's cards of this round, all at once."""
    seat = next(seat for seat, player in enumerate(state.players) if player.dealt < state.round)
    cards = drawn(state, HAND, chance)
    return HandDealt(seat, tuple(sorted(cards)) if state.sorts else cards)


def turn_offer(state: State, chance: Chance) -> OfferTurned:
    """A card for each player."""
    return OfferTurned(drawn(state, len(state.players), chance))


def show(state: State, chance: Chance) -> HandsShown:
    """The cards that were not played."""
    return HandsShown(tuple(tuple(known(card) for card in player.hand) for player in state.players))


def seat_to_take(state: State) -> tuple[int, ...]:
    """The next player without a card of the offer."""
    return tuple(seat for seat, player in enumerate(state.players) if player.taken < state.round)[:1]


def seat_to_play(state: State) -> tuple[int, ...]:
    """The next player who has not played in this round."""
    return tuple(seat for seat, player in enumerate(state.players) if player.played < state.round)[:1]


def take_options(state: State, seat: int) -> list[TakeCard]:
    """Any card of the offer."""
    return [TakeCard(seat, card) for card in state.offer]


def take(state: State, command: TakeCard) -> CardTaken:
    """A card of the offer; there is none outside the phase."""
    highest = max(state.offer)
    if command.card not in state.offer:
        raise Illegal("take a card of the offer", "DH-O1")
    return CardTaken(command.seat, command.card, command.card * (1 + (command.card == highest)))


def play_options(state: State, seat: int) -> list[PlayCard]:
    """Any card of the hand."""
    return [PlayCard(seat, known(card)) for card in state.players[seat].hand]


def play(state: State, command: PlayCard) -> CardPlayed:
    """A card of the hand."""
    if command.card not in state.players[command.seat].hand:
        raise Illegal("play a card from your hand", "DH-P1")
    return CardPlayed(command.seat, command.card)


def _with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _laid(_nothing: State | None, event: TableLaid) -> State:
    return State((Player(),) * event.players, event.sorts)


def _dealt(state: State, event: HandDealt) -> State:
    player, cards = state.players[event.seat], event.cards
    new = (Hidden(),) * (cards.height or 0) if isinstance(cards, Hidden) else cards
    player = replace(player, hand=(*player.hand, *new), dealt=state.round)
    return replace(state, players=_with(state, event.seat, player))


def _turned(state: State, event: OfferTurned) -> State:
    return replace(state, offer=event.cards, turned=state.round, seen=(*state.seen, *event.cards))


def _taken(state: State, event: CardTaken) -> State:
    player = state.players[event.seat]
    player = replace(player, taken=state.round, points=player.points + event.points)
    offer = tuple(card for card in state.offer if card != event.card)
    is_last = event.seat == len(state.players) - 1
    return replace(state, players=_with(state, event.seat, player), offer=() if is_last else offer)


def _played(state: State, event: CardPlayed) -> State:
    player = state.players[event.seat]
    hand = list(player.hand)
    hand.remove(event.card if event.card in hand else Hidden())
    player = replace(player, hand=tuple(hand), played=state.round, points=player.points + event.card)
    ends = event.seat == len(state.players) - 1 and state.round < ROUNDS
    return replace(
        state, players=_with(state, event.seat, player), round=state.round + ends, seen=(*state.seen, event.card)
    )


def _shown(state: State, event: HandsShown) -> State:
    players = tuple(replace(player, hand=hand) for player, hand in zip(state.players, event.hands, strict=True))
    return replace(state, players=players, is_shown=True)


COURSE: Course[State] = Course(
    phase_of,
    get_args(Phases),
    (
        PhaseRules(
            phases={
                "dealing": Phase("DH-S2", advance=deal_hand),
                "turning": Phase("DH-O1", advance=turn_offer),
                "taking": Phase("DH-O1", asked=seat_to_take, options=take_options, commands=(decides(TakeCard, take),)),
                "playing": Phase(
                    "DH-P1", asked=seat_to_play, options=play_options, commands=(decides(PlayCard, play),)
                ),
                "showing": Phase("DH-E1", advance=show),
                "over": Phase("DH-E1"),
            },
            events=(_laid, _dealt, _turned, _taken, _played, _shown),
        ),
    ),
    unknown_rule="DH-P1",
)
EVENTS = COURSE.events
to_act, legal, decide, advance, evolve = COURSE.to_act, COURSE.legal, COURSE.decide, COURSE.advance, COURSE.evolve

meta = Meta(
    id="dealt-hands",
    title="Dealt Hands",
    designer="traditional",
    publisher="public domain",
    year=2000,
    least_players=2,
    most_players=3,
    options=(Option("sorts", "flag", False, "Each dealt hand is sorted.", label=gettext_noop("Sorted hands")),),
    components=(),
    rules=numbered_rules(__name__),
)


def conserved(state: State) -> dict[str, int]:
    """The cards, of which none is in two places."""
    held = [known(card) for player in state.players for card in player.hand]
    return {"cards twice": len(held) + len(state.seen) - len({*held, *state.seen})}


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with all hidden hands: each card that a seat played or showed had been dealt to it before."""
    open_cards = {card for event in past if isinstance(event, OfferTurned) for card in event.cards}
    own = {card for event in past if isinstance(event, HandDealt) for card in _cards(event)}
    slots, needs = [], []
    hidden_seats = {event.seat for event in past if isinstance(event, HandDealt) and not _cards(event)}
    for time, event in enumerate(past):
        match event:
            case HandDealt(seat, Hidden(height)):
                slots += [Slot(time, seat)] * (height or 0)
            case CardPlayed(seat, card) if seat in hidden_seats:
                needs.append(Need(time, seat, (card,), 1))
            case HandsShown(hands):
                needs += [
                    Need(time, seat, (card,), 1)
                    for seat, cards in enumerate(hands)
                    if seat in hidden_seats
                    for card in cards
                ]
    pile = Pile(tuple(card for card in CARDS if card not in open_cards | own), tuple(slots))
    dealt = deal([pile], needs, lot)
    sorts = next(event.sorts for event in past if isinstance(event, TableLaid))
    return [
        replace(event, cards=tuple(sorted(dealt[time]) if sorts else dealt[time])) if time in dealt else event
        for time, event in enumerate(past)
    ]


def _cards(event: HandDealt) -> tuple[int, ...]:
    return () if isinstance(event.cards, Hidden) else event.cards


def standing(state: State, show: Show = anew) -> tuple[int, ...]:
    """The points of each seat so far."""
    return tuple(player.points for player in state.players)


def result(state: State) -> Result | None:
    """Places by points."""
    points = standing(state)
    return Result(by_points(points), points, "points") if state.is_shown else None


def view(state: State, show: Show = anew) -> dict[str, Any]:
    """The table as plain values."""
    return {
        "phase": phase_of(state),
        "round": state.round,
        "offer": list(state.offer),
        "seen": list(state.seen),
        "players": [
            {
                "seat": seat,
                "points": player.points,
                "hand": [None if isinstance(card, Hidden) else card for card in player.hand],
            }
            for seat, player in enumerate(state.players)
        ],
    }


def narrate(event: Event) -> Sentence:
    """The sentence for this event."""
    match event:
        case TableLaid():
            return say("The cards are shuffled.")
        case HandDealt(seat, Hidden(height)):
            return say("{player} was dealt {cards} cards.", player=SeatName(seat), cards=height)
        case HandDealt(seat):
            return say("{player} was dealt: {cards}.", player=SeatName(seat), cards=" ".join(map(str, _cards(event))))
        case OfferTurned(cards):
            return say("These cards are on offer: {cards}.", cards=" ".join(map(str, cards)))
        case CardTaken(seat, card):
            return say("{player} took {card}.", player=SeatName(seat), card=card)
        case CardPlayed(seat, card):
            return say("{player} played {card}.", player=SeatName(seat), card=card)
        case _:
            return say("The hands are shown.")


def describe(command: Command) -> Sentence:
    """The sentence for this command."""
    match command:
        case TakeCard(_, card):
            return say("Take {card}", card=card)
        case PlayCard(_, card):
            return say("Play {card}", card=card)
    raise TypeError(f"{command} is no command of this title")


def appraise(state: State, seat: int, commands: Sequence[Command]) -> list[int]:
    """High cards are good."""
    return [command.card for command in commands if isinstance(command, TakeCard | PlayCard)]


__all__ = [
    "COMMANDS", "EVENTS", "PROTOCOL", "UPCASTERS", "State", "advance", "appraise", "conserved", "decide", "describe",
    "determinize", "evolve", "legal", "meta", "narrate", "read_components", "result", "setup", "standing", "to_act",
    "view",
]  # fmt: skip
