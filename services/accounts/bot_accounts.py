"""Bot accounts: players that are programs, each with an owner, who alone creates and revokes its tokens.

A bot's name begins with a word that no person's name can begin with (`name_rules`), so it is recognisable wherever a
player is shown. Its tokens give no access to the account: they cannot add a passkey, an address or a token.
"""

from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.credentials import OF_PROGRAMS, Credential, Credentials, TooMany
from services.accounts.deletion import NoSuchPerson
from services.accounts.name_rules import BOT
from services.accounts.players import Player, Players, person_key

MOST_BOTS = 10
MOST_LISTED = 200


class BotAccounts:
    """The bot accounts of all owners. `delete` deletes a player with all their data."""

    def __init__(self, redis: Client, players: Players, tokens: Credentials, delete: Callable[[str], object]) -> None:
        self._redis = redis
        self._players = players
        self._tokens = tokens
        self._delete = delete

    def make(self, owner: str, name: str, now: int) -> tuple[Player, str]:
        """Create a bot for this owner, with its first token, or raise `TooMany`, `BadName` or `NameTaken`."""
        if len(self._ids(owner)) >= MOST_BOTS:
            raise TooMany
        bot = self._players.enrol(name, now, owner)
        self._redis.sadd(person_key(owner, "programs"), bot.id)
        return bot, self.add_token(bot, "first", now)

    def add_token(self, bot: Player, name: str, now: int, ends_at: int = 0) -> str:
        """Create another token for a bot; it can only play."""
        return self._tokens.add(Credential(bot.id, name, now, ends_at, OF_PROGRAMS), now)

    def all(self, owner: str) -> list[Player]:
        """The bots of this owner, oldest first."""
        found = [player for one in self._ids(owner) if (player := self._players.get(one)) is not None]
        return sorted(found, key=lambda one: (one.created_at, one.id))

    def listed(self, left_out: Container[str] = ()) -> list[Player]:
        """The bots of all owners by name, at most `MOST_LISTED`; none that are `left_out`."""
        found = self._players.found(BOT, left_out, MOST_LISTED)
        return sorted((one for one in found if one.owner), key=lambda one: one.name.casefold())

    def one(self, owner: str, bot_id: str) -> Player | None:
        """The bot with this id if this owner has it, or none."""
        return self._players.get(bot_id) if bot_id in self._ids(owner) else None

    def forget(self, player_id: str) -> None:
        """Delete the bots of a deleted owner, or remove a deleted bot from its owner's list."""
        for bot_id in self._ids(player_id):
            with suppress(NoSuchPerson):
                self._delete(bot_id)
        player = self._players.get(player_id)
        if player is not None and player.owner:
            self._redis.srem(person_key(player.owner, "programs"), player_id)
        self._redis.delete(person_key(player_id, "programs"))

    def _ids(self, owner: str) -> set[str]:
        found: Any = self._redis.smembers(person_key(owner, "programs"))
        return {one.decode() for one in found}
