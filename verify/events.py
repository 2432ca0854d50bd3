"""Events: the form of an entry, and the members of the events that all titles share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from verify.bundle import DIGEST, POSITION, Failed, has_form
from verify.canonical_json import is_int
from verify.ed25519 import PUBLIC_KEY, SIGNATURE, is_public_key
from verify.luck import is_beacon
from verify.record import Record

EDITIONS = (1, 2)
"""The supported editions of the rules."""
MOST_PLAYERS = 64
MOST_OPTIONS = 64
LONGEST_LIST = 1000
LONGEST_TEXT = 2000
LONGEST_STATEMENT = 100_000
"""The longest text that a player signs: the command may contain a text of its own."""
FIRST_VERSION_BOUND_TO_ITS_ID = 5
"""From this version of `GameCreated` on, every server includes the game's id."""
SHARED_EVENTS: dict[str, tuple[str, ...]] = {
    "GameCreated": (
        "title players options commitment",
        "rulebook players options commitment private computers game",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee "
        "referee_name",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee "
        "referee_name pace reserved",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace "
        "reserved",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace "
        "reserved edition rated",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace "
        "reserved edition rated signing referee_key",
        "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace "
        "reserved edition rated signing referee_key beacon",
    ),
    "Forked": ("game position digest actions", "game position digest actions seen_by dealing"),
    "SeatTaken": (
        "seat player name kind nonce",
        "seat player name kind nonce nonce_commitment public_key",
        "seat player kind nonce nonce_commitment public_key",
        "seat player kind nonce nonce_commitment public_key recovery",
    ),
    "SeatLeft": ("seat",),
    "SeatReleased": ("seat why",),
    "SeatReserved": ("seat player",),
    "SeatOffered": ("seat player name", "seat player"),
    "NonceOpened": ("seat nonce",),
    "BeaconAwaited": ("round",),
    "BeaconRecorded": ("round signature",),
    "CommandSigned": ("seat signature text", "seat signature text digest"),
    "StatementSigned": ("seat signature text digest",),
    "KeyChanged": ("seat public_key signature", "seat public_key signature recovery"),
    "GameStarted": ("",),
    "SeatResigned": ("seat",),
    "GameAborted": ("seat key", "seat key text"),
    "GameFinished": ("result key",),
    "DisputeOpened": ("seat number position text remedy",),
    "DisputeAnswered": ("seat number agrees text",),
    "DisputeWithdrawn": ("seat number",),
    "SecretDisclosed": ("seat number position field to",),
    "DisputeDecided": ("number by text remedy",),
    "RolledBack": ("position",),
    "ResultReplaced": ("result",),
    "SeatFreed": ("seat",),
    "SeatTakenOver": ("seat player name public_key", "seat player public_key", "seat player public_key recovery"),
    "TimedOut": ("seat deadline", "seat deadline asked"),
    "SeatReturned": ("seat",),
    "TimeGranted": ("seat to time",),
    "PauseAgreed": ("seat",),
    "PauseDeclined": ("seat",),
    "GamePaused": ("",),
    "GameResumed": ("seat",),
    "VacationTaken": ("seat since until",),
    "VacationEnded": ("seat",),
    "PlayTimesSet": ("seat times",),
    "ServerAway": ("since until",),
    "MoveOrdered": ("seat",),
    "TakeBackAsked": ("seat position",),
    "TakeBackAnswered": ("seat agrees",),
    "TakeBackWithdrawn": ("seat",),
    "TakenBack": ("position",),
    "EndProposed": ("seat kind",),
    "EndAnswered": ("seat agrees",),
    "EndWithdrawn": ("seat",),
}
"""The events that all titles share: the members of each version. Members not in `_KINDS` may be anything."""
_KINDS: dict[str, Any] = {
    "title": str, "rulebook": str, "players": int, "options": dict, "commitment": str, "private": bool,
    "computers": list, "game": str, "luck": str, "strict": bool, "nonce_commitments": list, "seat": int, "player": str,
    "name": str, "kind": str, "nonce": str, "nonce_commitment": str, "key": str, "result": dict, "signed": bool,
    "public_key": str, "signature": str, "number": int, "agrees": bool, "remedy": dict, "actions": int, "digest": str,
    "pace": (dict, type(None)), "reserved": list, "deadline": int, "to": int, "time": int, "since": int, "until": int,
    "times": dict, "why": str, "edition": int, "rated": bool, "seen_by": (int, type(None)), "dealing": int,
    "field": str, "beacon": (dict, type(None)), "round": int,
}  # fmt: skip
_KINDS_IN: dict[tuple[str, str], Any] = {
    ("CommandSigned", "text"): (dict, str), ("GameAborted", "seat"): (int, type(None)), ("SecretDisclosed", "to"): str,
}  # fmt: skip
WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("GameCreated", "luck"): ("1", "2"), ("SeatReleased", "why"): ("declined", "released", "expired"),
    ("DisputeDecided", "by"): ("players", "referee", "operator"), ("SecretDisclosed", "to"): ("referee", "operator"),
    ("EndProposed", "kind"): ("draw", "as_it_stands"), ("remedy", "kind"): ("none", "roll_back", "result", "free_seat"),
    ("pace", "kind"): ("answer", "bank"), ("pace", "outcome"): ("once", "seat", "resign", "never"),
}  # fmt: skip
"""The words that a member of an event, of a remedy or of a pace may be, where these are listed."""
REMEDY: dict[str, Any] = {"kind": str, "position": str, "places": list, "seat": (int, type(None))}
_RESULT: dict[str, Any] = {"places": list, "points": list, "reason": str}
_PACE: dict[str, Any] = {
    "kind": str, "time": int, "increment": int, "cap": int, "windows": bool, "vacation": int, "outcome": str,
}  # fmt: skip
_TIMES: dict[str, Any] = {"zone": str, "windows": list, "offsets": list}
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
    """Why this is not a valid record."""
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
    if set(data) != {"type", *shapes[version - 1].split()}:
        return f"{data['type']} has other members"
    for name, value in data.items():
        kind = _KINDS_IN.get((data["type"], name), _KINDS.get(name, str))
        if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            return f"{name} of {data['type']} is of another kind"
        if kind is list and not all(isinstance(one, str) for one in value):
            return f"{name} of {data['type']} is of another kind"
    if data.get("edition", 1) not in EDITIONS:
        return f"edition {data['edition']} of the rules is not known here; a newer verifier may know it"
    for name, form, numbers in (("remedy", REMEDY, ("places",)), ("result", _RESULT, ("places", "points"))):
        if name in data and not (has_form(data[name], form) and all(map(is_int, _listed(data[name], numbers)))):
            return f"{name} of {data['type']} has another form"
    if data.get("signing", "1") not in ("1", "2"):
        return f"scheme {data['signing'][:20]} of signatures is not known here; a newer verifier may know it"
    if not (_is_pace(data.get("pace")) and _is_times(data.get("times"))):
        return f"the pace or the times of {data['type']} have another form"
    for holder, members in ((data["type"], data), ("remedy", data.get("remedy")), ("pace", data.get("pace"))):
        for name, value in (members or {}).items():
            if value not in WORDS.get((holder, name), (value,)):
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
    """Whether this is a pace, or none."""
    if pace is None:
        return True
    windows = pace.get("windows")
    return isinstance(windows, bool) and has_form({**pace, "windows": 0}, {**_PACE, "windows": int})


def _is_times(times: Any) -> bool:
    """Whether these are play times, or none."""
    if times is None:
        return True
    return has_form(times, _TIMES) and all(
        isinstance(pair, list) and len(pair) == 2 and all(map(is_int, pair))
        for pair in (*times["windows"], *times["offsets"])
    )


def _listed(holder: dict[str, Any], names: Iterable[str]) -> list[Any]:
    return [item for name in names for item in holder[name]]
