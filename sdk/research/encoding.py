"""Encoding of views and states as numbers: each value that a sample contains has a number of its own.

A text, a Boolean or null is a 1 in the column of its value and 0 in others; a number is the logarithm of one plus its
absolute value, beside a 1 for its presence; a list has its length. Values that are the same in the whole sample have no
column. Values that the sample does not contain are added to one of the last `SPARE` columns.
"""

import math
import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

SPARE = 64
HIGHEST = 64.0
"""The maximum of the numbers: large values are represented by their logarithms."""

Vector = NDArray[np.float32]
_CONSTANT = -1


class Features:
    """The numbers of a title's views, or of its states. `size` is the length of a vector."""

    def __init__(self, sampled: Iterable[Any]) -> None:
        root, total = _Place(""), 0
        for value in sampled:
            root.count(value)
            total += 1
        root.share()
        self._root = root
        self.known = root.number(0, total)
        self.size = self.known + SPARE

    def encode(self, value: Any) -> Vector:
        """The vector of this value."""
        vector = np.zeros(self.size, np.float32)
        self._root.add(value, vector, 1)
        return vector

    def update(self, vector: Vector, before: Any, value: Any) -> None:
        """Change the vector of the previous value into the vector of this value, which is fast if they differ
        little.
        """
        self._root.change(before, value, vector)


class _Place:
    """A place in a view: the columns of its possible values, and the places below it."""

    __slots__ = ("below", "constant", "marks", "path", "seen", "value")

    def __init__(self, path: str) -> None:
        self.path = path
        self.below: dict[Any, _Place] = {}
        self.marks: dict[Any, int] = {}
        """The column of each text or other thing that is here: none if it always does. While counting, how often
        it did."""
        self.value: int | None = None
        """The column of a number's value; none while it is always `constant`."""
        self.constant: float | None = None
        self.seen: set[float] = set()

    def count(self, value: Any) -> None:
        """Count the value at this place in one view of the sample."""
        mark = _mark(value)
        self.marks[mark] = self.marks.get(mark, 0) + 1
        if mark is float:
            self.seen.add(value)
        elif mark is dict or mark is list:
            self.seen.add(len(value))
            for name, inner in _parts(value):
                if name not in self.below:
                    self.below[name] = _Place(f"{self.path}/{name}")
                self.below[name].count(inner)

    def share(self) -> None:
        """Allow values of one element of a list at every other element."""
        for each in self.below.values():
            each.share()
        if list in self.marks:
            elements = list(self.below.values())
            for each in elements:
                for other in elements:
                    if other is not each:
                        each.allow(other)

    def allow(self, other: "_Place") -> None:
        """Allow values of the other place here."""
        for mark in other.marks:
            self.marks.setdefault(mark, 0)
        self.seen |= other.seen
        for name, each in self.below.items():
            if name in other.below:
                each.allow(other.below[name])

    def number(self, first: int, total: int) -> int:
        """Assign columns, from this one on, to the values that vary, and return the first free column."""
        for mark in sorted(self.marks, key=repr):
            if self.marks[mark] == total:
                self.marks[mark] = _CONSTANT
            else:
                self.marks[mark] = first
                first += 1
        if len(self.seen) > 1:
            self.value = first
            first += 1
        elif self.seen:
            self.constant = next(iter(self.seen))
        self.seen = set()
        for name in sorted(self.below, key=lambda one: (type(one).__name__, one)):
            first = self.below[name].number(first, total)
        return first

    def add(self, value: Any, vector: Vector, sign: int) -> None:
        """Add this value to the vector, or subtract it if the sign is -1."""
        kind = type(value)
        mark = value if kind is str else _mark(value)
        column = self.marks.get(mark)
        if column is None:
            self._spare(mark, vector, sign)
        elif column >= 0:
            vector[column] = 1 if sign > 0 else 0
        if mark is float:
            self._set(value, vector, sign)
        elif mark is dict or mark is list:
            self._set(len(value), vector, sign)
            below = self.below
            for name, inner in _parts(value):
                (below.get(name) or self._at(name)).add(inner, vector, sign)

    def change(self, before: Any, value: Any, vector: Vector) -> None:
        """Replace the value here by another one in the vector; equal parts are skipped."""
        kind = type(value)
        if kind is not type(before) or (kind is not dict and kind is not list):
            if kind is int and type(before) is int and self.value is not None:
                vector[self.value] = _scaled(value)
                return
            self.add(before, vector, -1)
            self.add(value, vector, 1)
            return
        if len(before) != len(value):
            self._set(len(before), vector, -1)
            self._set(len(value), vector, 1)
        below = self.below
        if kind is list:
            for place, (one, other) in enumerate(zip(before, value, strict=False)):
                if one is not other and one != other:
                    (below.get(place) or self._at(place)).change(one, other, vector)
            for place in range(len(value), len(before)):
                (below.get(place) or self._at(place)).add(before[place], vector, -1)
            for place in range(len(before), len(value)):
                (below.get(place) or self._at(place)).add(value[place], vector, 1)
            return
        for name, other in value.items():
            if name not in before:
                self._at(name).add(other, vector, 1)
            elif before[name] is not other and before[name] != other:
                (below.get(name) or self._at(name)).change(before[name], other, vector)
        for name in before.keys() - value.keys():
            self._at(name).add(before[name], vector, -1)

    def _at(self, name: Any) -> "_Place":
        found = self.below.get(name)
        return _Place(f"{self.path}/{name}") if found is None else found

    def _set(self, number: float, vector: Vector, sign: int) -> None:
        if self.value is not None:
            vector[self.value] = _scaled(number) if sign > 0 else 0
        elif number != self.constant:
            self._spare(number, vector, sign)

    def _spare(self, what: Any, vector: Vector, sign: int) -> None:
        place = zlib.crc32(f"{self.path}={what!r}".encode())
        vector[len(vector) - 1 - place % SPARE] += sign if place & (1 << 31) else -sign


def _mark(value: Any) -> Any:
    """The mark by which similar commands are grouped: the value's kind, or a text itself, without numbers and
    contents.
    """
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind is dict or kind is list:
        return kind
    if kind is bool:
        return (value,)  # as itself it would equal a number
    return list if kind is tuple else float


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    return value.items() if type(value) is dict else enumerate(value)


@lru_cache(1 << 16)
def _scaled(value: float) -> float:
    return math.copysign(math.log1p(abs(value)), value)
