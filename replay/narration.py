"""What happened, in plain sentences: made from the redacted event alone, so that no text can give away a secret."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.game import SHARED_COMMANDS, SHARED_EVENTS, GameCreated
from domain.messages import Command, Event, PlayerName, SeatName, Sentence, Verbatim
from domain.narration import describe_shared, narrate_shared
from domain.rulebook import Rulebook
from domain.secrets import Hidden
from replay.player_names import FORMER, Names

Translate = Callable[[str], str]

Called = Sequence[str | None]
"""The players' names by seat; none of who has gone. `Names` know those of players without a seat as well."""

_SHARED = frozenset(SHARED_EVENTS)


def untranslated(text: str) -> str:
    """The English text itself."""
    return text


def narrate(
    rulebook: Rulebook[Any], event: Event, names: Called, translate: Translate = untranslated, is_wished: bool = True
) -> str:
    """What this event says; `names` are the players' by seat, and a seat without a name is called by its number.

    `is_wished`: it is some player's own doing, and does not follow from something else.
    """
    if type(event) not in _SHARED:
        sentence = rulebook.narrate(event)
    else:
        sentence = narrate_shared(event, is_wished)
        if isinstance(event, GameCreated):
            sentence = Sentence(sentence.template, {**sentence.values, "title": rulebook.meta.title})
    text = render(sentence, names, translate)
    # Who has no name is called by words, and a sentence begins with a capital letter.
    return text[:1].upper() + text[1:] if None in names and text.startswith(known_as(None, translate)) else text


def describe(rulebook: Rulebook[Any], command: Command, names: Called, translate: Translate = untranslated) -> str:
    """What this command would do."""
    shared = isinstance(command, SHARED_COMMANDS)
    return render(describe_shared(command) if shared else rulebook.describe(command), names, translate)


def known_as(name: str | None, translate: Translate = untranslated) -> str:
    """The name, or what a player is called who has none any more."""
    return translate(FORMER.template) if name is None else name


def render(sentence: Sentence, names: Called, translate: Translate = untranslated) -> str:
    """The sentence with its places filled in."""
    words = {}
    for name, value in sentence.values.items():
        kind = type(value)
        if kind is SeatName and 0 <= value.seat < len(names):
            words[name] = known_as(names[value.seat], translate)
        else:
            words[name] = value if kind is int else _word(value, names, translate)
    return translate(sentence.template).format_map(words)


def _word(value: Any, names: Called, translate: Translate) -> str:
    kind = type(value)
    if kind is str:
        return translate(value)
    if kind is SeatName:
        seat = value.seat
        if not 0 <= seat < len(names):
            return translate("Seat {number}").format(number=seat + 1)
        return known_as(names[seat], translate)
    if kind is PlayerName:
        named = names.player(value.player, value.recorded) if isinstance(names, Names) else value.recorded
        return known_as(named, translate)
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
