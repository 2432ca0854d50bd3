"""Lobby index: the read model with a summary of every game, and the indexes for listing games.

Summary, indexes and checkpoint change in one step. In a cluster each part has the summaries and indexes of its games,
and a list is merged from all parts.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from eventstore.errors import reading
from eventstore.projection import MemoryModel, Place, game_of
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import Call, run_each, script

MOST_PER_PAGE = 200
_MOST_LOOKS = 5_000
_MOST_TURNS = 1_000
_TIME_DIGITS = 15
LOBBY = "stele:{lobby}"
PACES = ("none", "quick", "slow")
_INDEXED = ("status", "player", "rulebook", "disputed", "open")
_MARKED = ("players", "pace", "rated")
"""Facets that most games share: an index would take more memory than the look at each game takes time."""
_VERSION = "4"
# These have other names than the model, so that no player gets a reminder twice when it is rebuilt.
_REMINDED = "stele:reminded:{lobby}:"
_REMINDERS = "stele:reminders:{lobby}"
_APPLY = Path(__file__).with_name("apply.lua")
_LIST = Path(__file__).with_name("list.lua")
_REMIND = Path(__file__).with_name("remind.lua")


class BadCursor(ValueError):
    """A cursor that no page returned."""


class Facets(Struct, frozen=True):
    """The facets of a game for listing: `players` are the ids of its participants, `waiting_for` those who must act.

    Times are in milliseconds since 1970 UTC: `deadline` is the next deadline that the server acts on, `reminder` the
    time of the next reminder; 0: never. In a `solitary` game at most one person plays. `size` is the number of seats,
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
    """A game in the lobby: the summary that is shown, and the facets by which it is found."""

    summary: bytes
    facets: Facets


class ListQuery(Struct, frozen=True):
    """A page of games that match all filters. Solitary games without any activity after `left_before` are omitted."""

    status: str | None = None
    player: str | None = None
    rulebook: str | None = None
    disputed: bool | None = None
    players: int | None = None
    pace: str | None = None
    rated: bool | None = None
    open: bool | None = None
    cursor: str | None = None
    limit: int = 50
    left_before: int = 0


_ALL = ListQuery()


