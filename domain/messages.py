"""Messages: commands, events, records, and the sentences that describe them.

A *command* is a request (`PlaceGold`), an *event* is a fact (`GoldPlaced`), a *record* is an event with its actor and
time. The secret fields of an event are declared and redacted in `redaction`.

All of it is frozen, so nothing here can be part of a cycle, and the garbage collector can skip it (`gc=False`): folding
makes many small values and is faster that way (`bench`).

Exception └── Illegal           a command that breaks a rule
    └── IllegalMove   one of several sent together; `number` counts them from 1
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct, ValidationError
from msgspec.structs import replace


class Illegal(Exception):
    """A command that breaks a rule. `rule` is the rule's number in the title's RULES.md or in `domain/RULES.md`.

    The reason is a template like a `Sentence`'s, and the id of its translations; `values` fill its named places.
    """

    def __init__(self, reason: str, rule: str, **values: Any) -> None:
        super().__init__(reason.format_map(values))
        self.template = reason
        self.values = values
        self.rule = rule

    @property
    def sentence(self) -> "Sentence":
        """The reason as a sentence, like any other."""
        return Sentence(self.template, self.values)


class IllegalMove(Illegal):
    """Of several moves sent together, the one with this number is refused, and all of them with it (G25)."""

    def __init__(self, number: int, refusal: Illegal) -> None:
        super().__init__(refusal.template, refusal.rule, **refusal.values)
        self.number = number


class Command(Struct, frozen=True, kw_only=False, tag=True, tag_field="type", forbid_unknown_fields=True):
    """A request by the player in `seat`. The class name is its type; a client never sends `seat`, the token determines
    it.

    `SAYS` is its sentence, as for an `Event`. `ANY_ORDER` names the fields that form a set: the values of a single one,
    or of several together, mean the same in any order. The rules list and decide only one order of each set; see
    `game.as_listed`. `BID` names the field that holds the bid in an auction; the other fields say what for.
    """

    SAYS: ClassVar[str] = ""
    ANY_ORDER: ClassVar[tuple[str, ...]] = ()
    BID: ClassVar[str] = ""

    seat: int


C = TypeVar("C", bound=Command)


def in_order(command: C) -> C:
    """The command with its set in ascending order: equal for all commands with the same meaning."""
    names = command.ANY_ORDER
    if len(names) == 1:
        return replace(command, **{names[0]: tuple(sorted(getattr(command, names[0])))})
    return replace(command, **dict(zip(names, sorted(getattr(command, name) for name in names), strict=True)))


class Event(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """A fact. Its name and fields are stable: change them by raising `VERSION` and adding an upcaster.

    `RULES` names the rules behind it: their numbers in the title's RULES.md, or in `domain/RULES.md`. `SAYS` is its
    sentence for `say_fields`, if the values need no other one. Neither is part of the record, which does not depend on
    the numbering of the rules.
    """

    VERSION: ClassVar[int] = 1
    RULES: ClassVar[tuple[str, ...]] = ()
    SAYS: ClassVar[str] = ""

    def reveals(self, sealed: "Event") -> bool:
        """Whether this event makes public what the earlier, sealed event hid."""
        return False


E = TypeVar("E")


def with_more(**members: Any) -> Callable[[Any], Any]:
    """An upcaster to a version with these additional members, which events of the previous version must not have."""

    def upcast(data: Any) -> Any:
        if known := sorted(data.keys() & members.keys()):
            raise ValidationError(f"{data['type']} has {', '.join(known)} in a later version only")
        return {**data, **members}

    return upcast


class Opening(Struct, frozen=True, array_like=True, gc=False):
    """The proof that a revealed value is the committed one: position and field of the secret, value and salt."""

    position: str
    field: str
    value: Any
    salt: str


class Record(Struct, Generic[E], frozen=True, omit_defaults=True, gc=False):
    """An event as stored in the stream.

    `at` is in milliseconds since 1970 UTC; `actor` is the seat that sent the command (none for events by the rules);
    `luck` counts its draws; `opens` proves what it reveals.
    """

    at: int
    data: E
    actor: int | None = None
    luck: int = 0
    opens: tuple[Opening, ...] = ()
    version: int = 1


class SeatName(Struct, frozen=True, gc=False):
    """A placeholder in a sentence for the name of the player in this seat."""

    seat: int


class PlayerName(Struct, frozen=True, gc=False):
    """A placeholder for the name of the player with this id; `recorded` is their name in an old record."""

    player: str
    recorded: str


class LocalTime(Struct, frozen=True, gc=False):
    """A placeholder for a time, in milliseconds since 1970 UTC, which each reader is shown in their time zone."""

    at: int


class Verbatim(Struct, frozen=True, gc=False):
    """A placeholder for words that are not translated: a player's own, or a position."""

    text: str

    def __str__(self) -> str:
        """The words, unchanged."""
        return self.text


class Sentence(Struct, frozen=True, gc=False):
    """An event in plain words: an English template with named places, and their values.

    The template is also the id of its translations, so it must not be assembled from parts; a value may itself be a
    sentence, or a list of them.
    """

    template: str
    values: Mapping[str, Any] = {}


def say(template: str, **values: Any) -> Sentence:
    """A sentence; seats are given as `SeatName`."""
    return Sentence(template, values)


def say_number(one: str, many: str, number: int, **values: Any) -> Sentence:
    """A sentence, or part of one, with a count: `one` for exactly one, `many` for any other `{number}`."""
    return Sentence(one if number == 1 else many, {**values, "number": number})


def say_fields(message: Command | Event, **words: Callable[[Any], Any]) -> Sentence:
    """The sentence that the message's class `SAYS`: its places are fields, and `{player}` is its seat.

    `words` has the function that returns the words for a field's value, if they are not the value itself.
    """
    kind = type(message)
    if not kind.SAYS:
        raise TypeError(f"{kind.__name__} says nothing: it is no command or event of this game, or lacks a case")
    values = {name: getattr(message, "seat" if name == "player" else name) for name in _places(kind)}
    functions = {"player": SeatName, **words}
    return Sentence(
        kind.SAYS, {name: functions[name](value) if name in functions else value for name, value in values.items()}
    )


@cache
def _places(kind: type[Command | Event]) -> tuple[str, ...]:
    return tuple(re.findall(r"{(\w+)}", kind.SAYS))
