"""Lifecycle check: opening, seats, luck, start, resignations, end.

These are rules G1 to G15, G20 to G23 and G28. Replaying a record needs its game key and its secrets; this check needs
neither.
"""

from collections.abc import Iterable
from typing import Any

from audit.verification.clocks import Times
from audit.verification.disputes import Disputes
from audit.verification.luck import round_after
from audit.verification.proposals import Proposals
from domain.clocks.events import TIME_EVENTS
from domain.disputes.events import (
    AFTER_THE_END,
    DISPUTE_EVENTS,
    DisputeDecided,
    GoneBack,
    ResultReplaced,
    SeatFreed,
    SeatTakenOver,
)
from domain.game import (
    PERSON,
    REFEREE,
    SHARED_EVENTS,
    Beacon,
    BeaconAwaited,
    BeaconRecorded,
    CommandSigned,
    Forked,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    KeyChanged,
    NonceOpened,
    SeatLeft,
    SeatOffered,
    SeatReleased,
    SeatReserved,
    SeatResigned,
    SeatTaken,
)
from domain.messages import Record
from domain.ordered_moves import MoveOrdered
from domain.proposals.events import PROPOSAL_EVENTS
from eventstore.entries import BEGINNING, Position

_AFTER_THE_END = (*AFTER_THE_END, CommandSigned)


def first_out_of_place(records: Iterable[tuple[Position, Record[Any]]]) -> tuple[Position, str] | None:
    """The first event that is out of place in any game, or missing, and why; none if all are in place."""
    lifecycle = _Lifecycle()
    last = BEGINNING
    for position, record in records:
        complaint = lifecycle.complaint(position, record)
        if complaint is not None:
            return position, complaint
        last = position
    unfinished = lifecycle.unfinished()
    return None if unfinished is None else (Position(last.action, last.effect + 1), unfinished)


