"""Simulated town for the growth of the data: people who play at the server's own services, as in `tests.club`.

Each day every running game gets some moves at random, some of them with a message in its chat; a game that ends is
followed by another, and is archived a week later. The data is added up by kind of key.
"""

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.title_loader import find_rulebooks
from operations.clock import now
from tests.club import Club

GAMES_OF_PLAYER = 5.0
MOVES_A_DAY = 4.0
"""Per running game."""

MESSAGES_A_MOVE = 0.05
MESSAGE = "That was a good move! I did not see it coming, so now I need a new plan for the rest."
DAYS_IN_MEMORY = 7.0
"""How long a finished game stays in memory before it is archived."""

_UNPACKED = 40
"""The length from which a list is not packed, so that lists of all games are not, as among many people."""

_VISITS = 8
_BEGAN_DAYS = 400
_KINDS = (
    (re.compile(rb"stele:\{p\d+\}:game:[^:]+:events"), "events"),
    (re.compile(rb"stele:\{p\d+\}:game:[^:]+:answers"), "requests"),
    (re.compile(rb"stele:\{p\d+\}:game:[^:]+:snapshots"), "snapshots"),
    (re.compile(rb"stele:\{p\d+\}:game:"), "games"),
    (re.compile(rb"stele:\{p\d+\}:log"), "log"),
    (re.compile(rb"stele:person:[^:]+:inbox"), "inboxes"),
    (re.compile(rb"stele:(person|player|token|names|\{names\})"), "people"),
    (re.compile(rb"stele:talk"), "talk"),
    (re.compile(rb"stele:\{(lobby|ratings|statistics)\}"), "indexes"),
)


class Length(NamedTuple):
    """The length of a finished game."""

    seats: int
    moves: int
    events: int


@dataclass(frozen=True)
class Count:
    """The state of a town on a day: people, the numbers of everything so far, and the bytes that it takes.

    `ended` are the lengths of the finished games; `kinds` the bytes of each kind of key, `used` those of the whole
    server, `disk` those of each part of the data directory.
    """

    day: int
    people: int
    running: int
    running_events: int
    moves: int
    appends: int
    notices: int
    messages: int
    leaves: int
    archived: int
    ended: tuple[Length, ...]
    kinds: dict[str, int]
    used: int
    disk: dict[str, int]


class Town:
    """People at a server in this process; lists are packed up to a length of `packed`."""

    def __init__(
        self, data: Path, people: int, moves_a_day: float = MOVES_A_DAY, seed: int = 1, packed: int = _UNPACKED
    ) -> None:
        self.club = Club(data, people, now() - _BEGAN_DAYS * DAY, seed, STELE_ALLOW_UNSAFE_REDIS="1")
        self.club.redis.config_set("appendfsync", "no")  # nothing here is worth waiting for the disk
        self.club.redis.config_set("zset-max-listpack-entries", packed)
        self._moves_a_day = moves_a_day
        self._games: dict[str, tuple[str, ...]] = {}
        self._moves: Counter[str] = Counter()
        self._ended: list[Length] = []
        self._day = self._archived = self._notices = self._messages = 0
        self._keeper = self.club.services.storage.integrity.keeper()
        if not self._keeper.hold():
            raise RuntimeError("another process writes the checkpoints")
        self._count_notices()
        self.club.work()

    def _count_notices(self) -> None:
        inbox = self.club.services.notifications.outbox.inbox
        tell = inbox.tell

        def counted(deliveries: Sequence[Any], dismissals: Sequence[Any] = ()) -> None:
            self._notices += len(deliveries)
            tell(deliveries, dismissals)

        inbox.tell = counted  # type: ignore[method-assign]

    def live(self) -> None:
        """One day."""
        for _visit in range(_VISITS):
            self.club.pass_time(DAY // _VISITS)
            self._open()
            for game_id in list(self._games):
                chance = self._moves_a_day / _VISITS
                for _move in range(int(chance) + (self.club.lot.random() < chance % 1)):
                    if game_id in self._games:
                        self._move(game_id)
            self.club.work()
            self._keeper.write()
        self._archived += self.club.archive(DAYS_IN_MEMORY)
        self._day += 1

    def _open(self) -> None:
        """Open games for the players with the fewest, until all have the usual number."""
        club = self.club
        seated = Counter(player for players in self._games.values() for player in players)
        while seated.total() < len(club.people) * GAMES_OF_PLAYER:
            meta = club.lot.choice(sorted(find_rulebooks().items()))[1].meta
            size = club.lot.randint(meta.least_players, meta.most_players)
            players = tuple(sorted(club.people, key=lambda one: (seated[one], club.lot.random()))[:size])
            self._games[club.open(meta.id, players, Pace())] = players
            seated.update(players)

    def _move(self, game_id: str) -> None:
        club = self.club
        seen = club.tables.seen(game_id)
        if not seen.game.is_over:
            seat = club.lot.choice(seen.to_act)
            done = club.move(game_id, seat)
            self._moves[game_id] += 1
            if club.lot.random() < MESSAGES_A_MOVE:
                chat = club.services.community.people.chat
                chat.say(game_id, "players", self._games[game_id][seat], str(seen.position), MESSAGE)
                self._messages += 1
            if done is None or not done.seen.game.is_over:
                return
        events = len(club.tables.store.read(game_id))
        self._ended.append(Length(len(self._games.pop(game_id)), self._moves.pop(game_id), events))

    def _pack_lists_of_people(self) -> None:
        """Pack the lists of each player's games, which stay short among many people, but not the lists of all games."""
        redis = self.club.redis
        redis.config_set("zset-max-listpack-entries", 512)
        for name in (*redis.scan_iter("stele:{lobby}:index:player:*"), *redis.scan_iter("stele:{ratings}:of:*")):
            redis.zunionstore(name, [name])
        redis.config_set("zset-max-listpack-entries", _UNPACKED)

    def count(self) -> Count:
        """The present state."""
        self._pack_lists_of_people()
        store, redis, data = self.club.tables.store, self.club.redis, self.club.data
        kinds: Counter[str] = Counter()
        names = list(redis.scan_iter("*", 1000))
        for name in names:
            kind = next((kind for form, kind in _KINDS if form.match(name)), "other")
            kinds[kind] += int(redis.memory_usage(name, samples=0) or 0)
        heads = sum(int(number or 0) for number in redis.ask_all([("GET", name) for name in redis.keys("*:log:head")]))
        return Count(
            day=self._day,
            people=len(self.club.people),
            running=len(self._games),
            running_events=sum(len(store.read(game_id)) for game_id in self._games),
            moves=self.club.moves,
            appends=heads,
            notices=self._notices,
            messages=self._messages,
            leaves=self._keeper._log._size,
            archived=self._archived,
            ended=tuple(self._ended),
            kinds=dict(kinds),
            used=self.used(),
            disk={one.name: _size(one) for one in sorted(data.iterdir()) if one.is_dir()},
        )

    def used(self) -> int:
        """The memory that the database uses."""
        redis: Any = self.club.redis
        return int(redis.info("memory")["used_memory"])

    def rewrite(self) -> None:
        """Let the database rewrite its append-only file, which removes the file's history."""
        redis: Any = self.club.redis
        redis.bgrewriteaof()
        while any(redis.info("persistence")[f"aof_rewrite_{one}"] for one in ("in_progress", "scheduled")):
            time.sleep(0.1)


def _size(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
