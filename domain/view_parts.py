"""Parts of a view: each is shown from exactly what it depends on, so that what has not changed need not be shown anew.

A title's `view` is given `show` and calls `show(part, *inputs)` for `part(*inputs)`. Who shows one state after another
keeps the parts and hands out the same object again where the inputs are the same; who shows a single state uses `anew`.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Show(Protocol):
    """Shows a part. `at` tells apart parts that one function makes in several places, such as the seats'."""

    def __call__(self, part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """What the part makes of these inputs, and of nothing else; nobody may change it later."""
        ...


def anew(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
    """The part, made here and now."""
    return part(*inputs)


listed: Callable[[tuple[Any, ...]], list[Any]] = lru_cache(4096)(list)
"""The list of what a tuple holds; of equal tuples the same list, so that what has not changed is the same object.

A tuple holds only what its equals hold as well: at one place never a number and later a truth value.
"""