class _Lifecycle:
    """The state of the game's lifecycle."""

    def __init__(self) -> None:
        self.players: int | None = None
        self.edition = 1
        self.computers = 0
        self.reserved: tuple[str, ...] = ()
        self.taken: dict[int, str] = {}
        """The taken seats with their players; a computer player is empty."""
        self.offered: dict[int, str] = {}
        self.edition = 1
        self.former: set[tuple[int, str]] = set()
        """The seats that were taken over, each with its previous player."""
        self.binds_first = self.is_strict = False
        self.opened: set[int] = set()
        self.beacon: Beacon | None = None
        self.awaited = self.recorded = 0
        """The round of the beacon that is awaited, and the one that is recorded; 0: none."""
        self.is_started = False
        self.is_over = False
        self.resigned: set[int] = set()
        self.is_finished = False
        self.disputes = Disputes()
        self.proposals = Proposals()
        self.times = Times(lambda seat: self._is_owned(seat) and seat not in self.resigned)
        self.signs: tuple[int, int | None] | None = None
        self.moved: tuple[int, int | None] | None = None
        self.is_decision = False
        """Whether the last event was the decision of a dispute, which a referee may sign."""

    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        due = self.disputes.unfinished or self.proposals.unfinished or self.times.unfinished
        if due is not None or self.is_over:
            return due
        if not self.is_started:
            is_full = 0 < self._persons() <= len(self.taken)
            is_bound = is_full and (not self.is_strict or len(self.opened) == self._persons())
            if not is_bound or (self.awaited and not self.recorded):
                return None
            if self.beacon is not None and not self.awaited:
                return "the round of the beacon is fixed as soon as every seat is taken and every nonce is open"
            return "the game starts as soon as every seat is taken and every nonce is open"
        is_decided = self.resigned and ((self.players or 0) - len(self.resigned) < 2 or not self._playing())
        return "the game ends when only one seat has not resigned, or no person is left" if is_decided else None

    def complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Why this record cannot come next; if it can, none, and it is applied."""
        actor = record.actor
        before, self.signs = self.signs, (position.action, actor)
        was_decision, self.is_decision = self.is_decision, isinstance(record.data, DisputeDecided)
        moved, self.moved = self.moved, None if isinstance(record.data, SHARED_EVENTS) else (position.action, actor)
        is_signature = isinstance(record.data, CommandSigned) and before == (position.action, actor)
        if self.is_over and not is_signature and not (self.is_finished and isinstance(record.data, _AFTER_THE_END)):
            return "the game is already over"
        if (self.players is None) != isinstance(record.data, GameCreated):
            return "a record begins with its only GameCreated"
        if actor is not None and not 0 <= actor < (self.players or 0):
            return f"there is no seat {actor + 1}"
        undone = (
            (self.unfinished() if position.effect == 0 else None)
            or self.disputes.complaint_of_remedy(position, record.data)
            or self.proposals.complaint_of_agreed(position, record, self.resigned)
            or self.times.complaint_of_due(position, record)
        )
        if undone is not None:
            return undone
        complaint: str | None = None
        match record.data:
            case GameCreated(players=players, computers=computers, reserved=reserved) as created:
                if reserved and len(reserved) != players:
                    return "each seat is reserved for one player or for none"
                self.players, self.computers, self.reserved = players, len(computers), reserved
                self.edition = created.edition
                self.disputes.opens(players, self._persons(), bool(created.referee), created.edition)
                self.times.opens(players, created.pace)
                self.proposals.edition = created.edition
                self.binds_first, self.is_strict = created.luck != "1", created.strict
                self.beacon = created.beacon
                self.edition = created.edition
            case Forked(seen_by=seat, dealing=dealing):
                if (position.action, position.effect) != (1, 1) or actor is not None:
                    return "the origin of an analysis game comes right after its opening"
                if not (dealing == 0 if seat is None else dealing > 0 and 0 <= seat < (self.players or 0)):
                    return "a copy is dealt anew only if it was made from the view of a seat"
            case SeatTaken(seat, player, kind=kind):
                if seat != self._seat_for(player) or self.is_started or actor not in (None, seat):
                    return "a player takes the seat reserved for them, or else the lowest free one"
                if self.binds_first and actor is not None and position.action == 1:
                    return "players join only after the commitment to the game key is public"
                self.taken[seat] = player if kind == PERSON else ""
            case SeatLeft(seat):
                if self.is_started or seat != actor or not self._is_owned(seat) or len(self.taken) >= self._persons():
                    return "a player leaves only their own seat, while another one is free"
                del self.taken[seat]
            case SeatReleased(seat, why):
                by = min(self.taken, default=None) if why == "released" else None
                if self.is_started or seat in self.taken or not self._kept()[seat] or actor != by:
                    return "only a free, reserved seat is released, and only before the start"
                self.reserved = tuple("" if number == seat else one for number, one in enumerate(self.reserved))
            case SeatReserved(seat, player):
                is_free = not self.is_started and 0 <= seat < self._persons() and seat not in self.taken
                others = {*self.taken.values(), *self._expected()}
                if (
                    not is_free
                    or actor is None
                    or actor != min(self.taken, default=None)
                    or not player
                    or player in others
                ):
                    return "the first player reserves a free seat, for a player who has none, before the start"
                self.reserved = tuple(player if number == seat else one for number, one in enumerate(self._kept()))
            case SeatOffered(seat, player):
                is_mine = self.is_started and seat == actor and seat in self._playing()
                is_free_for = player not in self._parts() and not self._knows_another(seat, player)
                if not is_mine or not is_free_for or not (player or self.offered.get(seat)):
                    return "a person who plays offers their own seat to a player who has no part in the game"
                self.offered[seat] = player
            case SeatTakenOver(seat, player) if self._knows_another(seat, player):
                return "a player who has played another seat of the game does not take over this one"
            case SeatTakenOver(seat, player) if player and self.offered.get(seat) == player and seat == actor:
                self._is_taken_over(seat, player)
            case NonceOpened(seat):
                if not self.is_strict or self.is_started or len(self.taken) < self._persons():
                    return "nonces are opened in a strict game, after every seat is taken and before the start"
                if seat != actor or seat in self.opened or seat >= self._persons():
                    return "a player opens a nonce once, for their own seat"
                self.opened.add(seat)
            case BeaconAwaited(number):
                is_bound = 0 < self._persons() <= len(self.taken)
                is_bound = is_bound and (not self.is_strict or len(self.opened) == self._persons())
                if self.beacon is None or self.awaited or not is_bound or actor is not None or not position.effect:
                    return "a round of the beacon is fixed once, with the last seat taken or the last nonce opened"
                if number != (due := round_after(self.beacon, record.at)):
                    return f"at this time the luck waits for round {due} of the beacon"
                self.awaited = number
            case BeaconRecorded(number):
                if not self.awaited or self.recorded or number != self.awaited or actor is not None or position.effect:
                    return "the round that was fixed is recorded, once"
                self.recorded = number
            case CommandSigned(seat):
                signer = None if seat == REFEREE else seat
                is_judges = was_decision and position.effect == 1
                if signer != actor or before != (position.action, actor) or (signer is None and not is_judges):
                    return "a signature comes right after the action of its seat"
                self.signs = None
            case MoveOrdered(seat):
                if seat != actor or moved != (position.action, seat):
                    return "the mark of a standing order comes right after the move of its seat"
                self.signs = None
            case KeyChanged(seat):
                if seat != actor or not self._is_owned(seat) or seat in self.resigned:
                    return "a seated player changes the key of their own seat"
            case GameStarted():
                if self.is_started or len(self.taken) != self.players:
                    return "the game starts once, when the last seat is taken"
                if self.is_strict and len(self.opened) != self._persons():
                    return "a strict game starts when the last nonce is open"
                if self.beacon is not None and not self.recorded:
                    return "the game starts when the round of its beacon is recorded"
                self.is_started = True
                self.disputes.starts(position)
            case SeatResigned(seat):
                is_wished = seat == actor or (actor is None and self.times.is_due)
                if not self.is_started or not is_wished or seat in self.resigned or seat in self.disputes.freed:
                    return "a seated player resigns once, and only for their own seat"
                self.resigned.add(seat)
                self.offered.pop(seat, None)
                self.proposals.settle()
            case GameAborted(seat, text=text):
                is_mine = seat == actor and (seat is None or self._is_owned(seat))
                if not is_mine or (seat is None) != bool(text.strip()) or position.effect:
                    return "a game is called off by a player, or by the operator with a reason"
                self.is_over = True
            case _ if not self.is_started:
                return "the game has not started"
            case GameFinished():
                self.is_over = self.is_finished = True
                self.proposals.settle()
            case event if isinstance(event, PROPOSAL_EVENTS):
                if self.edition >= 2 and actor is not None and self.times.is_absent(actor):
                    return "a computer player answers for this seat until its player returns"
                return self.proposals.complaint(position, actor, event, self._playing())
            case ResultReplaced() if not self.is_finished:
                return "a result is replaced only after the game is over"
            case event if isinstance(event, DISPUTE_EVENTS):
                complaint = self.disputes.complaint(position, actor, event, self.is_finished)
                if complaint is None and isinstance(event, SeatFreed):
                    self.resigned.discard(event.seat)
                    self.offered.pop(event.seat, None)
                    self.proposals.settle()
                elif complaint is None and isinstance(event, SeatTakenOver):
                    self._is_taken_over(event.seat, event.player)
            case event if isinstance(event, TIME_EVENTS):
                return self.times.complaint(position, record)
            case event if type(event) not in SHARED_EVENTS:
                self.times.acts(actor)
        if isinstance(record.data, GoneBack):
            self.proposals.goes_back(position, record.data)
            self.proposals.settle()
        return complaint

    def _seat_for(self, player: str) -> int | None:
        """The seat that this player takes (G2, G21)."""
        kept = self._kept()
        free = [seat for seat in range(self.players or 0) if seat not in self.taken]
        own = [seat for seat in free if player and kept[seat] == player]
        return next(iter(own or [seat for seat in free if not kept[seat]]), None)

    def _knows_another(self, seat: int, player: str) -> bool:
        """Whether this player has or had another seat in the running game, by edition 2 (G15, G22)."""
        had = {*self.taken.items(), *self.former}
        return self.edition >= 2 and player != "" and any(who == player and other != seat for other, who in had)

    def _kept(self) -> tuple[str, ...]:
        return self.reserved or ("",) * (self.players or 0)

    def _expected(self) -> set[str]:
        """The players for whom free seats are reserved."""
        return {player for seat, player in enumerate(self._kept()) if seat not in self.taken}

    def _is_taken_over(self, seat: int, player: str) -> None:
        self.former.add((seat, self.taken[seat]))
        self.taken[seat] = player
        self.offered.pop(seat, None)
        self.proposals.settle()
        self.times.sits(seat)

    def _playing(self) -> dict[int, str]:
        """The seats played by persons, each with its player."""
        return {
            seat: player for seat, player in self.taken.items() if self._is_owned(seat) and seat not in self.resigned
        }

    def _parts(self) -> set[str]:
        """The participants according to the record: the players."""
        return {player for player in self.taken.values() if player}

    def _is_owned(self, seat: int) -> bool:
        return seat in self.taken and self.disputes.is_owned(seat)

    def _persons(self) -> int:
        """The number of seats for people."""
        return (self.players or 0) - self.computers
