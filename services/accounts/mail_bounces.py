"""Bounces: mails that an address rejected for good. After a few in a row no more notices are sent to it.

Sending resumes when the owner confirms the address again, or another one.
"""

from collections.abc import Sequence

from eventstore.valkey.connection import Client
from services.accounts.players import is_former, person_key

MOST_BOUNCES = 3
"""After this number of bounces in a row no more notices are mailed to an address."""


class Bounces:
    """The bounces of all players, counted since the last accepted mail."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def count(self, person: str) -> bool:
        """Count a rejected mail, and return whether mails stop because of it."""
        if is_former(self._redis, person):
            return False
        number: int = self._redis.incr(_name(person))
        return number == MOST_BOUNCES

    def are_too_many(self, person: str) -> bool:
        """Whether mails to this person are stopped."""
        return int(self._redis.get(_name(person)) or 0) >= MOST_BOUNCES

    def stopped(self, persons: Sequence[str]) -> list[str]:
        """The people, out of these, to whom mails are stopped; in one request."""
        counts = self._redis.ask_all([("GET", _name(person)) for person in persons])
        return [one for one, count in zip(persons, counts, strict=True) if int(count or 0) >= MOST_BOUNCES]

    def forget(self, person: str) -> None:
        """Reset the count, after a mail was accepted or the address was changed or confirmed again."""
        self._redis.delete(_name(person))


def _name(person: str) -> str:
    return person_key(person, "bounces")
