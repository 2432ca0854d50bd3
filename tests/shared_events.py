"""Shared events: writes the parts of the verifiers, and of the description of the record, that follow from their
declaration in the rules.

python -m tests.shared_events
"""

import json
import re
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UnsetType, ValidationError

from domain.clocks.availability import DAY, PlayTimes
from domain.clocks.events import TIME_EVENTS, Pace
from domain.disputes import events as disputes
from domain.disputes.events import GoneBack, Remedy
from domain.game import NAMES_IN, SETTLING, SHARED_EVENTS, UPCASTERS, GameCreated
from domain.lifecycle import COMMAND_BEHIND, SHARED_RULES
from domain.messages import Event
from domain.redaction import secret_fields
from domain.rulebook import Result

ROOT = Path(__file__).resolve().parents[1]
HEAD = "Shared events: written by `python -m tests.shared_events` from their declaration in the rules."
OBJECTS = {"remedy": Remedy, "result": Result, "pace": Pace, "times": PlayTimes}
"""The objects in events, by the names of their members."""
NAMED = {"name": "player", "referee_name": "referee"}
"""The members of earlier versions with a person's name, each after the person's id."""
WORDS = {str: "text", int: "integer", bool: "truth", type(None): "null", dict: "object"}
SIGNED = {
    event.__name__: one.command for event in SHARED_EVENTS if (one := COMMAND_BEHIND.get(event)) and one.is_signed
}  # fmt: skip
SIGNED_AS = {event: [command.__name__, *command.__struct_fields__[1:]] for event, command in SIGNED.items()}
FIELDS = {command.__name__: msgspec.structs.fields(command) for command in SIGNED.values()}
OMITTED = {
    name: {one.name: msgspec.to_builtins(one.default) for one in fields if not one.required}
    for name, fields in FIELDS.items()
    if not all(one.required for one in fields)
}
OF_PLAYERS = [(event.__name__, one) for event, one in COMMAND_BEHIND.items() if one.is_signed and one.signer != "judge"]


def kind_of(annotated: Any) -> str:
    """The JSON kind of a member of this type, in words."""
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


def members_of(struct: type[Any]) -> dict[str, Any]:
    """The members of the current version, with their types."""
    return {one.name: one.type for one in msgspec.structs.fields(struct) if UnsetType not in get_args(one.type)}


def versions_of(event: type[Event]) -> list[dict[str, Any]]:
    """The members of each version, with their types. A member that an upcaster adds is not in the version before."""
    versions = [members_of(event)]
    for version in range(event.VERSION - 1, 0, -1):
        members = list(versions[0].items())
        try:
            added = UPCASTERS[event.__name__, version]({"type": event.__name__})
        except ValidationError:  # this version has a name
            name, added = NAMES_IN[event], {}
            members.insert(list(versions[0]).index(NAMED[name]) + 1, (name, str))
        title = "title" if (event.__name__, version) == ("GameCreated", 1) else "rulebook"
        versions.insert(0, {title if name == "rulebook" else name: kind for name, kind in members if name not in added})
    return versions


def for_a_verifier(members: Mapping[str, Any]) -> dict[str, Any]:
    """Members with their kinds, or with the words that they may be; a newer verifier may know other values of two."""
    kinds: dict[str, Any] = {name: re.sub(r" of .*| `\w+`", "", kind_of(kind)) for name, kind in members.items()}
    for name, kind in members.items():
        if get_origin(kind) is Literal:
            words = get_args(kind)
            kinds[name] = WORDS[type(words[0])] if name in ("edition", "signing") else list(words)
    return kinds


def subtypes(*kinds: type[Event]) -> list[str]:
    """The names of the events of these kinds."""
    return [event.__name__ for event in SHARED_EVENTS if issubclass(event, kinds)]


