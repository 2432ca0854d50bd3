"""Bad files: events out of place in the course of a game. Each file breaks only one rule."""

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.clocks.availability import DAY, PlayTimes
from domain.clocks.events import (
    AgreePause,
    GamePaused,
    GameResumed,
    Pace,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    ServerAway,
    TimedOut,
    TimeGranted,
    VacationTaken,
)
from domain.disputes.events import (
    DecideDispute,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    OpenDispute,
    Remedy,
    ResultReplaced,
    SeatFreed,
    SeatTakenOver,
    TakeOver,
    WithdrawDispute,
)
from domain.game import (
    REFEREE,
    Forked,
    GameAborted,
    GameFinished,
    GameStarted,
    Happening,
    KeyChanged,
    NonceOpened,
    OfferSeat,
    OpenNonce,
    Resign,
    SeatLeft,
    SeatOffered,
    SeatReleased,
    SeatReserved,
    SeatResigned,
    SeatTaken,
    StatementSigned,
)
from domain.lifecycle import as_statement
from domain.proposals.events import (
    AnswerEnd,
    EndAnswered,
    EndProposed,
    EndWithdrawn,
    ProposeEnd,
    TakeBackAnswered,
    TakeBackAsked,
)
from domain.rulebook import Result
from tests.audit.conformance.cases import Case, bad
from tests.audit.conformance.edits import Script
from tests.audit.conformance.sources import CARDS, KEY, forked, opened, told
from tests.audit.games import Seating
from tests.signers import Signer

ANYONE = Signer("anyone").public_key
FAIR = Result((1, 1), (0, 0), "agreed")


def script_of(table: Seating) -> Script:
    """The game at this table as a script."""
    return Script(told(table))


def case(name: str, what: str, script: Script, place: str) -> Case:
    """The case of this script, whose first failure is at this place."""
    return bad(name, what, "course", (script.raw(), place))


def after(table: Seating, event: Any, actor: int | None, *more: Happening, later: int = 1000) -> tuple[Script, str]:
    """The game at this table, and this event as the next action; with the event's place."""
    script = script_of(table)
    return script, script.follow(Happening(event, actor), *more, after=later)


def playing(moves: int = 0, **more: Any) -> Seating:
    """A table of two players who have made this number of moves."""
    table = opened(CARDS, **more)
    table.play(moves, random.Random(1))
    return table


