"""Import path: puts Stele's packages first, so that `domain`, `api` and the others are Stele's in this process.

In a checkout they are beside this package. In an installed Stele they are inside it, so that they do not collide with
other packages: only processes that import this module find them, as `stele.title` and the other modules here do.
"""

import os
import sys

NAMES = (
    "app", "api", "services", "ai", "audit", "replay", "eventstore", "titles", "operations", "domain", "verify", "sdk",
)  # fmt: skip
"""The top-level names that belong to Stele in its processes."""

_here = os.path.dirname(os.path.realpath(__file__))
PLACE = _here if os.path.isdir(os.path.join(_here, "domain")) else os.path.dirname(_here)


def others() -> list[str]:
    """The modules that this process has imported under these names and that are not Stele's, with their paths."""
    found = []
    for name in NAMES:
        if (module := sys.modules.get(name)) is not None:
            place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), "")
            if not os.path.realpath(place).startswith(PLACE + os.sep):
                found.append(f"{name} ({place})")
    return found


if _others := others():
    raise ImportError(
        f"Stele needs the names of its rooms, and this process has imported others by these: {', '.join(_others)}. "
        "Import Stele before them, or use it in a process of its own."
    )
if sys.path[:1] != [PLACE]:
    sys.path.insert(0, PLACE)
