"""Encoding of moves and views as numbers: vectors of the same length for every title, by hashing.

An action is a slot of `ACTIONS`. A command prefers the slot given by its hash, independently of the other commands, so
that the same command keeps its number; if two prefer one slot, the one that the rules list later takes the next free
slot. An observation has `FEATURES` numbers: each value in the view is added at the place given by its path, with a sign
also given by the path.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from domain.messages import Command

ACTIONS = 1024
"""The number of slots. The most legal commands of one seat found in any title are about three hundred."""
FEATURES = 512
HIGHEST = 64.0
"""The maximum of an observation's numbers: large values in a view are represented by their logarithms."""


@lru_cache(1 << 16)
def preferred_slot(command: Command) -> int:
    """The preferred slot of this command, the same on every machine and for every seat."""
    return zlib.crc32(msgspec.json.encode(replace(command, seat=0))) % ACTIONS


def slots_of(commands: Sequence[Command]) -> dict[int, Command]:
    """The slot of each of these legal commands."""
    if len(commands) > ACTIONS:
        raise ValueError(f"{len(commands)} legal commands are more than {ACTIONS} slots")
    taken: dict[int, Command] = {}
    for command in commands:
        slot = preferred_slot(command)
        while slot in taken:
            slot = (slot + 1) % ACTIONS
        taken[slot] = command
    return taken


def mask_of(slots: Mapping[int, Command]) -> NDArray[np.int8]:
    """One for each slot that may be chosen, and zero for the others."""
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(slots)] = 1
    return mask


def features_of(view: Mapping[str, Any]) -> NDArray[np.float32]:
    """The view as numbers."""
    sums = [0.0] * FEATURES
    _add(sums, 0, view)
    return np.clip(np.array(sums, np.float32), -HIGHEST, HIGHEST)


def _add(sums: list[float], path: int, value: Any) -> None:
    kind = type(value)
    if kind is dict:
        for name, inner in value.items():
            _add(sums, _below(path, name), inner)
    elif kind is list or kind is tuple:
        for number, inner in enumerate(value):
            _add(sums, _below(path, number), inner)
    elif kind is str:
        place, sign = _place(_below(path, value))
        sums[place] += sign
    elif value:  # nothing, false and zero add nothing
        place, sign = _place(path)
        sums[place] += sign * _scaled(value)


@lru_cache(1 << 16)
def _below(path: int, name: str | int) -> int:
    return zlib.crc32(f"/{name}".encode(), path)


@lru_cache(1 << 16)
def _place(path: int) -> tuple[int, float]:
    return path % FEATURES, 1.0 if path & (1 << 31) else -1.0


@cache
def _scaled(value: float) -> float:
    return math.copysign(math.log1p(abs(value)), value)
