"""Course of a game: opening, seats, randomness, start, resignations, end."""

from __future__ import annotations

from typing import Any

from verify.bundle import Failed, Position, position_in
from verify.clocks import Times
from verify.disputes import AFTER_THE_END, Disputes
from verify.events import MARKS, SIGNATURES
from verify.luck import round_after
from verify.proposals import OF_ENDS, OF_TAKE_BACKS, Proposals
from verify.record import REFEREE, Audiences, Record
from verify.shared_events import GO_BACK, SETTLING, SHARED_EVENTS, TIME


def check_course(record: Record) -> str:
    """Check that there are no actions before the start, after the end, or by people outside the game."""
    course = Course(record.audiences)
    for position, said, data in record.numbered():
        complaint = course.complaint(position, said, data)
        if complaint is not None:
            raise Failed(position, complaint)
    unfinished = course.unfinished()
    if unfinished is not None:
        last = record.bundle.lines[-1].position
        raise Failed(Position(last.action, last.effect + 1), unfinished)
    return "from the opening on"


def is_dealt_for(seat: Any, dealing: int, players: int) -> bool:
    """Whether an analysis game correctly declares what was dealt in it: nothing, or what a seat did not see."""
    return dealing == 0 if seat is None else dealing > 0 and 0 <= seat < players


