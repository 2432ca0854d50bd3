"""Mail addresses: each confirmed address belongs to one player at most.

`stele:address:{HASH}` holds the owner's id; the address itself is stored only with the player.
"""

import hashlib
import unicodedata
from collections.abc import Sequence

from eventstore.valkey.connection import Client
from services.accounts.mail_bounces import Bounces
from services.accounts.players import Players


class AddressTaken(Exception):
    """Another player has confirmed this address."""


class MailAddresses:
    """The confirmed addresses of all players."""

    def __init__(self, redis: Client, players: Players) -> None:
        self._redis = redis
        self._players = players
        self._bounces = Bounces(redis)

    def confirm(self, player: str, address: str) -> None:
        """Set the player's address, replacing an earlier one, or raise `AddressTaken`."""
        name = _key(address)
        if not self._redis.set(name, player, nx=True) and self._redis.get(name) != player.encode():
            raise AddressTaken
        before = self._players.reached(player).address
        self._players.set_address(player, address)
        self._bounces.forget(player)
        if before and _key(before) != name:
            self._redis.delete(_key(before))

    def owner(self, address: str) -> str | None:
        """The id of the player who has confirmed this address, or none."""
        found: bytes | None = self._redis.get(_key(address))  # type: ignore[assignment]
        return None if found is None else found.decode()

    def is_refused(self, player: str) -> bool:
        """Whether the player's address has rejected too many mails to receive notices."""
        return self._bounces.are_too_many(player)

    def refused(self, players: Sequence[str]) -> list[str]:
        """The players, out of these, whose address has rejected too many mails to receive notices."""
        return self._bounces.stopped(players)

    def forget(self, player: str) -> None:
        """Remove the player's address."""
        address = self._players.reached(player).address
        if address:
            self._players.set_address(player, "")
            self._bounces.forget(player)
            self._redis.delete(_key(address))


def hash_of_address(address: str) -> str:
    """The hash that is stored in place of an address; it ignores case."""
    return hashlib.sha256(unicodedata.normalize("NFC", address.strip()).casefold().encode()).hexdigest()


def _key(address: str) -> str:
    return f"stele:address:{{{hash_of_address(address)}}}"
