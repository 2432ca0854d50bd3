"""Redaction: fields with a limited audience are declared and hidden here, and nowhere else.

`secret(to=...)` declares such a field of an event; `redact` is the only code that replaces its value. Viewers see the
fold of redacted records.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.messages import Event, Record


class Hidden(Struct, frozen=True, omit_defaults=True, gc=False):
    """The substitute for a secret in a viewer's state. A hidden pile keeps its `height` if that is public."""

    height: int | None = None


HIDDEN = Hidden()

Viewer = int | Literal["public", "all"]
"""The viewer: a seat's number, spectators (`"public"`), or a viewer who may see everything (`"all"`)."""

NOBODY = "nobody"


class Audience:
    """The audience of a field: the seat or seats in the field `to` of the same event, or no one.

    It is the field's default factory, so an event decoded from its public form, where the value is missing, holds
    `HIDDEN`.
    """

    __slots__ = ("shows_height", "to")

    def __init__(self, to: str, shows_height: bool) -> None:
        self.to = to
        self.shows_height = shows_height

    def __call__(self) -> Hidden:
        """The default of a secret field."""
        return HIDDEN

    def includes(self, event: Event, viewer: Viewer) -> bool:
        """Whether the viewer may see this field of this event."""
        if viewer == "all":
            return True
        if viewer == "public" or self.to == NOBODY:
            return False
        seats = getattr(event, self.to)
        return viewer in seats if isinstance(seats, tuple) else viewer == seats


def secret(to: str, shows_height: bool = False) -> Any:
    """Declare a field that only the seat (or tuple of seats) in the field `to` may see; `to="nobody"`: no seat at all.

    The field's type must include `Hidden`. With `shows_height` the length of the value stays public.
    """
    return msgspec.field(default_factory=Audience(to, shows_height))


def secret_fields(event_type: type[Event]) -> Mapping[str, Audience]:
    """The names of this event type's secret fields."""
    return _declared(event_type)


@cache
def _declared(event_type: type[Event]) -> Mapping[str, Audience]:
    return {
        field.name: field.default_factory
        for field in msgspec.structs.fields(event_type)
        if isinstance(field.default_factory, Audience)
    }


def hide(value: Any, audience: Audience) -> Hidden:
    """The substitute for this secret value."""
    if isinstance(value, Hidden):
        return value
    return Hidden(len(value)) if audience.shows_height else HIDDEN


def redact(event: Event, viewer: Viewer) -> Event:
    """The event as this viewer may see it: every other secret is replaced by `Hidden`."""
    hidden = {
        name: hide(getattr(event, name), audience)
        for name, audience in secret_fields(type(event)).items()
        if not audience.includes(event, viewer)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def redact_record(record: Record[Any], viewer: Viewer) -> Record[Any]:
    """The record as this viewer may see it."""
    shown = redact(record.data, viewer)
    return record if shown is record.data else msgspec.structs.replace(record, data=shown)


T = TypeVar("T")


class NotKnown(Exception):
    """The rules need a value that is hidden in this state, so the outcome is unknown."""


def known(value: T | Hidden) -> T:
    """The value, or `NotKnown` if it is hidden."""
    if isinstance(value, Hidden):
        raise NotKnown
    return value


def without(things: Sequence[T], thing: T) -> tuple[T, ...]:
    """These things, such as a hand of cards, without one of this kind; if it is hidden, one hidden thing less."""
    left = list(things)
    left.remove(thing if thing in left else next(one for one in left if isinstance(one, Hidden)))
    return tuple(left)
