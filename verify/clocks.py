"""Clocks: the times of a record, and its events about time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

from verify.bundle import Failed, Position, position_in
from verify.record import LAST_TIME, Record, SeatNames


def check_times(record: Record) -> str:
    """Times never decrease, and are equal within an action."""
    action, before = 0, 0
    for position, said, _data in record.numbered():
        if said["at"] < before or (position.action == action and said["at"] != before):
            raise Failed(position, "time runs backwards")
        if said["at"] > LAST_TIME:
            raise Failed(position, "the time is out of range")
        action, before = position.action, said["at"]
    return "; ".join(["in order", *_times_out(record)])


def _times_out(record: Record) -> Iterator[str]:
    """The time-outs and where the players were asked; in a signed game each is a warning.

    No signature bounds the time at which a player was asked or had not answered: a receipt of the question can be
    made at any time, and says nothing of an answer.
    """
    names = SeatNames(record.bundle.header)
    for position, _said, data in record.numbered():
        names.take(data)
        if data["type"] == "TimedOut":
            asked = f", asked at {data['asked']}" if data.get("asked") else ""
            who = names.of(data["seat"])
            said = f"the time of {who}{asked}, ran out at {position}: only the server's clock says so"
            if record.created["signed"]:
                record.warnings.append(said)
            else:
                yield said


DAY = 86_400_000
WEEK_MINUTES = 7 * 24 * 60


class Times:
    """The state of the clocks' events. Checking whether a deadline was due needs the rules."""

    def __init__(self) -> None:
        self.pace: dict[str, Any] | None = None
        self.absent: set[int] = set()
        self.agreed: set[int] = set()
        self.is_paused = self.is_due = False
        self.last_at = 0
        self.away: dict[int, list[tuple[int, int]]] = {}
        self.due: tuple[int, dict[str, Any]] | None = None

    def undone(self, position: Position, at: int, data: dict[str, Any]) -> str | None:
        """The reason why this event must not directly follow a time-out or an agreement, or must follow one but does
        not, or is not a valid outage; none if it is right.
        """
        before, self.last_at = self.last_at, at
        if data["type"] == "ServerAway" and not before <= data["since"] < data["until"] <= at:
            return "an outage begins after the last event and ends before it is recorded"
        due, self.due = self.due, None
        self.is_due = due == (position.action, data)
        if due is not None:
            return None if self.is_due else "the consequence comes immediately, before anything else"
        return "the clocks stop when all agree" if data["type"] == "GamePaused" else None

    def complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any], played: set[int]) -> str | None:
        """The reason why this event about time cannot come next, if any; `played` are the seats whose persons have not
        resigned.
        """
        kind, actor, at, pace = data["type"], said.get("actor"), said["at"], self.pace
        if pace is None:
            return "no clock runs in this game"
        if kind == "GamePaused":
            self.is_paused = True
            return None
        if kind == "ServerAway":
            is_nobodys = actor is None and not position.effect and not self.is_paused
            return None if is_nobodys else "an outage is recorded by the server alone, while the clocks run"
        seat = data["seat"]
        if kind == "TimedOut":
            if actor is not None or position.effect or pace["outcome"] == "never" or self.is_paused:
                return "a time-out is recorded by the server alone, in a game that acts on it, while the clocks run"
            if seat not in played or seat in self.absent:
                return "only a player who is present times out"
            if at < data["deadline"]:
                return "the time of this seat had not run out"
            if data.get("asked") and position_in(data["asked"]) >= position:
                return "a question comes before its time-out"
            if pace["outcome"] == "resign":
                self.due = (position.action, {"type": "SeatResigned", "seat": seat})
            else:
                self.absent.add(seat)
            return None
        if seat != actor or seat not in played:
            return "a player does that for their own seat"
        if kind == "SeatReturned":
            if seat not in self.absent:
                return "only an absent player returns"
            self.absent.discard(seat)
        elif kind == "TimeGranted":
            if data["to"] == seat or data["to"] not in played or not 0 < data["time"] <= DAY:
                return "a player grants another player at most a day"
        elif kind == "PauseAgreed":
            if self.is_paused or seat in self.agreed:
                return "each player agrees once to a pause"
            self.agreed.add(seat)
            if played <= self.agreed:
                self.agreed = set()
                self.due = (position.action, {"type": "GamePaused"})
        elif kind == "PauseDeclined":
            if not self.agreed:
                return "no player has asked for a pause"
            self.agreed = set()
        elif kind == "GameResumed":
            if not self.is_paused:
                return "the clocks are not stopped"
            self.is_paused = False
        elif kind == "PlayTimesSet":
            return self._set(data["times"], pace)
        else:
            return self._away(kind, seat, at, data, pace)
        return None

    def acts(self, actor: int | None) -> None:
        """A seat has made a move, which ends its one-time substitution."""
        if self.pace is not None and self.pace["outcome"] == "once" and actor is not None:
            self.absent.discard(actor)

    def sits(self, seat: int) -> None:
        """A player has taken this seat again."""
        self.absent.discard(seat)

    def _away(self, kind: str, seat: int, at: int, data: dict[str, Any], pace: dict[str, Any]) -> str | None:
        away = self.away.setdefault(seat, [])
        if kind == "VacationEnded":
            ended = ((since, min(until, max(since, at))) for since, until in away)
            self.away[seat] = [one for one in ended if one[0] < one[1]]
            return None
        span = (data["since"], data["until"])
        if not at <= span[0] < span[1] or span[1] > LAST_TIME:
            return "a vacation begins now or later, and ends after that"
        same = (one for one in (*away, span) if _year(one[0]) == _year(span[0]))
        if sum(-(-(until - since) // DAY) for since, until in same) > pace["vacation"]:
            return "a vacation is within what the game allows in a year"
        away.append(span)
        return None

    def _set(self, times: dict[str, Any], pace: dict[str, Any]) -> str | None:
        ends = [minute for window in times["windows"] for minute in window]
        is_week = bool(ends) and ends == sorted(ends) and ends[0] >= 0 and ends[-1] <= WEEK_MINUTES
        since = [at for at, _ahead in times["offsets"]]
        is_time = bool(since) and all(one < other for one, other in zip(since, since[1:]))
        is_near = all(abs(ahead) <= 24 * 60 for _at, ahead in times["offsets"])
        if pace["windows"] and is_week and is_time and is_near and all(one < other for one, other in times["windows"]):
            return None
        return "play times are windows in a week, where the game counts by them"


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, timezone.utc).year
