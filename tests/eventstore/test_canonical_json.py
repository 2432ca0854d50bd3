"""Canonical JSON: stored and hashed bytes, their form, chain, commitments."""

import hashlib
import json
from typing import Any

import pytest

from domain.game import GameCreated, GameStarted, Happening
from domain.messages import Event
from domain.redaction import secret
from eventstore.canonical_json import LARGEST_INTEGER, NotCanonical, canonical
from eventstore.entries import (
    FIRST_DIGEST,
    End,
    Position,
    Sealed,
    chain,
    commitment_of,
    parse_position,
    salt_of,
    seal_action,
)

KEY = bytes(range(32))


class CardHidden(Event, frozen=True):
    """A card is laid face down."""

    seat: int
    card: Any = secret(to="seat")


class CardShown(Event, frozen=True):
    """The card is turned over."""

    seat: int

    def reveals(self, sealed: Event) -> bool:
        """Whether this event shows the hidden card of the seat."""
        return isinstance(sealed, CardHidden) and sealed.seat == self.seat


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": 2}, b'{"a":2,"b":1}'),
        ({"literals": [None, True, False]}, b'{"literals":[null,true,false]}'),
        ('\u20ac$\u000f\nA\'B"\\\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'.encode()),
        ("\b\t\n\f\r\x1f\x7f", b'"\\b\\t\\n\\f\\r\\u001f\x7f"'),
        ({"": 0, "1": 1, "10": 2, "2": 3, "A": 4, "a": 5}, b'{"":0,"1":1,"10":2,"2":3,"A":4,"a":5}'),
        ([LARGEST_INTEGER, -LARGEST_INTEGER, 0], b"[9007199254740991,-9007199254740991,0]"),
        ({"a": {"c": [], "b": {}}}, b'{"a":{"b":{},"c":[]}}'),
        ("\U0001f602 </script>", '"\U0001f602 </script>"'.encode()),
        ("1.5e9 and 12345678901234567890", b'"1.5e9 and 12345678901234567890"'),
    ],
)
def test_the_canonical_form_is_rfc_8785(value: Any, expected: bytes) -> None:
    """RFC 8785 §3.2: sorted names, no white space, the shortest escapes, UTF-8."""
    assert expected == canonical(value)
    assert value == json.loads(expected)


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        1e30,
        {"a": [0.0]},
        LARGEST_INTEGER + 1,
        -LARGEST_INTEGER - 1,
        {"gr\u00f6\u00dfe": 1},
        "e\u0301",
        ["ok", {"deep": "A\u030a"}],
    ],
)
def test_values_outside_the_subset_are_refused(value: Any) -> None:
    """Fractions, large integers, non-ASCII names and text that is not in NFC have no canonical form."""
    with pytest.raises(NotCanonical):
        canonical(value)


def test_each_digest_covers_all_earlier_entries() -> None:
    """digest = SHA-256(previous digest || public form), from 32 zero bytes on."""
    first, second = _seal([GameStarted(), GameStarted()])
    assert hashlib.sha256(bytes(32) + first.public).digest() == first.digest
    assert hashlib.sha256(first.digest + second.public).digest() == second.digest
    assert chain(FIRST_DIGEST, first.public) == first.digest


def test_a_secret_is_a_commitment_in_the_public_form() -> None:
    """The public form holds no trace of the value; the secret part holds the value and the salt that opens it."""
    (entry,) = _seal([CardHidden(0, "the queen")])
    assert b"queen" not in entry.public
    value, salt = json.loads(entry.secrets)["card"]
    assert ("the queen", salt_of(KEY, "g", "1-0", "card")) == (value, salt)
    assert {"sealed": commitment_of(salt, value)} == json.loads(entry.public)["data"]["card"]


def test_equal_secrets_have_different_commitments() -> None:
    """The salt depends on the position and the game, so that equal values cannot be recognised."""
    one, two = _seal([CardHidden(0, "the queen"), CardHidden(0, "the queen")])
    assert json.loads(one.public)["data"]["card"] != json.loads(two.public)["data"]["card"]
    assert salt_of(KEY, "g", "1-0", "card") != salt_of(KEY, "h", "1-0", "card")


def test_a_reveal_has_its_opening() -> None:
    """The event that reveals a secret has position, field, value and salt; they open the earlier commitment."""
    (hidden,) = _seal([CardHidden(1, 7)])
    entries, _ = seal_action(
        [Happening(CardShown(1))],
        End(
            Position(1, 1),
            hidden.digest,
            (Sealed(Position(1, 0), CardHidden(1, 7)), Sealed(Position(1, 1), CardHidden(0, 8))),
        ),
        at=0,
        game_key=KEY,
        game_id="g",
    )
    (opening,) = json.loads(entries[0].public)["opens"]
    position, field, value, salt = opening
    assert ("1-0", "card", 7) == (position, field, value)
    assert json.loads(hidden.public)["data"]["card"]["sealed"] == commitment_of(salt, value)


def test_stored_bytes_are_canonical() -> None:
    """Reading and writing the stored bytes again changes nothing."""
    (entry,) = _seal([GameCreated("senet", 2, {}, "00" * 32, False)])
    assert canonical(json.loads(entry.public)) == entry.public
    assert b"" == entry.secrets


@pytest.mark.parametrize("text", ["", "17", "17-", "-2", "a-1", "1-1-1", "+1-0", "\u0661-0", "1 -0", "1" * 16 + "-0"])
def test_bad_positions_are_refused(text: str) -> None:
    """A position is written as two plain numbers with a dash."""
    with pytest.raises(ValueError):
        parse_position(text)


def test_positions_are_ordered_as_the_stream_is() -> None:
    """Actions first, then effects, as numbers and not as text."""
    assert Position(9, 2) < Position(10, 0) < Position(10, 1)
    assert Position(17, 2) == parse_position(str(Position(17, 2)))


def _seal(events: list[Event]) -> list[Any]:
    happenings = [Happening(event) for event in events]
    entries, _ = seal_action(happenings, End(), at=5, game_key=KEY, game_id="g")
    return entries
