"""Dispute file: the record of a game, the dossier of its disputed action, and what the player who saved it kept.

Exception └── BadDisputeFile   this is a dispute file, but not a complete one; the message says what is wrong
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from audit.bundle import Bundle
from audit.verification.report import printable

FORMAT = "stele-dispute/1"
MOST_BYTES = 64 << 20


class BadDisputeFile(Exception):
    """A member of this dispute file is missing or has another form."""


class DisputeFile(Struct, frozen=True):
    """The bundle's bytes, the dossier as the server gave it, and receipts and signed texts, all unverified."""

    record: bytes
    dossier: dict[str, Any]
    receipts: list[dict[str, Any]]


class _Form(Struct, forbid_unknown_fields=True):
    format: str
    record: str
    dossier: dict[str, Any]
    receipts: list[dict[str, Any]]


def read_dispute_file(raw: bytes) -> DisputeFile | None:
    """The parts of this dispute file; nothing if it is another file."""
    if len(raw) > MOST_BYTES or f'"{FORMAT}"'.encode() not in raw[:100]:
        return None
    try:
        form = msgspec.json.decode(raw, type=_Form)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadDisputeFile(f"This dispute file is not complete: {printable(str(error))}") from None
    return DisputeFile(form.record.encode(), form.dossier, form.receipts)


def hold_dossier(dossier: Mapping[str, Any], bundle: Bundle) -> tuple[bool, str]:
    """Whether this dossier is of an action in this record, which must be consistent; in words, with what it proves."""
    until, digest = (printable(str(dossier.get(name)))[:100] for name in ("until", "digest"))
    recorded = {line.position: line.h for line in bundle.entries}
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
