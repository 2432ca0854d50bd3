"""Narration of an event for its viewer: a sentence with its seats and numbers marked.

It is made from the redacted event alone, so that no text can reveal a secret.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.calendar import minute_text
from domain.game import SHARED_EVENTS, GameCreated, GameFinished
from domain.lifecycle import SHARED_COMMANDS
from domain.messages import Command, Event, LocalTime, PlayerName, SeatName, Sentence
from domain.narration import describe_shared, narrate_end, narrate_shared
from domain.redaction import Hidden
from domain.rulebook import Rulebook
from replay.player_names import FORMER, Names
from replay.timestamps import milliseconds_of, time_text

Translate = Callable[[str], str]

Called = Sequence[str | None]
"""The players' names by seat; none if the player is gone. `Names` includes players without a seat."""

_SHARED = frozenset(SHARED_EVENTS)


class NamedSeat(Struct, frozen=True, gc=False):
    """A seat in a sentence, and its player's name there."""

    seat: int
    name: str


class NamedTime(Struct, frozen=True, gc=False):
    """A time in a sentence, and its words there: in UTC, unless the reader's time zone is known."""

    at: str
    words: str


Part = str | int | NamedSeat | NamedTime
"""A part of a sentence: words, a number, a seat's player, or a time."""


class Narration(NamedTuple):
    """A sentence in the reader's language, as its parts in order."""

    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The sentence."""
        return _text(self.parts)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that it names, each once."""
        return tuple(dict.fromkeys(part.seat for part in self.parts if type(part) is NamedSeat))


def untranslated(text: str) -> str:
    """The English text itself."""
    return text


def narrate(
    rulebook: Rulebook[Any],
    event: Event,
    names: Called,
    translate: Translate = untranslated,
    is_deliberate: bool = True,
    time_words: Callable[[int], str] = minute_text,
) -> Narration:
    """The sentence of this event; `names` are the players' by seat, and a seat without a name is called by its number.

    `is_deliberate` says that it is a player's own command, not a consequence. `time_words` gives the words of a time.
    """
    parts = _parts(sentence_of(rulebook, event, is_deliberate), names, translate)
    if time_words is not minute_text:
        parts = [
            replace(part, words=time_words(milliseconds_of(part.at))) if type(part) is NamedTime else part
            for part in parts
        ]
    # A player without a name is called by a phrase, and a sentence begins with a capital letter.
    if None in names and _text(parts[:1]).startswith(known_as(None, translate)):
        parts[0] = _capitalised(parts[0])
    return Narration(tuple(parts))


def sentence_of(rulebook: Rulebook[Any], event: Event, is_deliberate: bool = True) -> Sentence:
    """The sentence of this event, before translation."""
    if type(event) not in _SHARED:
        return rulebook.narrate(event)
    sentence = narrate_shared(event, is_deliberate)
    if isinstance(event, GameCreated):
        return Sentence(sentence.template, {**sentence.values, "title": rulebook.meta.title})
    if isinstance(event, GameFinished):
        return narrate_end(event.result, rulebook.meta.teams_of(len(event.result.places)))
    return sentence


def describe(rulebook: Rulebook[Any], command: Command, names: Called, translate: Translate = untranslated) -> str:
    """The sentence of this command."""
    shared = isinstance(command, SHARED_COMMANDS)
    return render(describe_shared(command) if shared else rulebook.describe(command), names, translate)


def known_as(name: str | None, translate: Translate = untranslated) -> str:
    """The name, or the phrase for a player without one."""
    return translate(FORMER.template) if name is None else name


def render(sentence: Sentence, names: Called, translate: Translate = untranslated) -> str:
    """The text of the sentence with its places filled in."""
    return _text(_parts(sentence, names, translate))


def _parts(sentence: Sentence, names: Called, translate: Translate) -> list[Part]:
    values = {name: _value(value, names, translate) for name, value in sentence.values.items()}
    return _filled(translate(sentence.template), values)


def _filled(template: str, values: Mapping[str, Sequence[Part]]) -> list[Part]:
    """The parts of a template with these values in its places; adjacent words are joined."""
    parts: list[Part] = []
    for words, place in _places(template):
        for part in (words, *(() if place is None else values[place])):
            if isinstance(part, str) and parts and isinstance(before := parts[-1], str):
                parts[-1] = before + part
            elif part != "":
                parts.append(part)
    return parts


@lru_cache(4096)
def _places(template: str) -> tuple[tuple[str, str | None], ...]:
    """The words of a template, each with the named place after them."""
    return tuple((words, place) for words, place, _, _ in Formatter().parse(template))


def _value(value: Any, names: Called, translate: Translate) -> Sequence[Part]:
    kind = type(value)
    if kind is int:
        return (value,)
    if kind is str:
        return (translate(value),)
    if kind is SeatName:
        seat = value.seat
        if not 0 <= seat < len(names):
            return (NamedSeat(seat, translate("Seat {number}").format(number=seat + 1)),)
        return (NamedSeat(seat, known_as(names[seat], translate)),)
    if kind is PlayerName:
        named = names.player(value.player, value.recorded) if isinstance(names, Names) else value.recorded
        return (known_as(named, translate),)
    if kind is LocalTime:
        return (NamedTime(time_text(value.at), minute_text(value.at)),)
    if kind is Sentence:
        return _parts(value, names, translate)
    if kind is Hidden:
        return (translate("something hidden"),)
    if kind is tuple or kind is list:
        return _enumerated([_value(one, names, translate) for one in value], translate)
    return (str(value),)


def _enumerated(values: list[Sequence[Part]], translate: Translate) -> Sequence[Part]:
    if not values:
        return (translate("nothing"),)
    if len(values) == 1:
        return values[0]
    rest = [part for value in values[:-1] for part in (", ", *value)][1:]
    return _filled(translate("{list} and {last}"), {"list": rest, "last": values[-1]})


def _capitalised(part: Part) -> Part:
    words = _text([part])
    words = words[:1].upper() + words[1:]
    return NamedSeat(part.seat, words) if isinstance(part, NamedSeat) else words


def _text(parts: Sequence[Part]) -> str:
    return "".join(map(_words, parts))


def _words(part: Part) -> str:
    if type(part) is NamedSeat:
        return part.name
    return part.words if type(part) is NamedTime else str(part)
