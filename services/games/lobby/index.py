"""Lobby index: the read model with a summary of every game, and the indexes for listing games.

It follows the partitions' logs. Summary, indexes and checkpoint change in one step: a record counts exactly once,
however often it arrives. All data is in one hash slot.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from eventstore.errors import reading
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

MOST_PER_PAGE = 200
_MOST_LOOKS = 5_000
_MOST_TURNS = 1_000
_TOGETHER = 100  # the store answers no other client while a script runs
_TIME_DIGITS = 15
LOBBY = "stele:{lobby}"
PACES = ("none", "quick", "slow")
# Summaries of this second form contain ids of this server's players, and no names.
_MODEL = f"{LOBBY}:2:"
_CHECKPOINTS = f"{_MODEL}checkpoints"
_SUMMARIES = f"{_MODEL}summaries"
_PLACES = f"{_MODEL}places"
_PRIVATE = f"{_MODEL}private"
_SOLITARY = f"{_MODEL}solitary"
_INDEX = f"{_MODEL}index:"
# `clear` does not delete these: no player gets a reminder twice.
_REMINDED = "stele:reminded:{lobby}:"
_REMINDERS = "stele:reminders:{lobby}"
_APPLY = Path(__file__).with_name("apply.lua")
_LIST = Path(__file__).with_name("list.lua")
_REMIND = Path(__file__).with_name("remind.lua")


class BadCursor(ValueError):
    """A cursor that no page returned."""


class Facets(Struct, frozen=True):
    """The facets of a game for listing: `players` are the ids of its participants, `waiting_for` those who must act.

    Times are in milliseconds since 1970 UTC: `deadline` is the next one that the server acts on, `reminder` the time of
    the next reminder of one; 0: never. In a `solitary` game at most one person plays. `size` is the number of seats,
    `pace` one of `PACES`; an `open` game has a free seat that is not reserved.
    """

    status: str
    rulebook: str
    private: bool
    players: tuple[str, ...]
    waiting_for: tuple[str, ...]
    created_at: int
    updated_at: int
    disputed: bool = False
    solitary: bool = False
    deadline: int = 0
    reminder: int = 0
    size: int = 0
    pace: str = "none"
    rated: bool = False
    open: bool = False


class Listing(Struct, frozen=True):
    """A record's change to the lobby; without summary and facets the game is removed."""

    partition: int
    number: int
    game_id: str
    summary: bytes = b""
    facets: Facets | None = None

    def arguments(self) -> Iterator[Any]:
        """The arguments of `apply.lua` for this change."""
        yield from (self.partition, self.number, self.game_id, self.summary)
        facets = self.facets
        if facets is None:
            yield from (0, 0, "", 0, 0, 0, 0, 0)
            return
        indexes = list(_indexes_of(facets))
        yield from (int(facets.private), int(facets.solitary), f"{facets.created_at:0{_TIME_DIGITS}d}:{self.game_id}")
        yield from (facets.updated_at, facets.deadline, facets.reminder, len(indexes), len(facets.waiting_for))
        yield from indexes
        yield from (f"turn:{player}" for player in facets.waiting_for)


