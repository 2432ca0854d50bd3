"""Bounds of a record: limits on every member of the events that all titles share.

docs/reference/records.md lists them. They are checked in the stored form, so they hold for events of every version.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from audit.signing.keys import has_signature_form
from domain.disputes.events import LONGEST_TEXT
from domain.ed25519_points import has_key_form, is_public_key
from domain.game import Beacon
from domain.rulebook import Meta

MOST_PLAYERS = 64
MOST_OPTIONS = 64
LONGEST_LIST = 1000
LONGEST_STATEMENT = 100_000
"""The longest text that a player signs: the command may contain a text of its own."""
FIRST_VERSION_BOUND_TO_ITS_ID = 5
"""From this version of `GameCreated` on, every server includes the game's id."""
LONGEST_PERIOD_SECONDS = 3600
"""The longest time between two rounds of a beacon."""
LAST_GENESIS_SECONDS = 253_402_300_799
"""The last second of the year 9999."""

_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_DIGESTS = ("commitment", "digest", "key")
_BEACON_KEY = re.compile(r"[0-9a-f]{192}", re.ASCII)
_BEACON_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_ROUND_SIGNATURE = re.compile(r"[0-9a-f]{96}", re.ASCII)
_POSITION = re.compile(r"(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})", re.ASCII)
_OF_SEATS = ("computers", "nonce_commitments", "reserved", "places", "points")
"""Lists with at most one item per seat."""


def unbounded(stored: Mapping[str, Any], edition: int) -> str | None:
    """The error in a member of this shared event in its stored form; none if it is valid."""
    data, kind = stored["data"], stored["data"]["type"]
    if stored.get("luck", 0):
        return f"{kind} never draws"
    for name, value in _members(data):
        if not _fits(kind, name, value, edition):
            return f"{name} of {kind} is not what it may be"
    if kind == "GameCreated" and len(data.get("computers", ())) > data["players"]:
        return "more computer players than seats"
    if kind == "GameCreated" and data.get("beacon") is not None and not _is_beacon(data["beacon"]):
        return "the beacon's parameters are not what they may be"
    if kind == "GameCreated" and stored.get("version", 1) >= FIRST_VERSION_BOUND_TO_ITS_ID and not data["game"]:
        return "the record does not say of which game it is"
    return None


def complaint_of_players(meta: Meta, players: int) -> str | None:
    """Why this number of players is not allowed in this title; none if it is."""
    if meta.least_players <= players <= meta.most_players:
        return None
    return f"{meta.title} is for {meta.least_players} to {meta.most_players} players, and not for {players}"


def _members(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The members of an event, and those of a result or a remedy in it."""
    inner = (data[name] for name in ("result", "remedy", "times", "pace") if isinstance(data.get(name), dict))
    return [*data.items(), *(pair for one in inner for pair in one.items())]


def _fits(kind: str, name: str, value: Any, edition: int) -> bool:
    if name == "players":
        return value in range(1, MOST_PLAYERS + 1)
    if name in _DIGESTS:
        return _is_digest(value)
    if name in ("nonce_commitment", "recovery") and kind != "KeyChanged":
        return value == "" or _is_digest(value)
    if name in ("public_key", "referee_key", "recovery"):
        is_key = is_public_key if edition >= 2 else has_key_form
        return is_key(value) or (value == "" and (kind, name) != ("KeyChanged", "public_key"))
    if name == "asked":
        return _POSITION.fullmatch(value) is not None
    if name == "signature" and kind == "BeaconRecorded":
        return _ROUND_SIGNATURE.fullmatch(value) is not None
    if name == "signature":
        return has_signature_form(value) or (value == "" and kind == "KeyChanged")
    if name == "options":
        return len(value) <= MOST_OPTIONS
    if isinstance(value, list):
        is_bound = name != "nonce_commitments" or all(one == "" or _is_digest(one) for one in value)
        return len(value) <= (MOST_PLAYERS if name in _OF_SEATS else LONGEST_LIST) and is_bound
    longest = LONGEST_STATEMENT if (kind, name) == ("StatementSigned", "text") else LONGEST_TEXT
    return not isinstance(value, str) or len(value) <= longest


def _is_beacon(said: Mapping[str, Any]) -> bool:
    beacon = msgspec.convert(said, Beacon)
    return bool(
        _is_digest(beacon.hash)
        and _BEACON_KEY.fullmatch(beacon.public_key)
        and _is_digest(beacon.group_hash)
        and _BEACON_ID.fullmatch(beacon.id)
        and 0 <= beacon.genesis_time <= LAST_GENESIS_SECONDS
        and 1 <= beacon.period <= LONGEST_PERIOD_SECONDS
    )


def _is_digest(text: str) -> bool:
    return _DIGEST.fullmatch(text) is not None
