"""Code digest: one hash of all sources, since different code may show the same record differently."""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from domain.title_loader import outside_titles
from replay.languages import ROOT

ROOMS = ("titles", "domain", "eventstore", "replay", "verify", "audit", "ai", "services", "api")
_TYPES = (".py", ".po", ".md", ".toml", ".lua")


@cache
def sources_digest() -> str:
    """The digest of all code, components, rules and texts at the start of this process; equal for equal sources.

    It replaces version numbers that would have to be raised when a state, a view or a sentence changes.
    """
    whole = hashlib.sha256(msgspec.__version__.encode())
    places = [ROOT / room for room in ROOMS]
    for place in (*places, *(Path(str(folder)) for folder in outside_titles().values())):
        for path in sorted(place.rglob("*")):
            if path.suffix in _TYPES and "tests" not in path.relative_to(place).parts:
                name = path.relative_to(place.parent).as_posix()
                whole.update(f"\n{name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()
