"""What is kept about people besides their accounts, put together; `forget` takes a person out of all of it."""

from typing import Protocol

from domain.clocks.availability import DAY, HOUR
from eventstore.valkey.connection import Client
from operations.clock import now
from services.accounts.operator_log import OperatorAction, OperatorLog
from services.accounts.operators import Operators
from services.accounts.suspensions import Suspension, Suspensions
from services.community.announcements import Announcements
from services.community.blocks import Blocks
from services.community.chat import Chat
from services.community.ladders import Ladders
from services.community.notes import Notes
from services.community.reports import Reports
from services.games.entry_terms import EntryTermsStore


class Forgetting(Protocol):
    """Something that is kept about people."""

    def forget(self, person: str, /) -> None:
        """Take this person out of it."""
        ...


class People:
    """The parts, by name; `more` are those that stand elsewhere and forget with them."""

    def __init__(self, redis: Client, *more: Forgetting) -> None:
        self._more = more
        self.talk = Chat(redis)
        self.notes = Notes(redis)
        self.blocks = Blocks(redis)
        self.reports = Reports(redis)
        self.operators = Operators(redis)
        self.suspensions = Suspensions(redis, "stele:suspended")
        self.silences = Suspensions(redis, "stele:silenced")
        self.announcements = Announcements(redis)
        self.operator_log = OperatorLog(redis)
        self.entry_terms = EntryTermsStore(redis)
        self.ladders = Ladders(redis)

    def suspend(self, by: str, player: str, days: int, reason: str = "", only_talk: bool = False) -> int:
        """Log, then do it: suspend a player, or from talk alone, for so many days; 0 lifts it. It gives until when."""
        held, done, undone = (
            (self.silences, "silenced", "may speak") if only_talk else (self.suspensions, "suspended", "lifted")
        )
        until = (at := now()) + days * DAY
        self.operator_log.write(OperatorAction(at, by, done if days else undone, player, reason))
        held.suspend(player, Suspension(until, reason))
        return until

    def announce(self, by: str, text: str, hours: int) -> None:
        """Announce this on every page for so many hours; an empty text takes that away. It is logged, too."""
        self.operator_log.write(OperatorAction(at := now(), by, "announced", "", text))
        self.announcements.announce(text.strip(), at + hours * HOUR)

    def forget(self, player: str) -> None:
        """Take this person out of everything."""
        own: tuple[Forgetting, ...] = (
            self.talk,
            self.notes,
            self.blocks,
            self.reports,
            self.operators,
            self.suspensions,
            self.silences,
            self.operator_log,
            self.entry_terms,
            self.ladders,
        )
        for part in (*own, *self._more):
            part.forget(player)
