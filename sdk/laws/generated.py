"""Generated commands, legal or not, from the command types alone, as a careless or hostile client would send.

It also generates options of new games, from the title's description of them.
"""

import random
import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from domain.messages import Command
from domain.redaction import Hidden
from domain.rulebook import Rulebook

_fields_of = cache(msgspec.structs.fields)


def made_up(kind: Any, lot: random.Random, texts: list[str]) -> Any:
    """Any value of this type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return made_up(lot.choice([one for one in arguments if one is not Hidden]), lot, texts)
    if origin is Literal:
        return lot.choice(arguments)
    if origin is tuple:
        if arguments[1:] == (Ellipsis,):
            return tuple(made_up(arguments[0], lot, texts) for _ in range(lot.randrange(6)))
        return tuple(made_up(one, lot, texts) for one in arguments)
    if kind is bool:
        return lot.random() < 0.5
    if kind is int:
        return lot.choice((-1, 0, 1, 2, 3, 4, 5, 8, 9, 40, lot.randrange(-5, 100)))
    if kind is str:
        return lot.choice(texts)
    if kind is type(None):
        return None
    raise TypeError(f"no value of type {kind} can be made up")


def drawn_options(rulebook: Rulebook[Any], lot: random.Random) -> dict[str, Any]:
    """Any value of every option except the component file."""
    options: dict[str, Any] = {}
    for option in rulebook.meta.options:
        if option.kind == "flag":
            options[option.name] = lot.random() < 0.5
        elif option.kind == "choice":
            options[option.name] = lot.choice(option.choices)
        elif option.kind == "number" and option.least is not None and option.most is not None:
            options[option.name] = lot.randint(option.least, option.most)
    return options


def made_up_command(kind: type[Command], seats: int, lot: random.Random, texts: list[str]) -> Command:
    """Any command of this type, for any seat at the table."""
    values = {field.name: made_up(field.type, lot, texts) for field in _fields_of(kind) if field.name != "seat"}
    return kind(seat=lot.randrange(seats), **values)


def varied_command(command: Command, lot: random.Random, texts: list[str]) -> Command:
    """The command with one of its fields, or its order, changed. Such commands are almost legal, and hardest to refuse
    correctly.
    """
    fields = [field for field in _fields_of(type(command)) if field.name != "seat"]
    if not fields:
        return command
    field = lot.choice(fields)
    value = getattr(command, field.name)
    if isinstance(value, tuple) and value:
        as_list = list(value)
        match lot.randrange(4):
            case 0:
                lot.shuffle(as_list)
            case 1:
                as_list.append(lot.choice(as_list))
            case 2:
                as_list.pop(lot.randrange(len(as_list)))
            case _:
                as_list[lot.randrange(len(as_list))] = made_up(type(as_list[0]), lot, texts)
        return msgspec.structs.replace(command, **{field.name: tuple(as_list)})
    return msgspec.structs.replace(command, **{field.name: made_up(field.type, lot, texts)})


def reversed_command(command: Command) -> Command:
    """The command with its set in the opposite order, or unchanged if it has no set."""
    names = command.ANY_ORDER
    values = [getattr(command, name) for name in names]
    if len(names) == 1:
        return msgspec.structs.replace(command, **{names[0]: values[0][::-1]})
    return msgspec.structs.replace(command, **dict(zip(names, values[::-1], strict=True)))


def texts_in(value: Any) -> list[str]:
    """Every text in a plain value, as names that a command might mention."""
    found: set[str] = {""}

    def collect(one: Any) -> None:
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, dict):
            for key, inner in one.items():
                found.add(str(key))
                collect(inner)
        elif isinstance(one, (list, tuple)):
            for inner in one:
                collect(inner)

    collect(value)
    return sorted(text for text in found if len(text) <= 40)
