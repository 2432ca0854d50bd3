"""The parts of a state that were shown last: where states follow each other, only what has changed is shown anew."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from domain.view_parts import Show

T = TypeVar("T")


def keeping() -> Show:
    """Shows the parts of one state after another, and keeps the last one of each function and place."""
    kept: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
    look = kept.get

    def show(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """The part that is kept if its inputs are equal, which identical ones are at once; else a new one."""
        place = part if at is None else (part, at)
        last = look(place)
        if last is not None and last[0] == inputs:
            return last[1]  # type: ignore[no-any-return]
        shown = part(*inputs)
        kept[place] = (inputs, shown)
        return shown

    return show
