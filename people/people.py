"""What is kept about people besides their accounts, put together; `forget` takes a person out of all of it."""

from typing import Protocol

from eventstore.connection import Client
from people.agreements import Agreements
from people.announcements import Announcements
from people.deeds import Deeds
from people.ladders import Ladders
from people.notes import Notes
from people.operators import Operators
from people.reports import Reports
from people.shunning import Shunning
from people.suspensions import Suspensions
from people.talk import Talk


class Forgetting(Protocol):
    """Something that is kept about people."""

    def forget(self, person: str, /) -> None:
        """Take this person out of it."""
        ...


class People:
    """The parts, by name; `more` are those that stand elsewhere and forget with them."""

    def __init__(self, redis: Client, *more: Forgetting) -> None:
        self._more = more
        self.talk = Talk(redis)
        self.notes = Notes(redis)
        self.shunning = Shunning(redis)
        self.reports = Reports(redis)
        self.operators = Operators(redis)
        self.suspensions = Suspensions(redis, "stele:suspended")
        self.silences = Suspensions(redis, "stele:silenced")
        self.announcements = Announcements(redis)
        self.deeds = Deeds(redis)
        self.agreements = Agreements(redis)
        self.ladders = Ladders(redis)

    def forget(self, player: str) -> None:
        """Take this person out of everything."""
        own: tuple[Forgetting, ...] = (
            self.talk,
            self.notes,
            self.shunning,
            self.reports,
            self.operators,
            self.suspensions,
            self.silences,
            self.deeds,
            self.agreements,
            self.ladders,
        )
        for part in (*own, *self._more):
            part.forget(player)
