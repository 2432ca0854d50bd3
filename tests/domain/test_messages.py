"""Secrets: declared in one place, hidden in one place."""

import pytest

from domain.messages import Event, Record
from domain.redaction import HIDDEN, Hidden, redact, redact_record, secret, secret_fields


class HandDealt(Event, frozen=True):
    """A test event: cards for one seat's eyes, with a public number."""

    seat: int
    cards: tuple[int, ...] | Hidden = secret(to="seat", shows_height=True)


class PactMade(Event, frozen=True):
    """A test event: a text for two seats' eyes."""

    seats: tuple[int, ...]
    text: str | Hidden = secret(to="seats")


class StoneBuried(Event, frozen=True):
    """A test event: a number hidden from every seat."""

    stone: int | Hidden = secret(to="nobody")


HAND, PACT, STONE = HandDealt(1, (4, 2)), PactMade((0, 2), "x"), StoneBuried(7)


@pytest.mark.parametrize(
    ("event", "viewer", "seen"),
    [
        (HAND, 1, HAND),
        (HAND, 0, HandDealt(1, Hidden(2))),  # a hidden pile keeps its height if declared
        (HandDealt(1, Hidden(2)), 0, HandDealt(1, Hidden(2))),  # redacted a second time
        *((PACT, seat, PACT) for seat in (0, 2)),
        *((PACT, viewer, PactMade((0, 2), HIDDEN)) for viewer in (1, "public")),
        (STONE, 0, StoneBuried(HIDDEN)),
        (STONE, "all", STONE),  # after the end
    ],
)
def test_who_sees_a_secret(event, viewer, seen):
    """The seats named by its field, and no others; the public is no seat."""
    assert redact(event, viewer) == seen


def test_an_event_without_its_secret_hides_it():
    """Decoding a public form without the value gives `Hidden`: a forgotten redaction shows nothing."""
    assert HandDealt(1) == HandDealt(1, HIDDEN)
    assert set(secret_fields(HandDealt)) == {"cards"}


def test_a_record_is_redacted_with_its_event():
    """Everything else in the record is public."""
    assert redact_record(Record(5, HandDealt(1, (4,)), 1), 0) == Record(5, HandDealt(1, Hidden(1)), 1)
