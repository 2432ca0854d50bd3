"""Bundles: the portable record of a game for one viewer, as lines of JSON that keep every byte.

First comes a header, then a line for each entry (`e` is the exact canonical JSON as text, `s` the secrets that this
viewer may see with their salts, `h` the digest in hexadecimal), then the proofs. Every line is canonical JSON, so there
is only one way to write a bundle, and any changed byte is detected. docs/reference/records.md describes the format.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from domain.disputes.events import SeatTakenOver
from domain.game import GameCreated, SeatOffered, SeatReserved, SeatTaken
from domain.projector import Projector
from domain.redaction import Hidden, Viewer, secret_fields
from eventstore.canonical_json import NotCanonical, canonical, check_nesting
from eventstore.entries import Entry, Position, parse_position, read_record
from eventstore.keys import GAME_ID

FORMAT = "stele-bundle/1"
MOST_LINES = 200_000
LONGEST_LINE_BYTES = 1_000_000
LONGEST_NAME = 40
PLAYER_ID = re.compile(r"[a-z0-9-]{1,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_OF_PROOFS = (b'"proofs":', b'"sha256":', b'"signature":')


class BadBundle(ValueError):
    """The file is not a bundle: `line` (from 1) is where reading stopped."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class HeadOf(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the record ends."""

    position: str
    digest: str


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `names` maps player ids to the names on the server that wrote it, without proof."""

    format: str
    game: str
    rulebook: str
    viewer: int | str
    entries: int
    head: HeadOf
    commitment: str
    names: dict[str, str] = {}


class BundleEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry's line."""

    position: str
    e: str
    h: str
    s: dict[str, tuple[Any, str]] | None = None


