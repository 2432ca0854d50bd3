#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""Verify the record of a game of Stele, without Stele: python3 stele_verify.py BUNDLE

This single file needs only Python 3.9 or newer. It implements docs/reference/records.md, the description of the record,
and shares no code with the server, so that an error in one is not repeated in the other. It checks everything that can
be checked without a title's rules, names the first bad entry, and reports its conclusions and their limits. Exit
status: 0 for a record that is unaltered in itself, and with --key vouched for to its end; 1 for one that is not; 2 if
the file is not a record; 3 for one that is unaltered, with warnings, or of which this file does not contain everything.
"""

from __future__ import annotations

import argparse
import base64
import gc
import hashlib
import hmac
import http.client
import json
import os
import re
import sys
import time
import unicodedata
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import datetime, timezone
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, NoReturn

try:  # a hundred times faster than the arithmetic below, and not needed
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment, misc]

FORMAT = "stele-bundle/1"
MOST_LINES = 200_000
LONGEST_LINE_BYTES = 1_000_000
MOST_BYTES = 1 << 29
"""A larger file is not read: half a gigabyte is hundreds of times the longest game."""
MOST_DRAWS = 100_000
"""More draws are not listed: no game comes near."""
EDITIONS = (1, 2)
"""The supported editions of the rules."""
LARGEST_INTEGER = 2**53 - 1
MOST_NESTED = 64
"""The maximum nesting depth of lists and objects."""
MOST_PLAYERS = 64
MOST_OPTIONS = 64
LONGEST_LIST = 1000
LONGEST_TEXT = 2000
LONGEST_STATEMENT = 100_000
"""The longest text that a player signs: the command may contain a text of its own."""
FIRST_VERSION_BOUND_TO_ITS_ID = 5
"""From this version of `GameCreated` on, every server includes the game's id."""
LAST_TIME = 253_402_300_799_999
"""The last millisecond of the year 9999."""

_GAME_ID = re.compile(r"[a-z0-9-]{1,64}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SALT = re.compile(r"[0-9a-f]{32}", re.ASCII)
_OF_PROOFS = (b'"proofs":', b'"sha256":', b'"signature":')
_POSITION = re.compile(r"(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})", re.ASCII)


class NotCanonical(ValueError):
    """Not canonical JSON; the message says why."""


class Failed(Exception):
    """A check failed at this place."""

    def __init__(self, position: object, detail: str) -> None:
        super().__init__(detail)
        self.position = str(position)


class NotPossible(Exception):
    """A check cannot be made with this file; the message says why."""


# Canonical JSON: RFC 8785 without fractions, with ASCII names and text in NFC


class _Integers(dict):  # type: ignore[type-arg]
    """The integers by their digits: short ones, which are frequent, are found without computation."""

    def __missing__(self, digits: str) -> int:
        if len(digits) > 17 or abs(int(digits)) > LARGEST_INTEGER:
            raise NotCanonical("an integer is too large for every JSON reader")
        number = int(digits)
        if len(digits) < 5:
            self[digits] = number
        return number


def _refused(text: str) -> NoReturn:
    raise NotCanonical(f"{text[:40]} is no whole number")


_integers = _Integers()
_decoder = json.JSONDecoder(parse_float=_refused, parse_int=_integers.__getitem__, parse_constant=_refused)
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False).encode


def canonical(value: Any) -> bytes:
    """The canonical bytes of a value that was read from canonical JSON."""
    return _encode(value).encode()


def _check_text(value: Any) -> None:
    """Names must be ASCII and text in NFC; pure ASCII is both."""
    if isinstance(value, str):
        if not value.isascii() and not unicodedata.is_normalized("NFC", value):
            raise NotCanonical("text must be in Unicode's form NFC")
    elif isinstance(value, list):
        for item in value:
            _check_text(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if not name.isascii():
                raise NotCanonical("a name is not ASCII text")
            _check_text(item)


_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?')
_UNPAIRED = re.compile(r"[^\[\]{}]+")
_PAIRED = str.maketrans("[{]}", "(())")


def _check_nesting(text: str) -> None:
    """Refuse JSON that is nested too deep before it is parsed; invalid JSON may pass."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return
    pairs = _UNPAIRED.sub("", _TEXT.sub("", text)).translate(_PAIRED)
    for _level in range(MOST_NESTED):
        pairs = pairs.replace("()", "")
    if pairs:
        raise NotCanonical(f"lists and objects are nested at most {MOST_NESTED} deep")


def read_json(text: str) -> Any:
    """The value of this JSON, which may be hostile and not canonical, or `NotCanonical`."""
    _check_nesting(text)
    try:
        value, end = _decoder.raw_decode(text)
        if end != len(text):
            raise NotCanonical("something follows the value")
        if not text.isascii():
            _check_text(value)
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)[:200]) from None
    return value


def read_canonical(texts: Sequence[str]) -> tuple[list[Any], str | None]:
    """The values of these texts, up to the first that is not canonical JSON, and the reason.

    Many are encoded together, which is several times faster than one by one: JSON has only one reading, so the joined
    text is canonical exactly if each part is.
    """
    values: list[Any] = []
    complaint = None
    for text in texts:
        try:
            values.append(read_json(text))
        except NotCanonical as error:
            complaint = str(error)
            break
    start, size = 0, 256
    while start < len(values):
        end = min(start + size, len(values))
        try:
            is_same = _encode(values[start:end]) == "[" + ",".join(texts[start:end]) + "]"
        except RecursionError:
            is_same = False
        if is_same:
            start = end
        elif size > 1:
            size = 1
        else:
            return values[:start], "not in its canonical form"
    return values, complaint


def is_int(value: Any) -> bool:
    """Whether this is a whole number; JSON's `true` is not."""
    return isinstance(value, int) and not isinstance(value, bool)


# Signatures: Ed25519 (RFC 8032)

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)


