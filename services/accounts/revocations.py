"""Revocations: notifies processes of ended sessions and tokens, so that they close connections opened with them."""

from typing import Any

from eventstore.valkey.connection import Client

_ENDED = "stele:{credentials}:ended"
_MOST_ENDED = 1_000


class Revocations:
    """Publishes to all processes the ids of the sessions and tokens that have ended."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def tell(self, credential_id: str) -> None:
        """Publish that this session or token has ended."""
        self._redis.xadd(_ENDED, {"id": credential_id}, maxlen=_MOST_ENDED, approximate=True)

    def last(self) -> str:
        """The mark after which `wait` returns new revocations."""
        found: Any = self._redis.xrevrange(_ENDED, count=1)
        return found[0][0].decode() if found else "0-0"

    def wait(self, after: str, seconds: float) -> tuple[str, list[str]]:
        """The revocations after this place, as soon as there are any, and the next place."""
        streams: Any = {_ENDED: after}
        reply: Any = self._redis.xread(streams, block=max(1, int(seconds * 1000)))
        entries = [entry for _name, found in reply or () for entry in found]
        return (entries[-1][0].decode() if entries else after), [fields[b"id"].decode() for _place, fields in entries]
