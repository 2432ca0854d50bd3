"""Reports: messages that players have reported, and the decisions of operators.

A report holds a copy of the message, so that it can be settled after its author has deleted it.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventstore.errors import reading
from eventstore.valkey.connection import Client
from services.community.chat import Room

Outcome = Literal["open", "dismissed", "removed", "silenced"]
LONGEST_REASON = 500
_REPORTS = "stele:{reports}:all"
_OPEN = "stele:{reports}:open"
_NUMBER = "stele:{reports}:number"
_MADE = "stele:{reports}:made"


class Report(Struct, frozen=True):
    """A report by `by` of a message by `about`, in a room of the game or in its challenge.

    The decision is by `operator`; times are in milliseconds since 1970 UTC.
    """

    number: int
    by: str
    about: str
    game: str
    room: Room | Literal["challenge"]
    message: str
    text: str
    reason: str
    at: int
    outcome: Outcome = "open"
    operator: str = ""
    settled_at: int = 0


class AlreadySettled(ValueError):
    """The report has been settled already."""


class Reports:
    """All reports."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def make(self, report: Report) -> Report:
        """Store this report under a new number; a second report of a message by the same player returns the first."""
        once = f"{report.by} {report.game} {report.room} {report.message}"
        number = int(self._redis.incr(_NUMBER))
        if not self._redis.hsetnx(_MADE, once, number):
            known: Any = self._redis.hget(_MADE, once)
            found = self.get(int(known))
            return found if found is not None else report
        kept = replace(report, number=number)
        self._redis.hset(_REPORTS, str(number), msgspec.json.encode(kept))
        self._redis.zadd(_OPEN, {str(number): number})
        return kept

    def get(self, number: int) -> Report | None:
        """The report with this number, or none."""
        with reading("reports"):
            found: Any = self._redis.hget(_REPORTS, str(number))
            return None if found is None else msgspec.json.decode(found, type=Report)

    def open(self) -> list[Report]:
        """The open reports, oldest first."""
        with reading("reports"):
            numbers: Any = self._redis.zrange(_OPEN, 0, 199)
            return [found for one in numbers if (found := self.get(int(one))) is not None]

    def settle(self, number: int, outcome: Outcome, operator: str, at: int) -> Report:
        """Settle a report; `AlreadySettled` if it is not open, `LookupError` if there is none."""
        report = self.get(number)
        if report is None:
            raise LookupError(number)
        if report.outcome != "open":
            raise AlreadySettled
        settled = replace(report, outcome=outcome, operator=operator, settled_at=at)
        self._redis.hset(_REPORTS, str(number), msgspec.json.encode(settled))
        self._redis.zrem(_OPEN, str(number))
        return settled

    def made_by(self, player: str) -> list[Report]:
        """The reports that this person made."""
        return [one for one in self._all() if one.by == player]

    def forget(self, player: str) -> None:
        """Delete this person's reports, and the copies of their messages."""
        for report in self._all():
            if player in (report.by, report.about):
                self._redis.hdel(_REPORTS, str(report.number))
                self._redis.zrem(_OPEN, str(report.number))
                self._redis.hdel(_MADE, f"{report.by} {report.game} {report.room} {report.message}")

    def _all(self) -> list[Report]:
        everything: Any = self._redis.hgetall(_REPORTS)
        return [msgspec.json.decode(kept, type=Report) for kept in everything.values()]
