"""Patches: changes, found by identity, in the operations of RFC 6902."""

from copy import deepcopy

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import replay.frames as frames_module
from domain.game import SHARED_EVENTS
from domain.rulebook import anew
from eventstore.entries import read_records
from replay.frames import FrameForm, frames, view_memo
from replay.json_patch import patch
from replay.state_json import render_state
from replay.viewer_state import see
from tests.audit.games import TITLES, played

_NAMES = some.sampled_from(("a", "b", "c/d", "e~f", "", "~1"))
_VALUES = some.recursive(
    some.none() | some.integers(0, 3) | some.sampled_from(("x", "y")),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(_NAMES, inner, max_size=4),
    max_leaves=15,
)
_OBJECTS = some.dictionaries(_NAMES, _VALUES, max_size=5)


@settings(deadline=None)
@given(_OBJECTS, _OBJECTS)
def test_a_patch_leads_to_the_next_value(before, after):
    """For any two objects, applying the patch to the first one gives the second."""
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
    """A small change is one operation, where that is shortest."""
    assert operations == patch(before, after)


@pytest.mark.parametrize("title", TITLES)
def test_seats_and_options_are_shown_only_after_a_shared_event(title, monkeypatch):
    """Parts that a title's own event cannot change are neither shown nor compared after it."""
    projector, game = played(title)
    records = [see(projector, entry, "all") for entry in game.entries]
    whole, shown_whole = render_state, []

    def counted(*given):
        shown_whole.append(given)
        return whole(*given)

    monkeypatch.setattr(frames_module, "render_state", counted)
    assert len(list(frames(projector, records, "all", form=FrameForm("patch")))) == len(records)
    of_every_game = [one for one in records if type(one.record.data) in SHARED_EVENTS]
    assert len(of_every_game) == len(shown_whole) < len(records) / 5


@pytest.mark.parametrize("title", TITLES)
def test_unchanged_parts_are_not_shown_again(title):
    """A replay makes few of the parts that showing each state alone would make, and an equal state makes none."""
    projector, game = played(title)
    made = {"anew": 0, "kept": 0}
    last = {}
    kept = view_memo()

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
    assert made["kept"] < made["anew"] / 3
    before = made["kept"]
    render_state(projector, state, "all", comparing)
    assert before == made["kept"]


@pytest.mark.parametrize("title", TITLES)
def test_a_patch_compares_only_possible_changes(title, monkeypatch):
    """After a title's event only the possible changes of the state are compared, and few equal objects are rebuilt."""
    projector, game = played(title)
    records = [see(projector, entry, "all") for entry in game.entries]
    compared = []

    def looking(before, after):
        compared.append((before, after))
        return patch(before, after)

    monkeypatch.setattr(frames_module, "patch", looking)
    assert len(list(frames(projector, records, "all", form=FrameForm("patch")))) == len(records)
    own = [(before, after) for before, after in compared if "seats" not in after]
    assert len(own) == sum(type(one.record.data) not in SHARED_EVENTS for one in records)
    assert {("to_act", "moves", "points", "table")} == {tuple(one) for pair in own for one in pair}
    tables = [(before["table"], after["table"]) for before, after in own if before["table"] is not None]
    in_vain = [
        name
        for before, after in tables
        for name, value in after.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
        if value is not before[name] and value == before[name]
    ]
    assert len(in_vain) < len(tables) / 2
