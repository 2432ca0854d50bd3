"""Bounces: mails that an address refused for good. After a few in a row no more are sent there.

It is sent to again once its owner has confirmed it, or another one.
"""

from eventstore.valkey.connection import Client
from services.accounts.players import is_former, person_key

MOST_BOUNCES = 3
"""So many mails in a row may be refused for good before no notice is mailed there any more."""


class Bounces:
    """Everybody's, counted since the last mail that was taken."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def count(self, person: str) -> bool:
        """Count one more; whether it is the one after which no more mails are sent."""
        if is_former(self._redis, person):
            return False
        number: int = self._redis.incr(_name(person))
        return number == MOST_BOUNCES

    def are_too_many(self, person: str) -> bool:
        """Whether no more mails are sent to this person's address."""
        return int(self._redis.get(_name(person)) or 0) >= MOST_BOUNCES

    def forget(self, person: str) -> None:
        """Count from the beginning: a mail was taken, or the address is another one, or confirmed once more."""
        self._redis.delete(_name(person))


def _name(person: str) -> str:
    return person_key(person, "bounces")
