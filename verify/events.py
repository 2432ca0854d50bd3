"""Events: the form of an entry, and the members of the events that all titles share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from verify.bundle import DIGEST, POSITION, Failed
from verify.canonical_json import is_int
from verify.ed25519 import PUBLIC_KEY, SIGNATURE, is_public_key
from verify.luck import is_beacon
from verify.record import Record
from verify.shared_events import LONGEST_TEXT, OBJECTS, SHARED_EVENTS

EDITIONS = (1, 2)
"""The supported editions of the rules."""
MOST_PLAYERS = 64
MOST_OPTIONS = 64
LONGEST_LIST = 1000
LONGEST_STATEMENT = 100_000
"""The longest text that a player signs: the command may contain a text of its own."""
FIRST_VERSION_BOUND_TO_ITS_ID = 5
"""From this version of `GameCreated` on, every server includes the game's id."""
_KINDS: dict[str, Any] = {
    "text": str, "integer": int, "truth": bool, "list": list, "object": dict, "integer or null": (int, type(None)),
    "object or null": (dict, type(None)), "text or object": (str, dict),
}  # fmt: skip
SIGNATURES = ("CommandSigned", "StatementSigned")
MARKS = (*SIGNATURES, "MoveOrdered")
_DEFAULTS: dict[str, Any] = {"actor": None, "luck": 0, "opens": [], "version": 1}
_DIGESTS = ("commitment", "digest", "key")
_OF_SEATS = ("computers", "nonce_commitments", "reserved", "places", "points")
"""Lists with at most one item per seat."""


def check_events(record: Record) -> str:
    """Each entry is a record; the events shared by all games are complete."""
    edition = 1
    for line, said in zip(record.bundle.lines, record.said):
        complaint = _complaint(said)
        if complaint is None and line is record.bundle.lines[0] and said["data"]["type"] != "GameCreated":
            complaint = "it does not begin by opening a game"
        if complaint is None and said["data"]["type"] == "GameCreated":
            edition = said["data"].get("edition", 1)
        if complaint is None and said["data"]["type"] in SHARED_EVENTS:
            complaint = _unbounded(said, edition)
        if complaint is not None:
            raise Failed(line.position, complaint)
    return "the events of the title itself were looked at from outside only"


def _complaint(said: Any) -> str | None:
    """The reason why this is not a valid record."""
    if not isinstance(said, dict) or not {"at", "data"} <= set(said) <= {"at", "data", *_DEFAULTS}:
        return "not a record: its members are others"
    if any(name in said and said[name] == default for name, default in _DEFAULTS.items() if default is not None):
        return "a member with its default value is left out"
    version, data, opens = said.get("version", 1), said["data"], said.get("opens", [])
    if not is_int(said["at"]) or not all(is_int(said[name]) for name in ("actor", "luck", "version") if name in said):
        return "time, actor, luck and version are whole numbers"
    if said.get("luck", 0) < 0 or version < 1:
        return "luck and version are no negative numbers"
    if not isinstance(opens, list) or not all(isinstance(one, list) and len(one) == 4 for one in opens):
        return "an opening is position, field, value and salt"
    if not all(isinstance(one, str) for place, field, _value, salt in opens for one in (place, field, salt)):
        return "an opening is position, field, value and salt"
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        return "an event has a type"
    shapes = SHARED_EVENTS.get(data["type"])
    if shapes is None:
        return None
    if version > len(shapes):
        return f"version {version} of {data['type']} is not known here; a newer verifier may know it"
    form = shapes[version - 1]
    if set(data) != {"type", *form}:
        return f"{data['type']} has other members"
    for name, value in data.items():
        is_list = form.get(name) == "list"
        if not _is_of(value, form.get(name, "text")) or (is_list and not all(isinstance(one, str) for one in value)):
            return f"{name} of {data['type']} is of another kind"
    if data.get("edition", 1) not in EDITIONS:
        return f"edition {data['edition']} of the rules is not known here; a newer verifier may know it"
    for name, numbers in (("remedy", ("places",)), ("result", ("places", "points"))):
        if name in data and not (_is_object(name, data[name]) and all(map(is_int, _listed(data[name], numbers)))):
            return f"{name} of {data['type']} has another form"
    if data.get("signing", "1") not in ("1", "2"):
        return f"scheme {data['signing'][:20]} of signatures is not known here; a newer verifier may know it"
    if not (_is_pace(data.get("pace")) and _is_times(data.get("times"))):
        return f"the pace or the times of {data['type']} have another form"
    objects = ((name, data[name], OBJECTS[name]) for name in ("remedy", "pace") if data.get(name))
    for holder, members, words in ((data["type"], data, form), *objects):
        for name, value in members.items():
            if isinstance(words.get(name), list) and value not in words[name]:
                return f"{name} of {holder} is not what it may be"
    if data.get("beacon") is not None and not is_beacon(data["beacon"]):
        return "the beacon's parameters are not what they may be"
    return None


