"""Kinds of notices: one row each, with its receivers and its sentence.

A *standing* kind lasts while the game is in a certain state. Its notice is sent when that state begins, and is over
when the state ends. A *happening* is sent once, to the people whom it concerns at that time.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from domain.clocks.events import ServerAway, TimedOut, TimeGranted
from domain.disputes.events import DisputeDecided, SeatFreed, SeatTakenOver
from domain.game import Game, GameAborted, GameFinished, GameStarted, SeatReleased, SeatResigned, to_act
from domain.messages import Event, Sentence, say
from domain.proposals.events import TakenBack
from domain.proposals.rules import asked_for_consent
from domain.rulebook import Rulebook


class Recipient(NamedTuple):
    """A receiver of a notice: their id and seat (-1: none), the seat that caused it, and the dispute's number.

    `alone` says that they play only with computer players. A person is not notified of computer players' prompt moves;
    a bot is.
    """

    player: str
    seat: int = -1
    by: int = -1
    number: int = 0
    alone: bool = False


class GameChange(NamedTuple):
    """A step of a game: the events, and the state before and after them."""

    rulebook: Rulebook[Any]
    before: Game[Any] | None
    after: Game[Any]


INVITED = "invited"
"""The kind of notices about seats that are reserved for their receivers."""
NOT_KEPT = "not-kept"
"""The kind of notices about reservations that have ended."""
DECLINED = "declined"
"""The kind of notices about players who declined the seat that was reserved for them."""
OPERATOR = "operator"
"""The kind of notices about matters that only an operator can decide or repair."""
IDLE = "idle"
"""The kind of notices about games that no clock ends and in which no move was made for two weeks."""
DIGEST = "digest"
"""The kind of the week's digest."""

StandingRecipients = Callable[[Rulebook[Any], Game[Any]], Iterable[Recipient]]
HappenedRecipients = Callable[[Any, GameChange], Iterable[Recipient]]


class NoticeKind(Struct, frozen=True):
    """A kind of notice: its label in the settings, and its sentence about the game `title`, caused by a seat.

    `subject` says in one line, without the deadline, what is expected of the receiver.
    """

    name: str
    label: Sentence
    sentence: Sentence
    standing: StandingRecipients | None = None
    happened: dict[type[Event], HappenedRecipients] = {}
    subject: Sentence | None = None


def idle_subject(game_id: str) -> str:
    """The subject of the notices that this game is idle, which the next move ends. Their places are times."""
    return f"{IDLE}:{game_id}"


def standing_now(rulebook: Rulebook[Any], game: Game[Any] | None) -> dict[str, set[Recipient]]:
    """The receivers of standing notices in this state, by kind; none in an analysis game."""
    if game is None or game.fork is not None:
        return {}
    return {one.name: set(one.standing(rulebook, game)) for one in NOTICE_KINDS.values() if one.standing is not None}


def waited_for(rulebook: Rulebook[Any], game: Game[Any] | None) -> set[str]:
    """The persons who must answer now, including persons who play only with computer players."""
    if game is None:
        return set()
    return {game.seats[seat].player for seat in to_act(rulebook, game) if game.seats[seat].is_owned}


def happened_now(event: Event, change: GameChange, is_deliberate: bool = True) -> Iterator[tuple[str, Recipient]]:
    """The receivers of this event's notices, by kind, without the player who caused it.

    `is_deliberate` says that a player caused the event on purpose. A seat whose clock runs out has not resigned; that
    has a notice of its own.
    """
    if change.after.fork is not None or (isinstance(event, SeatResigned) and not is_deliberate):
        return
    for one in NOTICE_KINDS.values():
        tell = one.happened.get(type(event))
        if tell is not None:
            yield from ((one.name, found) for found in tell(event, change) if found.by < 0 or found.seat != found.by)


def _owners(game: Game[Any], by: int = -1, number: int = 0) -> Iterator[Recipient]:
    """The owners of seats."""
    owned = [seat for seat, one in enumerate(game.seats) if one.is_owned]
    for seat in owned:
        yield Recipient(game.seats[seat].player, seat, by, number, alone=len(owned) == 1)


def _of_seat(game: Game[Any], seat: int, by: int = -1) -> Iterator[Recipient]:
    if seat < len(game.seats) and game.seats[seat].is_owned:
        yield Recipient(game.seats[seat].player, seat, by)