def seats() -> Iterator[Case]:
    """Cases of players who join in a seat, or at a time, that is not allowed."""
    script = script_of(playing())
    script.actions[0] += script.actions.pop(1)
    del script.times[1]
    script.cut(0)
    yield case("joined-at-once", "A person joins in action 1, before the luck is bound.", script, "1-1")
    empty, kept = Seating(CARDS, KEY, 2), Seating(CARDS, KEY, 2, reserved=("guest", ""))
    second = SeatTaken(1, "player-1", "person", "")
    yield case("seat-order", "A player takes the second seat while the first is free.", *after(empty, second, 1))
    for name, what, taken in (
        ("reserved", "A player takes the seat that is reserved for another.", SeatTaken(0, "player-1", "person", "")),
        ("not-theirs", "A player does not take the seat reserved for them.", SeatTaken(1, "guest", "person", "")),
    ):
        yield case(f"seat-{name}", what, *after(kept, taken, taken.seat))
    script = Script((empty.projector, empty.played()))
    place = script.change(type(script.actions[0][0].event), reserved=("",))
    yield case("reserved-length", "The reservations are not one for each seat.", script, place)
    early, strict = Seating(CARDS, KEY, 2, strict=True), opened(CARDS, strict=True)
    early.sit(0)
    strict.act(OpenNonce(0, "nonce 0"))
    one, reserved, guest = NonceOpened(0, "nonce 0"), SeatReserved(1, "player-7"), SeatReserved(1, "guest")
    released = SeatReleased(0, "released")
    wrong: tuple[tuple[str, str, Seating, Any, int | None], ...] = (
        ("released-by-another", "Nobody releases a kept seat.", kept, released, 1),
        ("reserved-by-nobody", "A seat is reserved before the first player joins.", empty, reserved, None),
        ("reserved-for-guest", "A seat is reserved for a player who has one.", kept, guest, 1),
        ("left-empty", "A player leaves a seat that nobody has taken.", empty, SeatLeft(0), 0),
        ("left-late", "A player leaves after the start.", playing(), SeatLeft(0), 0),
        ("opened-early", "A nonce is opened before all have joined.", early, one, 0),
        ("opened-twice", "A nonce is opened twice.", strict, one, 0),
        ("opened-none", "A nonce is opened in a game that is not strict.", empty, one, 0),
        ("started-early", "A strict game starts before every nonce is open.", strict, GameStarted(), None),
    )
    for name, what, table, event, actor in wrong:
        yield case(name, what, *after(table, event, actor))
    script = script_of(playing())
    number, effect = script.find(GameStarted)
    script.actions[number] = script.actions[number][:effect]
    place = script.follow(Happening(SeatResigned(0), 0))
    yield case("start-missing", "All have joined, and the next action begins without the start.", script, place)
    joined = Seating(CARDS, KEY, 3, computers=1).fill()
    passed, freed = playing(1), playing(1)
    for table in (passed, freed):
        table.act(OfferSeat(1, "player-9"))
        table.act(TakeOver(1, "player-9"))
    freed.act(OpenDispute(1, freed.end, "Gone.", Remedy("free_seat", seat=0)))
    freed.act(DecideDispute(-1, 1, "operator", "So it is.", Remedy("free_seat", seat=0)))
    resigned = Seating(CARDS, KEY, 3).fill()
    resigned.act(Resign(2))
    back, former = "By edition 2 no seat is offered to a player who had another.", SeatTakenOver(0, "player-1", "")
    wrong = (
        ("key-of-computer", "A computer player changes a key.", joined, KeyChanged(2, ANYONE, ""), 2),
        ("offered-to-player", "A seat is offered to a player of the game.", playing(), SeatOffered(0, "player-1"), 0),
        ("offered-by-another", "A player offers another's seat.", playing(), SeatOffered(0, "player-9"), 1),
        ("offered-to-former", back, passed, SeatOffered(0, "player-1"), 0),
        ("taken-over-by-former", "By edition 2 a player who had a seat takes over no other.", freed, former, 0),
        ("resigned-twice", "A seat resigns twice.", resigned, SeatResigned(2), 2),
    )
    for name, what, table, event, actor in wrong:
        yield case(name, what, *after(table, event, actor))
    script, _ = after(playing(), SeatResigned(0), 0)
    yield case("end-missing", "One seat is left, and the next action begins without the end.", *unmoved(script))


def unmoved(script: Script) -> tuple[Script, str]:
    """The game with a further action, in which seat 1 is offered although something else is due, and its place."""
    return script, script.follow(Happening(SeatOffered(1, "player-9"), 1))


def ends() -> Iterator[Case]:
    """Cases of ends that are not possible, or not in this form."""
    hexadecimal = KEY.hex()
    for name, what, event, actor in (
        ("called-off-silently", "The operator calls off without a reason.", GameAborted(None, hexadecimal), None),
        ("called-off-loudly", "A player calls off with a reason.", GameAborted(0, hexadecimal, "So."), 0),
        ("called-off-by-another", "One player calls off for another.", GameAborted(0, hexadecimal), 1),
        ("agreed-alone", "The game ends by an agreement that nobody proposed.", GameFinished(FAIR, hexadecimal), None),
        (
            "adjudicated-alone", "The game ends by a decision that nobody made.",
            GameFinished(replace(FAIR, reason="adjudicated"), hexadecimal), None,
        ),
    ):  # fmt: skip
        yield case(name, what, *after(playing(), event, actor))
    empty = Seating(CARDS, KEY, 2)
    yield case(
        "called-off-by-nobody", "A seat that nobody has taken calls off.", *after(empty, GameAborted(0, hexadecimal), 0)
    )
    script, place = after(playing(), SeatOffered(0, "player-9"), 0, Happening(GameAborted(0, hexadecimal), 0))
    yield case("called-off-within", "A game is called off within another action.", script, place.replace("-0", "-1"))


