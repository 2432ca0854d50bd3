"""Chat: the messages in a game's rooms, outside of its record, and their removal.

A game has three rooms: one for its players, one for spectators, and one for comments on its steps. Access depends on
the viewer (`may_read`, `may_write`): during the game, players and spectators cannot read each other's room, so that
spectators cannot advise a player, and comments are closed.
"""

import unicodedata
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from eventstore.errors import reading
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS, Client

Room = Literal["players", "onlookers", "comments"]
ROOMS: tuple[Room, ...] = get_args(Room)
LONGEST_TEXT = 1000
MOST_AT_ONCE = 200
_MOST_IN_A_ROOM = 5000
_MOST_HEARD = 1000
_MOST_UNTOLD = 10_000
_MOST_TOLD_AT_ONCE = 100
_HEARD = "stele:{talk}:heard"
_UNTOLD = "stele:{talk}:untold"
_NOTHING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")


class Message(Struct, frozen=True):
    """A message about `position` of the game's record. `at` is in milliseconds since 1970 UTC."""

    id: str
    player: str
    at: int
    position: str
    text: str


class Said(NamedTuple):
    """A reference to a message: its game, its room and its id."""

    game_id: str
    room: Room
    message: str


class NothingSaid(ValueError):
    """A text without visible characters."""


def may_read(room: Room, has_part: bool, is_over: bool) -> bool:
    """Whether a viewer of the game may read this room. `has_part`: they play it, or decide its disputes."""
    if is_over:
        return True
    return room != "comments" and has_part == (room == "players")


def may_write(room: Room, has_part: bool, is_over: bool) -> bool:
    """Whether a signed-in viewer of the game may write in this room."""
    if room == "comments":
        return is_over
    return has_part == (room == "players")


def settle_text(text: str) -> str:
    """The text as stored: in Unicode's form NFC, without invisible control characters; or `NothingSaid`."""
    normal = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    shown = "".join(one for one in normal if one == "\n" or unicodedata.category(one) not in ("Cc", "Cs", "Co", "Cn"))
    if all(unicodedata.category(one) in _NOTHING for one in shown):
        raise NothingSaid
    return shown.strip()


class Chat:
    """The rooms of all games. `stele:person:{ID}:said` lists a person's messages."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def say(self, game_id: str, room: Room, player: str, position: str, text: str) -> Message:
        """Store a settled text; the game's live streams are notified immediately, other readers later."""
        said = msgspec.json.encode((player, position, text))
        self._redis.sadd(_said(player), f"{game_id} {room}")
        number: Any = self._redis.xadd(_room(game_id, room), {"said": said}, maxlen=_MOST_IN_A_ROOM, approximate=True)
        message = _message(number, said)
        self._redis.zadd(_UNTOLD, {" ".join(Said(game_id, room, message.id)): message.at})
        self._redis.zremrangebyrank(_UNTOLD, 0, -1 - _MOST_UNTOLD)
        self._redis.xadd(_HEARD, {"game": game_id, "room": room}, maxlen=_MOST_HEARD, approximate=True)
        return message

    def read(self, game_id: str, room: Room, after: str = "-") -> list[Message]:
        """The messages after the one with this id, oldest first; without an id, the latest ones."""
        with reading(game_id):
            name = _room(game_id, room)
            if after == "-":
                last: Any = self._redis.xrevrange(name, count=MOST_AT_ONCE)
                return [_message(number, fields[b"said"]) for number, fields in reversed(last)]
            found: Any = self._redis.xrange(name, f"({after}", count=MOST_AT_ONCE)
            return [_message(number, fields[b"said"]) for number, fields in found]

    def find(self, game_id: str, room: Room, message: str) -> Message | None:
        """The message with this id, or none."""
        with reading(game_id):
            found: Any = self._redis.xrange(_room(game_id, room), message, message)
            return _message(found[0][0], found[0][1][b"said"]) if found else None

    def remove(self, game_id: str, room: Room, message: str) -> None:
        """Delete a message for good."""
        self._redis.xdel(_room(game_id, room), message)

    def said_by(self, player: str) -> dict[str, list[Message]]:
        """All of this person's messages, by game and room."""
        said: Any = self._redis.smembers(_said(player))
        found = {}
        for one in sorted(name.decode() for name in said):
            game_id, _, room = one.partition(" ")
            spoken: Any = self._redis.xrange(_room(game_id, room))
            messages = (_message(number, fields[b"said"]) for number, fields in spoken)
            found[one] = [message for message in messages if message.player == player]
        return found

    def forget(self, player: str) -> None:
        """Delete all of this person's messages and read marks."""
        for room, own in self.said_by(player).items():
            if own:
                self._redis.xdel(_room(*room.split(" ")), *(one.id for one in own))
        self._redis.unlink(_said(player), _heard_by(player))

    def read_up_to(self, game_id: str, player: str) -> dict[str, str]:
        """The id of the last message that this person has read, by room."""
        with reading(game_id):
            found: Any = self._redis.hmget(_heard_by(player), [f"{game_id} {room}" for room in ROOMS])
            return {room: one.decode() for room, one in zip(ROOMS, found, strict=True) if one is not None}

    def has_read(self, game_id: str, room: Room, player: str, message: str) -> None:
        """Store that this person has read a room up to this message."""
        self._redis.hset(_heard_by(player), f"{game_id} {room}", message)

    def untold(self) -> list[Said]:
        """The messages whose notifications are not sent yet, oldest first."""
        found: Any = self._redis.zrange(_UNTOLD, 0, _MOST_TOLD_AT_ONCE - 1)
        return [_said_in(one.decode()) for one in found]

    def told(self, said: Said) -> None:
        """Mark this message's notifications as sent."""
        self._redis.zrem(_UNTOLD, " ".join(said))

    def last_heard(self) -> str:
        """The mark after which `wait` returns new messages."""
        last: Any = self._redis.xrevrange(_HEARD, count=1)
        return last[0][0].decode() if last else "0-0"

    def wait(self, after: str, seconds: float = LONGEST_WAIT_SECONDS) -> tuple[str, list[tuple[str, Room]]]:
        """The games and rooms with messages after this mark, as soon as there are any, and the next mark."""
        reply: Any = self._redis.xread({_HEARD: after}, block=max(1, int(seconds * 1000)))
        entries = [entry for _name, found in reply or () for entry in found]
        heard = [(fields[b"game"].decode(), fields[b"room"].decode()) for _number, fields in entries]
        return (entries[-1][0].decode() if entries else after), list(dict.fromkeys(heard))


def _said_in(text: str) -> Said:
    game_id, room, message = text.split(" ")
    return msgspec.convert((game_id, room, message), Said)


def _message(number: bytes, said: bytes) -> Message:
    player, position, text = msgspec.json.decode(said, type=tuple[str, str, str])
    return Message(number.decode(), player, int(number.partition(b"-")[0]), position, text)


def _room(game_id: str, room: str) -> str:
    return f"stele:talk:{{{game_id}}}:{room}"


def _said(player: str) -> str:
    return f"stele:person:{{{player}}}:said"


def _heard_by(player: str) -> str:
    return f"stele:person:{{{player}}}:heard"
