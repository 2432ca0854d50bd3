"""Feed links, by which a person's feed and calendar are read without signing in: secret, signed, and replaceable."""

import secrets
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from eventstore.valkey.connection import Client
from services.accounts.players import person_key

FEED_PURPOSE = b"stele/feed/1"


class FeedLinks:
    """Everybody's links."""

    def __init__(self, redis: Client, secret: bytes) -> None:
        self._redis = redis
        self._serializer = URLSafeSerializer(secret, salt="feed")

    def token(self, person: str) -> str:
        """What this person's links hold."""
        name = person_key(person, "feed")
        self._redis.set(name, secrets.token_urlsafe(9), nx=True)
        mark: Any = self._redis.get(name)
        return str(self._serializer.dumps([person, mark.decode()]))

    def change(self, person: str) -> str:
        """What they hold from now on: those of before lead nowhere."""
        self.forget(person)
        return self.token(person)

    def person(self, token: str) -> str | None:
        """Whose links hold this now; none if nobody's do."""
        try:
            person, mark = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        kept: Any = self._redis.get(person_key(person, "feed"))
        return person if kept is not None and secrets.compare_digest(kept.decode(), mark) else None

    def forget(self, person: str) -> None:
        """This person's links lead nowhere."""
        self._redis.delete(person_key(person, "feed"))
