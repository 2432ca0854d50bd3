"""Dispute files and other files that are no records."""

from __future__ import annotations

import json
from typing import Any

from verify.record import Record

MOST_BYTES_OF_OTHERS = 1 << 26
_OF_DOSSIER = {"game", "position", "until", "digest", "views", "events"}
_OF_RECEIPT = {"game", "position", "digest", "public_key", "signature"}


def what_else(raw: bytes) -> str | None:
    """The kind of this file, if it is a Stele file that is not a record; none if it may be a record."""
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
    """The parts of this dispute file: the record, the dossier of an action, receipts; none if it is not a dispute file.

    Raises `ValueError` if a part is missing or malformed.
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
    said["record"].encode()  # a text that cannot be encoded is a `ValueError`, too
    return dict(said)


def hold_dossier(dossier: dict[str, Any], record: Record) -> tuple[bool, str]:
    """Whether this dossier is of an action in this record, which must be consistent; the answer is in words, and says
    what it proves.
    """
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
