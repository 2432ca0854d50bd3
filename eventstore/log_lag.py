"""Log lag: how far the consumers of the partitions' logs are behind; read-only."""

from collections.abc import Mapping
from typing import Any

from eventstore.keys import log_head_name, log_name
from eventstore.valkey.connection import Client


class LogWatch:
    """Monitors the logs of all partitions from outside."""

    def __init__(self, redis: Client, partitions: int) -> None:
        self._redis = redis
        self._partitions = range(partitions)

    def heads(self) -> dict[int, int]:
        """The number of the last record of each partition that has any; damaged logs are left out."""
        found = self._redis.ask_all([("GET", log_head_name(partition)) for partition in self._partitions])
        told = zip(self._partitions, found, strict=True)
        return {partition: int(number) for partition, number in told if number and number.isdigit()}

    def back(self, seen: Mapping[int, int]) -> int:
        """How many logs end before these numbers, where they ended earlier; a damaged end is not counted."""
        heads = self.heads()
        behind = [partition for partition, number in seen.items() if heads.get(partition, 0) < number]
        gone = self._redis.ask_all([("EXISTS", log_head_name(one)) for one in behind if one not in heads])
        return sum(one in heads for one in behind) + gone.count(0)

    def records_behind(self) -> dict[str, int]:
        """The number of unhandled records by group: not yet taken, or still in progress."""
        heads = self.heads()
        behind: dict[str, int] = {}
        found = self._redis.ask_all([("XINFO", "GROUPS", log_name(partition)) for partition in self._partitions])
        for partition, groups in zip(self._partitions, found, strict=True):
            for group in map(_named, groups or ()):
                taken = int(group["last-delivered-id"].partition(b"-")[0])
                name = group["name"].decode()
                left = heads.get(partition, 0) - taken + group["pending"]
                behind[name] = behind.get(name, 0) + left
        return behind

    def seconds_since_sign(self, group: str) -> float | None:
        """The seconds since the last sign of life of any consumer of this group; none if there was none."""
        (consumers,) = self._redis.ask_all([("XINFO", "CONSUMERS", log_name(0), group)])
        signs = [_named(consumer)["idle"] / 1000 for consumer in consumers or ()]
        return min(signs, default=None)


def _named(told: Any) -> dict[str, Any]:
    """The fields by name, whether or not the client has parsed them."""
    pairs = told.items() if isinstance(told, dict) else zip(told[::2], told[1::2], strict=True)
    return {name.decode() if isinstance(name, bytes) else name: value for name, value in pairs}
