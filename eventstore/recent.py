"""What a process used last, kept in memory; the least recently used is evicted."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

N = TypeVar("N")
V = TypeVar("V")


class Recent(Generic[N, V]):
    """At most `most` values by name. Many threads may use it at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[N, V] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, name: N) -> V | None:
        """The value kept under this name, or none."""
        with self._guard:
            value = self._kept.get(name)
            if value is not None:
                self._kept.move_to_end(name)
            return value

    def keep(self, name: N, value: V) -> V:
        """This value, kept from now on, or the one that another thread kept first."""
        with self._guard:
            kept = self._kept.setdefault(name, value)
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept

    def replace(self, name: N, value: V) -> None:
        """Keep this value instead of any that is kept."""
        with self._guard:
            self._kept[name] = value
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