def _asked(rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    acting = to_act(rulebook, game)
    return (one for one in _owners(game) if one.seat in acting and game.seats[one.seat].is_person)


def _sealing(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    return (one for one in _owners(game) if one.seat in game.to_open)


def _expected(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    return (Recipient(player) for player in game.expected if game.status == "waiting")


def _offered(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    for seat, one in enumerate(game.seats):
        if game.status == "playing" and one.offered in game.expected:
            yield Recipient(one.offered, -1, seat)


def _asked_take_back(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    if game.take_back is not None and not game.is_over:
        for seat in asked_for_consent(game, game.take_back.seat):
            if seat not in game.take_back.agreed:
                yield from _of_seat(game, seat, game.take_back.seat)


def _asked_end(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    end = game.proposals.end
    if end is not None and not game.is_over:
        for seat in asked_for_consent(game, end.seat):
            if seat not in end.agreed:
                yield from _of_seat(game, seat, end.seat)


def _asked_pause(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    if game.clock is not None and game.clock.agreed and not game.clock.is_paused and not game.is_over:
        for seat in asked_for_consent(game, game.clock.agreed[0]):
            if seat not in game.clock.agreed:
                yield from _of_seat(game, seat, game.clock.agreed[0])


def _disputes(_rulebook: Rulebook[Any], game: Game[Any]) -> Iterator[Recipient]:
    for number, dispute in enumerate(game.disputes, start=1):
        if dispute.outcome != "open":
            continue
        answered = {dispute.seat, *(answer.seat for answer in dispute.answers)}
        for seat, one in enumerate(game.seats):
            if one.is_owned and seat not in answered:
                yield Recipient(one.player, seat, dispute.seat, number)
        if game.referee:
            yield Recipient(game.referee, -1, dispute.seat, number)


def _decided(event: DisputeDecided, change: GameChange) -> Iterator[Recipient]:
    return _owners(change.after, number=event.number)


def _lost(event: SeatFreed, change: GameChange) -> Iterator[Recipient]:
    assert change.before is not None, "a freed seat had a player"
    return _of_seat(change.before, event.seat)


def _aborted(event: GameAborted, change: GameChange) -> Iterator[Recipient]:
    return iter(()) if event.seat is None else _owners(change.after, event.seat)


def _called_off(event: GameAborted, change: GameChange) -> Iterator[Recipient]:
    """All players of the game, including a player alone with computer players, and the referee."""
    if event.seat is None:
        for seat in range(len(change.after.seats)):
            yield from _of_seat(change.after, seat)
        if change.after.referee:
            yield Recipient(change.after.referee)


def _is_out_of_time(event: TimedOut, change: GameChange) -> Iterator[Recipient]:
    """The other players, if a seat resigns because its time has run out."""
    pace = change.after.pace
    is_out = pace is not None and pace.outcome == "resign"
    return _owners(change.after, event.seat) if is_out else iter(())


def _not_kept(event: SeatReleased, change: GameChange) -> Iterator[Recipient]:
    """The seat's expected player and the game's players, unless one of them released or declined it."""
    assert change.before is not None, "a seat that is released was kept"
    if event.why != "declined":
        yield Recipient(change.before.reserved[event.seat])
    if event.why == "expired":
        yield from _seated(change.after)


def _declined(event: SeatReleased, change: GameChange) -> Iterator[Recipient]:
    return _seated(change.after, event.seat) if event.why == "declined" else iter(())


def _seated(game: Game[Any], by: int = -1) -> Iterator[Recipient]:
    """The players of a waiting game. The first one there is not alone with computer players."""
    return (one._replace(alone=False) for one in _owners(game, by))


def _taken_back(_event: TakenBack, change: GameChange) -> Iterator[Recipient]:
    assert change.before is not None, "what is taken back was made"
    asked = change.before.take_back
    return _of_seat(change.after, asked.seat) if asked is not None else iter(())


_ROWS = (
    NoticeKind(
        "turn",
        say("It is your turn"),
        say("{title}: it is your turn."),
        _asked,
        subject=say("Your turn: {title}"),
    ),
    NoticeKind(
        "reminder",
        say("Your time is almost up"),
        say("{title}: you are almost out of time."),
        subject=say("Almost out of time: {title}"),
    ),
    NoticeKind(
        "timed-out",
        say("Your time ran out"),
        say("{title}: your time ran out."),
        happened={TimedOut: lambda event, change: _of_seat(change.after, event.seat)},
    ),
    NoticeKind(
        "out-of-time",
        say("A player runs out of time and is out of the game"),
        say("{title}: {by} ran out of time and is out of the game."),
        happened={TimedOut: _is_out_of_time},
    ),
    NoticeKind(
        "outage",
        say("The server was down during your turn"),
        say("{title}: the server was down. Your deadline was extended by the length of the outage."),
        happened={ServerAway: lambda _event, change: _asked(change.rulebook, change.after)},
    ),
    NoticeKind(
        INVITED,
        say("A seat is reserved for you"),
        say("{title}: a seat is reserved for you."),
        _expected,
        subject=say("Invitation: {title}"),
    ),
    NoticeKind(
        DECLINED,
        say("A player declines an invitation"),
        say("{title}: a player declined the invitation."),
        happened={SeatReleased: _declined},
    ),
    NoticeKind(
        NOT_KEPT,
        say("A reserved seat opens to all players"),
        say("{title}: a reserved seat is now open to all players."),
        happened={SeatReleased: _not_kept},
    ),
    NoticeKind("offered", say("A seat is offered to you"), say("{title}: {by} offers you a seat."), _offered),
    NoticeKind(
        "luck",
        say("A strict game can't start until you open it"),
        say("{title}: everyone has joined. Open the game to start it."),
        _sealing,
    ),
    NoticeKind(
        "started",
        say("A game starts"),
        say("{title}: the game has started."),
        happened={GameStarted: lambda _event, change: _owners(change.after)},
    ),
    NoticeKind(
        "over",
        say("A game is over"),
        say("{title}: the game is over."),
        happened={GameFinished: lambda _event, change: _owners(change.after)},
    ),
    NoticeKind(
        "aborted",
        say("A game is called off"),
        say("{title}: {by} called the game off."),
        happened={GameAborted: _aborted},
    ),
    NoticeKind(
        "called-off",
        say("The operator calls a game off"),
        say("{title}: the operator called the game off. See the reason in the game."),
        happened={GameAborted: _called_off},
    ),
    NoticeKind(
        "resigned",
        say("A player resigns"),
        say("{title}: {by} resigned."),
        happened={SeatResigned: lambda event, change: _owners(change.after, event.seat)},
    ),
    NoticeKind(
        "take-back",
        say("A player asks to take back a move"),
        say("{title}: {by} asks to take back a move."),
        _asked_take_back,
    ),
    NoticeKind(
        "taken-back",
        say("Your move is taken back"),
        say("{title}: all players agreed, and your move was taken back."),
        happened={TakenBack: _taken_back},
    ),
    NoticeKind(
        "end", say("A player proposes to end the game"), say("{title}: {by} proposes to end the game."), _asked_end
    ),
    NoticeKind("pause", say("A player proposes a pause"), say("{title}: {by} proposes a pause."), _asked_pause),
    NoticeKind(
        "time",
        say("A player gives you more time"),
        say("{title}: {by} gives you more time."),
        happened={TimeGranted: lambda event, change: _of_seat(change.after, event.to, event.seat)},
    ),
    NoticeKind(
        IDLE,
        say("A game that no clock ends has not moved for two weeks"),
        say("{title}: there has been no move for two weeks, and no clock ends the game. You can propose to end it."),
    ),
    NoticeKind("order", say("A standing order is dropped"), say("{title}: one of your standing orders was dropped.")),
    NoticeKind("dispute", say("A dispute is opened"), say("{title}: {by} opened a dispute."), _disputes),
    NoticeKind(
        "decided",
        say("A dispute is decided"),
        say("{title}: a dispute has been decided."),
        happened={DisputeDecided: _decided},
    ),
    NoticeKind(
        "lost-seat",
        say("You lose a seat"),
        say("{title}: you lost your seat."),
        happened={SeatFreed: _lost},
    ),
    NoticeKind(
        "taken-over",
        say("A player takes over a seat"),
        say("{title}: {by} took over another player's seat."),
        happened={SeatTakenOver: lambda event, change: _owners(change.after, event.seat)},
    ),
    NoticeKind(
        OPERATOR,
        say("Moderation: something needs your attention"),
        say("Something needs the attention of an operator."),
    ),
    NoticeKind(
        "tournament-entry",
        say("A player joins your tournament"),
        say("{title}: new players have joined the tournament."),
    ),
    NoticeKind(
        "tournament-invited",
        say("An organiser invites you to a tournament"),
        say("{title}: the organiser invites you to the tournament."),
    ),
    NoticeKind(
        "tournament-place",
        say("A place in a tournament becomes free for you"),
        say("{title}: a place became free, and you play in the tournament."),
    ),
    NoticeKind(
        "tournament-removed",
        say("You are removed from a tournament"),
        say("{title}: you were removed from the tournament."),
    ),
    NoticeKind("tournament-start", say("A tournament starts"), say("{title}: the tournament has started.")),
    NoticeKind(
        "tournament-round",
        say("A round of a tournament begins"),
        say("{title}: round {number} begins. You play against {names}."),
    ),
    NoticeKind(
        "tournament-bye",
        say("You have a bye in a tournament"),
        say("{title}: you have a bye in round {number}."),
    ),
    NoticeKind(
        "tournament-result",
        say("A round of a tournament is over"),
        say("{title}: round {number} is over. Your place: {place}. Your points: {points}."),
    ),
    NoticeKind(
        "tournament-repair",
        say("An organiser plays a game of your tournament again, decides it, or lets it wait longer"),
        say("{title}: an organiser has changed something about your game of round {number}. Reason: {reason}"),
    ),
    NoticeKind(
        "tournament-message",
        say("An organiser of your tournament writes to all its players"),
        say("{title}: {names} writes to all players: {text}"),
    ),
    NoticeKind(
        "tournament-end",
        say("A tournament is over"),
        say("{title}: the tournament is over. Winner: {names}."),
    ),
    NoticeKind(
        "tournament-called-off",
        say("A tournament is called off"),
        say("{title}: the tournament was called off."),
    ),
    NoticeKind(DIGEST, say("The week’s digest, on Mondays"), say("The week’s digest")),
    NoticeKind("message", say("New message in a game’s chat"), say("{title}: there are new chat messages.")),
)
NOTICE_KINDS = {one.name: one for one in _ROWS}
"""All kinds of notices, by name, in the order of the settings."""
