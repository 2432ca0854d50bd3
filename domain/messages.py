"""Commands, events, records, and the one place where secrets are declared and redacted.

A *command* is a wish (`PlaceGold`), an *event* is a fact (`GoldPlaced`), a *record* is an event with who caused it and
when. A field that not everybody may see is declared with `secret(to=...)`; `redact` is the only code that hides it.

All of it is frozen, so nothing here can be part of a cycle, and the garbage collector need not look at it (`gc=False`):
folding makes many small values, and is faster for it (`bench`).
"""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct


class Illegal(Exception):
    """A command that breaks a rule. `rule` is the rule's number in the title's RULES.md or in `docs/rules.md`.

    The reason is a template like a `Sentence`'s, and the key of its translations: `values` fill its named places.
    """

    def __init__(self, reason: str, rule: str, **values: Any) -> None:
        super().__init__(reason.format_map(values))
        self.template = reason
        self.values = values
        self.rule = rule

    @property
    def reason(self) -> str:
        """The reason in English."""
        return str(self)


class Hidden(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a viewer is told instead of a secret. A hidden pile keeps its `height` where that is public."""

    height: int | None = None


HIDDEN = Hidden()

Viewer = int | Literal["public", "all"]
"""Who looks: a seat's number, the gallery (`"public"`), or somebody who may know everything (`"all"`)."""

NOBODY = "nobody"


class Audience:
    """Who may see a field: the seat or seats that the field named `to` of the same event holds, or nobody at all.

    It stands as the field's default factory: an event decoded from its public form, where the value is missing, holds
    `HIDDEN` by itself.
    """

    __slots__ = ("shows_height", "to")

    def __init__(self, to: str, shows_height: bool) -> None:
        self.to = to
        self.shows_height = shows_height

    def __call__(self) -> Hidden:
        """The default of a secret field."""
        return HIDDEN

    def includes(self, event: "Event", viewer: Viewer) -> bool:
        """Whether the viewer may see this field of this event."""
        if viewer == "all":
            return True
        if viewer == "public" or self.to == NOBODY:
            return False
        seats = getattr(event, self.to)
        return viewer in seats if isinstance(seats, tuple) else viewer == seats


def secret(to: str, shows_height: bool = False) -> Any:
    """Declare a field that only the seat (or tuple of seats) in the field `to` may see; `to="nobody"`: no seat at all.

    The field's type must admit `Hidden`. With `shows_height` the number of things in the value stays public.
    """
    return msgspec.field(default_factory=Audience(to, shows_height))


class Command(Struct, frozen=True, kw_only=False, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A wish of the player in `seat`. The class name is its type; a client never sends `seat`, the token says it."""

    seat: int


class Event(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """A fact. Its name and fields are a promise: change one by raising `VERSION` and adding an upcaster."""

    VERSION: ClassVar[int] = 1

    def reveals(self, sealed: "Event") -> bool:
        """Whether this event makes public what the earlier, sealed event hid."""
        return False


E = TypeVar("E")


class Opening(Struct, frozen=True, array_like=True, gc=False):
    """The proof that a revealed value is the committed one: position and field of the secret, value and salt."""

    position: str
    field: str
    value: Any
    salt: str


class Record(Struct, Generic[E], frozen=True, omit_defaults=True, gc=False):
    """An event as it stands in the stream.

    `at` is in milliseconds since 1970 UTC; `actor` is the seat whose command it was (none for what follows by the
    rules); `luck` counts the draws of chance that it took; `opens` proves what it reveals.
    """

    at: int
    data: E
    actor: int | None = None
    luck: int = 0
    opens: tuple[Opening, ...] = ()
    version: int = 1


_secret_fields: dict[type[Event], dict[str, Audience]] = {}


def secret_fields(event_type: type[Event]) -> dict[str, Audience]:
    """The fields of this event type that are declared secret, by name."""
    found = _secret_fields.get(event_type)
    if found is None:
        found = _secret_fields[event_type] = _look_for_secrets(event_type)
    return found


def _look_for_secrets(event_type: type[Event]) -> dict[str, Audience]:
    return {
        field.name: field.default_factory
        for field in msgspec.structs.fields(event_type)
        if isinstance(field.default_factory, Audience)
    }


def hide(value: Any, audience: Audience) -> Hidden:
    """What stands in the place of this secret value."""
    if isinstance(value, Hidden):
        return value
    return Hidden(len(value)) if audience.shows_height else HIDDEN


def redact(event: Event, viewer: Viewer) -> Event:
    """The event as this viewer may see it: every secret that is not theirs is replaced by `Hidden`."""
    hidden = {
        name: hide(getattr(event, name), audience)
        for name, audience in secret_fields(type(event)).items()
        if not audience.includes(event, viewer)
    }
    return msgspec.structs.replace(event, **hidden) if hidden else event


def redact_record(record: Record[Any], viewer: Viewer) -> Record[Any]:
    """The record as this viewer may see it."""
    if not secret_fields(type(record.data)):
        return record
    return msgspec.structs.replace(record, data=redact(record.data, viewer))


def redact_all(records: Iterable[Record[Any]], viewer: Viewer) -> list[Record[Any]]:
    """The stream as this viewer may see it."""
    return [redact_record(record, viewer) for record in records]


class SeatName(Struct, frozen=True):
    """Stands in a sentence for the name of the player in this seat."""

    seat: int


class Sentence(Struct, frozen=True):
    """What happened, in plain words: an English template with named places, and what to put there.

    The template is also the key of its translations, so it must not be assembled from parts; a value may be a
    sentence of its own, or a list of them.
    """

    template: str
    values: dict[str, Any] = {}


def say(template: str, **values: Any) -> Sentence:
    """A sentence; seats are given as `SeatName`."""
    return Sentence(template, values)