def disputes() -> Iterator[Case]:
    """Cases of statements, remedies and decisions that the rules of disputes do not allow."""
    table = playing(2)

    def wished(remedy: Remedy, position: str = "2-0", number: int = 1) -> DisputeOpened:
        return DisputeOpened(0, number, position, "I doubt it.", remedy)

    nothing = Remedy()
    for name, what, event in (
        ("number", "The first dispute has the number 2.", wished(nothing, number=2)),
        ("position", "A dispute names a position within an action.", wished(nothing, "3-0")),
        ("before-the-start", "Play shall go back to before the start.", wished(Remedy("roll_back", "2-0"))),
        ("within", "Play shall go back to within an action.", wished(Remedy("roll_back", "3-0"))),
        ("ranking", "A result with a place that is not shared is skipped.", wished(Remedy("result", places=(1, 3)))),
        ("places", "A result for one of two seats.", wished(Remedy("result", places=(1,)))),
        ("no-seat", "A seat shall be freed that the game does not have.", wished(Remedy("free_seat", seat=7))),
        ("other-member", "The remedy `none` with a position.", wished(Remedy("none", "2-0"))),
    ):
        yield case(f"disputed-{name}", what, *after(table, event, 0))
    table = playing(2)
    table.act(OpenDispute(0, "2-0", "I doubt it.", Remedy("result", places=(1, 2))))
    lies: tuple[tuple[str, str, Any, int | None], ...] = (
        ("second", "A player opens a second dispute.", wished(nothing, number=2), 0),
        ("own-answer", "A player answers their own dispute.", DisputeAnswered(0, 1, True, ""), 0),
        ("withdrawn-by-another", "One player withdraws another's dispute.", DisputeWithdrawn(1, 1), 1),
        (
            "not-agreed", "The players decide without the consent of all.",
            DisputeDecided(1, "players", "", Remedy("result", places=(1, 2))), None,
        ),
        ("no-judge", "A referee decides where there is none.", DisputeDecided(1, "referee", "", nothing), None),
        ("by-a-player", "A decision is a player's action.", DisputeDecided(1, "operator", "", nothing), 1),
        (
            "impossible", "The operator decides for what is not possible.",
            DisputeDecided(1, "operator", "", Remedy("free_seat", seat=7)), None,
        ),
    )  # fmt: skip
    for name, what, lie, actor in lies:
        yield case(f"disputed-{name}", what, *after(table, lie, actor))
    script, _ = after(table, DisputeAnswered(1, 1, False, ""), 1)
    again = script.follow(Happening(DisputeAnswered(1, 1, True, ""), 1))
    yield case("disputed-answered-twice", "A dispute is answered twice by one player.", script, again)
    script, _ = after(table, DisputeAnswered(1, 1, True, ""), 1)
    yield case("consent-missing", "All agree, and the next action begins without the decision.", *unmoved(script))
    freeing = Remedy("free_seat", seat=1)
    script, _ = after(table, DisputeDecided(1, "operator", "", freeing), None)
    undone = script.follow(Happening(SeatOffered(0, "player-9"), 0))
    yield case("remedy-missing", "A seat shall be freed, and the next action begins without that.", script, undone)
    script, place = after(table, DisputeDecided(1, "operator", "", freeing), None, Happening(SeatFreed(0)))
    yield case("remedy-other-seat", "Another seat is freed than was decided.", script, place.replace("-0", "-1"))
    most = playing()
    for number in range(10):
        most.act(OpenDispute(0, "2-0", "No."))
        most.act(WithdrawDispute(0, number + 1))
    most.act(OpenDispute(0, "2-0", "No."))
    yield case(
        "withdrawn-too-often", "A player withdraws an eleventh dispute.", *after(most, DisputeWithdrawn(0, 11), 0)
    )
    over = playing(2)
    over.act(Resign(0))
    for name, what, remedy in (
        ("back-after-the-end", "Play shall go back after the end.", Remedy("roll_back", over.end)),
        ("freed-after-the-end", "A seat shall be freed after the end.", Remedy("free_seat", seat=0)),
    ):
        yield case(f"disputed-{name}", what, *after(over, wished(remedy, "2-0"), 0))
    over.act(OpenDispute(0, "2-0", "I doubt it.", nothing))
    script, place = after(
        over, DisputeDecided(1, "operator", "", Remedy("result", places=(1, 2))), None,
        Happening(ResultReplaced(Result((2, 1), (0, 0), "adjudicated"))),
    )  # fmt: skip
    yield case("remedy-other-places", "Another result than was decided.", script, place.replace("-0", "-1"))
    signed = playing(1, signed=True, referee="judge")
    signed.agree(signed.end, Remedy("free_seat", seat=0))
    script = script_of(signed)
    number, effect = script.find(DisputeDecided)
    command = DecideDispute(REFEREE, 1, "players", "", Remedy("free_seat", seat=0))
    script.actions[number].insert(effect + 1, Happening(as_statement(signed.sign(command))))
    yield case("agreement-signed", "The referee signs a decision of the players.", script, f"{number + 1}-{effect + 1}")


