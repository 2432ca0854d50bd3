"""Bot accounts: each is a player of its own, whose owner, a person, alone makes and revokes its tokens.

A program is known by its name, which begins with a word that no person's name begins with (`name_rules`), so that it
is seen wherever a player is. Its tokens never reach an account: it adds no passkey, no address, and no token.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.credentials import Credential, Credentials, Scope, TooMany
from services.accounts.deletion import NoSuchPerson
from services.accounts.players import Player, Players, person_key

MOST_PROGRAMS = 10
SCOPES_OF_PROGRAMS: tuple[Scope, ...] = ("read", "play")


class BotAccounts:
    """The programs of all owners. `delete` deletes a player with all that is kept of them."""

    def __init__(self, redis: Client, players: Players, tokens: Credentials, delete: Callable[[str], object]) -> None:
        self._redis = redis
        self._players = players
        self._tokens = tokens
        self._delete = delete

    def make(self, owner: str, name: str, now: int) -> tuple[Player, str]:
        """A new program of this person's, and its first token; `TooMany`, `BadName` or `NameTaken` if there is none."""
        if len(self._ids(owner)) >= MOST_PROGRAMS:
            raise TooMany
        program = self._players.enrol(name, now, owner)
        self._redis.sadd(person_key(owner, "programs"), program.id)
        return program, self.add_token(program, "first", now)

    def add_token(self, program: Player, name: str, now: int, ends_at: int = 0) -> str:
        """Another token of a program, with which it plays and does nothing else."""
        return self._tokens.add(Credential(program.id, name, now, ends_at, SCOPES_OF_PROGRAMS), now)

    def all(self, owner: str) -> list[Player]:
        """The programs of this person, the oldest first."""
        found = [player for one in self._ids(owner) if (player := self._players.get(one)) is not None]
        return sorted(found, key=lambda one: (one.created_at, one.id))

    def one(self, owner: str, program_id: str) -> Player | None:
        """The program with this id, if it is this person's."""
        return self._players.get(program_id) if program_id in self._ids(owner) else None

    def forget(self, player_id: str) -> None:
        """Delete the programs of a person who goes; of a program, that it was its owner's."""
        for program_id in self._ids(player_id):
            with suppress(NoSuchPerson):
                self._delete(program_id)
        player = self._players.get(player_id)
        if player is not None and player.owner:
            self._redis.srem(person_key(player.owner, "programs"), player_id)
        self._redis.delete(person_key(player_id, "programs"))

    def _ids(self, owner: str) -> set[str]:
        found: Any = self._redis.smembers(person_key(owner, "programs"))
        return {one.decode() for one in found}
