"""Actions of a title as numbers: each number means one command, and each command has a row of field values.

The numbers of a command type are the products of its fields' values. These come from the field's type (`Literal`,
`bool`), from the title's `command_values`, or from a sample of random games. A legal command with a value outside of
these gets one of the last `SPARE` numbers for the moment, with a warning: these alone mean no particular command.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Literal, get_args, get_origin

import numpy as np
from msgspec.structs import astuple, fields
from numpy.typing import NDArray

from domain.messages import Command, in_order

SPARE = 64
MOST = 1 << 15
"""If the products of a type's fields are more, only its commands in the sample have numbers of their own."""

Values = tuple[Any, ...]
"""The values of a command's fields, without its seat."""


class Actions:
    """The numbering of a title's commands, which is the same for every seat, process and machine.

    `size` is the number of actions. `fields[number]` is the command's row: in the first column its type, in the others
    the values of its fields, each as an index from 1; 0 means that it has no such field. `names` are the columns,
    `sizes` their bounds: each index is below its column's size. The last `SPARE` rows are zeros.
    """

    def __init__(
        self, types: Sequence[type[Command]], declared: Mapping[str, Iterable[Any]], sampled: Iterable[Command]
    ) -> None:
        seen: dict[type[Command], set[Values]] = {each: set() for each in types}
        for command in sampled:
            seen[type(command)].add(_values(command))
        of_type = {each: _commands_of(each, declared, found) for each, found in seen.items()}
        self.types = tuple(types)
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._found: dict[Command, int] = {}
        """The numbers of the commands of each seat that were legal so far."""
        for each, commands in of_type.items():
            for values in commands:
                self._numbers.setdefault((each, *values), len(self._numbers))
        self.known = len(self._numbers)
        self.size = self.known + SPARE
        self._set_fields()

    def _set_fields(self) -> None:
        columns = {"type": 0}
        for each in self.types:
            for name in _names(each):
                columns.setdefault(name, len(columns))
        values: list[set[Any]] = [set() for _ in columns]
        for each, *of_fields in self._numbers:
            for name, value in zip(_names(each), of_fields, strict=True):
                values[columns[name]].add(value)
        self.values = (tuple(each.__name__ for each in self.types), *(_sorted(found) for found in values[1:]))
        index = [{value: place for place, value in enumerate(found, 1)} for found in self.values]
        self.names = tuple(columns)
        self.sizes = tuple(len(found) + 1 for found in self.values)
        self.fields: NDArray[np.int32] = np.zeros((self.size, len(columns)), np.int32)
        for (each, *of_fields), number in self._numbers.items():
            row = self.fields[number]
            row[0] = index[0][each.__name__]
            for name, value in zip(_names(each), of_fields, strict=True):
                row[columns[name]] = index[columns[name]][value]
        self.fields.flags.writeable = False

    def numbered(self, commands: Sequence[Command]) -> dict[int, Command]:
        """Each of these legal commands by its number."""
        found: dict[int, Command] = {}
        spare = self.known
        for command in commands:
            number = self._found.get(command)
            if number is None and (number := self._numbers.get((type(command), *_values(command)))) is not None:
                self._found[command] = number
            if number is None:
                warnings.warn(f"{command} has values without a number, so it gets a spare one", stacklevel=2)
                number, spare = spare, spare + 1
                if spare > self.size:
                    raise ValueError(f"more than {SPARE} legal commands lack numbers; add command_values to the title")
            if number in found:
                raise ValueError(f"{found[number]} and {command} are legal together and have one number")
            found[number] = command
        return found

    def mask(self, numbers: Iterable[int]) -> NDArray[np.int8]:
        """One for each of these numbers, and zero for the others."""
        mask = np.zeros(self.size, np.int8)
        mask[list(numbers)] = 1
        return mask


def _values(command: Command) -> Values:
    return astuple(in_order(command) if command.ANY_ORDER else command)[1:]


def _names(each: type[Command]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(each) if field.name != "seat")


def _commands_of(each: type[Command], declared: Mapping[str, Iterable[Any]], seen: set[Values]) -> list[Values]:
    """The values of all commands of this type that get numbers, in a stable order."""
    if each.__name__ in declared:
        return [tuple(values) for values in declared[each.__name__]]
    options: list[Sequence[Any]] = []
    count = 1
    for place, field in enumerate(field for field in fields(each) if field.name != "seat"):
        if field.type is bool:
            options.append((False, True))
        elif get_origin(field.type) is Literal:
            options.append(get_args(field.type))
        elif field.name in declared:
            options.append(tuple(declared[field.name]))
        else:
            options.append(_sorted({values[place] for values in seen}))
        count *= len(options[-1])
    return list(product(*options)) if count <= MOST else list(_sorted(seen))


def _sorted(values: Iterable[Any]) -> tuple[Any, ...]:
    """The values in a stable order, which is ascending for values of one type."""
    found = list(values)
    try:
        return tuple(sorted(found))
    except TypeError:  # of several types, or without an order
        return tuple(sorted(found, key=lambda value: (type(value).__name__, repr(value))))