def proposals() -> Iterator[Case]:
    """Cases of take-backs and early ends that were not proposed, or not agreed to."""
    table = playing(2)
    mover = next(one.actor for one in reversed([action[0] for action in table.actions]) if one.actor is not None)
    asked = TakeBackAsked(mover, table.end)
    yield case("asked-elsewhere", "A take-back to another position than before the move.", *after(table, asked, mover))
    lucky, lot = playing(1), random.Random(1)
    while not any(one.luck for one in lucky.actions[-1]):
        lucky.play(1, lot)
    number = len(lucky.actions)
    actor = lucky.actions[-1][0].actor
    before = f"{number - 1}-{len(lucky.actions[-2]) - 1}"
    yield case(
        "asked-over-luck", "A take-back of a move that took a draw.", *after(lucky, TakeBackAsked(actor, before), actor)
    )
    ending = playing(2)
    ending.act(ProposeEnd(0, "draw"))
    for name, what, event, actor in (
        ("second", "A second end is proposed.", EndProposed(1, "draw"), 1),
        ("own-answer", "A player answers their own proposal.", EndAnswered(0, True), 0),
        ("withdrawn-by-another", "One player withdraws another's proposal.", EndWithdrawn(1), 1),
        ("no-take-back", "An answer to no take-back.", TakeBackAnswered(1, True), 1),
        ("for-another", "One player proposes for another.", EndProposed(1, "draw"), 0),
    ):
        yield case(f"proposed-{name}", what, *after(ending, event, actor))
    script, place = after(
        ending, EndAnswered(1, True), 1, Happening(GameFinished(replace(FAIR, places=(1, 2)), KEY.hex()))
    )
    yield case("agreed-otherwise", "A draw is agreed to, and one player wins.", script, place.replace("-0", "-1"))
    script, _ = after(ending, EndAnswered(1, True), 1)
    yield case("agreement-missing", "All agree to an end, and the next action begins without it.", *unmoved(script))
    away = timed_out("seat")
    seat = absent(away)
    yield case(
        "proposed-while-away",
        "By edition 2 nobody proposes for a player whose time ran out.",
        *after(away, EndProposed(seat, "draw"), seat),
    )
    three = Seating(CARDS, KEY, 3)
    for number in range(3):
        three.sit(number)
    three.act(ProposeEnd(0, "draw"))
    three.act(AnswerEnd(1, True))
    yield case(
        "proposed-answered-twice", "A proposal is answered twice by one player.", *after(three, EndAnswered(1, True), 1)
    )
    three.act(Resign(2))
    yield case(
        "proposed-before", "An answer to a proposal that a resignation ended.", *after(three, EndAnswered(1, True), 1)
    )


def timed_out(outcome: str, **more: Any) -> Seating:
    """A game of two with a bank clock until a player's time runs out."""
    table = clocked(outcome, **more)
    table.run_out()
    return table


def clocked(outcome: str = "seat", **more: Any) -> Seating:
    """A game of two with a bank clock, after one move."""
    pace = Pace("bank", 2 * DAY, 3_600_000, 3 * DAY, True, 20, outcome)  # type: ignore[arg-type]
    return playing(1, pace=pace, **more)


def absent(table: Seating) -> int:
    """The seat whose time ran out."""
    return next(number for number, seat in enumerate(table.game.seats) if seat.absent)


