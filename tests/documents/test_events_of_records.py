"""The table of shared events in `docs/reference/records.md`, compared with the code and the verifier in one file."""

import re
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.disputes.events import Remedy
from domain.game import SHARED_EVENTS
from domain.lifecycle import COMMAND_BEHIND
from domain.messages import Event
from domain.redaction import secret_fields
from verify import events, signatures

RECORDS = Path(__file__).parents[2] / "docs" / "reference" / "records.md"
COMMANDS = {one.command.__name__: one.event.__name__ for one in COMMAND_BEHIND.values() if one.signer}
"""The signed texts, and the event before each signature."""
WORDS = {str: "text", int: "integer", bool: "truth", type(None): "null", dict: "object"}


def kind_of(annotated: Any) -> str:
    """The JSON kind of a member of this type."""
    origin = get_origin(annotated)
    if origin is Literal:
        return " or ".join(f"`{one}`" if isinstance(one, str) else str(one) for one in get_args(annotated))
    if origin in (Union, types.UnionType):
        return " or ".join(kind_of(one) for one in get_args(annotated))
    if origin is tuple:
        return f"list of {kind_of(get_args(annotated)[0])}"
    if isinstance(annotated, type) and issubclass(annotated, msgspec.Struct):
        return f"object `{annotated.__name__}`"
    return WORDS[origin or annotated]


def row(event: type[Event]) -> str:
    """The event's row."""
    members = []
    for field in msgspec.structs.fields(event):
        if msgspec.UnsetType in get_args(field.type):
            continue  # only in earlier versions
        is_secret = field.name in secret_fields(event)
        members.append(f"`{field.name}` {'secret text' if is_secret else kind_of(field.type)}")
    by = next((f"`{command}`" for command, what in COMMANDS.items() if what == event.__name__), "")
    versions = events.SHARED_EVENTS[event.__name__]
    earlier = "; ".join(f"{number}: {names or 'none'}" for number, names in enumerate(versions[:-1], start=1))
    return f"| `{event.__name__}` | {event.VERSION} | {', '.join(members) or 'none'} | {by} | {earlier} |"


def test_the_table():
    """One row for each event, in order, and nothing else."""
    section = RECORDS.read_text("utf-8").partition("\n## Events\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if re.match(r"\| `[A-Z]", line)]
    assert table == [row(event) for event in SHARED_EVENTS]


@pytest.mark.parametrize("event", SHARED_EVENTS, ids=lambda event: event.__name__)
def test_the_verifier_in_one_file_has_the_same(event):
    """The same members in the newest version, and the same number of versions."""
    newest = [field.name for field in msgspec.structs.fields(event) if msgspec.UnsetType not in get_args(field.type)]
    versions = events.SHARED_EVENTS[event.__name__]
    assert (versions[-1].split(), len(versions)) == (newest, event.VERSION)


def test_the_verifier_in_one_file_has_the_same_words():
    """Of every member of an event, a remedy or a pace that may be only one of a few words."""
    holders: dict[str, Any] = {event.__name__: event for event in SHARED_EVENTS} | {"remedy": Remedy, "pace": Pace}
    words = {
        (holder, field.name): get_args(field.type)
        for holder, struct in holders.items()
        for field in msgspec.structs.fields(struct)
        if get_origin(field.type) is Literal
    }
    del words["GameCreated", "edition"], words["GameCreated", "signing"]  # a newer verifier may know others
    assert words == events.WORDS


def command_row(name: str) -> str:
    """The row of this signed command: its members, and those that it may omit."""
    command = next(one.command for one in COMMAND_BEHIND.values() if one.command.__name__ == name)
    fields = [field for field in msgspec.structs.fields(command) if field.name != "seat"]
    omitted: dict[str, list[str]] = {}
    for field in fields:
        if not field.required:
            value = "an empty text" if field.default == "" else "the kind `none`"
            value = f"{field.default}, a day" if field.default == DAY else value
            omitted.setdefault(value, []).append(f"`{field.name}`")
    members = ", ".join(f"`{field.name}`" for field in fields)
    may = "; ".join(f"{', '.join(names)}: {value}" for value, names in omitted.items())
    return f"| `{name}` | {members or 'none'} | {may + ' ' if may else ''}|"


def test_the_table_of_signed_commands():
    """Each command that a player may sign, with its members."""
    section = RECORDS.read_text("utf-8").partition("\n### Signed commands\n")[2].partition("\n### ")[0]
    table = [line for line in section.splitlines() if re.match(r"\| `[A-Z]", line)]
    in_order = [signatures._SIGNED_AS[event][0] for event in signatures._SIGNED_AS]
    assert sorted(table) == sorted(map(command_row, in_order))


def test_the_verifier_in_one_file_knows_what_commands_may_omit():
    """The same members with the same values as the rules have."""
    wishes = {one.command.__name__: one.command for one in COMMAND_BEHIND.values() if one.signer}
    omitted = {
        name: {
            field.name: msgspec.json.decode(msgspec.json.encode(field.default))
            for field in msgspec.structs.fields(command_type)
            if not field.required
        }
        for name, command_type in command_types.items()
    }
    assert {name: members for name, members in omitted.items() if members} == signatures._OMITTED


def test_the_verifier_in_one_file_knows_the_signed_commands():
    """The same commands with the same members as the rules have."""
    signed = {
        event.__name__: (
            one.command.__name__,
            " ".join(name for name in one.command.__struct_fields__ if name != "seat"),
        )
        for event, one in COMMAND_BEHIND.items()
        if one.signer
    }
    assert signed == signatures._SIGNED_AS