class Course:
    """The state of a game: opening, seats, randomness, start, resignations, end."""

    def __init__(self, audiences: Audiences = None) -> None:
        self.players = self.persons = 0
        self.edition = 1
        self.reserved: list[str] = []
        self.taken: dict[int, str] = {}
        """The taken seats with their players; a computer player is empty."""
        self.offered: dict[int, str] = {}
        self.edition = 1
        self.former: set[tuple[int, str]] = set()
        """The seats that were taken over, each with its previous player."""
        self.binds_first = self.is_strict = self.is_started = self.is_over = False
        self.opened: set[int] = set()
        self.beacon: dict[str, Any] | None = None
        self.awaited = self.recorded = 0
        """The round of the beacon that is awaited, and the one that is recorded; 0: none."""
        self.resigned: set[int] = set()
        self.is_finished = False
        self.disputes = Disputes(audiences)
        self.proposals = Proposals(audiences)
        self.times = Times()
        self.before: tuple[int, int | None] | None = None
        """The action and the seat of the previous entry, unless that was a mark."""
        self.moved: tuple[int, int | None] | None = None
        """The action and the seat of the previous entry, if it is one of the title's."""
        self.is_decision = False
        """Whether the last event was the decision of a dispute, which a referee may sign."""

    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self.disputes.unfinished is not None:
            return self.disputes.unfinished
        if self.proposals.due is not None or self.times.due is not None:
            return "the consequence of an agreement or a time-out comes immediately"
        if self.is_over:
            return None
        if not self.is_started:
            is_full = 0 < self.persons <= len(self.taken)
            is_bound = is_full and (not self.is_strict or len(self.opened) == self.persons)
            if not is_bound or (self.awaited and not self.recorded):
                return None
            if self.beacon is not None and not self.awaited:
                return "the round of the beacon is fixed as soon as every seat is taken and every nonce is open"
            return "the game starts as soon as every seat is taken and every nonce is open"
        is_decided = self.resigned and (self.players - len(self.resigned) < 2 or not self._playing())
        return "the game ends when only one seat has not resigned, or no person is left" if is_decided else None

    def complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        """The reason why this event cannot come next. If it can, it is applied, and there is none."""
        kind, actor, seat = data["type"], said.get("actor"), data.get("seat")
        before, self.before = self.before, None if kind in MARKS else (position.action, actor)
        was_decision, self.is_decision = self.is_decision, kind == "DisputeDecided"
        moved, self.moved = self.moved, None if kind in SHARED_EVENTS else (position.action, actor)
        is_signature = kind in SIGNATURES and before == (position.action, actor)
        if self.is_over and not is_signature and not (self.is_finished and kind in AFTER_THE_END):
            return "the game is already over"
        if (position == (1, 0)) != (kind == "GameCreated"):
            return "a record begins with its only GameCreated"
        if kind == "GameCreated":
            self.players = data["players"]
            self.persons = self.players - len(data.get("computers", ()))
            self.binds_first, self.is_strict = data.get("luck", "1") != "1", data.get("strict", False)
            self.reserved = data.get("reserved") or [""] * self.players
            self.edition = data.get("edition", 1)
            self.beacon = data.get("beacon")
            if len(self.reserved) != self.players:
                return "each seat is reserved for one player or for none"
            self.disputes.opens(self.players, self.persons, bool(data.get("referee")), self.edition)
            self.times.pace, self.times.last_at = data.get("pace"), said["at"]
            self.proposals.edition = self.edition
            self.disputes.undone(position, data)
            self.proposals.undone(position, said, self.resigned)
            return None if actor is None else f"there is no seat {actor + 1}"
        if actor is not None and not 0 <= actor < self.players:
            return f"there is no seat {actor + 1}"
        undone = (
            (self.unfinished() if position.effect == 0 else None)
            or self.disputes.undone(position, data)
            or self.proposals.undone(position, said, self.resigned)
            or self.times.undone(position, said["at"], data)
        )
        if undone is not None:
            return undone
        if kind in GO_BACK:
            self.proposals.rollbacks.append((position, position_in(data["position"])))
        if kind in SETTLING:
            self.proposals.open.clear()
        if kind == "Forked":
            if position != (1, 1) or actor is not None:
                return "the origin of an analysis game comes right after its opening"
            if not is_dealt_for(data.get("seen_by"), data.get("dealing", 0), self.players):
                return "a copy is dealt again only if it was made from the view of a seat"
        elif kind == "SeatTaken":
            if seat != self._seat_for(data["player"]) or self.is_started or actor not in (None, seat):
                return "a player takes the seat reserved for them, or else the lowest free one"
            if self.binds_first and actor is not None and position.action == 1:
                return "players join only after the commitment to the game key is public"
            self.taken[data["seat"]] = data["player"] if data["kind"] == "person" else ""
        elif kind == "SeatLeft":
            is_mine = seat == actor and self._is_owned(data["seat"])
            if self.is_started or not is_mine or len(self.taken) >= self.persons:
                return "a player leaves only their own seat, while another one is free"
            del self.taken[data["seat"]]
        elif kind == "SeatReleased":
            by = min(self.taken, default=None) if data["why"] == "released" else None
            is_kept = (
                0 <= data["seat"] < self.players and data["seat"] not in self.taken and self.reserved[data["seat"]]
            )
            if self.is_started or not is_kept or actor != by:
                return "only a free, reserved seat is released, and only before the start"
            self.reserved = ["" if number == seat else one for number, one in enumerate(self.reserved)]
        elif kind == "SeatReserved":
            player, first = data["player"], min(self.taken, default=None)
            is_free = 0 <= data["seat"] < self.persons and data["seat"] not in self.taken
            expected = {one for number, one in enumerate(self.reserved) if number not in self.taken}
            has_part = player in expected or player in self.taken.values()
            if self.is_started or not is_free or actor is None or actor != first or not player or has_part:
                return "the first player reserves a free seat, for a player who has none, before the start"
            self.reserved = [player if number == data["seat"] else one for number, one in enumerate(self.reserved)]
        elif kind == "SeatOffered":
            player, parts = data["player"], set(self.taken.values()) - {""}
            if not self.is_started or seat != actor or seat not in self._playing():
                return "a person who plays offers their own seat"
            if player in parts or not (player or self.offered.get(data["seat"])):
                return "a seat is offered to a player who has no part in the game"
            if self._knows_another(data["seat"], player):
                return "a seat is offered to a player who has played no other seat"
            self.offered[data["seat"]] = player
        elif kind == "SeatTakenOver" and self._knows_another(data["seat"], data["player"]):
            return "a player who has played another seat of the game does not take over this one"
        elif kind == "SeatTakenOver" and data["player"] and self.offered.get(data["seat"]) == data["player"]:
            if seat != actor:
                return "a seat is taken over by the player it was offered to"
            self._is_taken_over(data["seat"], data["player"])
        elif kind == "NonceOpened":
            if not self.is_strict or self.is_started or len(self.taken) < self.persons:
                return "nonces are opened in a strict game, after every seat is taken and before the start"
            if seat != actor or seat in self.opened or not 0 <= data["seat"] < self.persons:
                return "a player opens a nonce once, for their own seat"
            self.opened.add(data["seat"])
        elif kind == "BeaconAwaited":
            is_bound = 0 < self.persons <= len(self.taken) and (not self.is_strict or len(self.opened) == self.persons)
            if self.beacon is None or self.awaited or not is_bound or actor is not None or not position.effect:
                return "a round of the beacon is fixed once, with the last seat taken or the last nonce opened"
            if data["round"] != round_after(self.beacon, said["at"]):
                return (
                    f"at this time the random draws wait for round {round_after(self.beacon, said['at'])} of the beacon"
                )
            self.awaited = data["round"]
        elif kind == "BeaconRecorded":
            is_due = self.awaited and not self.recorded and data["round"] == self.awaited
            if not is_due or actor is not None or position.effect:
                return "the round that was fixed is recorded, once"
            self.recorded = data["round"]
        elif kind in SIGNATURES:
            signer = None if seat == REFEREE else seat
            is_judges = was_decision and position.effect == 1
            if signer != actor or before != (position.action, actor) or (signer is None and not is_judges):
                return "a signature comes right after the action of its seat"
        elif kind == "MoveOrdered":
            if seat != actor or moved != (position.action, seat):
                return "the mark of a standing order comes right after the move of its seat"
        elif kind == "KeyChanged":
            if seat != actor or not self._is_owned(data["seat"]) or seat in self.resigned:
                return "a seated player changes the key of their own seat"
        elif kind == "GameStarted":
            if self.is_started or len(self.taken) != self.players:
                return "the game starts once, when the last seat is taken"
            if self.is_strict and len(self.opened) != self.persons:
                return "a strict game starts when the last nonce is open"
            if self.beacon is not None and not self.recorded:
                return "the game starts when the round of its beacon is recorded"
            self.is_started = True
            self.disputes.started = position.action
        elif kind == "SeatResigned":
            is_deliberate = seat == actor or (actor is None and self.times.is_due)
            if not self.is_started or not is_deliberate or seat in self.resigned | self.disputes.freed:
                return "a seated player resigns once, and only for their own seat"
            self.resigned.add(data["seat"])
            self.offered.pop(data["seat"], None)
        elif kind == "GameAborted":
            is_mine = seat == actor and (seat is None or self._is_owned(seat))
            if not is_mine or (seat is None) != bool(data.get("text", "").strip()) or position.effect:
                return "a game is called off by a player, or by the operator with a reason"
            self.is_over = True
        elif not self.is_started:
            return "the game has not started"
        elif kind == "GameFinished":
            self.is_over = self.is_finished = True
        elif kind == "ResultReplaced":
            return None if self.is_finished else "a result is replaced only after the game is over"
        elif kind in (*OF_TAKE_BACKS, *OF_ENDS):
            if self.edition >= 2 and actor in self.times.absent:
                return "a computer player answers for this seat until its player returns"
            return self.proposals.complaint(position, actor, data, self._playing())
        elif kind in TIME:
            return self.times.complaint(position, said, data, set(self._playing()))
        elif kind not in SHARED_EVENTS:
            self.times.acts(actor)
        else:
            if kind == "SeatFreed":
                self.resigned.discard(data["seat"])
                self.offered.pop(data["seat"], None)
            complaint = self.disputes.complaint(position, actor, data, self.is_finished)
            if complaint is None and kind == "SeatTakenOver":
                self._is_taken_over(data["seat"], data["player"])
            return complaint
        return None

    def _seat_for(self, player: str) -> int | None:
        """The seat for this player: the one reserved for them, or else the lowest free one."""
        free = [seat for seat in range(self.players) if seat not in self.taken]
        own = [seat for seat in free if player and self.reserved[seat] == player]
        return next(iter(own or [seat for seat in free if not self.reserved[seat]]), None)

    def _knows_another(self, seat: int, player: str) -> bool:
        """Whether this player has or had another seat in the running game, by the rules of edition 2."""
        had = {*self.taken.items(), *self.former}
        return self.edition >= 2 and player != "" and any(who == player and other != seat for other, who in had)

    def _is_taken_over(self, seat: int, player: str) -> None:
        self.former.add((seat, self.taken[seat]))
        self.taken[seat] = player
        self.offered.pop(seat, None)
        self.times.sits(seat)

    def _is_owned(self, seat: int) -> bool:
        return seat in self.taken and self.disputes.is_owned(seat)

    def _playing(self) -> dict[int, str]:
        """The seats played by persons, each with its player."""
        return {
            seat: player for seat, player in self.taken.items() if self._is_owned(seat) and seat not in self.resigned
        }