def times() -> Iterator[Case]:
    """Cases of impossible events about time, or of possible ones at the wrong time."""
    table = clocked()
    now = table.times[-1]
    asleep = PlayTimes("UTC", ((600, 600),), ((0, 0),))
    for name, what, event, actor in (
        ("resumed", "Clocks that run are started.", GameResumed(0), 0),
        ("declined", "A pause is declined that nobody asked for.", PauseDeclined(0), 0),
        ("paused-alone", "The clocks stop without an agreement.", GamePaused(), 0),
        ("granted-too-much", "A player grants more than a day.", TimeGranted(0, 1, DAY + 1), 0),
        ("granted-to-oneself", "A player grants themselves time.", TimeGranted(0, 0, DAY), 0),
        ("vacation-past", "A vacation begins in the past.", VacationTaken(0, now - DAY, now + DAY), 0),
        ("vacation-long", "A vacation is longer than the game allows.", VacationTaken(0, now + DAY, now + 30 * DAY), 0),
        ("play-times", "Play times without a minute.", PlayTimesSet(0, asleep), 0),
        ("for-another", "One player agrees to a pause for another.", PauseAgreed(1), 0),
        ("out-early", "A player's time has not run out.", TimedOut(0, now + 9 * DAY, "2-0"), None),
        ("out-by-a-player", "A time-out is a player's action.", TimedOut(0, now, "2-0"), 1),
        ("outage", "An outage with an event inside it.", ServerAway(now - 500, now + 500), None),
        ("outage-to-come", "An outage that is not over yet.", ServerAway(now, now + 2000), None),
        ("outage-by-a-player", "An outage is a player's action.", ServerAway(now, now + 500), 0),
    ):  # fmt: skip
        yield case(f"timed-{name}", what, *after(table, event, actor))
    away = timed_out("seat")
    out, again = TimedOut(0, now, "2-0"), TimedOut(absent(away), now, "2-0")
    more: tuple[tuple[str, str, Seating, Any, int | None], ...] = (
        ("no-clock", "A player agrees to a pause in a game without a clock.", playing(), PauseAgreed(0), 0),
        ("out-never", "A time-out in a game that does not act on it.", clocked("never"), out, None),
        ("out-twice", "The time of an absent player runs out.", away, again, None),
    )
    for name, what, game, event, actor in more:
        yield case(f"timed-{name}", what, *after(game, event, actor))
    script, _ = after(clocked("resign"), TimedOut(0, now, "2-0"), None)
    yield case("timed-resignation-missing", "A time-out that should resign does not.", *unmoved(script))
    table.act(AgreePause(0))
    yield case("timed-agreed-twice", "A player agrees to a pause twice.", *after(table, PauseAgreed(0), 0))
    script, _ = after(table, PauseAgreed(1), 1)
    yield case("pause-missing", "All agree to a pause, and the next action begins without it.", *unmoved(script))
    table.act(AgreePause(1))
    now = table.times[-1]
    for name, what, event, actor in (
        ("paused-twice", "A player agrees to a pause while the clocks are stopped.", PauseAgreed(0), 0),
        ("outage-paused", "An outage while the clocks are stopped.", ServerAway(now, now + 500), None),
        ("out-paused", "A time-out while the clocks are stopped.", TimedOut(0, now, "2-0"), None),
    ):
        yield case(f"timed-{name}", what, *after(table, event, actor))


def copies() -> Iterator[Case]:
    """Cases of analysis games whose origin is at the wrong place."""
    origin = next(one.event for one in Script(forked()).actions[0] if isinstance(one.event, Forked))
    yield case(
        "forked-late",
        "A game says in its second action that it is a copy.",
        *after(Seating(CARDS, KEY, 2), origin, None),
    )
    script = Script(forked())
    place = script.change(Forked, dealing=1)
    script.cut(0)
    yield case("forked-undealt", "A copy of all is said to be dealt anew.", script, place)


def marks() -> Iterator[Case]:
    """Cases of signatures where there is nothing to sign."""
    table = playing(1, signed=True)
    script = script_of(table)
    number = len(script.actions) - 1
    effect = next(at for at, one in enumerate(script.actions[number]) if hasattr(one.event, "signature"))
    script.actions[number].insert(effect + 1, script.actions[number][effect])
    yield case("signed-twice", "A move is signed twice.", script, f"{number + 1}-{effect + 1}")
    script = script_of(table)
    signature = script.actions[number].pop(effect)
    place = script.follow(signature)
    yield case("signed-later", "A signature begins an action.", script, place)
    statement = StatementSigned(REFEREE, "A" * 86 + "==", "{}", "0" * 64)
    script, place = after(table, SeatOffered(0, "player-9"), 0, Happening(statement))
    yield case("signed-by-no-one", "The referee signs what is no decision.", script, place.replace("-0", "-1"))


def cases() -> Iterator[Case]:
    """All cases of misplaced events."""
    for some in (seats, ends, disputes, proposals, times, copies, marks):
        yield from some()
