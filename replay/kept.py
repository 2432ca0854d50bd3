"""View cache: a memo of the parts of a state as they were shown last, for whoever shows one state after another."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from domain.rulebook import Show
from eventstore.recent import Recent

T = TypeVar("T")

_MOST_PARTS = 400
"""A title that shows more parts than this of one state is still shown correctly, only slower."""


def view_memo() -> Show:
    """Shows the parts of one state after another: the very object again where a part's inputs are equal to the last."""
    kept: Recent[Hashable, tuple[tuple[Any, ...], Any]] = Recent(_MOST_PARTS)

    def show(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """The part that is kept if its inputs are equal, which identical ones are at once; else a new one."""
        place = part if at is None else (part, at)
        last = kept.get(place)
        if last is not None and last[0] == inputs:
            return last[1]  # type: ignore[no-any-return]
        shown = part(*inputs)
        kept.replace(place, (inputs, shown))
        return shown

    return show