class Proofs(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: signed receipts, and a checksum of all lines before it for damage that no other check finds."""

    proofs: tuple[dict[str, Any], ...]
    sha256: str


class Bundle(Struct, frozen=True):
    """A bundle that was read but not verified."""

    header: Header
    entries: tuple[BundleEntry, ...]
    proofs: tuple[dict[str, Any], ...]
    is_undamaged: bool

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.header.game

    @property
    def rulebook(self) -> str:
        """The title's id."""
        return self.header.rulebook

    @property
    def viewer(self) -> int | str:
        """The viewer for whom it was written."""
        return self.header.viewer


def export_bundle(
    projector: Projector,
    game_id: str,
    entries: Sequence[Entry],
    viewer: Viewer,
    proofs: Iterable[dict[str, Any]] = (),
    names: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[bytes]:
    """The lines of the bundle, with only the secrets that this viewer may see. `names` maps player ids to names."""
    created = projector.decode(entries[0].public).data
    last = entries[-1]
    header = Header(
        FORMAT,
        game_id,
        projector.rulebook.meta.id,
        viewer,
        len(entries),
        HeadOf(str(last.position), last.digest.hex()),
        created.commitment,
        dict(names),
    )
    checksum = hashlib.sha256()
    first = canonical(header) + b"\n"
    checksum.update(first)
    yield first
    for entry in entries:
        secrets = _secrets(projector, entry, viewer)
        line = canonical(BundleEntry(str(entry.position), entry.public.decode(), entry.digest.hex(), secrets)) + b"\n"
        checksum.update(line)
        yield line
    yield canonical(Proofs(tuple(proofs), checksum.hexdigest())) + b"\n"


def players_in(projector: Projector, entries: Iterable[Entry]) -> set[str]:
    """The ids of all players in these entries."""
    found: set[str] = set()
    for entry in entries:
        if b'"player":' in entry.public or b'"referee":' in entry.public:
            match projector.decode(entry.public).data:
                case GameCreated(referee=referee, reserved=reserved):
                    found.update((referee, *reserved))
                case (
                    SeatTaken(player=player)
                    | SeatTakenOver(player=player)
                    | SeatOffered(player=player)
                    | SeatReserved(player=player)
                ):
                    found.add(player)
    return found - {""}


def _secrets(projector: Projector, entry: Entry, viewer: Viewer) -> dict[str, tuple[Any, str]] | None:
    if not entry.secrets or viewer == "public":
        return None
    event = read_record(projector, entry, viewer).data
    stored = msgspec.json.decode(entry.secrets)
    shown = {
        field: tuple(stored[field])
        for field in secret_fields(type(event))
        if not isinstance(getattr(event, field), Hidden)
    }
    return shown or None


def _is_shown(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable()


_header_decoder = msgspec.json.Decoder(Header)
_entry_decoder = msgspec.json.Decoder(BundleEntry)
_proofs_decoder = msgspec.json.Decoder(Proofs)


def read_bundle(raw: bytes) -> Bundle:
    """The bundle from its bytes, or `BadBundle` with the offending line."""
    lines = raw.split(b"\n")
    if lines[-1] != b"":
        raise BadBundle("the last line does not end", len(lines))
    lines.pop()
    if len(lines) > MOST_LINES:
        raise BadBundle(f"more than {MOST_LINES} lines", MOST_LINES + 1)
    if len(lines) < 3:
        raise BadBundle("a bundle has a header, at least one entry, and proofs", len(lines))
    header = _line(_header_decoder, lines[0], 1)
    if header.format != FORMAT:
        raise BadBundle(f"the format must be {FORMAT}", 1)
    if not GAME_ID.fullmatch(header.game):
        raise BadBundle("a game's id is 1 to 64 small letters, digits and hyphens", 1)
    if not (header.viewer in ("public", "all") or (isinstance(header.viewer, int) and header.viewer >= 0)):
        raise BadBundle("the viewer must be a seat, public or all", 1)
    if not all(PLAYER_ID.fullmatch(player) and _is_shown(name) for player, name in header.names.items()):
        raise BadBundle("the names are 1 to 40 characters each, by the ids of players", 1)
    entries = tuple(_line(_entry_decoder, line, number) for number, line in enumerate(lines[1:-1], start=2))
    for number, entry in enumerate(entries, start=2):
        try:
            if str(parse_position(entry.position)) != entry.position:
                raise ValueError(f"{entry.position[:40]!r} is not how a position is written")
            if entry.s is not None and not entry.s:
                raise ValueError("secrets are left out where there are none")
            if not _DIGEST.fullmatch(entry.h):
                raise ValueError("a digest is 64 hexadecimal digits in lower case")
            if not all(_SALT.fullmatch(salt) for _value, salt in (entry.s or {}).values()):
                raise ValueError("a salt is 32 hexadecimal digits in lower case")
        except ValueError as error:
            raise BadBundle(str(error), number) from None
    last = _line(_proofs_decoder, lines[-1], len(lines))
    body = raw[: -len(lines[-1]) - 1]
    return Bundle(header, entries, last.proofs, hashlib.sha256(body).hexdigest() == last.sha256)


def _line(decoder: msgspec.json.Decoder[Any], line: bytes, number: int) -> Any:
    if len(line) > LONGEST_LINE_BYTES:
        raise BadBundle("the line is too long", number)
    try:
        check_nesting(line)
        read = decoder.decode(line)
        if canonical(read) != line:
            raise BadBundle("the line is not in its canonical form", number)
    except (msgspec.DecodeError, UnicodeError, NotCanonical, RecursionError) as error:
        raise BadBundle(str(error), number) from None
    return read


def position_of_line(raw: bytes, line: int) -> str:
    """The position of a line's entry, for the reader: its own, or from the lines around it if it is unreadable."""
    lines = raw.split(b"\n")
    if line <= 1:
        return "header"
    if line >= len(lines) - 1:
        merged = _position_in(lines[line - 1]) if line <= len(lines) else None
        return "proofs" if merged is None else str(merged)
    before, following = _position_in(lines[line - 2]), _position_in(lines[line])
    two_in_one = lines[line - 1].count(b'"position":"') > 1
    if two_in_one:
        following = None
    if following is not None:
        if not lines[line].startswith(b"{"):
            return str(following)  # the next line is the rest of this broken one
        if following.effect > 0:
            return str(Position(following.action, following.effect - 1))
        if before is not None and before.action == following.action - 1:
            return str(Position(before.action, before.effect + 1))
        return str(Position(following.action - 1, 0))
    position = _position_in(lines[line - 1])
    if position is None and before is not None:
        # The last entry: it may begin an action or continue one; assume that it continues one.
        position = Position(before.action, before.effect + 1)
    return f"line {line}" if position is None else str(position)


def _position_in(line: bytes) -> Position | None:
    if not line.startswith(b'{"e":"') and any(name in line for name in _OF_PROOFS):
        return None  # the proofs: their positions belong to receipts
    try:
        return parse_position(line.partition(b'"position":"')[2].partition(b'"')[0].decode("ascii", "replace"))
    except ValueError:
        return None


def import_entries(bundle: Bundle) -> list[Entry]:
    """The entries as stored in a stream, byte for byte. They are complete only in a bundle written for `all`."""
    return [
        Entry(
            parse_position(entry.position),
            entry.e.encode(),
            canonical(entry.s) if entry.s else b"",
            bytes.fromhex(entry.h),
        )
        for entry in bundle.entries
    ]
