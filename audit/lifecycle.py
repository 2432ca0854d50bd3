"""The lifecycle of a game, as everybody can see it: opening, seats, luck, start, resignations, end (G1 to G19, G24).

Playing a record again needs its game key and its secrets; this needs neither.
"""

from collections.abc import Iterable
from typing import Any

from audit.disputed import Disputes
from audit.timed import Times
from domain.clocks import TIME_EVENTS
from domain.disputes import AFTER_THE_END, DISPUTE_EVENTS, ResultReplaced, SeatFreed, SeatTakenOver
from domain.game import (
    SHARED_EVENTS,
    CommandSigned,
    Forked,
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
from domain.ordered import MoveOrdered
from eventstore.entries import Position

_AFTER_THE_END = (*AFTER_THE_END, CommandSigned)


def first_out_of_place(records: Iterable[tuple[Position, Record[Any]]]) -> tuple[Position, str] | None:
    """The first event that cannot come where it does in any game, and why; none when all can."""
    lifecycle = _Lifecycle()
    for position, record in records:
        complaint = lifecycle.complaint(position, record)
        if complaint is not None:
            return position, complaint
    return None


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
        self.is_finished = False
        self.disputes = Disputes()
        self.times = Times(lambda seat: self._is_owned(seat) and seat not in self.resigned)
        self.signs: tuple[int, int | None] | None = None
        self.moved: tuple[int, int | None] | None = None

    def complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Why this record cannot come next; if it can, none, and it is taken as the next one."""
        actor = record.actor
        before, self.signs = self.signs, (position.action, actor)
        moved, self.moved = self.moved, None if isinstance(record.data, SHARED_EVENTS) else (position.action, actor)
        if self.is_over and not (self.is_finished and isinstance(record.data, _AFTER_THE_END)):
            return "the game is already over"
        if (self.players is None) != isinstance(record.data, GameCreated):
            return "a record begins with its only GameCreated"
        if actor is not None and not 0 <= actor < (self.players or 0):
            return f"there is no seat {actor}"
        undone = self.disputes.complaint_of_remedy(position, record.data)
        undue = self.times.complaint_of_due(position, record.data)
        if undone is not None or undue is not None:
            return undone or undue
        match record.data:
            case GameCreated(players=players, computers=computers, luck=luck, strict=strict, referee=referee):
                self.players, self.computers = players, len(computers)
                self.disputes.opens(players, self._persons(), bool(referee))
                self.times.opens(players, record.data.pace)
                self.binds_first, self.is_strict = luck != "1", strict
            case Forked():
                if (position.action, position.effect) != (1, 1) or actor is not None:
                    return "what a game is a copy of stands right behind its opening"
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
            case MoveOrdered(seat):
                if seat != actor or moved != (position.action, seat):
                    return "what was ordered beforehand is marked right behind the move of its seat"
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
                self.disputes.starts(position)
            case SeatResigned(seat):
                is_wished = seat == actor or (actor is None and self.times.is_due)
                if not self.is_started or not is_wished or seat in self.resigned or seat in self.disputes.freed:
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
            case ResultReplaced() if not self.is_finished:
                return "a result is replaced when the game is over"
            case event if isinstance(event, DISPUTE_EVENTS):
                complaint = self.disputes.complaint(position, actor, event, self.is_finished)
                if complaint is None and isinstance(event, SeatFreed):
                    self.resigned.discard(event.seat)
                if complaint is None and isinstance(event, SeatTakenOver):
                    self.times.sits(event.seat)
                return complaint
            case event if isinstance(event, TIME_EVENTS):
                return self.times.complaint(position, record)
            case _:
                self.times.acts(actor)
        return None

    def _is_owned(self, seat: int) -> bool:
        return seat < self.taken and self.disputes.is_owned(seat)

    def _persons(self) -> int:
        """How many seats are for people."""
        return (self.players or 0) - self.computers