# A point is x, y, z, t in extended coordinates: x/z and y/z are the point's, and t is x * y / z.


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: tuple[int, ...]) -> tuple[int, ...]:
    result: tuple[int, ...] = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _point(raw: bytes) -> tuple[int, ...] | None:
    """The point encoded by these 32 bytes, if it is valid."""
    number = int.from_bytes(raw, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (not x and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _bytes_of(point: tuple[int, ...]) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
_NEUTRAL = b"\x01" + bytes(31)
_PUBLIC_KEY = re.compile(r"[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=", re.ASCII)
_SIGNATURE = re.compile(r"[A-Za-z0-9+/]{86}==", re.ASCII)


@lru_cache(maxsize=1000)
def is_public_key(text: str) -> bool:
    """Whether only the owner can sign for this key (base64): canonical, on the curve, and of prime order."""
    if not _PUBLIC_KEY.fullmatch(text):
        return False
    raw = base64.b64decode(text)
    point = _point(raw)
    return point is not None and raw != _NEUTRAL and _bytes_of(_times(_ORDER, point)) == _NEUTRAL


def is_signed_slowly(message: bytes, signature: bytes, public_key: bytes) -> bool:
    """Whether this is the owner's signature of the message, by the arithmetic of RFC 8032, section 5.1.7."""
    key = _point(public_key) if len(public_key) == 32 else None
    if key is None or _BASE is None or len(signature) != 64:
        return False
    number = int.from_bytes(signature[32:], "little")
    if number >= _ORDER:
        return False
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % _ORDER
    minus_key = (_P - key[0], key[1], 1, _P - key[3])
    return _bytes_of(_add(_times(number, _BASE), _times(hashed, minus_key))) == signature[:32]


def is_signed(message: bytes, signature: str, public_key: str) -> bool:
    """Whether this is the owner's signature of the message; both in base64."""
    if not is_public_key(public_key) or not _SIGNATURE.fullmatch(signature):
        return False
    raw, key = base64.b64decode(signature), base64.b64decode(public_key)
    if raw[:32] == _NEUTRAL:  # no signer produces it: it reveals the private key
        return False
    if Ed25519PublicKey is None:
        return is_signed_slowly(message, raw, key)
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(raw, message)
    except InvalidSignature:
        return False
    return True


# Beacons of earlier games, whose signatures are not checked

BEACON_MARGIN = 60_000
"""How many milliseconds after the event that fixes it a round is at least."""
_BEACON: dict[str, Any] = {
    "hash": str, "id": str, "public_key": str, "group_hash": str, "genesis_time": int, "period": int, "scheme": str,
}  # fmt: skip


def is_beacon(beacon: dict[str, Any]) -> bool:
    """Whether these have the form of a network's parameters; that they are a network's is not checked."""
    if not _has_form(beacon, _BEACON) or beacon["scheme"] != "bls-unchained-g1-rfc9380":
        return False
    key, group, name = beacon["public_key"], beacon["group_hash"], beacon["id"]
    genesis, period = beacon["genesis_time"], beacon["period"]
    if not (re.fullmatch("[0-9a-f]{192}", key) and _DIGEST.fullmatch(group) and _DIGEST.fullmatch(beacon["hash"])):
        return False
    is_name = re.fullmatch("[A-Za-z0-9_-]{1,64}", name) is not None
    return is_name and 0 <= genesis <= LAST_TIME // 1000 and 1 <= period <= 3600


def round_after(beacon: dict[str, Any], at: int) -> int:
    """The first round of this beacon that is at least the margin later than this time."""
    since_genesis = at + BEACON_MARGIN - 1000 * beacon["genesis_time"]
    return int(max(1, 1 - (-since_genesis // (1000 * beacon["period"]))))


def time_of(beacon: dict[str, Any], number: int) -> int:
    """The time of this round, in milliseconds since 1970 UTC."""
    return int(1000 * (beacon["genesis_time"] + (number - 1) * beacon["period"]))


# The form of a bundle


class Position(NamedTuple):
    """A place in a record: actions count from 1, effects from 0 within each."""

    action: int
    effect: int

    def __str__(self) -> str:
        return f"{self.action}-{self.effect}"


def position_in(text: str) -> Position:
    """The position written as `17-2`, or `ValueError`."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a position; a position looks like 17-2")
    return Position(int(found[1]), int(found[2]))


class Line(NamedTuple):
    """One entry's line."""

    position: Position
    public: str
    digest: str
    secrets: dict[str, list[Any]]


class Bundle(NamedTuple):
    """A bundle that was read but not verified."""

    header: dict[str, Any]
    lines: list[Line]
    proofs: list[dict[str, Any]]
    is_undamaged: bool


def _has_form(value: Any, form: dict[str, Any], optional: Iterable[str] = ()) -> bool:
    """Whether this is an object with exactly these members, of these kinds."""
    return (
        isinstance(value, dict)
        and set(form) - set(optional) <= set(value) <= set(form)
        and all(isinstance(item, form[name]) and not isinstance(item, bool) for name, item in value.items())
    )


_HEADER = {
    "format": str, "game": str, "rulebook": str, "viewer": (int, str), "entries": int, "head": dict, "commitment": str,
    "names": dict,
}  # fmt: skip
_ENTRY = {"position": str, "e": str, "h": str, "s": dict}


def read_bundle(raw: bytes) -> Bundle:
    """The bundle in these bytes; raises `Failed` with the first bad place if there is none."""
    lines = raw.split(b"\n")

    def bad(number: int, detail: str) -> Failed:
        return Failed(place_of_line(lines, number), f"line {number}: {detail}")

    if lines[-1] != b"":
        raise bad(len(lines), "the last line does not end")
    count = len(lines) - 1
    if count > MOST_LINES:
        raise bad(MOST_LINES + 1, f"more than {MOST_LINES} lines")
    if count < 3:
        raise bad(count, "a bundle has a header, at least one entry, and proofs")
    texts: list[str] = []
    unreadable = None
    for line in lines[:-1]:
        try:
            if len(line) > LONGEST_LINE_BYTES:
                raise ValueError("the line is too long")
            texts.append(line.decode())
        except ValueError as error:
            unreadable = str(error)
            break
    values, complaint = read_canonical(texts)
    complaint = complaint or (unreadable if len(values) == len(texts) else None)
    for number, value in enumerate(values, start=1):
        wrong = _first_line(value) if number == 1 else None if number == count else _entry_line(value)
        if wrong:
            raise bad(number, wrong)
    if len(values) == count - 1 or complaint is None:
        # The contents of entries are checked only once every line could be read.
        for number, value in enumerate(values[1 : count - 1], start=2):
            if wrong := _entry_values(value):
                raise bad(number, wrong)
    if complaint is not None:
        raise bad(len(values) + 1, complaint)
    last = values[-1]
    if not _has_form(last, {"proofs": list, "sha256": str}) or not all(isinstance(one, dict) for one in last["proofs"]):
        raise bad(count, "the last line holds proofs and sha256")
    entries = [Line(position_in(one["position"]), one["e"], one["h"], one.get("s", {})) for one in values[1:-1]]
    body = raw[: -len(lines[-2]) - 1]
    return Bundle(values[0], entries, last["proofs"], hashlib.sha256(body).hexdigest() == last["sha256"])


def _first_line(header: Any) -> str | None:
    """The error in the first line."""
    is_header = _has_form(header, _HEADER, optional=("names",))
    if not is_header or not _has_form(header["head"], {"position": str, "digest": str}):
        return "not the header of a bundle"
    if header["format"] != FORMAT:
        return f"the format must be {FORMAT}"
    if not _GAME_ID.fullmatch(header["game"]):
        return "a game's id is 1 to 64 small letters, digits and hyphens"
    if header["viewer"] not in ("public", "all") and (isinstance(header["viewer"], str) or header["viewer"] < 0):
        return "the viewer must be a seat, public or all"
    if not _are_names(header.get("names", {"-": "-"})):
        return "the names are 1 to 40 characters each, by the ids of players"
    return None


def _are_names(names: dict[str, Any]) -> bool:
    """Whether this is a valid mapping of player ids to names; it is left out if empty."""
    return bool(names) and all(
        _GAME_ID.fullmatch(player) and isinstance(name, str) and 0 < len(name) <= 40 and name.isprintable()
        for player, name in names.items()
    )


def _entry_line(entry: Any) -> str | None:
    """The error in the form of an entry's line."""
    if not _has_form(entry, _ENTRY, optional=("s",)):
        return "not the line of an entry"
    for secret in entry.get("s", {}).values():
        if not (isinstance(secret, list) and len(secret) == 2 and isinstance(secret[1], str)):
            return "a secret is a value and its salt"
    return None


def _entry_values(entry: Any) -> str | None:
    """The error in the contents of an entry's line."""
    if not _POSITION.fullmatch(entry["position"]):
        return f"{entry['position'][:40]!r} is not a position; a position looks like 17-2"
    if not _DIGEST.fullmatch(entry["h"]):
        return "a digest is 64 hexadecimal digits in lower case"
    if entry.get("s") == {}:
        return "secrets are left out where there are none"
    if not all(_SALT.fullmatch(salt) for _value, salt in entry.get("s", {}).values()):
        return "a salt is 32 hexadecimal digits in lower case"
    return None


def place_of_line(lines: Sequence[bytes], number: int) -> str:
    """The entry on a line (counted from 1); if it is unreadable, determined from the lines around it."""
    if number <= 1:
        return "header"
    this = _position_on(lines, number)
    if number >= len(lines) - 1:
        return "proofs" if this is None else str(this)
    before, after = _position_on(lines, number - 1), _position_on(lines, number + 1)
    if lines[number - 1].count(b'"position":"') > 1:
        after = None  # a lost line feed: two entries are on this line, and the first of them is bad
    if after is not None:
        if not lines[number].startswith(b"{"):
            return str(after)  # the next line is the rest of this broken one
        if after.effect > 0:
            return str(Position(after.action, after.effect - 1))
        if before is not None and before.action == after.action - 1:
            return str(Position(before.action, before.effect + 1))
        return str(Position(after.action - 1, 0))
    if this is None and before is not None:
        this = Position(before.action, before.effect + 1)
    return f"line {number}" if this is None else str(this)


def _position_on(lines: Sequence[bytes], number: int) -> Position | None:
    if number > len(lines):
        return None
    line = lines[number - 1]
    if not line.startswith(b'{"e":"') and any(name in line for name in _OF_PROOFS):
        return None  # the proofs: their positions belong to receipts
    try:
        return position_in(line.partition(b'"position":"')[2].partition(b'"')[0].decode())
    except ValueError:
        return None


# The checks


def commitment_of(salt: str, value: Any) -> str:
    """The commitment that replaces this secret value in the public form."""
    return hashlib.sha256(b"stele/seal/1" + bytes.fromhex(salt) + canonical(value)).hexdigest()


def salt_of(game_key: bytes, game: str, position: str, field: str) -> str:
    """The salt of a secret field."""
    message = b"\0".join((b"stele/salt/1", game.encode(), position.encode(), field.encode()))
    return hmac.new(game_key, message, hashlib.sha256).digest()[:16].hex()


def _parts(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def nonce_commitment(game: str, seat: int, nonce: str) -> str:
    """The commitment of a seat to a nonce that is revealed later."""
    return hashlib.sha256(_parts(b"stele/nonce/1", game.encode(), str(seat).encode(), nonce.encode())).hexdigest()


def drawn(game_key: bytes, game: str, nonces: Sequence[str], draw: int) -> int:
    """The 64 bits of a game's draw (counted from 0), at the first attempt; the rules take them below a bound."""
    context = _parts(b"stele/draw/1", game.encode(), *(nonce.encode() for nonce in nonces))
    message = context + draw.to_bytes(8, "big") + bytes(4)
    return int.from_bytes(hmac.new(game_key, message, hashlib.sha256).digest()[:8], "big")


# The events that all titles share: the members of each version. Members not in `_KINDS` may be anything.
_SHARED: dict[str, tuple[str, ...]] = {
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
_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("GameCreated", "luck"): ("1", "2"), ("SeatReleased", "why"): ("declined", "released", "expired"),
    ("DisputeDecided", "by"): ("players", "referee", "operator"), ("SecretDisclosed", "to"): ("referee", "operator"),
    ("EndProposed", "kind"): ("draw", "as_it_stands"), ("remedy", "kind"): ("none", "roll_back", "result", "free_seat"),
    ("pace", "kind"): ("answer", "bank"), ("pace", "outcome"): ("once", "seat", "resign", "never"),
}  # fmt: skip
"""The words that a member of an event, of a remedy or of a pace may be, where these are listed."""
_REMEDY: dict[str, Any] = {"kind": str, "position": str, "places": list, "seat": (int, type(None))}
_RESULT: dict[str, Any] = {"places": list, "points": list, "reason": str}
_PACE: dict[str, Any] = {
    "kind": str, "time": int, "increment": int, "cap": int, "windows": bool, "vacation": int, "outcome": str,
}  # fmt: skip
_TIMES: dict[str, Any] = {"zone": str, "windows": list, "offsets": list}
_ENDS = ("GameFinished", "GameAborted")
_SIGNATURES = ("CommandSigned", "StatementSigned")
_MARKS = (*_SIGNATURES, "MoveOrdered")
REFEREE = -1
"""In place of a seat: the referee or else the operator, who signs decisions."""
_DEFAULTS: dict[str, Any] = {"actor": None, "luck": 0, "opens": [], "version": 1}


_DIGESTS = ("commitment", "digest", "key")
_OF_SEATS = ("computers", "nonce_commitments", "reserved", "places", "points")
"""Lists with at most one item per seat."""


class Check(NamedTuple):
    """One check and its verdict: passed, failed with the first bad place, or not possible with the reason.

    `warnings` are for the reader to judge.
    """

    name: str
    verdict: str
    detail: str
    position: str | None = None
    warnings: tuple[str, ...] = ()


def seat_name(seat: int) -> str:
    """The seat with this number, counted from 0, as a sentence names it: people count from 1."""
    return "the judge" if seat == REFEREE else f"seat {seat + 1}"


_TAKING = ("SeatTaken", "SeatTakenOver")


class SeatNames:
    """The names of the seats with their players, entry by entry. Nothing proves that a player has this name."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.names: dict[str, str] = header.get("names", {})
        self.players: dict[int, str] = {}

    def take(self, data: dict[str, Any]) -> None:
        """Process the next event."""
        if data["type"] in _TAKING:
            self.players[data["seat"]] = data["player"]

    def of(self, seat: Any) -> str:
        """The seat, with the name of its player if the header has it."""
        name = self.names.get(self.players.get(seat, ""))
        return seat_name(seat) if name is None else f"{seat_name(seat)} ({name})"


class Record:
    """The record under verification."""

    def __init__(
        self,
        bundle: Bundle,
        keys: Sequence[str] = (),
        kept: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self.bundle = bundle
        self.game: str = bundle.header["game"]
        self.viewer: int | str = bundle.header["viewer"]
        self.keys = keys
        self.kept = kept
        self.places = {str(line.position): number for number, line in enumerate(bundle.lines)}
        self.said: list[Any] = []
        """The content of each entry's public form."""
        self.signers: dict[str, list[str]] = {}
        """The positions for which each public key signed a receipt."""
        self.logged: dict[str, list[str]] = {}
        """The positions that are in a log, by the public key that signed its note."""
        self.warnings: list[str] = []
        """Warnings of the current check for the reader."""

    def numbered(self) -> Iterator[tuple[Position, Any, dict[str, Any]]]:
        """Position, public form and event of each entry."""
        for line, said in zip(self.bundle.lines, self.said):
            yield line.position, said, said["data"]

    @property
    def created(self) -> dict[str, Any]:
        """The event that opened the game, in its current version."""
        data = dict(self.said[0]["data"])
        if "title" in data:
            data["rulebook"] = data.pop("title")
        return {"computers": [], "game": "", "luck": "1", "strict": False, "nonce_commitments": [],
                "signed": False, "referee": "", "reserved": [], "signing": "1", "referee_key": "", "beacon": None,
                **data}  # fmt: skip

    @property
    def end(self) -> tuple[Position, dict[str, Any]] | None:
        """The end of the game and its event; a dispute may follow it. None while it runs."""
        ends = ((place, data) for place, _said, data in self.numbered() if data["type"] in _ENDS)
        return next(ends, None)

    def checks(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """Every check by name. They build on each other: after the first failure the rest does not count."""
        yield "positions", self.positions
        yield "chain", self.chain
        yield "records", self.records
        yield "course", self.course
        yield "header", self.header
        yield "time", self.time
        yield "secrets", self.secrets
        yield "openings", self.openings
        yield "receipts", self.receipts
        if self.kept:
            yield "kept receipts", self.kept_receipts
        yield "log", self.log
        yield "damage", self.damage
        yield "signatures", self.signatures
        yield "luck", self.luck
        yield "rules", self.rules

    def positions(self) -> str:
        """No entry is missing, repeated or misplaced."""
        lines = self.bundle.lines
        expected = Position(1, 0)
        for number, line in enumerate(lines):
            following = Position(expected.action + 1, 0)
            if line.position != expected and not (expected.effect > 0 and line.position == following):
                after = lines[number + 1].position if number + 1 < len(lines) else expected
                is_swapped = after == following and line.position in (
                    Position(following.action, 1),
                    Position(following.action + 1, 0),
                )
                if is_swapped:
                    # An entry that continues the chain is the right one, with a wrong position.
                    before = bytes.fromhex(lines[number - 1].digest) if number else bytes(32)
                    is_swapped = hashlib.sha256(before + line.public.encode()).hexdigest() != line.digest
                is_before = after.action <= following.action + 1 or line.position > following
                begins = expected.effect > 0 and (is_swapped or (after > following and is_before))
                raise Failed(following if begins else expected, f"{line.position} stands here")
            expected = Position(line.position.action, line.position.effect + 1)
        return f"1-0 to {lines[-1].position}"

    def chain(self) -> str:
        """Each digest follows from the previous one and the entry's bytes, which are canonical."""
        lines, digest, sha256 = self.bundle.lines, bytes(32), hashlib.sha256
        broken = None
        for number, line in enumerate(lines):
            digest = sha256(digest + line.public.encode()).digest()
            if digest.hex() != line.digest:
                broken = number
                break
        self.said, complaint = read_canonical([line.public for line in lines[:broken]])
        if complaint is not None:
            raise Failed(lines[len(self.said)].position, f"the entry: {complaint}")
        if broken is not None:
            altered = self._altered(lines[broken])
            raise Failed(lines[broken].position, f"{altered}: the digest does not continue the chain")
        return f"digest {digest.hex()}"

    def _altered(self, line: Line) -> str:
        """The entry at which the chain breaks, in plain words. The one before may be changed with its own digest."""
        names = SeatNames(self.bundle.header)
        for said in self.said:
            if isinstance(said, dict) and isinstance(said.get("data"), dict):
                data = said["data"]
                if data.get("type") in _TAKING and is_int(data.get("seat")) and isinstance(data.get("player"), str):
                    names.take(data)
        try:
            said = json.loads(line.public)
        except (ValueError, RecursionError):
            said = None
        actor = said.get("actor") if isinstance(said, dict) else None
        who = f"what {names.of(actor)} did in action {line.position.action}" if is_int(actor) else "this entry"
        return f"{who} was altered" if line.position == (1, 0) else f"{who}, or the entry before it, was altered"

    def records(self) -> str:
        """Each entry is a record; the events shared by all games are complete."""
        edition = 1
        for line, said in zip(self.bundle.lines, self.said):
            complaint = _complaint(said)
            if complaint is None and line is self.bundle.lines[0] and said["data"]["type"] != "GameCreated":
                complaint = "it does not begin by opening a game"
            if complaint is None and said["data"]["type"] == "GameCreated":
                edition = said["data"].get("edition", 1)
            if complaint is None and said["data"]["type"] in _SHARED:
                complaint = _unbounded(said, edition)
            if complaint is not None:
                raise Failed(line.position, complaint)
        return "the events of the title itself were looked at from outside only"

    def course(self) -> str:
        """There are no actions before the start, after the end, or by people outside the game."""
        course = Course()
        for position, said, data in self.numbered():
            complaint = course.complaint(position, said, data)
            if complaint is not None:
                raise Failed(position, complaint)
        unfinished = course.unfinished()
        if unfinished is not None:
            last = self.bundle.lines[-1].position
            raise Failed(Position(last.action, last.effect + 1), unfinished)
        return "from the opening on"

    def header(self) -> str:
        """The header agrees with the entries."""
        header, last, created = self.bundle.header, self.bundle.lines[-1], self.created
        head = {"position": str(last.position), "digest": last.digest}
        found = {**header, "entries": len(self.said), "head": head}
        found |= {"commitment": created["commitment"], "rulebook": created["rulebook"]}
        if header != found or (created["game"] and created["game"] != self.game):
            raise Failed("header", "the header does not agree with the entries")
        if isinstance(self.viewer, int) and self.viewer >= created["players"]:
            raise Failed("header", "there is no such seat")
        named = ", ".join(f"{name} ({player})" for player, name in sorted(header.get("names", {}).items()))
        called = f"; the players as the server calls them, which nothing proves: {named}" if named else ""
        viewer = self.viewer if isinstance(self.viewer, str) else seat_name(self.viewer)
        return f"game {self.game} of {created['rulebook']}, for {viewer}{called}"

    def time(self) -> str:
        """Times never decrease, and are equal within an action."""
        action, before = 0, 0
        for position, said, _data in self.numbered():
            if said["at"] < before or (position.action == action and said["at"] != before):
                raise Failed(position, "time runs backwards")
            if said["at"] > LAST_TIME:
                raise Failed(position, "the time is out of range")
            action, before = position.action, said["at"]
        return "; ".join(["in order", *self._times_out()])

    def _times_out(self) -> Iterator[str]:
        """The time-outs and where the players were asked; in a signed game each is a warning.

        No signature bounds the time at which a player was asked or had not answered: a receipt of the question can be
        made at any time, and says nothing of an answer.
        """
        names = SeatNames(self.bundle.header)
        for position, _said, data in self.numbered():
            names.take(data)
            if data["type"] == "TimedOut":
                asked = f", asked at {data['asked']}" if data.get("asked") else ""
                who = names.of(data["seat"])
                said = f"the time of {who}{asked}, ran out at {position}: only the server's clock says so"
                if self.created["signed"]:
                    self.warnings.append(said)
                else:
                    yield said

    def secrets(self) -> str:
        """The secrets in the bundle match their commitments."""
        checked = 0
        for line, said in zip(self.bundle.lines, self.said):
            sealed = _sealed(said["data"])
            if said["data"]["type"] == "CommandSigned":
                text = sealed["text"] = said["data"]["text"]
                if "height" in text:
                    raise Failed(line.position, "text is not sealed as it must be")
            for field, shown in sealed.items():
                if not _is_closed(shown):
                    raise Failed(line.position, f"{field} is not sealed as it must be")
                if field not in line.secrets and self._must_see(said["data"]):
                    raise Failed(line.position, f"the secret of {field} is missing")
            for field, (value, salt) in line.secrets.items():
                if field not in sealed:
                    raise Failed(line.position, "a secret is given for a field that is not secret")
                if self._must_not_see(said["data"]):
                    raise Failed(line.position, f"the secret of {field} is not the viewer's")
                if sealed[field]["sealed"] != commitment_of(salt, value) or not _has_height(sealed[field], value):
                    raise Failed(line.position, f"{field} is not what was committed")
                checked += 1
        if isinstance(self.viewer, int):
            return f"{checked} opened; whether these are all of {seat_name(self.viewer)}'s, only the title's rules tell"
        return f"{checked} opened"

    def _must_see(self, data: dict[str, Any]) -> bool:
        return self.viewer == "all" or (data["type"] == "CommandSigned" and data["seat"] == self.viewer)

    def _must_not_see(self, data: dict[str, Any]) -> bool:
        return self.viewer == "public" or (data["type"] == "CommandSigned" and not self._must_see(data))

    def openings(self) -> str:
        """An opened value matches its commitment at the named position."""
        checked = 0
        rollbacks: list[tuple[Position, Position]] = []
        for number, (position, said, data) in enumerate(self.numbered()):
            if data["type"] in _GOES_BACK:
                rollbacks.append((position, position_in(data["position"])))
            for place, field, value, salt in said.get("opens", ()):
                if self.places.get(place, number) >= number:
                    raise Failed(position, f"opens {place}, where nothing is sealed")
                if not still_counts(position_in(place), rollbacks):
                    raise Failed(position, f"opens {place}, which counts no longer")
                shown = self.said[self.places[place]]["data"].get(field)
                is_right = isinstance(shown, dict) and _SALT.fullmatch(salt)
                if not is_right or shown.get("sealed") != commitment_of(salt, value):
                    raise Failed(position, f"what it opens is not what {place} committed to")
                checked += 1
        return f"{checked} commitments opened in the record; whether all that was revealed is, only the rules tell"

    def receipts(self) -> str:
        """Every receipt in the bundle is signed, and matches an entry."""
        others: set[str] = set()
        for proof in self.bundle.proofs:
            scheme = proof.get("scheme")
            if scheme == SUCCESSION:
                if not is_succession(proof):
                    raise Failed("proofs", "a succession of keys is not signed by both")
                continue
            if isinstance(scheme, str) and not scheme.startswith("stele/receipt/"):
                if scheme not in LOGGED:
                    others.add(scheme[:60])
                continue
            if not is_genuine(proof):
                raise Failed("proofs", "a receipt's signature is wrong")
            contradiction = self._contradiction(proof)
            if proof["game"] != self.game or contradiction is not None:
                number = self.places.get(proof["position"]) if proof["game"] == self.game else None
                is_time = number is not None and self.bundle.lines[number].digest == proof["digest"]
                raise Failed(
                    proof["position"] if is_time else "proofs",
                    f"a receipt is for another record: {contradiction or 'another game'}",
                )
            self.signers.setdefault(proof["public_key"], []).append(proof["position"])
        unchecked = f"; not checked here: {', '.join(sorted(others))}" if others else ""
        if not self.signers:
            raise NotPossible(f"the bundle holds no receipt{unchecked}")
        return f"{sum(map(len, self.signers.values()))} signed{unchecked}"

    def log(self) -> str:
        """Every head proven to be in a transparency log is an entry of this record."""
        trees = []
        for proof in self.bundle.proofs:
            if proof.get("scheme") not in LOGGED:
                continue
            origin = origin_of_logged(proof)
            if origin is None or proof["game"] != self.game:
                raise Failed("proofs", "a proof of the log is wrong, or for another game")
            place = proof["position"]
            if place not in self.places:
                raise Failed(place, f"the log {origin} has this entry, and the record does not")
            if self.bundle.lines[self.places[place]].digest != proof["digest"]:
                raise Failed(place, f"the log {origin} has another entry here")
            self.logged.setdefault(proof["public_key"], []).append(place)
            trees.append(f"up to {place} in the log {origin}, signed by {proof['public_key']}")
        if not trees:
            raise NotPossible("the bundle holds no proof that the record stands in a log")
        return "; ".join(trees)

    def _contradiction(self, receipt: dict[str, Any]) -> str | None:
        """How this receipt of this game contradicts the record; none if they agree."""
        number = self.places.get(receipt["position"])
        if number is None:
            since = " (unless the game was disputed since: then fetch the record again)" if self.end else ""
            return f"{receipt['public_key']} signed it, and the bundle has no such entry{since}"
        line, at = self.bundle.lines[number], self.said[number]["at"]
        if line.digest != receipt["digest"]:
            return f"{receipt['public_key']} signed {receipt['digest']}, the bundle has {line.digest}"
        if receipt.get("at", at) != at:
            return f"{receipt['public_key']} signed the time {receipt['at']}, the bundle has {at}"
        return None

    def kept_receipts(self) -> str:
        """The reader's receipts agree with the bundle."""
        agreed = others = later = 0
        last = self.bundle.lines[-1].position.action
        is_over = self.end is not None
        believed = self.believed()
        for where, receipt in self.kept:
            if is_kept_text(receipt):
                continue  # compared with the signatures below
            if not isinstance(receipt, dict) or not is_genuine(receipt):
                self.warnings.append(f"{where} holds no receipt with a valid signature, so it proves nothing")
            elif receipt["game"] != self.game:
                others += 1
            elif position_in(receipt["position"]).action > last and not is_over:
                later += 1  # the last action is whole
            else:
                contradiction = self._contradiction(receipt)
                if contradiction is None:
                    agreed += 1
                    signed = self.signers.setdefault(receipt["public_key"], [])
                    if receipt["position"] not in signed:
                        signed.append(receipt["position"])
                    continue
                said = f"contradicts the receipt of {receipt['position']}: {contradiction}"
                if receipt["public_key"] in believed:
                    raise Failed(receipt["position"], said)
                self.warnings.append(
                    f"the record {said}; {where} is signed by a key that you did not name and that did not sign this "
                    "bundle, so it proves nothing: if it is the server's, name it (--key)"
                )
        more = [f"{others} of other games"] * bool(others) + [f"{later} of what came after this bundle"] * bool(later)
        return f"{agreed} agree" + (f"; not compared: {', '.join(more)}" if more else "")

    def believed(self) -> set[str]:
        """The named keys and their successors; without any, the keys of the receipts in the bundle."""
        if not self.keys:
            return {proof["public_key"] for proof in self.bundle.proofs if is_genuine(proof)}
        return continued(self.keys, self.bundle.proofs)

    def misnamed(self) -> list[dict[str, Any]]:
        """The receipts in the bundle that are in a name made of another key."""
        proofs = self.bundle.proofs
        return [one for one in proofs if is_genuine(one) and is_misnamed(one, proofs)]

    def coverage(self) -> tuple[Position | None, list[Position]]:
        """The position up to which trusted keys vouch for the record, by receipts or log proofs, and the rest.

        Without named keys it is where the first of the bundle's signers ends: a key that joins them later vouches for
        nothing that the others do not.
        """
        if self.keys:
            until = self._reached(self.believed())
        else:
            reached = [self._reached(continued([key], self.bundle.proofs)) for key in {*self.believed(), *self.logged}]
            until = min((one for one in reached if one is not None), default=None)
        places = [line.position for line in self.bundle.lines]
        return until, [place for place in places if until is None or place > until]

    def _reached(self, keys: Set[str]) -> Position | None:
        """The last position that these keys signed, in receipts or in a log, which keeps its first key."""
        begun = {key for key in self.logged if not continued([key], self.bundle.proofs).isdisjoint(keys)}
        signed = [self.signers.get(key, []) for key in keys] + [self.logged[key] for key in begun]
        return max((position_in(place) for places in signed for place in places), default=None)

    def damage(self) -> str:
        """Every byte is unchanged."""
        if not self.bundle.is_undamaged:
            raise Failed("header", "the checksum does not match the lines")
        return "the checksum matches"

    def signatures(self) -> str:
        """Signatures are by the seat's key, for this place; in a signed game every move of a person is signed."""
        signatures = Signatures(self)
        signatures.check()
        for _where, one in self.kept:
            if is_kept_text(one):
                signatures.hold_against(one)
        self.warnings += signatures.warnings
        if not signatures.is_told:
            raise NotPossible(signatures.told())
        return signatures.told()

    def luck(self) -> str:
        """The luck is bound as its scheme requires, the key is the committed one, and every salt is derived from it."""
        unbound = self._unbound()
        if unbound is not None:
            raise Failed(*unbound)
        self.warnings += [
            f"not checked here: whether the beacon {self.created['beacon']['id']} signed round {data['round']} at "
            f"{position}, on which the luck depends, too; if not, the operator may have chosen it"
            for position, _said, data in self.numbered()
            if data["type"] == "BeaconRecorded"
        ]
        called_off = self._called_off_knowingly()
        if called_off is not None:
            self.warnings.append(
                f"the operator called the game off at {called_off}, when the server could already know the luck: only "
                "the operator can say whether that was the reason"
            )
        game_key = self.game_key()
        for line, said in zip(self.bundle.lines, self.said):
            for place, field, _value, salt in said.get("opens", ()):
                if salt != salt_of(game_key, self.game, place, field):
                    raise Failed(line.position, "a salt does not come from the game key")
        for line in self.bundle.lines:
            for field, (_value, salt) in line.secrets.items():
                if salt != salt_of(game_key, self.game, str(line.position), field):
                    raise Failed(line.position, "a salt does not come from the game key")
        created = self.created
        scheme = "2, strict" if created["strict"] else created["luck"]
        without = [seat_name(seat) for seat, nonce in enumerate(self.nonces()) if not nonce]
        return (
            f"{sum(said.get('luck', 0) for said in self.said)} draws under the game key, by scheme {scheme}"
            + (f"; without a nonce: {', '.join(without)}" if without else "")
            + "; --draws lists the numbers, the rules tell what they decided"
        )

    def game_key(self) -> bytes:
        """The published game key, if it matches its commitment."""
        if self.end is None:
            raise NotPossible("the game is still running: its game key is not published yet")
        position, data = self.end
        try:
            game_key = bytes.fromhex(data["key"])
        except ValueError:
            raise Failed(position, "the published game key is not hexadecimal") from None
        if hashlib.sha256(game_key).hexdigest() != self.created["commitment"]:
            raise Failed(position, "the game key is not the one committed to in 1-0")
        return game_key

    def nonces(self) -> list[str]:
        """The contributions to the luck, each seat's, then an earlier game's beacon's; empty if it is not public."""
        nonces: dict[int, str] = {}
        from_beacon: list[str] = []
        for _position, _said, data in self.numbered():
            if data["type"] == "SeatLeft":
                nonces.pop(data["seat"], None)
            elif data["type"] == "SeatTaken" or (data["type"] == "NonceOpened" and data["seat"] in nonces):
                nonces[data["seat"]] = data["nonce"]
            elif data["type"] == "BeaconRecorded":
                from_beacon = [hashlib.sha256(bytes.fromhex(data["signature"])).hexdigest()]
        return [*(nonces.get(seat, "") for seat in range(max(nonces, default=-1) + 1)), *from_beacon]

    def _unbound(self) -> tuple[Position, str] | None:
        """The first place where a nonce does not match its commitment, or has none."""
        created = self.created
        if created["luck"] == "1":
            if self.said[0].get("version", 1) >= 3:
                return self.bundle.lines[0].position, "scheme 1 of the luck is of the past"
            return None
        persons = created["players"] - len(created["computers"])
        committed: dict[int, str] = {}
        if len(created["nonce_commitments"]) != len(created["computers"]):
            return self.bundle.lines[0].position, "not every computer player is bound to a nonce"
        for position, _said, data in self.numbered():
            if data["type"] == "SeatTaken":
                seat, nonce, bound = data["seat"], data["nonce"], data.get("nonce_commitment", "")
                if data["kind"] == "person":
                    is_right = bool(bound and not nonce) if created["strict"] else not bound
                else:
                    bound = created["nonce_commitments"][seat - persons] if seat >= persons else ""
                    is_right = bound == (nonce and nonce_commitment(self.game, seat, nonce))
                committed[seat] = bound
                if not is_right:
                    return position, f"the nonce of {seat_name(seat)} is not bound as it must be"
            elif data["type"] == "NonceOpened":
                seat, nonce = data["seat"], data["nonce"]
                if not nonce or nonce_commitment(self.game, seat, nonce) != committed[seat]:
                    return position, f"this is not the nonce that {seat_name(seat)} committed to"
        return None

    def _called_off_knowingly(self) -> Position | None:
        """Where the operator called the game off although the server could know its luck; none if it did not.

        In a strict game one nonce may be missing: the server can compute the luck when it arrives, and refuse it.
        """
        created = self.created
        persons = created["players"] - len(created["computers"])
        seated: set[int] = set()
        opened: set[int] = set()
        is_started, known_at = False, None
        for position, said, data in self.numbered():
            kind = data["type"]
            if kind == "SeatTaken" and data["kind"] == "person":
                seated.add(data["seat"])
            elif kind == "SeatLeft":
                seated.discard(data["seat"])
            elif kind == "NonceOpened":
                opened.add(data["seat"])
            elif kind == "BeaconAwaited":
                known_at = time_of(created["beacon"], data["round"])
            elif kind == "GameStarted":
                is_started = True
            elif kind == "GameAborted" and data["seat"] is None:
                is_bound = created["strict"] and len(seated) == persons and len(opened) >= persons - 1
                is_known = is_bound if known_at is None else said["at"] >= known_at
                return position if is_started or is_known else None
        return None

    def rules(self) -> str:
        """Replay by the rules is beyond this file, and beyond anyone's if secrets of a finished game are missing."""
        pairs = zip(self.bundle.lines, self.said)
        is_hidden = any(field not in line.secrets for line, said in pairs for field in _sealed(said["data"]))
        if self.end is not None and is_hidden:
            self.warnings.append(
                "the moves and the result are unproved: without every secret of the game they cannot be replayed, and "
                "this file does not have them; one for the viewer `all` does"
            )
        for said in self.said[1:2]:
            if said["data"]["type"] == "Forked":
                copy = said["data"]
                seat = copy.get("seen_by")
                seen = "" if seat is None else f" as {seat_name(seat)} saw it, with all that it did not see dealt anew"
                raise NotPossible(
                    f"an analysis game: its first {copy['actions']} actions are said to be a copy of game "
                    f"{copy['game']} up to {copy['position']}{seen}, and only that game's own record can prove them; "
                    "the rules were not played again"
                )
        raise NotPossible("the rules were not played again: that needs the title's code")

    def draws(self) -> Iterator[str]:
        """Each draw: its event's position, its number, and its 64 bits."""
        game_key, nonces, draw = self.game_key(), self.nonces(), 0
        for position, said, _data in self.numbered():
            for _ in range(min(said.get("luck", 0), MOST_DRAWS - draw)):
                yield f"{position} draw {draw}: {drawn(game_key, self.game, nonces, draw)}"
                draw += 1


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
    shapes = _SHARED.get(data["type"])
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
    for name, form, numbers in (("remedy", _REMEDY, ("places",)), ("result", _RESULT, ("places", "points"))):
        if name in data and not (_has_form(data[name], form) and all(map(is_int, _listed(data[name], numbers)))):
            return f"{name} of {data['type']} has another form"
    if data.get("signing", "1") not in ("1", "2"):
        return f"scheme {data['signing'][:20]} of signatures is not known here; a newer verifier may know it"
    if not (_is_pace(data.get("pace")) and _is_times(data.get("times"))):
        return f"the pace or the times of {data['type']} have another form"
    for holder, members in ((data["type"], data), ("remedy", data.get("remedy")), ("pace", data.get("pace"))):
        for name, value in (members or {}).items():
            if value not in _WORDS.get((holder, name), (value,)):
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
        return _DIGEST.fullmatch(value) is not None
    if name == "asked":
        return _POSITION.fullmatch(value) is not None
    is_key = name in ("public_key", "referee_key", "recovery") and not is_commitment
    if is_key and ((kind, name) == ("KeyChanged", "public_key") or not is_empty):
        return is_public_key(value) if edition >= 2 else _PUBLIC_KEY.fullmatch(value) is not None
    if name == "signature" and kind == "BeaconRecorded":
        return re.fullmatch("[0-9a-f]{96}", value) is not None
    if name == "signature" and (kind != "KeyChanged" or not is_empty):
        return _SIGNATURE.fullmatch(value) is not None
    if name == "options":
        return len(value) <= MOST_OPTIONS
    if isinstance(value, list):
        is_bound = name != "nonce_commitments" or all(one == "" or _DIGEST.fullmatch(one) for one in value)
        return len(value) <= (MOST_PLAYERS if name in _OF_SEATS else LONGEST_LIST) and is_bound
    longest = LONGEST_STATEMENT if (kind, name) == ("StatementSigned", "text") else LONGEST_TEXT
    return not isinstance(value, str) or len(value) <= longest


def is_dealt_for(seat: Any, dealing: int, players: int) -> bool:
    """Whether an analysis game correctly declares what was dealt in it: nothing, or what a seat did not see."""
    return dealing == 0 if seat is None else dealing > 0 and 0 <= seat < players


def _is_pace(pace: Any) -> bool:
    """Whether this is a pace, or none."""
    if pace is None:
        return True
    windows = pace.get("windows")
    return isinstance(windows, bool) and _has_form({**pace, "windows": 0}, {**_PACE, "windows": int})


def _is_times(times: Any) -> bool:
    """Whether these are play times, or none."""
    if times is None:
        return True
    return _has_form(times, _TIMES) and all(
        isinstance(pair, list) and len(pair) == 2 and all(map(is_int, pair))
        for pair in (*times["windows"], *times["offsets"])
    )


def _listed(holder: dict[str, Any], names: Iterable[str]) -> list[Any]:
    return [item for name in names for item in holder[name]]


def still_counts(position: Position, rollbacks: Sequence[tuple[Position, Position]]) -> bool:
    """Whether the entry at this position counts, after these rollbacks, each from the first position to the second."""
    until = None
    for at, back in reversed(rollbacks):
        if until is None or at <= until:
            if position >= at:
                break
            until = back
    return until is None or position <= until


def _sealed(data: dict[str, Any]) -> dict[str, Any]:
    return {field: shown for field, shown in data.items() if isinstance(shown, dict) and "sealed" in shown}


def _is_closed(shown: Any) -> bool:
    if not isinstance(shown, dict) or not {"sealed"} <= set(shown) <= {"sealed", "height"}:
        return False
    sealed, height = shown["sealed"], shown.get("height", 0)
    return is_int(height) and height >= 0 and isinstance(sealed, str) and _DIGEST.fullmatch(sealed) is not None


def _has_height(shown: dict[str, Any], value: Any) -> bool:
    return "height" not in shown or (isinstance(value, (list, dict, str)) and len(value) == shown["height"])


# Disputes

MOST_DISPUTES = 50
"""The maximum number of disputes in a game of the first edition."""
MOST_WITHDRAWN = 10
"""How many of their own disputes a player may withdraw in later editions."""
MOST_DISCLOSED = 10
"""How many secrets a seat may disclose in one dispute."""
_GOES_BACK = ("RolledBack", "TakenBack")
_REMEDIES = ("roll_back", "result", "free_seat")
_DISPUTES = ("DisputeOpened", "DisputeAnswered", "DisputeWithdrawn")
_IN_DISPUTES = (*_DISPUTES, "SecretDisclosed")
_AFTER_THE_END = (*_DISPUTES, "DisputeDecided", "ResultReplaced", *_SIGNATURES)


class Dispute:
    """A dispute: its opener, the requested remedy, the answers, the agreements, and whether it is open."""

    def __init__(self, seat: int, remedy: dict[str, Any]) -> None:
        self.seat, self.remedy, self.is_open, self.is_withdrawn = seat, remedy, True, False
        self.told, self.agreed = {seat}, {seat}
        self.disclosed: set[tuple[int, str, str]] = set()


class Disputes:
    """The state of one game's disputes, and whether exactly the decided remedies were carried out."""

    def __init__(self) -> None:
        self.players = self.persons = self.started = 0
        self.judge = "operator"
        self.freed: set[int] = set()
        self.all: list[Dispute] = []
        self.ends: dict[int, int] = {}
        """The last effect of each action so far."""
        self.sealed: set[tuple[str, str]] = set()
        """The position and the field of each secret so far."""
        self.answered: tuple[int, int] | None = None
        self.agreed: tuple[int, int] | None = None
        """The action that completed all players' agreement, and to which dispute's remedy; it is decided there."""
        self.due: tuple[int, dict[str, Any]] | None = None
        self.edition = 1

    def opens(self, players: int, persons: int, has_referee: bool, edition: int) -> None:
        """The game is opened with this number of players, the first of whom are persons."""
        self.players, self.persons, self.judge = players, persons, "referee" if has_referee else "operator"
        self.edition = edition

    @property
    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self.agreed is not None:
            return "a remedy that all players agree to is decided immediately"
        return None if self.due is None else "a decision is carried out immediately"

    def is_owned(self, seat: int) -> bool:
        """Whether a person has this seat, even a resigned one."""
        return 0 <= seat < self.persons and seat not in self.freed

    def undone(self, position: Position, data: dict[str, Any]) -> str | None:
        """Why this event must not follow directly on a decision, or needs one."""
        agreed, due = self.agreed, self.due
        self.ends[position.action] = position.effect
        self.sealed |= {(str(position), field) for field in _sealed(data)}
        since = agreed if agreed is not None else due
        if since is not None and position.action == since[0] and data["type"] in _SIGNATURES:
            return None
        self.agreed = self.due = None
        if agreed is not None:
            remedy = self.all[agreed[1] - 1].remedy
            decision = {"type": "DisputeDecided", "number": agreed[1], "by": "players", "text": "", "remedy": remedy}
            if (position.action, data) != (agreed[0], decision):
                return "a remedy that all players agree to is decided immediately, before anything else"
        if due is not None:
            is_done = due[0] == position.action and _does(data, due[1])
            return None if is_done else "a decision is carried out immediately, before anything else"
        is_end = data["type"] == "GameFinished" and data["result"]["reason"] == "adjudicated"
        if is_end or data["type"] in ("RolledBack", "SeatFreed", "ResultReplaced"):
            return "this happens only by a decision"
        return None

    def complaint(self, position: Position, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        """Why this event, if it is of a dispute, cannot come next; if it can, none, and it is applied."""
        kind, seat = data["type"], data.get("seat")
        if kind == "DisputeOpened":
            is_new = all(not one.is_open or one.seat != seat for one in self.all)
            is_too_many = self.edition < 2 and len(self.all) >= MOST_DISPUTES
            if seat != actor or not self.is_owned(data["seat"]) or not is_new or is_too_many:
                return "a seated player has one open dispute at a time"
            if data["number"] != len(self.all) + 1 or not self._is_end(data["position"], position):
                return "disputes are numbered, and name the last position of an earlier action"
            if not self._is_possible(data["remedy"], position, is_over):
                return "the requested remedy cannot be carried out"
            self.all.append(Dispute(data["seat"], data["remedy"]))
        elif kind in ("DisputeAnswered", "DisputeWithdrawn"):
            dispute = self._open_one(data["number"])
            if dispute is None or seat != actor or not self.is_owned(data["seat"]):
                return "a seated player answers an open dispute or withdraws their own"
            if kind == "DisputeWithdrawn":
                withdrawn = sum(one.seat == seat and one.is_withdrawn for one in self.all)
                if self.edition >= 2 and withdrawn >= MOST_WITHDRAWN:
                    return f"a player withdraws at most {MOST_WITHDRAWN} disputes"
                dispute.is_open, dispute.is_withdrawn = False, True
                return None if dispute.seat == seat else "only the player who opened a dispute may withdraw it"
            if seat in dispute.told:
                return "each other player answers an open dispute once"
            dispute.told.add(data["seat"])
            if data["agrees"]:
                dispute.agreed.add(data["seat"])
            self.answered = (position.action, data["number"])
            if self._is_whole(dispute) and self._is_possible(dispute.remedy, position, is_over):
                self.agreed = self.answered
        elif kind == "SecretDisclosed":
            return self._disclosed(actor, data, is_over)
        elif kind == "DisputeDecided":
            return self._decided(position, actor, data, is_over)
        elif kind == "SeatFreed":
            self.freed.add(data["seat"])
        elif kind == "SeatTakenOver":
            if seat != actor or seat not in self.freed:
                return "only a seat that was freed or offered is taken over"
            self.freed.discard(data["seat"])
        return None

    def _disclosed(self, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        """Which seats know a secret is for the title's rules to say."""
        dispute, seat, secret = self._open_one(data["number"]), data["seat"], (data["position"], data["field"])
        if dispute is None or seat != actor or not self.is_owned(seat) or data["to"] != self.judge or is_over:
            return f"a seated player opens a secret to the {self.judge}, in an open dispute of a running game"
        if secret not in self.sealed or (seat, *secret) in dispute.disclosed:
            return "a player opens only a secret of the record, once in a dispute"
        if sum(one[0] == seat for one in dispute.disclosed) >= MOST_DISCLOSED:
            return f"a player opens at most {MOST_DISCLOSED} secrets in a dispute"
        dispute.disclosed.add((seat, *secret))
        return None

    def _decided(self, position: Position, actor: int | None, data: dict[str, Any], is_over: bool) -> str | None:
        dispute, remedy = self._open_one(data["number"]), data["remedy"]
        if dispute is None or actor is not None:
            return "only an open dispute is decided, and not as an action of a player"
        if data["by"] == "players":
            if (
                not self._is_whole(dispute)
                or self.answered != (position.action, data["number"])
                or remedy != dispute.remedy
            ):
                return "the players decide by all agreeing to the requested remedy"
        elif data["by"] != self.judge or position.effect:
            return f"a dispute of this game is decided by all players together or by the {self.judge}"
        if not self._is_possible(remedy, position, is_over):
            return "the decision cannot be carried out"
        dispute.is_open = False
        self.due = None if remedy["kind"] == "none" else (position.action, remedy)
        return None

    def _is_whole(self, dispute: Dispute) -> bool:
        """Whether all players agree, at least two, to a requested remedy."""
        owned = {seat for seat in range(self.persons) if self.is_owned(seat)} | {dispute.seat}
        return len(owned) > 1 and owned <= dispute.agreed and dispute.remedy["kind"] != "none"

    def _open_one(self, number: int) -> Dispute | None:
        found = self.all[number - 1] if 1 <= number <= len(self.all) else None
        return found if found is not None and found.is_open else None

    def _is_end(self, text: str, position: Position) -> bool:
        """Whether this is the last position of an earlier action."""
        if not _POSITION.fullmatch(text):
            return False
        at = position_in(text)
        return at.action < position.action and self.ends.get(at.action) == at.effect

    def _is_possible(self, remedy: dict[str, Any], position: Position, is_over: bool) -> bool:
        """Whether a remedy has only its own members and could be carried out here."""
        kind, back, places, seat = (remedy[name] for name in _REMEDY)
        if (back != "", places != [], seat is not None) != tuple(kind == one for one in _REMEDIES):
            return False
        if kind == "roll_back":
            return not is_over and self._is_end(back, position) and position_in(back).action >= self.started
        if kind == "free_seat":
            return not is_over and self.is_owned(seat)
        is_ranking = all(place == 1 + sum(other < place for other in places) for place in places)
        return kind == "none" or (is_ranking and len(places) == self.players)


def _does(data: dict[str, Any], remedy: dict[str, Any]) -> bool:
    """Whether this event carries out this remedy."""
    kind = data["type"]
    if kind in ("GameFinished", "ResultReplaced"):
        result = data["result"]
        return bool(remedy["kind"] == "result" and result["places"] == remedy["places"]
                    and result["reason"] == "adjudicated")  # fmt: skip
    if kind == "RolledBack":
        return bool(remedy["kind"] == "roll_back" and data["position"] == remedy["position"])
    return bool(kind == "SeatFreed" and remedy["kind"] == "free_seat" and data["seat"] == remedy["seat"])


# Clocks

_TIME = (
    "TimedOut", "SeatReturned", "TimeGranted", "PauseAgreed", "PauseDeclined", "GamePaused", "GameResumed",
    "VacationTaken", "VacationEnded", "PlayTimesSet", "ServerAway",
)  # fmt: skip
DAY = 86_400_000
WEEK_MINUTES = 7 * 24 * 60


class Times:
    """The state of the clocks' events. Checking whether a deadline was due needs the rules."""

    def __init__(self) -> None:
        self.pace: dict[str, Any] | None = None
        self.absent: set[int] = set()
        self.agreed: set[int] = set()
        self.is_paused = self.is_due = False
        self.last_at = 0
        self.away: dict[int, list[tuple[int, int]]] = {}
        self.due: tuple[int, dict[str, Any]] | None = None

    def undone(self, position: Position, at: int, data: dict[str, Any]) -> str | None:
        """Why this event must not follow directly on a time-out or an agreement, or needs one, or is not a valid
        outage.
        """
        before, self.last_at = self.last_at, at
        if data["type"] == "ServerAway" and not before <= data["since"] < data["until"] <= at:
            return "an outage begins after the last event and ends before it is recorded"
        due, self.due = self.due, None
        self.is_due = due == (position.action, data)
        if due is not None:
            return None if self.is_due else "the consequence comes immediately, before anything else"
        return "the clocks stop when all agree" if data["type"] == "GamePaused" else None

    def complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any], played: set[int]) -> str | None:
        """Why this event about time cannot come next; `played` are the seats whose persons have not resigned."""
        kind, actor, at, pace = data["type"], said.get("actor"), said["at"], self.pace
        if pace is None:
            return "no clock runs in this game"
        if kind == "GamePaused":
            self.is_paused = True
            return None
        if kind == "ServerAway":
            is_nobodys = actor is None and not position.effect and not self.is_paused
            return None if is_nobodys else "an outage is recorded by the server alone, while the clocks run"
        seat = data["seat"]
        if kind == "TimedOut":
            if actor is not None or position.effect or pace["outcome"] == "never" or self.is_paused:
                return "a time-out is recorded by the server alone, in a game that acts on it, while the clocks run"
            if seat not in played or seat in self.absent:
                return "only a player who is present times out"
            if at < data["deadline"]:
                return "the time of this seat had not run out"
            if data.get("asked") and position_in(data["asked"]) >= position:
                return "a question comes before its time-out"
            if pace["outcome"] == "resign":
                self.due = (position.action, {"type": "SeatResigned", "seat": seat})
            else:
                self.absent.add(seat)
            return None
        if seat != actor or seat not in played:
            return "a player does that for their own seat"
        if kind == "SeatReturned":
            if seat not in self.absent:
                return "only an absent player returns"
            self.absent.discard(seat)
        elif kind == "TimeGranted":
            if data["to"] == seat or data["to"] not in played or not 0 < data["time"] <= DAY:
                return "a player grants another player at most a day"
        elif kind == "PauseAgreed":
            if self.is_paused or seat in self.agreed:
                return "each player agrees once to a pause"
            self.agreed.add(seat)
            if played <= self.agreed:
                self.agreed = set()
                self.due = (position.action, {"type": "GamePaused"})
        elif kind == "PauseDeclined":
            if not self.agreed:
                return "no player has asked for a pause"
            self.agreed = set()
        elif kind == "GameResumed":
            if not self.is_paused:
                return "the clocks are not stopped"
            self.is_paused = False
        elif kind == "PlayTimesSet":
            return self._set(data["times"], pace)
        else:
            return self._away(kind, seat, at, data, pace)
        return None

    def acts(self, actor: int | None) -> None:
        """A seat has made a move, which ends its one-time substitution."""
        if self.pace is not None and self.pace["outcome"] == "once" and actor is not None:
            self.absent.discard(actor)

    def sits(self, seat: int) -> None:
        """A player has taken this seat again."""
        self.absent.discard(seat)

    def _away(self, kind: str, seat: int, at: int, data: dict[str, Any], pace: dict[str, Any]) -> str | None:
        away = self.away.setdefault(seat, [])
        if kind == "VacationEnded":
            ended = ((since, min(until, max(since, at))) for since, until in away)
            self.away[seat] = [one for one in ended if one[0] < one[1]]
            return None
        span = (data["since"], data["until"])
        if not at <= span[0] < span[1] or span[1] > LAST_TIME:
            return "a vacation begins now or later, and ends after that"
        same = (one for one in (*away, span) if _year(one[0]) == _year(span[0]))
        if sum(-(-(until - since) // DAY) for since, until in same) > pace["vacation"]:
            return "a vacation is within what the game allows in a year"
        away.append(span)
        return None

    def _set(self, times: dict[str, Any], pace: dict[str, Any]) -> str | None:
        ends = [minute for window in times["windows"] for minute in window]
        is_week = bool(ends) and ends == sorted(ends) and ends[0] >= 0 and ends[-1] <= WEEK_MINUTES
        since = [at for at, _ahead in times["offsets"]]
        is_time = bool(since) and all(one < other for one, other in zip(since, since[1:]))
        is_near = all(abs(ahead) <= 24 * 60 for _at, ahead in times["offsets"])
        if pace["windows"] and is_week and is_time and is_near and all(one < other for one, other in times["windows"]):
            return None
        return "play times are windows in a week, where the game counts by them"


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, timezone.utc).year


# Proposals: take-backs, and ends by agreement

_OF_TAKE_BACKS = ("TakeBackAsked", "TakeBackAnswered", "TakeBackWithdrawn")
_SETTLING = (*_GOES_BACK, "SeatResigned", "SeatFreed", "SeatTakenOver", "GameFinished", "GameAborted")
_OF_ENDS = ("EndProposed", "EndAnswered", "EndWithdrawn")
_ENDINGS = _WORDS["EndProposed", "kind"]


class Proposal:
    """A proposal: its seat, its subject, and the seats that have agreed."""

    def __init__(self, seat: int, about: str) -> None:
        self.seat, self.about = seat, about
        self.agreed: set[int] = set()


class Proposals:
    """The proposals in a game, and whether exactly what was agreed was carried out."""

    def __init__(self) -> None:
        self.moves: list[tuple[Position, Position, int, list[bool]]] = []
        """Each move: its position, the one before it, its seat, and whether it drew luck or opened something."""
        self.rollbacks: list[tuple[Position, Position]] = []
        self.last: Position | None = None
        self.open: dict[tuple[str, ...], Proposal] = {}
        self.due: tuple[int, Proposal] | None = None
        self.edition = 1
        """The edition of the game's rules: in the first, points alone rank a game that ends by agreement."""

    def undone(self, position: Position, said: dict[str, Any], resigned: set[int]) -> str | None:
        """Why this event must not follow directly on an agreement, or needs one; its place is noted."""
        data, before, self.last = said["data"], self.last, position
        if data["type"] not in _SHARED and before is not None:
            if "actor" in said and position.effect == 0:
                self.open.pop(_OF_TAKE_BACKS, None)
                self.moves.append((position, before, said["actor"], [False]))
            if self.moves and (said.get("luck") or said.get("opens")):
                self.moves[-1][3][0] = True
        due = self.due
        if due is not None and due[0] == position.action and data["type"] in _SIGNATURES:
            return None
        self.due = None
        if due is not None:
            is_done = due[0] == position.action and _is_agreed(data, due[1].about, resigned, self.edition)
            return None if is_done else "an agreed proposal is carried out immediately, before anything else"
        is_end = data["type"] == "GameFinished" and data["result"]["reason"] == "agreed"
        return "this happens only by agreement" if is_end or data["type"] == "TakenBack" else None

    def complaint(
        self, position: Position, actor: int | None, data: dict[str, Any], playing: dict[int, str]
    ) -> str | None:
        """Why this event of a proposal cannot come next; if it can, none, and it is applied."""
        kind, seat = data["type"], data["seat"]
        if seat != actor or seat not in playing:
            return "only a person who plays makes or answers a proposal"
        what = _OF_TAKE_BACKS if kind in _OF_TAKE_BACKS else _OF_ENDS
        proposal = self.open.get(what)
        if kind in ("TakeBackAsked", "EndProposed"):
            about = data["kind"] if kind == "EndProposed" else data["position"]
            if proposal is not None:
                return "one proposal of a kind is open at a time"
            if about not in (_ENDINGS if what == _OF_ENDS else (self._taken_back_to(seat, playing),)):
                return "this cannot be proposed"
            self.open[what] = proposal = Proposal(seat, about)
        elif kind in ("TakeBackWithdrawn", "EndWithdrawn"):
            if proposal is None or not _is_same(proposal.seat, seat, playing):
                return "only the player who made a proposal may withdraw it"
            del self.open[what]
            return None
        else:
            is_late = proposal is not None and data["agrees"] and seat in proposal.agreed
            if proposal is None or is_late or _is_same(proposal.seat, seat, playing):
                return "each other person who plays answers a proposal once"
            if not data["agrees"]:
                del self.open[what]
                return None
            proposal.agreed.add(seat)
        if all(one in proposal.agreed or _is_same(one, proposal.seat, playing) for one in playing):
            self.due = (position.action, proposal)
        return None

    def _taken_back_to(self, seat: int, playing: dict[int, str]) -> str | None:
        """The last position before this player's last move, if no luck was drawn and nothing was opened since."""
        for at, before, mover, (is_final,) in reversed(self.moves):
            if still_counts(at, self.rollbacks):
                if is_final:
                    return None
                if _is_same(mover, seat, playing):
                    return str(before)
        return None


def _is_same(one: int, other: int, playing: dict[int, str]) -> bool:
    """Whether the same person answers for both seats."""
    return one == other or (one in playing and playing.get(one) == playing.get(other))


def _is_agreed(data: dict[str, Any], about: str, resigned: set[int], edition: int) -> bool:
    """Whether this event is what all agreed to: resigned players rank last.

    From the second edition on the title ranks the position, which only its own rules can check.
    """
    if data["type"] != "GameFinished":
        return bool(data["type"] == "TakenBack" and data["position"] == about)
    result = data["result"]
    ranked = result["places"] if edition >= 2 else [-own for own in result["points"]]
    order = [(seat in resigned, 0 if about == "draw" else own) for seat, own in enumerate(ranked)]
    places = [1 + sum(other < own for other in order) for own in order]
    return bool(about in _ENDINGS and result["reason"] == "agreed" and result["places"] == places)


class Course:
    """The state of a game: opening, seats, luck, start, resignations, end."""

    def __init__(self) -> None:
        self.players = self.persons = 0
        self.edition = 1
        self.reserved: list[str] = []
        self.taken: dict[int, str] = {}
        """The taken seats with their players; a computer player is empty."""
        self.offered: dict[int, str] = {}
        self.edition = 1
        self.former: set[tuple[int, str]] = set()
        """The seats that were taken over, each with its previous player."""
        self.binds_first = self.is_strict = self.is_started = self.is_over = False
        self.opened: set[int] = set()
        self.beacon: dict[str, Any] | None = None
        self.awaited = self.recorded = 0
        """The round of the beacon that is awaited, and the one that is recorded; 0: none."""
        self.resigned: set[int] = set()
        self.is_finished = False
        self.disputes = Disputes()
        self.proposals = Proposals()
        self.times = Times()
        self.before: tuple[int, int | None] | None = None
        """The action and the seat of the previous entry, unless that was a mark."""
        self.moved: tuple[int, int | None] | None = None
        """The same, if the previous entry is one of the title's."""
        self.is_decision = False
        """Whether the last event was the decision of a dispute, which a referee may sign."""

    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        if self.disputes.unfinished is not None:
            return self.disputes.unfinished
        if self.proposals.due is not None or self.times.due is not None:
            return "the consequence of an agreement or a time-out comes immediately"
        if self.is_over:
            return None
        if not self.is_started:
            is_full = 0 < self.persons <= len(self.taken)
            is_bound = is_full and (not self.is_strict or len(self.opened) == self.persons)
            if not is_bound or (self.awaited and not self.recorded):
                return None
            if self.beacon is not None and not self.awaited:
                return "the round of the beacon is fixed as soon as every seat is taken and every nonce is open"
            return "the game starts as soon as every seat is taken and every nonce is open"
        is_decided = self.resigned and (self.players - len(self.resigned) < 2 or not self._playing())
        return "the game ends when only one seat has not resigned, or no person is left" if is_decided else None

    def complaint(self, position: Position, said: dict[str, Any], data: dict[str, Any]) -> str | None:
        """Why this event cannot come next; if it can, none, and it is applied."""
        kind, actor, seat = data["type"], said.get("actor"), data.get("seat")
        before, self.before = self.before, None if kind in _MARKS else (position.action, actor)
        was_decision, self.is_decision = self.is_decision, kind == "DisputeDecided"
        moved, self.moved = self.moved, None if kind in _SHARED else (position.action, actor)
        is_signature = kind in _SIGNATURES and before == (position.action, actor)
        if self.is_over and not is_signature and not (self.is_finished and kind in _AFTER_THE_END):
            return "the game is already over"
        if (position == (1, 0)) != (kind == "GameCreated"):
            return "a record begins with its only GameCreated"
        if kind == "GameCreated":
            self.players = data["players"]
            self.persons = self.players - len(data.get("computers", ()))
            self.binds_first, self.is_strict = data.get("luck", "1") != "1", data.get("strict", False)
            self.reserved = data.get("reserved") or [""] * self.players
            self.edition = data.get("edition", 1)
            self.beacon = data.get("beacon")
            if len(self.reserved) != self.players:
                return "each seat is reserved for one player or for none"
            self.disputes.opens(self.players, self.persons, bool(data.get("referee")), self.edition)
            self.times.pace, self.times.last_at = data.get("pace"), said["at"]
            self.proposals.edition = self.edition
            self.disputes.undone(position, data)
            self.proposals.undone(position, said, self.resigned)
            return None if actor is None else f"there is no seat {actor + 1}"
        if actor is not None and not 0 <= actor < self.players:
            return f"there is no seat {actor + 1}"
        undone = (
            (self.unfinished() if position.effect == 0 else None)
            or self.disputes.undone(position, data)
            or self.proposals.undone(position, said, self.resigned)
            or self.times.undone(position, said["at"], data)
        )
        if undone is not None:
            return undone
        if kind in _GOES_BACK:
            self.proposals.rollbacks.append((position, position_in(data["position"])))
        if kind in _SETTLING:
            self.proposals.open.clear()
        if kind == "Forked":
            if position != (1, 1) or actor is not None:
                return "the origin of an analysis game comes right after its opening"
            if not is_dealt_for(data.get("seen_by"), data.get("dealing", 0), self.players):
                return "a copy is dealt anew only if it was made from the view of a seat"
        elif kind == "SeatTaken":
            if seat != self._seat_for(data["player"]) or self.is_started or actor not in (None, seat):
                return "a player takes the seat reserved for them, or else the lowest free one"
            if self.binds_first and actor is not None and position.action == 1:
                return "players join only after the commitment to the game key is public"
            self.taken[data["seat"]] = data["player"] if data["kind"] == "person" else ""
        elif kind == "SeatLeft":
            is_mine = seat == actor and self._is_owned(data["seat"])
            if self.is_started or not is_mine or len(self.taken) >= self.persons:
                return "a player leaves only their own seat, while another one is free"
            del self.taken[data["seat"]]
        elif kind == "SeatReleased":
            by = min(self.taken, default=None) if data["why"] == "released" else None
            is_kept = (
                0 <= data["seat"] < self.players and data["seat"] not in self.taken and self.reserved[data["seat"]]
            )
            if self.is_started or not is_kept or actor != by:
                return "only a free, reserved seat is released, and only before the start"
            self.reserved = ["" if number == seat else one for number, one in enumerate(self.reserved)]
        elif kind == "SeatReserved":
            player, first = data["player"], min(self.taken, default=None)
            is_free = 0 <= data["seat"] < self.persons and data["seat"] not in self.taken
            expected = {one for number, one in enumerate(self.reserved) if number not in self.taken}
            has_part = player in expected or player in self.taken.values()
            if self.is_started or not is_free or actor is None or actor != first or not player or has_part:
                return "the first player reserves a free seat, for a player who has none, before the start"
            self.reserved = [player if number == data["seat"] else one for number, one in enumerate(self.reserved)]
        elif kind == "SeatOffered":
            player, parts = data["player"], set(self.taken.values()) - {""}
            if not self.is_started or seat != actor or seat not in self._playing():
                return "a person who plays offers their own seat"
            if player in parts or not (player or self.offered.get(data["seat"])):
                return "a seat is offered to a player who has no part in the game"
            if self._knows_another(data["seat"], player):
                return "a seat is offered to a player who has played no other seat"
            self.offered[data["seat"]] = player
        elif kind == "SeatTakenOver" and self._knows_another(data["seat"], data["player"]):
            return "a player who has played another seat of the game does not take over this one"
        elif kind == "SeatTakenOver" and data["player"] and self.offered.get(data["seat"]) == data["player"]:
            if seat != actor:
                return "a seat is taken over by the player it was offered to"
            self._is_taken_over(data["seat"], data["player"])
        elif kind == "NonceOpened":
            if not self.is_strict or self.is_started or len(self.taken) < self.persons:
                return "nonces are opened in a strict game, after every seat is taken and before the start"
            if seat != actor or seat in self.opened or not 0 <= data["seat"] < self.persons:
                return "a player opens a nonce once, for their own seat"
            self.opened.add(data["seat"])
        elif kind == "BeaconAwaited":
            is_bound = 0 < self.persons <= len(self.taken) and (not self.is_strict or len(self.opened) == self.persons)
            if self.beacon is None or self.awaited or not is_bound or actor is not None or not position.effect:
                return "a round of the beacon is fixed once, with the last seat taken or the last nonce opened"
            if data["round"] != round_after(self.beacon, said["at"]):
                return f"at this time the luck waits for round {round_after(self.beacon, said['at'])} of the beacon"
            self.awaited = data["round"]
        elif kind == "BeaconRecorded":
            is_due = self.awaited and not self.recorded and data["round"] == self.awaited
            if not is_due or actor is not None or position.effect:
                return "the round that was fixed is recorded, once"
            self.recorded = data["round"]
        elif kind in _SIGNATURES:
            signer = None if seat == REFEREE else seat
            is_judges = was_decision and position.effect == 1
            if signer != actor or before != (position.action, actor) or (signer is None and not is_judges):
                return "a signature comes right after the action of its seat"
        elif kind == "MoveOrdered":
            if seat != actor or moved != (position.action, seat):
                return "the mark of a standing order comes right after the move of its seat"
        elif kind == "KeyChanged":
            if seat != actor or not self._is_owned(data["seat"]) or seat in self.resigned:
                return "a seated player changes the key of their own seat"
        elif kind == "GameStarted":
            if self.is_started or len(self.taken) != self.players:
                return "the game starts once, when the last seat is taken"
            if self.is_strict and len(self.opened) != self.persons:
                return "a strict game starts when the last nonce is open"
            if self.beacon is not None and not self.recorded:
                return "the game starts when the round of its beacon is recorded"
            self.is_started = True
            self.disputes.started = position.action
        elif kind == "SeatResigned":
            is_wished = seat == actor or (actor is None and self.times.is_due)
            if not self.is_started or not is_wished or seat in self.resigned | self.disputes.freed:
                return "a seated player resigns once, and only for their own seat"
            self.resigned.add(data["seat"])
            self.offered.pop(data["seat"], None)
        elif kind == "GameAborted":
            is_mine = seat == actor and (seat is None or self._is_owned(seat))
            if not is_mine or (seat is None) != bool(data.get("text", "").strip()) or position.effect:
                return "a game is called off by a player, or by the operator with a reason"
            self.is_over = True
        elif not self.is_started:
            return "the game has not started"
        elif kind == "GameFinished":
            self.is_over = self.is_finished = True
        elif kind == "ResultReplaced":
            return None if self.is_finished else "a result is replaced only after the game is over"
        elif kind in (*_OF_TAKE_BACKS, *_OF_ENDS):
            if self.edition >= 2 and actor in self.times.absent:
                return "a computer player answers for this seat until its player returns"
            return self.proposals.complaint(position, actor, data, self._playing())
        elif kind in _TIME:
            return self.times.complaint(position, said, data, set(self._playing()))
        elif kind not in _SHARED:
            self.times.acts(actor)
        else:
            if kind == "SeatFreed":
                self.resigned.discard(data["seat"])
                self.offered.pop(data["seat"], None)
            complaint = self.disputes.complaint(position, actor, data, self.is_finished)
            if complaint is None and kind == "SeatTakenOver":
                self._is_taken_over(data["seat"], data["player"])
            return complaint
        return None

    def _seat_for(self, player: str) -> int | None:
        """The seat for this player: the one reserved for them, or else the lowest free one."""
        free = [seat for seat in range(self.players) if seat not in self.taken]
        own = [seat for seat in free if player and self.reserved[seat] == player]
        return next(iter(own or [seat for seat in free if not self.reserved[seat]]), None)

    def _knows_another(self, seat: int, player: str) -> bool:
        """Whether this player has or had another seat in the running game, by the rules of edition 2."""
        had = {*self.taken.items(), *self.former}
        return self.edition >= 2 and player != "" and any(who == player and other != seat for other, who in had)

    def _is_taken_over(self, seat: int, player: str) -> None:
        self.former.add((seat, self.taken[seat]))
        self.taken[seat] = player
        self.offered.pop(seat, None)
        self.times.sits(seat)

    def _is_owned(self, seat: int) -> bool:
        return seat in self.taken and self.disputes.is_owned(seat)

    def _playing(self) -> dict[int, str]:
        """The seats played by persons, each with its player."""
        return {
            seat: player for seat, player in self.taken.items() if self._is_owned(seat) and seat not in self.resigned
        }


# Players' signatures

MOVE = "stele/move/1"
NEXT_MOVE = "stele/move/2"
COMMAND = "stele/move/3"
FIRST_TEXT = "first"
"""The word for the previous text in a signer's first text of a game."""
_OWN = ("SeatTaken", "SeatLeft", "SeatOffered", "SeatTakenOver", "KeyChanged", "GameAborted")
"""The acts of a seat's player alone: by the second scheme it is signed in a signed game."""
_NO_MOVE = (*_OWN, "GameCreated", "SeatReleased", "SeatReserved", "DisputeDecided")
_SIGNED_TEXT = {
    "scheme": str, "game": str, "after": str, "digest": str, "seat": int, "command": dict, "nonce": str,
    "previous": str,
}  # fmt: skip
_SIGNED_AS: dict[str, tuple[str, str]] = {
    "SeatTaken": ("TakeSeat", "player nonce nonce_commitment public_key recovery"),
    "SeatLeft": ("LeaveSeat", ""),
    "SeatOffered": ("OfferSeat", "player"),
    "SeatResigned": ("Resign", ""),
    "NonceOpened": ("OpenNonce", "nonce"),
    "KeyChanged": ("ChangeKey", "public_key signature recovery"),
    "GameAborted": ("Abort", ""),
    "DisputeOpened": ("OpenDispute", "position text remedy"),
    "DisputeAnswered": ("AnswerDispute", "number agrees text"),
    "DisputeWithdrawn": ("WithdrawDispute", "number"),
    "SecretDisclosed": ("DiscloseSecret", "number position field"),
    "DisputeDecided": ("DecideDispute", "number by text remedy"),
    "SeatTakenOver": ("TakeOver", "player public_key recovery"),
    "TakeBackAsked": ("AskTakeBack", ""),
    "TakeBackAnswered": ("AnswerTakeBack", "agrees"),
    "TakeBackWithdrawn": ("WithdrawTakeBack", ""),
    "EndProposed": ("ProposeEnd", "kind"),
    "EndAnswered": ("AnswerEnd", "agrees"),
    "EndWithdrawn": ("WithdrawEnd", ""),
    "SeatReturned": ("Return", ""),
    "TimeGranted": ("GrantTime", "to time"),
    "PauseAgreed": ("AgreePause", ""),
    "PauseDeclined": ("DeclinePause", ""),
    "GameResumed": ("Resume", ""),
    "VacationTaken": ("TakeVacation", "since until"),
    "VacationEnded": ("EndVacation", ""),
    "PlayTimesSet": ("SetPlayTimes", "times"),
}
"""The command behind each shared event that a player signs, and its members; they have the same content."""
_NO_REMEDY: dict[str, Any] = {"kind": "none", "position": "", "places": [], "seat": None}
_OF_PERSONS = (
    "SeatTaken", "SeatTakenOver", "TimedOut", "SeatReturned", "KeyChanged", "SeatLeft", "SeatResigned", "SeatFreed",
)  # fmt: skip
_OMITTED: dict[str, dict[str, Any]] = {
    "TakeSeat": {"nonce": "", "nonce_commitment": "", "public_key": "", "recovery": ""},
    "TakeOver": {"public_key": "", "recovery": ""},
    "ChangeKey": {"signature": "", "recovery": ""},
    "OpenDispute": {"remedy": _NO_REMEDY},
    "AnswerDispute": {"text": ""},
    "DecideDispute": {"remedy": _NO_REMEDY},
    "GrantTime": {"time": DAY},
}
"""The members that a command may omit, with the values that they then have."""


def signed_text(text: Any) -> dict[str, Any] | None:
    """The content of this text, which a player signed; none if it is not of a scheme."""
    if not isinstance(text, str):
        return None
    try:
        said = read_json(text)
        if not _has_form(said, _SIGNED_TEXT, optional=("previous",)) or canonical(said) != text.encode():
            return None
    except (ValueError, RecursionError):
        return None
    forms = ((_DIGEST, "digest"), (_SALT, "nonce"), (_POSITION, "after"))
    is_form = all(form.fullmatch(said[name]) for form, name in forms)
    previous = said.get("previous")
    is_link = previous is not None and (previous == FIRST_TEXT or _DIGEST.fullmatch(previous) is not None)
    is_form = is_form and is_link == (said["scheme"] == COMMAND) and is_link == (previous is not None)
    return said if is_form and said["scheme"] in (MOVE, NEXT_MOVE, COMMAND) else None


def continues(said: dict[str, Any], before: str) -> bool:
    """Whether this was signed together with that text, to follow it: at the same place, with its hash as nonce."""
    first = signed_text(before)
    if first is None or said["nonce"] != hashlib.sha256(before.encode()).hexdigest()[:32]:
        return False
    return (said["after"], said["digest"]) == (first["after"], first["digest"])


def key_text(game: str, seat: int, old: str, new: str) -> bytes:
    """The text that the old key of a seat signs to name its successor, by the first scheme."""
    return canonical({"scheme": "stele/key/1", "game": game, "seat": seat, "old": old, "public_key": new})


def is_kept_text(one: Any) -> bool:
    """Whether a line of the reader's file is a text that they signed, and not a receipt."""
    return _has_form(one, {"text": str, "signature": str, "public_key": str})


def is_command_of(data: dict[str, Any], command: dict[str, Any]) -> bool:
    """Whether this command of a player leads to this shared event."""
    name, members = _SIGNED_AS.get(data["type"], ("", ""))
    given = {**_OMITTED.get(name, {}), **command}
    if _is_dict(command, "remedy"):
        given["remedy"] = {**_NO_REMEDY, **command["remedy"]}
    if given.get("type") != name or set(given) != {"type", *members.split()}:
        return False
    return all(canonical(given[one]) == canonical(data.get(one, "")) for one in members.split())


def _is_dict(holder: dict[str, Any], name: str) -> bool:
    return isinstance(holder.get(name), dict)


def _link(previous: str, key: str) -> tuple[str, str]:
    """The key of the place after a text in a signer's chain: each signing key begins a chain of its own."""
    return previous, key if previous == FIRST_TEXT else ""


class Key:
    """A key of a seat: how it came there, whether an earlier key or its player vouches for it, and its moves."""

    def __init__(self, public_key: str, words: str, is_vouched: bool = True) -> None:
        self.public_key, self.words, self.is_vouched, self.signed = public_key, words, is_vouched, 0


class Holder:
    """The signatures for one seat so far, or by the referee."""

    def __init__(self, before: Holder | None = None) -> None:
        self.keys: list[Key] = []
        self.recovery = self.offered = ""
        """The commitment to a recovery key, and the player to whom the seat is offered with a signature."""
        self.is_person = self.is_resigned = self.is_absent = self.is_freed = False
        self.last: Position | None = None if before is None else before.last
        """Where its player last acted, before the current action."""
        self.text: tuple[int, str, str] = (0, "", "")
        """The last signed text, with its action and the position it was signed at."""
        self.previous = FIRST_TEXT
        """The hash that its player's next signed text must name as the previous one."""
        self.links: dict[tuple[str, str], Position] = {} if before is None else before.links
        self.digests: set[str] = set() if before is None else before.digests
        self.bound: Position | None = None
        self.moves = self.sealed = self.worthless = self.computed = 0

    @property
    def key(self) -> str:
        """The key that it signs with; empty if there is none."""
        return self.keys[-1].public_key if self.keys else ""


class Signatures:
    """The players' signatures, action by action: the seats' keys, the signers, and what is still sealed."""

    def __init__(self, record: Record) -> None:
        created = record.created
        self.record = record
        self.is_signed_game = created["signed"]
        self.is_linked = created["signing"] == "2"
        self.is_first_edition = created.get("edition", 1) < 2
        self.is_once = (created.get("pace") or {}).get("outcome") == "once"
        self.names = SeatNames(record.bundle.header)
        self.seats: defaultdict[int, Holder] = defaultdict(Holder)
        self.digests: set[str] = set()
        """The digests of all texts signed so far."""
        self.referee = Holder()
        self.referee.keys = [Key(created["referee_key"], "")] if created["referee_key"] else []
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def check(self) -> None:
        """Check every action; raises `Failed` at the first wrong one."""
        entries = zip(self.record.bundle.lines, self.record.said)
        for _action, group in groupby(entries, key=lambda entry: entry[0].position.action):
            action = list(group)
            line, own = action[0]
            signature = next((one for one in action if one[1]["data"]["type"] in _SIGNATURES), None)
            self._count(line.position, own, None if signature is None else signature[1]["data"])
            if self.is_once and own["data"]["type"] not in _SHARED and "actor" in own:
                self.seats[own["actor"]].is_absent = False
            key = self._signing_key(own)
            for one, said in action:
                self._apply(one.position, said["data"])
                if signature is not None and one is signature[0]:
                    self._check_signature(one, own["data"], said["data"], key)
            self._vouch(line.position, own["data"], signature is not None)
            for one, said in action:
                if "actor" in said:
                    self.seats[said["actor"]].last = one.position

    @property
    def is_told(self) -> bool:
        """Whether a signature could be checked, or there is none."""
        seats = self.seats.values()
        return any(key.signed for seat in seats for key in seat.keys) or not any(seat.sealed for seat in seats)

    def told(self) -> str:
        """For each seat, the moves by each of its keys and by others; and remarks on the keys."""
        signing = {number: seat for number, seat in sorted(self.seats.items()) if seat.keys}
        if not signing:
            return "unsigned: no seat has a key"
        return "; ".join([*(self._told_of(number, seat) for number, seat in signing.items()), *self.notes])

    def _told_of(self, number: int, seat: Holder) -> str:
        signed = sum(key.signed for key in seat.keys)
        counts = [
            *((key.signed, key.words) for key in seat.keys if key.is_vouched),
            (sum(key.signed for key in seat.keys if not key.is_vouched), "by keys that no one vouched for"),
            (seat.sealed, "not opened in this bundle" if self.record.end else "sealed until the game is over"),
            (seat.worthless, "by a key that ANYONE can sign with, which prove nothing"),
            (seat.moves - signed - seat.sealed - seat.worthless, "unsigned"),
            (seat.computed, "by a computer"),
        ]
        parts = [f"{count} {words}" for count, words in counts if count]
        if not parts:
            return f"{self.names.of(number)}: no moves"
        parts[0] = parts[0].replace(" ", " move " if parts[0].startswith("1 ") else " moves ", 1)
        bound = "" if seat.bound is None else f" (its signatures bind everything up to {seat.bound})"
        return f"{self.names.of(number)}: {', '.join(parts)}{bound}"

    def _holder(self, number: int) -> Holder:
        return self.referee if number == REFEREE else self.seats[number]

    def _signing_key(self, own: dict[str, Any]) -> str:
        """The key that must sign this event: a change by the old key or the recovery key, all else by the seat's."""
        data = own["data"]
        if data["type"] in ("SeatTaken", "SeatTakenOver"):
            return str(data.get("public_key", ""))
        if data["type"] == "KeyChanged" and data.get("recovery"):
            return str(data["recovery"])
        if data["type"] == "DisputeDecided":
            return self.referee.key
        return self.seats[own["actor"]].key if "actor" in own else ""

    def _count(self, position: Position, own: dict[str, Any], signed: dict[str, Any] | None) -> None:
        """Count a person's event; it must be signed in a signed game, and sometimes must not be."""
        kind, number = own["data"]["type"], own.get("actor")
        if kind in _NO_MOVE:
            self._check_no_move(position, own, signed)
        elif number is None or (kind == "NonceOpened" and not signed):
            return
        elif not self.seats[number].is_person and not (kind in _IN_DISPUTES and self.seats[number].is_resigned):
            self.seats[number].computed += kind not in _SHARED
            if signed:
                raise Failed(position, f"{self.names.of(number)} has no person who could sign this")
        elif self.seats[number].is_absent and not signed and kind not in _SHARED:
            self.seats[number].computed += 1
        else:
            self.seats[number].moves += 1
            if self.is_signed_game and (signed is None or signed["seat"] != number):
                raise Failed(position, f"in this signed game {self.names.of(number)} did not sign this")

    def _check_no_move(self, position: Position, own: dict[str, Any], signed: dict[str, Any] | None) -> None:
        data, number = own["data"], own.get("actor")
        is_decision = data["type"] == "DisputeDecided" and data["by"] != "players" and bool(self.referee.keys)
        is_own = data["type"] in _OWN and number is not None
        if signed and not (self.is_linked and (is_own or is_decision)):
            raise Failed(position, "this is never signed")
        if signed or not (self.is_signed_game and self.is_linked):
            return
        if is_decision:
            raise Failed(position, f"in this signed game the {data['by']} did not sign this decision")
        if is_own:
            raise Failed(position, f"in this signed game {self.names.of(number)} did not sign this")

    def _apply(self, position: Position, data: dict[str, Any]) -> None:
        kind, number = data["type"], data.get("seat")
        self.names.take(data)
        if number is None or kind not in _OF_PERSONS:
            return
        seat = self.seats[number]
        if kind == "SeatTaken":
            seat = self.seats[number] = Holder(seat)
            seat.is_person, seat.recovery = data["kind"] == "person", data.get("recovery", "")
            seat.keys = [Key(data["public_key"], "by the key that sat down")] if data.get("public_key") else []
        elif kind == "SeatTakenOver":
            seat.is_person = True
        elif kind == "TimedOut":
            seat.is_absent = True
        elif kind == "SeatReturned":
            seat.is_absent = False
        elif kind == "KeyChanged":
            self._check_key(position, seat, data)
        elif kind == "SeatLeft":
            seat.is_person, seat.keys = False, []
        elif kind == "SeatResigned":
            seat.is_person, seat.is_resigned = False, True
        else:
            seat.is_person, seat.is_resigned, seat.is_freed = False, False, True
        is_taken = kind in ("SeatTaken", "SeatTakenOver")
        if is_taken and seat.is_person and self.is_signed_game and not data.get("public_key"):
            raise Failed(position, f"in this signed game {self.names.of(number)} was taken without a key")

    def _check_key(self, position: Position, seat: Holder, data: dict[str, Any]) -> None:
        number, recovery, signature = data["seat"], data.get("recovery", ""), data["signature"]
        if recovery and (not self.is_linked or seat.recovery != hashlib.sha256(recovery.encode()).hexdigest()):
            raise Failed(position, f"{self.names.of(number)} was not taken with this recovery key")
        if signature and not self._is_worthless(seat):
            text = key_text(self.record.game, number, seat.key, data["public_key"])
            if self.is_linked or not is_signed(text, signature, seat.key):
                raise Failed(position, f"the old key of {self.names.of(number)} did not sign for this one")

    def _vouch(self, position: Position, data: dict[str, Any], signed: bool) -> None:
        """Another key takes a seat at the end of this action, or a decision is made: who vouches for it?"""
        kind = data["type"]
        if kind == "KeyChanged":
            self._change_key(position, data, bool(data["signature"]) or signed)
        elif kind == "SeatOffered":
            self.seats[data["seat"]].offered = data["player"] if signed else ""
        elif kind == "SeatTakenOver":
            self._take_over(position, data)
        elif kind == "DisputeDecided" and data["by"] != "players" and self.is_signed_game and not signed:
            self.warnings.append(
                f"dispute {data['number']} was decided at {position} by the {data['by']}, unsigned: only the server "
                "says so"
            )

    def _change_key(self, at: Position, data: dict[str, Any], signed: bool) -> None:
        number, key = data["seat"], data["public_key"]
        seat = self.seats[number]
        if not seat.key:
            self.notes.append(f"{self.names.of(number)} brought its key at {at}")
            seat.keys = [Key(key, f"by the key of {at}")]
        elif signed and not self._is_worthless(seat):
            by = "the recovery key" if data.get("recovery") else "the one before"
            seat.keys.append(Key(key, f"by the key of {at}, for which {by} signed"))
        else:
            self.warnings.append(
                f"the key of {self.names.of(number)} was changed at {at} WITHOUT the old key's word: only the server "
                "says that its player did it"
            )
            seat.keys.append(Key(key, "", is_vouched=False))

    def _take_over(self, at: Position, data: dict[str, Any]) -> None:
        number, key = data["seat"], data.get("public_key", "")
        seat = self.seats[number]
        said = f"{self.names.of(number)} was taken over at {at}, and another player signs from there on"
        is_vouched = seat.offered == data["player"] != ""
        words = f"by the key that took over at {at}, to which the one before gave the seat"
        if seat.is_freed and self.is_linked and self.is_signed_game:
            words, is_vouched = f"by the key that took over the freed seat at {at}", True
        if is_vouched or not seat.key:
            self.notes.append(said)
        else:
            self.warnings.append(f"{said}, and no key of the seat vouches for that")
        if not seat.key and not is_vouched:
            words, is_vouched = f"by the key that took over at {at}", True
        seat.keys = [*seat.keys, Key(key, words, is_vouched)] if key or seat.keys else []
        seat.recovery, seat.offered = data.get("recovery", ""), ""
        seat.is_freed = seat.is_absent = seat.is_resigned = False

    def _is_worthless(self, seat: Holder) -> bool:
        """Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys."""
        return self.is_first_edition and seat.key != "" and not is_public_key(seat.key)

    def _check_signature(self, line: Line, own: dict[str, Any], data: dict[str, Any], key: str) -> None:
        """Check the signature of the action's own event, and count it."""
        if (data["type"] == "StatementSigned") != (self.is_linked and own["type"] in _SHARED):
            raise Failed(line.position, "only the texts of the title's own moves are sealed")
        if self.is_linked and not data.get("digest"):
            raise Failed(line.position, "a signature of the second scheme has the digest of its text")
        if data.get("digest") in self.digests:
            raise Failed(line.position, "the text that this signs is in the record already")
        self.digests |= {data["digest"]} if data.get("digest") else set()
        seat, is_move = self._holder(data["seat"]), own["type"] not in _NO_MOVE
        if own["type"] == "SeatTakenOver":
            seat.previous = FIRST_TEXT
        text = data["text"] if data["type"] == "StatementSigned" else line.secrets.get("text", [None])[0]
        if text is None and "text" not in line.secrets:
            seat.sealed += is_move
        else:
            complaint = self._complaint(line.position, own, data, text, seat, key)
            if complaint is not None:
                raise Failed(line.position, complaint)
            if is_move:
                self._count_signed(data["seat"], seat)
        if self.is_linked:
            seat.links[_link(seat.previous, key)] = line.position
            seat.digests.add(data["digest"])
            seat.previous = data["digest"]

    def _count_signed(self, number: int, seat: Holder) -> None:
        if not self._is_worthless(seat):
            seat.keys[-1].signed += 1
            return
        if not seat.worthless:
            self.warnings.append(
                f"anyone can sign with the key of {self.names.of(number)}: its signatures prove nothing"
            )
        seat.worthless += 1

    def _complaint(
        self, position: Position, own: dict[str, Any], data: dict[str, Any], text: Any, seat: Holder, key: str
    ) -> str | None:
        number, said = data["seat"], signed_text(text)
        who = self.names.of(number)
        if said is None:
            return f"the signed text is not of the scheme {MOVE}"
        is_worthless = self._is_worthless(seat)
        if not is_worthless and not is_signed(text.encode(), data["signature"], key):
            return f"this is not signed by the key of {who}"
        if (said["game"], said["seat"]) != (self.record.game, number):
            return f"{self.names.of(said['seat'])} signed this in the game {said['game'][:64]}"
        after, place = position_in(said["after"]), self.record.places.get(said["after"])
        is_here = place is not None and self.record.bundle.lines[place].digest == said["digest"]
        if not is_here or after.action >= position.action:
            return f"{who} signed this at {after} of another record"
        if not is_worthless:
            seat.bound = max(after, seat.bound or after)
        (action, before, where), seat.text = seat.text, (position.action, text, said["after"])
        if (said["scheme"] == COMMAND) != self.is_linked:
            return "this is signed by another scheme than the game's"
        if data.get("digest") and data["digest"] != hashlib.sha256(text.encode()).hexdigest():
            return "the digest is not the signed text's"
        if self.is_linked:
            if said["previous"] != seat.previous:
                return f"{who} signed this after another text than the last one of the record"
            if own["type"] in _SHARED and not is_command_of(own, said["command"]):
                return f"{who} signed another command than this"
            if own["type"] not in _SHARED and action == position.action - 1 and where == said["after"]:
                return None  # moves that were sent together
        elif said["scheme"] == NEXT_MOVE:
            is_behind = action == position.action - 1 and continues(said, before)
            return None if is_behind else f"{who} signed this to follow another move, which is not there"
        if seat.last is not None and after < seat.last:
            return f"{who} signed this at {after}, before what it did in action {seat.last.action}"
        return None

    def hold_against(self, kept: dict[str, Any]) -> None:
        """Warn if the reader signed this text in this game and the record has not got it, or has another for it."""
        text, key = kept["text"], kept["public_key"]
        said = signed_text(text)
        if said is None or said["game"] != self.record.game or said["scheme"] != COMMAND:
            return
        if not is_signed(text.encode(), kept["signature"], key):
            return
        seat, who = self._holder(said["seat"]), self.names.of(said["seat"])
        if hashlib.sha256(text.encode()).hexdigest() in seat.digests:
            return
        kind, place = str(said["command"].get("type"))[:40], seat.links.get(_link(said["previous"], key))
        if key not in {one.public_key for one in seat.keys} and kind != "ChangeKey":
            self.warnings.append(f"you signed for {who} with the key {key}, which that seat does not have here")
        elif place is not None:
            self.warnings.append(
                f"in place of what {who} signed at {place} you also signed another text ({kind} after "
                f"{said['after']}): both name the same previous one, and the server chose between them"
            )
        else:
            self.warnings.append(f"you signed {kind} for {who} after {said['after']}, which the record does not have")


# Receipts: the signed members, by scheme

_RECEIPTS: dict[str, dict[str, Any]] = {
    "stele/receipt/1": {"game": str, "position": str, "digest": str},
    "stele/receipt/2": {
        "scheme": str, "origin": str, "game": str, "position": str, "digest": str, "at": int, "request": str,
    },
}  # fmt: skip


def is_genuine(receipt: dict[str, Any]) -> bool:
    """Whether this is a receipt, signed by the key that it names."""
    scheme = receipt.get("scheme", "stele/receipt/1")
    form = _RECEIPTS.get(scheme) if isinstance(scheme, str) else None
    if form is None or not _has_form(receipt, {**form, "public_key": str, "signature": str}):
        return False
    if not _POSITION.fullmatch(receipt["position"]):
        return False
    try:
        signed = canonical({name: receipt[name] for name in form})
        return is_signed(signed, receipt["signature"], receipt["public_key"])
    except ValueError:  # text that cannot be encoded in UTF-8
        return False


# Other proofs: keys that follow one another, and leaves of a transparency log (RFC 6962, C2SP's tlog-checkpoint)

SUCCESSION = "stele/succession/1"
MADE_OF_KEY = "stele.invalid/"
"""The beginning of a server's name that is made of its first key; digits of the key's digest follow."""
FEWEST_DIGITS = 8
LOGGED = ("stele/logged/1", "stele/logged/2")
FIRST = "first"
"""The word in a leaf of a game's first head, which has no previous leaf."""
_SUCCESSION = {"scheme": str, "origin": str, "previous": str, "next": str, "at": int}
_LOGGED = {
    "scheme": str, "game": str, "position": str, "digest": str, "index": int, "proof": list, "note": str,
    "public_key": str,
}  # fmt: skip


def is_succession(proof: dict[str, Any]) -> bool:
    """Whether this says that one key follows another, signed by both."""
    if not _has_form(proof, {**_SUCCESSION, "previous_signature": str, "next_signature": str}):
        return False
    signed = canonical({name: proof[name] for name in _SUCCESSION})
    return all(is_signed(signed, proof[f"{which}_signature"], proof[which]) for which in ("previous", "next"))


def continued(keys: Iterable[str], proofs: Sequence[dict[str, Any]]) -> set[str]:
    """These keys, and those that continue them by successions among the proofs."""
    left = [proof for proof in proofs if proof.get("scheme") == SUCCESSION and is_succession(proof)]
    found = set(keys)
    while more := {one["next"] for one in left if one["previous"] in found} - found:
        found |= more
    return found


def is_misnamed(receipt: dict[str, Any], proofs: Sequence[dict[str, Any]]) -> bool:
    """Whether this genuine receipt is in a name made of another key than its own, or one that its own continues."""
    name, key = receipt.get("origin", ""), receipt["public_key"]
    if not name.startswith(MADE_OF_KEY):
        return False
    digits = name[len(MADE_OF_KEY) :].partition("/")[0]
    own = [one for one in proofs if one.get("scheme") == SUCCESSION and one.get("origin") == name]
    firsts = [key, *(one["previous"] for one in own if is_succession(one))]
    made = [one for one in firsts if hashlib.sha256(base64.b64decode(one)).hexdigest().startswith(digits)]
    return len(digits) < FEWEST_DIGITS or not any(key in continued([first], own) for first in made)


def origin_of_logged(proof: dict[str, Any]) -> str | None:
    """The log that contains the game's head according to this proof; none if the proof is invalid."""
    leaf = _leaf_in(proof)
    tree = None if leaf is None else signed_tree(proof["note"], proof["public_key"])
    if leaf is None or tree is None:
        return None
    hashes = [bytes.fromhex(one) for one in proof["proof"]]
    return tree.origin if _root_over(leaf, proof["index"], tree.size, hashes) == tree.root else None


def _leaf_in(proof: dict[str, Any]) -> bytes | None:
    """The content of the leaf that this is a proof of; none if it has another form."""
    names_previous = proof["scheme"] == LOGGED[1]
    if not _has_form(proof, {**_LOGGED, "previous": str} if names_previous else _LOGGED):
        return None
    digests = [
        proof["digest"],
        *proof["proof"],
        *([proof["previous"]] if proof.get("previous", FIRST) != FIRST else []),
    ]
    if not all(isinstance(one, str) and _DIGEST.fullmatch(one) for one in digests):
        return None
    head = f"{name_in_log(proof['game'])} {proof['position']} {proof['digest']}"
    return (f"stele/head/2 {head} {proof['previous']}" if names_previous else f"stele/head/1 {head}").encode()


def name_in_log(game: str) -> str:
    """The name by which a log knows a game."""
    return hashlib.sha256(b"stele/game/1\0" + game.encode()).hexdigest()[:32]


class Tree(NamedTuple):
    """The tree that a log's note signs, and the note's other lines."""

    origin: str
    size: int
    root: bytes
    more: list[str]


def signed_tree(note: str, public_key: str) -> Tree | None:
    """The tree in this note, if the owner of the key has signed it for its origin; none otherwise."""
    text, _blank, signatures = note.partition("\n\n")
    origin, size, root, *more = [*text.split("\n"), "", ""]
    try:
        top, leaves = base64.b64decode(root, validate=True), int(size) if len(size) < 20 else -1
        key = base64.b64decode(public_key, validate=True)
    except ValueError:
        return None
    key_id = hashlib.sha256(origin.encode() + b"\n\x01" + key).digest()[:4]
    mine = [raw[4:] for name, raw in _signatures_in(signatures) if name == origin and raw[:4] == key_id]
    if not any(is_signed(f"{text}\n".encode(), base64.b64encode(one).decode(), public_key) for one in mine):
        return None
    return Tree(origin, leaves, top, more[:-2]) if leaves >= 0 and len(top) == 32 else None


class Witness(NamedTuple):
    """A witness: its name, the four bytes by which its signatures name its key, and the key in base64."""

    name: str
    key_id: bytes
    public_key: str


def witness_in(text: str) -> Witness:
    """The witness whose key is written `name+id+key`, or `ValueError`."""
    name, key_id, encoded = [*text.split("+", 2), "", ""][:3]
    raw = base64.b64decode(encoded, validate=True)
    public_key = base64.b64encode(raw[1:]).decode()
    right_id = hashlib.sha256(name.encode() + b"\n" + raw).hexdigest()[:8]
    if not name or raw[:1] != b"\4" or key_id != right_id or not is_public_key(public_key):
        raise ValueError(f"{text[:100]!r} is no key of a witness, name+id+key")
    return Witness(name, bytes.fromhex(key_id), public_key)


def cosigners_of(note: str, witnesses: Iterable[Witness]) -> dict[str, Witness]:
    """The witnesses that have cosigned this note, by their public keys (C2SP's tlog-cosignature, version 1)."""
    text, _blank, signatures = note.partition("\n\n")
    found = {}
    for name, raw in _signatures_in(signatures):
        for witness in witnesses:
            if (name, raw[:4], len(raw)) == (witness.name, witness.key_id, 76):
                said = f"cosignature/v1\ntime {int.from_bytes(raw[4:12], 'big')}\n{text}\n"
                if is_signed(said.encode(), base64.b64encode(raw[12:]).decode(), witness.public_key):
                    found[witness.public_key] = witness
    return found


def witnessed(bundle: Bundle, witnesses: Sequence[Witness], quorum: int) -> tuple[int, list[str]]:
    """The exit status for this consistent record, and sentences: 1 if fewer than the quorum of these witnesses
    cosigned a log that has it, 3 if they did for a part of it.

    A log's own key is no witness of it.
    """
    said, reached, most = [], None, 0
    for proof in bundle.proofs:
        if proof.get("scheme") in LOGGED and origin_of_logged(proof) is not None:
            found = cosigners_of(proof["note"], witnesses)
            found.pop(proof["public_key"], None)
            said += [f"Cosigned: by {one.name}, up to {proof['position']}." for one in found.values()]
            most = max(most, len(found))
            if len(found) >= quorum:
                reached = max(position_in(proof["position"]), reached or position_in(proof["position"]))
    asked = f"{quorum} of {len(witnesses)}"
    if reached is None:
        return 1, [*said, f"FAILED: cosigned by {most} of your witnesses, and you ask for {asked}."]
    end = bundle.lines[-1].position
    return 0 if reached >= end else 3, [*said, f"Witnessed ({asked}): up to {reached}; the record ends at {end}."]


def _signatures_in(lines: str) -> Iterator[tuple[str, bytes]]:
    """Each signature of a note: its name, and its decoded base64."""
    for line in lines.split("\n")[:64]:
        dash, _space, rest = line.partition(" ")
        name, _space, signature = rest.partition(" ")
        if dash == "\u2014" and name:
            try:
                yield name, base64.b64decode(signature, validate=True)
            except ValueError:
                continue


def _root_over(leaf: bytes, place: int, leaves: int, beside: Sequence[bytes]) -> bytes | None:
    """The root of the tree of this size to which these hashes lead from the leaf at this index."""
    if not 0 <= place < leaves:
        return None
    found, last, left = hashlib.sha256(b"\0" + leaf).digest(), leaves - 1, list(beside)
    while last:
        # The last node of a level with an odd number of nodes has no sibling and is promoted unchanged.
        if place % 2 or place < last:
            if not left:
                return None
            pair = left.pop(0) + found if place % 2 else found + left.pop(0)
            found = hashlib.sha256(b"\1" + pair).digest()
        place, last = place // 2, last // 2
    return None if left else found


# A monitor: all leaves of a log, each game one chain

_LEAF = re.compile(
    r"stele/head/(?:1 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64})"
    r"|2 ([0-9a-f]{32}) ([0-9]{1,15}-[0-9]{1,15}) ([0-9a-f]{64}) (first|[0-9a-f]{64}))",
    re.ASCII,
)
_RELEASE = re.compile(r"stele/release/1 [!-~]{1,64} [0-9a-f]{64}", re.ASCII)
"""A leaf of an earlier version of Stele, about no game."""
_TILE = 256
_LARGEST_ANSWER_BYTES = 1 << 20
_ANSWER_SECONDS = 30.0
_NOTHING_READ = {"key": "", "note": "", "size": 0, "restores": 0, "peaks": [], "games": {}, "faults": []}


class CannotRead(Exception):
    """The log could not be read; the message says why."""


def _fetched(url: str) -> bytes:
    if not url.startswith(("http://", "https://")):
        raise CannotRead("an address begins with http:// or https://")
    deadline = time.monotonic() + _ANSWER_SECONDS
    content = b""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            while more := answer.read1(65_536):
                content += more
                if len(content) > _LARGEST_ANSWER_BYTES or time.monotonic() > deadline:
                    raise CannotRead(f"{url} answers too much, or too slowly")
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CannotRead(f"{url} cannot be read: {error}") from None
    return content


def _fetched_json(url: str) -> dict[str, Any]:
    try:
        said = json.loads(_fetched(url))
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise CannotRead(f"{url} does not answer with an object")
    return said


def _leaves_of(url: str, begin: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The leaves from `begin` to `size`, each with its index."""
    for tile in range(begin // _TILE, -(-size // _TILE)):
        width = min(_TILE, size - tile * _TILE)
        digits = f"{tile:03d}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[place : place + 3] for place in range(0, len(digits), 3)]
        name = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        content = _fetched(f"{url}/tlog/tile/entries/{name}" + ("" if width == _TILE else f".p/{width}"))
        place = 0
        for index in range(tile * _TILE, tile * _TILE + width):
            length = int.from_bytes(content[place : place + 2], "big")
            leaf = content[place + 2 : place + 2 + length]
            place += 2 + length
            if place > len(content):
                raise CannotRead(f"its entries from {tile * _TILE} on are not whole")
            if index >= begin:
                yield index, leaf


def _is_grown(url: str, old: Tree, new: Tree) -> bool:
    """Whether the log proves that it begins with the old tree (RFC 6962, section 2.1.2)."""
    if not 0 < old.size < new.size:
        return old.size == 0 or (old.size, old.root) == (new.size, new.root)
    said = _fetched_json(f"{url}/api/log/consistency?from={old.size}&to={new.size}").get("proof")
    if not isinstance(said, list) or not all(isinstance(one, str) and _DIGEST.fullmatch(one) for one in said):
        raise CannotRead("what it offers as a proof that it only grew is none")
    left = [bytes.fromhex(one) for one in said]
    place, last = old.size - 1, new.size - 1
    while place % 2:
        place, last = place // 2, last // 2
    if place and not left:
        return False
    one = other = left.pop(0) if place else old.root
    while last:
        if place % 2 or place < last:
            if not left:
                return False
            beside = left.pop(0)
            if place % 2:
                one = hashlib.sha256(b"\1" + beside + one).digest()
                other = hashlib.sha256(b"\1" + beside + other).digest()
            else:
                other = hashlib.sha256(b"\1" + other + beside).digest()
        place, last = place // 2, last // 2
    return not left and (one, other) == (old.root, new.root)


class Monitor:
    """The monitor of the log at this address, with what it has read until now; `records` are compared with it."""

    def __init__(self, url: str, state: dict[str, Any], records: Sequence[Record] = ()) -> None:
        self.url = url.rstrip("/")
        self.state = {**_NOTHING_READ, **state}
        self.said: list[str] = []
        self.faults: list[dict[str, Any]] = []
        self._records = {
            name_in_log(one.game): {str(line.position): line.digest for line in one.bundle.lines} for one in records
        }
        self._ids = {name_in_log(one.game): one.game for one in records}

    def look(self, key: str = "") -> None:
        """Read what is new; faults are in `faults`, each with its proof. Raises `CannotRead`."""
        told = _fetched_json(f"{self.url}/api/log")
        note, named = str(told.get("note")), [*str(told.get("key")).split("+", 2), "", ""][2]
        try:
            published = base64.b64encode(base64.b64decode(named, validate=True)[1:]).decode()
        except ValueError:
            published = ""
        key = key or self.state["key"] or published
        tree = signed_tree(note, key) if is_public_key(key) else None
        if tree is None:
            raise CannotRead(f"its note is not signed with the key {key}")
        restores = next((int(line[9:]) for line in tree.more if re.fullmatch("restores [0-9]{1,9}", line)), 0)
        declared = [line for line in tree.more if line.startswith(("continues ", "because "))]
        if restores > self.state["restores"]:
            self.said += [f"{tree.origin} declares: {line}" for line in declared]
        old = signed_tree(self.state["note"], key) if self.state["note"] else None
        if old is not None and not self._goes_on(old, tree, declared, restores):
            return
        self._read(tree, note, key, restores)

    def _goes_on(self, old: Tree, tree: Tree, declared: list[str], restores: int) -> bool:
        """Whether the log goes on from what was read, or says that it does not; a fault otherwise."""
        why = ""
        if restores > self.state["restores"]:
            if tree.size < old.size or not _is_grown(self.url, old, tree):
                self.said.append(f"not all {old.size} leaves of {old.origin} are in it; it is read from its beginning")
                self.state = {**_NOTHING_READ, "faults": self.state["faults"]}
        elif tree.origin != old.origin and not any(line.startswith(f"continues {old.origin} ") for line in declared):
            why = f"it is called {tree.origin} and says nothing of {old.origin}"
        elif tree.size < old.size:
            why = f"it has {tree.size} leaves, and had {old.size}"
        elif not _is_grown(self.url, old, tree):
            why = f"its first {old.size} leaves are not those that were read"
        if why:
            self._fault(f"two histories of the log: {why}", kept=self.state["note"])
        return not why

    def _read(self, tree: Tree, note: str, key: str, restores: int) -> None:
        peaks = [bytes.fromhex(one) for one in self.state["peaks"]]
        games, backs = dict(self.state["games"]), Counter[str]()
        begin = self.state["size"]
        for index, content in _leaves_of(self.url, begin, tree.size):
            top, place = hashlib.sha256(b"\0" + content).digest(), index
            found = _LEAF.fullmatch(content.decode(errors="replace"))
            if found is None and _RELEASE.fullmatch(content.decode(errors="replace")) is None:
                self._fault(f"leaf {index} is no leaf of a log of games", leaf=content.decode(errors="replace"))
            elif found is not None:
                name, position, digest = (found[group] or found[group + 3] for group in (1, 2, 3))
                before, previous = games.get(name), found[7] or ""
                why = self._break(before, position, previous)
                if why and backs[name] < restores - self.state["restores"]:
                    backs[name] += 1
                    self.said.append(f"game {name} goes back at leaf {index}, as the log declares: {why}")
                elif why:
                    self._fault(
                        f"game {name} has a second history: leaf {index}: {why}", leaf=content.decode(), last=before
                    )
                games[name] = [index, position, digest, top.hex(), bool(previous)]
                self._compare(name, position, digest)
            while place % 2:
                top, place = hashlib.sha256(b"\1" + peaks.pop() + top).digest(), place // 2
            peaks.append(top)
        root = peaks[-1] if peaks else hashlib.sha256(b"").digest()
        for one in reversed(peaks[:-1]):
            root = hashlib.sha256(b"\1" + one + root).digest()
        if root != tree.root:
            self._fault("the entries that it shows are not those of the tree that it has signed")
            return
        for name, (_index, position, digest, *_more) in self.state["games"].items():
            self._compare(name, position, digest)
        hashes = [one.hex() for one in peaks]
        self.state.update(key=key, note=note, size=tree.size, restores=restores, peaks=hashes, games=games)
        self.said.append(f"{tree.origin}: {tree.size} leaves of {len(games)} games, {tree.size - begin} of them new.")

    @staticmethod
    def _break(before: Sequence[Any] | None, position: str, previous: str) -> str:
        """Why a leaf does not continue its game's chain; empty if it does."""
        if before is None:
            return "" if previous in ("", FIRST) else "it names a previous leaf, and there is none"
        if not previous and before[4]:
            return f"it names no previous leaf, and leaf {before[0]} does"
        if previous and previous != before[3]:
            return f"it does not name leaf {before[0]}, the last of this game"
        if position_in(position) <= position_in(before[1]):
            return f"it is at {position}, and leaf {before[0]} was at {before[1]} already"
        return ""

    def _compare(self, name: str, position: str, digest: str) -> None:
        """Compare a leaf with the reader's record of that game."""
        record = self._records.get(name)
        if record is not None and record.get(position, digest) != digest:
            self._fault(
                f"game {self._ids[name]}: the log has another digest at {position} than your record", digest=digest
            )

    def _fault(self, sentence: str, **proof: Any) -> None:
        self.faults.append({"fault": sentence, "server": self.url, "note": self.state["note"], **proof})


def watch(url: str, path: str | None, keys: Sequence[str], records: Sequence[Record]) -> int:
    """Look at the log at this address and print what it does wrong; the exit status. The state is in a file."""
    state: dict[str, Any] = {}
    if path and os.path.exists(path):
        try:
            with open(path, "rb") as file:
                state = json.loads(file.read())
        except ValueError:
            raise OSError(f"{path} is no state of a monitor") from None
    found = Monitor(url, state, records)
    try:
        found.look(keys[0] if keys else "")
    except CannotRead as error:
        print(_printable(f"Not read: {error}."))
        return 1
    known = {one["fault"] for one in found.state["faults"]}
    found.state["faults"] = [*found.state["faults"], *(one for one in found.faults if one["fault"] not in known)]
    if path:
        with open(f"{path}.new", "w", encoding="utf-8") as draft:
            json.dump(found.state, draft)
        os.replace(f"{path}.new", path)
    for line in (*found.said, *(f"FAULT: {one['fault']}." for one in found.state["faults"])):
        print(_printable(line))
    if found.state["faults"] and path:
        print(f"The proofs are in {path}.")
    return 2 if found.state["faults"] else 0


# The conclusions


_OTHER_QUESTIONS = {"receipts", "log", "rules"}
"""Checks that are separate from whether the record is unaltered; the rules are never replayed here."""


class Report(NamedTuple):
    """The result of verification."""

    game: str
    checks: list[Check]
    signers: dict[str, list[str]]
    record: Record | None

    @property
    def is_whole(self) -> bool:
        """Whether there is no warning, and everything that can be checked without the rules was checked."""
        left = {check.name for check in self.checks if check.verdict == "not possible"} - _OTHER_QUESTIONS
        is_over = self.record is not None and self.record.end is not None
        return not any(check.warnings for check in self.checks) and not (is_over and left)

    @property
    def first_bad(self) -> str | None:
        """The first bad place; none for a consistent record."""
        return next((check.position for check in self.checks if check.verdict == "failed"), None)


def verify(raw: bytes, keys: Sequence[str] = (), kept: Sequence[tuple[str, Any]] = ()) -> Report:
    """The report on these bytes. `keys` are public keys in base64; `kept` are receipts."""
    collects = gc.isenabled()
    gc.disable()  # data read from JSON has no cycles, and searching for them takes as long as the rest
    try:
        return _verify(raw, keys, kept)
    finally:
        if collects:
            gc.enable()


def _verify(raw: bytes, keys: Sequence[str], kept: Sequence[tuple[str, Any]]) -> Report:
    try:
        bundle = read_bundle(raw)
    except Failed as failed:
        return Report("", [Check("form", "failed", str(failed), failed.position)], {}, None)
    record = Record(bundle, keys, kept)
    checks = [Check("form", "passed", f"{len(bundle.lines)} entries")]
    for name, check in record.checks():
        record.warnings = []
        try:
            said = check()
            checks.append(Check(name, "passed", said, warnings=tuple(record.warnings)))
        except NotPossible as reason:
            checks.append(Check(name, "not possible", str(reason), warnings=tuple(record.warnings)))
        except Failed as failed:
            checks.append(Check(name, "failed", str(failed), failed.position))
            break
        except Exception as error:  # an unforeseen record is a finding too, and no crash
            checks.append(Check(name, "failed", f"cannot be followed: {error!r}"[:300], name))
            break
    return Report(record.game, checks, record.signers, record)


def conclusions(report: Report, keys: Sequence[str]) -> list[str]:
    """The conclusions and their limits, in sentences."""
    if report.first_bad is not None:
        bad = next(check for check in report.checks if check.verdict == "failed")
        return [f"NOT consistent. First bad place: {report.first_bad} ({bad.name}: {bad.detail})."]
    assert report.record is not None
    verdicts = {check.name: check.verdict for check in report.checks}
    known = ["Unaltered in itself: nothing was changed in this record without making all that follows anew."]
    if verdicts["luck"] != "passed":
        known.append("The luck can be checked once the game is over.")
    known.append("The rules were not played again: that needs the title's code (flask --app app verify).")
    believed = report.record.believed() if keys else set()
    for key, positions in report.signers.items():
        trust = "which you named" if key in keys else "which continues a key that you named" if key in believed else ""
        trust = trust or "which is the server's only if you know that from elsewhere"
        known.append(f"Signed by {key}, {trust}: up to {max(map(position_in, positions))}.")
    if not keys:
        known += [
            f"FAILED: signed by {one['public_key']} in the name of {one['origin']}, which is made of another key."
            for one in report.record.misnamed()
        ]
    until, rest = report.record.coverage()
    failed = "FAILED: " if keys and rest else ""
    if until is None:
        by_whom = "no receipt is signed by a key that you named" if keys else "unsigned"
        known.append(f"{failed}Vouched for: no ({by_whom}), so its author may have made all of it up.")
    elif rest:
        behind = f"{rest[0]}" if len(rest) == 1 else f"{rest[0]} to {rest[-1]}"
        known.append(f"{failed}Vouched for: signed up to {until}; nothing vouches for {behind}.")
    else:
        known.append(f"Vouched for: all of it, up to {until}, by the keys above.")
    known.append("The newest: unknown. Only its server can say whether the game has gone on.")
    return known


def status_of(report: Report, keys: Sequence[str]) -> int:
    """The exit status: 0, 1 (altered, or a named key does not vouch for all), or 3 (with warnings)."""
    if report.first_bad is not None or report.record is None:
        return 1
    until, rest = report.record.coverage()
    if (keys and rest) or (not keys and report.record.misnamed()):
        return 1
    return 0 if report.is_whole and not (rest and until is not None) else 3


MOST_BYTES_OF_OTHERS = 1 << 26
_OF_DOSSIER = {"game", "position", "until", "digest", "views", "events"}
_OF_RECEIPT = {"game", "position", "digest", "public_key", "signature"}


def what_else(raw: bytes) -> str | None:
    """The kind of this file, if it is another of Stele's and not a record; nothing if it may be a record."""
    for part in (raw, raw.partition(b"\n")[0]):
        if len(part) > MOST_BYTES_OF_OTHERS:
            continue
        try:
            said = json.loads(part)
        except (ValueError, RecursionError):
            continue
        if not isinstance(said, dict):
            continue
        if said.keys() >= _OF_DOSSIER:
            game, until, digest = (str(said[name])[:100] for name in ("game", "until", "digest"))
            return (
                f"This is a dossier of the game {game}, not its record: it explains one action, and cannot be verified "
                f"on its own. Download the whole record (Share, or /api/games/{game}/bundle) and verify that. It is "
                f"the record of this dossier if its entry at {until} has the digest {digest}."
            )
        if said.keys() >= _OF_RECEIPT or said.get("format") == "stele-proof/1":
            return (
                "These are receipts, not a record. Judge them with --receipts FILE, and name the record beside them to "
                "hold them against it."
            )
    return None


OF_DISPUTE = "stele-dispute/1"


def dispute_file(raw: bytes) -> dict[str, Any] | None:
    """The parts of this dispute file: the record, the dossier of an action, receipts; nothing if it is another file.

    `ValueError` if a part is missing or has another form.
    """
    if len(raw) > MOST_BYTES_OF_OTHERS or f'"{OF_DISPUTE}"'.encode() not in raw[:100]:
        return None
    try:
        said = json.loads(raw)
    except RecursionError:
        said = None
    parts = {"format": str, "record": str, "dossier": dict, "receipts": list}
    is_whole = isinstance(said, dict) and said.keys() == parts.keys()
    if not is_whole or not all(isinstance(said[name], kind) for name, kind in parts.items()):
        raise ValueError("a part is missing or has another form")
    if not all(isinstance(one, dict) for one in said["receipts"]):
        raise ValueError("a receipt is no object")
    return dict(said)


def hold_dossier(dossier: dict[str, Any], record: Record) -> tuple[bool, str]:
    """Whether this dossier is of an action in this record, which must be consistent; in words, with what it proves."""
    until, digest = (str(dossier.get(name))[:100] for name in ("until", "digest"))
    recorded = {str(line.position): line.digest for line in record.bundle.lines}
    if recorded.get(until) != digest:
        return False, f"The dossier is of another record: in this one {until} does not have the digest {digest}."
    events = dossier.get("events")
    for one in events if isinstance(events, list) else []:
        if not isinstance(one, dict) or recorded.get(str(one.get("position")), "") != one.get("digest"):
            return False, f"The dossier tells other events than those that this record has up to {until}."
    return True, (
        f"The dossier is of this record, up to {until}. Its sentences, and what each seat could answer, are the "
        "server's word."
    )


def judge_alone(kept: Sequence[tuple[str, Any]], keys: Sequence[str]) -> tuple[int, list[str]]:
    """Proof by receipts without a record: the exit status, and who vouches for which game up to where, as text."""
    said: list[str] = []
    signed: dict[tuple[str, str], dict[Position, set[str]]] = {}
    status = 0
    for where, receipt in kept:
        if is_kept_text(receipt):
            continue
        if not isinstance(receipt, dict) or not is_genuine(receipt):
            said.append(f"{where} holds no receipt with a valid signature, so it proves nothing.")
            status = max(status, 3)
            continue
        whose = (receipt["game"], receipt["public_key"])
        digests = signed.setdefault(whose, {}).setdefault(position_in(receipt["position"]), set())
        digests.add(receipt["digest"])
    for (game, key), places in sorted(signed.items()):
        named = ", which you named," if key in keys else ""
        said.append(f"{key}{named} signed {len(places)} positions of the game {game}, up to {max(places)}.")
        for place, digests in sorted(places.items()):
            if len(digests) > 1:
                said.append(f"FAILED: {key} signed two digests for {place} of {game}: {' and '.join(sorted(digests))}.")
    for key in sorted({key for _game, key in signed} - set(keys)):
        said.append(f"Whose key {key} is, you must know from elsewhere (--key).")
        status = max(status, 3)
    return 1 if any(one.startswith("FAILED") for one in said) else status, said


def _printable(text: str) -> str:
    """The text with all control characters escaped."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape", "replace").decode() for one in text)


def _kept_receipts(path: str) -> list[tuple[str, Any]]:
    with open(path, "rb") as file:
        lines = file.read(MOST_BYTES).decode(errors="replace").splitlines()
    found = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                receipt = read_json(line.strip())
            except NotCanonical:
                receipt = None
            # A browser saves its receipts as one object that lists them.
            lists = [receipt.get(name) for name in ("receipts", "signed")] if isinstance(receipt, dict) else []
            several = [one for some in lists if isinstance(some, list) for one in some]
            for one in several if any(isinstance(some, list) for some in lists) else [receipt]:
                found.append((f"line {number} of the receipts", one))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(
        prog="stele_verify.py",
        description="Verify the record of a game of Stele.",
        epilog="exit status: 0 unaltered in itself, and with --key vouched for to its end; 1 not; 2 not a record; "
        "3 unaltered, with warnings, or not everything is shown by this file",
    )
    parser.add_argument("bundle", nargs="*", help="a bundle (.ndjson); - reads one from the standard input")
    parser.add_argument("--key", action="append", default=[], help="the server's public key (base64), if you know it")
    parser.add_argument("--witness", action="append", default=[], metavar="KEY",
                        help="a witness, name+id+key, that must have cosigned the log with the record")  # fmt: skip
    parser.add_argument("--quorum", type=int, metavar="K", help="demand K of the named witnesses, not all")
    parser.add_argument("--receipts", metavar="FILE", help="receipts that you kept; judged alone without a bundle")
    parser.add_argument("--draws", action="store_true", help="list every draw's 64 bits (of a game that is over)")
    parser.add_argument("--json", action="store_true", help="the report as JSON, one line for each bundle")
    parser.add_argument("--monitor", metavar="URL", help="read all leaves of this server's log: each game is one chain")
    parser.add_argument("--state", metavar="FILE", help="what --monitor has read until now, and the proofs of faults")
    with open(__file__, "rb") as source:
        digest = hashlib.sha256(source.read()).hexdigest()
    parser.add_argument("--digest", action="version", version=digest, help="the SHA-256 of this file, to compare it")
    asked = parser.parse_args(arguments)
    if asked.monitor:
        return _watch(asked)
    if not asked.bundle and not asked.receipts:
        parser.error("name a bundle, or receipts with --receipts")
    try:
        asked.witness = [witness_in(one) for one in asked.witness]
    except ValueError as error:
        parser.error(f"--witness: {error}")
    if asked.quorum is not None and not 0 < asked.quorum <= len(asked.witness):
        parser.error("--quorum: name at least as many witnesses with --witness")
    status = 0
    try:
        kept = _kept_receipts(asked.receipts) if asked.receipts else []
        for path in asked.bundle:
            if path == "-":
                raw = sys.stdin.buffer.read(MOST_BYTES + 1)
            else:
                with open(path, "rb") as file:
                    raw = file.read(MOST_BYTES + 1)
            if len(raw) > MOST_BYTES:
                raise OSError(f"{path}: larger than {MOST_BYTES} bytes")
            status = _worse(status, _tell(path, raw, asked, kept))
        if not asked.bundle:
            status, said = judge_alone(kept, asked.key)
            print("\n".join(map(_printable, said)))
    except OSError as error:
        print(f"stele_verify.py: {error}", file=sys.stderr)
        return 2
    return status


def _watch(asked: argparse.Namespace) -> int:
    """The command `--monitor`; its exit status."""
    records = []
    try:
        for path in asked.bundle:
            with open(path, "rb") as file:
                report = verify(file.read(MOST_BYTES))
            if report.first_bad is not None or report.record is None:
                raise OSError(f"{path} is not the consistent record of a game; verify it first")
            records.append(report.record)
        return watch(asked.monitor, asked.state, asked.key, records)
    except OSError as error:
        print(f"stele_verify.py: {error}", file=sys.stderr)
        return 1


def _worse(one: int, other: int) -> int:
    """The worse of two exit statuses: failed, unreadable, with warnings, success."""
    return max(one, other, key=(0, 3, 2, 1).index)


def _tell(path: str, raw: bytes, asked: argparse.Namespace, kept: Sequence[tuple[str, Any]]) -> int:
    """Print the report on one bundle; its exit status."""
    other = what_else(raw)
    if other is not None:
        print(json.dumps({"file": path, "said": [other]}) if asked.json else _printable(other))
        return 2
    try:
        dispute = dispute_file(raw)
    except ValueError as error:
        print(_printable(f"This dispute file is not complete: {error}."))
        return 2
    if dispute is not None:
        raw = dispute["record"].encode()
        kept = [*kept, *((f"receipt {number} of the file", one) for number, one in enumerate(dispute["receipts"], 1))]
    report = verify(raw, asked.key, kept)
    status = status_of(report, asked.key)
    is_consistent = report.first_bad is None
    said = conclusions(report, asked.key)
    if asked.witness and is_consistent and report.record is not None:
        found, cosigned = witnessed(report.record.bundle, asked.witness, asked.quorum or len(asked.witness))
        said += cosigned
        status = _worse(status, found)
    if dispute is not None and is_consistent and report.record is not None:
        is_of_this, told_of = hold_dossier(dispute["dossier"], report.record)
        said = [*said, told_of]
        status = status if is_of_this else 1
    draws: list[str] = []
    if asked.draws and is_consistent and report.record is not None:
        try:
            draws = list(report.record.draws())
        except NotPossible as reason:
            draws = [str(reason)]
    if asked.json:
        told = {
            "file": path, "game": report.game, "consistent": is_consistent, "first_bad": report.first_bad,
            "signed": report.signers, "checks": [check._asdict() for check in report.checks], "said": said,
            "status": status,
            **({"draws": draws} if asked.draws else {}),
        }  # fmt: skip
        print(json.dumps(told, sort_keys=True))
        return status
    if len(asked.bundle) > 1:
        print(_printable(path))
    marks = {"passed": "ok", "failed": "FAILED", "not possible": "--"}
    for check in report.checks:
        where = f" (at {check.position})" if check.position else ""
        print(_printable(f"{marks[check.verdict]:>6}  {check.name}: {check.detail}{where}"))
        for warning in check.warnings:
            print(_printable(f"  WARN  {check.name}: {warning}"))
    for line in (*draws, *said):
        print(_printable(line))
    return status


if __name__ == "__main__":
    sys.exit(main())
