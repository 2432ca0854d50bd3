"""Ranges of a game's entries: those after a position, and those between two."""

from bisect import bisect_left, bisect_right

from eventstore.entries import Entry, Position


def follows(position: Position, before: Position) -> bool:
    """Whether an entry here can come right after one there."""
    return position in (Position(before.action, before.effect + 1), Position(before.action + 1, 0))


def within(
    entries: list[Entry], after: Position, until: Position | None, count: int | None, with_first: bool
) -> list[Entry]:
    """Those of a whole game's entries that `Store.read` gives."""
    begin = (bisect_left if with_first else bisect_right)(entries, after, key=_position)
    end = len(entries) if until is None else bisect_right(entries, until, key=_position)
    return entries[begin : end if count is None else min(end, begin + count)]


def _position(entry: Entry) -> Position:
    return entry.position
