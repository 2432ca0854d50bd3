"""What happened, in plain sentences: made from the redacted event alone, so that no text can give away a secret."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.game import SHARED_COMMANDS, SHARED_EVENTS, GameCreated
from domain.messages import Command, Event, SeatName, Sentence, Verbatim
from domain.rulebook import Rulebook
from domain.secrets import Hidden
from domain.telling import describe_shared, narrate_shared

Translate = Callable[[str], str]

_SHARED = frozenset(SHARED_EVENTS)


def untranslated(text: str) -> str:
    """The English text itself."""
    return text


def narrate(rulebook: Rulebook[Any], event: Event, names: Sequence[str], translate: Translate = untranslated) -> str:
    """What this event says; `names` are the players' by seat, and a seat without a name is called by its number."""
    if type(event) not in _SHARED:
        return render(rulebook.narrate(event), names, translate)
    sentence = narrate_shared(event)
    if isinstance(event, GameCreated):
        sentence = Sentence(sentence.template, {**sentence.values, "title": rulebook.meta.title})
    return render(sentence, names, translate)


def describe(
    rulebook: Rulebook[Any], command: Command, names: Sequence[str], translate: Translate = untranslated
) -> str:
    """What this command would do."""
    shared = isinstance(command, SHARED_COMMANDS)
    return render(describe_shared(command) if shared else rulebook.describe(command), names, translate)


def render(sentence: Sentence, names: Sequence[str], translate: Translate = untranslated) -> str:
    """The sentence with its places filled in."""
    words = {}
    for name, value in sentence.values.items():
        kind = type(value)
        if kind is SeatName and 0 <= value.seat < len(names):
            words[name] = names[value.seat]
        else:
            words[name] = value if kind is int else _word(value, names, translate)
    return translate(sentence.template).format_map(words)


def _word(value: Any, names: Sequence[str], translate: Translate) -> str:
    kind = type(value)
    if kind is str:
        return translate(value)
    if kind is SeatName:
        seat = value.seat
        return names[seat] if 0 <= seat < len(names) else translate("Seat {number}").format(number=seat + 1)
    if kind is Verbatim:
        return str(value.text)
    if kind is Sentence:
        return render(value, names, translate)
    if kind is Hidden:
        return translate("something hidden")
    if kind is tuple or kind is list:
        return _enumerated([_word(one, names, translate) for one in value], translate)
    return str(value)


def _enumerated(words: list[str], translate: Translate) -> str:
    if not words:
        return translate("nothing")
    if len(words) == 1:
        return words[0]
    return translate("{list} and {last}").format(list=", ".join(words[:-1]), last=words[-1])
