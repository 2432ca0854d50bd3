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
        self.previous: tuple[str, int, int | None] = ("", 0, None)
        """The type, the action and the seat of the previous entry."""

    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self.disputes.unfinished is not None:
            return self.disputes.unfinished
        if self.proposals.due is not None or self.times.due is not None:
            return "the consequence of an agreement or a time-out comes immediately"
        if self.is_over:
            return None
        if not self.is_started:
            if not self._is_bound() or (self.awaited and not self.recorded):
                return None
            if self.beacon is not None and not self.awaited:
                return "the round of the beacon is fixed as soon as every seat is taken and every nonce is open"
            return "the game starts as soon as every seat is taken and every nonce is open"
        is_decided = self.resigned and (self.players - len(self.resigned) < 2 or not self._playing())
        return "the game ends when only one seat has not resigned, or no person is left" if is_decided else None

    def complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        """The reason why this event cannot come next. If it can, it is applied, and there is none."""
        found = self._complaint(position, said, data)
        self.previous = (data["type"], position.action, said.get("actor"))
        return found

    def _complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        kind, actor = data["type"], said.get("actor")
        is_signature = kind in SIGNATURES and self._follows_own(position, actor)
        if self.is_over and not is_signature and not (self.is_finished and kind in AFTER_THE_END):
            return "the game is already over"
        if (position == (1, 0)) != (kind == "GameCreated"):
            return "a record begins with its only GameCreated"
        if kind == "GameCreated":
            return self._opening(position, said, data)
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
        if kind in _RULES:
            return _RULES[kind](self, position, said, data)
        return self._complaint_in_play(position, said, data) if self.is_started else "the game has not started"

    def _complaint_in_play(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        kind, actor = data["type"], said.get("actor")
        if kind in _RULES_IN_PLAY:
            return _RULES_IN_PLAY[kind](self, position, said, data)
        if kind in (*OF_TAKE_BACKS, *OF_ENDS):
            if self.edition >= 2 and actor in self.times.absent:
                return "a computer player answers for this seat until its player returns"
            return self.proposals.complaint(position, actor, data, self._playing())
        if kind in TIME:
            return self.times.complaint(position, said, data, set(self._playing()))
        if kind in SHARED_EVENTS:
            return self.disputes.complaint(position, actor, data, self.is_finished)
        self.times.acts(actor)
        return None

    def _opening(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        self.players = data["players"]
        self.persons = self.players - len(data.get("computers", ()))
        self.binds_first, self.is_strict = data.get("luck", "1") != "1", data.get("strict", False)
        self.reserved = [*data.get("reserved", ())] or [""] * self.players
        self.edition = data.get("edition", 1)
        self.beacon = data.get("beacon")
        if len(self.reserved) != self.players:
            return "each seat is reserved for one player or for none"
        self.disputes.opens(self.players, self.persons, bool(data.get("referee")), self.edition)
        self.times.pace, self.times.last_at = data.get("pace"), said["at"]
        self.proposals.edition = self.edition
        self.disputes.undone(position, data)
        self.proposals.undone(position, said, self.resigned)
        return None if said.get("actor") is None else f"there is no seat {said['actor'] + 1}"

    def _forked(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        if position != (1, 1) or said.get("actor") is not None:
            return "the origin of an analysis game comes right after its opening"
        if not is_dealt_for(data.get("seen_by"), data.get("dealing", 0), self.players):
            return "a copy is dealt again only if it was made from the view of a seat"
        return None

    def _seat_taken(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        actor, seat = said.get("actor"), data["seat"]
        if seat != self._seat_for(data["player"]) or self.is_started or actor not in (None, seat):
            return "a player takes the seat reserved for them, or else the lowest free one"
        if self.binds_first and actor is not None and position.action == 1:
            return "players join only after the commitment to the game key is public"
        self.taken[seat] = data["player"] if data["kind"] == "person" else ""
        return None

    def _seat_left(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        is_mine = data["seat"] == said.get("actor") and self._is_owned(data["seat"])
        if self.is_started or not is_mine or len(self.taken) >= self.persons:
            return "a player leaves only their own seat, while another one is free"
        del self.taken[data["seat"]]
        return None

    def _seat_released(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        seat = data["seat"]
        by = min(self.taken, default=None) if data["why"] == "released" else None
        is_kept = 0 <= seat < self.players and seat not in self.taken and self.reserved[seat]
        if self.is_started or not is_kept or said.get("actor") != by:
            return "only a free, reserved seat is released, and only before the start"
        self.reserved[seat] = ""
        return None

    def _seat_reserved(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        actor, seat, player, first = said.get("actor"), data["seat"], data["player"], min(self.taken, default=None)
        is_free = 0 <= seat < self.persons and seat not in self.taken
        expected = {one for number, one in enumerate(self.reserved) if number not in self.taken}
        has_part = player in expected or player in self.taken.values()
        if self.is_started or not is_free or actor is None or actor != first or not player or has_part:
            return "the first player reserves a free seat, for a player who has none, before the start"
        self.reserved[seat] = player
        return None

    def _seat_offered(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        seat, player = data["seat"], data["player"]
        if not self.is_started or seat != said.get("actor") or seat not in self._playing():
            return "a person who plays offers their own seat"
        if player in set(self.taken.values()) - {""} or not (player or self.offered.get(seat)):
            return "a seat is offered to a player who has no part in the game"
        if self._knows_another(seat, player):
            return "a seat is offered to a player who has played no other seat"
        self.offered[seat] = player
        return None

    def _seat_taken_over(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        actor, seat, player = said.get("actor"), data["seat"], data["player"]
        if self._knows_another(seat, player):
            return "a player who has played another seat of the game does not take over this one"
        if player and self.offered.get(seat) == player:
            complaint = None if seat == actor else "a seat is taken over by the player it was offered to"
        elif self.is_started:
            complaint = self.disputes.complaint(position, actor, data, self.is_finished)
        else:
            complaint = "the game has not started"
        if complaint is None:
            self.former.add((seat, self.taken[seat]))
            self.taken[seat] = player
            self.offered.pop(seat, None)
            self.times.sits(seat)
        return complaint

    def _seat_freed(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        self.resigned.discard(data["seat"])
        self.offered.pop(data["seat"], None)
        return self.disputes.complaint(position, said.get("actor"), data, self.is_finished)

    def _nonce_opened(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        seat = data["seat"]
        if not self.is_strict or self.is_started or len(self.taken) < self.persons:
            return "nonces are opened in a strict game, after every seat is taken and before the start"
        if seat != said.get("actor") or seat in self.opened or not 0 <= seat < self.persons:
            return "a player opens a nonce once, for their own seat"
        self.opened.add(seat)
        return None

    def _beacon_awaited(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        is_due = not self.awaited and self._is_bound() and position.effect > 0
        if self.beacon is None or not is_due or said.get("actor") is not None:
            return "a round of the beacon is fixed once, with the last seat taken or the last nonce opened"
        if data["round"] != (expected := round_after(self.beacon, said["at"])):
            return f"at this time the random draws wait for round {expected} of the beacon"
        self.awaited = data["round"]
        return None

    def _beacon_recorded(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        is_due = self.awaited and not self.recorded and data["round"] == self.awaited
        if not is_due or said.get("actor") is not None or position.effect:
            return "the round that was fixed is recorded, once"
        self.recorded = data["round"]
        return None

    def _signature(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        actor = said.get("actor")
        signer = None if data["seat"] == REFEREE else data["seat"]
        is_judges = self.previous[0] == "DisputeDecided" and position.effect == 1
        if signer != actor or not self._follows_own(position, actor) or (signer is None and not is_judges):
            return "a signature comes right after the action of its seat"
        return None

    def _move_ordered(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        kind, *mover = self.previous
        if data["seat"] != said.get("actor") or kind in SHARED_EVENTS or mover != [position.action, data["seat"]]:
            return "the mark of a standing order comes right after the move of its seat"
        return None

    def _key_changed(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        if data["seat"] != said.get("actor") or not self._is_owned(data["seat"]) or data["seat"] in self.resigned:
            return "a seated player changes the key of their own seat"
        return None

    def _started(self, position: Position, _said: dict[str, Any], _data: dict[str, Any]) -> str | None:
        if self.is_started or len(self.taken) != self.players:
            return "the game starts once, when the last seat is taken"
        if self.is_strict and len(self.opened) != self.persons:
            return "a strict game starts when the last nonce is open"
        if self.beacon is not None and not self.recorded:
            return "the game starts when the round of its beacon is recorded"
        self.is_started = True
        self.disputes.started = position.action
        return None

    def _resigned(self, _position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        actor, seat = said.get("actor"), data["seat"]
        is_deliberate = seat == actor or (actor is None and self.times.is_due)
        if not self.is_started or not is_deliberate or seat in self.resigned | self.disputes.freed:
            return "a seated player resigns once, and only for their own seat"
        self.resigned.add(seat)
        self.offered.pop(seat, None)
        return None

    def _aborted(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        seat = data.get("seat")
        is_mine = seat == said.get("actor") and (seat is None or self._is_owned(seat))
        if not is_mine or (seat is None) != bool(data.get("text", "").strip()) or position.effect:
            return "a game is called off by a player, or by the operator with a reason"
        self.is_over = True
        return None

    def _finished(self, _position: Position, _said: dict[str, Any], _data: dict[str, Any]) -> str | None:
        self.is_over = self.is_finished = True
        return None

    def _result_replaced(self, _position: Position, _said: dict[str, Any], _data: dict[str, Any]) -> str | None:
        return None if self.is_finished else "a result is replaced only after the game is over"

    def _follows_own(self, position: Position, actor: int | None) -> bool:
        """Whether the previous entry is no mark, and of the same action and seat."""
        kind, *author = self.previous
        return kind not in MARKS and author == [position.action, actor]

    def _is_bound(self) -> bool:
        """Whether every seat is taken, and every nonce open in a strict game."""
        is_full = 0 < self.persons <= len(self.taken)
        return is_full and (not self.is_strict or len(self.opened) == self.persons)

    def _seat_for(self, player: str) -> int | None:
        """The seat for this player: the one reserved for them, or else the lowest free one."""
        free = [seat for seat in range(self.players) if seat not in self.taken]
        own = [seat for seat in free if player and self.reserved[seat] == player]
        return next(iter(own or [seat for seat in free if not self.reserved[seat]]), None)

    def _knows_another(self, seat: int, player: str) -> bool:
        """Whether this player has or had another seat in the running game, by the rules of edition 2."""
        had = {*self.taken.items(), *self.former}
        return self.edition >= 2 and player != "" and any(who == player and other != seat for other, who in had)

    def _is_owned(self, seat: int) -> bool:
        return seat in self.taken and self.disputes.is_owned(seat)

    def _playing(self) -> dict[int, str]:
        """The seats played by persons, each with its player."""
        return {
            seat: player for seat, player in self.taken.items() if self._is_owned(seat) and seat not in self.resigned
        }


_RULES = {
    "Forked": Course._forked,
    "SeatTaken": Course._seat_taken,
    "SeatLeft": Course._seat_left,
    "SeatReleased": Course._seat_released,
    "SeatReserved": Course._seat_reserved,
    "SeatOffered": Course._seat_offered,
    "SeatTakenOver": Course._seat_taken_over,
    "NonceOpened": Course._nonce_opened,
    "BeaconAwaited": Course._beacon_awaited,
    "BeaconRecorded": Course._beacon_recorded,
    **dict.fromkeys(SIGNATURES, Course._signature),
    "MoveOrdered": Course._move_ordered,
    "KeyChanged": Course._key_changed,
    "GameStarted": Course._started,
    "SeatResigned": Course._resigned,
    "GameAborted": Course._aborted,
}
"""The check of each shared event of the course; the other checks are for events of proposals, clocks and disputes."""
_RULES_IN_PLAY = {
    "SeatFreed": Course._seat_freed,
    "GameFinished": Course._finished,
    "ResultReplaced": Course._result_replaced,
}
"""Those of events that come after the start only."""
