"""What a process used last, kept in memory: the least recently used makes room."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """At most so many values by their keys. It may be used by many threads at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value that is kept under this key, or none."""
        with self._guard:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def keep(self, key: K, value: V) -> V:
        """This value, kept from now on; or the one that another thread was quicker to keep."""
        with self._guard:
            kept = self._kept.setdefault(key, value)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept
