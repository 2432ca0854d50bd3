"""Other files that a page offers beside records, recognised by content, with advice on their use."""

from typing import Any

import msgspec

from audit.verification.report import printable

_OF_DOSSIER = {"game", "position", "until", "digest", "views", "events"}
_OF_RECEIPT = {"game", "position", "digest", "public_key", "signature"}
MOST_BYTES = 64 << 20


def what_else(raw: bytes) -> str | None:
    """The name of this file's kind, if it is another of ours and not a record; nothing if it may be a record."""
    said = _object(raw) or _object(raw.partition(b"\n")[0])
    if said is None:
        return None
    if said.keys() >= _OF_DOSSIER:
        game, until, digest = (printable(str(said[name]))[:100] for name in ("game", "until", "digest"))
        return (
            f"This is a dossier of the game {game}, not its record: it explains one action, and cannot be verified on "
            f"its own. Download the whole record (Share, or /api/games/{game}/bundle) and verify that. It is the "
            f"record of this dossier if its entry at {until} has the digest {digest}."
        )
    if said.keys() >= _OF_RECEIPT or said.get("format") == "stele-proof/1":
        return (
            "These are receipts, not a record. Judge them with --receipts FILE, and name the record beside them to "
            "hold them against it."
        )
    return None


def _object(raw: bytes) -> dict[str, Any] | None:
    try:
        said = msgspec.json.decode(raw[:MOST_BYTES])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
