"""Guards: they read a seat's view, can't fail and can't take long."""

import json

import pytest

from ai.order_guards import LONGEST_GUARD, BadGuard, check_guard, holds

STATE = {"status": "playing", "to_act": [1], "table": {"round": 2, "bids": [{"gold": 3, "seat": 0}, {"gold": None}]}}


@pytest.mark.parametrize(
    "guard",
    [
        "", "status == 'playing'", "table.round < `3`", "contains(to_act, `1`)", "table.bids[?gold > `2`]",
        "length(table.bids[?seat == `0`]) == `1` && !result", "max_by(table.bids[?gold], &gold).seat == `0`", "`0`",
    ],
)  # fmt: skip
def test_a_guard_that_holds(guard):
    """An empty guard always holds; otherwise JMESPath's truth decides."""
    check_guard(guard)
    assert holds(guard, STATE)


@pytest.mark.parametrize(
    "guard",
    ["status == 'finished'", "table.nothing", "table.bids[?gold > `9`]", "`false`", "abs(status)", "table.bids < `1`"],
)
def test_a_guard_that_does_not_hold(guard):
    """False, null and empty values, and expressions that can't be evaluated over this state."""
    check_guard(guard)
    assert not holds(guard, STATE)


@pytest.mark.parametrize(
    "guard",
    [
        "a ||", "nothing(@)", "a" * (LONGEST_GUARD + 1), "!" * 100 + "a",
        "[@, @]", "{a: @}", "join(',', @)", "to_string(@)", "merge(@, @)", "a[?b == [c, d]]",
    ],
)  # fmt: skip
def test_bad_guards(guard):
    """Wrong syntax, too long, too deep, or a function that doesn't exist."""
    with pytest.raises(BadGuard):
        check_guard(guard)


@pytest.mark.parametrize(
    "guard", [" | ".join(["map(&`[1,1,1,1,1,1,1,1]`, @)[]"] * 14), "@" + ".*[?@][]" * 12, "a" + "[?@[?@[?@]]]" * 12]
)
def test_no_guard_takes_long(guard):
    """A value that grows with every step is stopped after a fixed number of steps, and the guard doesn't hold."""
    check_guard(guard)
    wide = {"a": [list(range(50))] * 50}
    for state in (STATE, wide, list(range(200))):
        holds(guard, state)
    assert not holds(" | ".join(["map(&`[1,1,1,1,1,1,1,1]`, @)[]"] * 14), [1] * 8)
    assert json.loads(json.dumps(STATE)) == STATE
