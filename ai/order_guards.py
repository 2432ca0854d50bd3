"""Guards of standing orders: JMESPath expressions over a seat's view that decide whether a move applies (G24).

A guard only reads and compares, and builds nothing that could grow: a short text must not keep the worker busy.
"""

from collections.abc import Iterator
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.visitor import TreeInterpreter

LONGEST_GUARD = 500
_DEEPEST = 50
_MOST_STEPS = 20_000
_MAKES_NEW = ("multi_select_list", "multi_select_dict")
_FUNCTIONS = (
    "abs", "avg", "ceil", "contains", "ends_with", "floor", "keys", "length", "map", "max", "max_by", "min", "min_by",
    "not_null", "reverse", "sort", "sort_by", "starts_with", "sum", "to_number", "type", "values",
)  # fmt: skip


class BadGuard(ValueError):
    """The expression is not a valid guard; the message says why."""


class _TooManySteps(Exception):
    """A guard took too many steps in a state."""


def check_guard(guard: str) -> None:
    """Raise `BadGuard` unless this is a syntactically valid guard; an empty one always holds."""
    if len(guard) > LONGEST_GUARD:
        raise BadGuard(f"Must have at most {LONGEST_GUARD} characters.")
    if guard:
        _read(guard)


def holds(guard: str, state: Any) -> bool:
    """Whether a guard holds in this state, in plain JSON values; a guard that cannot be evaluated does not."""
    if not guard:
        return True
    interpreter = _Bounded()
    try:
        found = interpreter.visit(_read(guard), state)
    except Exception:  # any error in this state; only its owner may see it, so it is not logged
        return False
    return found is not None and found is not False and found not in ("", [], {})


def _read(guard: str) -> dict[str, Any]:
    try:
        parsed: dict[str, Any] = jmespath.compile(guard).parsed
    except (JMESPathError, ValueError, RecursionError) as error:
        raise BadGuard(f"This is no JMESPath expression: {' '.join(str(error).split())[:200]}") from None
    for depth, node in _nodes(parsed):
        if depth > _DEEPEST:
            raise BadGuard(f"Must be nested at most {_DEEPEST} deep.")
        if node["type"] in _MAKES_NEW:
            raise BadGuard("A guard makes no new lists or objects.")
        if node["type"] == "function_expression" and node["value"] not in _FUNCTIONS:
            raise BadGuard(f"A guard may use these functions: {', '.join(_FUNCTIONS)}.")
    return parsed


def _nodes(node: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every node of a parsed expression, with its depth."""
    waiting = [(0, node)]
    while waiting:
        depth, one = waiting.pop()
        yield depth, one
        waiting += [(depth + 1, child) for child in one["children"] if isinstance(child, dict)]


class _Bounded(TreeInterpreter):  # type: ignore[misc]
    """Evaluates an expression in a limited number of steps."""

    def __init__(self) -> None:
        super().__init__()
        self._steps = 0

    def visit(self, node: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """The value of this node."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooManySteps
        return super().visit(node, *args, **kwargs)
