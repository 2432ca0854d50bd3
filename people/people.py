"""What is kept about people besides their accounts, put together; `forget` takes a person out of all of it."""

from eventstore.connection import Client
from people.announcements import Announcements
from people.deeds import Deeds
from people.notes import Notes
from people.operators import Operators
from people.reports import Reports
from people.shunning import Shunning
from people.suspensions import Suspensions
from people.talk import Talk


class People:
    """The parts, by name."""

    def __init__(self, redis: Client) -> None:
        self.talk = Talk(redis)
        self.notes = Notes(redis)
        self.shunning = Shunning(redis)
        self.reports = Reports(redis)
        self.operators = Operators(redis)
        self.suspensions = Suspensions(redis)
        self.announcements = Announcements(redis)
        self.deeds = Deeds(redis)

    def forget(self, player: str) -> None:
        """Take this person out of everything."""
        for part in (self.talk, self.notes, self.shunning, self.reports, self.operators, self.suspensions):
            part.forget(player)
