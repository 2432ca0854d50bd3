"""Event schema check: finds malformed entries that folding would not notice.

An extra member, a forged height, a version that never existed, a reveal without its proof: each of these is a forgery,
although none changes a state.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET

from domain.game import NAMES_IN, Happening
from domain.messages import Record
from domain.projector import Projector
from domain.redaction import Hidden, secret_fields
from eventstore.canonical_json import canonical
from eventstore.entries import End, Entry, Position, seal_action


def hides(record: Record[Any]) -> bool:
    """Whether a secret of this record is missing."""
    return any(isinstance(getattr(record.data, field), Hidden) for field in secret_fields(type(record.data)))


def has_own_form(entry: Entry, record: Record[Any]) -> bool:
    """Whether this record would be written in exactly this public form; commitments are not checked."""
    if record.version != record.data.VERSION:
        return False  # upcasters lead to the current version; this one does not exist
    stored = msgspec.json.decode(entry.public)
    if not _is_older(stored, record) and getattr(record.data, NAMES_IN.get(type(record.data), ""), UNSET) is not UNSET:
        return False  # only earlier versions hold names
    if _is_older(stored, record):
        # The event's own bytes can no longer be made, but the bytes around it can.
        around = msgspec.structs.replace(record, data=stored["data"], version=stored.get("version", 1))
        return canonical(around) == entry.public
    plain = msgspec.to_builtins(record)
    for field in secret_fields(type(record.data)):
        plain["data"][field] = stored["data"].get(field)
    return canonical(plain) == entry.public


def first_other_form(
    projector: Projector, game_id: str, entries: Sequence[Entry], records: Sequence[Record[Any]], game_key: bytes
) -> tuple[Position, str] | None:
    """The first entry whose bytes differ from those of its event sealed with the game key; none if all match."""
    end = End()
    pairs = zip(entries, records, strict=True)
    for _action, group in groupby(pairs, key=lambda pair: pair[0].position.action):
        recorded = list(group)
        again, _ = seal_action(
            [Happening(record.data, record.actor, record.luck) for _, record in recorded],
            end,
            at=recorded[0][1].at,
            game_key=game_key,
            game_id=game_id,
        )
        for (entry, record), other in zip(recorded, again, strict=True):
            same = (entry.public, entry.secrets) == (other.public, other.secrets)
            if not same and not _is_older(msgspec.json.decode(entry.public), record):
                return entry.position, "sealed again, the event gives other bytes"
        end = end.after([entry for entry, _ in recorded], [record for _, record in recorded])
    return None


def _is_older(stored: Any, record: Record[Any]) -> bool:
    """Whether this is an old version of its event, whose bytes can no longer be made."""
    return bool(stored.get("version", 1) < record.data.VERSION)
