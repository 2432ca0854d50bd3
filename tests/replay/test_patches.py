"""Patches: what changed, found by identity, in the operations of RFC 6902."""

import time
from copy import deepcopy

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from domain.parts import anew
from eventstore.entries import read_records
from replay.frames import frames, render_state
from replay.kept import keeping
from replay.patches import patch
from replay.seen import see
from tests.audit.games import TITLES, played

_NAMES = some.sampled_from(("a", "b", "c/d", "e~f", "", "~1"))
_VALUES = some.recursive(
    some.none() | some.integers(0, 3) | some.sampled_from(("x", "y")),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=15,
)
_OBJECTS = some.dictionaries(_NAMES, _VALUES, max_size=5)


@given(_OBJECTS, _OBJECTS)
def test_a_patch_leads_to_what_follows(before, after):
    """Whatever two objects are, applying the patch to the first one gives the second."""
    assert after == jsonpatch.apply_patch(deepcopy(before), patch(before, after))


@pytest.mark.parametrize(
    ("before", "after", "operations"),
    [
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, [{"op": "add", "path": "/a/2", "value": 3}]),
        ({"a": [1, 2, 3]}, {"a": [1, 3]}, [{"op": "remove", "path": "/a/1"}]),
        ({"a": [1, 2, 3]}, {"a": [3, 1, 2]}, [{"op": "replace", "path": "/a", "value": [3, 1, 2]}]),
        ({"a": [{"b": 1}, {}]}, {"a": [{"b": 2}, {}]}, [{"op": "replace", "path": "/a/0/b", "value": 2}]),
        ({"a": [{"b": 1}]}, {"a": [{"c": 2}, {"b": 1}]}, [{"op": "add", "path": "/a/0", "value": {"c": 2}}]),
        ({"a/b": 1, "c~d": 2}, {"c~d": 3}, [
            {"op": "replace", "path": "/c~0d", "value": 3}, {"op": "remove", "path": "/a~1b"},
        ]),
        ({"a": {"b": 1}}, {"a": {"b": 1}}, []),
    ],
)  # fmt: skip
def test_a_small_change_is_a_small_patch(before, after, operations):
    """One operation for each change, where that is shortest."""
    assert operations == patch(before, after)


@pytest.mark.parametrize("title", TITLES)
def test_what_has_not_changed_is_not_shown_anew(title):
    """A replay makes few of the parts that showing each state alone would make, and the same state makes none."""
    projector, game = played(title)
    made = {"anew": 0, "kept": 0}
    last = {}
    kept = keeping()

    def counting(part, *inputs, at=None):
        made["anew"] += 1
        return anew(part, *inputs)

    def comparing(part, *inputs, at=None):
        shown = kept(part, *inputs, at=at)
        made["kept"] += last.get((part, at)) is not shown
        last[part, at] = shown
        return shown

    state = None
    for record in read_records(projector, game.entries):
        state = projector.evolve(state, record)
        assert render_state(projector, state, "all", counting) == render_state(projector, state, "all", comparing)
    assert made["kept"] < made["anew"] / 4
    before = made["kept"]
    render_state(projector, state, "all", comparing)
    assert before == made["kept"]


@pytest.mark.parametrize("title", TITLES)
def test_a_replay_costs_little_more_than_the_fold(title):
    """A replay as patches, from stored bytes to lines, takes 20 to 45 times the fold; here with a wide margin."""
    projector, game = played(title)

    def replay():
        records = (see(projector, entry, "all") for entry in game.entries)
        for frame in frames(projector, records, "all", state="patch"):
            msgspec.json.encode(frame)

    def fold():
        projector.fold(read_records(projector, game.entries))

    assert _seconds(replay) < 120 * _seconds(fold)


def _seconds(work):
    """The least time of the processor that this takes."""
    taken = []
    for _ in range(7):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)
