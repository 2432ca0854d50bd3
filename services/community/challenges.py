"""Challenges: who reserved the seats of a game for others, with their message, and the answers of those who declined.

They are kept beside the game's record, and expire. Messages are read when they are shown, so that one that was deleted,
or whose author is muted, is in no notice.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.availability import DAY
from eventstore.errors import reading
from eventstore.valkey.connection import Client
from services.accounts.players import person_key
from services.community.blocks import Blocks
from services.community.chat import settle_text

LONGEST_MESSAGE = 300
MOST_OPEN = 20
"""The number of a player's open games with seats reserved for others."""
MOST_TO_ONE = 3
"""The number of a player's open games with a seat reserved for the same person."""
_KEPT_MILLISECONDS = 90 * DAY
_CHALLENGE = "challenge"


class ChallengeMessage(Struct, frozen=True):
    """The challenge of a game, or the answer of `player` who declined it; the text may be empty.

    `id` is `challenge`, or the id of the player who declined; `at` is in milliseconds since 1970 UTC.
    """

    id: str
    player: str
    at: int
    text: str = ""

    @property
    def is_challenge(self) -> bool:
        """Whether this is the challenge, not an answer to it."""
        return self.id == _CHALLENGE


class TooManyChallenges(ValueError):
    """The player has the maximum number of open challenges; `is_to_one`: of the same person."""

    def __init__(self, is_to_one: bool) -> None:
        super().__init__("too many open challenges")
        self.is_to_one = is_to_one


class Challenges:
    """The challenges of all games. `stele:person:{ID}:challenged` lists those that a person made or declined."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._blocks = Blocks(redis)

    def open(self, game_id: str, player: str, at: int, text: str = "") -> None:
        """Store that this player challenges those for whom the game has seats. A game has one challenge."""
        message = ChallengeMessage(_CHALLENGE, player, at, text)
        if self._redis.hsetnx(_game(game_id), _CHALLENGE, msgspec.json.encode(message)):
            self._list(game_id, message)

    def decline(self, game_id: str, player: str, at: int, text: str) -> None:
        """Store the answer of a player who declines, in place of an earlier one."""
        message = ChallengeMessage(player, player, at, text)
        self._redis.hset(_game(game_id), message.id, msgspec.json.encode(message))
        self._list(game_id, message)

    def _list(self, game_id: str, message: ChallengeMessage) -> None:
        own = _own(message.player)
        self._redis.zremrangebyscore(own, "-inf", message.at - _KEPT_MILLISECONDS)
        self._redis.zadd(own, {f"{game_id} {message.id}": message.at})
        for key in (own, _game(game_id)):
            self._redis.pexpire(key, _KEPT_MILLISECONDS)

    def of(self, game_id: str) -> ChallengeMessage | None:
        """The challenge of this game, or none: it is not one, or an earlier version opened it."""
        return self.find(game_id, _CHALLENGE)

    def find(self, game_id: str, message: str) -> ChallengeMessage | None:
        """The challenge or the answer with this id, or none."""
        with reading(game_id):
            found: Any = self._redis.hget(_game(game_id), message)
            return None if found is None else msgspec.json.decode(found, type=ChallengeMessage)

    def readable(self, game_id: str, reader: str, has_part: bool) -> list[ChallengeMessage]:
        """The messages that this person may read, oldest first, without those by players whom they do not hear.

        The challenge is for those who `has_part`: its author, the game's players, and those for whom a seat is
        reserved. The answers are for its author and their own.
        """
        with reading(game_id):
            found: Any = self._redis.hvals(_game(game_id))
            messages = [msgspec.json.decode(one, type=ChallengeMessage) for one in found]
        author = next((one.player for one in messages if one.is_challenge), "")
        unheard = self._blocks.unheard(reader)
        return sorted(
            (
                one
                for one in messages
                if one.text
                and one.player not in unheard
                and (reader in (author, one.player) or (one.is_challenge and has_part))
            ),
            key=lambda one: (one.at, one.id),
        )

    def is_unwanted(self, game_id: str, person: str) -> bool:
        """Whether this person has blocked the player who challenges them: then they are not told of it."""
        challenge = self.of(game_id)
        return challenge is not None and self._blocks.has_blocked(person, challenge.player)

    def check_number(self, player: str, invited: set[str], now: int, expected_in: Callable[[str], set[str]]) -> None:
        """Raise `TooManyChallenges` if this player may not challenge these people, too.

        `expected_in` gives the people for whom a game still has seats.
        """
        found: Any = self._redis.zrangebyscore(_own(player), now - _KEPT_MILLISECONDS, "+inf")
        games = (game for game, _, message in (one.decode().partition(" ") for one in found) if message == _CHALLENGE)
        waiting = [others for game in games if (others := expected_in(game) - {player})]
        if len(waiting) >= MOST_OPEN:
            raise TooManyChallenges(is_to_one=False)
        if any(sum(one in others for others in waiting) >= MOST_TO_ONE for one in invited):
            raise TooManyChallenges(is_to_one=True)

    def remove(self, game_id: str, message: str) -> None:
        """Delete the text of a message for good."""
        found = self.find(game_id, message)
        if found is not None:
            self._redis.hset(_game(game_id), message, msgspec.json.encode(replace(found, text="")))

    def forget(self, player: str) -> None:
        """Delete this person's challenges and answers."""
        found: Any = self._redis.zrange(_own(player), 0, -1)
        for one in found:
            game_id, _, message = one.decode().partition(" ")
            self._redis.hdel(_game(game_id), message)
        self._redis.unlink(_own(player))


def settle_line(text: str) -> str:
    """The message as stored, in one line; empty stays empty, or `NothingSaid`."""
    return " ".join(settle_text(text).split()) if text else ""


def _game(game_id: str) -> str:
    return f"stele:challenge:{{{game_id}}}"


def _own(player: str) -> str:
    return person_key(player, "challenged")
