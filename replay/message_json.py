"""Message JSON: events and commands with their types and fields."""

from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game import NAMES_IN, GameCreated, SeatTaken, recorded_name
from domain.messages import Command, Event
from domain.redaction import Hidden, secret_fields
from domain.rulebook import Rulebook
from replay.narration import Translate, known_as, narrate, untranslated
from replay.player_names import Names
from replay.timestamps import time_text
from replay.viewer_state import SeenRecord


def event_json(
    rulebook: Rulebook[Any], seen: SeenRecord, names: Names, translate: Translate = untranslated
) -> dict[str, Any]:
    """One event of the record as its viewer may see it, with current names in place of the record's ids."""
    record = seen.record
    narration = narrate(rulebook, record.data, names, translate, record.actor is not None)
    shown = {
        "position": str(seen.position),
        "type": type(record.data).__name__,
        "seat": record.actor,
        "at": time_text(record.at),
        "data": _data(_with_names(record.data, names, translate)),
        "text": narration.text,
        "parts": narration.parts,
        "seats": narration.seats,
        "digest": seen.digest.hex(),
    }
    if record.luck:
        shown["luck"] = record.luck
    if record.opens:
        shown["opens"] = msgspec.to_builtins(record.opens)
    return shown


def command_json(command: Command) -> dict[str, Any]:
    """The message for this command: its type and its fields without the seat."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    del plain["seat"]
    return plain


@cache
def _opening_bytes(event_type: type[Event]) -> int:
    """The length of the type in this event's JSON, in bytes."""
    return len(b'{"type":') + len(msgspec.json.encode(event_type.__struct_config__.tag))


def _with_names(event: Event, names: Names, translate: Translate) -> Event:
    field = NAMES_IN.get(type(event))
    if field is None:
        return event
    player = getattr(event, "referee" if isinstance(event, GameCreated) else "player")
    recorded = recorded_name(getattr(event, field))
    if isinstance(event, SeatTaken):
        name = names.sitting(event.seat, player, event.kind, recorded)
    else:
        name = names.player(player, recorded) if player else ""
    return replace(event, **{field: known_as(name, translate)})


def _data(event: Event) -> msgspec.Raw:
    """The event's fields as JSON; a secret that this viewer may not see is marked as hidden."""
    secrets = secret_fields(type(event))
    hidden: dict[str, Hidden] = {}
    if secrets:
        hidden = {field: value for field in secrets if isinstance(value := getattr(event, field), Hidden)}
    if not hidden:
        encoded = msgspec.json.encode(event)
        rest = encoded[_opening_bytes(type(event)) :]
        return msgspec.Raw(b"{" + rest.removeprefix(b","))
    data: dict[str, Any] = msgspec.to_builtins(event)
    del data["type"]
    for field, value in hidden.items():
        data[field] = {"hidden": True} if value.height is None else {"hidden": True, "height": value.height}
    return msgspec.Raw(msgspec.json.encode(data))
