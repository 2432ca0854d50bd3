"""The vectors of `docs/reference/ed25519.json`: good public keys, and good signatures of each message."""

import json
from pathlib import Path

VECTORS = Path(__file__).parent.parent / "docs" / "reference" / "ed25519.json"
PUBLIC_KEYS = json.loads(VECTORS.read_text("utf-8"))["public_keys"]
SIGNATURES = json.loads(VECTORS.read_text("utf-8"))["signatures"]
WORTHLESS = [one["public_key"] for one in PUBLIC_KEYS if not one["good"] and one["what"].startswith("a point of order")]
"""Keys for which anyone can sign."""
