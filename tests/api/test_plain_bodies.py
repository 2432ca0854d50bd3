"""Most bodies are read the short way; what it reads is what the long way reads, which alone says what is wrong."""

import json

import marshmallow
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from api.bodies import any_json, plain_object
from api.command_schemas import read_checked, read_command, read_plain
from api.problems import Problem
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks

COMMANDS = [
    (projector, kind) for projector in map(projector_for, find_rulebooks()) for kind in projector.command_types.values()
]
NUMBERS = some.integers(-(2**33), 2**33) | some.sampled_from([2**31 - 1, 2**31, -(2**31), 2**53 - 1, 2**53, -(2**53)])
TEXTS = some.text(max_size=5) | some.sampled_from(["gold", "mendes", "x" * 200, "x" * 201, "a:b", "{", "\\"])
SCALARS = some.none() | some.booleans() | NUMBERS | some.floats() | TEXTS
LISTS = some.lists(SCALARS, max_size=4) | some.sampled_from([[0] * 200, [0] * 201, ["gold"] * 201])
VALUES = SCALARS | LISTS | some.lists(LISTS, max_size=2) | some.dictionaries(TEXTS, SCALARS, max_size=2)
PIECES = [
    b'"a"',
    b'"b"',
    b":",
    b",",
    b"{",
    b"}",
    b"[",
    b"]",
    b"1",
    b"-0",
    b"01",
    b"1.0",
    b"1e3",
    b"0.",
    b"9" * 16,
    b"9" * 17,
]
PIECES += [
    b"true",
    b"null",
    b"NaN",
    b" ",
    b"\n",
    b"\x00",
    b"\x0b",
    b"\xff",
    b"\xc3\xa4",
    b'"\\u0041"',
    b'"\x7f"',
    b'"\t"',
]


@given(some.lists(some.sampled_from(PIECES), max_size=12).map(b"".join) | some.binary(max_size=20))
@example(b'{"a":1,"a":1}')
@example(b'{"a":1,"b":"x:y","a":2}')
@example(b'{"a":9007199254740992}')
@example(b'{"a":-0}')
@example(b'{"a":[1.0]}')
@example(b"[" * 1_999)
def test_any_bytes(raw):
    """Whatever comes: what is read the short way is read the long way, too."""
    hold_both_equal(raw)


@given(
    some.dictionaries(TEXTS | some.just("\ud800"), VALUES, max_size=4), some.sampled_from([None, 1]), some.booleans()
)
def test_any_object(body, indent, ascii_only):
    """The same for objects, however they are written."""
    hold_both_equal(json.dumps(body, indent=indent, ensure_ascii=ascii_only).encode(errors="replace"))


def hold_both_equal(raw):
    """The short way reads nothing, or the very same."""
    found = plain_object(raw)
    if found is not None:
        # As text, since 1 is equal to true.
        assert repr(found) == repr(any_json(raw))


def test_a_usual_body_is_plain():
    """A move needs no more than the short way."""
    assert plain_object(b'{"type": "SealOffering", "cards": [1, 2]}') == {"type": "SealOffering", "cards": [1, 2]}
    with pytest.raises(Problem):
        any_json(b'{"a":1,"a":1}')


def moves_of(command):
    """Any body that might be this command, right or wrong."""
    projector, kind = command
    members = {name: VALUES for name in kind.__struct_fields__ if name != "seat"}
    others = some.dictionaries(some.sampled_from(["seat", "other"]), VALUES, max_size=1)
    named = some.fixed_dictionaries({"type": some.just(kind.__name__)}, optional=members)
    return some.tuples(some.just(projector), some.just(kind), some.builds(dict.__or__, named, others))


MOVES = some.sampled_from(COMMANDS).flatmap(moves_of)


@settings(max_examples=500)
@given(MOVES)
def test_any_move(move):
    """What the short way makes of a move is what the schema makes of it; it never takes what the schema refuses."""
    hold_both_moves_equal(*move)


@pytest.mark.soak
@settings(max_examples=20_000)
@given(MOVES)
def test_any_move_in_full(move):
    """The same for many more."""
    hold_both_moves_equal(*move)


def hold_both_moves_equal(projector, kind, body):
    """The short way takes nothing, or what the schema makes of it."""
    found = read_plain(kind, 1, body)
    if found is not None:
        assert repr(found) == repr(read_checked(projector, kind, 1, body))


@pytest.mark.parametrize("wrong", [{"seat": 0}, {"count": 2**31}, {"count": True}, {"count": None}, {"more": 1}])
def test_the_schema_says_what_is_wrong(wrong):
    """A move that the short way does not take gets the schema's word."""
    projector = projector_for("amun-re")
    body = {"type": "BuyFarmers", "count": 1, **wrong}
    with pytest.raises(marshmallow.ValidationError):
        read_command(projector, 1, body)
