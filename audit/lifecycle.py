"""The lifecycle of a game, as everybody can see it: opening, seats, luck, start, resignations, end (G1 to G15).

Playing a record again needs its game key and its secrets; this needs neither.
"""

from collections.abc import Iterable
from typing import Any

from domain.disputes import (
    AFTER_THE_END,
    MOST_DISPUTES,
    DisputeAnswered,
    DisputeDecided,
    DisputeOpened,
    DisputeWithdrawn,
    ResultReplaced,
    RolledBack,
    SeatFreed,
    SeatTakenOver,
)
from domain.game import (
    CommandSigned,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    KeyChanged,
    NonceOpened,
    SeatResigned,
    SeatTaken,
)
from domain.messages import Record
from eventstore.entries import Position, parse_position


def first_out_of_place(records: Iterable[tuple[Position, Record[Any]]]) -> tuple[Position, str] | None:
    """The first event that cannot come where it does in any game, and why; none when all can."""
    lifecycle = _Lifecycle()
    for position, record in records:
        complaint = lifecycle.complaint(position, record)
        if complaint is not None:
            return position, complaint
    return None


def _is_before(text: str, position: Position) -> bool:
    try:
        return parse_position(text).action < position.action
    except ValueError:
        return False


class _Dispute:
    """A dispute: who opened it, who has said something, whether it is open."""

    def __init__(self, seat: int, told: set[int]) -> None:
        self.seat = seat
        self.told = told
        self.is_open = True


class _Lifecycle:
    """How far the game has come."""

    def __init__(self) -> None:
        self.players: int | None = None
        self.computers = 0
        self.taken = 0
        self.binds_first = self.is_strict = False
        self.opened: set[int] = set()
        self.is_started = False
        self.is_over = False
        self.resigned: set[int] = set()
        self.freed: set[int] = set()
        self.is_finished = False
        self.disputes: list[_Dispute] = []
        self.judge = "operator"
        self.answered: tuple[int, int] | None = None
        self.decided: tuple[int, str] | None = None
        self.signs: tuple[int, int | None] | None = None

    def complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Why this record cannot come next; if it can, none, and it is taken as the next one."""
        actor = record.actor
        before, self.signs = self.signs, (position.action, actor)
        if self.is_over and not (self.is_finished and isinstance(record.data, AFTER_THE_END)):
            return "the game is already over"
        if (self.players is None) != isinstance(record.data, GameCreated):
            return "a record begins with its only GameCreated"
        if actor is not None and not 0 <= actor < (self.players or 0):
            return f"there is no seat {actor}"
        decided, self.decided = self.decided, None
        match record.data:
            case GameCreated(players=players, computers=computers, luck=luck, strict=strict, referee=referee):
                self.judge = "referee" if referee else "operator"
                self.players, self.computers = players, len(computers)
                self.binds_first, self.is_strict = luck != "1", strict
            case SeatTaken(seat):
                if seat != self.taken or seat >= (self.players or 0) or actor not in (None, seat):
                    return "the seats are taken one after the other"
                if self.binds_first and actor is not None and position.action == 1:
                    return "nobody sits down before the commitment to the game key is public"
                self.taken += 1
            case NonceOpened(seat):
                if not self.is_strict or self.is_started or self.taken < self._persons():
                    return "nonces are opened in a strict game, when everybody sits and before it starts"
                if seat != actor or seat in self.opened or seat >= self._persons():
                    return "a player opens a nonce once, for their own seat"
                self.opened.add(seat)
            case CommandSigned(seat):
                if seat != actor or before != (position.action, seat):
                    return "a signature stands right behind what its seat did"
                self.signs = None
            case KeyChanged(seat):
                if seat != actor or not self._is_owned(seat) or seat in self.resigned:
                    return "a seated player changes the key of their own seat"
            case GameStarted():
                if self.is_started or self.taken != self.players:
                    return "the game starts once, when the last seat is taken"
                if self.is_strict and len(self.opened) != self._persons():
                    return "a strict game starts when the last nonce is open"
                self.is_started = True
            case SeatResigned(seat):
                if not self.is_started or seat != actor or seat in self.resigned or seat in self.freed:
                    return "a seated player may resign, once, for their own seat"
                self.resigned.add(seat)
            case GameAborted(seat):
                if seat != actor:
                    return "a game is called off by a player"
                self.is_over = True
            case _ if not self.is_started:
                return "the game has not started"
            case GameFinished():
                self.is_over = self.is_finished = True
            case DisputeOpened(seat, number, at):
                is_new = all(not one.is_open or one.seat != seat for one in self.disputes)
                if seat != actor or not self._is_owned(seat) or not is_new or len(self.disputes) >= MOST_DISPUTES:
                    return "a seated player has one open dispute at a time"
                if number != len(self.disputes) + 1 or not _is_before(at, position):
                    return "disputes are numbered, and name an earlier position"
                self.disputes.append(_Dispute(seat, {seat}))
            case DisputeAnswered(seat, number):
                dispute = self._dispute(number)
                if dispute is None or seat != actor or not self._is_owned(seat) or seat in dispute.told:
                    return "each other player answers an open dispute once"
                dispute.told.add(seat)
                self.answered = (position.action, number)
            case DisputeWithdrawn(seat, number):
                dispute = self._dispute(number)
                if dispute is None or seat != actor or dispute.seat != seat:
                    return "who opened a dispute may take it back, while it is open"
                dispute.is_open = False
            case DisputeDecided(number, by, _, remedy):
                dispute = self._dispute(number)
                is_agreed = self.answered == (position.action, number)
                if dispute is None or actor is not None or by != ("players" if is_agreed else self.judge):
                    return "an open dispute is decided by all players together or by who judges in this game"
                dispute.is_open = False
                self.decided = (position.action, remedy.kind)
            case RolledBack(at):
                if decided != (position.action, "roll_back") or not _is_before(at, position):
                    return "play goes back by a decision, to an earlier position"
            case ResultReplaced():
                if decided != (position.action, "result") or not self.is_finished:
                    return "a result is replaced by a decision, when the game is over"
            case SeatFreed(seat):
                if decided != (position.action, "free_seat") or not self._is_owned(seat):
                    return "a player's seat is freed by a decision"
                self.freed.add(seat)
                self.resigned.discard(seat)
            case SeatTakenOver(seat):
                if seat != actor or seat not in self.freed:
                    return "only a seat that was freed is taken over"
                self.freed.discard(seat)
        return None

    def _is_owned(self, seat: int) -> bool:
        return 0 <= seat < min(self.taken, self._persons()) and seat not in self.freed

    def _dispute(self, number: int) -> "_Dispute | None":
        """The dispute with this number, if it is open."""
        found = self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None
        return found if found is not None and found.is_open else None

    def _persons(self) -> int:
        """How many seats are for people."""
        return (self.players or 0) - self.computers