class LobbyIndex(MemoryModel[Listing]):
    """The index of games. Unreadable data raises `RecordDamaged`, named `LOBBY`."""

    def __init__(self, redis: Client) -> None:
        super().__init__(redis, LOBBY, _APPLY)

    def version(self) -> str:
        """The version of the summaries and indexes. From the second version on they have no players' names."""
        return _VERSION

    def stored(self, game_id: str, fact: Listing | None) -> tuple[bytes, dict[str, Any]]:
        """The summary, and the arguments of `apply.lua`, which lists the game."""
        if fact is None:
            return b"", {}
        facets = fact.facets
        return fact.summary, {
            "private": facets.private,
            "solitary": facets.solitary,
            "member": f"{facets.created_at:0{_TIME_DIGITS}d}:{game_id}",
            "updated_at": facets.updated_at,
            "timed": {"deadline": facets.deadline, "reminder": facets.reminder},
            "indexes": list(_indexes_of(facets)),
            "marks": list(_marks_of(facets)),
            "waiting": [f"turn:{player}" for player in facets.waiting_for],
        }

    def list_games(
        self, asked: ListQuery = _ALL, include_private_for: str | None = None
    ) -> tuple[list[bytes], str | None]:
        """One page of summaries, newest first, and the cursor of the next page, or none after the last.

        A private game is listed only for a player who has a seat in it. A page may be shorter than its limit although
        another follows, because each request examines a limited number of games.
        """
        names, marks = _asked_for(asked, _INDEXED) or ["all"], _asked_for(asked, _MARKED)
        own = "" if include_private_for is None else f"index:player:{include_private_for}"
        after, limit = _checked(asked.cursor), max(1, min(asked.limit, MOST_PER_PAGE))
        keys = ("private", "solitary", "places", *(f"index:{name}" for name in names))

        def page(prefix: str) -> Call:
            arguments = (after, limit, _MOST_LOOKS, own and prefix + own, asked.left_before, *marks)
            return script(_LIST), [prefix + key for key in keys], arguments

        with reading(LOBBY):
            pages = run_each(self._redis, list(map(page, self.prefixes)))
            reached = max(cursor for cursor, _members in pages)  # of what is older a part has not told all
            places = [(one, part) for part, (_cursor, members) in enumerate(pages) for one in members if one >= reached]
            places.sort(reverse=True)
            cursor = places[limit - 1][0] if len(places) > limit else reached
            return self.values("summaries", places[:limit]), cursor.decode() or None

    def turns(self, player: str) -> list[bytes]:
        """The summaries of the games waiting for this player, longest wait first."""
        with reading(LOBBY):
            waiting = self._by_score(f"turn:{player}", "+inf", 0, _MOST_TURNS)
            return self.values("summaries", [place for _since, place in waiting[:_MOST_TURNS]])

    def disputed(self) -> list[str]:
        """The ids of the games with an open dispute, oldest game first."""
        with reading(LOBBY):
            return [game_of(member) for member, _part in self.members("ZRANGE", "index:disputed:yes", 0, -1)]

    def all_of(self, status: str) -> Iterator[bytes]:
        """The summaries of all games of this status, including private ones, oldest game first."""
        with reading(LOBBY):
            places = self.members("ZRANGE", f"index:status:{status}", 0, -1)
            for start in range(0, len(places), MOST_PER_PAGE):
                yield from self.values("summaries", places[start : start + MOST_PER_PAGE])

    def due(self, kind: Literal["deadline", "reminder"], until: int, apart: Collection[str] = ()) -> list[str]:
        """The ids of games whose next deadline or reminder is due by this time, earliest first.

        The result has at least a page of ids if enough games are due; games in `apart` are left out.
        """
        found: list[tuple[float, bytes]] = []
        with reading(LOBBY):
            for start in itertools.count(0, MOST_PER_PAGE):  # games that are set apart must not hide those behind them
                page = self._by_score(kind, until, start, MOST_PER_PAGE)
                found += [(at, member) for at, (member, _part) in page if game_of(member) not in apart]
                if len(page) < MOST_PER_PAGE or len(found) >= MOST_PER_PAGE:
                    break
        return [game_of(member) for _at, member in sorted(found)]

    def remind(self, game_id: str, reminders: Mapping[str, str]) -> bool:
        """Queue these reminders of a game, by name, unless that has been done, and return whether they were queued now.

        The next event in the game sets the game's next reminder.
        """
        with reading(LOBBY):
            arguments = [text for pair in reminders.items() for text in pair]
            is_new = bool(script(_REMIND)(self._redis, (_REMINDED + game_id, _REMINDERS), arguments))
            listed = self.ask_parts(lambda prefix: ("HGET", f"{prefix}places", game_id))
            for prefix, place in zip(self.prefixes, listed, strict=True):
                if place is not None:
                    self._redis.zrem(f"{prefix}index:reminder", place.partition(b"\n")[0])
            return is_new

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
            found = self.ask_parts(lambda prefix: ("HKEYS", f"{prefix}summaries"))
            return {game_id.decode() for game_ids in found for game_id in game_ids}

    def _by_score(self, index: str, until: int | str, start: int, most: int) -> list[tuple[float, Place]]:
        """The games of this index up to this score, with their scores, lowest first; in each part from `start` on."""
        limits = ("-inf", until, "WITHSCORES", "LIMIT", start, most)
        replies = self.ask_parts(lambda prefix: ("ZRANGEBYSCORE", f"{prefix}index:{index}", *limits))
        return sorted(
            (float(score), (member, part))
            for part, reply in enumerate(replies)
            for member, score in zip(reply[::2], reply[1::2], strict=True)
        )


def _asked_for(asked: ListQuery, facets: Sequence[str]) -> list[str]:
    """The names of the indexes or marks of these facets that a query asks for."""
    values = {facet: getattr(asked, facet) for facet in facets}
    asked_for = {facet: value for facet, value in values.items() if value is not None and value is not False}
    return [f"{facet}:{'yes' if value is True else value}" for facet, value in asked_for.items()]


def _indexes_of(facets: Facets) -> Iterator[str]:
    yield "all"
    yield f"status:{facets.status}"
    yield f"rulebook:{facets.rulebook}"
    flags = {"disputed": facets.disputed, "open": facets.open}
    yield from (f"{flag}:yes" for flag, is_so in flags.items() if is_so)
    for player in facets.players:
        yield f"player:{player}"


def _marks_of(facets: Facets) -> Iterator[str]:
    yield f"players:{facets.size}"
    yield f"pace:{facets.pace}"
    if facets.rated:
        yield "rated:yes"


def _checked(cursor: str | None) -> str:
    if not cursor:
        return ""
    created_at, colon, game_id = cursor.partition(":")
    is_time = created_at.isascii() and created_at.isdigit() and len(created_at) == _TIME_DIGITS
    if not (is_time and colon and game_id and game_id.isascii() and game_id.isprintable()):
        raise BadCursor("this is not a cursor that a page returned")
    return cursor
