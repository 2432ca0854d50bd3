"""Commitments: the secrets in a bundle, and the values that a record opens."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from verify.bundle import DIGEST, SALT, Failed, Position, position_in
from verify.canonical_json import canonical, is_int
from verify.record import Record, seat_name, still_counts
from verify.shared_events import GO_BACK


def commitment_of(salt: str, value: Any) -> str:
    """The commitment that replaces this secret value in the public form."""
    return hashlib.sha256(b"stele/seal/1" + bytes.fromhex(salt) + canonical(value)).hexdigest()


def salt_of(game_key: bytes, game: str, position: str, field: str) -> str:
    """The salt of a secret field."""
    message = b"\0".join((b"stele/salt/1", game.encode(), position.encode(), field.encode()))
    return hmac.new(game_key, message, hashlib.sha256).digest()[:16].hex()


def check_secrets(record: Record) -> str:
    """The secrets in the bundle match their commitments."""
    checked = 0
    for line, said in zip(record.bundle.lines, record.said):
        sealed = sealed_in(said["data"])
        if said["data"]["type"] == "CommandSigned":
            text = sealed["text"] = said["data"]["text"]
            if "height" in text:
                raise Failed(line.position, "text is not sealed as it must be")
        for field, shown in sealed.items():
            if not _is_closed(shown):
                raise Failed(line.position, f"{field} is not sealed as it must be")
            if field not in line.secrets and _must_see(record, said["data"]):
                raise Failed(line.position, f"the secret of {field} is missing")
        for field, (value, salt) in line.secrets.items():
            if field not in sealed:
                raise Failed(line.position, "a secret is given for a field that is not secret")
            if _must_not_see(record, said["data"]):
                raise Failed(line.position, f"the secret of {field} is not the viewer's")
            if sealed[field]["sealed"] != commitment_of(salt, value) or not _has_height(sealed[field], value):
                raise Failed(line.position, f"{field} is not what was committed")
            checked += 1
    if isinstance(record.viewer, int):
        return f"{checked} opened; whether these are all of {seat_name(record.viewer)}'s, only the title's rules tell"
    return f"{checked} opened"


def _must_see(record: Record, data: dict[str, Any]) -> bool:
    return record.viewer == "all" or (data["type"] == "CommandSigned" and data["seat"] == record.viewer)


def _must_not_see(record: Record, data: dict[str, Any]) -> bool:
    return record.viewer == "public" or (data["type"] == "CommandSigned" and not _must_see(record, data))


def check_openings(record: Record) -> str:
    """An opened value matches its commitment at the named position."""
    checked = 0
    rollbacks: list[tuple[Position, Position]] = []
    for number, (position, said, data) in enumerate(record.numbered()):
        if data["type"] in GO_BACK:
            rollbacks.append((position, position_in(data["position"])))
        for place, field, value, salt in said.get("opens", ()):
            if record.places.get(place, number) >= number:
                raise Failed(position, f"opens {place}, where nothing is sealed")
            if not still_counts(position_in(place), rollbacks):
                raise Failed(position, f"opens {place}, which counts no longer")
            shown = record.said[record.places[place]]["data"].get(field)
            is_right = isinstance(shown, dict) and SALT.fullmatch(salt)
            if not is_right or shown.get("sealed") != commitment_of(salt, value):
                raise Failed(position, f"what it opens is not what {place} committed to")
            checked += 1
    return f"{checked} commitments opened in the record; whether all that was revealed is, only the rules tell"


def sealed_in(data: dict[str, Any]) -> dict[str, Any]:
    """The secret fields of this event, as they are sealed."""
    return {field: shown for field, shown in data.items() if isinstance(shown, dict) and "sealed" in shown}


def _is_closed(shown: Any) -> bool:
    if not isinstance(shown, dict) or not {"sealed"} <= set(shown) <= {"sealed", "height"}:
        return False
    sealed, height = shown["sealed"], shown.get("height", 0)
    return is_int(height) and height >= 0 and isinstance(sealed, str) and DIGEST.fullmatch(sealed) is not None


def _has_height(shown: dict[str, Any], value: Any) -> bool:
    return "height" not in shown or (isinstance(value, (list, dict, str)) and len(value) == shown["height"])
