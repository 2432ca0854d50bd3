"""The sources as one digest: what was made by other code than this, from the same record, may look different."""

import hashlib
from functools import cache

import msgspec

from replay.languages import ROOT

ROOMS = ("domain", "eventstore", "replay", "audit", "computers", "people", "correspondence", "api")
_TYPES = (".py", ".po", ".md", ".toml", ".lua")


@cache
def sources_digest() -> str:
    """The digest of all code, components, rules and texts as this process began: the same wherever they are the same.

    Nobody has to remember to raise a number when a state, a view or a sentence changes.
    """
    whole = hashlib.sha256(msgspec.__version__.encode())
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in _TYPES:
                name = path.relative_to(ROOT).as_posix()
                whole.update(f"\n{name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()
