"""Challenges: who reserved the seats of a game for others, with their message, and the answers of those who declined.

They are stored beside the game's record, and expire; the record itself names the player who reserved a seat after the
opening. Messages are read when they are shown, so that no notice has a message that was deleted or whose author is
muted.
"""

from collections import Counter
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.availability import DAY
from eventstore.entries import Position
from eventstore.errors import reading
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH, script
from replay.viewer_state import Seen
from services.accounts.players import new_id, person_key
from services.community.blocks import Blocks
from services.community.chat import settle_text
from services.games.lobby.reservations import Reservation, last_for, reservations
from services.games.tables import Tables

LONGEST_MESSAGE = 300
MOST_OPEN = 20
"""The number of a player's open games with seats reserved for others."""
MOST_TO_ONE = 3
"""The number of a player's open games with a seat reserved for the same person."""
MOST_DAILY_TO_ONE = 5
"""The number of times that a player reserves a seat for the same person in a day, without those that were taken."""
_KEPT_MILLISECONDS = 90 * DAY
_CHALLENGE = "challenge"
_ADD = script(Path(__file__).with_name("challenge_add.lua"))


class ChallengeMessage(Struct, frozen=True):
    """The challenge by the player who opened a game, or the answer of `player` who declined; the text may be empty.

    `id` is `challenge`, or the answer's; `at` is in milliseconds since 1970 UTC.
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
    """The player has invited too many, or the same person too often; `limit` says which limit is reached."""

    def __init__(self, limit: Literal["open", "open-to-one", "daily-to-one"]) -> None:
        super().__init__("too many challenges")
        self.limit = limit


class Challenges:
    """The challenges of all games. `stele:person:{ID}:challenged` lists those that a person made or declined."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._blocks = Blocks(redis)

    def open(self, game_id: str, player: str, at: int, text: str = "") -> None:
        """Store that this player opens the game, with seats for others. If several open a rematch, the first one
        counts.
        """
        self._add(game_id, ChallengeMessage(_CHALLENGE, player, at, text))

    def reserve(self, game_id: str, player: str, at: int) -> None:
        """Count the game among those in which this player reserves seats."""
        self._list(game_id, player, _CHALLENGE, at)

    def decline(self, game_id: str, player: str, at: int, text: str) -> str:
        """Store the answer of a player who declines; its id, for `withdraw`."""
        message = ChallengeMessage(new_id(), player, at, text)
        self._add(game_id, message)
        return message.id

    def withdraw(self, game_id: str, player: str, answer: str) -> None:
        """Delete an answer of this player, who did not decline after all."""
        self._redis.hdel(_game(game_id), answer)
        self._redis.zrem(_own(player), f"{game_id} {answer}")

    def _add(self, game_id: str, message: ChallengeMessage) -> None:
        # The list comes first: what it names can be deleted, also after a crash.
        self._list(game_id, message.player, message.id, message.at)
        _ADD(self._redis, [_game(game_id)], [message.id, msgspec.json.encode(message), _KEPT_MILLISECONDS])

    def _list(self, game_id: str, player: str, message: str, at: int) -> None:
        own = _own(player)
        self._redis.zremrangebyscore(own, "-inf", at - _KEPT_MILLISECONDS)
        self._redis.zadd(own, {f"{game_id} {message}": at})
        self._redis.pexpire(own, _KEPT_MILLISECONDS)

    def _find(self, game_id: str, message: str) -> ChallengeMessage | None:
        with reading(game_id):
            found: Any = self._redis.hget(_game(game_id), message)
            return None if found is None else msgspec.json.decode(found, type=ChallengeMessage)

    def invitations(self, tables: Tables, seen: Seen, until: Position | None = None) -> list[Reservation]:
        """All reservations of this game up to this position, oldest first.

        `by` is empty if it is not known who opened the game, as in a tournament.
        """
        made = reservations(tables, seen, until)
        opened = None if all(one.by for one in made) else self._find(seen.game_id, _CHALLENGE)
        return made if opened is None else [one if one.by else one._replace(by=opened.player) for one in made]

    def readable(self, tables: Tables, seen: Seen, reader: str) -> list[ChallengeMessage]:
        """The messages that this person may read, oldest first, without those by players whom they do not hear.

        The challenge is for the game's players and those for whom a seat is reserved, unless another player invited
        them. An answer is for the player who had invited its author.
        """
        with reading(seen.game_id):
            found: Any = self._redis.hvals(_game(seen.game_id))
            messages = [msgspec.json.decode(one, type=ChallengeMessage) for one in found]
        if not any(one.text for one in messages):
            return []
        made = self.invitations(tables, seen)
        own = last_for(made, reader)
        has_part = bool(seen.seats_of(reader)) or seen.is_expected(reader)

        def is_for_reader(one: ChallengeMessage) -> bool:
            if one.is_challenge:
                return has_part and (own is None or own.by == one.player)
            invited = last_for(made, one.player, one.at)
            return invited is not None and invited.by == reader

        unheard = self._blocks.unheard(reader)
        readable = [one for one in messages if one.player == reader or is_for_reader(one)]
        return sorted(
            (one for one in readable if one.text and one.player not in unheard), key=lambda one: (one.at, one.id)
        )

    def is_unwanted(self, tables: Tables, game_id: str, person: str, until: Position | None = None) -> bool:
        """Whether this person has blocked the player who last invited them to this game, and so is not notified."""
        seen = tables.find(game_id)
        own = None if seen is None else last_for(self.invitations(tables, seen, until), person)
        return own is not None and bool(own.by) and self._blocks.has_blocked(person, own.by)

    def check_number(self, tables: Tables, player: str, invited: set[str], now: int) -> None:
        """Raise `TooManyChallenges` if this player may not invite these people, too."""
        found: Any = self._redis.zrangebyscore(_own(player), now - _KEPT_MILLISECONDS, "+inf", withscores=True)
        waiting: list[set[str]] = []
        unaccepted: Counter[str] = Counter()
        for one, at in found:
            game_id, _, message = one.decode().partition(" ")
            seen = tables.find(game_id) if message == _CHALLENGE else None
            if seen is None or (seen.game.status != "waiting" and at <= now - DAY):
                continue
            made, game = self.invitations(tables, seen), seen.game
            by = {one.guest: one.by for one in made}
            expected = {game.reserved[seat] for seat in game.kept_seats} if game.status == "waiting" else set()
            waiting.append({guest for guest in expected - {player} if by.get(guest) == player})
            today = (one.guest for one in made if one.by == player and one.at > now - DAY)
            seated = {seat.player for seat in game.seats}
            unaccepted.update(guest for guest in today if guest not in seated)
        if sum(bool(others) for others in waiting) >= MOST_OPEN:
            raise TooManyChallenges("open")
        for guest in invited:
            if sum(guest in others for others in waiting) >= MOST_TO_ONE:
                raise TooManyChallenges("open-to-one")
            if unaccepted[guest] >= MOST_DAILY_TO_ONE:
                raise TooManyChallenges("daily-to-one")

    def remove(self, game_id: str, message: str) -> None:
        """Delete the text of a message for good."""
        found = self._find(game_id, message)
        if found is not None:
            # Only if it is still there: its author's account may just be deleted.
            TOUCH(self._redis, [_game(game_id)], [message, msgspec.json.encode(replace(found, text=""))])

    def written_by(self, player: str) -> list[tuple[str, ChallengeMessage]]:
        """This person's challenges and answers that are stored, oldest first, each with its game."""
        found: Any = self._redis.zrange(_own(player), 0, -1)
        names = [one.decode().partition(" ") for one in found]
        stored = [(game_id, self._find(game_id, message)) for game_id, _, message in names]
        return [(game_id, one) for game_id, one in stored if one is not None and one.player == player]

    def forget(self, player: str) -> None:
        """Delete this person's challenges and answers."""
        for game_id, message in self.written_by(player):
            self._redis.hdel(_game(game_id), message.id)
        self._redis.unlink(_own(player))


def settle_line(text: str) -> str:
    """The message as stored, in one line; empty stays empty, or `NothingSaid`."""
    return " ".join(settle_text(text).split()) if text else ""


def _game(game_id: str) -> str:
    return f"stele:game-challenge:{{{game_id}}}"


def _own(player: str) -> str:
    return person_key(player, "challenged")
