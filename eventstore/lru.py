"""LRU cache of a process: the least recently used value is evicted."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

N = TypeVar("N")
V = TypeVar("V")


class LruCache(Generic[N, V]):
    """At most `most` values by name, or values of this total size. Thread-safe."""

    def __init__(self, most: int, size: Callable[[V], int] = lambda _value: 1) -> None:
        self._most = most
        self._size = size
        self._taken = 0
        self._kept: OrderedDict[N, V] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, name: N) -> V | None:
        """The cached value of this name, or none."""
        with self._guard:
            value = self._kept.get(name)
            if value is not None:
                self._kept.move_to_end(name)
            return value

    def keep(self, name: N, value: V) -> V:
        """Cache this value; returns it, or the one that another thread cached first."""
        with self._guard:
            kept = self._kept.get(name)
            if kept is not None:
                self._kept.move_to_end(name)
                return kept
            self._add(name, value)
            return value

    def replace(self, name: N, value: V) -> None:
        """Replace the cached value, if any."""
        with self._guard:
            if (before := self._kept.pop(name, None)) is not None:
                self._taken -= self._size(before)
            self._add(name, value)

    def _add(self, name: N, value: V) -> None:
        self._kept[name] = value
        self._taken += self._size(value)
        while self._taken > self._most:
            _name, gone = self._kept.popitem(last=False)
            self._taken -= self._size(gone)