def tables() -> dict[str, tuple[str, Any]]:
    """The tables with their descriptions."""
    forms = {event.__name__: list(map(for_a_verifier, versions_of(event))) for event in SHARED_EVENTS}
    objects = {name: for_a_verifier(members_of(one)) for name, one in OBJECTS.items()}
    own = [event for event, one in OF_PLAYERS if not one.at_first]
    rows = [one for chapter in SHARED_RULES for one in chapter.commands]
    no_moves: list[type[Event]] = [
        GameCreated,
        *(one.event for one in rows if one.signer in ("unsigned", "judge") or not one.at_first),
    ]
    in_disputes = [event for event, one in OF_PLAYERS if one.at_first and one.signer == "owner"]
    return {
        "LONGEST_TEXT": ("The most characters of a text.", disputes.LONGEST_TEXT),
        "MOST_DISPUTES": ("The most disputes in a game of the first edition.", disputes.MOST_DISPUTES),
        "MOST_WITHDRAWN": ("The most disputes that a player withdraws in later editions.", disputes.MOST_WITHDRAWN),
        "MOST_DISCLOSED": ("The most secrets that a seat discloses in a dispute.", disputes.MOST_DISCLOSED),
        "SHARED_EVENTS": ("The members of each version, with their kinds or the words that they may be.", forms),
        "OBJECTS": ("The objects in events.", objects),
        "SIGNED_AS": ("The command that a player signs for each event, and its members.", SIGNED_AS),
        "OMITTED": ("The members that a command may omit, with the values that they then have.", OMITTED),
        "OWN": ("Acts of a seat's player alone: by the second scheme they are signed in a signed game.", own),
        "NO_MOVES": ("These events do not count as moves of a player.", subtypes(*no_moves)),
        "IN_DISPUTES": ("Acts that a player who has resigned signs, too.", in_disputes),
        "GO_BACK": ("After these events play continues from an earlier position.", subtypes(GoneBack)),
        "SETTLING": ("After these events all proposals lapse.", subtypes(*SETTLING)),
        "TIME": ("The events about time.", [event.__name__ for event in TIME_EVENTS]),
    }


def shown(table: Any) -> str:
    """A table with a line for each row."""
    if not isinstance(table, dict):
        return json.dumps(table)
    return "".join(["{\n", *(f"  {json.dumps(key)}: {json.dumps(row)},\n" for key, row in table.items()), "}"])


def for_python() -> str:
    """The module of the verifier in Python."""
    lines = [f'"""{HEAD}"""', "# ruff: noqa: E501", "# fmt: off", "", "from typing import Any", ""]
    for name, (text, table) in tables().items():
        kind = ": dict[str, Any]" if isinstance(table, dict) else ""
        lines += [f"{name}{kind} = {shown(table)}", f'"""{text}"""']
    return "\n".join(lines).replace("null}", "None}").replace("}, {", "},\n    {") + "\n"


def for_javascript() -> str:
    """The module of the page's verifier, which needs only the signed command of each event."""
    signed = {event.__name__: SIGNED_AS.get(event.__name__, []) for event in SHARED_EVENTS}
    page = tables() | {"SHARED_EVENTS": ("The events, each with its signed command and the members of that.", signed)}
    lines = [f"// {HEAD}", ""]
    for name in ("LONGEST_TEXT", "SHARED_EVENTS", "OMITTED", "OWN", "NO_MOVES", "IN_DISPUTES"):
        text, table = page[name]
        lines += [f"/** {text} */", f"export const {name} = {shown(table)};"]
    return "\n".join(lines) + "\n"


def event_row(event: type[Event]) -> str:
    """The event's row in the description of the record."""
    kinds = {name: kind_of(kind) for name, kind in members_of(event).items()}
    kinds.update(dict.fromkeys(secret_fields(event), "secret text"))
    members = ", ".join(f"`{name}` {kind}" for name, kind in kinds.items())
    by = f"`{SIGNED_AS[event.__name__][0]}`" if event.__name__ in SIGNED_AS else ""
    earlier = (f"{number}: {' '.join(one)}" for number, one in enumerate(versions_of(event)[:-1], start=1))
    return f"| `{event.__name__}` | {event.VERSION} | {members or 'none'} | {by} | {'; '.join(earlier)} |"


def command_row(name: str, members: list[str]) -> str:
    """The row of this signed command: its members, and those that it may omit."""
    values: dict[str, list[str]] = {}
    for member, value in OMITTED.get(name, {}).items():
        words = "the kind `none`" if member == "remedy" else {"": "an empty text", DAY: f"{DAY}, a day"}[value]
        values.setdefault(words, []).append(f"`{member}`")
    may = "; ".join(f"{', '.join(names)}: {words}" for words, names in values.items())
    return f"| `{name}` | {', '.join(f'`{one}`' for one in members) or 'none'} | {may + ' ' if may else ''}|"


def with_table(page: Path, title: str, rows: str) -> str:
    """The text of a page with these rows in the table under this heading."""
    text = page.read_text("utf-8") + "\n"
    start = text.index("---|\n", text.index(title)) + len("---|\n")
    return (text[:start] + rows + text[text.index("\n\n", start) :])[:-1]


def written() -> dict[Path, str]:
    """The files with their texts."""
    reference = ROOT / "docs" / "reference"
    events, signatures = reference / "record-events.md", reference / "record-signatures.md"
    commands = "\n".join(command_row(name, members) for name, *members in SIGNED_AS.values())
    return {
        ROOT / "verify" / "shared_events.py": for_python(),
        ROOT / "web" / "record" / "shared-events.js": for_javascript(),
        events: with_table(events, "\n## Events\n", "\n".join(map(event_row, SHARED_EVENTS))),
        signatures: with_table(signatures, "\n### Signed commands\n", commands),
    }


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, "utf-8")
