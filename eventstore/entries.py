"""Entries of a stream: the bytes that are stored are the bytes that are hashed.

An entry has three fields. `e`: the canonical JSON of the record's public form, in which a salted commitment replaces
each secret. `s`: the secret values with their salts (empty when there are none). `h`: the 32 bytes of the digest,
SHA-256(previous digest || `e`), so the chain can be verified without any secret.

A commitment is SHA-256("stele/seal/1" || salt || canonical JSON of the value); a salt is derived from the game key, the
game's id, the position and the field's name, so that the game key, once published, opens all that is still sealed.
"""

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain.disputes.events import GoneBack
from domain.game import CommandSigned, Happening
from domain.messages import Event, Opening, Record
from domain.projector import Projector
from domain.redaction import Viewer, redact_record, secret_fields
from eventstore.canonical_json import canonical

FIRST_DIGEST = bytes(32)
_SEAL = b"stele/seal/1"
_SALT = b"stele/salt/1"


class Position(Struct, frozen=True, order=True, gc=False):
    """A place in a stream: the effect's number within an action; actions count from 1, effects from 0."""

    action: int
    effect: int

    def __str__(self) -> str:
        return f"{self.action}-{self.effect}"


BEGINNING = Position(0, 0)


def parse_position(text: str) -> Position:
    """The position written as `17-2`, or `ValueError`."""
    action, dash, effect = text.partition("-")
    if not (dash and action.isascii() and action.isdigit() and effect.isascii() and effect.isdigit()):
        raise ValueError(f"{text!r} is not a position; a position looks like 17-2")
    if len(action) > 15 or len(effect) > 15:
        raise ValueError(f"{text[:40]!r} is beyond any game's end")
    return Position(int(action), int(effect))


class Entry(Struct, frozen=True, gc=False):
    """An entry as it is in the stream."""

    position: Position
    public: bytes
    secrets: bytes
    digest: bytes


class Sealed(Struct, frozen=True):
    """An entry whose secrets no later event has opened: its position and its full event."""

    position: Position
    event: Event


def salt_of(game_key: bytes, game_id: str, position: str, field: str) -> str:
    """The salt of one secret field, 128 bits in hexadecimal."""
    message = b"\0".join((_SALT, game_id.encode(), position.encode(), field.encode()))
    return hmac.digest(game_key, message, "sha256")[:16].hex()


def commitment_of(salt: str, value: Any) -> str:
    """The commitment that replaces this value in the public form."""
    return hashlib.sha256(_SEAL + bytes.fromhex(salt) + canonical(value)).hexdigest()


def chain(previous: bytes, public: bytes) -> bytes:
    """The digest of an entry from the previous entry's digest and its public form."""
    return hashlib.sha256(previous + public).digest()


def check_chain(digest: bytes, entries: Iterable[Entry]) -> None:
    """Raise `ValueError` unless each entry continues the one before it; `digest` is the digest before the first."""
    for entry in entries:
        digest = chain(digest, entry.public)
        if entry.digest != digest:
            raise ValueError(f"entry {entry.position} is not what was recorded")


def check_secrets(entries: Iterable[Entry]) -> None:
    """Raise `ValueError` unless each secret matches its commitment in the public form."""
    for entry in entries:
        if entry.secrets:
            data = msgspec.json.decode(entry.public)["data"]
            for field, (value, salt) in msgspec.json.decode(entry.secrets).items():
                if data[field]["sealed"] != commitment_of(salt, value):
                    raise ValueError(f"the secret {field} of entry {entry.position} is not what was recorded")


class Rollbacks(NamedTuple):
    """The rollbacks in a record, to earlier positions: all of them, and those that count.

    An annulled rollback counts again once play goes back behind its annulment.
    """

    every: tuple[tuple[Position, Position], ...] = ()
    counting: tuple[tuple[Position, Position], ...] = ()


def with_rollback(rollbacks: Rollbacks, at: Position, back: Position) -> Rollbacks:
    """The rollbacks that count after the record adds a rollback from one position to another; it may be annulled."""
    every = (*rollbacks.every, (at, back))
    number, counting = len(every) - 1, [(at, back)]
    while before := bisect_right(every, counting[-1][1], 0, number, key=itemgetter(0)):
        number = before - 1
        counting.append(every[number])
    return Rollbacks(every, tuple(reversed(counting)))


def still_counts(position: Position, rollbacks: Rollbacks) -> bool:
    """Whether the entry at this position counts after all these rollbacks. An entry that did not count may count
    again.
    """
    counting = rollbacks.counting
    following = bisect_right(counting, position, key=itemgetter(0))
    return following == len(counting) or position <= counting[following][1]


