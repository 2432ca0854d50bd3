"""Peers: the other servers whose logs this one witnesses and monitors, as the settings name them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from audit.signing.signed_notes import LOG_KEY, BadKey, NoteKey, note_key
from eventstore.valkey.connection import Client, StoreUnavailable
from operations.settings import BadSetting, Settings

_FAULTS = "stele:{ground}:peers"
_MOST_NOTED = 10


class Peer(Struct, frozen=True):
    """Another server: its address without a slash at the end, and the key of its log, if its operator named it."""

    url: str
    key: NoteKey | None


def peers_of(settings: Settings) -> tuple[Peer, ...]:
    """The peers, separated by spaces, each as `URL` or `URL#KEY`; or `BadSetting`."""
    found = []
    for one in settings.peers.split():
        url, _mark, key = one.partition("#")
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise BadSetting(
                f"STELE_PEERS must be addresses of servers, which begin with http:// or https://: {one!r}."
            )
        try:
            found.append(Peer(url.rstrip("/"), note_key(key, LOG_KEY) if key else None))
        except BadKey as error:
            raise BadSetting(f"STELE_PEERS must have keys of logs behind the #: {error}.") from None
    return tuple(found)


class PeerFaults:
    """The faults of the peers at the last look, shared by all processes."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def keep(self, url: str, faults: Sequence[str]) -> None:
        """Store the faults of the peer at this address, if any."""
        if faults:
            self._redis.hset(_FAULTS, url, "; ".join(faults[:_MOST_NOTED]))
        else:
            self._redis.hdel(_FAULTS, url)

    def notes(self) -> Iterator[str]:
        """Notes for the operator, one for each peer with faults."""
        with suppress(StoreUnavailable):
            found: Any = self._redis.hgetall(_FAULTS)
            for url, faults in sorted(found.items()):
                yield f"the log of {url.decode()} is at fault: {faults.decode()}"
