"""Mail addresses: each belongs to one player at most, who has shown that they read its mail.

`stele:address:{HASH}` says whose an address is; the address itself stands with the player alone.
"""

import hashlib
import unicodedata

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
        """This address is the player's from now on, in place of any before; or `AddressTaken`."""
        name = _name(address)
        if not self._redis.set(name, player, nx=True) and self._redis.get(name) != player.encode():
            raise AddressTaken
        before = self._players.reached(player).address
        self._players.set_address(player, address)
        self._bounces.forget(player)
        if before and _name(before) != name:
            self._redis.delete(_name(before))

    def owner(self, address: str) -> str | None:
        """The id of the player whose confirmed address this is; none if it is nobody's."""
        found: bytes | None = self._redis.get(_name(address))  # type: ignore[assignment]
        return None if found is None else found.decode()

    def is_refused(self, player: str) -> bool:
        """Whether the player's address refused so many mails that no notice is mailed there any more."""
        return self._bounces.are_too_many(player)

    def forget(self, player: str) -> None:
        """The player has no address any more."""
        address = self._players.reached(player).address
        if address:
            self._players.set_address(player, "")
            self._bounces.forget(player)
            self._redis.delete(_name(address))


def hash_of_address(address: str) -> str:
    """What stands for an address where it need not be read: capitals and small letters are one."""
    return hashlib.sha256(unicodedata.normalize("NFC", address.strip()).casefold().encode()).hexdigest()


def _name(address: str) -> str:
    return f"stele:address:{{{hash_of_address(address)}}}"
