"""The lifecycle of a game, as everybody can see it: opening, seats, start, resignations, end (G1 to G7).

Playing a record again needs its game key and its secrets; this needs neither.
"""

from collections.abc import Iterable
from typing import Any

from domain.game import GameAborted, GameCreated, GameFinished, GameStarted, SeatResigned, SeatTaken
from domain.messages import Record
from eventstore.entries import Position


def first_out_of_place(records: Iterable[tuple[Position, Record[Any]]]) -> tuple[Position, str] | None:
    """The first event that cannot come where it does in any game, and why; none when all can."""
    lifecycle = _Lifecycle()
    for position, record in records:
        complaint = lifecycle.complaint(record)
        if complaint is not None:
            return position, complaint
    return None


class _Lifecycle:
    """How far the game has come."""

    def __init__(self) -> None:
        self.players: int | None = None
        self.taken = 0
        self.is_started = False
        self.is_over = False
        self.resigned: set[int] = set()

    def complaint(self, record: Record[Any]) -> str | None:
        """Why this record cannot come next; if it can, none, and it is taken as the next one."""
        actor = record.actor
        if self.is_over:
            return "the game is already over"
        if (self.players is None) != isinstance(record.data, GameCreated):
            return "a record begins with its only GameCreated"
        if actor is not None and not 0 <= actor < (self.players or 0):
            return f"there is no seat {actor}"
        match record.data:
            case GameCreated(players=players):
                self.players = players
            case SeatTaken(seat):
                if seat != self.taken or seat >= (self.players or 0) or actor not in (None, seat):
                    return "the seats are taken one after the other"
                self.taken += 1
            case GameStarted():
                if self.is_started or self.taken != self.players:
                    return "the game starts once, when the last seat is taken"
                self.is_started = True
            case SeatResigned(seat):
                if not self.is_started or seat != actor or seat in self.resigned:
                    return "a seated player may resign, once, for their own seat"
                self.resigned.add(seat)
            case GameAborted(seat):
                if seat != actor:
                    return "a game is called off by a player"
                self.is_over = True
            case _ if not self.is_started:
                return "the game has not started"
            case GameFinished():
                self.is_over = True
        return None
