"""Import path: the rooms come first on it, so that `domain`, `api` and the others are Stele's in this process.

In a checkout they stand beside this package. Where Stele is installed they lie within it, out of the way of all others:
they are found in processes that import this module alone, which is what `stele.title` and the other modules here do.
"""

import os
import sys

NAMES = (
    "app", "api", "services", "ai", "audit", "replay", "eventstore", "titles", "operations", "domain", "sdk",
)  # fmt: skip
"""Whose names these are in a process of Stele."""

_here = os.path.dirname(os.path.realpath(__file__))
PLACE = _here if os.path.isdir(os.path.join(_here, "domain")) else os.path.dirname(_here)


def others() -> list[str]:
    """What this process has imported by a room's name and is none of Stele's, each with its place."""
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
