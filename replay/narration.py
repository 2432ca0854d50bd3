"""What happened, in plain sentences: made from the redacted event alone, so that no text can give away a secret."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.game import SHARED_COMMANDS, SHARED_EVENTS, GameCreated, describe_shared, narrate_shared
from domain.messages import Command, Event, SeatName, Sentence
from domain.rulebook import Rulebook
from domain.secrets import Hidden

Translate = Callable[[str], str]


def untranslated(text: str) -> str:
    """The English text itself."""
    return text


def narrate(rulebook: Rulebook[Any], event: Event, names: Sequence[str], translate: Translate = untranslated) -> str:
    """What this event says; `names` are the players' by seat, and a seat without a name is called by its number."""
    if not isinstance(event, SHARED_EVENTS):
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
    words = {name: _word(value, names, translate) for name, value in sentence.values.items()}
    return translate(sentence.template).format_map(words)


def _word(value: Any, names: Sequence[str], translate: Translate) -> str:
    match value:
        case str():
            return translate(value)
        case SeatName(seat):
            return names[seat] if 0 <= seat < len(names) else translate("Seat {number}").format(number=seat + 1)
        case Sentence():
            return render(value, names, translate)
        case Hidden():
            return translate("something hidden")
        case tuple() | list():
            return _enumerated([_word(one, names, translate) for one in value], translate)
        case _:
            return str(value)


def _enumerated(words: list[str], translate: Translate) -> str:
    if not words:
        return translate("nothing")
    if len(words) == 1:
        return words[0]
    return translate("{list} and {last}").format(list=", ".join(words[:-1]), last=words[-1])
