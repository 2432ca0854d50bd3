"""Bundles: the form of a file with a record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from verify.canonical_json import read_canonical

FORMAT = "stele-bundle/1"
MOST_LINES = 200_000
LONGEST_LINE_BYTES = 1_000_000
LONGEST_NAME = 40
PLAYER_ID = re.compile(r"[a-z0-9-]{1,64}", re.ASCII)
"""The id of a player, or of a game."""
DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
SALT = re.compile(r"[0-9a-f]{32}", re.ASCII)
_OF_PROOFS = (b'"proofs":', b'"sha256":', b'"signature":')
POSITION = re.compile(r"(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})", re.ASCII)


class Failed(Exception):
    """A check failed at this place."""

    def __init__(self, position: object, detail: str) -> None:
        super().__init__(detail)
        self.position = str(position)


class NotPossible(Exception):
    """A check cannot be made with this file; the message says why."""


class Position(NamedTuple):
    """A place in a record: actions count from 1, effects from 0 within each."""

    action: int
    effect: int

    def __str__(self) -> str:
        return f"{self.action}-{self.effect}"


def position_in(text: str) -> Position:
    """The position written as `17-2`, or `ValueError`."""
    found = POSITION.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a position; a position looks like 17-2")
    return Position(int(found[1]), int(found[2]))


class Line(NamedTuple):
    """One entry's line."""

    position: Position
    public: str
    digest: str
    secrets: dict[str, Sequence[Any]]


class Bundle(NamedTuple):
    """A bundle that was read but not verified."""

    header: dict[str, Any]
    lines: list[Line]
    proofs: list[dict[str, Any]]
    is_undamaged: bool

    @property
    def game_id(self) -> str:
        """The game's id."""
        return str(self.header["game"])

    @property
    def rulebook(self) -> str:
        """The title's id."""
        return str(self.header["rulebook"])

    @property
    def viewer(self) -> Any:
        """The viewer for whom it was written: a seat, `public` or `all`."""
        return self.header["viewer"]

    @property
    def names(self) -> dict[str, str]:
        """The names of players by their ids on the server that wrote it, without proof."""
        return dict(self.header.get("names", {}))


def has_form(value: Any, form: dict[str, Any], optional: Iterable[str] = ()) -> bool:
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
    if not has_form(last, {"proofs": list, "sha256": str}) or not all(isinstance(one, dict) for one in last["proofs"]):
        raise bad(count, "the last line holds proofs and sha256")
    entries = [Line(position_in(one["position"]), one["e"], one["h"], one.get("s", {})) for one in values[1:-1]]
    body = raw[: -len(lines[-2]) - 1]
    return Bundle(values[0], entries, last["proofs"], hashlib.sha256(body).hexdigest() == last["sha256"])


def _first_line(header: Any) -> str | None:
    """The error in the first line."""
    is_header = has_form(header, _HEADER, optional=("names",))
    if not is_header or not has_form(header["head"], {"position": str, "digest": str}):
        return "not the header of a bundle"
    if header["format"] != FORMAT:
        return f"the format must be {FORMAT}"
    if not PLAYER_ID.fullmatch(header["game"]):
        return "a game's id is 1 to 64 small letters, digits and hyphens"
    if header["viewer"] not in ("public", "all") and (isinstance(header["viewer"], str) or header["viewer"] < 0):
        return "the viewer must be a seat, public or all"
    if not _are_names(header.get("names", {"-": "-"})):
        return "the names are 1 to 40 characters each, by the ids of players"
    return None


def _are_names(names: dict[str, Any]) -> bool:
    """Whether this is a valid mapping of player ids to names; it is left out if empty."""
    return bool(names) and all(
        PLAYER_ID.fullmatch(player) and isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()
        for player, name in names.items()
    )


def _entry_line(entry: Any) -> str | None:
    """The error in the form of an entry's line."""
    if not has_form(entry, _ENTRY, optional=("s",)):
        return "not the line of an entry"
    for secret in entry.get("s", {}).values():
        if not (isinstance(secret, list) and len(secret) == 2 and isinstance(secret[1], str)):
            return "a secret is a value and its salt"
    return None


def _entry_values(entry: Any) -> str | None:
    """The error in the contents of an entry's line."""
    if not POSITION.fullmatch(entry["position"]):
        return f"{entry['position'][:40]!r} is not a position; a position looks like 17-2"
    if not DIGEST.fullmatch(entry["h"]):
        return "a digest is 64 hexadecimal digits in lower case"
    if entry.get("s") == {}:
        return "secrets are left out where there are none"
    if not all(SALT.fullmatch(salt) for _value, salt in entry.get("s", {}).values()):
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
