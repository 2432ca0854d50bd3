"""Bundles: the portable record of a game for one viewer, as lines of JSON that keep every byte. `verify` reads them.

First comes a header, then a line for each entry (`e` is the exact canonical JSON as text, `s` the secrets that this
viewer may see with their salts, `h` the digest in hexadecimal), then the proofs. Every line is canonical JSON, so there
is only one way to write a bundle, and any changed byte is detected. docs/reference/records.md describes the format.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from domain.game import SHARED_EVENTS, GameCreated
from domain.projector import Projector
from domain.redaction import Hidden, Viewer, secret_fields
from eventstore.canonical_json import canonical
from eventstore.entries import Entry, Position, read_record
from verify.bundle import FORMAT, Bundle


class HeadOf(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of the record: its last position and digest."""

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
    """The last line: signed receipts, and a checksum of all earlier lines, which detects damage that no other check
    finds.
    """

    proofs: tuple[dict[str, Any], ...]
    sha256: str


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
            event = projector.decode(entry.public).data
            if isinstance(event, GameCreated):
                found.update((event.referee, *event.reserved))
            elif isinstance(event, SHARED_EVENTS):
                found.add(getattr(event, "player", ""))
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


def import_entries(bundle: Bundle) -> list[Entry]:
    """The entries as stored in a stream, byte for byte. They are complete only in a bundle written for `all`."""
    return [
        Entry(
            Position(*line.position),
            line.public.encode(),
            canonical(line.secrets) if line.secrets else b"",
            bytes.fromhex(line.digest),
        )
        for line in bundle.lines
    ]
