"""JSON patches (RFC 6902) from one state to the next: identical objects are unchanged.

A place in a state never changes from a number to a Boolean: Python regards 1 and True as equal.
"""

from itertools import compress, count
from operator import is_not
from typing import Any

Operation = dict[str, Any]


def patch(before: dict[str, Any], after: dict[str, Any]) -> list[Operation]:
    """The operations that turn the first of these objects into the second: `add`, `remove` and `replace`."""
    found: list[Operation] = []
    _compare_objects(before, after, "", found)
    return found


def _compare_objects(before: dict[str, Any], after: dict[str, Any], path: str, found: list[Operation]) -> None:
    # Usually the names are the same, and few values are different objects.
    try:
        changed = [name for name, value in after.items() if value is not before[name]]
    except KeyError:
        changed = None
    if changed is None or len(before) != len(after):
        _compare_by_name(before, after, path, found)
        return
    for name in changed:
        value, old = after[name], before[name]
        kind = type(value)
        if value == old:
            continue
        if kind is dict and type(old) is dict:
            _compare_objects(old, value, path + _STEPS[name], found)
        elif kind is list and type(old) is list and old and value:
            _compare_lists(old, value, path + _STEPS[name], found)
        else:
            found.append({"op": "replace", "path": path + _STEPS[name], "value": value})


def _compare_by_name(before: dict[str, Any], after: dict[str, Any], path: str, found: list[Operation]) -> None:
    added = 0
    for name, value in after.items():
        old = before.get(name, _NOTHING)
        if old is value:
            continue
        if old is _NOTHING:
            added += 1
            found.append({"op": "add", "path": path + _STEPS[name], "value": value})
        else:
            _compare(old, value, path + _STEPS[name], found)
    if len(before) + added > len(after):
        found += [{"op": "remove", "path": path + _STEPS[name]} for name in before if name not in after]


def _compare_lists(before: list[Any], after: list[Any], path: str, found: list[Operation]) -> None:
    """Compare two lists item by item, or, if their lengths differ, only between their common beginning and end.

    A list of plain values is short, so it is written whole unless a value was added or removed.
    """
    more = len(after) - len(before)
    if not more:
        if type(after[0]) is dict:
            for place in compress(count(), map(is_not, after, before)):
                _compare(before[place], after[place], f"{path}/{place}", found)
        elif before != after:
            found.append({"op": "replace", "path": path, "value": after})
        return
    first, end = _differing(before, after)
    if type(after[0]) is not dict and (first < end or abs(more) > 1):
        found.append({"op": "replace", "path": path, "value": after})
        return
    for place in range(first, end):
        _compare(before[place], after[place], f"{path}/{place}", found)
    found += [{"op": "add", "path": f"{path}/{place}", "value": after[place]} for place in range(end, end + more)]
    found += [{"op": "remove", "path": f"{path}/{end}"}] * -more


def _compare(before: Any, after: Any, path: str, found: list[Operation]) -> None:
    """Two values that are not identical, but may be equal."""
    if before == after:
        return
    kind = type(after)
    if kind is dict and type(before) is dict:
        _compare_objects(before, after, path, found)
    elif kind is list and type(before) is list and before and after:
        _compare_lists(before, after, path, found)
    else:
        found.append({"op": "replace", "path": path, "value": after})


def _differing(before: list[Any], after: list[Any]) -> tuple[int, int]:
    """The index at which the items begin to differ, and the index at which the shorter list's common end begins."""
    first, end = 0, min(len(before), len(after))
    while first < end and (before[first] is after[first] or before[first] == after[first]):
        first += 1
    from_the_end = -1
    while first < end and (before[from_the_end] is after[from_the_end] or before[from_the_end] == after[from_the_end]):
        end, from_the_end = end - 1, from_the_end - 1
    return first, end


class _Steps(dict[str, str]):
    """Names as steps of a path."""

    def __missing__(self, name: str) -> str:
        """The step, which is then cached."""
        step = self[name] = "/" + name.replace("~", "~0").replace("/", "~1")
        return step


_STEPS = _Steps()
_NOTHING: Any = object()
