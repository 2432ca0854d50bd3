"""What is kept about people besides their accounts, put together; `forget` takes a person out of all of it."""

from typing import Protocol

from eventstore.valkey.connection import Client
from services.accounts.operator_log import OperatorLog
from services.accounts.operators import Operators
from services.accounts.suspensions import Suspensions
from services.community.announcements import Announcements
from services.community.blocks import Blocks
from services.community.chat import Chat
from services.community.ladders import Ladders
from services.community.notes import Notes
from services.community.reports import Reports
from services.games.agreements import Agreements


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
        self.agreements = Agreements(redis)
        self.ladders = Ladders(redis)

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
            self.agreements,
            self.ladders,
        )
        for part in (*own, *self._more):
            part.forget(player)
