"""Units: what a title counts for its players, and whether few are good, in a reader's language."""

from typing import Any

from domain.rulebook import Points
from replay.narration import Translate


def unit_json(points: Points | None, translate: Translate) -> dict[str, str] | None:
    """The unit with its texts in the reader's language; null for a title without points."""
    if points is None:
        return None
    texts = {"name": points.name, "one": points.one, "many": points.many}
    return {**{key: translate(text) for key, text in texts.items()}, "better": points.better}


def own_unit(points: Points | None, translate: Translate) -> dict[str, Any]:
    """The member `unit` of a response about one title; empty if it counts points, of which most are better."""
    return {} if points == Points() else {"unit": unit_json(points, translate)}
