"""Redis keys and partitions: all keys of one game are in one hash slot.

The tag `{pNN}` names a partition, which is chosen by the game's id. The number of partitions is fixed at the first
start.
"""

import hashlib
import logging
import re
from functools import lru_cache

import redis as redis_client
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import ResponseError

SLOTS = REDIS_CLUSTER_HASH_SLOTS
"""The number of a cluster's hash slots."""

PARTITIONS = 64
"""The number of partitions of a record that begins on at most `FEW_SERVERS`."""
FEW_SERVERS = 6
PARTITIONS_OF_MANY_SERVERS = 400
"""On more servers 64 would be shared unevenly. A process that waits for the logs asks for each partition's log, so a
few servers do not have as many."""
_log = logging.getLogger("stele.record")
GAME_ID = re.compile(r"[a-z0-9-]{1,64}")
"""The form of a game's id, whatever its source: it is used in keys, paths and addresses."""

_PARTITIONS_NAME = "stele:partitions"


def partitions_for(servers: int) -> int:
    """The number of partitions of a record that begins on this many servers."""
    return PARTITIONS if servers <= FEW_SERVERS else PARTITIONS_OF_MANY_SERVERS


def settled_partitions(redis: redis_client.Redis, known: int | None = None, servers: int = 1) -> int:
    """The record's number of partitions, as set at its first start on these servers, or as stored in a checkpoint.

    With another number every game would seem to be missing, so a damaged stored number does not count.
    """
    sound = known or partitions_for(servers)
    redis.set(_PARTITIONS_NAME, sound, nx=True)
    try:
        found = int(redis.get(_PARTITIONS_NAME))  # type: ignore[arg-type]
    except (ValueError, ResponseError):
        found = 0
    if found < 1 or (known is not None and found != known):
        _log.critical("%s is damaged: the number of partitions is %d.", _PARTITIONS_NAME, sound)
        return sound
    return found


def partition_of(game_id: str, partitions: int) -> int:
    """The game's partition, which is the same on every machine."""
    return int.from_bytes(hashlib.sha256(game_id.encode()).digest()[:8], "big") % partitions


def slot_of(name: str) -> int:
    """The hash slot of a key with this name."""
    return int(key_slot(name.encode()))


def tag(partition: int) -> str:
    """The hash tag of a partition."""
    return f"{{p{partition:02d}}}"


def log_name(partition: int) -> str:
    """The stream that is the partition's gapless log."""
    return f"stele:{tag(partition)}:log"


def log_head_name(partition: int) -> str:
    """The number of the last record of the partition's log."""
    return f"stele:{tag(partition)}:log:head"


def log_games_name(partition: int) -> str:
    """The games of the log's records that are no longer in it, each with the number of its last one."""
    return f"stele:{tag(partition)}:log:games"


def never_written(partition: int) -> str:
    """A key that is never written, to ask whether the server could write."""
    return f"stele:{tag(partition)}:can-write"


def settled_name(partition: int) -> str:
    """A key whose value has no meaning; writing it lets a reader wait until the replicas have all of the partition."""
    return f"stele:{tag(partition)}:settled"


def games_pattern() -> str:
    """The pattern of the names of all games' heads; `game_id_in` reads one."""
    return "stele:{p*}:game:*:head"


def game_id_in(head_key: str) -> str:
    """The id of the game whose head has this name."""
    return head_key.split(":", 3)[3].removesuffix(":head")


def game_keys_pattern() -> str:
    """The pattern of the names of all game keys; `game_id_of_key` reads one."""
    return "stele:{p*}:game:*:key"


def game_id_of_key(name: str) -> str:
    """The id of the game whose game key has this name."""
    return name.split(":", 3)[3].removesuffix(":key")


class GameNames:
    """The names of everything that Redis holds about one game."""

    __slots__ = ("archived", "events", "game", "game_key", "head", "log", "log_head", "partition", "requests")

    def __init__(self, game_id: str, partitions: int) -> None:
        self.partition = partition_of(game_id, partitions)
        self.game = game = f"stele:{tag(self.partition)}:game:{game_id}"
        self.events = f"{game}:events"
        self.head = f"{game}:head"
        self.archived = f"{game}:archived"
        # Stored names are never changed: this one is older than its current name in the code.
        self.requests = f"{game}:answers"
        self.game_key = f"{game}:key"
        self.log = log_name(self.partition)
        self.log_head = log_head_name(self.partition)

    @property
    def imported(self) -> str:
        """The mark of an imported game."""
        return f"{self.game}:imported"

    @property
    def orders(self) -> str:
        """The standing orders of the game's seats, which are not part of the record and are private to their owners."""
        return f"{self.game}:orders"

    @property
    def all(self) -> tuple[bytes, ...]:
        """Everything but the snapshots, which are rebuilt."""
        names = (self.events, self.head, self.archived, self.requests, self.game_key, self.imported, self.orders)
        return tuple(name.encode() for name in names)

    def snapshots(self, view: str) -> str:
        """The stream of snapshots of one view of the game."""
        return f"{self.game}:snapshots:{view}"


@lru_cache(4096)
def names_of(game_id: str, partitions: int) -> GameNames:
    """The names of a game, cached because they are needed often while it is played."""
    return GameNames(game_id, partitions)