class End(Struct, frozen=True):
    """The end of a stream and its sealed entries; the next action is sealed from here.

    `annulled` holds sealed entries that do not count: an annulled answer is not opened with the others.
    """

    position: Position = BEGINNING
    digest: bytes = FIRST_DIGEST
    sealed: tuple[Sealed, ...] = ()
    annulled: tuple[Sealed, ...] = ()
    rollbacks: Rollbacks = Rollbacks()

    def after(self, entries: Sequence[Entry], records: Sequence[Record[Any]]) -> "End":
        """The end after these further entries, with their full records."""
        if not entries:
            return self
        sealed, annulled, rollbacks = list(self.sealed), list(self.annulled), self.rollbacks
        for entry, record in zip(entries, records, strict=True):
            # Signed values are opened by the game key only: no event ever reveals them.
            if entry.secrets and not isinstance(record.data, CommandSigned):
                sealed.append(Sealed(entry.position, record.data))
            if record.opens:
                opened = {opening.position for opening in record.opens}
                sealed = [earlier for earlier in sealed if str(earlier.position) not in opened]
            if isinstance(record.data, GoneBack):
                rollbacks = with_rollback(rollbacks, entry.position, parse_position(record.data.position))
                every = sorted((*sealed, *annulled), key=lambda earlier: earlier.position)
                sealed = [earlier for earlier in every if still_counts(earlier.position, rollbacks)]
                annulled = [earlier for earlier in every if not still_counts(earlier.position, rollbacks)]
        return End(entries[-1].position, entries[-1].digest, tuple(sealed), tuple(annulled), rollbacks)


def seal_action(
    happenings: Sequence[Happening], end: End, *, at: int, game_key: bytes, game_id: str
) -> tuple[list[Entry], list[Record[Any]]]:
    """The entries of the action that follows this end, and its full records; `at` is in milliseconds.

    The secrets that a new event reveals are opened in its record.
    """
    still_sealed, previous = list(end.sealed), end.digest
    entries: list[Entry] = []
    records: list[Record[Any]] = []
    for effect, happening in enumerate(happenings):
        position = Position(end.position.action + 1, effect)
        event = happening.event
        opens: tuple[Opening, ...] = ()
        if type(event).reveals is not Event.reveals:
            opened = [earlier for earlier in still_sealed if event.reveals(earlier.event)]
            still_sealed = [earlier for earlier in still_sealed if earlier not in opened]
            opens = tuple(
                Opening(
                    str(earlier.position),
                    field,
                    # Through JSON, so that the record equals what is read back: JSON has lists instead of tuples.
                    msgspec.json.decode(msgspec.json.encode(getattr(earlier.event, field))),
                    salt_of(game_key, game_id, str(earlier.position), field),
                )
                for earlier in opened
                for field in secret_fields(type(earlier.event))
            )
        record: Record[Any] = Record(at, event, happening.actor, happening.luck, opens, event.VERSION)
        public, secrets = _forms(record, position, game_key, game_id)
        if secrets:
            still_sealed.append(Sealed(position, event))
        previous = chain(previous, public)
        entries.append(Entry(position, public, secrets, previous))
        records.append(record)
    return entries, records


def _forms(record: Record[Any], position: Position, game_key: bytes, game_id: str) -> tuple[bytes, bytes]:
    """The public form and the secrets of one record."""
    audiences = secret_fields(type(record.data))
    if not audiences:
        return canonical(record), b""
    plain = msgspec.to_builtins(record)
    values: dict[str, tuple[Any, str]] = {}
    for field, audience in audiences.items():
        value = plain["data"][field]
        salt = salt_of(game_key, game_id, str(position), field)
        values[field] = (value, salt)
        closed: dict[str, Any] = {"sealed": commitment_of(salt, value)}
        if audience.shows_height:
            closed["height"] = len(value)
        plain["data"][field] = closed
    return canonical(plain), canonical(values)


def read_record(projector: Projector, entry: Entry, viewer: Viewer = "all") -> Record[Any]:
    """The record as this viewer may see it. For spectators no secret is ever decoded."""
    record = projector.decode(entry.public)
    if not entry.secrets or viewer == "public":
        return record
    full = projector.unsealed(record, entry.secrets)
    return full if viewer == "all" else redact_record(full, viewer)


def read_records(projector: Projector, entries: Iterable[Entry], viewer: Viewer = "all") -> list[Record[Any]]:
    """The records as this viewer may see them."""
    decode = projector.decode
    return [read_record(projector, entry, viewer) if entry.secrets else decode(entry.public) for entry in entries]