class LobbyIndex:
    """The index of games. Unreadable data raises `RecordDamaged`, named `LOBBY`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def checkpoints(self) -> dict[int, int]:
        """The number of the last indexed log record, by partition."""
        with reading(LOBBY):
            found: Any = self._redis.hgetall(_CHECKPOINTS)
            checkpoints = {int(partition): int(number) for partition, number in found.items()}
            if any(number < 0 for number in checkpoints.values()):
                raise ValueError("a checkpoint is below 0")
            return checkpoints

    def apply(self, listings: Sequence[Listing]) -> int:
        """Store the changes of these records, and return how many were new.

        A record that is already counted is skipped. The records of a partition are in its order.
        """
        taken = 0
        keys = (_CHECKPOINTS, _SUMMARIES, _PLACES, _PRIVATE, _SOLITARY)
        with reading(LOBBY):
            for start in range(0, len(listings), _TOGETHER):
                some = listings[start : start + _TOGETHER]
                arguments = [_INDEX, *(one for listing in some for one in listing.arguments())]
                taken += int(script(_APPLY)(self._redis, keys, arguments))
        return taken

    def list_games(
        self,
        status: str | None = None,
        player: str | None = None,
        rulebook: str | None = None,
        disputed: bool | None = None,
        players: int | None = None,
        pace: str | None = None,
        rated: bool | None = None,
        open: bool | None = None,
        cursor: str | None = None,
        limit: int = 50,
        include_private_for: str | None = None,
        left_before: int = 0,
    ) -> tuple[list[bytes], str | None]:
        """One page of summaries, newest first, and the cursor of the next page, or none after the last.

        A game must match all filters. A private game is listed only for a player who has a seat in it. Solitary games
        without any activity after `left_before` are omitted. A page may be shorter than its limit although another
        follows, because each request examines a limited number of games.
        """
        asked = {"status": status, "player": player, "rulebook": rulebook, "players": players, "pace": pace}
        flags = {"disputed": disputed, "rated": rated, "open": open}
        names = [f"{facet}:{value}" for facet, value in asked.items() if value is not None]
        names = [*names, *(f"{flag}:yes" for flag, wanted in flags.items() if wanted)] or ["all"]
        own = "" if include_private_for is None else f"{_INDEX}player:{include_private_for}"
        after = _checked(cursor)
        with reading(LOBBY):
            reply: Any = script(_LIST)(
                self._redis,
                (_SUMMARIES, _PRIVATE, _SOLITARY, *(_INDEX + name for name in names)),
                (after, max(1, min(limit, MOST_PER_PAGE)), _MOST_LOOKS, own, left_before),
            )
            following, summaries = reply
            return summaries, following.decode() or None

    def turns(self, player: str) -> list[bytes]:
        """The summaries of the games waiting for this player, longest wait first."""
        with reading(LOBBY):
            members: Any = self._redis.zrange(f"{_INDEX}turn:{player}", 0, _MOST_TURNS - 1)
            if not members:
                return []
            found: Any = self._redis.hmget(_SUMMARIES, [member.partition(b":")[2] for member in members])
            return [summary for summary in found if summary is not None]

    def disputed(self) -> list[str]:
        """The ids of the games with an open dispute, oldest game first."""
        with reading(LOBBY):
            return _ids(self._redis.zrange(f"{_INDEX}disputed:yes", 0, -1))

    def all_of(self, status: str) -> Iterator[bytes]:
        """The summaries of all games of this status, including private ones, oldest game first."""
        with reading(LOBBY):
            members: Any = self._redis.zrange(f"{_INDEX}status:{status}", 0, -1)
            for start in range(0, len(members), MOST_PER_PAGE):
                some = [member.partition(b":")[2] for member in members[start : start + MOST_PER_PAGE]]
                found: Any = self._redis.hmget(_SUMMARIES, some)
                yield from (summary for summary in found if summary is not None)

    def due(self, kind: Literal["deadline", "reminder"], until: int, apart: Collection[str] = ()) -> list[str]:
        """The ids of games whose next deadline or reminder is due by this time, earliest first.

        At least a page of them, if there are enough, not counting those in `apart`.
        """
        found: list[str] = []
        with reading(LOBBY):
            for start in itertools.count(0, MOST_PER_PAGE):  # games that are set apart must not hide those behind them
                page = _ids(self._redis.zrangebyscore(f"{_INDEX}{kind}", "-inf", until, start=start, num=MOST_PER_PAGE))
                found += [game_id for game_id in page if game_id not in apart]
                if len(page) < MOST_PER_PAGE or len(found) >= MOST_PER_PAGE:
                    break
        return found

    def remind(self, game_id: str, reminders: Mapping[str, str]) -> bool:
        """Queue these reminders of a game, by name, unless that has been done; whether they were queued now.

        The next event in the game sets the game's next reminder.
        """
        with reading(LOBBY):
            arguments = [game_id, *(text for pair in reminders.items() for text in pair)]
            keys = (_REMINDED + game_id, _REMINDERS, _PLACES, f"{_INDEX}reminder")
            return bool(script(_REMIND)(self._redis, keys, arguments))

    def reminders(self) -> list[bytes]:
        """All queued reminders that have not been passed on, oldest first."""
        with reading(LOBBY):
            found: Any = self._redis.xrange(_REMINDERS)
            return [fields[b"reminder"] for _number, fields in found]

    def untold_reminders(self) -> list[tuple[str, bytes]]:
        """The first reminders whose notifications are not sent yet, each with its number."""
        with reading(LOBBY):
            found: Any = self._redis.xrange(_REMINDERS, count=MOST_PER_PAGE)
            return [(number.decode(), fields[b"reminder"]) for number, fields in found]

    def reminder_told(self, number: str) -> None:
        """Mark this reminder as passed on."""
        self._redis.xdel(_REMINDERS, number)

    def game_ids(self) -> set[str]:
        """The ids of all listed games, public and private."""
        with reading(LOBBY):
            found: Any = self._redis.hkeys(_SUMMARIES)
            return {game_id.decode() for game_id in found}

    def forget_first_form(self) -> None:
        """Delete the read model of the first form, whose summaries contained players' names."""
        if self._redis.exists(f"{LOBBY}:checkpoints"):
            for name in self._redis.scan_iter(f"{LOBBY}:*", 1000):
                if not name.startswith(_MODEL.encode()):
                    self._redis.unlink(name)

    def clear(self) -> None:
        """Delete the index; the next reader of the logs rebuilds it."""
        for name in self._redis.scan_iter(f"{LOBBY}:*", 1000):
            self._redis.unlink(name)


def _ids(members: Any) -> list[str]:
    return [member.partition(b":")[2].decode() for member in members]


def _indexes_of(facets: Facets) -> Iterator[str]:
    yield "all"
    yield f"status:{facets.status}"
    yield f"rulebook:{facets.rulebook}"
    yield f"players:{facets.size}"
    yield f"pace:{facets.pace}"
    flags = {"disputed": facets.disputed, "rated": facets.rated, "open": facets.open}
    yield from (f"{flag}:yes" for flag, is_so in flags.items() if is_so)
    for player in facets.players:
        yield f"player:{player}"


def _checked(cursor: str | None) -> str:
    if not cursor:
        return ""
    created_at, colon, game_id = cursor.partition(":")
    is_time = created_at.isascii() and created_at.isdigit() and len(created_at) == _TIME_DIGITS
    if not (is_time and colon and game_id and game_id.isascii() and game_id.isprintable()):
        raise BadCursor("this is not a cursor that a page returned")
    return cursor
