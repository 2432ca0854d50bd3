"""Recorder: a channel that stores the messages it is given to send."""

from services.notifications.channels import Delivered, Outcome


class Recorder:
    """A channel to `people`, or to everyone. Each sending is in `sent`, with the receiver, the address, and the
    messages.

    By default it gathers notices and disturbs people, like mail. With another `answer` it sends nothing.
    """

    def __init__(self, name, people=None, *, gathers=True, knows_again=False):
        self.name, self.people = name, people
        self.gathers = self.disturbs = gathers
        self.knows_again = knows_again
        self.sent = []
        self.answer: Outcome = Delivered()

    def targets(self, person):
        """The address of this person: one if the channel reaches them, otherwise none."""
        return ("one",) if self.people is None or person in self.people else ()

    def send(self, person, target, messages):
        """Keep the messages."""
        if isinstance(self.answer, Delivered):
            self.sent.append((person, target, messages))
        return self.answer

    def forget(self, person):
        """Keep nothing of this person."""
        self.sent = [one for one in self.sent if one[0] != person]
