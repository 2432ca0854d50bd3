"""Secrets: declared in one place, hidden in one place."""

from domain.messages import Event, Record
from domain.redaction import HIDDEN, Hidden, redact, redact_record, secret, secret_fields


class HandDealt(Event, frozen=True):
    """For these tests: cards for one seat's eyes, with a public number."""

    seat: int
    cards: tuple[int, ...] | Hidden = secret(to="seat", shows_height=True)


class PactMade(Event, frozen=True):
    """For these tests: a text for two seats' eyes."""

    seats: tuple[int, ...]
    text: str | Hidden = secret(to="seats")


class StoneBuried(Event, frozen=True):
    """For these tests: a number for no seat's eyes."""

    stone: int | Hidden = secret(to="nobody")


def test_a_seat_sees_its_own_secret():
    """The seat named by the field sees the value."""
    assert redact(HandDealt(1, (4, 2)), 1) == HandDealt(1, (4, 2))


def test_another_seat_sees_the_height_alone():
    """A hidden pile keeps its height if declared."""
    assert redact(HandDealt(1, (4, 2)), 0) == HandDealt(1, Hidden(2))


def test_the_gallery_sees_no_secret():
    """The public is not a seat."""
    assert redact(PactMade((0, 2), "x"), "public") == PactMade((0, 2), HIDDEN)


def test_several_seats_may_share_a_secret():
    """Each seat named by the field sees the value, and no other."""
    event = PactMade((0, 2), "x")
    assert [redact(event, seat) == event for seat in (0, 1, 2)] == [True, False, True]


def test_a_secret_of_no_seat_is_shown_only_to_all():
    """`nobody` means no seat; the viewer `all` sees it after the end."""
    event = StoneBuried(7)
    assert redact(event, 0) == StoneBuried(HIDDEN)
    assert redact(event, "all") == event


def test_redacting_twice_changes_nothing_more():
    """Redacting an already hidden value keeps it, height and all."""
    once = redact(HandDealt(1, (4, 2)), "public")
    assert redact(once, 0) == once


def test_an_event_without_its_secret_hides_it():
    """Decoding a public form without the value gives `Hidden`: a forgotten redaction shows nothing."""
    assert HandDealt(1) == HandDealt(1, HIDDEN)
    assert set(secret_fields(HandDealt)) == {"cards"}


def test_a_record_is_redacted_with_its_event():
    """Everything else in the record is public."""
    assert redact_record(Record(5, HandDealt(1, (4,)), 1), 0) == Record(5, HandDealt(1, Hidden(1)), 1)