def _unbounded(said: dict[str, Any], edition: int) -> str | None:
    """The error in a member of this shared event apart from its kind; none if it is valid."""
    data, kind = said["data"], said["data"]["type"]
    if said.get("luck", 0):
        return f"{kind} never draws"
    inner = [data[name] for name in ("result", "remedy", "times", "pace") if isinstance(data.get(name), dict)]
    for name, value in [*data.items(), *(pair for one in inner for pair in one.items())]:
        if not _fits(kind, name, value, edition):
            return f"{name} of {kind} is not what it may be"
    if kind == "GameCreated" and len(data.get("computers", ())) > data["players"]:
        return "more computer players than seats"
    if kind == "GameCreated" and said.get("version", 1) >= FIRST_VERSION_BOUND_TO_ITS_ID and not data["game"]:
        return "the record does not say of which game it is"
    return None


def _fits(kind: str, name: str, value: Any, edition: int) -> bool:
    is_empty = value == ""
    if name == "players":
        return bool(1 <= value <= MOST_PLAYERS)
    is_commitment = name == "nonce_commitment" or (name == "recovery" and kind != "KeyChanged")
    if name in _DIGESTS or (is_commitment and not is_empty):
        return DIGEST.fullmatch(value) is not None
    if name == "asked":
        return POSITION.fullmatch(value) is not None
    is_key = name in ("public_key", "referee_key", "recovery") and not is_commitment
    if is_key and ((kind, name) == ("KeyChanged", "public_key") or not is_empty):
        return is_public_key(value) if edition >= 2 else PUBLIC_KEY.fullmatch(value) is not None
    if name == "signature" and kind == "BeaconRecorded":
        return re.fullmatch("[0-9a-f]{96}", value) is not None
    if name == "signature" and (kind != "KeyChanged" or not is_empty):
        return SIGNATURE.fullmatch(value) is not None
    if name == "options":
        return len(value) <= MOST_OPTIONS
    if isinstance(value, list):
        is_bound = name != "nonce_commitments" or all(one == "" or DIGEST.fullmatch(one) for one in value)
        return len(value) <= (MOST_PLAYERS if name in _OF_SEATS else LONGEST_LIST) and is_bound
    longest = LONGEST_STATEMENT if (kind, name) == ("StatementSigned", "text") else LONGEST_TEXT
    return not isinstance(value, str) or len(value) <= longest


def _is_pace(pace: Any) -> bool:
    """Whether this value is a pace or none."""
    return pace is None or _is_object("pace", pace)


def _is_times(times: Any) -> bool:
    """Whether this value is play times or none."""
    if times is None:
        return True
    return _is_object("times", times) and all(
        isinstance(pair, list) and len(pair) == 2 and all(map(is_int, pair))
        for pair in (*times["windows"], *times["offsets"])
    )


def _is_object(name: str, value: Any) -> bool:
    """Whether this is an object with the members of the shape with this name."""
    form = OBJECTS[name]
    return isinstance(value, dict) and set(value) == set(form) and all(_is_of(value[one], form[one]) for one in form)


def _is_of(value: Any, kind: Any) -> bool:
    """Whether this value is of this kind; if `words` are given, it must be one of them."""
    kinds = str if isinstance(kind, list) else _KINDS[kind]
    return isinstance(value, kinds) and (kinds is bool or not isinstance(value, bool))


def _listed(holder: dict[str, Any], names: Iterable[str]) -> list[Any]:
    return [item for name in names for item in holder[name]]
